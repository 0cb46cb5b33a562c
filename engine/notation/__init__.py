"""FEN, PDN and the names of squares: text in, text out, no game logic."""

from engine.notation.fen import FenFields, format_fen, parse_fen
from engine.notation.pdn import Kind, PdnGame, Token, parse_move_text, read_pdn, write_pdn
from engine.notation.squares import (
    GameType,
    NotationError,
    Squares,
    parse_game_type,
    parse_game_type_number,
)

__all__ = [
    "FenFields",
    "GameType",
    "Kind",
    "NotationError",
    "PdnGame",
    "Squares",
    "Token",
    "format_fen",
    "parse_fen",
    "parse_game_type",
    "parse_game_type_number",
    "parse_move_text",
    "read_pdn",
    "write_pdn",
]
