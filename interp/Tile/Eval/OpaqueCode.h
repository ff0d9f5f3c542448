//===- OpaqueCode.h - Code that the dialects only name ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Library functions, PTX text and intrinsics, applied to each element. A name
// has a meaning here only where a public document defines it bit for bit, or
// says how far off it may be; every other one is refused by name.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_OPAQUECODE_H
#define TILEFUZZ_INTERP_TILE_EVAL_OPAQUECODE_H

#include "interp/Kernels/Kernels.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace tilefuzz {

/// What the code of an opaque element-wise operation computes; none if it is
/// not known, or not for these types.
std::optional<ScalarOp> opaqueScalarOp(mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_OPAQUECODE_H
