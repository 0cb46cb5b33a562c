// The transposition table: clusters of four entries in one cache line, replaced by age and depth,
// shared by the threads of a search without a lock.
//
// An entry is two words, each read and written as a relaxed atomic; nothing orders one before the
// other. So a reader may see one word of one entry and the other of another, when two threads write
// to a place at once or one writes while the other reads. The key is therefore stored xored with
// the data: words that do not belong together give another key, and the entry is taken for a
// stranger's (R. Hyatt and T. Mann, A lock-less transposition table implementation for parallel
// search chess engines, ICGA Journal 25(1), 2002). What races remain cost an entry: two threads may
// overwrite the same victim, or one keep the same position twice in a cluster. Relaxed loads and
// stores of a word are plain ones on the machines we know, and no data race in the language's sense.
//
// Not protected: `clear` and `new_search`, which are for the time when no thread searches; starting
// and joining the threads orders them. And two positions may share a key, threads or not: the move
// of an entry is a place in a list that may be another position's, to be checked against its length.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "score.hpp"

namespace crownhead {

enum class Bound : std::uint8_t { none, upper, lower, exact };

// A copy of what the table says of a position.
struct Entry {
    std::int16_t score;  // win distances counted from this node
    std::uint16_t move;  // its place in the generated list, no_move where none is known
    std::int8_t depth;
    Bound bound;
    std::uint8_t age;
    std::uint8_t unused;
};
static_assert(sizeof(Entry) == sizeof(std::uint64_t));

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
        std::uninitialized_value_construct_n(clusters_.get(), count_);
    }

    void clear() {
        for (std::size_t i = 0; i < count_; ++i) {
            for (Slot& slot : clusters_.get()[i].slots) slot.write(0, 0);
        }
        age_ = 0;
    }
    void new_search() { ++age_; }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster(key)); }

    std::optional<Entry> probe(std::uint64_t key) const {
        for (const Slot& slot : cluster(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if (slot.key(data) == key && data) return std::bit_cast<Entry>(data);
        }
        return std::nullopt;
    }

    void store(std::uint64_t key, int score, int depth, int move, Bound bound) {
        Slot* victim = nullptr;
        int lowest = 1 << 20;
        for (Slot& slot : cluster(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            const Entry e = std::bit_cast<Entry>(data);
            const bool own = slot.key(data) == key;
            if (own || !data) {
                victim = &slot;
                if (own && data && move == no_move) move = e.move;
                break;
            }
            const int worth = e.depth - 4 * static_cast<std::uint8_t>(age_ - e.age);
            if (worth < lowest) {
                lowest = worth;
                victim = &slot;
            }
        }
        victim->write(key, std::bit_cast<std::uint64_t>(Entry{
                               static_cast<std::int16_t>(score), static_cast<std::uint16_t>(move),
                               static_cast<std::int8_t>(depth), bound, age_, 0}));
    }

private:
    using Word = std::atomic<std::uint64_t>;
    static_assert(Word::is_always_lock_free);

    // An entry as it is stored; without one, data is 0, which no bound but `none` goes with.
    struct Slot {
        Word check;  // key ^ data
        Word data;

        std::uint64_t key(std::uint64_t of_data) const {
            return check.load(std::memory_order_relaxed) ^ of_data;
        }
        void write(std::uint64_t key, std::uint64_t new_data) {
            check.store(key ^ new_data, std::memory_order_relaxed);
            data.store(new_data, std::memory_order_relaxed);
        }
    };
    struct alignas(64) Cluster {
        Slot slots[4];
    };
    static_assert(sizeof(Cluster) == 64);
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
