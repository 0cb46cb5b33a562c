"""FEN, PDN and the names of squares: text in, text out, no game logic."""

from engine.notation.clock import Clock, format_clock, parse_clock
from engine.notation.fen import FenFields, format_fen, parse_fen
from engine.notation.files import open_pdn
from engine.notation.lexer import Kind, Token
from engine.notation.moves import parse_move_text
from engine.notation.pdn import RESULTS, PdnGame, read_pdn, write_pdn
from engine.notation.squares import (
    GameType,
    NotationError,
    Squares,
    parse_game_type,
    parse_game_type_number,
    shorten,
)

__all__ = [
    "RESULTS",
    "Clock",
    "FenFields",
    "GameType",
    "Kind",
    "NotationError",
    "PdnGame",
    "Squares",
    "Token",
    "format_clock",
    "format_fen",
    "open_pdn",
    "parse_clock",
    "parse_fen",
    "parse_game_type",
    "parse_game_type_number",
    "parse_move_text",
    "read_pdn",
    "shorten",
    "write_pdn",
]
