"""The rules, the search and the games of crownhead, in C++."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


class Colour(enum.IntEnum):
    """A side."""

    WHITE = 0

    BLACK = 1

class Ruleset:
    """The facts of one game."""

    @property
    def name(self) -> str: ...

    @property
    def game_type(self) -> str:
        """The PDN 3.0 GameType tag."""

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...

    @property
    def squares(self) -> int:
        """The number of playable squares."""

    @property
    def men(self) -> int:
        """The men of each side at the start."""

    @property
    def first_mover(self) -> Colour: ...

    @property
    def no_progress_plies(self) -> int:
        """Plies without capture or man move that make a draw."""

    @property
    def equal_kings_plies(self) -> int:
        """
        Plies without capture while both sides have equally many kings that make a draw, 0 = never.
        """

    @property
    def repetitions(self) -> int:
        """Occurrences of a position that make a draw."""

    @property
    def removes_at_once(self) -> bool:
        """
        Whether a piece leaves the board as it is taken, not when the turn is over.
        """

    def __repr__(self) -> str: ...

def rulesets() -> list[Ruleset]:
    """Return every ruleset there is."""

class Move:
    """One whole turn. Squares are numbered from 1."""

    @property
    def from_square(self) -> int: ...

    @property
    def to_square(self) -> int: ...

    @property
    def captured(self) -> list[int]:
        """The squares of the pieces taken, ascending."""

    @property
    def promoted(self) -> bool:
        """Whether the piece becomes a king by it."""

    @property
    def huffed(self) -> int:
        """The square of the enemy's piece removed before the move, 0 for none."""

    @property
    def lost(self) -> int:
        """
        The square of the own piece lost by it, where it stands then, 0 for none.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Position:
    """
    Pieces and the side to move; immutable. Equality and hash leave the counter out.
    """

    def __init__(self, ruleset: str, turn: Colour, white_men: Sequence[int], white_kings: Sequence[int], black_men: Sequence[int], black_kings: Sequence[int], no_progress: int = 0, equal_kings: int = 0, huffable: Sequence[int] = [], king_runs: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))) -> None:
        """
        Set up a position; huffable are squares of the side not to move, king_runs (square, moves) of White's and Black's last-moved king. ValueError for a square off the board or occupied twice, for a man on the row where it is crowned, for a state the ruleset does not have or the pieces contradict, and for an unknown ruleset.
        """

    @staticmethod
    def start(ruleset: str) -> Position:
        """Return the start position; ValueError for an unknown ruleset."""

    @property
    def ruleset(self) -> Ruleset: ...

    @property
    def turn(self) -> Colour:
        """The side to move."""

    @property
    def white_men(self) -> list[int]: ...

    @property
    def white_kings(self) -> list[int]: ...

    @property
    def black_men(self) -> list[int]: ...

    @property
    def black_kings(self) -> list[int]: ...

    @property
    def no_progress(self) -> int:
        """Plies since the last capture, forfeit or man move."""

    @property
    def equal_kings(self) -> int:
        """
        Plies since a capture or a change in the kings, while both sides have as many.
        """

    @property
    def huffable(self) -> list[int]:
        """The squares of the side not to move whose piece may be huffed."""

    @property
    def king_runs(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """
        (square, moves in a row) of White's and of Black's last-moved king, (0, 0) where there is none.
        """

    @property
    def key(self) -> int:
        """The 64-bit Zobrist key."""

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, always in the same order."""

    def push(self, move: Move) -> Position:
        """Return the position after a move; ValueError if it is not legal here."""

    def paths(self, move: Move) -> list[list[int]]:
        """
        Return every way to play a move: the squares visited, from first to last.
        """

    def can_capture(self, colour: Colour) -> bool:
        """Return whether that side could capture were it to move."""

    def planes(self) -> numpy.typing.NDArray[numpy.uint8]:
        """
        Return [4, squares] uint8: own men, own kings, their men, their kings, seen from the side to move (the board turned 180 degrees for Black).
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def perft(position: Position, depth: int, bulk: bool = True, paths: bool = False) -> int:
    """
    Count the move sequences of `depth` plies; bulk counts the last ply without making it, paths counts a move as often as there are orders and directions in which it can capture.
    """

def play_ends(position: Position, ends: Sequence[tuple[int, int]]) -> tuple[list[Move], list[Position]]:
    """
    Play moves given as (from, to), without a huff, as long as these tell one legal move; return the moves played and the position after each, as many as there were.
    """

MOST_TABLE_PIECES: int = 8

class Solved:
    """A slice of endgame positions, solved and packed."""

    @property
    def wins(self) -> int:
        """Positions won by the side to move."""

    @property
    def losses(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def longest_win(self) -> int:
        """The plies of the longest win."""

    @property
    def longest_wins(self) -> int:
        """Positions won in so many plies."""

    @property
    def longest_example(self) -> int:
        """The number of one of them."""

    def take_arrays(self) -> tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint64]]:
        """Return directory and words, once: they are moved out."""

class Endgames:
    """
    Endgame tables of one ruleset. A slice is named by the pieces of the side to move and of the other, as `KKm-K`.
    """

    @staticmethod
    def empty(ruleset: str) -> Endgames:
        """
        Return tables without a slice; ValueError for a ruleset in which the pieces alone do not say what is legal.
        """

    @property
    def ruleset(self) -> str: ...

    @property
    def pieces(self) -> int:
        """The pieces of the largest slice, else 0."""

    def slices(self, pieces: int) -> list[str]:
        """
        List the slices of 2 to so many pieces, each behind those that it leads to.
        """

    def twin(self, slice: str) -> str:
        """Return the slice in which the other side is to move."""

    def size(self, slice: str) -> int:
        """Return how many positions the index of a slice has room for."""

    def position(self, slice: str, number: int) -> Position:
        """
        Return a position of a slice by its number; ValueError where two men would share a square.
        """

    def add(self, slice: str, directory: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Take the arrays of a solved slice, without copying them; ValueError where they do not fit it.
        """

    def solve(self, slice: str, workers: int = 1) -> list[Solved]:
        """
        Solve a slice and its twin, which follows where it is another. All slices before it have to be there. Runs without the GIL; the same for any number of workers.
        """

    def probe(self, position: Position) -> tuple[int, int] | None:
        """
        Return 1, 0 or -1 as the side to move wins, draws or loses, and the plies to the end, 0 for a draw; None where the tables do not know. Draw rules are left out.
        """

