#include "malaysian.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& malaysian8_core() {
    static const CoreOf<Malaysian8> core;
    return core;
}

const Core& malaysian12_core() {
    static const CoreOf<Malaysian12> core;
    return core;
}

const Core& malaysian8_forced_core() {
    static const CoreOf<Malaysian8Forced> core;
    return core;
}

const Core& malaysian12_forced_core() {
    static const CoreOf<Malaysian12Forced> core;
    return core;
}

}  // namespace crownhead
