// Self-play: many games of a search against itself, and the positions worth learning from.
//
// A game depends on the seed and its number alone, so the number of workers changes nothing.
#pragma once

#include <type_traits>

#include "game.hpp"
#include "parallel.hpp"

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

// A small generator with one word of state (SplitMix64).
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream) : state_(seed) {
        state_ = split_mix(state_) ^ (stream * 0x9e3779b97f4a7c15u);
        split_mix(state_);
    }
    std::uint64_t word() { return split_mix(state_); }
    int below(int n) {
        return static_cast<int>(
            (static_cast<unsigned __int128>(word()) * static_cast<unsigned>(n)) >> 64);
    }
    double unit() { return static_cast<double>(word() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

template <RulesetTag R>
class SelfPlayer {
    using L = Layout<R>;

public:
    // Positions beyond this score are decided and teach nothing.
    static constexpr int decided = 1500;
    static constexpr int opening_tries = 50;

    SelfPlayer(std::unique_ptr<SearchOf<R>> search, const SelfPlay<R>& config, Interrupt& interrupt)
        : search_(std::move(search)), config_(config), interrupt_(interrupt) {}

    // Plays game `number` and appends the samples of it.
    Game<R> play(std::uint32_t number, std::vector<Sample<R>>& samples) {
        Random random(config_.seed, number);
        search_->clear();
        Referee<R> referee = open(random);
        const int fork = random.unit() < config_.fork_share ? referee.ply() + random.below(60) : -1;
        std::vector<Sample<R>> kept;
        while (!referee.over() && !interrupt_.stop) {
            if (referee.ply() == fork) {
                // What came before a random move is no longer explained by the result.
                kept.clear();
                referee.play(random.below(referee.moves().size()));
                continue;
            }
            const Position<R> p = referee.position();
            const bool quiet = is_quiet(p) && !referee.seen_before();
            const int ply = referee.ply();
            play_searched(referee, *search_, Limits{.nodes = config_.nodes}, interrupt_);
            if (interrupt_.stop) break;
            const int score = referee.game().scores.back();
            if (quiet && score != no_score && std::abs(score) < decided) {
                kept.push_back(sample(p, number, ply, score));
            }
        }
        Game<R> game = std::move(referee.game());
        game.number = number;
        for (Sample<R>& s : kept) {
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

    static Sample<R> sample(const Position<R>& p, std::uint32_t game, int ply, int score) {
        Sample<R> s{};
        s.key = p.key;
        s.game = game;
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

    std::unique_ptr<SearchOf<R>> search_;
    const SelfPlay<R>& config_;
    Interrupt& interrupt_;
};

template <RulesetTag R>
struct Harvest {
    std::vector<Game<R>> games;
    std::vector<Sample<R>> samples;  // by game, then ply
};

template <RulesetTag R, class MakeSearch>
Harvest<R> self_play(const MakeSearch& make_search, const SelfPlay<R>& config, int workers,
                     Interrupt& interrupt, const Poll& poll) {
    const auto count = static_cast<std::size_t>(config.games);
    std::vector<std::vector<Sample<R>>> samples(count);
    Harvest<R> harvest;
    harvest.games.resize(count);
    run_jobs(config.games, workers, interrupt, poll, [&] {
        return [&, player = SelfPlayer<R>(make_search(), config, interrupt)](int i) mutable {
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
