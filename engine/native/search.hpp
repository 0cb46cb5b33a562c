// Principal variation search: alpha-beta with a quiescence that never takes the word of a position
// in which a capture is pending. One thread's search of one root; deepening.hpp repeats it ply by
// ply, team.hpp runs several on one table.
//
// The evaluator is a compile-time choice, so that the handcrafted and the learned one sit inside
// the same search. Node- and depth-limited searches by one thread depend on nothing but their
// arguments and the state of the table.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "endgame_play.hpp"
#include "limits.hpp"
#include "movegen.hpp"
#include "ordering.hpp"
#include "pruning.hpp"
#include "table.hpp"

namespace crownhead {

// An evaluator keeps a State for each ply, brought up to date move by move, and reads a score for
// the side to move off it.
template <class E, class R>
concept EvaluatorOf = requires(const E& e, typename E::State& next, const typename E::State& last,
                               const Position<R>& p, const Move<R>& m) {
    e.refresh(next, p.board);
    e.update(next, last, p, m, p);
    { e.evaluate(last, p) } -> std::same_as<int>;
};

template <RulesetTag R, EvaluatorOf<R> E>
class Search {
    using L = Layout<R>;
    using Clock = std::chrono::steady_clock;

public:
    Search(E evaluator, std::shared_ptr<Table> table)
        : evaluator_(std::move(evaluator)), table_(std::move(table)) {
        clear();
    }

    // Reduces late moves by so many plies more than usual.
    void reduce_more(int plies) { extra_reduction_ = plies; }

    // Forgets all but what is in the table.
    void clear() { refutations_.clear(); }

    // Looks positions up in these tables from now on; null for none.
    void use(const Endgames<R>* endgames) {
        endgames_ = endgames;
        looked_up_pieces_ = 0;
        if constexpr (tabled<R>) {
            if (endgames) looked_up_pieces_ = endgames->pieces();
        }
    }

    void begin(const Position<R>& root, std::span<const std::uint64_t> history,
               const Limits& limits, Interrupt& interrupt) {
        start_ = Clock::now();
        limits_ = limits;
        interrupt_ = &interrupt;
        nodes_ = 0;
        table_hits_ = 0;
        seen_nodes_.store(0, std::memory_order_relaxed);
        next_check_ = check_interval;
        // What lies before the last irreversible move cannot come back.
        const std::size_t kept =
            std::min(history.size(), static_cast<std::size_t>(root.no_progress));
        keys_.assign(history.end() - static_cast<std::ptrdiff_t>(kept), history.end());
        root_index_ = kept;
        keys_.resize(kept + max_ply + 1);
        refutations_.clear_killers();
        evaluator_.refresh(states_[0], root.board);
    }

    // `excluded` are moves not to look at, by their place in the generated list. If there are any,
    // `first` is tried before the others, or Table::no_move; else it is the table that knows.
    void begin_iteration(int depth, std::vector<int> excluded, int first) {
        // The first iteration always ends: there has to be a move.
        limited_ = depth > 1;
        root_depth_ = depth;
        root_move_ = -1;
        stopped_ = false;
        root_excluded_ = std::move(excluded);
        root_first_ = first;
    }

    int search_root(const Position<R>& root, int alpha, int beta, int depth) {
        return search(root, alpha, beta, depth, 0);
    }

    int root_depth() const { return root_depth_; }
    // The best move of this iteration and its score, as far as searched; -1 while there is none.
    int root_move() const { return root_move_; }
    int root_score() const { return root_score_; }
    const std::vector<Move<R>>& root_pv() const { return root_pv_; }
    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t table_hits() const { return table_hits_; }
    // The nodes a little later, for other threads.
    std::uint64_t seen_nodes() const { return seen_nodes_.load(std::memory_order_relaxed); }
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    bool out_of_budget() {
        if (!limited_) return false;
        if (limits_.nodes && nodes_ >= limits_.nodes) return true;
        if (nodes_ < next_check_) return false;
        next_check_ = nodes_ + check_interval;
        seen_nodes_.store(nodes_, std::memory_order_relaxed);
        return interrupt_->stop.load(std::memory_order_relaxed) ||
               (limits_.time_s > 0 && elapsed() >= limits_.time_s) ||
               (interrupt_->poll && interrupt_->poll());
    }

    // A position that came up before in this search, or twice before in the game, is a draw.
    bool repeated(const Position<R>& p, int ply) const {
        if constexpr (!R::rules.repetitions) return false;
        const std::size_t here = root_index_ + static_cast<std::size_t>(ply);
        int before = 0;
        for (int back = 4; back <= p.no_progress && static_cast<std::size_t>(back) <= here;
             back += 2) {
            if (keys_[here - static_cast<std::size_t>(back)] != p.key) continue;
            if (back <= ply || ++before >= R::rules.repetitions - 1) return true;
        }
        return false;
    }

    // Winning chances fade as the counter of plies without progress runs up.
    int static_score(const Position<R>& p, int ply) const {
        const int score = evaluator_.evaluate(states_[ply], p);
        if constexpr (R::rules.no_progress_plies) {
            return score - score * std::min(p.no_progress, R::rules.no_progress_plies) /
                               (2 * R::rules.no_progress_plies);
        }
        return score;
    }

