"""Games of the champion against itself: what is played, and the files it leaves."""