WIN: int = 30000

WIN_BOUND: int = 29000

EXPECTED_WIN: int = 28900

STATIC_BOUND: int = 20000

NO_SCORE: int = -32768

class Evaluator:
    """Scores positions of one ruleset."""

    @staticmethod
    def handcrafted(ruleset: str, weights: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> Evaluator:
        """
        Make a handcrafted evaluator from [W, 2] int32 weights in the order of handcrafted_terms(ruleset), on the full and on the empty board; ValueError for another number of them.
        """

    @staticmethod
    def network(ruleset: str, input_weights: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], input_bias: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], output_weights: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu', writable=False)], output_bias: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], skip: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], buckets: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], activation_shift: int, output_shift: int) -> Evaluator:
        """
        Make a network from quantised arrays: int16 [4S, W], int16 [W], int16 [B, W] or, for two perspectives, [B, 2W], int32 [B], int32 [4S], uint8 [pieces + 1]. Shapes are checked, overflow is not: engine.evaluators.network proves that beforehand.
        """

    @property
    def ruleset(self) -> str: ...

    def evaluate(self, position: Position) -> int:
        """Return the static score in hundredths of a man for the side to move."""

def handcrafted_terms(ruleset: str) -> dict[str, int]:
    """
    Return the terms and how many weights each has, in the order of the weights.
    """

def untuned_weights(ruleset: str) -> numpy.typing.NDArray[numpy.int32]:
    """
    Return the weights chosen by hand, [W, 2] int32 in hundredths of a man: on the full and on the empty board.
    """

def material_weights(ruleset: str) -> numpy.typing.NDArray[numpy.int32]:
    """Return the weights of material alone: every positional one is zero."""

def handcrafted_features(ruleset: str, planes: numpy.typing.NDArray[numpy.uint64]) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
    """
    Return what each weight is multiplied by, [N, W] float32, and the share of the opening in it, [N], for positions given as the planes of samples, [N, 4 * words]. With m men more than the enemy, 100 m + features @ (share * opening + (1 - share) * ending) is the score but for rounding.
    """

def check_accumulator(evaluator: Evaluator, seed: int, plies: int) -> int:
    """
    Count the positions of random play in which the network's incrementally updated state differs from one worked out afresh.
    """

