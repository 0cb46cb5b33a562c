// The door between a compile-time ruleset and a caller that names it at run time: `Core` is the
// interface, `CoreOf<R>` its one implementation, and each ruleset's translation unit registers
// one. Squares are 1-based here, as in the notation; sets of squares are bit sets over them.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "rules.hpp"

namespace crownhead {

inline constexpr int max_squares = 72;
using SquareSet = std::bitset<max_squares>;  // bit i = square i+1

class Core;

struct AnyMove {
    int from_square;
    int to_square;
    SquareSet captured;
    bool promoted;
    friend bool operator==(const AnyMove&, const AnyMove&) = default;
};

struct AnyPosition {
    const Core* core;
    Colour turn;
    SquareSet men[2];  // by colour
    SquareSet kings[2];
    int no_progress;

    // The counter is not part of what a position is.
    friend bool operator==(const AnyPosition& a, const AnyPosition& b) {
        return a.core == b.core && a.turn == b.turn && a.men[0] == b.men[0] &&
               a.men[1] == b.men[1] && a.kings[0] == b.kings[0] && a.kings[1] == b.kings[1];
    }
};

class Core {
public:
    virtual ~Core() = default;
    virtual const Rules& rules() const = 0;
    virtual int squares() const = 0;
    virtual int men() const = 0;  // a side's at the start

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
    virtual std::uint64_t perft(const AnyPosition& p, int depth, bool bulk) const = 0;
};

// Every ruleset, in the order in which they are listed to users.
const std::vector<const Core*>& cores();

// Throws std::invalid_argument naming the rulesets there are.
const Core& core_named(const std::string& name);

}  // namespace crownhead
