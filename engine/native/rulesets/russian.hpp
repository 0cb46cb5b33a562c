// Russian draughts.
// Source: International Draughts Federation (IDF), "Rules of the game, draughts-64".
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Russian {
    static constexpr Rules rules{
        .name = "russian",
        .game_type = "25,W,8,8,A0,0",
        .man_captures = diagonally,
        .king = KingKind::flying,
        .promotion = Promotion::goes_on,
        .king_value = 300,
    };
};

}  // namespace crownhead
