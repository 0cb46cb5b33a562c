// The "queens" game of online game sites, and Thai draughts (makhos), which moves alike with
// eight men: kings fly, come down directly behind the piece they take, which leaves at once.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Queens8 {
    static constexpr Rules rules{
        .name = "queens8",
        .game_type = "56,W,8,8,N2,0",
        .king = KingKind::flying_lands_behind,
        .removal = Removal::at_once,
        .equal_kings_plies = 20,
        .king_value = 300,
    };
};

struct Queens10 {
    static constexpr Rules rules = [] {
        Rules r = Queens8::rules;
        r.name = "queens10";
        r.game_type = "57,W,10,10,N2,0";
        r.rows = r.cols = 10;
        return r;
    }();
};

struct Thai {
    static constexpr Rules rules{
        .name = "thai",
        .game_type = "31,B,8,8,N2,0",
        .men_rows = 2,
        .first_mover = Colour::black,
        .king = KingKind::flying_lands_behind,
        .removal = Removal::at_once,
        .king_value = 300,
    };
};

}  // namespace crownhead
