#include "english.hpp"

#include "../core_of.hpp"
#include "registry.hpp"

namespace crownhead {

const Core& english_core() {
    static const CoreOf<English> core;
    return core;
}

const Core& english_white_first_core() {
    static const CoreOf<English> core(english_white_first_rules);
    return core;
}

const Core& english_king_first_core() {
    static const CoreOf<EnglishKingFirst> core;
    return core;
}

const Core& english_mid_promotion_core() {
    static const CoreOf<EnglishMidPromotion> core;
    return core;
}

const Core& english_house_core() {
    static const CoreOf<EnglishHouse> core;
    return core;
}

const Core& english_huff_core() {
    static const CoreOf<EnglishHuff> core;
    return core;
}

}  // namespace crownhead
