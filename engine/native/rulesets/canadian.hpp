// Canadian draughts: the international rules on the board of 144 squares.
//
// Source: FMJD lists it among its games with the rules of international draughts (see
// international.hpp). GameType: PDN 3.0.
#pragma once

#include "international.hpp"

namespace crownhead {

struct Canadian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "canadian";
        r.game_type = "27,W,12,12,N2,0";
        r.rows = r.cols = 12;  // a hundred and forty-four squares
        r.men_rows = 5;        // thirty men a side
        return r;
    }();
};

}  // namespace crownhead
