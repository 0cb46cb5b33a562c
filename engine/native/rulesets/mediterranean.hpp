// Spanish (and Portuguese), Italian, Czech and Turkish draughts.
#pragma once

#include "../rules.hpp"

namespace crownhead {

struct Spanish {
    static constexpr Rules rules{
        .name = "spanish",
        .game_type = "24,W,8,8,N1,1",
        .squares = Squares::not_bottom_left,
        .king = KingKind::flying,
        .precedence = Precedence::most_then_kings,
        .king_value = 300,
    };
};

// Portuguese draughts moves like Spanish.
inline constexpr Rules portuguese_rules = [] {
    Rules r = Spanish::rules;
    r.name = "portuguese";
    r.game_type = "28,W,8,8,N1,1";
    return r;
}();

struct Italian {
    static constexpr Rules rules{
        .name = "italian",
        .game_type = "22,W,8,8,N2,1",
        .squares = Squares::not_bottom_left,
        .men_take_kings = false,
        .precedence = Precedence::most_by_king_then_kings,
    };
};

struct Czech {
    static constexpr Rules rules{
        .name = "czech",
        .game_type = "29,W,8,8,A0,0",
        .king = KingKind::flying,
        .precedence = Precedence::king_first,
        .king_value = 300,
    };
};

struct Turkish {
    static constexpr Rules rules{
        .name = "turkish",
        .game_type = "30,W,8,8,A0,0",
        .squares = Squares::all,
        .men_rows = 2,
        .empty_rows = 1,
        .man_moves = straight_forward | sideways,
        .man_captures = straight_forward | sideways,
        .king_moves = straight,
        .king_captures = straight,
        .king = KingKind::flying,
        .removal = Removal::at_once_no_turning_back,
        .precedence = Precedence::most,
        .king_value = 400,
    };
};

}  // namespace crownhead