    // The score of a position in which the enemy threatens to capture, as if the turn were passed:
    // no better than static, and no better than what the capture leaves. Since there is no passing,
    // not even the capture of the last piece proves anything.
    int passed_score(const Position<R>& p, int alpha, int beta, int depth, int ply) {
        const int standing = static_score(p, ply);
        if (standing <= alpha) return standing;
        Board<R> board = p.board;
        board.state = {};
        const Position<R> passed = Position<R>::make(board, !p.turn);
        states_[ply + 1] = states_[ply];
        return clamp_static(std::min(standing, -search(passed, -beta, -alpha, depth, ply + 1)));
    }

    int search(const Position<R>& p, int alpha, int beta, int depth, int ply) {
        const bool pv = beta - alpha > 1;
        pv_length_[ply] = 0;
        if (out_of_budget()) {
            stopped_ = true;
            return 0;
        }
        ++nodes_;
        keys_[root_index_ + static_cast<std::size_t>(ply)] = p.key;
        if (ply > 0) {
            // A side without a move has lost even when the counters have run out.
            if (repeated(p, ply)) return 0;
            if (p.no_progress_draw() || p.equal_kings_draw()) {
                return has_move(p) ? 0 : -win + ply;
            }
            alpha = std::max(alpha, -win + ply);
            beta = std::min(beta, win - ply - 1);
            if (alpha >= beta) return alpha;
        }

        int table_move = Table::no_move;
        if (depth > 0) {
            if (const std::optional<Entry> e = table_->probe(p.key)) {
                table_move = e->move;
                const int score = from_table(e->score, ply);
                if (!pv && e->depth >= depth &&
                    (e->bound == Bound::exact || (e->bound == Bound::lower && score >= beta) ||
                     (e->bound == Bound::upper && score <= alpha))) {
                    return score;
                }
            }
        }

        if (depth >= blind_depth && table_move == Table::no_move && ply > 0) --depth;

        // Most nodes are judged without a list of moves.
        const auto movers = jumpers(p.board, p.turn);
        if (!movers && !can_step(p.board, p.turn)) return -win + ply;
        if (const Verdict v = look_up(p, depth, ply, movers != 0); v != unknown) {
            return table_score(v, p, ply);
        }
        if (ply >= max_ply - 1) return static_score(p, ply);
        bool futile = false;
        if (!movers && ply > 0) {
            if (depth <= 0) {
                if (!can_capture(p.board, !p.turn)) return static_score(p, ply);
                // The enemy's pending capture: look whether it can be met before judging.
                if (depth <= -threat_plies) return passed_score(p, alpha, beta, depth, ply);
            } else if (!pv && std::abs(beta) < win_bound) {
                const int standing = static_score(p, ply);
                const bool above = depth <= reverse_futility_depth &&
                                   standing - reverse_futility_margin * depth >= beta;
                const bool below =
                    depth <= futility_depth && standing + futility_margin * depth <= alpha;
                if ((above || below) && !can_capture(p.board, !p.turn)) {
                    if (above) return standing;
                    futile = true;
                }
            }
        }
        MoveList<R>& moves = lists_[ply];
        legal_moves(p.board, p.turn, movers, moves);
        if (ply == 0 && !root_excluded_.empty()) table_move = root_first_;
        // A key that two positions share may bring the place of a move that is not there.
        if (table_move >= moves.size()) table_move = Table::no_move;
        // A forced reply costs no depth.
        if (moves.size() == 1 && depth > 0 && ply < 2 * root_depth_) ++depth;

        return search_moves({p, alpha, beta, depth, ply, table_move, futile}, moves);
    }

    // A position whose moves are to be searched, and how.
    struct Node {
        const Position<R>& p;
        int alpha;
        int beta;
        int depth;
        int ply;
        int table_move;
        bool futile;  // only moves of promise are tried after the first

        bool pv() const { return beta - alpha > 1; }
    };

