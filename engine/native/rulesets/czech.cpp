#include "czech.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& czech_core() {
    static const CoreOf<Czech> core;
    return core;
}

}  // namespace crownhead
