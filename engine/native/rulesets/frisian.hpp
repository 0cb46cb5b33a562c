// Frisian draughts: the international game with captures along rows and columns too.
//
// Source: World Frisian Draughts Federation (WFD), rules of the game; its board and men are those
// of international draughts (see international.hpp). GameType: PDN 3.0.
#pragma once

#include "international.hpp"

namespace crownhead {

struct Frisian {
    static constexpr Rules rules = [] {
        Rules r = International::rules;
        r.name = "frisian";
        r.game_type = "40,W,10,10,N2,0";
        // WFD: captures go in eight directions, along a row or column over two squares a step.
        r.man_captures = diagonally | straight;
        r.king_captures = diagonally | straight;
        // WFD: the most valuable capture, a king counting a little less than two men; of equal ones
        // a king has to make it. Decided: two men for a king, and of equal values the capture with
        // fewer kings, which comes to the same order.
        r.precedence = Precedence::value;
        // WFD: three moves in a row with one king while its side has men; a capture starts anew.
        r.king_run = 3;
        // Decided: the default draws; WFD's counters for two kings against one are not applied.
        return r;
    }();
};

}  // namespace crownhead
