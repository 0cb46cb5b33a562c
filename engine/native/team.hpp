// A search by one or several threads on one transposition table ("lazy SMP").
//
// Every thread searches the whole tree from the root; what they share is the table alone, through
// which each finds the work of the others done. The calling thread leads: limits, callers and, as a
// rule, the result are its business; the others help until it ends. A helper is always at a deeper
// iteration than the leader, drops one in which it is overtaken, and reduces late moves by a ply
// more, so that in spite of its greater depth it is as fast.
//
// With one thread a search limited by depth or nodes repeats node for node. With more it does not:
// which thread meets which entry first is up to the machine. Limits hold for all threads together,
// that of nodes to within a few thousand for each thread, for they are counted in strides.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "deepening.hpp"

namespace crownhead {

inline constexpr int max_threads = 256;

// Work on a thread of its own. It is waited for, at the latest when this goes.
template <class Result>
class Task {
public:
    template <class Work>
    explicit Task(Work work)
        : thread_([this, work] {
              try {
                  result_ = work();
              } catch (...) {
                  error_ = std::current_exception();
              }
          }) {}

    Result result() {
        thread_.join();
        if (error_) std::rethrow_exception(error_);
        return std::move(result_);
    }

private:
    Result result_;
    std::exception_ptr error_;
    std::jthread thread_;
};

template <RulesetTag R, EvaluatorOf<R> E>
class Team final : public SearchOf<R> {
    using Member = Search<R, E>;
    using History = std::span<const std::uint64_t>;

public:
    Team(const E& evaluator, double table_mib, int threads)
        : table_(std::make_shared<Table>(table_mib)) {
        for (int i = 0; i < threads; ++i) {
            members_.push_back(std::make_unique<Member>(evaluator, table_));
            if (i > 0) members_.back()->reduce_more(1);
        }
    }

    void clear() override {
        table_->clear();
        for (const auto& member : members_) member->clear();
    }

    void use(std::shared_ptr<const Endgames<R>> endgames) override {
        endgames_ = std::move(endgames);
    }

    Found<R> think(const Position<R>& root, History history, const Limits& limits,
                   Interrupt& interrupt, const Analysis<R>& analysis) override {
        RootAdvice<R> advice;
        if constexpr (tabled<R>) {
            if (endgames_) advice = root_advice(*endgames_, root, analysis.lines);
        }
        if (advice.decided()) return by_tables(std::move(advice.lines));
        table_->new_search();
        for (const auto& member : members_) {
            member->use(advice.verdict == unknown ? endgames_.get() : nullptr);
        }
        const Question question{root, history, limits, interrupt, analysis, advice};
        return members_.size() > 1 ? think_together(question) : think_alone(question);
    }

private:
    using Poll = std::function<bool()>;

    // Sets a flag when it goes, so that no exception leaves a thread at work.
    struct Ending {
        std::atomic<bool>& over;
        ~Ending() { over = true; }
    };

    struct Question {
        const Position<R>& root;
        History history;
        const Limits& limits;
        Interrupt& interrupt;
        const Analysis<R>& analysis;
        const RootAdvice<R>& advice;
    };

    static Found<R> by_tables(std::vector<Line<R>> lines) {
        Found<R> found;
        static_cast<Line<R>&>(found) = lines.front();
        found.nodes = 1;
        found.table_hits = lines.size();
        found.lines = std::move(lines);
        return found;
    }

    Found<R> think_alone(const Question& q) {
        std::atomic<int> unseen{0};
        Member& alone = *members_.front();
        alone.begin(q.root, q.history, q.limits, q.interrupt);
        return Deepening(alone, q.root, q.limits, q.analysis, q.advice).run(unseen);
    }

    Found<R> think_together(const Question& q) {
        std::atomic<bool> over{false};
        std::atomic<int> at{0};  // the leader's iteration
        const Poll ended = [&] {
            return q.interrupt.stop.load(std::memory_order_relaxed) || spent(q.limits) ||
                   (q.interrupt.poll && q.interrupt.poll());
        };
        // All begin before any searches, for each reads the others' counts of nodes.
        const Limits own{.depth = q.limits.depth, .nodes = 0, .time_s = q.limits.time_s};
        const Limits none;
        std::vector<Interrupt> interrupts(members_.size());
        for (std::size_t i = 0; i < members_.size(); ++i) {
            const Poll overtaken = [&, member = members_[i].get()] {
                return over.load(std::memory_order_relaxed) || spent(q.limits) ||
                       at.load(std::memory_order_relaxed) > member->root_depth();
            };
            interrupts[i].poll = i == 0 ? ended : overtaken;
            members_[i]->begin(q.root, q.history, i == 0 ? own : none, interrupts[i]);
        }
        const Analysis<R> unfollowed{.lines = q.analysis.lines, .follow = {}};
        std::vector<std::unique_ptr<Task<Found<R>>>> helpers;
        const Ending ending{over};
        for (std::size_t i = 1; i < members_.size(); ++i) {
            Member* member = members_[i].get();
            helpers.push_back(std::make_unique<Task<Found<R>>>([=, &q, &none, &unfollowed, &at] {
                return Deepening(*member, q.root, none, unfollowed, q.advice).help(at);
            }));
        }
        const Analysis<R> counted = with_all_nodes(q.analysis);
        Found<R> found = Deepening(*members_.front(), q.root, own, counted, q.advice).run(at);
        over = true;
        for (const auto& helper : helpers) prefer(found, helper->result(), q.limits);
        return found;
    }

    // A follower hears of the nodes of all.
    Analysis<R> with_all_nodes(const Analysis<R>& analysis) const {
        if (!analysis.follow) return analysis;
        return {.lines = analysis.lines, .follow = [&](Found<R> found) {
                    found.nodes = nodes();
                    return analysis.follow(found);
                }};
    }

    // A helper that finished a deeper iteration, within the limit, knows better.
    static void prefer(Found<R>& found, Found<R> other, const Limits& limits) {
        const std::uint64_t nodes = found.nodes + other.nodes;
        const std::uint64_t table_hits = found.table_hits + other.table_hits;
        const bool allowed = !limits.depth || other.depth <= limits.depth;
        if (allowed && other.depth > found.depth) {
            other.time_s = found.time_s;
            found = std::move(other);
        }
        found.nodes = nodes;
        found.table_hits = table_hits;
    }

    bool spent(const Limits& limits) const { return limits.nodes && nodes() >= limits.nodes; }

    // So far, as the members last said.
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& member : members_) sum += member->seen_nodes();
        return sum;
    }

    std::shared_ptr<Table> table_;
    std::shared_ptr<const Endgames<R>> endgames_;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace crownhead
