//===- Fusing.h - Products that may be fused with sums ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of a program whose sums of products may be rounded once or twice (the pass
// fuse-fma), one run encloses both: a product that a sum may take unrounded is
// any number from the one below it to the one above it. Sums are monotone, so
// theirs contains the fused one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FUSING_H
#define TILEFUZZ_INTERP_TILE_EVAL_FUSING_H

#include "interp/Tile/Instruction.h"

namespace tilefuzz {

/// Encloses what the instruction gives if it is a product that may be fused.
void encloseIfFused(Instruction &in);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FUSING_H
