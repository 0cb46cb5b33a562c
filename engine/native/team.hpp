// A search by one or several threads on one transposition table ("lazy SMP").
//
// Every thread searches the whole tree from the root; what they share is the table alone, through
// which each finds the work of the others done. The calling thread leads: limits, callers and, as a
// rule, the result are its business; the others help until it ends.
//
// With one thread a search limited by depth or nodes repeats node for node. With more it does not:
// which thread meets which entry first is up to the machine. Limits hold for all threads together,
// that of nodes to within a few thousand for each thread, for they are counted in strides.
#pragma once

#include <exception>
#include <thread>

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
        }
    }

    void clear() override {
        table_->clear();
        for (const auto& member : members_) member->clear();
    }

    Found<R> think(const Position<R>& root, History history, const Limits& limits,
                   Interrupt& interrupt, const Analysis<R>& analysis) override {
        table_->new_search();
        if (members_.size() > 1) return think_together(root, history, limits, interrupt, analysis);
        Member& alone = *members_.front();
        alone.begin(root, history, limits, interrupt);
        return Deepening(alone, root, limits, analysis).run();
    }

private:
    using Helpers = std::vector<std::unique_ptr<Task<Found<R>>>>;

    // Sets an interrupt when it goes, so that no exception leaves a thread at work.
    struct Ending {
        Interrupt& interrupt;
        ~Ending() { interrupt.stop = true; }
    };

    Found<R> think_together(const Position<R>& root, History history, const Limits& limits,
                            Interrupt& interrupt, const Analysis<R>& analysis) {
        const Limits none;
        const Analysis<R> unfollowed{.lines = analysis.lines, .follow = {}};
        Interrupt over;
        over.poll = [&] { return spent(limits); };
        Helpers helpers;
        const Ending ending{over};
        for (std::size_t i = 1; i < members_.size(); ++i) {
            Member* member = members_[i].get();
            member->begin(root, history, none, over);
            helpers.push_back(std::make_unique<Task<Found<R>>>([=, &root, &none, &unfollowed] {
                return Deepening(*member, root, none, unfollowed).run();
            }));
        }
        Found<R> found = lead(root, history, limits, interrupt, analysis);
        over.stop = true;
        for (const auto& helper : helpers) prefer(found, helper->result(), limits);
        return found;
    }

    // The search of the calling thread, which speaks for all.
    Found<R> lead(const Position<R>& root, History history, const Limits& limits,
                  Interrupt& interrupt, const Analysis<R>& analysis) {
        Interrupt all;
        all.poll = [&] {
            return interrupt.stop.load(std::memory_order_relaxed) || spent(limits) ||
                   (interrupt.poll && interrupt.poll());
        };
        Analysis<R> followed{.lines = analysis.lines, .follow = {}};
        if (analysis.follow) {
            followed.follow = [&](Found<R> found) {
                found.nodes = nodes();
                return analysis.follow(found);
            };
        }
        const Limits own{.depth = limits.depth, .nodes = 0, .time_s = limits.time_s};
        Member& leader = *members_.front();
        leader.begin(root, history, own, all);
        return Deepening(leader, root, own, followed).run();
    }

    // A helper that finished a deeper iteration, within the limit, knows better.
    static void prefer(Found<R>& found, Found<R> other, const Limits& limits) {
        const std::uint64_t nodes = found.nodes + other.nodes;
        const bool allowed = !limits.depth || other.depth <= limits.depth;
        if (allowed && other.depth > found.depth) {
            other.time_s = found.time_s;
            found = std::move(other);
        }
        found.nodes = nodes;
    }

    bool spent(const Limits& limits) const { return limits.nodes && nodes() >= limits.nodes; }

    // So far, as the members last said.
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& member : members_) sum += member->seen_nodes();
        return sum;
    }

    std::shared_ptr<Table> table_;
    std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace crownhead
