// Scores: hundredths of a man for the side to move; a forced win in n plies is win - n.
#pragma once

#include <algorithm>

namespace crownhead {

inline constexpr int win = 30000;
inline constexpr int win_bound = 29000;  // beyond this a score is an exact distance
// Less the plies: a win by endgame tables that takes longer than the counters of draw rules allow as
// they stand. To be expected, for captures and moves of men set them back, but not sure.
inline constexpr int expected_win = 28900;
inline constexpr int static_bound = 20000;  // a static evaluation stays within this
inline constexpr int infinite = 32000;
inline constexpr int man_value = 100;

constexpr int clamp_static(int score) { return std::clamp(score, -static_bound, static_bound); }

}  // namespace crownhead
