//===- ExplorePipelines.h - Do a function's rings ever go wrong? *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a function does to its rings on each way through it (PipelineWalk.h),
// in every interleaving (ProtocolMachine.h) of
//
//   threads  two that each do all of it, as the threads of a CTA do: each
//            writes and reads its part, and both arrive;
//   sides    one agent that fills the rings and one that empties them, which
//            know nothing of each other's place in the program.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SCHEDULE_EXPLOREPIPELINES_H
#define TILEFUZZ_ORACLE_SCHEDULE_EXPLOREPIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "oracle/Schedule/CheckSchedule.h"
#include "oracle/Schedule/PipelineWalk.h"
#include <set>

namespace tilefuzz {

struct ExploreLimits {
  WalkLimits walk;
  /// Of one protocol. Beyond it nothing is said.
  uint64_t states = 200000;
};

struct PipelineExploration {
  /// Ways through the function with rings, and protocols that were gone through
  /// whole.
  unsigned ways = 0, protocols = 0;
  uint64_t states = 0;
  /// With the shortest trace that leads there.
  std::vector<Violation> violations;
  /// What nothing is said of, and why: without violations, too, the function is
  /// not known to be right then.
  std::vector<std::string> open;
};

/// What a way does to its rings, of ways that were explored before.
using ExploredWays = std::set<std::string>;

/// `known`, if not null: ways that are not gone through again, to which those
/// without a fault are added.
PipelineExploration explorePipelines(mlir::Operation *function,
                                     llvm::ArrayRef<mlir::Attribute> arguments,
                                     const ExploreLimits &limits = {},
                                     ExploredWays *known = nullptr);

/// Loops that hold no other loop run `trips` times from now on, from zero on,
/// and those around them at most twice.
void boundLoops(mlir::ModuleOp module, unsigned trips);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SCHEDULE_EXPLOREPIPELINES_H
