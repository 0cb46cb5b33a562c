// Which move to try first: the one the table remembers, captures by what they take, the killers of
// this ply, then what has refuted other positions most often.
#pragma once

#include <cstdlib>
#include <cstring>
#include <span>

#include "limits.hpp"
#include "movelist.hpp"
#include "position.hpp"
#include "table.hpp"

namespace crownhead {

// The moves of a list in the order of their promise, each picked when it is wanted.
template <RulesetTag R>
class Ordering {
public:
    void clear(int size) { size_ = size; }
    void set(int i, int score) {
        scores_[i] = score;
        moves_[i] = static_cast<std::uint16_t>(i);
    }

    // Leaves out the moves at these places of the list.
    void drop(std::span<const int> places) {
        for (const int place : places) {
            for (int i = 0; i < size_; ++i) {
                if (moves_[i] != place) continue;
                --size_;
                moves_[i] = moves_[size_];
                scores_[i] = scores_[size_];
                break;
            }
        }
    }

    // The place in the list of the i-th move; those before it must have been picked.
    int pick(int i) {
        int best = i;
        for (int k = i + 1; k < size_; ++k) {
            if (scores_[k] > scores_[best]) best = k;
        }
        std::swap(scores_[i], scores_[best]);
        std::swap(moves_[i], moves_[best]);
        return moves_[i];
    }
    int picked(int i) const { return moves_[i]; }
    int size() const { return size_; }

    // From the table, a capture or a killer.
    bool special(int i) const { return scores_[i] >= killer_score; }

    static constexpr int table_score = 1 << 30;
    static constexpr int capture_score = 1 << 22;
    static constexpr int killer_score = 1 << 20;

private:
    int size_ = 0;
    int scores_[MoveList<R>::capacity];
    std::uint16_t moves_[MoveList<R>::capacity];
};

// What the search has learnt of quiet moves: those that refuted a sibling, by ply, and how often
// each has refuted anything, by colour, from and to.
template <RulesetTag R>
class Refutations {
    using L = Layout<R>;

public:
    void clear() {
        clear_killers();
        std::memset(history_, 0, sizeof history_);
    }
    void clear_killers() { std::memset(killers_, 0, sizeof killers_); }

    void order(const Position<R>& p, const MoveList<R>& moves, int table_move, int ply,
               Ordering<R>& order) const {
        order.clear(moves.size());
        for (int i = 0; i < moves.size(); ++i) {
            order.set(i, i == table_move ? Ordering<R>::table_score : promise(p, moves[i], ply));
        }
    }

    // The i-th move refuted its parent: it is more trusted, those tried before it less.
    void reward(const Position<R>& p, const MoveList<R>& moves, const Ordering<R>& order, int i,
                int depth, int ply) {
        const Move<R>& m = moves[order.picked(i)];
        if (!(killers_[ply][0] == m)) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = m;
        }
        const int bonus = std::min(depth * depth, 400);
        adjust(p, m, bonus);
        for (int k = 0; k < i; ++k) {
            if (!moves[order.picked(k)].is_capture()) adjust(p, moves[order.picked(k)], -bonus);
        }
    }

private:
    int promise(const Position<R>& p, const Move<R>& m, int ply) const {
        if (m.is_capture()) {
            return Ordering<R>::capture_score + 4 * popcount(m.captured) +
                   2 * popcount(m.captured & p.board.kings);
        }
        if (killers_[ply][0] == m) return Ordering<R>::killer_score + 1;
        if (killers_[ply][1] == m) return Ordering<R>::killer_score;
        return history_[index(p.turn)][m.from][m.to] + (p.promotes(m) ? 1 << 18 : 0);
    }

    void adjust(const Position<R>& p, const Move<R>& m, int bonus) {
        auto& h = history_[index(p.turn)][m.from][m.to];
        h += bonus - h * std::abs(bonus) / history_limit;
    }

    static constexpr int history_limit = 1 << 14;

    Move<R> killers_[max_ply + 1][2];
    int history_[2][L::bits][L::bits];
};

}  // namespace crownhead
