//===- MemoryEncoding.h - What encoders of accesses share -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H
#define TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H

#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Smt/Encoder.h"

namespace tilefuzz {

/// The places of an access; what depends on unspecified masks or addresses, or
/// touches what is not valid, is undefined.
std::vector<Place> placesOf(Encoder &e, mlir::Value addresses, mlir::Value mask,
                            unsigned size);

/// The address of an element of a view, from axis to axis. Within a buffer it
/// overflows where it leaves 64 bits, read as signed, as the interpreter has
/// it.
class ViewOffset {
public:
  ViewOffset(Encoder &e, Term base);
  void add(Term index, Term stride, unsigned size);

  Term address, overflows;

private:
  Encoder &e;
};

/// The same of a memref at indices: beyond an axis, nothing is accessed, but
/// where `inBounds` promises that no index is, that is undefined.
std::vector<Place> placesInMemref(Encoder &e, mlir::Value memref,
                                  mlir::ValueRange indices, mlir::Value mask,
                                  llvm::ArrayRef<bool> inBounds,
                                  mlir::Type element, size_t count);

/// Where the place is active, it is undefined if `bad`, or if one of its `size`
/// bytes is not valid.
void checkPlace(Encoder &e, Place place, Term bad, unsigned size);

/// What any of the tokens orders; null ones are none.
SymbolicToken joinedTokens(Encoder &e, llvm::ArrayRef<mlir::Value> tokens);

/// An active one of each share a byte; or, if `inPart`, some bytes but not all.
/// Byte by byte, in the terms that memory is read with.
Term placesMeet(SymbolicDomain &d, llvm::ArrayRef<Place> a, unsigned sizeOfA,
                llvm::ArrayRef<Place> b, unsigned sizeOfB, bool inPart = false);
/// Two active ones share a byte.
Term elementsMeet(SymbolicDomain &d, llvm::ArrayRef<Place> places,
                  unsigned size);

/// The elements at those places; `missing(i)` where place i is not active.
SymbolicValue readPlaces(Encoder &e, llvm::ArrayRef<Place> places,
                         mlir::Type element,
                         llvm::function_ref<SymbolicElement(size_t)> missing);
void writePlaces(Encoder &e, llvm::ArrayRef<Place> places, mlir::Type element,
                 llvm::ArrayRef<SymbolicElement> elements);

/// What lies at `address`, as an element of that type.
SymbolicElement readElement(Encoder &e, Term address, mlir::Type type);
void writeElement(Encoder &e, Term guard, Term address, mlir::Type type,
                  const SymbolicElement &element);

/// The places of an access of nv_tileaa: through pointers, or of a memref at
/// indices.
template <typename OpT>
std::vector<Place> placesOfElements(Encoder &e, OpT op, mlir::Type element,
                                    size_t count) {
  if (llvm::isa<mlir::nv_tileaa::StridedMemRefType>(
          op.getAddresses().getType()))
    return placesInMemref(e, op.getAddresses(), op.getIndices(), op.getMask(),
                          op.getInBounds().value_or(llvm::ArrayRef<bool>()),
                          element, count);
  return placesOf(e, op.getAddresses(), op.getMask(), storageSize(element));
}
/// Fails for more places than a solver can take apart: fewer where the access
/// can be an uninterpreted function instead.
llvm::Error checkCount(Encoder &e, mlir::Operation *op, size_t places);
/// Fails for elements that share bytes, or do not fill them.
llvm::Error checkStorage(mlir::Operation *op, mlir::Type element);

/// Records an access, after `tokens`; `resultTokens` order it and all before
/// it. Null tokens are none. Its number may be known already.
llvm::Error recordAccess(Encoder &e, mlir::Operation *op, AccessRole role,
                         llvm::ArrayRef<mlir::Value> tokens,
                         llvm::ArrayRef<mlir::Value> resultTokens,
                         AccessOrdering ordering, AccessScope scope,
                         std::optional<unsigned> known = std::nullopt);

/// Any value of type `type`, under this name.
llvm::Expected<SymbolicValue> inputValue(Encoder &e, mlir::Type type,
                                         const std::string &name);

/// What tells the updates apart among the terms of an access.
inline Term termOf(SymbolicDomain &d, semantics::AtomicUpdate update) {
  return d.constant(32, static_cast<uint64_t>(update));
}

/// Queues that are inputs have smaller numbers than those that code creates.
constexpr uint64_t firstCreatedQueue = uint64_t(1) << 63;

/// An element that is masked off without padding, or lies outside of a view
/// that has none: of whole functions any value.
SymbolicElement unspecifiedElement(Encoder &e, mlir::Type element, size_t i);

/// `a` where the condition holds, else `b`.
SymbolicValue mergeValues(SymbolicDomain &d, Term condition,
                          const SymbolicValue &a, const SymbolicValue &b);
/// Elements that a value of this type is made of: of a view, its address, its
/// extents and its strides, all of 64 bits; of a token none.
size_t elementCount(mlir::Type type);

/// What nothing that is executed reads.
SymbolicValue unreachedValue(SymbolicDomain &d, mlir::Type type);

/// Row-major coordinate of element `i` along dimension `dim`.
inline int64_t coordinate(llvm::ArrayRef<int64_t> shape, size_t i, size_t dim) {
  for (size_t d = shape.size(); d-- > dim + 1;)
    i /= shape[d];
  return i % shape[dim];
}

inline bool isTokenType(mlir::Type type) {
  return llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
      type);
}

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H
