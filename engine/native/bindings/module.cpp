#include "bindings.hpp"

NB_MODULE(_native, m) {
    m.doc() = "The rules, the search and the games of crownhead, in C++.";
    crownhead::bind_rules(m);
    crownhead::bind_replay(m);
    crownhead::bind_endgames(m);
    crownhead::bind_evaluators(m);
    crownhead::bind_search(m);
    crownhead::bind_games(m);
    crownhead::bind_env(m);
}
