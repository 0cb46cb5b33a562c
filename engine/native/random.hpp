// Random numbers that are the same on every machine, and streams of them for each game.
#pragma once

#include "zobrist.hpp"

namespace crownhead {

// A small generator with one word of state (SplitMix64).
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream) : state_(seed) {
        state_ = split_mix(state_) ^ (stream * 0x9e3779b97f4a7c15u);
        split_mix(state_);
    }
    std::uint64_t word() { return split_mix(state_); }
    int below(int n) {
        return static_cast<int>(
            (static_cast<unsigned __int128>(word()) * static_cast<unsigned>(n)) >> 64);
    }
    double unit() { return static_cast<double>(word() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

}  // namespace crownhead
