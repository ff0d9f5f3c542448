//===- RequiredOrder.h - Order that a target must keep ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The structural check of the memory model, 3.6: for every pair of accesses
// that the source orders and whose order can matter, the target must order the
// corresponding pair. It finds a lost edge even when no run differs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_REQUIREDORDER_H
#define TILEFUZZ_ORACLE_ORDER_REQUIREDORDER_H

#include "oracle/Order/OrderTrace.h"

namespace tilefuzz {

/// Why a pair must stay ordered (3.6).
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

/// Something that the target does not keep.
struct OrderLoss {
  enum class Kind {
    /// A required pair is not ordered.
    Edge,
    /// Q6: the ordering or the scope became weaker.
    Strength,
    /// An access is gone, and none of E1 to E4 explains it.
    Eliminated,
    /// The target has an access that the source has not.
    Added,
  };
  Kind kind = Kind::Edge;
  OrderRule rule = OrderRule::Conflict;
  uint32_t block = 0;
  /// In the source; empty for `Added`. `second` only for `Edge`.
  AccessSite first, second;
  /// In the target; empty for `Eliminated`.
  AccessSite targetFirst, targetSecond;
  /// For `Edge`: the locations along which the source's order ran.
  std::vector<std::string> path;
  /// For `Strength`: `acquire device -> relaxed device`.
  std::string change;

  std::string toString() const;
  llvm::json::Value toJSON() const;
};

struct OrderReport {
  std::vector<OrderLoss> losses;
  /// Required pairs and strong accesses that were compared.
  uint64_t numPairs = 0, numStrong = 0;
  /// Why nothing is said; empty: the traces could be matched.
  std::string cannotMatch;

  bool isKept() const { return losses.empty() && cannotMatch.empty(); }
};

/// Both traces must be of the same launch and schedule.
OrderReport checkRequiredOrder(const OrderTrace &source,
                               const OrderTrace &target, const Launch &launch);

/// A token edge of a program: from one operation to another.
struct TokenEdge {
  AccessSite from, to;
  /// How many required pairs only this edge orders, over all blocks.
  uint64_t carries = 0;
};
/// All token edges of a run, one per pair of operations, by their places.
std::vector<TokenEdge> weighTokenEdges(const OrderTrace &trace);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_REQUIREDORDER_H
