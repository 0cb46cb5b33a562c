// Brazilian draughts: the international rules on the small board.
//
// Source: Confederação Brasileira de Jogo de Damas, official rules, which take over those of FMJD
// for international draughts (see international.hpp). GameType: PDN 3.0.
#pragma once

#include "international.hpp"

namespace crownhead {

struct Brazilian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "brazilian";
        r.game_type = "26,W,8,8,A0,0";
        r.rows = r.cols = 8;  // sixty-four squares
        r.men_rows = 3;       // twelve men a side
        return r;
    }();
};

}  // namespace crownhead
