// Spanish draughts, and Portuguese, which moves alike.
//
// Source: Federação Portuguesa de Damas, rules of classical draughts, for both. GameType: PDN 3.0,
// whose squares count from the other end: its n is our 33 - n.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Spanish {
    static constexpr Rules rules{
        .name = "spanish",
        .game_type = "24,W,8,8,N1,1",
        .squares = Squares::not_bottom_left,        // the long diagonal lies at the right
        .king = KingKind::flying,                   // any distance
        .precedence = Precedence::most_then_kings,  // 15 b, c: most pieces, then most kings
        .king_value = 300,                          // ours, for the material evaluation
    };
};

inline constexpr Rules portuguese_rules = [] {
    Rules r = Spanish::rules;
    r.name = "portuguese";
    r.game_type = "28,W,8,8,N1,1";
    return r;
}();

}  // namespace crownhead
