//===- CopyLoops.h - Layouts that change element by element -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_COPYLOOPS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_COPYLOOPS_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"

namespace tilefuzz {

/// Whether an operation changes a layout so, and shared memory holds all of it:
/// only other ways take several rounds.
bool isCopiedInLoops(Emitter &e, mlir::Operation *op, const ThreadLayout &from,
                     mlir::Type element);

/// The same elements in another layout, one register after the other. The loops
/// carry the `loop_annotation` that the operation has.
mlir::FailureOr<Registers> copyInLoops(Emitter &e, mlir::Operation *at,
                                       const Registers &source,
                                       const ThreadLayout &from,
                                       const ThreadLayout &target,
                                       mlir::Type element);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_COPYLOOPS_H
