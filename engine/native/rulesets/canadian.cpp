#include "canadian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& canadian_core() {
    static const CoreOf<Canadian> core;
    return core;
}

}  // namespace crownhead
