// A match: every opening is played twice, with colours swapped.
#pragma once

#include "game.hpp"
#include "parallel.hpp"

namespace crownhead {

template <RulesetTag R, class MakePlayer>
std::vector<Game<R>> play_match(const MakePlayer& make_first, const MakePlayer& make_second,
                                const std::vector<Position<R>>& openings, const Limits limits[2],
                                const Adjudication& adjudication, int workers, Interrupt& interrupt,
                                const Poll& poll) {
    std::vector<Game<R>> games(2 * openings.size());
    run_jobs(static_cast<int>(games.size()), workers, interrupt, poll, [&] {
        return [&, players = std::array<std::unique_ptr<SearchOf<R>>, 2>{
                       make_first(), make_second()}](int number) mutable {
            const Position<R>& opening = openings[static_cast<std::size_t>(number) / 2];
            Referee<R> referee(opening, adjudication);
            referee.game().players[index(opening.turn)] = static_cast<std::uint8_t>(number % 2);
            referee.game().players[index(!opening.turn)] =
                static_cast<std::uint8_t>(1 - number % 2);
            for (auto& player : players) player->clear();
            while (!referee.over() && !interrupt.stop) {
                // In even games the first player has the side to move in the opening.
                const bool opener = referee.position().turn == opening.turn;
                const int mover = opener == (number % 2 == 0) ? 0 : 1;
                play_searched(referee, *players[static_cast<std::size_t>(mover)], limits[mover],
                              interrupt);
            }
            referee.game().number = static_cast<std::uint32_t>(number);
            games[static_cast<std::size_t>(number)] = std::move(referee.game());
        };
    });
    return games;
}

}  // namespace crownhead
