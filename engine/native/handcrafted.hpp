// The handcrafted evaluation: the rival that a learned one has to beat.
//
// Material, advancement and the centre are piece-square sums kept up to date move by move; the
// rest is read off the bitboards. Material alone is the same evaluation with every positional
// weight zero. The ideas are the field's common stock (Samuel 1959 names most of them).
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "movegen.hpp"
#include "score.hpp"

namespace crownhead {

// In hundredths of a man each. A man itself is the unit and has no weight.
struct HandcraftedWeights {
    int king = 0;           // a king's worth
    int advance = 0;        // a man, for each row it has advanced
    int back_row = 0;       // a man at home while the enemy has men to crown
    int bridge = 0;         // every second square of the back row held: no crowning without a fight
    int centre_man = 0;     // a man in the centre
    int centre_king = 0;    // a king in the centre
    int edge_man = 0;       // a man on a side column, which can step one way only
    int mobility = 0;       // a square a side's pieces can step to
    int runaway = 0;        // a man whose way to the crown nobody can cross
    int runaway_step = 0;   // taken off that for each step it still has to make
    int trapped_king = 0;   // a king with no square to step to
    int trade = 0;          // the lead in hundredths of a man, scaled up as pieces leave the board
    int hunt = 0;           // ahead: for each step that the kings are nearer the enemy
    int double_corner = 0;  // behind: a king in a double corner
    int turn = 0;           // the right to move

    static constexpr int count = 15;
};

inline constexpr std::array<std::string_view, HandcraftedWeights::count> handcrafted_terms{
    "king",         "advance",  "back_row", "bridge",        "centre_man",
    "centre_king",  "edge_man", "mobility", "runaway",       "runaway_step",
    "trapped_king", "trade",    "hunt",     "double_corner", "turn"};

template <RulesetTag R>
class Handcrafted {
    using L = Layout<R>;
    using Bits = typename L::Bits;

public:
    struct State {
        int balance;  // piece-square sum, White minus Black
        std::int8_t men[2];
        std::int8_t kings[2];
    };

    // Each was set against its neighbours in 800 games at 1,000 nodes a move.
    static constexpr HandcraftedWeights default_weights{
        .king = R::rules.king_value,
        .advance = 1,
        .back_row = 12,
        .bridge = 8,
        .centre_man = 2,
        .centre_king = 6,
        .edge_man = -2,
        .mobility = 2,
        .runaway = 40,
        .runaway_step = 8,
        .trapped_king = -20,
        .trade = 60,
        .hunt = 2,
        .double_corner = 30,
        .turn = 3,
    };

    static constexpr HandcraftedWeights material_weights{.king = R::rules.king_value};

    explicit Handcrafted(const HandcraftedWeights& weights) : weights_(weights) {
        for (int s = 0; s < L::squares; ++s) {
            const int at = L::bit_of(s);
            const Bits bit = L::bit(at);
            const int row = L::row_of(s);
            const int centre_man = (bit & centre) ? weights.centre_man : 0;
            const int edge_man = (bit & edges) ? weights.edge_man : 0;
            const int centre_king = (bit & centre) ? weights.centre_king : 0;
            for (const Colour c : {Colour::white, Colour::black}) {
                const int advanced = c == Colour::white ? L::rows - 1 - row : row;
                const int sign = c == Colour::white ? 1 : -1;
                square_[index(c)][0][at] =
                    sign * (man_value + weights.advance * advanced + centre_man + edge_man);
                square_[index(c)][1][at] = sign * (weights.king + centre_king);
            }
        }
        positional_ = weights.back_row || weights.bridge || weights.mobility || weights.runaway ||
                      weights.trapped_king || weights.trade || weights.hunt ||
                      weights.double_corner || weights.turn;
    }

    void refresh(State& state, const Board<R>& b) const {
        state = {};
        for (const int c : {0, 1}) add(state, c, b, b.pieces[c]);
    }

    void update(State& next, const State& last, const Position<R>& before, const Move<R>& m,
                const Position<R>& after) const {
        const int us = index(before.turn);
        next = last;
        drop(next, us, before.board, L::bit(m.from) | before.lost(m));
        drop(next, 1 - us, before.board, before.taken(m));
        add(next, us, after.board, L::bit(m.to) & after.board.pieces[us]);
    }

    int evaluate(const State& state, const Position<R>& p) const {
        int white = state.balance;
        if (positional_) {
            white += side<Colour::white>(p.board, state) - side<Colour::black>(p.board, state);
            white += lead(p.board, state);
        }
        return clamp_static((p.turn == Colour::white ? white : -white) + weights_.turn);
    }

private:
    void add(State& state, int colour, const Board<R>& b, Bits pieces) const {
        for (; pieces; pieces &= pieces - 1) {
            const int at = L::first(pieces);
            const bool king = Position<R>::is_king(b, at);
            state.balance += square_[colour][king][at];
            (king ? state.kings : state.men)[colour]++;
        }
    }

    void drop(State& state, int colour, const Board<R>& b, Bits pieces) const {
        for (; pieces; pieces &= pieces - 1) {
            const int at = L::first(pieces);
            const bool king = Position<R>::is_king(b, at);
            state.balance -= square_[colour][king][at];
            (king ? state.kings : state.men)[colour]--;
        }
    }

    static constexpr Bits columns(int first, int last) {
        Bits mask = 0;
        for (int s = 0; s < L::squares; ++s) {
            const int column = L::column_of(s);
            if (column >= first && column <= last) mask |= L::bit(L::bit_of(s));
        }
        return mask;
    }

