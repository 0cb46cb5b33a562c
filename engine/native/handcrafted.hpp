// The handcrafted evaluation: the rival that a learned one has to beat.
//
// What a piece is worth where it stands is a sum kept up to date move by move; the rest is read off
// the bitboards. The score is linear in the weights, so that they can be fitted to results, and
// material alone is the same evaluation with every positional weight zero. The ideas are the
// field's common stock (Samuel 1959 names most of them).
#pragma once

#include <array>
#include <cmath>

#include "movegen.hpp"
#include "samuel.hpp"
#include "score.hpp"
#include "weights.hpp"

namespace crownhead {

template <RulesetTag R>
class Handcrafted {
    using L = Layout<R>;
    using Bits = typename L::Bits;

public:
    struct State {
        Tapered balance;  // piece-square sum, White minus Black
        std::int8_t men[2];
        std::int8_t kings[2];

        int pieces(int colour) const { return men[colour] + kings[colour]; }
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

    explicit Handcrafted(const HandcraftedWeights& weights)
        : weights_(weights), samuel_(weights.samuel), positional_(samuel_.any()) {
        for (int s = 0; s < L::squares; ++s) {
            for (const Colour c : {Colour::white, Colour::black}) set_square(s, c);
        }
        for (int men = 0; men < back_rows; ++men) {
            for (const Colour c : {Colour::white, Colour::black}) set_back_row(men, c);
        }
        const HandcraftedWeights& w = weights;
        for (const Tapered term :
             {w.back_row, w.bridge, w.mobility, w.runaway, w.runaway_step, w.trapped_king, w.trade,
              w.hunt, w.double_corner, w.king_mobility, w.backed_man}) {
            positional_ |= term != Tapered{};
        }
        for (const Tapered term : w.back_row_men) positional_ |= term != Tapered{};
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
        return clamp_static(unbounded(state, p));
    }

    // Linear in the weights but for the rounding of divisions.
    int unbounded(const State& state, const Position<R>& p) const {
        Tapered white = state.balance;
        if (positional_) {
            white += side<Colour::white>(p.board, state) - side<Colour::black>(p.board, state);
            white += lead(p.board, state);
            if (samuel_.any()) white += samuel_.white(p);
        }
        Tapered score = p.turn == Colour::white ? white : white * -1;
        score += weights_.turn;
        const int pieces = opening_share(state);
        return (score.opening() * pieces + score.ending() * (full_board - pieces)) / full_board;
    }

    // How far from the empty board, in pieces of `full_board`.
    static int opening_share(const State& state) {
        return std::min(state.pieces(0) + state.pieces(1), full_board);
    }
    static constexpr int full_board = 2 * popcount(L::start[0]);

private:
    static constexpr int back_rows = 1 << L::row_squares;

    // What a man and a king of a side are worth on a square, counted for White.
    void set_square(int s, Colour c) {
        const int at = L::bit_of(s);
        const Bits bit = L::bit(at);
        const int seen = c == Colour::white ? s : L::turned(s);
        Tapered man = weights_.man_square[static_cast<std::size_t>(seen)] + man_value;
        Tapered king = weights_.king_square[static_cast<std::size_t>(seen)] + weights_.king;
        man += weights_.advance * (L::rows - 1 - L::row_of(seen));
        if (bit & edges) man += weights_.edge_man;
        if (bit & L::centre) {
            man += weights_.centre_man;
            king += weights_.centre_king;
        }
        const int sign = c == Colour::white ? 1 : -1;
        square_[index(c)][0][at] = man * sign;
        square_[index(c)][1][at] = king * sign;
    }

    // What the men at home are worth together; `men` are the squares of the back row that they
    // hold, as bits from the lowest one of it.
    void set_back_row(int men, Colour c) {
        const HandcraftedWeights& w = weights_;
        const int first = home_bit[index(c)];
        int seen = 0;
        for (int i = 0; i < L::row_squares; ++i) {
            const int s = L::square_of(first + i);
            const int place = (c == Colour::white ? s : L::turned(s)) % L::row_squares;
            seen |= (men >> i & 1) << place;
        }
        const Bits held = static_cast<Bits>(men) << first;
        Tapered& worth = back_row_[index(c)][men];
        worth = w.back_row_men[static_cast<std::size_t>(seen)] + w.back_row * popcount(held);
        if ((held & bridge[index(c)]) == bridge[index(c)]) worth += w.bridge;
    }

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

