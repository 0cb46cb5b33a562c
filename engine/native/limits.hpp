// What a search is asked and what it answers, whatever its evaluator.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "movelist.hpp"
#include "score.hpp"

namespace crownhead {

// 0 means no such limit; without any a search ends when it is told to, or has seen it all.
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
struct Line {
    int move = -1;  // its place in the generated list, -1 without a legal move
    int score = -win;
    int depth = 0;  // the last iteration that it was finished in
    std::vector<Move<R>> pv;
};

// The best line, and all lines that were asked for, best first.
template <RulesetTag R>
struct Found : Line<R> {
    std::uint64_t nodes = 0;
    std::uint64_t table_hits = 0;  // positions whose verdict came from endgame tables
    double time_s = 0;
    std::vector<Line<R>> lines;
};

// Asked for beyond the best move: how many lines, each beginning with another move, and a look at
// what has been found each time that one of them is finished; returning true ends the search.
template <class Found>
struct AnalysisOf {
    int lines = 1;
    std::function<bool(const Found&)> follow;
};
template <RulesetTag R>
using Analysis = AnalysisOf<Found<R>>;

template <RulesetTag R>
class Endgames;

template <RulesetTag R>
class SearchOf {
public:
    virtual ~SearchOf() = default;
    // `history`: keys of the game's earlier positions, oldest first.
    virtual Found<R> think(const Position<R>& root, std::span<const std::uint64_t> history,
                           const Limits& limits, Interrupt& interrupt,
                           const Analysis<R>& analysis = {}) = 0;
    virtual void clear() = 0;
    // Looks positions up in these tables from now on; null for none.
    virtual void use(std::shared_ptr<const Endgames<R>> endgames) = 0;
};

}  // namespace crownhead
