// Endgame tables: making slices, and looking positions up in them.

#include <algorithm>

#include "../any_endgames.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

using Words =
    nb::ndarray<const std::uint64_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::string pieces_text(int men, int kings) {
    return std::string(static_cast<std::size_t>(kings), 'K') +
           std::string(static_cast<std::size_t>(men), 'm');
}

// Own pieces before those of the other side; whose move it is where that makes a difference.
std::string name_of(const AnyEndgames& e, const Slice& s) {
    const std::string turn = e.twin(s).turn == s.turn  ? ""
                             : s.turn == Colour::white ? "-white"
                                                       : "-black";
    return pieces_text(s.own_men, s.own_kings) + "-" + pieces_text(s.men, s.kings) + turn;
}

Slice slice_named(const AnyEndgames& e, const std::string& name) {
    const std::size_t bar = name.find('-');
    const auto count = [&](char piece, bool own) {
        const auto begin = name.begin();
        const auto middle = begin + static_cast<std::ptrdiff_t>(std::min(bar, name.size()));
        return static_cast<int>(own ? std::count(begin, middle, piece)
                                    : std::count(middle, name.end(), piece));
    };
    for (const Colour turn : {Colour::white, Colour::black}) {
        const Slice slice{count('m', true), count('K', true), count('m', false), count('K', false),
                          turn};
        const bool both = slice.own_men + slice.own_kings && slice.men + slice.kings;
        if (both && slice.pieces() <= most_table_pieces && name_of(e, slice) == name) return slice;
    }
    throw std::invalid_argument("expected a slice such as 'KKm-K', got '" + name + "'");
}

Packed packed(const Words& directory, const Words& words) {
    auto* arrays = new std::pair<Words, Words>(directory, words);
    return {{directory.data(), directory.size()},
            {words.data(), words.size()},
            std::shared_ptr<const void>(arrays, [](const void* p) {
                const nb::gil_scoped_acquire acquire;
                delete static_cast<const std::pair<Words, Words>*>(p);
            })};
}

nb::object array(std::vector<std::uint64_t>&& values) {
    auto* data = new std::vector<std::uint64_t>(std::move(values));
    nb::capsule owner(data,
                      [](void* p) noexcept { delete static_cast<std::vector<std::uint64_t>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, std::uint64_t>(data->data(), {data->size()}, owner));
}

nb::list solve(const AnyEndgames& e, const std::string& name, int workers) {
    if (workers < 1) {
        throw std::invalid_argument("expected 1 worker or more, got " + std::to_string(workers));
    }
    const Slice slice = slice_named(e, name);
    Interrupt interrupt;
    auto solved = interruptible(interrupt, nb::none(), [&](Interrupt& in, const Poll& poll) {
        return e.solve(slice, workers, in, poll);
    });
    nb::list result;
    for (Solved& s : solved) result.append(nb::cast(std::move(s)));
    return result;
}

nb::object outcome_and_plies(Verdict v) {
    if (v == unknown) return nb::none();
    return nb::make_tuple(is_win(v) ? 1 : is_loss(v) ? -1 : 0, v == drawn ? 0 : v);
}

}  // namespace

void bind_endgames(nb::module_& m) {
    m.attr("MOST_TABLE_PIECES") = most_table_pieces;
    nb::class_<Solved>(m, "Solved", "A slice of endgame positions, solved and packed.")
        .def_ro("wins", &Solved::wins, "Positions won by the side to move.")
        .def_ro("losses", &Solved::losses)
        .def_ro("draws", &Solved::draws)
        .def_ro("longest_win", &Solved::longest_win, "The plies of the longest win.")
        .def_ro("longest_wins", &Solved::longest_wins, "Positions won in so many plies.")
        .def_ro("longest_example", &Solved::longest_example, "The number of one of them.")
        .def(
            "take_arrays",
            [](Solved& s) {
                return nb::make_tuple(array(std::move(s.directory)), array(std::move(s.words)));
            },
            nb::sig("def take_arrays(self) -> tuple[numpy.typing.NDArray[numpy.uint64], "
                    "numpy.typing.NDArray[numpy.uint64]]"),
            "Return directory and words, once: they are moved out.");
    nb::class_<AnyEndgames>(m, "Endgames",
                            "Endgame tables of one ruleset. A slice is named by the pieces of the "
                            "side to move and of the other, as `KKm-K`.")
        .def_static(
            "empty", [](const std::string& name) { return core_named(name).endgames(); },
            "ruleset"_a,
            "Return tables without a slice; ValueError for a ruleset in which the pieces alone do "
            "not say what is legal.")
        .def_prop_ro("ruleset",
                     [](const AnyEndgames& e) { return std::string(e.core().rules().name); })
        .def_prop_ro("pieces", &AnyEndgames::pieces, "The pieces of the largest slice, else 0.")
        .def(
            "slices",
            [](const AnyEndgames& e, int pieces) {
                if (pieces < 2 || pieces > most_table_pieces) {
                    throw std::invalid_argument("expected 2-" + std::to_string(most_table_pieces) +
                                                " pieces, got " + std::to_string(pieces));
                }
                std::vector<std::string> names;
                for (const Slice& s : e.slices(pieces)) names.push_back(name_of(e, s));
                return names;
            },
            "pieces"_a,
            "List the slices of 2 to so many pieces, each behind those that it leads to.")
        .def(
            "twin",
            [](const AnyEndgames& e, const std::string& name) {
                return name_of(e, e.twin(slice_named(e, name)));
            },
            "slice"_a, "Return the slice in which the other side is to move.")
        .def(
            "size",
            [](const AnyEndgames& e, const std::string& name) {
                return e.size(slice_named(e, name));
            },
            "slice"_a, "Return how many positions the index of a slice has room for.")
        .def(
            "position",
            [](const AnyEndgames& e, const std::string& name, std::uint64_t number) {
                const Slice slice = slice_named(e, name);
                if (number >= e.size(slice)) {
                    throw std::invalid_argument("expected a number below " +
                                                std::to_string(e.size(slice)) + ", got " +
                                                std::to_string(number));
                }
                return e.position(slice, number);
            },
            "slice"_a, "number"_a,
            "Return a position of a slice by its number; ValueError where two men would share a "
            "square.")
        .def(
            "add",
            [](AnyEndgames& e, const std::string& name, const Words& directory,
               const Words& words) { e.add(slice_named(e, name), packed(directory, words)); },
            "slice"_a, "directory"_a.noconvert(), "words"_a.noconvert(),
            "Take the arrays of a solved slice, without copying them; ValueError where they do not "
            "fit it.")
        .def("solve", &solve, "slice"_a, "workers"_a = 1,
             nb::sig("def solve(self, slice: str, workers: int = 1) -> list[Solved]"),
             "Solve a slice and its twin, which follows where it is another. All slices before "
             "it have to be there. Runs without the GIL; the same for any number of workers.")
        .def(
            "probe",
            [](const AnyEndgames& e, const AnyPosition& p) {
                if (p.core != &e.core()) {
                    throw std::invalid_argument(
                        "expected a position of ruleset '" + std::string(e.core().rules().name) +
                        "', got one of '" + std::string(p.core->rules().name) + "'");
                }
                return outcome_and_plies(e.verdict(p));
            },
            "position"_a, nb::sig("def probe(self, position: Position) -> tuple[int, int] | None"),
            "Return 1, 0 or -1 as the side to move wins, draws or loses, and the plies to the end, "
            "0 for a draw; None where the tables do not know. Draw rules are left out.");
}

}  // namespace crownhead
