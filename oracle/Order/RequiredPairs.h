//===- RequiredPairs.h - Which accesses must stay in order ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pairs of a block's operation instances that tokens order and whose order
// can matter (memory model, 3.6, Q1 to Q5). Tokens relate whole instances, so
// do the pairs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_REQUIREDPAIRS_H
#define TILEFUZZ_ORACLE_ORDER_REQUIREDPAIRS_H

#include "oracle/Order/OrderTrace.h"
#include <optional>

namespace tilefuzz {

/// Why a pair must stay ordered (memory model, 3.6).
enum class OrderRule {
  /// Q1: they conflict.
  Conflict,
  /// Q2: the later one is a release.
  BeforeRelease,
  /// Q3: the earlier one is an acquire.
  AfterAcquire,
  /// Q4: both are strong, of one range.
  SamePlace,
  /// Q5: both print.
  Log,
};
llvm::StringRef toString(OrderRule rule);

class RequiredPairs {
public:
  /// The block must outlive the result.
  explicit RequiredPairs(const BlockOrder &block);

  /// Whether the first must stay before the second.
  bool has(unsigned first, unsigned second) const {
    return rows[second][first];
  }
  /// All instances that must stay before this one.
  const llvm::BitVector &before(unsigned instance) const {
    return rows[instance];
  }
  /// Whether an event of one conflicts with one of the other, ordered or not.
  bool conflict(unsigned a, unsigned b) const { return conflicts[a][b]; }
  const llvm::BitVector &conflictsOf(unsigned instance) const {
    return conflicts[instance];
  }
  /// Of a required pair.
  OrderRule ruleOf(unsigned first, unsigned second) const;
  /// Two events of a pair that the rule speaks of.
  std::pair<unsigned, unsigned> witnessOf(unsigned first,
                                          unsigned second) const;
  uint64_t size() const;

private:
  void findConflicts();
  void findSamePlaces();

  const BlockOrder &block;
  std::vector<llvm::BitVector> rows, conflicts, samePlace;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_REQUIREDPAIRS_H
