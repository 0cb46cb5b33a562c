// Principal variation search: alpha-beta with iterative deepening and a quiescence that never
// takes the word of a position in which a capture is pending.
//
// The evaluator is a compile-time choice, so that the handcrafted and the learned one sit inside
// the same search. Node- and depth-limited searches depend on nothing but their arguments and the
// state of the table.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "endgame_play.hpp"
#include "movegen.hpp"
#include "score.hpp"
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

// 0 means no such limit.
struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double time_s = 0;
};

inline constexpr int max_ply = 128;
inline constexpr int max_depth = 99;

// Set from another thread to end searches; `poll`, called every few milliseconds by the thread
// that searches, may end its own search by returning true.
struct Interrupt {
    std::atomic<bool> stop{false};
    std::function<bool()> poll;
};

template <RulesetTag R>
struct Found {
    int move = -1;  // its place in the generated list, -1 without a legal move
    int score = -win;
    int depth = 0;
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;  // positions whose verdict came from endgame tables
    double time_s = 0;
    std::vector<Move<R>> pv;
};

template <RulesetTag R>
class SearchOf {
public:
    virtual ~SearchOf() = default;
    // `history`: keys of the game's earlier positions, oldest first.
    virtual Found<R> think(const Position<R>& root, std::span<const std::uint64_t> history,
                           const Limits& limits, Interrupt& interrupt) = 0;
    virtual void clear() = 0;
    virtual void use(std::shared_ptr<const Endgames<R>> endgames) = 0;
};

template <RulesetTag R, EvaluatorOf<R> E>
class Search final : public SearchOf<R> {
    using L = Layout<R>;
    using Clock = std::chrono::steady_clock;

public:
    Search(E evaluator, double table_mib) : evaluator_(std::move(evaluator)), table_(table_mib) {
        clear();
    }

    void clear() override {
        table_.clear();
        std::memset(history_, 0, sizeof history_);
        std::memset(killers_, 0, sizeof killers_);
    }

    void use(std::shared_ptr<const Endgames<R>> endgames) override {
        endgames_ = std::move(endgames);
    }

