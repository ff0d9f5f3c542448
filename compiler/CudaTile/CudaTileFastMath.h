//===- CudaTileFastMath.h - Fast-math flags of cuda_tile --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The public operations have no such attribute; seed 003 puts it beside theirs,
// as `fastmath = #arith.fastmath<contract>` and as `fastmath = "contract"`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEFASTMATH_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEFASTMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::cuda_tile {

/// The name of the attribute, here and below.
inline constexpr llvm::StringLiteral fastMathName = "fastmath";

/// The flags that an operation of float arithmetic is given, in either
/// spelling. None if it is given none, if its value is neither (a note like any
/// other then), or if the operation is no such arithmetic.
std::optional<arith::FastMathFlags> getFastMath(Operation *op);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEFASTMATH_H
