// The implementation of `AnyEndgames` for one ruleset.
#pragma once

#include <stdexcept>

#include "any_endgames.hpp"

namespace crownhead {

template <RulesetTag R>
class EndgamesOf final : public AnyEndgames {
public:
    explicit EndgamesOf(const Core& core) : core_(core) {}

    const Core& core() const override { return core_; }
    const Endgames<R>& tables() const { return tables_; }

    std::vector<Slice> slices(int pieces) const override {
        std::vector<Slice> all;
        for (int n = 2; n <= pieces; ++n) {
            for (int men = 0; men <= n; ++men) append(all, n, men);
        }
        return all;
    }

    Slice twin(const Slice& slice) const override { return crownhead::twin<R>(slice); }
    std::uint64_t size(const Slice& slice) const override { return Index<R>(slice).size(); }
    bool has(const Slice& slice) const override { return tables_.has(slice); }
    int pieces() const override { return tables_.pieces(); }

    void add(const Slice& slice, const Packed& packed) override {
        const std::uint64_t blocks = (size(slice) + Packed::block - 1) / Packed::block;
        if (packed.directory.size() != blocks) {
            throw std::invalid_argument("expected a directory of " + std::to_string(blocks) +
                                        " blocks, got " + std::to_string(packed.directory.size()));
        }
        for (const std::uint64_t entry : packed.directory) {
            const std::size_t end = static_cast<std::uint32_t>(entry) + Packed::record_words(entry);
            if (end > packed.words.size()) {
                throw std::invalid_argument("expected records within " +
                                            std::to_string(packed.words.size()) +
                                            " words, got one that ends at " + std::to_string(end));
            }
        }
        tables_.add(slice, packed);
    }

    Verdict verdict(const AnyPosition& p) const override;
    AnyPosition position(const Slice& slice, std::uint64_t number) const override;

    std::vector<Solved> solve(const Slice& slice, int workers, Interrupt& interrupt,
                              const Poll& poll) const override {
        Retrograde<R> analysis(tables_, slice);
        if (!analysis.run(workers, interrupt, poll)) return {};
        return analysis.result();
    }

private:
    // The slices of n pieces of which so many are men.
    static void append(std::vector<Slice>& all, int n, int men) {
        for (int own = 1; own < n; ++own) {
            for (int own_men = std::max(0, men - (n - own)); own_men <= std::min(own, men);
                 ++own_men) {
                Slice slice{own_men, own - own_men, men - own_men, n - own - (men - own_men)};
                for (const Colour turn : {Colour::white, Colour::black}) {
                    if (turn == Colour::black && sides_alike<R>) continue;
                    slice.turn = turn;
                    if (std::find(all.begin(), all.end(), slice) != all.end()) continue;
                    all.push_back(slice);
                    const Slice other = crownhead::twin<R>(slice);
                    if (!(other == slice)) all.push_back(other);
                }
            }
        }
    }

    const Core& core_;
    Endgames<R> tables_;
};

}  // namespace crownhead
