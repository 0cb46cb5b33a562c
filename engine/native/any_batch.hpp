// Many games stepped together, as they pass the door: no ruleset in their types.
#pragma once

#include <atomic>
#include <optional>

#include "core.hpp"

namespace crownhead {

// One plane of an observation, and the greatest value that it can hold.
struct PlaneFacts {
    std::string name;
    int greatest;
};

struct BatchSettings {
    int games;
    std::uint64_t seed;
    std::vector<AnyPosition> starts;  // each game begins at one of these
    int random_plies[2];              // least and most, played before a learner is asked
    int ply_cap;                      // a game as long as this is truncated, 0 = never
    bool auto_reset;
    int threads;
};

// What a learner sees and is told, row by row for each game.
struct BatchArrays {
    std::vector<std::uint8_t> observations;        // [games, planes, squares]
    std::vector<std::uint8_t> final_observations;  // the same, of games just ended and begun anew
    std::vector<std::uint8_t> action_mask;         // [games, actions]
    std::vector<std::uint8_t> turns;               // whose turn it is, a Colour
    std::vector<std::int32_t> plies;               // played in the game so far
    std::vector<float> rewards;                    // of the side that has just moved
    std::vector<std::uint8_t> terminated;
    std::vector<std::uint8_t> truncated;
    std::vector<std::int8_t> reasons;  // a Reason where the game has just ended, else no_reason
};

inline constexpr std::int8_t no_reason = -1;

class AnyBatch {
public:
    virtual ~AnyBatch() = default;
    virtual const Core& core() const = 0;
    const BatchArrays& arrays() const { return arrays_; }
    // Begins all games anew; with a seed as a new batch would, else in the order of chance so far.
    virtual void reset(std::optional<std::uint64_t> seed) = 0;
    // Plays an action in each game. Throws std::invalid_argument for an illegal one, before
    // anything is played.
    virtual void step(const std::int64_t* actions) = 0;
    // Draws a legal action for each game, 0 for one that is over.
    virtual void sample(std::int64_t* actions) = 0;
    virtual AnyPosition position(int game) const = 0;

    std::atomic<bool> busy{false};  // a call is at work; for whoever lets several threads in

protected:
    BatchArrays arrays_;
};

}  // namespace crownhead
