// Sets of squares in a ghost-square layout.
//
// Two rows of n playable squares take 2n+1 bits: one ghost bit follows every second row, so that a
// diagonal step is a constant shift by n or n+1 on every row and a step off either edge lands on a
// ghost or outside, where one AND with the board removes it. Row 0 is the top (Black's side), bits
// ascend downwards, so Black's men move up the bits and White's down. A board whose bottom-left
// square is not played on is the mirror image. A straight step goes two rows or two columns, to
// the next square of the same line. Where all squares are played on, a row is its columns, a
// straight step is one square, and there are no ghosts.
#pragma once

#include <array>
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

constexpr int lowest_bit(std::uint64_t b) { return std::countr_zero(b); }

using Wide = unsigned __int128;  // the 12x12 boards

constexpr int popcount(Wide b) {
    return popcount(static_cast<std::uint64_t>(b)) + popcount(static_cast<std::uint64_t>(b >> 64));
}

constexpr int lowest_bit(Wide b) {
    const auto low = static_cast<std::uint64_t>(b);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(b >> 64));
}

enum class Direction { up_left, up_right, down_left, down_right, up, down, left, right };

constexpr Direction opposite(Direction d) {
    constexpr Direction turned[] = {
        Direction::down_right, Direction::down_left, Direction::up_right, Direction::up_left,
        Direction::down,       Direction::up,        Direction::right,    Direction::left};
    return turned[static_cast<int>(d)];
}

// What a direction is to a side.
constexpr Directions seen_by(Direction d, Colour c) {
    const bool white = c == Colour::white;
    switch (d) {
        case Direction::up_left:
        case Direction::up_right: return white ? diagonally_forward : diagonally_backward;
        case Direction::down_left:
        case Direction::down_right: return white ? diagonally_backward : diagonally_forward;
        case Direction::up: return white ? straight_forward : straight_backward;
        case Direction::down: return white ? straight_backward : straight_forward;
        case Direction::left:
        case Direction::right: return sideways;
    }
    return 0;
}

// Calls f with each direction as a compile-time constant.
template <class F>
[[gnu::always_inline]] inline void for_each_direction(F&& f) {
    f(std::integral_constant<Direction, Direction::up_left>{});
    f(std::integral_constant<Direction, Direction::up_right>{});
    f(std::integral_constant<Direction, Direction::down_left>{});
    f(std::integral_constant<Direction, Direction::down_right>{});
    f(std::integral_constant<Direction, Direction::up>{});
    f(std::integral_constant<Direction, Direction::down>{});
    f(std::integral_constant<Direction, Direction::left>{});
    f(std::integral_constant<Direction, Direction::right>{});
}

template <RulesetTag R>
struct Layout {
    static constexpr bool every_square = R::rules.squares == Squares::all;
    static constexpr bool mirrored = R::rules.squares == Squares::not_bottom_left;
    static constexpr int rows = R::rules.rows;
    static constexpr int row_squares = every_square ? R::rules.cols : R::rules.cols / 2;
    static constexpr int squares = rows * row_squares;
    // Bits of the rows that the pattern repeats after, and rows it takes.
    static constexpr int period = every_square ? row_squares : 2 * row_squares + 1;
    static constexpr int period_rows = every_square ? 1 : 2;
    static constexpr int bits = rows / period_rows * period;
    static_assert(rows % period_rows == 0 && bits <= 128);
    using Bits = std::conditional_t<(bits <= 64), std::uint64_t, Wide>;

    // The bit of a square counted 0.. row by row from the top left.
    static constexpr int bit_of(int square) {
        const int row = square / row_squares;
        const int place = square % row_squares;
        return row / period_rows * period + row % period_rows * row_squares +
               (mirrored ? row_squares - 1 - place : place);
    }
    static constexpr int square_of(int bit) { return square_of_bit[static_cast<std::size_t>(bit)]; }
    static constexpr int row_of(int square) { return square / row_squares; }
    static constexpr int column_of(int square) {
        const int place = square % row_squares;
        if (every_square) return place;
        return 2 * place + (row_of(square) % 2 == (mirrored ? 1 : 0) ? 1 : 0);
    }
    static constexpr Bits bit(int index) { return Bits{1} << index; }
    static constexpr int first(Bits b) { return lowest_bit(b); }
    static constexpr Bits lowest(Bits b) { return b & (~b + 1); }

    static constexpr Bits row_mask(int row) {
        Bits mask = 0;
        for (int i = 0; i < row_squares; ++i) mask |= bit(bit_of(row * row_squares + i));
        return mask;
    }
    static constexpr Bits rows_mask(int first_row, int last_row) {
        Bits mask = 0;
        for (int row = first_row; row <= last_row; ++row) mask |= row_mask(row);
        return mask;
    }
    // The squares at one end of every row: place 0 holds the lowest bit of it.
    static constexpr Bits ends_mask(bool highest) {
        Bits mask = 0;
        for (int row = 0; row < rows; ++row) {
            const int low = row / period_rows * period + row % period_rows * row_squares;
            mask |= bit(highest ? low + row_squares - 1 : low);
        }
        return mask;
    }

    static constexpr Bits columns_mask(int first_column, int last_column) {
        Bits mask = 0;
        for (int s = 0; s < squares; ++s) {
            if (column_of(s) >= first_column && column_of(s) <= last_column) mask |= bit(bit_of(s));
        }
        return mask;
    }

    static constexpr Bits board = rows_mask(0, rows - 1);
    static constexpr Bits centre =
        columns_mask(2, R::rules.cols - 3) & rows_mask(rows / 2 - 2, rows / 2 + 1);
    // The row on which a side's men are crowned: the opponent's kings row.
    static constexpr Bits crown_row[2] = {row_mask(0), row_mask(rows - 1)};
    static constexpr Bits start[2] = {
        rows_mask(rows - R::rules.empty_rows - R::rules.men_rows, rows - R::rules.empty_rows - 1),
        rows_mask(R::rules.empty_rows, R::rules.empty_rows + R::rules.men_rows - 1)};

    static constexpr int step(Direction d) {
        switch (d) {
            case Direction::up_left: return -(row_squares + 1);
            case Direction::up_right: return -row_squares;
            case Direction::down_left: return row_squares;
            case Direction::down_right: return row_squares + 1;
            case Direction::up: return -period;
            case Direction::down: return period;
            case Direction::left: return -1;
            case Direction::right: return 1;
        }
        return 0;
    }

    // A whole set one step along a direction; the caller removes what left the board.
    template <Direction D>
    [[gnu::always_inline]] static constexpr Bits shift(Bits b) {
        constexpr int by = step(D);
        if constexpr (D == Direction::left) b &= ~ends_mask(false);
        if constexpr (D == Direction::right) b &= ~ends_mask(true);
        if constexpr (by > 0) {
            return b << by;
        } else {
            return b >> -by;
        }
    }
    // Calls f(direction) for those directions out of `set` as side C sees them.
    template <Colour C, Directions Set, class F>
    [[gnu::always_inline]] static void for_directions(F&& f) {
        for_each_direction([&](auto d) {
            if constexpr ((seen_by(decltype(d)::value, C) & Set) != 0) f(d);
        });
    }

    // The square as the other player sees it.
    static constexpr int turned(int square) { return squares - 1 - square; }

private:
    static constexpr auto square_of_bit = [] {
        std::array<std::int8_t, bits> table{};
        for (int s = 0; s < squares; ++s) {
            table[static_cast<std::size_t>(bit_of(s))] = static_cast<std::int8_t>(s);
        }
        return table;
    }();
};

}  // namespace crownhead
