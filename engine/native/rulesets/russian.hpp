// Russian draughts (shashki).
//
// Source: International Draughts Federation (IDF), "Rules of the game, draughts-64"; paragraphs are
// those of the Russian federation's code of 2004, which it follows. GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Russian {
    static constexpr Rules rules{
        .name = "russian",
        .game_type = "25,W,8,8,A0,0",
        .man_captures = diagonally,       // 1.5.3: forwards and backwards
        .king = KingKind::flying,         // 1.4.5: any distance
        .promotion = Promotion::goes_on,  // 1.5.15: crowned on its way, it goes on as a king
        .king_value = 300,                // ours, for the material evaluation
        // first_mover stays white: decided, for help pages that let Black begin disagree with IDF.
        // precedence stays none: 1.5.14, the choice is free, and a capture is made to its end.
        // Decided: the default draws; IDF's counters for few pieces are not applied.
    };
};

}  // namespace crownhead