class Limits:
    """When a search ends; 0 means no such limit."""

    def __init__(self, *, depth: int = 0, nodes: int = 0, time_s: float = 0.0) -> None:
        """Plies, positions, seconds; ValueError when there is no limit at all."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def time_s(self) -> float: ...

class Line:
    """A line of play that a search found."""

    @property
    def move(self) -> Move | None:
        """Its first move, None where there is no legal one."""

    @property
    def score(self) -> int:
        """
        Hundredths of a man for the side to move; a forced win in n plies is WIN - n.
        """

    @property
    def depth(self) -> int:
        """The last iteration that was finished, in plies."""

    @property
    def pv(self) -> list[Move]:
        """The principal variation."""

class SearchResult(Line):
    """The best line and what it took to find."""

    @property
    def nodes(self) -> int:
        """Positions entered, quiescence included."""

    @property
    def table_hits(self) -> int:
        """Positions whose verdict came from endgame tables."""

    @property
    def time_s(self) -> float: ...

    @property
    def lines(self) -> list[Line]:
        """All lines that were asked for, best first."""

class Searcher:
    """
    A search with its transposition table and history. RuntimeError for a search or a clear while it is searching.
    """

    def __init__(self, evaluator: Evaluator, table_mib: float = 16.0, threads: int = 1) -> None: ...

    def search(self, position: Position, history: Sequence[int] = [], *, depth: int = 0, nodes: int = 0, time_s: float = 0.0, infinite: bool = False, lines: int = 1, follow: Callable[[SearchResult], object] | None = None) -> SearchResult:
        """
        Search a position; history holds the keys of the game's earlier positions, oldest first. follow is called whenever a line is finished, and ends the search by returning what is true or raising. Searches by one thread limited by nodes or depth are repeatable. Runs without the GIL; ValueError for a position of another ruleset, or neither a limit nor infinite.
        """

    def stop(self) -> None:
        """End a search running in another thread."""

    def clear(self) -> None:
        """Forget everything learnt in earlier searches."""

    def use(self, endgames: Endgames) -> None:
        """
        Look positions up in these tables from now on; they must not be added to while a search runs. ValueError for tables of another ruleset.
        """

class Reason(enum.IntEnum):
    """How a game ended."""

    NO_MOVE = 0

    REPETITION = 1

    NO_PROGRESS = 2

    EQUAL_KINGS = 3

    SCORE = 4
    """Won by adjudication: both sides agree on the score."""

    DRAWN_SCORE = 5
    """Drawn by adjudication: both sides agree on a level score."""

    MATERIAL = 6
    """Won by adjudication: a lasting lead in material."""

    PLY_CAP = 7
    """Drawn because the game would not end."""

    ENDGAME = 8
    """Stopped where endgame tables know the outcome."""

class Games:
    """
    Finished games as columns: game i has the plies offsets[i]..offsets[i+1] of the other columns.
    """

    @property
    def offsets(self, /) -> numpy.typing.NDArray[numpy.int64]:
        """[N+1] where each game's plies begin."""

    @property
    def moves(self, /) -> numpy.typing.NDArray[numpy.uint16]:
        """[M] place in the legal moves of that ply."""

    @property
    def scores(self, /) -> numpy.typing.NDArray[numpy.int16]:
        """
        [M] hundredths of a man for the side to move, NO_SCORE where nothing was searched.
        """

    @property
    def nodes(self, /) -> numpy.typing.NDArray[numpy.uint32]:
        """[M] positions entered by the search."""

    @property
    def times(self, /) -> numpy.typing.NDArray[numpy.float32]:
        """[M] seconds."""

    @property
    def results(self, /) -> numpy.typing.NDArray[numpy.int8]:
        """[N] +1 White won, 0 drawn, -1 Black won."""

    @property
    def reasons(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """[N] values of Reason."""

    @property
    def numbers(self, /) -> numpy.typing.NDArray[numpy.uint32]:
        """[N] the number of each game."""

    @property
    def white_players(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """
        [N] who played White: in a match 0 the first and 1 the second, in self-play 0 the champion and i the i-th of the league.
        """

    @property
    def black_players(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """[N] who played Black."""

    @property
    def starts(self) -> list[Position]:
        """The position each game began from."""

    def __len__(self) -> int: ...

class Adjudication:
    """
    When a game is ended early; 0 switches a rule off. Scores and material in hundredths of a man, lengths in plies.
    """

    def __init__(self, *, win_score: int = 0, win_plies: int = 0, draw_score: int = 0, draw_plies: int = 0, draw_from_ply: int = 0, material_lead: int = 0, material_plies: int = 0, ply_cap: int = 400) -> None:
        """
        win: the last win_plies scores of both sides say that one is win_score ahead. draw: draw_plies level scores within draw_score in as many plies without progress, from draw_from_ply on. material: a lead of material_lead for material_plies.
        """

def sample_dtype(ruleset: str) -> numpy.dtype[Any]:
    """
    Return the dtype of self-play's rows: key, planes [4] seen by the side to move (own men, own kings, their men, their kings; bit i = square i+1 of the board turned so that own men move towards square 1), game, ply, score in hundredths of a man and counts of wins, draws and losses, both for the side to move.
    """

def play_match(first: Evaluator, second: Evaluator, openings: Sequence[Position], *, first_limits: Limits, second_limits: Limits, adjudication: Adjudication, table_mib: float = 16.0, workers: int = 1, progress: Callable[[int], object] | None = None) -> Games:
    """
    Play every opening twice: in game 2i the first evaluator has the side to move, in game 2i+1 the second. progress is called with the number of games newly done. ValueError for evaluators or openings of different rulesets.
    """

def self_play(evaluator: Evaluator, *, seed: int, first_game: int, games: int, nodes: int, random_plies: tuple[int, int], opening_score: int, openings: Sequence[Position] = [], opening_share: float = 0.0, fork_share: float = 0.0, adjudication: Adjudication, league: Sequence[Evaluator] = [], league_share: float = 0.0, endgames: Endgames | None = None, table_mib: float = 1.0, workers: int = 1, progress: Callable[[int], object] | None = None) -> tuple[numpy.typing.NDArray[Any], Games]:
    """
    Play games of an evaluator against itself and return the quiet positions worth learning from, sorted by game and ply (sample_dtype), with the games. In a share of them a member of the league plays one side, whose positions are not kept. A game stops where the endgame tables know the outcome; then the line that they would play is kept, too, and proven scores as the largest that is. A pure function of all but workers and progress.
    """

class GameBatch:
    """
    Many games in step. The arrays are views that change with each step. RuntimeError for a call while another thread's is at work.
    """

    @staticmethod
    def make(ruleset: str, games: int, *, seed: int, starts: Sequence[Position] = [], random_plies: tuple[int, int] = (0, 0), ply_cap: int = 400, auto_reset: bool = True, threads: int = 1) -> GameBatch:
        """
        Begin games, each at one of the starts (the ruleset's where there are none) and after a number of random plies between two bounds; ValueError for starts of another ruleset or that are over.
        """

    @property
    def observations(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """
        [B, planes, squares] as the side to move sees it; see observation_planes.
        """

    @property
    def final_observations(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """
        [B, planes, squares] of the last position of games that have just ended and begun anew.
        """

    @property
    def action_mask(self, /) -> numpy.typing.NDArray[numpy.bool_]:
        """[B, actions] which actions are legal; none where a game is over."""

    @property
    def turns(self, /) -> numpy.typing.NDArray[numpy.uint8]:
        """[B] values of Colour."""

    @property
    def plies(self, /) -> numpy.typing.NDArray[numpy.int32]:
        """[B] played in the game so far."""

    @property
    def rewards(self, /) -> numpy.typing.NDArray[numpy.float32]:
        """
        [B] 1 where the side that has just moved has won by it, -1 where it has lost, else 0.
        """

    @property
    def terminated(self, /) -> numpy.typing.NDArray[numpy.bool_]:
        """[B] where the game has ended by its rules."""

    @property
    def truncated(self, /) -> numpy.typing.NDArray[numpy.bool_]:
        """[B] where it was stopped at the ply cap."""

    @property
    def reasons(self, /) -> numpy.typing.NDArray[numpy.int8]:
        """[B] values of Reason where the game has ended, else -1."""

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed, as a new batch would."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Play [B] actions; ValueError, and nothing is played, where one is illegal. A game that is over stays as it is. Runs without the GIL.
        """

    def sample(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        Draw a legal action for each game, all equally likely; 0 where it is over.
        """

    def position(self, game: int) -> Position:
        """Return the position of a game."""

    def __len__(self) -> int: ...

def action_count(ruleset: str) -> int:
    """Return how many actions there are: the outputs that a policy needs."""

def actions(position: Position) -> list[int]:
    """Return the action of each of the legal moves, in their order."""

def observation_planes(ruleset: str) -> list[tuple[str, int]]:
    """
    Return what each plane of an observation holds, and its greatest value.
    """
