// What the weights of the handcrafted evaluation are multiplied by, for fitting them.
//
// The evaluation is linear, so a term is what it says when its weight alone is set: whatever the
// search computes is what the fit sees, and no second description of the terms can disagree.
#pragma once

#include <span>
#include <vector>

#include "handcrafted.hpp"
#include "selfplay.hpp"

namespace crownhead {

// The position that the planes of a sample stand for, with White to move.
template <RulesetTag R>
Position<R> seen_by_white(std::span<const std::uint64_t> planes) {
    using L = Layout<R>;
    constexpr std::size_t words = Sample<R>::words;
    Board<R> board{};
    for (std::size_t plane = 0; plane < 4; ++plane) {
        for (int s = 0; s < L::squares; ++s) {
            const std::uint64_t word = planes[plane * words + static_cast<std::size_t>(s) / 64];
            if (!(word >> s % 64 & 1)) continue;
            const auto bit = L::bit(L::bit_of(s));
            board.pieces[plane / 2] |= bit;
            if (plane % 2) board.kings |= bit;
        }
    }
    return Position<R>::make(board, Colour::white);
}

template <RulesetTag R>
class Features {
    using L = Layout<R>;

public:
    Features() {
        HandcraftedWeights weights;
        for_each_term(weights, L::squares, L::row_squares, [&](auto, Tapered* first, int count) {
            for (int i = 0; i < count; ++i) {
                first[i] = unit;
                alone_.emplace_back(weights);
                first[i] = {};
            }
        });
    }

    std::size_t size() const { return alone_.size(); }

    // Fills a row of size() numbers; returns the share of the opening in the weights, 0 to 1.
    float of(const Position<R>& p, float* row) const {
        typename Handcrafted<R>::State state;
        none_.refresh(state, p.board);
        const int men = none_.unbounded(state, p);
        for (const Handcrafted<R>& term : alone_) {
            term.refresh(state, p.board);
            *row++ = static_cast<float>(term.unbounded(state, p) - men) / unit;
        }
        return static_cast<float>(Handcrafted<R>::opening_share(state)) /
               Handcrafted<R>::full_board;
    }

private:
    // Large enough that what divisions round off hardly shows, small enough not to overflow.
    static constexpr int unit = 10000;

    Handcrafted<R> none_{HandcraftedWeights{}};
    std::vector<Handcrafted<R>> alone_;
};

}  // namespace crownhead
