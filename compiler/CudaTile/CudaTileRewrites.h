//===- CudaTileRewrites.h - The rewrites by family --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The rows of each family, in the order in which they are tried on an
// operation: the greedy driver keeps the order of patterns of equal benefit.
// Folds come before patterns.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEREWRITES_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEREWRITES_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/PatternRegistry.h"

namespace mlir::cuda_tile {

llvm::ArrayRef<tilefuzz::PatternRow> getArithmeticFoldRows();
llvm::ArrayRef<tilefuzz::PatternRow> getSelectRows();
llvm::ArrayRef<tilefuzz::PatternRow> getIfRows();

template <typename PatternT> void populate(RewritePatternSet &patterns) {
  patterns.add<PatternT>(patterns.getContext());
}

/// The value of a constant i1 tile all of whose elements are equal.
std::optional<bool> constantBool(Value value);
/// The operand of `xori(x, true)`: the constant stands on the right.
Value negatedBool(Value value);
/// True if no element of an integer value can be unspecified: it is computed
/// from arguments of the entry and constants by operations that specify what
/// they give. A masked load, for one, does not.
bool isAlwaysSpecified(Value value, unsigned depth = 0);
/// What folds a sum of finite floats: addition rounded once, with operands and
/// result flushed.
APFloat foldAddF(APFloat lhs, APFloat rhs, llvm::RoundingMode mode,
                 bool flushToZero);
/// A constant tile with that payload.
ConstantOp createConstant(OpBuilder &builder, Location loc,
                          DenseElementsAttr value);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEREWRITES_H
