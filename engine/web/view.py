"""What a page is told: the board, the position, the moves and why some are compulsory or costly.

Plain dictionaries, ready for JSON. A page knows no rules: each legal move comes with every way to
play it, square by square, so that it can be chosen step by step; and with what it captures, what
it loses and what it huffs.
"""

from __future__ import annotations

from typing import Any

from engine._native import Colour, Move
from engine.rules import Position, Ruleset, ruleset, ruleset_names
from engine.rules.text import rules_page
from engine.search import LEVELS, SearchResult
from engine.web.catalogue import Catalogue
from engine.web.judging import Judgement, describe_score, for_white
from engine.web.losses import explain_huff, explain_last
from engine.web.played import PlayedGame
from engine.web.protocol import LONGEST_TEXT

JSON = dict[str, Any]

PATHS_SHOWN = 400
"""Ways to play that are sent for one position; one of each move always is."""

LINE_SHOWN = 10
"""Plies of the line expected that are shown."""


def side(colour: Colour) -> str:
    """Name a side as pages do."""
    return colour.name.lower()


def catalogue_view(catalogue: Catalogue) -> JSON:
    """Tell what games and players there are."""
    rulesets = [
        {
            "name": name,
            "title": rules_page(name).title,
            "rows": ruleset(name).rows,
            "cols": ruleset(name).cols,
            "first": side(ruleset(name).first_mover),
            "evaluators": catalogue.names(name),
        }
        for name in ruleset_names()
    ]
    levels = [{"name": level.name, "description": level.description} for level in LEVELS]
    return {"type": "catalogue", "rulesets": rulesets, "levels": levels, "longest": LONGEST_TEXT}


def board_view(rules: Ruleset) -> JSON:
    """Tell what never changes in a game: the board, its squares' names, the rules in words."""
    page = rules_page(rules.name)
    facts = {
        "Board": page.board,
        "Begins": page.begins,
        "Kings": page.kings,
        "Captures": page.captures,
        "Draws": page.draws,
    }
    squares = [
        {"square": number, "row": row, "col": col, "name": rules.board.format(number)}
        for number in range(1, rules.squares + 1)
        for row, col in [rules.board.place(number)]
    ]
    return {
        "type": "board",
        "ruleset": rules.name,
        "title": page.title,
        "rows": rules.rows,
        "cols": rules.cols,
        "dense": rules.board.dense,
        "first": side(rules.first_mover),
        "men": rules.men,
        "removedAtOnce": rules.removes_at_once,
        "squares": squares,
        "facts": [[label, words] for label, words in facts.items()],
        "paragraphs": list(page.paragraphs),
    }


def position_view(played: PlayedGame) -> JSON:
    """Tell the position now, the moves of a person who is to move, and how the game stands."""
    game, position, ending = played.game, played.position, played.ending
    open_to_person = ending is None and played.mover.is_person
    return {
        "type": "position",
        "revision": played.revision,
        "ply": len(game.moves),
        "fen": position.fen(),
        "startFen": game.start.fen(),
        "pdn": played.pdn(),
        "turn": side(position.turn),
        "pieces": pieces_view(position),
        "moves": moves_view(position) if open_to_person else [],
        "huffable": position.huffable if open_to_person else [],
        "huffReason": explain_huff(game) if open_to_person else "",
        "last": last_move_view(played, len(game.moves)),
        "log": game.move_texts(),
        "firstSide": side(game.start.turn),
        "seats": {
            side(colour): {"player": seat.player, "evaluator": seat.evaluator}
            for colour, seat in played.seats.items()
        },
        "ending": None
        if ending is None
        else {
            "winner": None if ending.winner is None else side(ending.winner),
            "words": ending.words,
            "result": played.result,
        },
        "offer": None if played.offer is None else side(played.offer),
        "canUndo": played.can_undo,
        "canRedo": played.can_redo,
        "counters": counters_view(position),
    }


