// Rulesets, positions, moves and perft.

#include <cstring>
#include <functional>

#include "../core.hpp"
#include "bindings.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

std::vector<int> listed(const SquareSet& squares) {
    std::vector<int> list;
    for (int s = 0; s < max_squares; ++s) {
        if (squares[s]) list.push_back(s + 1);
    }
    return list;
}

// Adds `squares` to `set`, refusing numbers off the board and squares that `occupied` holds.
void place(const std::vector<int>& squares, int board_squares, SquareSet& occupied,
           SquareSet& set) {
    for (const int square : squares) {
        if (square < 1 || square > board_squares) {
            throw std::invalid_argument("expected a square 1-" + std::to_string(board_squares) +
                                        ", got " + std::to_string(square));
        }
        if (occupied[square - 1]) {
            throw std::invalid_argument("expected at most one piece on a square, got two on " +
                                        std::to_string(square));
        }
        occupied.set(square - 1);
        set.set(square - 1);
    }
}

int counter(int plies, const char* name) {
    if (plies < 0 || plies > 10000) {
        throw std::invalid_argument("expected 0-10000 plies " + std::string(name) + ", got " +
                                    std::to_string(plies));
    }
    return plies;
}

using Runs = std::pair<std::pair<int, int>, std::pair<int, int>>;

AnyPosition make_position(const std::string& ruleset, Colour turn,
                          const std::vector<int>& white_men, const std::vector<int>& white_kings,
                          const std::vector<int>& black_men, const std::vector<int>& black_kings,
                          int no_progress, int equal_kings, const std::vector<int>& huffable,
                          const Runs& king_runs) {
    const Core& core = core_named(ruleset);
    AnyPosition p{};
    p.core = &core;
    p.turn = turn;
    p.no_progress = counter(no_progress, "without progress");
    p.equal_kings = counter(equal_kings, "with equally many kings");
    SquareSet occupied;
    place(white_men, core.squares(), occupied, p.men[0]);
    place(white_kings, core.squares(), occupied, p.kings[0]);
    place(black_men, core.squares(), occupied, p.men[1]);
    place(black_kings, core.squares(), occupied, p.kings[1]);
    SquareSet none;
    place(huffable, core.squares(), none, p.huffable);
    p.runs[0] = {king_runs.first.first, king_runs.first.second};
    p.runs[1] = {king_runs.second.first, king_runs.second.second};
    core.check(p);
    return p;
}

AnyPosition push(const AnyPosition& p, const AnyMove& m) {
    for (const AnyMove& legal : p.core->legal_moves(p)) {
        if (legal == m) return p.core->after(p, m);
    }
    throw std::invalid_argument("move " + std::to_string(m.from_square) +
                                (m.captured.any() ? "x" : "-") + std::to_string(m.to_square) +
                                " is not legal in this position");
}

nb::object planes(const AnyPosition& p) {
    const std::size_t squares = static_cast<std::size_t>(p.core->squares());
    auto* data = new std::uint8_t[4 * squares]();
    nb::capsule owner(data, [](void* q) noexcept { delete[] static_cast<std::uint8_t*>(q); });
    const int us = index(p.turn);
    const SquareSet* sets[4] = {&p.men[us], &p.kings[us], &p.men[1 - us], &p.kings[1 - us]};
    for (std::size_t plane = 0; plane < 4; ++plane) {
        for (std::size_t s = 0; s < squares; ++s) {
            const std::size_t seen = p.turn == Colour::white ? s : squares - 1 - s;
            data[plane * squares + seen] = (*sets[plane])[s];
        }
    }
    return nb::cast(nb::ndarray<nb::numpy, std::uint8_t>(data, {4, squares}, owner));
}

