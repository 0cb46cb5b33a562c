#include "registry.hpp"

#include <stdexcept>

namespace crownhead {

const std::vector<const Core*>& cores() {
    static const std::vector<const Core*> all{&english_core()};
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
