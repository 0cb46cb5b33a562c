"""Studied games as PDN: a score behind every free move, the better move, NAGs for costly ones.

The comment behind a move is its score for its mover, in men or as the plies to a forced end; where
the move was not agreed with and cost something, the better move and its score follow, with the line
expected where the move is a mistake or a blunder. These have NAGs: `$2` from half a man, `$4` from
a man (`rl.study.grades`). Comments and NAGs that the file had are not kept, nor are variations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.notation import Kind, PdnGame, Token, write_pdn
from engine.rules import Game, Position, record
from engine.search import expected_plies, win_plies
from rl.study.appraisal import Appraisal
from rl.study.grades import Grade, grade, missed


def annotate(pdn: PdnGame, game: Game, appraisals: Sequence[Appraisal], annotator: str) -> str:
    """Write a game with what is thought of its moves."""
    tags = dict(pdn.tags) | {"Result": pdn.result, "Annotator": annotator}
    comments = [
        _comment(position, appraisal)
        for position, appraisal in zip(game.positions, appraisals, strict=False)
    ]
    bare = record(game, tags, comments=comments)
    return write_pdn(PdnGame(bare.tags, tuple(_graded(bare.tokens, appraisals))))


def score_text(score: int) -> str:
    """Write a score in men, or as the plies to a forced end.

    >>> score_text(-35), score_text(29_993)
    ('-0.35', 'win in 7')
    """
    plies = win_plies(score)
    if plies is None:
        plies = expected_plies(score)
    if plies is None:
        return f"{score / 100:+.2f}"
    return f"{'win' if plies > 0 else 'loss'} in {abs(plies)}"


def _graded(tokens: Sequence[Token], appraisals: Sequence[Appraisal]) -> Iterator[Token]:
    """Put the NAGs behind their moves."""
    ply = 0
    for token in tokens:
        yield token
        if token.kind is Kind.MOVE:
            graded = grade(appraisals[ply]) if ply < len(appraisals) else None
            if graded is not None:
                yield nag(graded)
            ply += 1


def nag(graded: Grade) -> Token:
    """Return a grade as the token that stands for it."""
    return Token(Kind.NAG, f"${graded.value}")


def _comment(position: Position, appraisal: Appraisal) -> str:
    if appraisal.forced:
        return ""
    words = score_text(appraisal.played_score)
    if appraisal.loss == 0:
        return words
    better = _written(position, appraisal.line)
    words += f"; better {better[0]} {score_text(appraisal.best_score)}"
    if grade(appraisal) is None:
        return words
    miss = missed(appraisal)
    if miss is not None:
        words += f", a {miss.what.value} missed"
    return f"{words}: {' '.join(better)}"


def _written(position: Position, line: Sequence[int]) -> list[str]:
    """Write a line in the numbers that the movetext around it is written in."""
    game = Game(position)
    for place in line:
        game.push(game.position.legal_moves()[place])
    return [token.text for token in record(game).tokens if token.kind is Kind.MOVE]
