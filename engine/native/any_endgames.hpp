// Endgame tables as they pass the door: no ruleset in their types.
#pragma once

#include "core.hpp"
#include "retrograde.hpp"

namespace crownhead {

class AnyEndgames {
public:
    virtual ~AnyEndgames() = default;
    virtual const Core& core() const = 0;
    // All slices of 2 to so many pieces, each behind those that it leads to and beside its twin.
    virtual std::vector<Slice> slices(int pieces) const = 0;
    virtual Slice twin(const Slice& slice) const = 0;
    virtual std::uint64_t size(const Slice& slice) const = 0;  // of its index
    virtual bool has(const Slice& slice) const = 0;
    virtual int pieces() const = 0;
    // Arrays that do not fit the slice are refused with std::invalid_argument.
    virtual void add(const Slice& slice, const Packed& packed) = 0;
    virtual Verdict verdict(const AnyPosition& p) const = 0;
    virtual AnyPosition position(const Slice& slice, std::uint64_t number) const = 0;
    // Solves a slice and its twin from the tables added so far; empty when it was interrupted.
    virtual std::vector<Solved> solve(const Slice& slice, int workers, Interrupt& interrupt,
                                      const Poll& poll) const = 0;
};

}  // namespace crownhead
