// Playing many recorded moves at one call: archives hold half a million plies, and a call a ply
// would cost more than the rules do.

#include <algorithm>

#include "../core.hpp"
#include "bindings.hpp"

namespace crownhead {
namespace {

using namespace nb::literals;

struct Played {
    std::vector<AnyMove> moves;
    std::vector<AnyPosition> positions;
};

// Plays moves named by their ends alone, up to the first for which those do not tell one move.
Played play_ends(AnyPosition p, const std::vector<std::pair<int, int>>& ends) {
    Played played;
    for (const auto& [from, to] : ends) {
        const std::vector<AnyMove> moves = p.core->legal_moves(p);
        const auto named = [from, to](const AnyMove& m) {
            return m.from_square == from && m.to_square == to && m.huffed == 0;
        };
        const auto found = std::find_if(moves.begin(), moves.end(), named);
        if (found == moves.end() || std::any_of(found + 1, moves.end(), named)) break;
        p = p.core->after(p, *found);
        played.moves.push_back(*found);
        played.positions.push_back(p);
    }
    return played;
}

}  // namespace

void bind_replay(nb::module_& m) {
    m.def(
        "play_ends",
        [](const AnyPosition& p, const std::vector<std::pair<int, int>>& ends) {
            Played played = play_ends(p, ends);
            return std::pair(std::move(played.moves), std::move(played.positions));
        },
        "position"_a, "ends"_a,
        "Play moves given as (from, to), without a huff, as long as these tell one legal move; "
        "return the moves played and the position after each, as many as there were.");
}

}  // namespace crownhead
