#include "italian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& italian_core() {
    static const CoreOf<Italian> core;
    return core;
}

}  // namespace crownhead