    int search_moves(const Node& node, const MoveList<R>& moves) {
        const auto& [p, original_alpha, beta, depth, ply, table_move, futile] = node;
        // Captures beyond the horizon are followed at depth 0 to their end, alone where a player
        // may refuse them: what refusing costs shows in the captures that the enemy then has.
        const bool beyond = depth <= 0 && moves[0].is_capture();
        const int next_depth = beyond ? depth : depth - 1;
        Ordering<R>& order = orderings_[ply];
        refutations_.order(p, moves, table_move, ply, order);
        if (ply == 0) order.drop(root_excluded_);
        int alpha = original_alpha;
        int best = -infinite;
        int best_move = Table::no_move;
        for (int i = 0; i < order.size(); ++i) {
            const int chosen = order.pick(i);
            const Move<R>& m = moves[chosen];
            if (beyond && !m.is_capture()) {
                // Refusing may be better: that all captures lose proves nothing.
                best = clamp_static(best);
                break;
            }
            const bool special = order.special(i) || p.promotes(m);
            if (futile && !special && best > -win_bound) continue;
            const Position<R> next = p.after(m);
            if (next_depth > 0) table_->prefetch(next.key);
            evaluator_.update(states_[ply + 1], states_[ply], p, m, next);
            const int reduced =
                special ? 0 : late_move_reduction(depth, i, node.pv(), extra_reduction_);
            const int score = i == 0 ? -search(next, -beta, -alpha, next_depth, ply + 1)
                                     : search_later(next, alpha, beta, next_depth, reduced, ply);
            if (stopped_) return best;
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            best_move = chosen;
            note_best(m, chosen, score, ply);
            if (alpha < beta) continue;
            if (!m.is_capture() && depth > 0) refutations_.reward(p, moves, order, i, depth, ply);
            break;
        }
        // Without all its moves the root is another position.
        if (depth > 0 && (ply > 0 || root_excluded_.empty())) {
            const Bound bound = best >= beta            ? Bound::lower
                                : best > original_alpha ? Bound::exact
                                                        : Bound::upper;
            table_->store(p.key, to_table(best, ply), depth, best_move, bound);
        }
        return best;
    }

    // A move after the first: expected to be no better, and searched again if it is.
    int search_later(const Position<R>& next, int alpha, int beta, int depth, int reduced,
                     int ply) {
        int score = -search(next, -alpha - 1, -alpha, depth - reduced, ply + 1);
        if (reduced && score > alpha && !stopped_) {
            score = -search(next, -alpha - 1, -alpha, depth, ply + 1);
        }
        if (score > alpha && score < beta && !stopped_) {
            score = -search(next, -beta, -alpha, depth, ply + 1);
        }
        return score;
    }

    // Captures are played out: the tables leave such positions out. At the horizon a look costs more
    // than it tells: of 1,500 positions of four pieces, searched with tables of three, 1,430 instead
    // of 1,426 were played right at 1,000 nodes and 1,480 instead of 1,478 at 20,000, for 1 to 2 %
    // of the speed of a search of 6 to 10 pieces.
    //
    // Pieces are counted only behind a move that may have taken some: to count them at every node
    // costs 2 % of the speed from the start.
    [[gnu::always_inline]] Verdict look_up(const Position<R>& p, int depth, int ply,
                                           bool capturing) {
        if constexpr (tabled<R>) {
            if (!looked_up_pieces_ || depth <= 0) return unknown;
            few_[ply] = p.no_progress && ply ? few_[ply - 1] : few_enough(p);
            if (few_[ply] && ply && !capturing && few_enough(p)) {
                const Verdict v = endgames_->quiet(p.board, p.turn);
                table_hits_ += v != unknown;
                return v;
            }
        }
        return unknown;
    }

    bool few_enough(const Position<R>& p) const {
        return popcount(p.board.occupied()) <= looked_up_pieces_;
    }

    static bool has_move(const Position<R>& p) {
        return can_capture(p.board, p.turn) || can_step(p.board, p.turn);
    }

    void note_best(const Move<R>& m, int chosen, int score, int ply) {
        pv_[ply][0] = m;
        std::copy_n(pv_[ply + 1].begin(), pv_length_[ply + 1], pv_[ply].begin() + 1);
        pv_length_[ply] = pv_length_[ply + 1] + 1;
        if (ply == 0) {
            root_move_ = chosen;
            root_score_ = score;
            // A copy: searching the root again, with another window, begins with an empty line.
            root_pv_.assign(pv_[0].begin(), pv_[0].begin() + pv_length_[0]);
        }
    }

    static constexpr std::uint64_t check_interval = 2048;

    E evaluator_;
    std::shared_ptr<Table> table_;
    const Endgames<R>* endgames_ = nullptr;
    int looked_up_pieces_ = 0;    // most pieces of a position that is looked up, 0 for none
    bool few_[max_ply + 1] = {};  // by ply, where there was depth left: are there so few?
    typename E::State states_[max_ply + 1];
    // By ply, and here rather than on the stack: on the larger boards a path's lists take megabytes.
    MoveList<R> lists_[max_ply + 1];
    Ordering<R> orderings_[max_ply + 1];
    Refutations<R> refutations_;
    std::array<Move<R>, max_ply + 1> pv_[max_ply + 2];
    int pv_length_[max_ply + 2] = {};
    std::vector<std::uint64_t> keys_;
    std::size_t root_index_ = 0;

    Limits limits_;
    Interrupt* interrupt_ = nullptr;
    Clock::time_point start_;
    std::uint64_t nodes_ = 0;
    std::uint64_t table_hits_ = 0;
    std::atomic<std::uint64_t> seen_nodes_{0};
    std::uint64_t next_check_ = 0;
    int root_depth_ = 0;
    int root_move_ = -1;
    int root_score_ = 0;
    std::vector<Move<R>> root_pv_;
    std::vector<int> root_excluded_;
    int root_first_ = Table::no_move;
    int extra_reduction_ = 0;
    bool limited_ = false;
    bool stopped_ = false;
};

}  // namespace crownhead