void bind_ruleset(nb::module_& m) {
    nb::class_<Core>(m, "Ruleset", "The facts of one game.")
        .def_prop_ro("name", [](const Core& c) { return std::string(c.rules().name); })
        .def_prop_ro(
            "game_type", [](const Core& c) { return std::string(c.rules().game_type); },
            "The PDN 3.0 GameType tag.")
        .def_prop_ro("rows", [](const Core& c) { return c.rules().rows; })
        .def_prop_ro("cols", [](const Core& c) { return c.rules().cols; })
        .def_prop_ro("squares", &Core::squares, "The number of playable squares.")
        .def_prop_ro("men", &Core::men, "The men of each side at the start.")
        .def_prop_ro("first_mover", [](const Core& c) { return c.rules().first_mover; })
        .def_prop_ro(
            "no_progress_plies", [](const Core& c) { return c.rules().no_progress_plies; },
            "Plies without capture or man move that make a draw.")
        .def_prop_ro(
            "equal_kings_plies", [](const Core& c) { return c.rules().equal_kings_plies; },
            "Plies without capture while both sides have equally many kings that make a draw, 0 = "
            "never.")
        .def_prop_ro(
            "repetitions", [](const Core& c) { return c.rules().repetitions; },
            "Occurrences of a position that make a draw.")
        .def_prop_ro(
            "removes_at_once", [](const Core& c) { return c.rules().removal != Removal::at_end; },
            "Whether a piece leaves the board as it is taken, not when the turn is over.")
        .def("__repr__",
             [](const Core& c) { return "Ruleset('" + std::string(c.rules().name) + "')"; });
    m.def(
        "rulesets",
        [] {
            nb::list list;
            for (const Core* core : cores()) list.append(nb::cast(core, nb::rv_policy::reference));
            return list;
        },
        nb::sig("def rulesets() -> list[Ruleset]"), "Return every ruleset there is.");
}

