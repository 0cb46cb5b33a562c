// Moves as numbers with a lasting meaning, for learners whose policy has an output for each.
//
// A number says where a move goes from and to, as the side to move sees the board: square i+1 of
// the turned board is i, and from i to j is i * squares + j; a capture that comes back to where it
// began is i * squares + i. Where pieces are huffed, squares * squares numbers more for each square
// whose piece is, and then the same. Few moves agree in all of that and differ in what they take or
// in being crowned on the way: the first of those keeps the number, the others get spare ones
// behind, in order. There are as many spares as a list has moves, so no legal move goes without.
#pragma once

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "movelist.hpp"

namespace crownhead {

// The square of a bit as a side sees it, counted from 0: the board is turned for Black.
template <RulesetTag R>
int seen_square(int bit, Colour c) {
    const int square = Layout<R>::square_of(bit);
    return c == Colour::white ? square : Layout<R>::turned(square);
}

template <RulesetTag R>
class Actions {
    using L = Layout<R>;
    using Bits = typename L::Bits;
    static constexpr bool huffs = R::rules.obligation == Obligation::huff;

public:
    static constexpr int named = L::squares * L::squares * (huffs ? L::squares + 1 : 1);
    static constexpr int count = named + MoveList<R>::capacity;

    // Puts the number of each move of a position's list into `actions`.
    static void number(const MoveList<R>& list, Colour turn, std::vector<std::int32_t>& actions) {
        actions.clear();
        for (const auto& m : list) actions.push_back(by_ends(m, turn));
        if (repeats(list, actions)) hand_out_spares(list, turn, actions);
    }

private:
    static std::int32_t by_ends(const Move<R>& m, Colour turn) {
        const int huffed =
            huffs && m.forfeited != Move<R>::nothing ? 1 + seen_square<R>(m.forfeited, turn) : 0;
        return (huffed * L::squares + seen_square<R>(m.from, turn)) * L::squares +
               seen_square<R>(m.to, turn);
    }

    // Moves that capture nothing differ in their ends, so one of any two alike is a capture.
    static bool repeats(const MoveList<R>& list, const std::vector<std::int32_t>& actions) {
        for (int i = 0; i < list.size(); ++i) {
            if (!list[i].is_capture()) continue;
            const auto own = actions.begin() + i;
            if (std::find(actions.begin(), own, *own) != own) return true;
            if (std::find(own + 1, actions.end(), *own) != actions.end()) return true;
        }
        return false;
    }

    // In an order that is the same for both sides, whatever the order of the list.
    static void hand_out_spares(const MoveList<R>& list, Colour turn,
                                std::vector<std::int32_t>& actions) {
        std::vector<std::tuple<std::int32_t, Bits, int, std::size_t>> sorted;
        for (std::size_t i = 0; i < actions.size(); ++i) {
            const Move<R>& m = list[static_cast<int>(i)];
            sorted.emplace_back(actions[i], as_seen(m.captured, turn), m.promotes, i);
        }
        std::sort(sorted.begin(), sorted.end());
        std::int32_t spare = named;
        for (std::size_t i = 1; i < sorted.size(); ++i) {
            if (std::get<0>(sorted[i]) == std::get<0>(sorted[i - 1])) {
                actions[std::get<3>(sorted[i])] = spare++;
            }
        }
    }

    // Bit i for square i+1 as the side sees it.
    static Bits as_seen(Bits squares, Colour turn) {
        Bits seen = 0;
        for (; squares; squares &= squares - 1) {
            seen |= L::bit(seen_square<R>(L::first(squares), turn));
        }
        return seen;
    }
};

}  // namespace crownhead