def pieces_view(position: Position) -> list[JSON]:
    """List the pieces."""
    return [
        {"square": square, "side": side(colour), "king": king}
        for colour in Colour
        for king, squares in ((False, position.men(colour)), (True, position.kings(colour)))
        for square in squares
    ]


def moves_view(position: Position) -> list[JSON]:
    """List the legal moves in the core's order, by which they are numbered."""
    moves = position.legal_moves()
    each = max(PATHS_SHOWN // max(len(moves), 1), 1)
    return [
        {
            "text": position.format_move(move),
            "paths": position.native.paths(move)[:each],
            "captured": list(move.captured),
            "huffed": move.huffed,
            "lost": move.lost,
            "promoted": move.promoted,
        }
        for move in moves
    ]


def last_move_view(played: PlayedGame, ply: int) -> JSON | None:
    """Tell the move that led to the position after so many plies."""
    if ply == 0:
        return None
    before, move = played.game.positions[ply - 1], played.game.moves[ply - 1]
    why = explain_last(played.game, ply)
    said = said_of_move(before, move)
    # A computer answers at once, and what the person's own move cost has to be seen all the same.
    answered = ply > 1 and not played.seats[before.turn].is_person
    earlier = explain_last(played.game, ply - 1) if answered else ""
    return {
        "text": before.format_move(move),
        "path": before.native.paths(move)[0],
        "captured": list(move.captured),
        "huffed": move.huffed,
        "lost": move.lost,
        "promoted": move.promoted,
        "said": f"{said}. {why}" if move.lost else said,
        "why": f"{earlier} {why}".strip(),
    }


def earlier_view(played: PlayedGame, ply: int) -> JSON:
    """Show an earlier position of the game; ValueError where it has none such."""
    positions = played.game.positions
    if not 0 <= ply < len(positions):
        raise ValueError(f"expected a ply from 0 to {len(positions) - 1}, got {ply}")
    position = positions[ply]
    return {
        "type": "earlier",
        "revision": played.revision,
        "ply": ply,
        "fen": position.fen(),
        "turn": side(position.turn),
        "pieces": pieces_view(position),
        "last": last_move_view(played, ply),
        "counters": counters_view(position),
    }


def thinking_view(what: str, revision: int, position: Position, found: SearchResult) -> JSON:
    """Tell what a search has found so far, `what` being the side it is for or `hint`."""
    score = for_white(found.score, position.turn)
    return {
        "type": "thinking",
        "what": what,
        "revision": revision,
        "depth": found.depth,
        "score": score,
        "words": describe_score(score),
        "line": position.format_line(found.pv[:LINE_SHOWN]),
        "nodes": found.nodes,
        "nodesPerS": round(found.nodes / found.time_s) if found.time_s > 0 else 0,
    }


def judged_view(judgement: Judgement, learned_name: str | None) -> list[JSON]:
    """Tell what both evaluators make of a position."""
    judged = [("handcrafted", judgement.handcrafted, False)]
    if learned_name is not None:
        judged.append((learned_name, judgement.learned, True))
    return [
        {
            "name": name,
            "learned": learned,
            "score": score,
            "words": "the game is over" if score is None else describe_score(score),
        }
        for name, score, learned in judged
    ]


def counters_view(position: Position) -> JSON:
    """Tell how far the counts have come that make a draw, in plies; 0 where there is no such."""
    rules = position.ruleset
    return {
        "noProgress": position.no_progress,
        "noProgressLimit": rules.no_progress_plies,
        "equalKings": position.equal_kings,
        "equalKingsLimit": rules.equal_kings_plies,
    }


def said_of_move(before: Position, move: Move) -> str:
    """Say a move in words, for those who do not see it."""
    name = before.ruleset.board.format
    mover = "White" if before.turn == Colour.WHITE else "Black"
    ends = f"{name(move.from_square)} to {name(move.to_square)}"
    said = f"{mover}: {ends}"
    if move.huffed:
        said = f"{mover}: huffs the piece on {name(move.huffed)}, then {ends}"
    if move.captured:
        said += f", taking {', '.join(map(name, move.captured))}"
    if move.promoted:
        said += ", crowned"
    return said
