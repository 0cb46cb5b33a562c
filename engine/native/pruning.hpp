// Where the search looks less deep than it was asked to, and by how much. Scores are in hundredths
// of a man, depths in plies. engine/search/LEDGER.md has the match behind every number.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace crownhead {

// Plies beyond the horizon at which a pending capture of the enemy is still looked at move by move.
inline constexpr int threat_plies = 1;

// Reverse futility: a quiet position that is so far above the window, for each ply still to go, is
// taken to stay there.
inline constexpr int reverse_futility_depth = 5;
inline constexpr int reverse_futility_margin = 40;

// Futility: in a quiet position so far below the window only the moves of promise are tried.
inline constexpr int futility_depth = 3;
inline constexpr int futility_margin = 60;

// Internal reduction: without a move from the table a position is looked at one ply less deep; the
// move that it finds is there when the position comes back.
inline constexpr int blind_depth = 4;

// The plies taken off the i-th move of a node at first, `extra` more than usual; late moves seldom
// turn out best.
inline int late_move_reduction(int depth, int i, bool pv, int extra) {
    if (depth < 3 || i < 2) return 0;
    constexpr int most_depth = 100;
    constexpr int most_moves = 64;
    static const auto table = [] {
        std::array<std::array<std::int8_t, most_moves>, most_depth> plies{};
        for (std::size_t d = 1; d < most_depth; ++d) {
            for (std::size_t k = 1; k < most_moves; ++k) {
                plies[d][k] = static_cast<std::int8_t>(
                    0.6 + std::log(static_cast<double>(d)) * std::log(static_cast<double>(k)) / 2);
            }
        }
        return plies;
    }();
    const auto d = static_cast<std::size_t>(std::min(depth, most_depth - 1));
    const auto k = static_cast<std::size_t>(std::min(i, most_moves - 1));
    return std::clamp(table[d][k] - pv + extra, 0, depth - 2);
}

}  // namespace crownhead