void bind_move(nb::module_& m) {
    nb::class_<AnyMove>(m, "Move", "One whole turn. Squares are numbered from 1.")
        .def_ro("from_square", &AnyMove::from_square)
        .def_ro("to_square", &AnyMove::to_square)
        .def_prop_ro(
            "captured", [](const AnyMove& a) { return listed(a.captured); },
            "The squares of the pieces taken, ascending.")
        .def_ro("promoted", &AnyMove::promoted, "Whether the piece becomes a king by it.")
        .def_ro("huffed", &AnyMove::huffed,
                "The square of the enemy's piece removed before the move, 0 for none.")
        .def_ro("lost", &AnyMove::lost,
                "The square of the own piece lost by it, where it stands then, 0 for none.")
        .def(
            "__eq__", [](const AnyMove& a, const AnyMove& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__",
             [](const AnyMove& a) {
                 return std::hash<SquareSet>{}(a.captured) * 31 +
                        static_cast<std::size_t>(((a.huffed + a.lost) * 128 + a.from_square) * 128 +
                                                 a.to_square);
             })
        .def("__repr__", [](const AnyMove& a) {
            return "Move(" + std::to_string(a.from_square) + (a.captured.any() ? "x" : "-") +
                   std::to_string(a.to_square) + ")";
        });
}

void bind_position(nb::module_& m) {
    nb::class_<AnyPosition>(
        m, "Position",
        "Pieces and the side to move; immutable. Equality and hash leave the counter out.")
        .def(
            "__init__",
            [](AnyPosition* self, const std::string& ruleset, Colour turn,
               const std::vector<int>& white_men, const std::vector<int>& white_kings,
               const std::vector<int>& black_men, const std::vector<int>& black_kings,
               int no_progress, int equal_kings, const std::vector<int>& huffable,
               const Runs& king_runs) {
                new (self) AnyPosition(make_position(ruleset, turn, white_men, white_kings,
                                                     black_men, black_kings, no_progress,
                                                     equal_kings, huffable, king_runs));
            },
            "ruleset"_a, "turn"_a, "white_men"_a, "white_kings"_a, "black_men"_a, "black_kings"_a,
            "no_progress"_a = 0, "equal_kings"_a = 0, "huffable"_a = std::vector<int>{},
            "king_runs"_a = Runs{},
            "Set up a position; huffable are squares of the side not to move, king_runs (square, "
            "moves) of White's and Black's last-moved king. ValueError for a square off the board "
            "or occupied twice, for a man on the row where it is crowned, for a state the ruleset "
            "does not have or the pieces contradict, and for an unknown ruleset.")
        .def_static(
            "start", [](const std::string& name) { return core_named(name).start(); }, "ruleset"_a,
            "Return the start position; ValueError for an unknown ruleset.")
        .def_prop_ro(
            "ruleset", [](const AnyPosition& p) { return p.core; }, nb::rv_policy::reference)
        .def_ro("turn", &AnyPosition::turn, "The side to move.")
        .def_prop_ro("white_men", [](const AnyPosition& p) { return listed(p.men[0]); })
        .def_prop_ro("white_kings", [](const AnyPosition& p) { return listed(p.kings[0]); })
        .def_prop_ro("black_men", [](const AnyPosition& p) { return listed(p.men[1]); })
        .def_prop_ro("black_kings", [](const AnyPosition& p) { return listed(p.kings[1]); })
        .def_ro("no_progress", &AnyPosition::no_progress,
                "Plies since the last capture, forfeit or man move.")
        .def_ro("equal_kings", &AnyPosition::equal_kings,
                "Plies since a capture or a change in the kings, while both sides have as many.")
        .def_prop_ro(
            "huffable", [](const AnyPosition& p) { return listed(p.huffable); },
            "The squares of the side not to move whose piece may be huffed.")
        .def_prop_ro(
            "king_runs",
            [](const AnyPosition& p) {
                return Runs{{p.runs[0].square, p.runs[0].moves},
                            {p.runs[1].square, p.runs[1].moves}};
            },
            "(square, moves in a row) of White's and of Black's last-moved king, (0, 0) "
            "where there is none.")
        .def_prop_ro(
            "key", [](const AnyPosition& p) { return p.core->key(p); }, "The 64-bit Zobrist key.")
        .def(
            "legal_moves", [](const AnyPosition& p) { return p.core->legal_moves(p); },
            "Return the legal moves, always in the same order.")
        .def("push", &push, "move"_a,
             "Return the position after a move; ValueError if it is not legal here.")
        .def(
            "paths",
            [](const AnyPosition& p, const AnyMove& move) {
                push(p, move);
                return p.core->paths(p, move);
            },
            "move"_a, "Return every way to play a move: the squares visited, from first to last.")
        .def(
            "can_capture",
            [](const AnyPosition& p, Colour colour) { return p.core->can_capture(p, colour); },
            "colour"_a, "Return whether that side could capture were it to move.")
        .def("planes", &planes, nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.uint8]"),
             "Return [4, squares] uint8: own men, own kings, their men, their kings, seen from "
             "the side to move (the board turned 180 degrees for Black).")
        .def(
            "__eq__", [](const AnyPosition& a, const AnyPosition& b) { return a == b; },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const AnyPosition& p) { return p.core->key(p); });
    m.def(
        "perft",
        [](const AnyPosition& p, int depth, bool bulk, bool paths) {
            if (depth < 0) {
                throw std::invalid_argument("expected a depth of 0 or more, got " +
                                            std::to_string(depth));
            }
            const Counting moves = bulk ? Counting::bulk : Counting::made;
            nb::gil_scoped_release release;
            return p.core->perft(p, depth, paths ? Counting::paths : moves);
        },
        "position"_a, "depth"_a, "bulk"_a = true, "paths"_a = false,
        "Count the move sequences of `depth` plies; bulk counts the last ply without making it, "
        "paths counts a move as often as there are orders and directions in which it can capture.");
}

}  // namespace

void bind_rules(nb::module_& m) {
    nb::enum_<Colour>(m, "Colour", nb::is_arithmetic(), "A side.")
        .value("WHITE", Colour::white)
        .value("BLACK", Colour::black);
    bind_ruleset(m);
    bind_move(m);
    bind_position(m);
}

}  // namespace crownhead
