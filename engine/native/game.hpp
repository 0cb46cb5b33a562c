// One game between two searches: who moves, when it ends and why.
#pragma once

#include <vector>

#include "endgame.hpp"
#include "limits.hpp"

namespace crownhead {

enum class Reason : std::uint8_t {
    no_move,      // the side to move has no legal move and has lost
    repetition,   // the position occurred for the last time allowed
    no_progress,  // too many plies without capture or man move
    equal_kings,  // too many plies without capture while both sides have equally many kings
    score,        // won by adjudication: both sides agree on the score
    drawn_score,  // drawn by adjudication: both sides agree on a level score
    material,     // won by adjudication: a lasting lead in material
    ply_cap,      // drawn because the game would not end
    endgame,      // stopped where endgame tables know the outcome
};

// 0 switches a rule off. Scores and material are in hundredths of a man, lengths in plies.
struct Adjudication {
    int win_score = 0;
    int win_plies = 0;
    int draw_score = 0;
    int draw_plies = 0;
    int draw_from_ply = 0;
    int material_lead = 0;
    int material_plies = 0;
    int ply_cap = 400;
};

inline constexpr std::int16_t no_score = -32768;

template <RulesetTag R>
struct Game {
    Position<R> start;
    std::uint32_t number = 0;
    std::vector<std::uint16_t> moves;  // places in the generated lists
    std::vector<std::int16_t> scores;  // for the side to move, no_score where nothing was searched
    std::vector<std::uint32_t> nodes;
    std::vector<float> times;          // seconds
    int result = 0;                    // +1 White won, -1 Black won
    std::uint8_t players[2] = {0, 0};  // by colour, as numbered by who had it played
    Reason reason = Reason::no_move;
};

// Plays the moves of a game, keeps its history and says when it is over.
template <RulesetTag R>
class Referee {
public:
    Referee(const Position<R>& start, const Adjudication& rules) : position_(start), rules_(rules) {
        game_.start = start;
        look();
    }

    const Position<R>& position() const { return position_; }
    const MoveList<R>& moves() const { return moves_; }
    std::span<const std::uint64_t> history() const { return keys_; }
    int ply() const { return static_cast<int>(game_.moves.size()); }
    bool over() const { return over_; }
    Game<R>& game() { return game_; }

    // From this position on the game stops at the first one that these tables know.
    void use(const Endgames<R>* endgames) {
        endgames_ = endgames;
        if (!over_) look_up();
    }

    bool seen_before() const {
        return std::find(keys_.begin(), keys_.end(), position_.key) != keys_.end();
    }

    void play(int move, int score = no_score, std::uint64_t nodes = 0, double time_s = 0) {
        game_.moves.push_back(static_cast<std::uint16_t>(move));
        game_.scores.push_back(static_cast<std::int16_t>(score));
        game_.nodes.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, ~0u)));
        game_.times.push_back(static_cast<float>(time_s));
        if (score != no_score) note_score(position_.turn == Colour::white ? score : -score);
        keys_.push_back(position_.key);
        position_ = position_.after(moves_[move]);
        look();
        if (!over_) adjudicate();
    }

private:
    void look() {
        legal_moves(position_.board, position_.turn, moves_);
        if (moves_.empty()) {
            end(position_.turn == Colour::white ? -1 : 1, Reason::no_move);
        } else if (R::rules.repetitions && occurrences() >= R::rules.repetitions) {
            end(0, Reason::repetition);
        } else if (position_.no_progress_draw()) {
            end(0, Reason::no_progress);
        } else if (position_.equal_kings_draw()) {
            end(0, Reason::equal_kings);
        } else {
            look_up();
        }
    }

    // A win counts even if it takes longer than the draw rules allow: that is a fact about the game,
    // and what is wanted here is one about the position.
    void look_up() {
        if constexpr (tabled<R>) {
            if (!endgames_) return;
            const Verdict v = (*endgames_)(position_.board, position_.turn);
            if (v == unknown) return;
            const int mover = is_win(v) - is_loss(v);
            end(position_.turn == Colour::white ? mover : -mover, Reason::endgame);
        }
    }

    int occurrences() const {
        return 1 + static_cast<int>(std::count(keys_.begin(), keys_.end(), position_.key));
    }

    // A flying king alone holds a draw against several, so no lead is a win while it is there. Of 81
    // draws between handcrafted players in Russian, international and Malaysian draughts a score of
    // 300 would have called 59 won and a lead of 200 in material 64; this way it is 13 and 6.
    bool may_hold(Colour c) const { return R::rules.flying() && position_.board.kings_of(c); }

    // Lengths of the runs of searched plies that agree.
    void note_score(int white) {
        const int least = rules_.win_score;
        white_wins_ = least && white >= least && !may_hold(Colour::black) ? white_wins_ + 1 : 0;
        black_wins_ = least && white <= -least && !may_hold(Colour::white) ? black_wins_ + 1 : 0;
        level_ = rules_.draw_plies && std::abs(white) <= rules_.draw_score ? level_ + 1 : 0;
    }

    void adjudicate() {
        const int lead = material_lead();
        leading_ = lead != 0 && lead == leader_ ? leading_ + 1 : 0;
        leader_ = lead;
        if (rules_.win_plies && std::max(white_wins_, black_wins_) >= rules_.win_plies) {
            end(white_wins_ ? 1 : -1, Reason::score);
        } else if (rules_.material_plies && leading_ >= rules_.material_plies) {
            end(leader_, Reason::material);
        } else if (rules_.draw_plies && level_ >= rules_.draw_plies &&
                   position_.no_progress >= rules_.draw_plies && ply() >= rules_.draw_from_ply) {
            end(0, Reason::drawn_score);
        } else if (rules_.ply_cap && ply() >= rules_.ply_cap) {
            end(0, Reason::ply_cap);
        }
    }

    // The side that leads by enough material: +1 White, -1 Black, 0 neither.
    int material_lead() const {
        if (!rules_.material_lead) return 0;
        const int lead = worth(Colour::white) - worth(Colour::black);
        if (lead >= rules_.material_lead && !may_hold(Colour::black)) return 1;
        if (lead <= -rules_.material_lead && !may_hold(Colour::white)) return -1;
        return 0;
    }
    int worth(Colour c) const {
        return man_value * popcount(position_.board.men_of(c)) +
               R::rules.king_value * popcount(position_.board.kings_of(c));
    }

    void end(int result, Reason reason) {
        over_ = true;
        game_.result = result;
        game_.reason = reason;
    }

    Position<R> position_;
    Adjudication rules_;
    Game<R> game_;
    MoveList<R> moves_;
    std::vector<std::uint64_t> keys_;
    const Endgames<R>* endgames_ = nullptr;
    bool over_ = false;
    int white_wins_ = 0;
    int black_wins_ = 0;
    int level_ = 0;
    int leading_ = 0;
    int leader_ = 0;
};

// Searches and plays one move; a forced one is played without a search.
template <RulesetTag R>
void play_searched(Referee<R>& referee, SearchOf<R>& player, const Limits& limits,
                   Interrupt& interrupt) {
    if (referee.moves().size() == 1) {
        referee.play(0);
        return;
    }
    const Found<R> found = player.think(referee.position(), referee.history(), limits, interrupt);
    if (!interrupt.stop) referee.play(found.move, found.score, found.nodes, found.time_s);
}

}  // namespace crownhead
