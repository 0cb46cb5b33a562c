// The terms of the handcrafted evaluation: names, weights, and how many of each there are.
//
// A term is one weight, or a table of them; `for_each_term` is the one list that files, bindings
// and the fit go by. Weights are in hundredths of a man and seen from the side they score for.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules.hpp"

namespace crownhead {

// A weight on the full board and one on the empty board; in between it goes with the pieces left.
// Both are kept in one word, so that sums and multiples of them cost what those of one number do.
class Tapered {
public:
    constexpr Tapered() = default;
    constexpr Tapered(int both) : Tapered(both, both) {}
    constexpr Tapered(int opening, int ending)
        : both_(static_cast<std::int64_t>(ending) * (std::int64_t{1} << 32) + opening) {}

    constexpr int opening() const { return static_cast<std::int32_t>(both_); }
    constexpr int ending() const { return static_cast<int>((both_ - opening()) >> 32); }

    constexpr Tapered& operator+=(Tapered b) { return *this = *this + b; }
    constexpr Tapered& operator-=(Tapered b) { return *this = *this - b; }
    friend constexpr Tapered operator+(Tapered a, Tapered b) { return of(a.both_ + b.both_); }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return of(a.both_ - b.both_); }
    friend constexpr Tapered operator*(Tapered a, int n) { return of(a.both_ * n); }
    friend constexpr bool operator==(const Tapered&, const Tapered&) = default;

private:
    static constexpr Tapered of(std::int64_t both) {
        Tapered t;
        t.both_ = both;
        return t;
    }
    std::int64_t both_ = 0;
};

inline constexpr int max_row_squares = 8;

// Terms of Samuel's program that weigh nothing but in a polynomial learned with them (samuel.hpp).
struct SamuelWeights {
    Tapered exposure{};         // a piece between two empty squares of a diagonal
    Tapered gap{};              // an empty square between two pieces, or a piece and the edge
    Tapered hole{};             // an empty square with three pieces or more around it
    Tapered node{};             // a piece with three empty squares or more around it
    Tapered pole{};             // a man with no piece next to it
    Tapered dyke{};             // three pieces in a row on a diagonal
    Tapered threat{};           // a square to step to from which an enemy can be captured
    Tapered denied{};           // a square to step to where an enemy captures what went there
    Tapered exchange{};         // such a square for a man, where the enemy is captured in turn
    Tapered fork{};             // a square to step to from which either of two enemies ahead can be
    Tapered the_move{};         // having the move, with equally many pieces
    Tapered triangle{};         // the Triangle of Oreo held while the enemy has men
    Tapered cramp{};            // a supported man that cramps four enemies on its side of the board
    Tapered centre_control{};   // a centre square held, or open to a step
    Tapered double_diagonal{};  // a piece on a diagonal that ends in a double corner
};

// A man itself is the unit and has no weight.
struct HandcraftedWeights {
    Tapered king{};         // a king's worth
    Tapered advance{};      // a man, for each row it has advanced
    Tapered back_row{};     // a man at home while the enemy has men to crown
    Tapered bridge{};       // every second square of the back row held: no crowning without a fight
    Tapered centre_man{};   // a man in the centre
    Tapered centre_king{};  // a king in the centre
    Tapered edge_man{};     // a man on a side column, which can step one way only
    Tapered mobility{};     // a square a side's pieces can step to
    Tapered runaway{};      // a man whose way to the crown nobody can cross
    Tapered runaway_step{};   // taken off that for each step it still has to make
    Tapered trapped_king{};   // a king with no square to step to
    Tapered trade{};          // the lead in men, scaled up as pieces leave the board
    Tapered hunt{};           // ahead: for each step that the kings are nearer the enemy
    Tapered double_corner{};  // behind: a king in a double corner; one that flies, on the main road
    Tapered turn{};           // the right to move
    Tapered king_mobility{};  // a square a side's kings can step to
    Tapered backed_man{};     // a square held by a man with another of its side behind it
    // Of a man and of a king on each square, square 1 being a corner of the far row; of each set of
    // men at home while the enemy has men to crown, bit i for place i from the left.
    std::array<Tapered, max_squares> man_square{};
    std::array<Tapered, max_squares> king_square{};
    std::array<Tapered, 1 << max_row_squares> back_row_men{};
    SamuelWeights samuel{};
};

template <class Weights, class F>
void for_each_samuel_term(Weights& w, F&& f) {
    f("exposure", &w.exposure, 1);
    f("gap", &w.gap, 1);
    f("hole", &w.hole, 1);
    f("node", &w.node, 1);
    f("pole", &w.pole, 1);
    f("dyke", &w.dyke, 1);
    f("threat", &w.threat, 1);
    f("denied", &w.denied, 1);
    f("exchange", &w.exchange, 1);
    f("fork", &w.fork, 1);
    f("the_move", &w.the_move, 1);
    f("triangle", &w.triangle, 1);
    f("cramp", &w.cramp, 1);
    f("centre_control", &w.centre_control, 1);
    f("double_diagonal", &w.double_diagonal, 1);
}

// Calls f(name, weights, number of them) for each term, in the order that all lists of them have.
template <class Weights, class F>
void for_each_term(Weights& w, int squares, int row_squares, F&& f) {
    f("king", &w.king, 1);
    f("advance", &w.advance, 1);
    f("back_row", &w.back_row, 1);
    f("bridge", &w.bridge, 1);
    f("centre_man", &w.centre_man, 1);
    f("centre_king", &w.centre_king, 1);
    f("edge_man", &w.edge_man, 1);
    f("mobility", &w.mobility, 1);
    f("runaway", &w.runaway, 1);
    f("runaway_step", &w.runaway_step, 1);
    f("trapped_king", &w.trapped_king, 1);
    f("trade", &w.trade, 1);
    f("hunt", &w.hunt, 1);
    f("double_corner", &w.double_corner, 1);
    f("turn", &w.turn, 1);
    f("king_mobility", &w.king_mobility, 1);
    f("backed_man", &w.backed_man, 1);
    f("man_square", w.man_square.data(), squares);
    f("king_square", w.king_square.data(), squares);
    f("back_row_men", w.back_row_men.data(), 1 << row_squares);
    for_each_samuel_term(w.samuel, f);
}

}  // namespace crownhead
