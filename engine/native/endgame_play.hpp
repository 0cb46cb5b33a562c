// What endgame tables mean to a player: a score, the move to make, the line to the end.
#pragma once

#include "endgame.hpp"
#include "score.hpp"

namespace crownhead {

// The plies that the draw rules are sure to leave.
template <RulesetTag R>
int plies_left(const Position<R>& p) {
    int left = win;
    if (R::rules.no_progress_plies) left = R::rules.no_progress_plies - p.no_progress;
    if (R::rules.equal_kings_plies) {
        left = std::min(left, R::rules.equal_kings_plies - p.equal_kings);
    }
    return left;
}

// For the side to move, `ply` plies from the root. Tables know no draw rules: an end beyond the
// plies that the counters leave is expected, not sure.
template <RulesetTag R>
int table_score(Verdict v, const Position<R>& p, int ply) {
    if (v == drawn) return 0;
    const bool sure = v <= plies_left(p) && win - ply - v > win_bound;
    const int score = sure ? win - ply - v : expected_win - v;
    return is_win(v) ? score : -score;
}

// For the side that makes the move.
template <RulesetTag R>
Verdict verdict_after(const Endgames<R>& tables, const Position<R>& p, const Move<R>& m) {
    return before(tables(p.board.after(m, p.turn), !p.turn));
}

// The place of the best move: the shortest way to win, the longest to lose.
template <RulesetTag R>
int best_by_tables(const Endgames<R>& tables, const Position<R>& p, const MoveList<R>& moves) {
    int best = 0;
    int highest = rating(verdict_after(tables, p, moves[0]));
    for (int i = 1; i < moves.size(); ++i) {
        const int here = rating(verdict_after(tables, p, moves[i]));
        if (here > highest) {
            highest = here;
            best = i;
        }
    }
    return best;
}

// Best play of both sides to the end, or for so many plies.
template <RulesetTag R>
std::vector<Move<R>> line_by_tables(const Endgames<R>& tables, Position<R> p, std::size_t most) {
    std::vector<Move<R>> line;
    MoveList<R> moves;
    while (line.size() < most) {
        legal_moves(p.board, p.turn, moves);
        if (moves.empty()) break;
        line.push_back(moves[best_by_tables(tables, p, moves)]);
        p = p.after(line.back());
    }
    return line;
}

}  // namespace crownhead
