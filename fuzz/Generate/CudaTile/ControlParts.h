//===- ControlParts.h - What branches and loops are made of -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the rows of control flow.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_CUDATILE_CONTROLPARTS_H
#define TILEFUZZ_FUZZ_GENERATE_CUDATILE_CONTROLPARTS_H

#include "fuzz/Generate/CudaTile/Draft.h"

namespace tilefuzz {

/// `least` to two types of tiles.
llvm::SmallVector<mlir::Type> chooseResults(Draft &draft, unsigned least);
/// Of scalars; it comes into scope.
mlir::Value compare(Draft &draft, mlir::cuda_tile::ComparisonPredicate kind,
                    mlir::Value lhs, mlir::Value rhs, bool isSigned);
/// An i1 that is unique.
mlir::Value scalarCondition(Draft &draft);
/// Ends a branch.
void yieldValues(Draft &draft, llvm::ArrayRef<mlir::Type> types);
/// The results of an `if` come into scope; they are as unique as what its
/// branches yield.
void bringResults(Draft &draft, mlir::Operation *made);
/// A reduction of a vector of integers to a scalar, which does not come into
/// scope.
mlir::Value reduceVector(Draft &draft, mlir::Value vector);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_CUDATILE_CONTROLPARTS_H
