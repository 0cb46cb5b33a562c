#include "spanish.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& spanish_core() {
    static const CoreOf<Spanish> core;
    return core;
}

const Core& portuguese_core() {
    static const CoreOf<Spanish> core(portuguese_rules);
    return core;
}

}  // namespace crownhead