    static constexpr int cols = R::rules.cols;
    static constexpr Bits edges = L::columns_mask(0, 0) | L::columns_mask(cols - 1, cols - 1);
    static constexpr Bits home[2] = {L::crown_row[1], L::crown_row[0]};
    static constexpr int home_bit[2] = {L::first(home[0]), L::first(home[1])};
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

    // The long diagonal, corner to corner; boards played on every square have none.
    static constexpr Bits main_road = [] {
        Bits mask = 0;
        for (int s = 0; s < L::squares && !L::every_square; ++s) {
            const int row = L::row_of(s);
            const int column = L::column_of(s);
            if (row == column || row + column == L::rows - 1) mask |= L::bit(L::bit_of(s));
        }
        return mask;
    }();

    // Where a king of the side behind holds out. A lone flying king draws against three as long as
    // it owns the main road, and is lost off it (Petrov's triangle).
    static constexpr Bits refuge = R::rules.flying() ? main_road : double_corners;

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
    Tapered side(const Board<R>& b, const State& state) const {
        constexpr int us = index(C);
        constexpr int them = index(!C);
        const HandcraftedWeights& w = weights_;
        const Bits men = b.men_of(C);
        const Bits kings = b.kings_of(C);
        const Bits empty = b.empty();
        Tapered score;
        if (state.men[them]) {
            score += back_row_[us][static_cast<std::size_t>((men & home[us]) >> home_bit[us])];
        }
        const Bits before_men = steps<C, man_moves>(men);
        Bits reached = before_men & empty;
        score += w.backed_man * popcount(before_men & men);
        if (kings) {
            const Bits next_to_kings = steps<C, king_moves>(kings) & empty;
            reached |= next_to_kings;
            score += w.king_mobility * popcount(next_to_kings);
            score += w.trapped_king * popcount(kings & ~steps<C, king_moves>(empty));
        }
        score += w.mobility * popcount(reached);
        // Only men past the middle can be running away.
        constexpr Bits far = C == Colour::white ? L::rows_mask(1, L::rows / 2 - 1)
                                                : L::rows_mask(L::rows / 2, L::rows - 2);
        for (Bits s = men & far; s; s &= s - 1) score += runaway<C>(L::lowest(s), b, empty);
        return score;
    }

    // A man runs free when no enemy stands in or beside the squares it can reach on its way.
    template <Colour C>
    Tapered runaway(Bits man, const Board<R>& b, Bits empty) const {
        const Bits enemies = b.pieces[index(!C)];
        int distance = 0;
        for (Bits front = man; front; ++distance) {
            if (front & L::crown_row[index(C)]) {
                return weights_.runaway - weights_.runaway_step * distance;
            }
            const Bits next = steps<C, forward>(front) & L::board;
            if ((next | steps<C, forward>(next)) & enemies) return {};
            front = next & empty;
        }
        return {};
    }

    // What a side does with a lead: trade, and walk its kings at the enemy; and without: hide.
    Tapered lead(const Board<R>& b, const State& state) const {
        // With kings at their nominal worth: the score would not be linear in a weight for them.
        constexpr int king = R::rules.king_value;
        const int ahead =
            man_value * (state.men[0] - state.men[1]) + king * (state.kings[0] - state.kings[1]);
        if (ahead == 0) return {};
        const int pieces = state.pieces(0) + state.pieces(1);
        const int sign = ahead > 0 ? 1 : -1;
        const int scale = man_value * pieces;
        Tapered score{weights_.trade.opening() * ahead / scale,
                      weights_.trade.ending() * ahead / scale};
        const Colour leader = ahead > 0 ? Colour::white : Colour::black;
        const Bits hunters = b.kings_of(leader);
        const Bits hunted = b.kings_of(!leader);
        if (hunters && hunted) {
            score -= weights_.hunt * (sign * distance(hunters, hunted));
            score -= weights_.double_corner * (sign * popcount(hunted & refuge));
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
    Samuel<R> samuel_;
    bool positional_;
    Tapered square_[2][2][L::bits] = {};  // colour, kind, bit; White's positive
    Tapered back_row_[2][back_rows] = {};
};

}  // namespace crownhead
