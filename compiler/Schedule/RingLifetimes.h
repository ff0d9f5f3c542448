//===- RingLifetimes.h - From when to when rings are in use -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_RINGLIFETIMES_H
#define TILEFUZZ_COMPILER_SCHEDULE_RINGLIFETIMES_H

#include "compiler/Schedule/ScheduleBugs.h"
#include "compiler/TileAS/TileASOps.h"

namespace tilefuzz {

struct RingLifetime {
  mlir::nv_tileas::CreatePipelineOp create;
  int64_t bytes = 0;
  /// Numbers of operations, in program order.
  int64_t first = 0, last = 0;
  int64_t offset = 0;

  bool meets(const RingLifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// Of every ring, in program order. A lifetime includes pending copies.
llvm::SmallVector<RingLifetime>
findRingLifetimes(mlir::nv_tileaa::FuncOp function, const ScheduleBugSet &bugs);

/// Gives each ring the lowest offset at which it meets none before it; the sum,
/// if it is at most `most`.
std::optional<int64_t> placeRings(llvm::MutableArrayRef<RingLifetime> rings,
                                  int64_t most);

/// Of shared memory, what a function has for the slots of rings: all but their
/// barriers, and the least in which threads can exchange elements part by part.
int64_t getBytesForRings(mlir::nv_tileaa::FuncOp function);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_RINGLIFETIMES_H
