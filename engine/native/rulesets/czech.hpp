// Czech draughts.
//
// Source: Česká federace dámy, rules of Czech draughts. GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Czech {
    static constexpr Rules rules{
        .name = "czech",
        .game_type = "29,W,8,8,A0,0",
        .king = KingKind::flying,              // 3.9: any distance
        .precedence = Precedence::king_first,  // 4.14: who can capture with a king has to
        .king_value = 300,                     // ours, for the material evaluation
        // man_captures stays forwards: 4.1. Decided: the default draws; the federation's fifteen
        // moves are not applied.
    };
};

}  // namespace crownhead