    static constexpr int cols = R::rules.cols;
    static constexpr Bits edges = columns(0, 0) | columns(cols - 1, cols - 1);
    static constexpr Bits centre =
        columns(2, cols - 3) & L::rows_mask(L::rows / 2 - 2, L::rows / 2 + 1);
    static constexpr Bits home[2] = {L::crown_row[1], L::crown_row[0]};
    // The first and the last square of the board on bits: where a double corner is, if anywhere.
    static constexpr int first_bit = 0;
    static constexpr int last_bit = L::every_square ? L::bits - 1 : L::bits - 2;

    // Every second square of the back row, counted from the double corner.
    static constexpr Bits bridge_of(Colour c) {
        Bits mask = 0;
        for (int i = 0; i < L::row_squares; i += 2) {
            mask |= L::bit(c == Colour::black ? first_bit + i : last_bit - i);
        }
        return mask;
    }
    static constexpr Bits bridge[2] = {bridge_of(Colour::white), bridge_of(Colour::black)};

    // The two squares in each of the corners where the board has two playable ones.
    static constexpr Bits double_corners =
        L::every_square ? Bits{0}
                        : L::bit(first_bit) | L::bit(first_bit + L::row_squares) |
                              L::bit(last_bit) | L::bit(last_bit - L::row_squares);

    // One step along every direction out of a set, as side C sees them.
    template <Colour C, Directions Set>
    static Bits steps(Bits from) {
        Bits to = 0;
        L::template for_directions<C, Set>(
            [&](auto d) { to |= L::template shift<decltype(d)::value>(from); });
        return to;
    }
    static constexpr Directions man_moves = R::rules.man_moves;
    static constexpr Directions king_moves = R::rules.king_moves;
    static constexpr Directions forward = man_moves & (diagonally_forward | straight_forward);

    template <Colour C>
    int side(const Board<R>& b, const State& state) const {
        const Bits men = b.men_of(C);
        const Bits kings = b.kings_of(C);
        const Bits empty = b.empty();
        int score = 0;
        if (state.men[index(!C)]) {
            const Bits at_home = men & home[index(C)];
            score += weights_.back_row * popcount(at_home);
            if ((at_home & bridge[index(C)]) == bridge[index(C)]) score += weights_.bridge;
        }
        const Bits reached = (steps<C, man_moves>(men) | steps<C, king_moves>(kings)) & empty;
        score += weights_.mobility * popcount(reached);
        if (kings) {
            const Bits next_to_empty = steps<C, king_moves>(empty);
            score += weights_.trapped_king * popcount(kings & ~next_to_empty);
        }
        // Only men past the middle can be running away.
        constexpr Bits far = C == Colour::white ? L::rows_mask(1, L::rows / 2 - 1)
                                                : L::rows_mask(L::rows / 2, L::rows - 2);
        for (Bits s = men & far; s; s &= s - 1) score += runaway<C>(L::lowest(s), b, empty);
        return score;
    }

    // A man runs free when no enemy stands in or beside the squares it can reach on its way.
    template <Colour C>
    int runaway(Bits man, const Board<R>& b, Bits empty) const {
        const Bits enemies = b.pieces[index(!C)];
        int distance = 0;
        for (Bits front = man; front; ++distance) {
            if (front & L::crown_row[index(C)]) {
                return weights_.runaway - weights_.runaway_step * distance;
            }
            const Bits next = steps<C, forward>(front) & L::board;
            if ((next | steps<C, forward>(next)) & enemies) return 0;
            front = next & empty;
        }
        return 0;
    }

    // What a side does with a lead: trade, and walk its kings at the enemy; and without: hide.
    int lead(const Board<R>& b, const State& state) const {
        const int white = man_value * state.men[0] + weights_.king * state.kings[0];
        const int black = man_value * state.men[1] + weights_.king * state.kings[1];
        const int ahead = white - black;
        if (ahead == 0) return 0;
        const int pieces = state.men[0] + state.men[1] + state.kings[0] + state.kings[1];
        const int sign = ahead > 0 ? 1 : -1;
        int score = weights_.trade * ahead / (man_value * pieces);
        const Colour leader = ahead > 0 ? Colour::white : Colour::black;
        const Bits hunters = b.kings_of(leader);
        const Bits hunted = b.kings_of(!leader);
        if (hunters && hunted) {
            score -= sign * weights_.hunt * distance(hunters, hunted);
            score -= sign * weights_.double_corner * popcount(hunted & double_corners);
        }
        return score;
    }

    // Steps between each hunter and its nearest prey, summed.
    static int distance(Bits hunters, Bits hunted) {
        int sum = 0;
        for (Bits s = hunters; s; s &= s - 1) {
            int nearest = L::rows;
            for (Bits t = hunted; t; t &= t - 1) {
                nearest = std::min(nearest, steps_between(L::first(s), L::first(t)));
            }
            sum += nearest;
        }
        return sum;
    }

    static int steps_between(int a, int b) {
        static const auto table = [] {
            std::array<std::array<std::int8_t, L::bits>, L::bits> distances{};
            for (int s = 0; s < L::squares; ++s) {
                for (int t = 0; t < L::squares; ++t) {
                    const int rows = std::abs(L::row_of(s) - L::row_of(t));
                    const int columns = std::abs(L::column_of(s) - L::column_of(t));
                    distances[L::bit_of(s)][L::bit_of(t)] =
                        static_cast<std::int8_t>(std::max(rows, columns));
                }
            }
            return distances;
        }();
        return table[a][b];
    }

    HandcraftedWeights weights_;
    bool positional_;
    int square_[2][2][L::bits] = {};  // colour, kind, bit; White's positive
};

}  // namespace crownhead
