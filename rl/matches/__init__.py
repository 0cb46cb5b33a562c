"""Matches between evaluators inside the same search: how every claim of strength is made.

`openings.choose_openings` and `match.play_match` play one, `match.play_gate` plays challenger
against champion, `report.write_report` tells either; `config` says how.
"""
