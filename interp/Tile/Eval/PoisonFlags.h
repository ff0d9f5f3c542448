//===- PoisonFlags.h - Flags that make poison of results --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `exact` of arith, and `nnan` and `ninf` of arith, math and nv_tileaa: what
// they exclude is an unspecified element.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_POISONFLAGS_H
#define TILEFUZZ_INTERP_TILE_EVAL_POISONFLAGS_H

#include "interp/Tile/Machine.h"

namespace tilefuzz {

/// Whether operations of that name can have such flags.
bool mayHavePoisonFlags(mlir::OperationName name);

/// If the operation has some, `in` heeds them, and has no kernel.
bool applyPoisonFlags(Instruction &in);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_POISONFLAGS_H
