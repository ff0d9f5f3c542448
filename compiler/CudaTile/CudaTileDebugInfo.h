//===- CudaTileDebugInfo.h - Source positions and their scopes --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEDEBUGINFO_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEDEBUGINFO_H

#include "compiler/CudaTile/CudaTileOps.h"

namespace mlir::cuda_tile {

/// The debug-info location that a location holds: of a call site its caller's,
/// of a fused location the first member's that has one. Null if there is none.
DILocAttr findDILoc(Location location);

/// Gives a function whose location has no scope a subprogram of its name, and
/// every operation in it a location in that scope (part 1, section 5).
void synthesizeDebugScope(EntryOp entry);

/// Rules D1 to D5, and D6 (part 1, 1.9).
LogicalResult verifyDebugInfo(EntryOp entry);
LogicalResult verifyDebugInfo(cuda_tile::ModuleOp module);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEDEBUGINFO_H
