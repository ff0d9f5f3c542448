//===- FastMath.h - What fastmath flags allow -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_FASTMATH_H
#define TILEFUZZ_COMPILER_SUPPORT_FASTMATH_H

#include "compiler/Support/CarryAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilefuzz {

/// Whether an operation has the flag `afn`, which lets its result be an
/// approximation. A note of that name is no flag.
inline bool mayApproximate(mlir::Operation *op) {
  auto flags = getOwnAttribute<mlir::arith::FastMathFlagsAttr>(op, "fastmath");
  return flags &&
         bitEnumContainsAny(flags.getValue(), mlir::arith::FastMathFlags::afn);
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_FASTMATH_H
