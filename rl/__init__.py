"""Learns draughts by playing itself: samples, self-play, training, matches, and their loop."""
