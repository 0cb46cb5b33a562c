// Self-play: many games of a search against itself, and the positions worth learning from.
//
// In a share of the games one side is played by a member of a league: other evaluators in the same
// search. With endgame tables a game stops where they know the outcome, and every position before
// carries a result that no mistake of the ending has blurred.
//
// A game depends on the seed and its number alone, so the number of workers changes nothing.
#pragma once

#include <type_traits>

#include "endgame_play.hpp"
#include "game.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace crownhead {

template <RulesetTag R>
struct SelfPlay {
    Position<R> start;
    std::uint64_t seed = 0;
    std::uint32_t first_game = 0;
    int games = 0;
    std::uint64_t nodes = 0;
    int random_plies[2] = {0, 0};       // least and most
    int opening_score = 0;              // openings whose search says more are drawn again
    std::vector<Position<R>> openings;  // an opening is one of these for a share of the games
    double opening_share = 0;
    double fork_share = 0;  // games with one random move later on
    Adjudication adjudication;
    int league = 0;  // members
    double league_share = 0;
    std::shared_ptr<const Endgames<R>> endgames;  // null for none
};

// One position. Squares are counted as the side to move sees them: the board turned 180 degrees
// for Black, so that own men always move towards square 1.
template <RulesetTag R>
struct Sample {
    using Plane = std::conditional_t<Layout<R>::squares <= 32, std::uint32_t, std::uint64_t>;
    // Words a plane takes: square i+1 is bit i % 64 of word i / 64.
    static constexpr int words = Layout<R>::squares <= 64 ? 1 : 2;
    std::uint64_t key;
    Plane planes[4][words];  // own men, own kings, their men, their kings
    std::uint32_t game;
    std::uint16_t ply;
    std::int16_t score;  // of the search, for the side to move
    std::uint16_t wins;  // for the side to move
    std::uint16_t draws;
    std::uint16_t losses;
    std::uint16_t unused = 0;
};

template <RulesetTag R, class MakePlayer>
class SelfPlayer {
    using L = Layout<R>;

public:
    // Positions beyond this score are decided and teach nothing.
    static constexpr int decided = 1500;
    static constexpr int opening_tries = 50;

    // `make_player(0)` makes a search of the champion, others those of the league.
    SelfPlayer(MakePlayer make_player, const SelfPlay<R>& config, Interrupt& interrupt)
        : make_player_(std::move(make_player)),
          config_(config),
          interrupt_(interrupt),
          search_(player(0)) {}

    // Plays game `number` and appends the samples of it.
    Game<R> play(std::uint32_t number, std::vector<Sample<R>>& samples) {
        Random random(config_.seed, number);
        search_->clear();
        Referee<R> referee = open(random);
        int fork = random.unit() < config_.fork_share ? referee.ply() + random.below(60) : -1;
        const Rival rival = draw_rival(random);
        referee.game().players[index(rival.colour)] = rival.number;
        referee.use(config_.endgames.get());
        std::vector<Sample<R>> kept;
        while (!referee.over() && !interrupt_.stop) {
            if (fork >= 0 && referee.ply() >= fork && referee.moves().size() > 1) {
                fork = -1;
                // What came before a random move is no longer explained by the result.
                kept.clear();
                referee.play(random.below(referee.moves().size()));
                continue;
            }
            search_once(referee, rival, kept);
        }
        if (referee.over() && referee.game().reason == Reason::endgame) {
            append_ending(referee, rival, kept);
        }
        Game<R> game = std::move(referee.game());
        game.number = number;
        for (Sample<R>& s : kept) {
            s.game = number;
            const bool white = (s.ply % 2 == 0) == (game.start.turn == Colour::white);
            const int result = white ? game.result : -game.result;
            s.wins = result > 0;
            s.draws = result == 0;
            s.losses = result < 0;
            samples.push_back(s);
        }
        return game;
    }

private:
    // The opponent of the champion in this game, 0 for the champion itself.
    struct Rival {
        std::uint8_t number = 0;
        Colour colour = Colour::white;
        std::unique_ptr<SearchOf<R>> search;

        bool plays(Colour c) const { return number && c == colour; }
    };

    std::unique_ptr<SearchOf<R>> player(int number) const {
        auto search = make_player_(number);
        search->use(config_.endgames);
        return search;
    }

    // Made for the game, since most games have none.
    Rival draw_rival(Random& random) const {
        Rival rival;
        if (!config_.league || random.unit() >= config_.league_share) return rival;
        rival.number = static_cast<std::uint8_t>(1 + random.below(config_.league));
        rival.colour = random.below(2) ? Colour::black : Colour::white;
        rival.search = player(rival.number);
        return rival;
    }

