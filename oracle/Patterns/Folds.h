//===- Folds.h - Folds of the dialects' operations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the rewrite driver does to operations beside the named patterns: their
// `fold` methods, and those of their traits. They are proved like patterns,
// under the names fold:OPERATION.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_FOLDS_H
#define TILEFUZZ_ORACLE_PATTERNS_FOLDS_H

#include "mlir/IR/Operation.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Of every operation of cuda_tile and nv_tileaa that has one.
std::vector<std::string> foldNames();

/// Folds the operations below `root` that `fold` names. Gives how many were
/// folded.
unsigned applyFold(mlir::Operation *root, llvm::StringRef fold);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_FOLDS_H
