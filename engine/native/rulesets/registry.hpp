// One line for each ruleset: its core, defined in the translation unit of its family.
#pragma once

#include "../core.hpp"

namespace crownhead {

const Core& english_core();
const Core& english_white_first_core();
const Core& english_king_first_core();
const Core& english_mid_promotion_core();
const Core& english_house_core();
const Core& english_huff_core();
const Core& queens8_core();
const Core& queens10_core();
const Core& russian_core();
const Core& malaysian8_core();
const Core& malaysian12_core();
const Core& malaysian8_forced_core();
const Core& malaysian12_forced_core();
const Core& international_core();
const Core& brazilian_core();
const Core& pool_core();
const Core& czech_core();
const Core& spanish_core();
const Core& portuguese_core();
const Core& italian_core();
const Core& canadian_core();
const Core& frisian_core();
const Core& thai_core();
const Core& turkish_core();

}  // namespace crownhead