    // Plays a move, and keeps the position if the champion searched it and it teaches something.
    void search_once(Referee<R>& referee, const Rival& rival, std::vector<Sample<R>>& kept) {
        const Position<R> p = referee.position();
        const bool rivals = rival.plays(p.turn);
        const bool wanted = !rivals && is_quiet(p) && !referee.seen_before();
        const int ply = referee.ply();
        play_searched(referee, rivals ? *rival.search : *search_, Limits{.nodes = config_.nodes},
                      interrupt_);
        if (interrupt_.stop) return;
        const int score = referee.game().scores.back();
        if (!wanted || score == no_score) return;
        const int taught = config_.endgames ? within_range(score) : score;
        if (std::abs(taught) < decided) kept.push_back(sample(p, ply, taught));
    }

    // An end that is proven, by tables or by search, is taught as the largest score there is.
    static int within_range(int score) {
        if (std::abs(score) <= static_bound) return score;
        return score > 0 ? decided - 1 : 1 - decided;
    }

    // The tables' own line from where the game was stopped: who has no tables when it counts has to
    // know such positions too. A draw has no end to go to: there captures are played out, no more.
    void append_ending(const Referee<R>& referee, const Rival& rival,
                       std::vector<Sample<R>>& kept) const {
        if constexpr (tabled<R>) {
            Position<R> p = referee.position();
            MoveList<R> moves;
            for (int ply = referee.ply();; ++ply) {
                legal_moves(p.board, p.turn, moves);
                if (moves.empty()) return;
                const Verdict v = (*config_.endgames)(p.board, p.turn);
                if (is_quiet(p) && !rival.plays(p.turn)) {
                    kept.push_back(sample(p, ply, within_range(table_score(v, p, 0))));
                }
                if (v == drawn && !moves[0].is_capture()) return;
                p = p.after(moves[ranked_by_tables(*config_.endgames, p, moves).front()]);
            }
        }
    }

    // Random plies from the start, or a given opening; drawn again while one side is far ahead.
    Referee<R> open(Random& random) {
        for (int tries = 0;; ++tries) {
            const bool given = !config_.openings.empty() && random.unit() < config_.opening_share;
            Referee<R> referee(given ? config_.openings[static_cast<std::size_t>(
                                           random.below(static_cast<int>(config_.openings.size())))]
                                     : config_.start,
                               config_.adjudication);
            const int plies =
                given ? 0
                      : config_.random_plies[0] +
                            random.below(config_.random_plies[1] - config_.random_plies[0] + 1);
            while (!referee.over() && referee.ply() < plies) {
                referee.play(random.below(referee.moves().size()));
            }
            if (tries == opening_tries || interrupt_.stop) return referee;
            if (referee.over()) continue;
            const Found<R> found = search_->think(referee.position(), referee.history(),
                                                  Limits{.nodes = config_.nodes}, interrupt_);
            if (std::abs(found.score) <= config_.opening_score) return referee;
        }
    }

    // No piece can be taken off the board, neither captured nor huffed.
    static bool is_quiet(const Position<R>& p) {
        if constexpr (R::rules.obligation == Obligation::huff) {
            if (p.board.state.pieces) return false;
        }
        return !can_capture(p.board, p.turn) && !can_capture(p.board, !p.turn);
    }

    // Without the game and its result, which come at the end.
    static Sample<R> sample(const Position<R>& p, int ply, int score) {
        Sample<R> s{};
        s.key = p.key;
        s.ply = static_cast<std::uint16_t>(ply);
        s.score = static_cast<std::int16_t>(score);
        for (const Colour c : {Colour::white, Colour::black}) {
            const int own = c == p.turn ? 0 : 2;
            for (auto rest = p.board.pieces[index(c)]; rest; rest &= rest - 1) {
                const int at = L::first(rest);
                const int square = L::square_of(at);
                const int seen = p.turn == Colour::white ? square : L::turned(square);
                const int plane = own + Position<R>::is_king(p.board, at);
                s.planes[plane][seen / 64] |= typename Sample<R>::Plane{1} << seen % 64;
            }
        }
        return s;
    }

    MakePlayer make_player_;
    const SelfPlay<R>& config_;
    Interrupt& interrupt_;
    std::unique_ptr<SearchOf<R>> search_;
};

template <RulesetTag R>
struct Harvest {
    std::vector<Game<R>> games;
    std::vector<Sample<R>> samples;  // by game, then ply
};

template <RulesetTag R, class MakePlayer>
Harvest<R> self_play(const MakePlayer& make_player, const SelfPlay<R>& config, int workers,
                     Interrupt& interrupt, const Poll& poll) {
    const auto count = static_cast<std::size_t>(config.games);
    std::vector<std::vector<Sample<R>>> samples(count);
    Harvest<R> harvest;
    harvest.games.resize(count);
    run_jobs(config.games, workers, interrupt, poll, [&] {
        return
            [&, player = SelfPlayer<R, MakePlayer>(make_player, config, interrupt)](int i) mutable {
                const auto at = static_cast<std::size_t>(i);
                harvest.games[at] =
                    player.play(config.first_game + static_cast<std::uint32_t>(i), samples[at]);
            };
    });
    for (auto& rows : samples) {
        harvest.samples.insert(harvest.samples.end(), rows.begin(), rows.end());
    }
    return harvest;
}

}  // namespace crownhead
