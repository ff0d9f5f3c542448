//===- FamilyMemory.h - Loads and stores of several levels ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYMEMORY_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYMEMORY_H

#include "interp/Tile/Machine.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"

namespace tilefuzz {

Flow evalAllocation(Machine &machine, const Instruction &in, uint64_t numElem);
Flow evalGlobalAddress(Machine &machine, const Instruction &in,
                       llvm::StringRef name);
/// Operand: the condition.
Flow evalAssertion(Machine &machine, const Instruction &in,
                   llvm::StringRef message);
/// Operands: what is printed, then the token.
Flow evalOutput(Machine &machine, const Instruction &in, llvm::StringRef format,
                unsigned numArgs, bool hasToken);

Flow evalMakeToken(Machine &machine, const Instruction &in);
Flow evalJoinTokens(Machine &machine, const Instruction &in);

struct AccessKind {
  AccessOrdering ordering = AccessOrdering::Weak;
  AccessScope scope = AccessScope::TileBlock;
  /// The last operand is a token.
  bool hasToken = false;
};

/// nv_tileaa's and nv_tileas' attributes.
AccessKind accessKindOf(mlir::nv_tileaa::MemSemantic semantic,
                        std::optional<mlir::nv_tileaa::MemScope> scope,
                        bool hasToken);

/// Every access is begun once and, when all its elements are done, finished:
/// that sets its token, the last result.
Access beginAccess(Machine &machine, const Instruction &in, AccessKind kind);
void finishAccess(Machine &machine, const Instruction &in,
                  const Access &access);

/// Elements of a memref, which is operand 0, at indices, which are operands:
/// each has one entry per element, or one for all.
struct MemrefIndices {
  unsigned first = 0;
  mlir::Type element;
  size_t numElements = 0;
  /// Per axis, that no index lies beyond it; empty: of none.
  llvm::ArrayRef<bool> inBounds;
};

/// The operands of an access through a tile of pointers.
class PointerLanes {
public:
  /// `mask` and `other` are operands, or absent.
  PointerLanes(const Machine &machine, const Instruction &in,
               std::optional<unsigned> mask, std::optional<unsigned> other,
               const std::optional<MemrefIndices> &memref = std::nullopt);
  size_t size() const { return pointers->bits.size(); }
  int buffer(size_t i) const { return pointers->buffers[i]; }
  int64_t offset(size_t i) const { return pointers->bits[i]; }
  /// All offsets, if every element takes part and they are of one buffer; else
  /// none.
  llvm::ArrayRef<int64_t> simpleOffsets() const;
  /// Whether element `i` takes part; if not, `result` gets its element (null:
  /// there is none). None: the run has ended.
  std::optional<bool> isLaneActive(Machine &machine, const Instruction &in,
                                   size_t i, TileValue *result) const {
    if (places.empty() && pointers->unspecified.empty() &&
        (!mask || (mask->unspecified.empty() && mask->bits[i])))
      return true;
    return takesPartSlowly(machine, in, i, result);
  }

private:
  enum class Place : uint8_t { Known, Beyond, BrokenPromise, Overflow };
  std::optional<bool> takesPartSlowly(Machine &machine, const Instruction &in,
                                      size_t i, TileValue *result) const;
  void place(const Machine &machine, const Instruction &in,
             const MemrefIndices &memref);

  const TileValue *pointers, *mask, *other;
  /// Of a memref's elements: the pointers, and what is wrong with them.
  TileValue placed;
  std::vector<Place> places;
};

/// How an element lies in memory: asked of the type once per access, not once
/// per element.
struct Storage {
  explicit Storage(mlir::Type element)
      : size(storageSize(element)), shift(storageShift(element)),
        isTruth(element.isInteger(1)),
        isHalfByte(tilefuzz::isHalfByte(element)) {}
  unsigned size, shift;
  bool isTruth, isHalfByte;
};

/// Reads or writes as many elements from the first on as are simple
/// (Memory::readFast); returns how many.
size_t loadFast(Machine &machine, const Instruction &in, Access &access,
                Storage element, int buffer, llvm::ArrayRef<int64_t> offsets,
                TileValue &result);
size_t storeSimply(Machine &machine, const Instruction &in, Access &access,
                   Storage element, int buffer, llvm::ArrayRef<int64_t> offsets,
                   const TileValue &value);
/// Reads or writes element `i`; false ends the run.
bool loadElement(Machine &machine, const Instruction &in, Access &access,
                 Storage element, int buffer, int64_t offset, TileValue &result,
                 size_t i);
bool storeElement(Machine &machine, const Instruction &in, Access &access,
                  Storage element, int buffer, int64_t offset,
                  const TileValue &value, size_t i);
/// Why elements of half a byte are refused at a memref's indices.
inline constexpr llvm::StringLiteral halfByteElement =
    "a memref's elements of half a byte one by one";
/// Why a store of half-byte elements is refused.
inline constexpr llvm::StringLiteral halfByteStore =
    "a store of half a byte: the dialect does not say what becomes of the rest";

/// Ends the run, as element `i` must not access these bytes. Returns false.
bool refuseAccess(Machine &machine, const Instruction &in, Undefined condition,
                  int buffer, int64_t offset, size_t i, bool isWrite);
/// Whether element `i` may access these bytes; else the run has ended.
inline bool isAccessible(Machine &machine, const Instruction &in, int buffer,
                         int64_t offset, unsigned size, size_t i,
                         bool isWrite) {
  std::optional<Undefined> wrong = machine.memory.check(buffer, offset, size);
  return !wrong ||
         refuseAccess(machine, in, *wrong, buffer, offset, i, isWrite);
}
/// Operands: pointers, then `mask` and `other` by index (none if absent).
/// Results: tile, token.
Flow evalPointerLoad(Machine &machine, const Instruction &in, AccessKind kind,
                     std::optional<unsigned> mask,
                     std::optional<unsigned> other,
                     const std::optional<MemrefIndices> &memref = std::nullopt);
/// Operands: pointers, value. Result: token.
Flow evalPointerStore(
    Machine &machine, const Instruction &in, AccessKind kind,
    std::optional<unsigned> mask,
    const std::optional<MemrefIndices> &memref = std::nullopt);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYMEMORY_H
