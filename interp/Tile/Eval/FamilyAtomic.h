//===- FamilyAtomic.h - Atomic updates of several levels --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYATOMIC_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYATOMIC_H

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Tile/Eval/FamilyMemory.h"

namespace tilefuzz {

/// What an atomic operation does to every element.
struct AtomicRule {
  /// None: it compares with `operand` and writes `desired` if they are equal.
  std::optional<semantics::AtomicUpdate> update;
  mlir::Type element;
  const TileValue &operand;
  const TileValue *desired = nullptr;
};
/// One transaction of element `i` at a place in memory; sets the element of
/// `result` to what was there. False ends the run.
bool updateElement(Machine &machine, const Instruction &in, Access &access,
                   const AtomicRule &rule, size_t i, int buffer, int64_t offset,
                   TileValue &result);

/// Operands: pointers, the argument, then `memref`'s indices, then the mask by
/// index. Masked-off elements are unspecified.
Flow evalAtomicUpdate(
    Machine &machine, const Instruction &in, AccessKind kind,
    semantics::AtomicUpdate update, std::optional<unsigned> mask,
    const std::optional<MemrefIndices> &memref = std::nullopt);

/// Operands: pointers, expected, desired, then the mask by index. Bits
/// are compared; a failed comparison writes nothing, and so releases nothing.
Flow evalCompareAndSwap(
    Machine &machine, const Instruction &in, AccessKind kind,
    std::optional<unsigned> mask,
    const std::optional<MemrefIndices> &memref = std::nullopt);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYATOMIC_H
