#include "international.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& international_core() {
    static const CoreOf<International> core;
    return core;
}

}  // namespace crownhead
