#include "english.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& english_core() {
    static const CoreOf<English> core;
    return core;
}

}  // namespace crownhead
