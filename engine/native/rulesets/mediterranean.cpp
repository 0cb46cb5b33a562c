#include "mediterranean.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& czech_core() {
    static const CoreOf<Czech> core;
    return core;
}

const Core& spanish_core() {
    static const CoreOf<Spanish> core;
    return core;
}

const Core& portuguese_core() {
    static const CoreOf<Spanish> core(portuguese_rules);
    return core;
}

const Core& italian_core() {
    static const CoreOf<Italian> core;
    return core;
}

const Core& turkish_core() {
    static const CoreOf<Turkish> core;
    return core;
}

}  // namespace crownhead
