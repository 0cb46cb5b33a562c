#include "international.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& international_core() {
    static const CoreOf<International> core;
    return core;
}

const Core& brazilian_core() {
    static const CoreOf<Brazilian> core;
    return core;
}

const Core& pool_core() {
    static const CoreOf<Pool> core;
    return core;
}

const Core& canadian_core() {
    static const CoreOf<Canadian> core;
    return core;
}

const Core& frisian_core() {
    static const CoreOf<Frisian> core;
    return core;
}

}  // namespace crownhead
