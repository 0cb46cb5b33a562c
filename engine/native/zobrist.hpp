// Zobrist keys: one random word a (colour, kind, square), one for the side to move.
// The words come from SplitMix64 (Steele, Lea and Flood 2014) with a fixed seed, so that keys are
// the same on every machine and may be stored.
#pragma once

#include <array>
#include <cstdint>

namespace crownhead {

constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

struct Zobrist {
    static constexpr int max_bits = 128;
    std::array<std::array<std::array<std::uint64_t, max_bits>, 2>, 2> piece{};  // colour, kind, bit
    std::array<std::uint64_t, max_bits> huffable{};
    std::array<std::array<std::array<std::uint64_t, max_bits>, 4>, 2> run{};  // colour, moves, bit
    std::uint64_t side{};                                                     // Black to move

    constexpr Zobrist() {
        std::uint64_t state = 0x63726f776e686561u;
        for (auto& colour : piece) {
            for (auto& kind : colour) {
                for (auto& word : kind) word = split_mix(state);
            }
        }
        side = split_mix(state);
        for (auto& word : huffable) word = split_mix(state);
        for (auto& colour : run) {
            for (auto& moves : colour) {
                for (auto& word : moves) word = split_mix(state);
            }
        }
    }
};

inline constexpr Zobrist zobrist{};

}  // namespace crownhead
