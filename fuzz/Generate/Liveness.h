//===- Liveness.h - Which operations reach an output ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_LIVENESS_H
#define TILEFUZZ_FUZZ_GENERATE_LIVENESS_H

#include "interp/Program/Launch.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// The operations of a cuda_tile or nv_tileaa program none of whose results
/// reaches what is stored, printed or asserted, or decides what is executed; a
/// defect there cannot be seen. Results and carried values of regions are
/// followed one by one. In program order.
llvm::SmallVector<mlir::Operation *> findDeadOperations(mlir::ModuleOp module);

/// Removes them, and the results and carried values of regions that nobody
/// needs.
void removeDeadOperations(mlir::ModuleOp module);

/// Drops parameters without a use, and the buffers that are left without one.
void removeUnusedParameters(mlir::Block &body, Launch &launch);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_LIVENESS_H
