// The network evaluator: four planes (own men, own kings, their men, their kings) by squares, one
// hidden layer kept up to date move by move, squared clipped ReLU, one linear output chosen by
// the number of pieces, and a linear piece-square skip. All integer; `engine.evaluators.network`
// says how the integers come from the floats and proves that none overflows.
//
// The side to move always looks up the board, so both sides' views are kept: the view of the
// side that has just moved is the one that the next evaluation but one will read. A network of two
// perspectives reads both at once, the side to move's first.
#pragma once

#include <cassert>
#include <memory>
#include <vector>

#include "kernels.hpp"
#include "movegen.hpp"
#include "score.hpp"

namespace crownhead {

// What enters from outside; shapes are checked by `check`.
struct NetworkWeights {
    int width;
    int perspectives;                       // views that the output reads, 1 or 2
    std::vector<std::int16_t> input;        // [4 * squares, width]
    std::vector<std::int16_t> input_bias;   // [width]
    std::vector<std::int16_t> output;       // [buckets, perspectives * width]
    std::vector<std::int32_t> output_bias;  // [buckets]
    std::vector<std::int32_t> skip;         // [4 * squares]
    std::vector<std::uint8_t> bucket;       // by number of pieces, 0 ..
    int activation_shift;                   // hidden values are in units of 2^-this
    int output_shift;                       // outputs are in units of 2^-this hundredths
};

template <RulesetTag R>
class Network {
    using L = Layout<R>;
    using Bits = typename L::Bits;

public:
    static constexpr int max_width = 256;

    struct State {
        alignas(64) std::int16_t hidden[2][max_width];  // by the colour that looks
        std::int32_t skip[2];
        int pieces;
    };

    explicit Network(std::shared_ptr<const NetworkWeights> weights) : w_(std::move(weights)) {}

    void refresh(State& state, const Board<R>& b) const {
        for (const int view : {0, 1}) {
            std::copy_n(w_->input_bias.data(), w_->width, state.hidden[view]);
            state.skip[view] = 0;
        }
        state.pieces = popcount(b.occupied());
        for (const Colour c : {Colour::white, Colour::black}) {
            for (Bits s = b.pieces[index(c)]; s; s &= s - 1) {
                const int at = L::first(s);
                const bool king = Position<R>::is_king(b, at);
                for (const int view : {0, 1}) {
                    const int f = feature(view, index(c), king, at);
                    add_row(state.hidden[view], row(f), w_->width);
                    state.skip[view] += w_->skip[static_cast<std::size_t>(f)];
                }
            }
        }
    }

    void update(State& next, const State& last, const Position<R>& before, const Move<R>& m,
                const Position<R>& after) const {
        const int us = index(before.turn);
        const bool was_king = Position<R>::is_king(before.board, m.from);
        const bool is_king = Position<R>::is_king(after.board, m.to);
        next.pieces = last.pieces;
        for (const int view : {0, 1}) {
            const int gone = feature(view, us, was_king, m.from);
            const int come = feature(view, us, is_king, m.to);
            move_row(next.hidden[view], last.hidden[view], row(come), row(gone), w_->width);
            next.skip[view] = last.skip[view] + w_->skip[static_cast<std::size_t>(come)] -
                              w_->skip[static_cast<std::size_t>(gone)];
        }
        drop(next, 1 - us, before.board, before.taken(m));
        drop(next, us, before.board, before.lost(m));
        // A piece lost by its own move has come and gone.
        if (!(after.board.pieces[us] & L::bit(m.to))) remove(next, us, is_king, m.to);
    }

    int evaluate(const State& state, const Position<R>& p) const {
        const int view = index(p.turn);
        const auto bucket = static_cast<std::size_t>(
            w_->bucket[std::min(static_cast<std::size_t>(state.pieces), w_->bucket.size() - 1)]);
        const int width = w_->width, perspectives = w_->perspectives, shift = w_->activation_shift;
        const std::int16_t* output =
            w_->output.data() + bucket * static_cast<std::size_t>(perspectives * width);
        std::int32_t dot = squared_clipped_dot(state.hidden[view], output, width, shift);
        if (perspectives == 2) {
            dot += squared_clipped_dot(state.hidden[1 - view], output + width, width, shift);
        }
        const std::int32_t total = (dot >> 15) + w_->output_bias[bucket] + state.skip[view];
        return clamp_static(total >> w_->output_shift);
    }

    bool same(const State& a, const State& b) const {
        return std::equal(a.hidden[0], a.hidden[0] + w_->width, b.hidden[0]) &&
               std::equal(a.hidden[1], a.hidden[1] + w_->width, b.hidden[1]) &&
               a.skip[0] == b.skip[0] && a.skip[1] == b.skip[1] && a.pieces == b.pieces;
    }

    // The input that is on when `colour` has a piece at bit `at`, for the colour that looks.
    static int feature(int view, int colour, bool king, int at) {
        const int square = L::square_of(at);
        const int plane = 2 * (colour != view) + king;
        return plane * L::squares + (view == index(Colour::white) ? square : L::turned(square));
    }

private:
    void drop(State& state, int colour, const Board<R>& b, Bits pieces) const {
        for (; pieces; pieces &= pieces - 1) {
            const int at = L::first(pieces);
            remove(state, colour, Position<R>::is_king(b, at), at);
        }
    }

    void remove(State& state, int colour, bool king, int at) const {
        --state.pieces;
        for (const int view : {0, 1}) {
            const int f = feature(view, colour, king, at);
            remove_row(state.hidden[view], row(f), w_->width);
            state.skip[view] -= w_->skip[static_cast<std::size_t>(f)];
        }
    }

    const std::int16_t* row(int f) const {
        return w_->input.data() + static_cast<std::size_t>(f) * static_cast<std::size_t>(w_->width);
    }

    std::shared_ptr<const NetworkWeights> w_;
};

}  // namespace crownhead
