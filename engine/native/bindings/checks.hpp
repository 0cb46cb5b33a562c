// Arguments checked where Python meets the core: a ValueError says what was expected.
#pragma once

#include "../any_games.hpp"
#include "../evaluator.hpp"
#include "bindings.hpp"

namespace crownhead {

inline void expect(bool held, const std::string& what) {
    if (!held) throw std::invalid_argument(what);
}

inline void same_core(const AnyEvaluator& e, const AnyPosition& p) {
    expect(e.core == p.core, "expected a position of ruleset '" +
                                 std::string(e.core->rules().name) + "', got one of '" +
                                 std::string(p.core->rules().name) + "'");
}

inline double checked_table(double table_mib) {
    expect(
        table_mib > 0 && table_mib <= 65536,
        "expected a table of more than 0 and at most 65536 MiB, got " + std::to_string(table_mib));
    return table_mib;
}

}  // namespace crownhead