    Found<R> think(const Position<R>& root, std::span<const std::uint64_t> history,
                   const Limits& limits, Interrupt& interrupt) override {
        begin(root, history, limits, interrupt);
        Found<R> found;
        MoveList<R> moves;
        legal_moves(root.board, root.turn, moves);
        if (moves.empty()) return found;
        found.move = 0;
        if (decided_by_tables(root, moves, found)) return found;
        const int deepest = limits.depth ? std::min(limits.depth, max_depth) : max_depth;
        for (int depth = 1; depth <= deepest; ++depth) {
            // The first iteration always ends: there has to be a move.
            limited_ = depth > 1;
            root_depth_ = depth;
            root_move_ = -1;
            const int score = aspire(root, depth, found.score);
            if (stopped_ && root_move_ < 0) break;
            found.move = root_move_;
            found.score = stopped_ ? root_score_ : score;
            found.pv.assign(pv_[0].begin(), pv_[0].begin() + pv_length_[0]);
            if (stopped_) break;
            found.depth = depth;
            // Nothing shorter than a distance within the depth searched can turn up.
            if (std::abs(score) > win_bound && win - std::abs(score) <= depth) break;
        }
        if (!kept_.empty()) found.score = 0;  // which the tables know, whatever was searched
        found.nodes = nodes_;
        found.table_hits = table_hits_;
        found.time_s = elapsed();
        return found;
    }

private:
    void begin(const Position<R>& root, std::span<const std::uint64_t> history,
               const Limits& limits, Interrupt& interrupt) {
        start_ = Clock::now();
        limits_ = limits;
        interrupt_ = &interrupt;
        nodes_ = 0;
        table_hits_ = 0;
        next_check_ = check_interval;
        stopped_ = false;
        // What lies before the last irreversible move cannot come back.
        const std::size_t kept =
            std::min(history.size(), static_cast<std::size_t>(root.no_progress));
        keys_.assign(history.end() - static_cast<std::ptrdiff_t>(kept), history.end());
        root_index_ = kept;
        keys_.resize(kept + max_ply + 1);
        table_.new_search();
        std::memset(killers_, 0, sizeof killers_);
        evaluator_.refresh(states_[0], root.board);
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    // A narrow window round the last score, widened on the side that fails.
    int aspire(const Position<R>& root, int depth, int last) {
        int below = 15;
        int above = 15;
        if (depth < 5 || std::abs(last) > win_bound) below = above = 2 * infinite;
        while (true) {
            const int alpha = std::max(last - below, -infinite);
            const int beta = std::min(last + above, +infinite);
            const int score = search(root, alpha, beta, depth, 0);
            if (stopped_) return score;
            if (score <= alpha && alpha > -infinite) {
                below *= below > 500 ? 100 : 4;
            } else if (score >= beta && beta < infinite) {
                above *= above > 500 ? 100 : 4;
            } else {
                return score;
            }
        }
    }

    bool out_of_budget() {
        if (!limited_) return false;
        if (limits_.nodes && nodes_ >= limits_.nodes) return true;
        if (nodes_ < next_check_) return false;
        next_check_ = nodes_ + check_interval;
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
    // no better than static, and no better than what the capture leaves.
    int passed_score(const Position<R>& p, int alpha, int beta, int depth, int ply) {
        const int standing = static_score(p, ply);
        if (standing <= alpha) return standing;
        Board<R> board = p.board;
        board.state = {};
        const Position<R> passed = Position<R>::make(board, !p.turn);
        states_[ply + 1] = states_[ply];
        return std::min(standing, -search(passed, -beta, -alpha, depth, ply + 1));
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

        const int original_alpha = alpha;
        int table_move = Table::no_move;
        if (depth > 0) {
            if (const Entry* e = table_.probe(p.key)) {
                table_move = e->move;
                const int score = from_table(e->score, ply);
                if (!pv && e->depth >= depth &&
                    (e->bound == Bound::exact || (e->bound == Bound::lower && score >= beta) ||
                     (e->bound == Bound::upper && score <= alpha))) {
                    return score;
                }
            }
        }

        // Most nodes are judged without a list of moves.
        const auto movers = jumpers(p.board, p.turn);
        if (!movers && !can_step(p.board, p.turn)) return -win + ply;
        if (const Verdict v = look_up(p, depth, ply, movers != 0); v != unknown) {
            return table_score(v, p, ply);
        }
        if (ply >= max_ply - 1) return static_score(p, ply);
        if (!movers && ply > 0) {
            if (depth <= 0) {
                if (!can_capture(p.board, !p.turn)) return static_score(p, ply);
                // The enemy's pending capture: look whether it can be met before judging.
                if (depth <= -threat_plies) return passed_score(p, alpha, beta, depth, ply);
            } else if (!pv && depth <= futility_depth && std::abs(beta) < win_bound) {
                const int score = static_score(p, ply);
                if (score - futility_margin * depth >= beta && !can_capture(p.board, !p.turn)) {
                    return score;
                }
            }
        }
        MoveList<R>& moves = lists_[ply];
        legal_moves(p.board, p.turn, movers, moves);
        // A forced reply costs no depth.
        if (moves.size() == 1 && depth > 0 && ply < 2 * root_depth_) ++depth;

        return search_moves(p, moves, alpha, beta, original_alpha, depth, ply, table_move);
    }

    int search_moves(const Position<R>& p, const MoveList<R>& moves, int alpha, int beta,
                     int original_alpha, int depth, int ply, int table_move) {
        const bool pv = beta - alpha > 1;
        const bool capturing = moves[0].is_capture();
        // Captures beyond the horizon are followed at depth 0 to their end, alone where a player
        // may refuse them: what refusing costs shows in the captures that the enemy then has.
        const bool beyond = depth <= 0 && capturing;
        const int next_depth = beyond ? depth : depth - 1;
        Ordering& order = orderings_[ply];
        order_moves(p, moves, table_move, ply, order);
        int best = -infinite;
        int best_move = Table::no_move;
        for (int i = 0; i < moves.size(); ++i) {
            const int chosen = order.pick(i);
            const Move<R>& m = moves[chosen];
            if (beyond && !m.is_capture()) break;
            if (ply == 0 && !kept_.empty() && !kept_[static_cast<std::size_t>(chosen)]) continue;
            const Position<R> next = p.after(m);
            if (next_depth > 0) table_.prefetch(next.key);
            evaluator_.update(states_[ply + 1], states_[ply], p, m, next);
            int score;
            if (best == -infinite) {
                score = -search(next, -beta, -alpha, next_depth, ply + 1);
            } else {
                const bool special = m.is_capture() || p.promotes(m) || order.special(i);
                const int reduced = reduction(depth, i, pv, special);
                score = -search(next, -alpha - 1, -alpha, next_depth - reduced, ply + 1);
                if (reduced && score > alpha && !stopped_) {
                    score = -search(next, -alpha - 1, -alpha, next_depth, ply + 1);
                }
                if (score > alpha && score < beta && !stopped_) {
                    score = -search(next, -beta, -alpha, next_depth, ply + 1);
                }
            }
            if (stopped_) return best;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    alpha = score;
                    best_move = chosen;
                    note_best(m, chosen, score, ply);
                    if (alpha >= beta) {
                        if (!m.is_capture() && depth > 0) reward(p, moves, order, i, depth, ply);
                        break;
                    }
                }
            }
        }
        if (depth > 0) {
            const Bound bound = best >= beta            ? Bound::lower
                                : best > original_alpha ? Bound::exact
                                                        : Bound::upper;
            table_.store(p.key, to_table(best, ply), depth, best_move, bound);
        }
        return best;
    }

