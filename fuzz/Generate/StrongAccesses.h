//===- StrongAccesses.h - Accesses that need not be so strong ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A stronger access allows no execution that a weak one does not, where tokens
// order all conflicts: the program means what it did, and a compiler has
// orderings and scopes to keep.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_STRONGACCESSES_H
#define TILEFUZZ_FUZZ_GENERATE_STRONGACCESSES_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// Three of four weak loads and stores of cuda_tile and nv_tileaa get an
/// ordering and a scope.
void strengthenAccesses(mlir::ModuleOp module, ByteSource &choices);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_STRONGACCESSES_H
