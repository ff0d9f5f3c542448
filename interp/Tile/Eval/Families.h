//===- Families.h - What the evaluators of several levels share -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// to tiles, memory and control is here, once; the tables of a level
// (Eval<Level>*.cpp) read the operation's attributes and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILIES_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILIES_H

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Semantics/ScalarOperations.h"
#include "interp/Tile/Machine.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "interp/TileTypes/Tiling.h"

namespace tilefuzz {

//===----------------------------------------------------------------------===//
// Element-wise operations
//===----------------------------------------------------------------------===//

using ScalarResult = Result<ConcreteDomain>;

inline ScalarResult definedResult(llvm::APInt value) {
  return {std::move(value), false};
}

/// Applies `scalar` (APInts to ScalarResult) to the operands' elements at each
/// position. With an unspecified operand the result is unspecified, or the run
/// unstable if the operation could end it; what is computed from inexact
/// operands makes it unstable, too.
template <typename F>
Flow mapElements(Machine &machine, const Instruction &in,
                 IfUndefined ifUndefined, F scalar) {
  unsigned arity = in.operands.size();
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  size_t count = machine.tile(in, 0).bits.size();
  TileValue result;
  result.bits.resize(count);
  llvm::SmallVector<llvm::APInt, 3> args(arity, llvm::APInt(width, 0));
  for (size_t i = 0; i < count; ++i) {
    bool unspecified = false;
    for (unsigned k = 0; k < arity; ++k) {
      const TileValue &operand = machine.tile(in, k);
      unspecified |= operand.isUnspecified(i);
      if (operand.isInexact(i))
        machine.loseExactness();
      args[k] = llvm::APInt(width, operand.bits[i]);
    }
    if (unspecified) {
      if (ifUndefined == IfUndefined::EndsRun)
        return machine.unstable(in, "definedness");
      machine.outcome.derivesUnspecified = true;
      result.markUnspecified(i);
      continue;
    }
    ScalarResult r = scalar(llvm::ArrayRef<llvm::APInt>(args));
    if (r.undefined) {
      if (ifUndefined != IfUndefined::Poison)
        return machine.undefined(in, r.condition, i);
      result.markUnspecified(i);
      continue;
    }
    result.bits[i] = r.value.getZExtValue();
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// Element-wise choice; operands: condition (a scalar chooses whole tiles), the
/// tile for true, the tile for false.
Flow evalSelect(Machine &machine, const Instruction &in);
/// Integer or float elements of a constant.
TileValue denseTile(mlir::DenseElementsAttr value);

/// Operands: x, or x and y.
Flow evalBounded(Machine &machine, const Instruction &in,
                 semantics::BoundedFunction function, bool ftz);
Flow evalQuotient(Machine &machine, const Instruction &in,
                  mlir::cuda_tile::Rounding rounding, bool ftz);
Flow evalSquareRoot(Machine &machine, const Instruction &in,
                    mlir::cuda_tile::Rounding rounding, bool ftz);

/// `meaning` of an element's bits alone.
template <auto meaning> Flow evalBits(Machine &machine, const Instruction &in) {
  ConcreteDomain domain;
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<llvm::APInt> x) {
                       return definedResult(meaning(domain, x[0]));
                     });
}
/// `meaning` of an element in its float format.
template <auto meaning>
Flow evalFormatUnary(Machine &machine, const Instruction &in) {
  FloatFormat format = formatOf(elementOf(in.op->getResult(0)));
  return mapElements(machine, in, IfUndefined::Never,
                     [&](llvm::ArrayRef<llvm::APInt> x) {
                       return definedResult(meaning(format, x[0]));
                     });
}
Flow evalFloatRemainder(Machine &machine, const Instruction &in);

//===----------------------------------------------------------------------===//
// Products; operands: left, right, accumulator, then the scales
//===----------------------------------------------------------------------===//

Flow evalFloatProduct(Machine &machine, const Instruction &in, bool fastAcc);
Flow evalScaledProduct(Machine &machine, const Instruction &in);
Flow evalIntegerProduct(Machine &machine, const Instruction &in,
                        bool isLhsSigned, bool isRhsSigned);

//===----------------------------------------------------------------------===//
// Storage and output
//===----------------------------------------------------------------------===//

Flow evalAllocation(Machine &machine, const Instruction &in, uint64_t numElem);
Flow evalGlobalAddress(Machine &machine, const Instruction &in,
                       llvm::StringRef name);
/// Operand: the condition.
Flow evalAssertion(Machine &machine, const Instruction &in,
                   llvm::StringRef message);
/// Operands: what is printed, then the token.
Flow evalOutput(Machine &machine, const Instruction &in, llvm::StringRef format,
                unsigned numArgs, bool hasToken);

//===----------------------------------------------------------------------===//
// Shapes and addresses
//===----------------------------------------------------------------------===//

/// Row-major order is the order of TileValue: a change of shape only, or a
/// change of nothing.
Flow evalSameElements(Machine &machine, const Instruction &in);
Flow evalBroadcast(Machine &machine, const Instruction &in);
/// Pointer tile plus signed offsets in elements of the pointee.
Flow evalPointerOffset(Machine &machine, const Instruction &in);
Flow evalPermuted(Machine &machine, const Instruction &in,
                  llvm::ArrayRef<int32_t> permutation);
/// Operands: one tile, then the other, along `dim`.
Flow evalConcatenated(Machine &machine, const Instruction &in, size_t dim);
/// Elements start, start + stride, ... of operand 0, all within it.
Flow evalSliced(Machine &machine, const Instruction &in,
                llvm::ArrayRef<size_t> start, llvm::ArrayRef<int64_t> strides);
/// Ends the run if `predicate` (an attribute of cuda_tile) is false.
Flow evalAssumption(Machine &machine, const Instruction &in,
                    mlir::Attribute predicate);

//===----------------------------------------------------------------------===//
// Tokens and memory
//===----------------------------------------------------------------------===//

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

/// What an atomic update writes, and whether that depends on what it read.
struct ElementUpdate {
  uint64_t bits;
  UpdateKind kind;
};
ElementUpdate updateOf(semantics::AtomicUpdate update, mlir::Type element,
                       uint64_t old, uint64_t argument);
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

/// Operands: base, then dynamic sizes, then dynamic strides.
Flow evalMakeStridedView(Machine &machine, const Instruction &in,
                         llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> strides);

/// `firstIndex`: which operand is the first view index.
Flow evalTiledLoad(Machine &machine, const Instruction &in, AccessKind kind,
                   const Tiling &tiling, unsigned view, unsigned firstIndex);
Flow evalTiledStore(Machine &machine, const Instruction &in, AccessKind kind,
                    const Tiling &tiling, unsigned view, unsigned value,
                    unsigned firstIndex);
/// Results: the old elements if there are two, then the token. An element
/// outside of the tensor gives the padding.
Flow evalTiledAtomic(Machine &machine, const Instruction &in, AccessKind kind,
                     const Tiling &tiling, unsigned view, unsigned value,
                     unsigned firstIndex, semantics::AtomicUpdate update);

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

/// Ends a region; its operands are what the region's operation takes.
template <Flow flow>
Flow evalTerminator(Machine &machine, const Instruction &in) {
  machine.carried.clear();
  for (unsigned operand : in.operands)
    machine.carried.push_back(machine.slots[operand]);
  return flow;
}

/// Operand: condition. Regions: then, else (may be empty).
Flow evalIf(Machine &machine, const Instruction &in);
/// Operands: lower bound, upper bound, step, initial values.
Flow evalFor(Machine &machine, const Instruction &in, bool unsignedCompare);
/// Operands: initial values. Ends with a break, whose operands are the results.
Flow evalLoop(Machine &machine, const Instruction &in);
/// Regions: one that ends with a continue to the other or with a break, whose
/// operands are the results; one that yields what the first begins with.
Flow evalWhile(Machine &machine, const Instruction &in);
/// Runs the region once; it yields the results.
Flow evalRegion(Machine &machine, const Instruction &in);
/// Operands: the function's arguments; its return gives the results.
Flow evalCall(Machine &machine, const Instruction &in);
/// Region arguments pairwise: element, accumulator.
Flow evalReduce(Machine &machine, const Instruction &in, unsigned dim);
/// Prefixes, inclusive without `identities`, which are what the first exclusive
/// prefix is; `reverse`: from the end.
Flow evalScan(Machine &machine, const Instruction &in, unsigned dim,
              bool reverse, mlir::ArrayAttr identities = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILIES_H