    // --- endgame tables -------------------------------------------------------------------------

    // Captures are played out: the tables leave such positions out. At the horizon a look costs more
    // than it tells: of 1,500 positions of four pieces, searched with tables of three, 1,430 instead
    // of 1,426 were played right at 1,000 nodes and 1,480 instead of 1,478 at 20,000, while searches
    // of 6 to 10 pieces lost 2 to 4 % of their speed instead of 1 to 2 %.
    [[gnu::always_inline]] Verdict look_up(const Position<R>& p, int depth, int ply,
                                           bool capturing) {
        if constexpr (tabled<R>) {
            if (looked_up_pieces_ && depth > 0 && ply > 0 && !capturing &&
                popcount(p.board.occupied()) <= looked_up_pieces_) {
                const Verdict v = endgames_->quiet(p.board, p.turn);
                table_hits_ += v != unknown;
                return v;
            }
        }
        return unknown;
    }

    // A root that the tables know is not searched if it is decided: who wins takes the shortest
    // way, who loses the longest. If it is drawn, the moves that keep it so are searched without
    // tables, for the one that sets the enemy the hardest task.
    bool decided_by_tables(const Position<R>& root, const MoveList<R>& moves, Found<R>& found) {
        kept_.clear();
        looked_up_pieces_ = 0;
        if constexpr (tabled<R>) {
            if (!endgames_) return false;
            looked_up_pieces_ = endgames_->pieces();
            const Verdict known = (*endgames_)(root.board, root.turn);
            if (known == unknown) return false;
            table_hits_ = static_cast<std::uint64_t>(moves.size());
            if (known == drawn) {
                looked_up_pieces_ = 0;
                for (const Move<R>& m : moves) {
                    kept_.push_back(verdict_after(*endgames_, root, m) == drawn);
                }
                return false;
            }
            found.move = best_by_tables(*endgames_, root, moves);
            found.score = table_score(known, root, 0);
            found.depth = 1;
            found.nodes = 1;
            found.table_hits = table_hits_;
            found.pv = line_by_tables(*endgames_, root, max_ply);
            found.time_s = elapsed();
            return true;
        }
        return false;
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
        }
    }

    // Late quiet moves are looked at less deeply first.
    static int reduction(int depth, int i, bool pv, bool special) {
        if (depth < 3 || i < 2 || special) return 0;
        static const auto table = [] {
            std::array<std::array<std::int8_t, 64>, max_depth + 2> r{};
            for (int d = 1; d <= max_depth + 1; ++d) {
                for (int k = 1; k < 64; ++k) {
                    r[static_cast<std::size_t>(d)][static_cast<std::size_t>(k)] =
                        static_cast<std::int8_t>(0.6 + std::log(d) * std::log(k) / 2.0);
                }
            }
            return r;
        }();
        const int r = table[static_cast<std::size_t>(std::min(depth, max_depth + 1))]
                           [static_cast<std::size_t>(std::min(i, 63))] -
                      pv;
        return std::clamp(r, 0, depth - 2);
    }

    // The moves in the order of their promise, each picked when it is wanted.
    class Ordering {
    public:
        void clear(int size) { size_ = size; }
        void set(int i, int score) {
            scores_[i] = score;
            moves_[i] = static_cast<std::uint16_t>(i);
        }
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
        bool special(int i) const { return scores_[i] >= killer_score; }

        static constexpr int table_score = 1 << 30;
        static constexpr int capture_score = 1 << 22;
        static constexpr int killer_score = 1 << 20;

    private:
        int size_ = 0;
        int scores_[MoveList<R>::capacity];
        std::uint16_t moves_[MoveList<R>::capacity];
    };

    void order_moves(const Position<R>& p, const MoveList<R>& moves, int table_move, int ply,
                     Ordering& order) const {
        order.clear(moves.size());
        for (int i = 0; i < moves.size(); ++i) {
            const Move<R>& m = moves[i];
            int score;
            if (i == table_move) {
                score = Ordering::table_score;
            } else if (m.is_capture()) {
                score = Ordering::capture_score + 4 * popcount(m.captured) +
                        2 * popcount(m.captured & p.board.kings);
            } else if (killers_[ply][0] == m) {
                score = Ordering::killer_score + 1;
            } else if (killers_[ply][1] == m) {
                score = Ordering::killer_score;
            } else {
                score = history_[index(p.turn)][m.from][m.to] + (p.promotes(m) ? 1 << 18 : 0);
            }
            order.set(i, score);
        }
    }

    // A quiet move that refuted its parent: first choice in its siblings, more trusted elsewhere;
    // those tried before it less.
    void reward(const Position<R>& p, const MoveList<R>& moves, const Ordering& order, int i,
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

    void adjust(const Position<R>& p, const Move<R>& m, int bonus) {
        auto& h = history_[index(p.turn)][m.from][m.to];
        h += bonus - h * std::abs(bonus) / history_limit;
    }

    static constexpr std::uint64_t check_interval = 2048;
    static constexpr int history_limit = 1 << 14;
    // Set in 800 games each at 2,000 nodes a move: threat_plies 1 scores +27 [10,45] over 2, 2 scores
    // +41 over 3 and +111 over 0; the futility numbers and the reductions are level with their
    // neighbours.
    static constexpr int threat_plies = 1;
    static constexpr int futility_depth = 3;
    static constexpr int futility_margin = 60;

    E evaluator_;
    Table table_;
    std::shared_ptr<const Endgames<R>> endgames_;
    int looked_up_pieces_ = 0;  // most pieces of a position that is looked up, 0 for none
    std::vector<bool> kept_;    // which root moves are searched, all where it is empty
    typename E::State states_[max_ply + 1];
    // By ply, and here rather than on the stack: on the larger boards a path's lists take megabytes.
    MoveList<R> lists_[max_ply + 1];
    Ordering orderings_[max_ply + 1];
    Move<R> killers_[max_ply + 1][2];
    int history_[2][L::bits][L::bits];
    std::array<Move<R>, max_ply + 1> pv_[max_ply + 2];
    int pv_length_[max_ply + 2] = {};
    std::vector<std::uint64_t> keys_;
    std::size_t root_index_ = 0;

    Limits limits_;
    Interrupt* interrupt_ = nullptr;
    Clock::time_point start_;
    std::uint64_t nodes_ = 0;
    std::uint64_t table_hits_ = 0;
    std::uint64_t next_check_ = 0;
    int root_depth_ = 0;
    int root_move_ = -1;
    int root_score_ = 0;
    bool limited_ = false;
    bool stopped_ = false;
};

}  // namespace crownhead
