// Games and the settings of their playing, as they pass the door: no ruleset in their types.
#pragma once

#include "any_endgames.hpp"
#include "evaluator.hpp"
#include "game.hpp"

namespace crownhead {

// Many finished games as columns; offsets[i] .. offsets[i+1] are the plies of game i.
struct AnyGames {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::uint16_t> moves;
    std::vector<std::int16_t> scores;
    std::vector<std::uint32_t> nodes;
    std::vector<float> times;
    std::vector<std::int8_t> results;
    std::vector<std::uint8_t> reasons;
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint8_t> white_players;
    std::vector<std::uint8_t> black_players;
    std::vector<AnyPosition> starts;
};

struct MatchSettings {
    std::vector<AnyPosition> openings;
    Limits limits[2];
    Adjudication adjudication;
    double table_mib;
    int workers;
};

struct SelfPlaySettings {
    std::uint64_t seed;
    std::uint32_t first_game;
    int games;
    std::uint64_t nodes;
    int random_plies[2];
    int opening_score;
    std::vector<AnyPosition> openings;
    double opening_share;
    double fork_share;
    std::vector<AnyEvaluator> league;
    double league_share;
    std::shared_ptr<const AnyEndgames> endgames;  // null for none
    Adjudication adjudication;
    double table_mib;
    int workers;
};

}  // namespace crownhead
