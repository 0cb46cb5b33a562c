// Several threads on one transposition table, under ThreadSanitizer (test_threads.py compiles and
// runs this): it has to end with 0 and to print nothing.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "handcrafted.hpp"
#include "rulesets/english.hpp"
#include "team.hpp"

using namespace crownhead;
using Player = Team<English, Handcrafted<English>>;

namespace {

void expect(bool held, const char* what) {
    if (held) return;
    std::printf("expected %s\n", what);
    std::exit(1);
}

// What a test's entry holds follows from its key, so that a mixture of two would show.
int score_of(std::uint64_t key) { return static_cast<int>(key % 20011) - 10000; }
int depth_of(std::uint64_t key) { return static_cast<int>(key % 97); }
int move_of(std::uint64_t key) { return static_cast<int>(key % 251); }

// Every key falls into the one cluster there is.
void no_entry_is_a_mixture_of_two() {
    Table table(0.00001);
    const auto hammer = [&](std::uint64_t seed) {
        for (std::uint64_t i = 0; i < 1'000'000; ++i) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const std::uint64_t key = (seed >> 33) % 16 * 0x9e3779b97f4a7c15u + 1;
            if (const auto e = table.probe(key)) {
                expect(e->score == score_of(key) && e->depth == depth_of(key) &&
                           e->move == move_of(key) && e->bound == Bound::exact,
                       "an entry to hold what was stored under its key");
            }
            const std::uint64_t other = (seed >> 45) % 16 * 0x9e3779b97f4a7c15u + 1;
            table.store(other, score_of(other), depth_of(other), move_of(other), Bound::exact);
        }
    };
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) threads.emplace_back(hammer, seed);
}

void a_team_searches_a_game() {
    Player team(Handcrafted<English>(Handcrafted<English>::default_weights), 0.05, 4);
    Position<English> p = Position<English>::make(Board<English>::start(), Colour::black);
    for (int ply = 0; ply < 6; ++ply) {
        Interrupt interrupt;
        int followed = 0;
        const Analysis<English> analysis{.lines = 1 + ply % 2,
                                         .follow = [&](const auto&) { return ++followed == 200; }};
        const Found<English> found = team.think(p, {}, {.nodes = 60'000}, interrupt, analysis);
        MoveList<English> moves;
        legal_moves(p.board, p.turn, moves);
        expect(found.move >= 0 && found.move < moves.size(), "a legal move");
        expect(followed > 0, "a follower to be called");
        p = p.after(moves[found.move]);
    }
    team.clear();
}

void a_search_is_stopped_by_another_thread() {
    Player team(Handcrafted<English>(Handcrafted<English>::default_weights), 0.05, 3);
    Interrupt interrupt;
    std::jthread stopper;
    const Analysis<English> analysis{.lines = 1, .follow = [&](const Found<English>& found) {
                                         if (found.depth == 3) {
                                             stopper = std::jthread([&] { interrupt.stop = true; });
                                         }
                                         return false;
                                     }};
    const auto start = Position<English>::make(Board<English>::start(), Colour::black);
    expect(team.think(start, {}, {}, interrupt, analysis).depth >= 3, "a stopped search to answer");
}

}  // namespace

int main() {
    no_entry_is_a_mixture_of_two();
    a_team_searches_a_game();
    a_search_is_stopped_by_another_thread();
}
