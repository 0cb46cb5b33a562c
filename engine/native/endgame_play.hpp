// What endgame tables mean to a player: a score, the move to make, the line to the end.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "endgame.hpp"
#include "limits.hpp"

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

// The places of the moves, best first: the shortest way to win, the longest to lose.
template <RulesetTag R>
std::vector<int> ranked_by_tables(const Endgames<R>& tables, const Position<R>& p,
                                  const MoveList<R>& moves) {
    std::vector<std::pair<int, int>> ratings;
    for (int i = 0; i < moves.size(); ++i) {
        ratings.emplace_back(-rating(verdict_after(tables, p, moves[i])), i);
    }
    std::sort(ratings.begin(), ratings.end());
    std::vector<int> places;
    for (const auto& [rating, place] : ratings) places.push_back(place);
    return places;
}

// Best play of both sides to the end, or for so many plies.
template <RulesetTag R>
std::vector<Move<R>> line_by_tables(const Endgames<R>& tables, Position<R> p, std::size_t most) {
    std::vector<Move<R>> line;
    MoveList<R> moves;
    while (line.size() < most) {
        legal_moves(p.board, p.turn, moves);
        if (moves.empty()) break;
        line.push_back(moves[ranked_by_tables(tables, p, moves).front()]);
        p = p.after(line.back());
    }
    return line;
}

// What the tables say of a root. A decided one needs no search; in a drawn one the moves that keep
// the draw are searched without tables, for the one that sets the enemy the hardest task.
template <RulesetTag R>
struct RootAdvice {
    Verdict verdict = unknown;
    std::vector<Line<R>> lines;  // of a decided root, best first
    std::vector<int> losing;     // places of the moves that give a draw away

    bool decided() const { return !lines.empty(); }
};

template <RulesetTag R>
RootAdvice<R> root_advice(const Endgames<R>& tables, const Position<R>& root, int lines) {
    RootAdvice<R> advice;
    MoveList<R> moves;
    legal_moves(root.board, root.turn, moves);
    advice.verdict = tables(root.board, root.turn);
    if (moves.empty() || advice.verdict == unknown) return advice;
    for (const int place : ranked_by_tables(tables, root, moves)) {
        const Verdict v = verdict_after(tables, root, moves[place]);
        if (advice.verdict == drawn) {
            if (v != drawn) advice.losing.push_back(place);
        } else if (static_cast<int>(advice.lines.size()) < lines) {
            std::vector<Move<R>> pv{moves[place]};
            const auto rest = line_by_tables(tables, root.after(moves[place]), max_ply - 1);
            pv.insert(pv.end(), rest.begin(), rest.end());
            advice.lines.push_back({place, table_score(v, root, 0), 1, std::move(pv)});
        }
    }
    return advice;
}

}  // namespace crownhead
