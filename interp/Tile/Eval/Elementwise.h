//===- Elementwise.h - Element-wise operations by kernels -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Gives an instruction the kernel of its operation (interp/Kernels), if there
// is one. The evaluator that it had stays its definition: it runs whenever the
// kernel cannot, and to say what is undefined.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_ELEMENTWISE_H
#define TILEFUZZ_INTERP_TILE_EVAL_ELEMENTWISE_H

#include "interp/Kernels/Kernels.h"

namespace mlir {
class Operation;
}

namespace tilefuzz {

struct Instruction;

/// What an element-wise operation of any level computes; none for others, and
/// for those that no kernel could compute.
std::optional<ScalarOp> scalarOpOf(mlir::Operation *op);

/// What answers that for all operations of a name; null: none has a kernel.
using ScalarOpFn = std::optional<ScalarOp> (*)(mlir::Operation *);
ScalarOpFn findScalarOp(llvm::StringRef operationName);

/// Takes from the run what can be done once: gives the instruction its kernel,
/// or a constant its tile. `scalarOp` is that of its name.
void specialize(Instruction &in, ScalarOpFn scalarOp);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_ELEMENTWISE_H
