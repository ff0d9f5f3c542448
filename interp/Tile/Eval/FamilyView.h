//===- FamilyView.h - Views and their tiles at several levels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYVIEW_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYVIEW_H

#include "interp/Tile/Eval/FamilyAtomic.h"
#include "interp/TileTypes/Tiling.h"

namespace tilefuzz {

/// Operands: base, then dynamic sizes, then dynamic strides.
Flow evalMakeStridedView(Machine &machine, const Instruction &in,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> strides);

/// `firstIndex`: which operand is the first view index. `mask` and `other` are
/// operands, or absent.
Flow evalTiledLoad(Machine &machine, const Instruction &in, AccessKind kind,
                   const Tiling &tiling, unsigned view, unsigned firstIndex,
                   std::optional<unsigned> mask = std::nullopt,
                   std::optional<unsigned> other = std::nullopt);
Flow evalTiledStore(Machine &machine, const Instruction &in, AccessKind kind,
                    const Tiling &tiling, unsigned view, unsigned value,
                    unsigned firstIndex,
                    std::optional<unsigned> mask = std::nullopt);
/// Results: the old elements if there are two, then the token. An element
/// outside of the tensor gives the padding.
Flow evalTiledAtomic(Machine &machine, const Instruction &in, AccessKind kind,
                     const Tiling &tiling, unsigned view, unsigned value,
                     unsigned firstIndex, semantics::AtomicUpdate update);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYVIEW_H
