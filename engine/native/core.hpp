// The door between a compile-time ruleset and a caller that names it at run time: `Core` is the
// interface, `CoreOf<R>` its one implementation, and each ruleset's translation unit registers
// one. Squares are 1-based here, as in the notation; sets of squares are bit sets over them.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules.hpp"

namespace crownhead {

using SquareSet = std::bitset<max_squares>;  // bit i = square i+1

class Core;

struct AnyMove {
    int from_square;
    int to_square;
    SquareSet captured;
    bool promoted;
    int huffed = 0;  // the square of the piece huffed before the move, 0 for none
    int lost = 0;    // the square of the piece lost by it, 0 for none
    friend bool operator==(const AnyMove&, const AnyMove&) = default;
};

// How often in a row a side has moved one king without capturing; moves 0 where it did not.
struct AnyRun {
    int square = 0;
    int moves = 0;
    friend bool operator==(const AnyRun&, const AnyRun&) = default;
};

struct AnyPosition {
    const Core* core;
    Colour turn;
    SquareSet men[2];  // by colour
    SquareSet kings[2];
    SquareSet huffable;  // of the side not to move
    AnyRun runs[2];
    int no_progress = 0;
    int equal_kings = 0;

    // The counters are not part of what a position is.
    friend bool operator==(const AnyPosition& a, const AnyPosition& b) {
        return a.core == b.core && a.turn == b.turn && a.men[0] == b.men[0] &&
               a.men[1] == b.men[1] && a.kings[0] == b.kings[0] && a.kings[1] == b.kings[1] &&
               a.huffable == b.huffable && a.runs[0] == b.runs[0] && a.runs[1] == b.runs[1];
    }
};

class AnyBatch;
class AnyEndgames;
struct AnyEvaluator;
struct BatchSettings;
struct HandcraftedWeights;
struct AnyGames;
struct Adjudication;
struct Interrupt;
struct Limits;
struct MatchSettings;
struct PlaneFacts;
struct SelfPlaySettings;
using Poll = std::function<bool(int)>;

struct AnyLine {
    bool has_move;
    AnyMove move;
    int score;
    int depth;
    std::vector<AnyMove> pv;
};

struct AnyFound : AnyLine {
    std::uint64_t nodes;
    std::uint64_t table_hits;  // positions whose verdict came from endgame tables
    double time_s;
    std::vector<AnyLine> lines;
};

template <class Found>
struct AnalysisOf;
using AnyAnalysis = AnalysisOf<AnyFound>;

class AnySearch {
public:
    virtual ~AnySearch() = default;
    virtual AnyFound think(const AnyPosition& p, std::span<const std::uint64_t> history,
                           const Limits& limits, Interrupt& interrupt,
                           const AnyAnalysis& analysis) = 0;
    virtual void clear() = 0;
    // Looks positions up in these tables, which have to be of the same ruleset, from now on.
    virtual void use(std::shared_ptr<const AnyEndgames> endgames) = 0;
};

// Raw sample rows as bytes; `Core::sample_layout` says what they hold.
using SampleBytes = std::vector<std::byte>;

struct SampleField {
    std::string name;
    std::string format;  // numpy's
    std::vector<int> shape;
    int offset;
};
struct SampleLayout {
    std::vector<SampleField> fields;
    int size;
};

// What perft counts: moves, without making the last or made one and all, or the paths of moves.
enum class Counting { bulk, made, paths };

class Core {
public:
    virtual ~Core() = default;
    virtual const Rules& rules() const = 0;
    virtual int squares() const = 0;
    virtual int men() const = 0;  // a side's at the start
    virtual HandcraftedWeights handcrafted_weights() const = 0;

    virtual AnyPosition start() const = 0;
    // Throws std::invalid_argument, in one line, for a man standing where it would be crowned.
    virtual void check(const AnyPosition& p) const = 0;
    virtual std::uint64_t key(const AnyPosition& p) const = 0;
    virtual std::vector<AnyMove> legal_moves(const AnyPosition& p) const = 0;
    // The move must be one of legal_moves(p).
    virtual AnyPosition after(const AnyPosition& p, const AnyMove& m) const = 0;
    // Every sequence of squares visited that plays m, from first to last.
    virtual std::vector<std::vector<int>> paths(const AnyPosition& p, const AnyMove& m) const = 0;
    virtual bool can_capture(const AnyPosition& p, Colour c) const = 0;
    virtual std::uint64_t perft(const AnyPosition& p, int depth, Counting counting) const = 0;

    virtual std::unique_ptr<AnySearch> search(const AnyEvaluator& e, double table_mib,
                                              int threads) const = 0;
    virtual int evaluate(const AnyEvaluator& e, const AnyPosition& p) const = 0;
    // What each weight of the handcrafted evaluation is multiplied by, a row of `terms` numbers and
    // the share of the opening for each of the positions, given as planes of samples.
    virtual void features(std::span<const std::uint64_t> planes, float* terms,
                          float* opening) const = 0;
    // Positions of random play in which the network's state, brought up to date move by move,
    // differs from one worked out afresh.
    virtual int check_accumulator(const AnyEvaluator& e, std::uint64_t seed, int plies) const = 0;
    virtual AnyGames play_match(const AnyEvaluator& first, const AnyEvaluator& second,
                                const MatchSettings& settings, Interrupt& interrupt,
                                const Poll& poll) const = 0;
    virtual AnyGames self_play(const AnyEvaluator& e, const SelfPlaySettings& settings,
                               SampleBytes& samples, Interrupt& interrupt,
                               const Poll& poll) const = 0;
    virtual SampleLayout sample_layout() const = 0;
    // Without a table yet; throws std::invalid_argument where pieces alone are no position.
    virtual std::shared_ptr<AnyEndgames> endgames() const = 0;

    // For learners: how many actions there are, that of each of legal_moves(p), what is observed.
    virtual int action_count() const = 0;
    virtual std::vector<std::int32_t> actions(const AnyPosition& p) const = 0;
    virtual std::vector<PlaneFacts> observation_planes() const = 0;
    virtual std::shared_ptr<AnyBatch> batch(const BatchSettings& settings) const = 0;
};

// Every ruleset, in the order in which they are listed to users.
const std::vector<const Core*>& cores();

// Throws std::invalid_argument naming the rulesets there are.
const Core& core_named(const std::string& name);

}  // namespace crownhead
