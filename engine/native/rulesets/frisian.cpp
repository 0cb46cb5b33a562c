#include "frisian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& frisian_core() {
    static const CoreOf<Frisian> core;
    return core;
}

}  // namespace crownhead
