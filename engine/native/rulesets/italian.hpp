// Italian draughts.
//
// Source: Federazione Italiana Dama (FID), "Regolamento tecnico", chapter I. GameType: PDN 3.0.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Italian {
    static constexpr Rules rules{
        .name = "italian",
        .game_type = "22,W,8,8,N2,1",
        .squares = Squares::not_bottom_left,  // FID 2.3: the dark corner at the right
        .men_take_kings = false,              // FID 5.3 b
        // FID 6.6 to 6.9: most pieces, then by a king, then most kings, then the kings soonest.
        // Decided: soonest means that, capture by capture, the first difference is a king.
        .precedence = Precedence::most_by_king_then_kings,
        // king stays stepping: FID 4.7. man_captures stays forwards: FID 5.3 a.
        // no_progress_plies stays 80: FID 10.4. Decided: the third occurrence of a position is a
        // draw like everywhere; FID 9.3 has the fourth.
    };
};

}  // namespace crownhead
