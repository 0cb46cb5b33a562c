// The legal moves of one position, in the order in which they were generated: a move's place in
// this list is its name in the transposition table and in recorded games.
#pragma once

#include <array>
#include <stdexcept>

#include "position.hpp"

namespace crownhead {

template <RulesetTag R>
class MoveList {
public:
    // Every quiet move of as many kings as there can be pieces fits; captures are counted.
    static constexpr int most_steps = R::rules.flying() ? 2 * R::rules.rows - 3 : 4;
    static constexpr int capacity = popcount(Layout<R>::start[0]) * most_steps *
                                        (R::rules.obligation == Obligation::huff ? 4 : 1) +
                                    80;

    void clear() { size_ = 0; }
    void truncate(int size) { size_ = size; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const Move<R>& operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
    const Move<R>* begin() const { return moves_.data(); }
    const Move<R>* end() const { return moves_.data() + size_; }

    void add(const Move<R>& m) {
        // Only positions set up by hand, with crowds of kings, come near this many.
        if (size_ == capacity) throw std::length_error("more moves than a move list holds");
        moves_[static_cast<std::size_t>(size_)] = m;
        ++size_;
    }

    // Two routes round the same pieces are one move.
    void add_once(const Move<R>& m, int since) {
        for (int i = since; i < size_; ++i) {
            if ((*this)[i] == m) return;
        }
        add(m);
    }

private:
    std::array<Move<R>, static_cast<std::size_t>(capacity)> moves_;
    int size_ = 0;
};

}  // namespace crownhead
