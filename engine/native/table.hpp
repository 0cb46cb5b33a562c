// The transposition table: clusters of four entries in one cache line, replaced by age and depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "score.hpp"

namespace crownhead {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Entry {
    std::uint64_t key;
    std::int16_t score;  // win distances counted from this node
    std::uint16_t move;  // its place in the generated list, no_move where none is known
    std::int8_t depth;
    Bound bound;
    std::uint8_t age;
    std::uint8_t unused;
};
static_assert(sizeof(Entry) == 16);

class Table {
public:
    static constexpr int no_move = 0xffff;

    explicit Table(double mebibytes) {
        const double bytes = std::max(mebibytes * 1024 * 1024, double{sizeof(Cluster)});
        count_ = static_cast<std::size_t>(bytes) / sizeof(Cluster);
        // Whole huge pages save most of the address look-ups that random probes cost.
        const std::size_t page = std::size_t{2} << 20;
        const std::size_t size = (count_ * sizeof(Cluster) + page - 1) / page * page;
        clusters_.reset(static_cast<Cluster*>(std::aligned_alloc(page, size)));
        if (!clusters_) throw std::bad_alloc();
#if defined(__linux__)
        madvise(clusters_.get(), size, MADV_HUGEPAGE);
#endif
        clear();
    }

    void clear() {
        std::memset(static_cast<void*>(clusters_.get()), 0, count_ * sizeof(Cluster));
        age_ = 0;
    }
    void new_search() { ++age_; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster(key)); }

    const Entry* probe(std::uint64_t key) const {
        for (const Entry& e : cluster(key).entries) {
            if (e.key == key && e.bound != Bound::none) return &e;
        }
        return nullptr;
    }

    void store(std::uint64_t key, int score, int depth, int move, Bound bound) {
        Entry* victim = nullptr;
        int lowest = 1 << 20;
        for (Entry& e : cluster(key).entries) {
            if (e.key == key || e.bound == Bound::none) {
                victim = &e;
                break;
            }
            const int worth = e.depth - 4 * static_cast<std::uint8_t>(age_ - e.age);
            if (worth < lowest) {
                lowest = worth;
                victim = &e;
            }
        }
        if (victim->key == key && move == no_move) move = victim->move;
        *victim = {key,
                   static_cast<std::int16_t>(score),
                   static_cast<std::uint16_t>(move),
                   static_cast<std::int8_t>(depth),
                   bound,
                   age_,
                   0};
    }

private:
    struct alignas(64) Cluster {
        Entry entries[4];
    };
    struct Free {
        void operator()(void* p) const { std::free(p); }
    };

    Cluster& cluster(std::uint64_t key) const {
        return clusters_
            .get()[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count_) >> 64)];
    }

    std::size_t count_;
    std::unique_ptr<Cluster, Free> clusters_;
    std::uint8_t age_ = 0;
};

// A win distance counts from the root in the search and from the node in the table.
constexpr int to_table(int score, int ply) {
    return score > win_bound ? score + ply : score < -win_bound ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
    return score > win_bound ? score - ply : score < -win_bound ? score + ply : score;
}

}  // namespace crownhead
