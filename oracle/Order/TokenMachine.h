//===- TokenMachine.h - Executes tokens as mbarrier phases ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An executable model of a token plan (compiler/TileAA/TokenLowering.h): an
// agent issues the memory effects of one block in program order, waiting as the
// plan says; each effect is performed asynchronously by its barrier's number of
// producers, each of which arrives when its part is complete; parts complete in
// random order. Whatever the order, an effect must not be issued before all
// that its token is ordered after are complete (a join is complete when every
// input is).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_ORDER_TOKENMACHINE_H
#define TILEFUZZ_ORACLE_ORDER_TOKENMACHINE_H

#include "compiler/TileAA/TokenLowering.h"
#include "oracle/Order/OrderTrace.h"

namespace tilefuzz {

/// How tokens are lowered: as planned, or wrongly, each in one respect.
enum class TokenLoweringVariant {
  Planned,
  /// A join waits for its last barrier only (the seed's `later_of`).
  JoinKeepsOne,
  /// Waits name parity 0 (the seed's join of constant phase).
  ConstantParity,
  /// An effect does not wait for the last phase of its own barrier.
  NoWaitForOwnBarrier,
  /// Effects do not arrive: no successor token.
  NoArrival,
};

struct TokenRun {
  /// Instances in the order in which they became complete.
  std::vector<unsigned> completed;
  /// Pairs of instances (before, after) where `after` was issued too early.
  std::vector<std::pair<unsigned, unsigned>> lostEdges;
  /// What else went wrong: a wait that never ends, an arrival too many.
  std::vector<std::string> errors;
  /// Most effects that were under way at once.
  unsigned maxInFlight = 0;
  /// Effects without a place in the plan (print to the host, for example, has
  /// one; what has no token has none).
  unsigned unplanned = 0;
};

/// Runs the instances of `block`, which must be a run of the planned function.
TokenRun
runTokenMachine(const BlockOrder &block, const mlir::nv_tileaa::TokenPlan &plan,
                uint64_t seed,
                TokenLoweringVariant variant = TokenLoweringVariant::Planned);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_ORDER_TOKENMACHINE_H
