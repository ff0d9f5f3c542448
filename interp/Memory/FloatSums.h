//===- FloatSums.h - Floats that atomic additions make ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Atomic additions to one float that no token orders happen in any order, and
// the sum is rounded each time: what they leave is enclosed over every order
// (interp/Semantics/FreeOrder.h), with what was there at first as one more
// summand. An element is followed from its first addition to the next other
// write.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_FLOATSUMS_H
#define TILEFUZZ_INTERP_MEMORY_FLOATSUMS_H

#include "interp/Semantics/FreeOrder.h"
#include <map>

namespace tilefuzz {

/// A float, or what is known of it.
struct EnclosedFloat {
  double value;
  BufferImage::Enclosure bounds = {};
};

/// Additions to one element so far.
class FloatSum {
public:
  FloatSum(FloatFormat format, const EnclosedFloat &first)
      : sum(format,
            std::ldexp(1.0, -int(llvm::APFloat::semanticsPrecision(*format)))) {
    add(first);
  }

  /// `access` says which operation adds it; unless `isOrdered`, some addition
  /// before may as well come after. Two elements of one operation may, too.
  void add(const EnclosedFloat &summand, uint32_t access, bool isOrdered) {
    isOpen |= !isOrdered || (hasAccess && access == lastAccess);
    hasAccess = true;
    lastAccess = access;
    add(summand);
  }
  /// The order shows, or might.
  bool isOrderOpen() const { return isOpen; }
  /// Exact: the sum is unique, as the additions were made.
  BufferImage::Enclosure bounds() const {
    return isOpen || isInexact ? sum.get().bounds : BufferImage::Enclosure();
  }

private:
  void add(const EnclosedFloat &summand) {
    isInexact |= !summand.bounds.exact;
    sum.add(summand.value, summand.bounds);
  }

  semantics::FreeOrderSum sum;
  uint32_t lastAccess = 0;
  bool hasAccess = false, isOpen = false, isInexact = false;
};

/// Those of a memory, by buffer and offset.
class FloatSums {
public:
  bool empty() const { return sums.empty(); }
  /// Null: there were no additions since the last other write.
  const FloatSum *find(int buffer, int64_t offset) const {
    auto found = sums.find({buffer, offset});
    return found == sums.end() ? nullptr : &found->second.sum;
  }
  void keep(int buffer, int64_t offset, unsigned size, const FloatSum &sum) {
    sums.insert_or_assign({buffer, offset}, Kept{sum, size});
  }
  /// These bytes were written.
  void forget(int buffer, int64_t offset, unsigned size) {
    constexpr int64_t mostBytes = 8;
    auto it = sums.lower_bound({buffer, offset - mostBytes + 1});
    while (it != sums.end() &&
           it->first < std::pair(buffer, offset + int64_t(size)))
      it = it->first.second + it->second.size > offset ? sums.erase(it)
                                                       : std::next(it);
  }

private:
  struct Kept {
    FloatSum sum;
    int64_t size;
  };
  std::map<std::pair<int, int64_t>, Kept> sums;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_FLOATSUMS_H
