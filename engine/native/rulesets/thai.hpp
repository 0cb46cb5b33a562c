// Thai draughts (makhos).
//
// Source: the rules that published move counts were made with (R. Halbersma, dctl, "Thai").
// GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Thai {
    static constexpr Rules rules{
        .name = "thai",
        .game_type = "31,B,8,8,N2,0",
        .men_rows = 2,                          // eight men a side
        .first_mover = Colour::black,           // as the GameType says
        .king = KingKind::flying_lands_behind,  // any distance; down just behind the piece taken
        // Pieces leave at once. Decided: a king may turn straight back where that frees its way.
        .removal = Removal::at_once,
        .king_value = 300,  // ours, for the material evaluation
    };
};

}  // namespace crownhead
