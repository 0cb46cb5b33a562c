"""Matches between players: how every claim of strength is made.

`players` reads who plays, `openings.choose_openings` where games start, `match.play_match` plays a
match and `match.play_gate` challenger against champion, `report.write_report` tells what came of
it; `config` says how. Evaluators inside the same search meet in the core, all others in `arena`.

`roundrobin.play_pairings` plays many matches, `standings` rates everybody in them, `ladder.climb`
does both for the champions of a run.
"""
