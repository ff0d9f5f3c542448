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

/// What an atomic update writes, and whether that depends on what it read.
struct ElementUpdate {
  uint64_t bits;
  UpdateKind kind;
};
ElementUpdate updateOf(semantics::AtomicUpdate update, mlir::Type element,
                       uint64_t old, uint64_t argument);
/// One transaction of element `i`: reads `old` and writes what `update` makes
/// of it, if anything. False ends the run.
bool updateElement(
    Machine &machine, const Instruction &in, Access &access, mlir::Type element,
    size_t i, int buffer, int64_t offset, uint64_t &old, bool &unspecified,
    llvm::function_ref<std::optional<ElementUpdate>(uint64_t)> update);
/// Operands: pointers, values, then `memref`'s indices, then the mask by index.
/// `other` is the operand that masked-off elements take (none: they are
/// unspecified). `update` gets the element's position and old bits.
Flow evalPointerAtomic(
    Machine &machine, const Instruction &in, AccessKind kind,
    std::optional<unsigned> mask, std::optional<unsigned> other,
    llvm::function_ref<std::optional<ElementUpdate>(size_t, uint64_t)> update,
    const std::optional<MemrefIndices> &memref = std::nullopt);

/// Operands: pointers, expected, desired, then the mask by index. Bits
/// are compared; a failed comparison writes nothing, and so releases nothing.
Flow evalCompareAndSwap(
    Machine &machine, const Instruction &in, AccessKind kind,
    std::optional<unsigned> mask,
    const std::optional<MemrefIndices> &memref = std::nullopt);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYATOMIC_H
