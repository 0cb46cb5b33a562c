#include "registry.hpp"

#include <stdexcept>

namespace crownhead {

const std::vector<const Core*>& cores() {
    static const std::vector<const Core*> all{
        &english_core(),
        &english_white_first_core(),
        &english_king_first_core(),
        &english_mid_promotion_core(),
        &english_house_core(),
        &english_huff_core(),
        &queens8_core(),
        &queens10_core(),
        &russian_core(),
        &malaysian8_core(),
        &malaysian12_core(),
        &malaysian8_forced_core(),
        &malaysian12_forced_core(),
        &international_core(),
        &brazilian_core(),
        &pool_core(),
        &czech_core(),
        &spanish_core(),
        &portuguese_core(),
        &italian_core(),
        &canadian_core(),
        &frisian_core(),
        &thai_core(),
        &turkish_core(),
    };
    return all;
}

const Core& core_named(const std::string& name) {
    std::string names;
    for (const Core* core : cores()) {
        if (core->rules().name == name) return *core;
        names += (names.empty() ? "" : ", ") + std::string(core->rules().name);
    }
    throw std::invalid_argument("unknown ruleset '" + name + "', expected one of: " + names);
}

}  // namespace crownhead
