// Iterative deepening: searches the root a ply deeper each time, within a narrow window round what
// the last iteration found, and for each further line once more without the moves of those before.
#pragma once

#include <algorithm>
#include <atomic>

#include "search.hpp"

namespace crownhead {

template <RulesetTag R, class S>
class Deepening {
public:
    Deepening(S& search, const Position<R>& root, const Limits& limits, const Analysis<R>& analysis,
              const RootAdvice<R>& advice)
        : search_(search),
          root_(root),
          analysis_(analysis),
          advice_(advice),
          deepest_(limits.depth ? std::min(limits.depth, max_depth) : max_depth) {
        MoveList<R> moves;
        legal_moves(root.board, root.turn, moves);
        wanted_ = std::min(analysis.lines, moves.size() - static_cast<int>(advice.losing.size()));
    }

    // Tells other threads, while it runs, which iteration it is at.
    Found<R> run(std::atomic<int>& at) {
        for (int depth = 1; wanted_ && depth <= deepest_; ++depth) {
            at.store(depth, std::memory_order_relaxed);
            if (!iterate(depth) || decided(depth)) break;
        }
        return result();
    }

    // Keeps ahead of the thread that is `at` an iteration, so as to leave in the table what that
    // will look for. Whatever it is interrupted for, it goes on where it is not ahead any more.
    Found<R> help(const std::atomic<int>& at) {
        for (int depth = 1; wanted_ && depth <= deepest_;) {
            const bool finished = iterate(depth);
            const int leading = at.load(std::memory_order_relaxed);
            if (finished ? decided(depth) : leading <= depth) break;
            depth = std::max(depth, leading) + 1;
        }
        return result();
    }

private:
    // Returns false when the search is over.
    bool iterate(int depth) {
        for (std::size_t place = 0; place < static_cast<std::size_t>(wanted_); ++place) {
            if (!find_line(place, depth)) return false;
            if (place + 1 == static_cast<std::size_t>(wanted_)) finished_ = depth;
            if (analysis_.follow && analysis_.follow(found())) return false;
        }
        return true;
    }

    bool find_line(std::size_t place, int depth) {
        std::vector<int> excluded = advice_.losing;
        for (std::size_t i = 0; i < place; ++i) excluded.push_back(lines_[i].move);
        const bool known = place < lines_.size();
        search_.begin_iteration(depth, std::move(excluded),
                                known ? lines_[place].move : Table::no_move);
        const int score = aspire(depth, known ? lines_[place].score : -win);
        // Cut short, an iteration still counts when it has found a move.
        const bool stopped = search_.stopped();
        if (search_.root_move() < 0) return false;
        note(place, {search_.root_move(), stopped ? search_.root_score() : score,
                     stopped ? finished_ : depth, search_.root_pv()});
        return !stopped;
    }

    // A narrow window round the last score, widened on the side that fails.
    int aspire(int depth, int last) {
        int below = 15;
        int above = 15;
        if (depth < 5 || std::abs(last) > win_bound) below = above = 2 * infinite;
        while (true) {
            const int alpha = std::max(last - below, -infinite);
            const int beta = std::min(last + above, +infinite);
            const int score = search_.search_root(root_, alpha, beta, depth);
            if (search_.stopped()) return score;
            if (score <= alpha && alpha > -infinite) {
                below *= below > 500 ? 100 : 4;
            } else if (score >= beta && beta < infinite) {
                above *= above > 500 ? 100 : 4;
            } else {
                return score;
            }
        }
    }

    // Puts a line in its place; those of the last iteration that it displaces move down, so that
    // no two lines ever begin with the same move.
    void note(std::size_t place, Line<R> line) {
        const auto at = lines_.begin() + static_cast<std::ptrdiff_t>(place);
        const auto same = std::find_if(at, lines_.end(),
                                       [&](const Line<R>& old) { return old.move == line.move; });
        if (same != lines_.end()) {
            std::rotate(at, same, same + 1);
            *at = std::move(line);
        } else {
            lines_.insert(at, std::move(line));
            if (lines_.size() > static_cast<std::size_t>(wanted_)) lines_.pop_back();
        }
        best_first(place + 1);
    }

    void best_first(std::size_t count) {
        std::stable_sort(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(count),
                         [](const Line<R>& a, const Line<R>& b) { return a.score > b.score; });
    }

    // Nothing shorter than a distance within the depth searched can turn up.
    bool decided(int depth) const {
        return std::all_of(lines_.begin(), lines_.end(), [&](const Line<R>& line) {
            return std::abs(line.score) > win_bound && win - std::abs(line.score) <= depth;
        });
    }

    Found<R> result() {
        // Lines of an iteration that was cut short stand beside others of the one before.
        best_first(lines_.size());
        return found();
    }

    Found<R> found() const {
        Found<R> found;
        if (!lines_.empty()) static_cast<Line<R>&>(found) = lines_.front();
        found.depth = finished_;
        found.nodes = search_.nodes();
        found.table_hits = search_.table_hits();
        found.time_s = search_.elapsed();
        found.lines = lines_;
        if (advice_.verdict == drawn) {
            // Which the tables know, whatever was searched.
            found.score = 0;
            for (Line<R>& line : found.lines) line.score = 0;
        }
        return found;
    }

    S& search_;
    const Position<R>& root_;
    const Analysis<R>& analysis_;
    const RootAdvice<R>& advice_;
    const int deepest_;
    int wanted_;
    int finished_ = 0;
    std::vector<Line<R>> lines_;
};

}  // namespace crownhead
