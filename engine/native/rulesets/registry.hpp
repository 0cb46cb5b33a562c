// One line for each ruleset: its core, defined in the translation unit of its own name.
#pragma once

#include "../core.hpp"

namespace crownhead {

const Core& english_core();

}  // namespace crownhead
