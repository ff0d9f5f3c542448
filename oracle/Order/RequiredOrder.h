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

#include "oracle/Order/RequiredPairs.h"

namespace tilefuzz {

/// Something that the target does not keep.
struct OrderLoss {
  enum class Kind {
    /// A required pair is not ordered.
    Edge,
    /// Q6: the ordering or the scope became weaker, or an atomic fell apart.
    Strength,
    /// An access is gone, and none of E1 to E5 explains it.
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
  /// For `Strength`: `acquire device -> relaxed device`, for people; and
  /// whether the scope alone became narrower.
  std::string change;
  bool isOnlyScope = false;

  std::string toString() const;
  llvm::json::Value toJSON() const;
};
llvm::StringRef toString(OrderLoss::Kind kind);

struct OrderReport {
  std::vector<OrderLoss> losses;
  /// Required pairs and strong accesses that were compared.
  uint64_t numPairs = 0, numStrong = 0;
  /// Why nothing is said of the rest; empty: everything was compared.
  std::string cannotMatch;

  bool isKept() const { return losses.empty() && cannotMatch.empty(); }
};

struct OrderCheckOptions {
  /// The values of both are compared by other means: a load that is neither an
  /// acquire nor an atomic may be gone.
  bool trustsValues = false;
};

/// Both traces must be of the same launch and schedule.
OrderReport checkRequiredOrder(const OrderTrace &source,
                               const OrderTrace &target,
                               const OrderCheckOptions &options = {});
/// As above; of runs that did not end as they should, nothing is said.
OrderReport checkRequiredOrder(const TracedRun &source, const TracedRun &target,
                               const OrderCheckOptions &options = {});

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
