// Sets of squares in a ghost-square layout.
//
// Two rows of n playable squares take 2n+1 bits: one ghost bit follows every second row, so that a
// diagonal step is a constant shift by n or n+1 on every row and a step off either edge lands on a
// ghost or outside, where one AND with the board removes it. Row 0 is the top (Black's side),
// bits ascend left to right and downwards, so Black's men move up the bits and White's down.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "rules.hpp"

namespace crownhead {

// Square counts of both halves are added before the last fold; this inline form beats the library
// call that a baseline x86-64 build makes of std::popcount.
constexpr int popcount(std::uint64_t b) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return std::popcount(b);
#else
    b -= (b >> 1) & 0x5555555555555555u;
    b = (b & 0x3333333333333333u) + ((b >> 2) & 0x3333333333333333u);
    b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((b * 0x0101010101010101u) >> 56);
#endif
}

enum class Direction { up_left, up_right, down_left, down_right };

template <RulesetTag R>
struct Layout {
    static constexpr int rows = R::rules.rows;
    static constexpr int row_squares = R::rules.cols / 2;
    static constexpr int squares = rows * row_squares;
    static constexpr int bits = rows / 2 * (2 * row_squares + 1);
    static_assert(rows % 2 == 0 && bits <= 64);
    using Bits = std::uint64_t;

    // The bit of a square counted 0.. row by row from the top left.
    static constexpr int bit_of(int square) {
        const int pair = square / (2 * row_squares);
        return square + pair;
    }
    static constexpr int square_of(int bit) { return bit - bit / (2 * row_squares + 1); }
    static constexpr Bits bit(int index) { return Bits{1} << index; }

    static constexpr Bits row_mask(int row) {
        Bits mask = 0;
        for (int i = 0; i < row_squares; ++i) mask |= bit(bit_of(row * row_squares + i));
        return mask;
    }
    static constexpr Bits rows_mask(int first, int last) {
        Bits mask = 0;
        for (int row = first; row <= last; ++row) mask |= row_mask(row);
        return mask;
    }

    static constexpr Bits board = rows_mask(0, rows - 1);
    // The row on which a side's men are crowned: the opponent's kings row.
    static constexpr Bits crown_row[2] = {row_mask(0), row_mask(rows - 1)};
    static constexpr Bits start[2] = {rows_mask(rows - R::rules.men_rows, rows - 1),
                                      rows_mask(0, R::rules.men_rows - 1)};

    static constexpr int step(Direction d) {
        switch (d) {
            case Direction::up_left: return -(row_squares + 1);
            case Direction::up_right: return -row_squares;
            case Direction::down_left: return row_squares;
            case Direction::down_right: return row_squares + 1;
        }
        return 0;
    }

    // A whole set one step (or `steps`) along a direction; the caller removes what left the board.
    template <Direction D, int Steps = 1>
    static constexpr Bits shift(Bits b) {
        constexpr int by = step(D) * Steps;
        if constexpr (by > 0) {
            return b << by;
        } else {
            return b >> -by;
        }
    }

    static int first(Bits b) { return std::countr_zero(b); }

    // The set turned 180 degrees: the other player's view.
    static constexpr int turned(int square) { return squares - 1 - square; }
};

constexpr Direction opposite(Direction d) {
    switch (d) {
        case Direction::up_left: return Direction::down_right;
        case Direction::up_right: return Direction::down_left;
        case Direction::down_left: return Direction::up_right;
        case Direction::down_right: return Direction::up_left;
    }
    return d;
}

constexpr bool is_forward(Direction d, Colour c) {
    const bool up = d == Direction::up_left || d == Direction::up_right;
    return up == (c == Colour::white);
}

// Calls f with each diagonal direction as a compile-time constant.
template <class F>
[[gnu::always_inline]] inline void for_each_direction(F&& f) {
    f(std::integral_constant<Direction, Direction::up_left>{});
    f(std::integral_constant<Direction, Direction::up_right>{});
    f(std::integral_constant<Direction, Direction::down_left>{});
    f(std::integral_constant<Direction, Direction::down_right>{});
}

}  // namespace crownhead
