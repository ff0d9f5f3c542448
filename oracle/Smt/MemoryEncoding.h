//===- MemoryEncoding.h - What encoders of accesses share -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H
#define TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H

#include "interp/Tile/TileTypes.h"
#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

/// One element of a pointer access: whether it takes place, and where.
struct Place {
  Term active, address;
};

/// The places of an access; what depends on unspecified masks or addresses, or
/// touches what is not valid, is undefined.
std::vector<Place> placesOf(Encoder &e, mlir::Value addresses, mlir::Value mask,
                            unsigned size);

/// Where the place is active, it is undefined if `bad`, or if one of its `size`
/// bytes is not valid.
void checkPlace(Encoder &e, Place place, Term bad, unsigned size);

/// The elements at those places; `missing(i)` where place i is not active.
SymbolicValue readPlaces(Encoder &e, llvm::ArrayRef<Place> places,
                         mlir::Type element,
                         llvm::function_ref<SymbolicElement(size_t)> missing);
void writePlaces(Encoder &e, llvm::ArrayRef<Place> places, mlir::Type element,
                 llvm::ArrayRef<SymbolicElement> elements);

/// What `size` bytes from `address` hold, as an element of `width` bits.
SymbolicElement readElement(Encoder &e, Term address, unsigned size,
                            unsigned width);
void writeElement(Encoder &e, Term guard, Term address, unsigned size,
                  const SymbolicElement &element);

/// Fails for an access of nv_tileaa to a memref at indices.
llvm::Error checkPointers(mlir::Operation *op);
/// Fails for more places than a solver can take apart: fewer where the access
/// can be an uninterpreted function instead.
llvm::Error checkCount(Encoder &e, mlir::Operation *op, size_t places);
/// Fails for elements that share bytes, or do not fill them.
llvm::Error checkStorage(mlir::Operation *op, mlir::Type element);

/// Records an access, after `tokens`; `resultTokens` order it and all before
/// it. Null tokens are none.
llvm::Error recordAccess(Encoder &e, mlir::Operation *op, AccessRole role,
                         llvm::ArrayRef<mlir::Value> tokens,
                         llvm::ArrayRef<mlir::Value> resultTokens,
                         unsigned ordering, unsigned scope);

/// The wider the greater, in both dialects: a block, a cluster, the device,
/// the system. Without one: a block.
unsigned widthOfScope(std::optional<mlir::cuda_tile::MemoryScope> scope);
unsigned widthOfScope(std::optional<mlir::nv_tileaa::MemScope> scope);

/// Any value of type `type`, under this name.
llvm::Expected<SymbolicValue> inputValue(Encoder &e, mlir::Type type,
                                         const std::string &name);

/// `a` where the condition holds, else `b`.
SymbolicValue mergeValues(SymbolicDomain &d, Term condition,
                          const SymbolicValue &a, const SymbolicValue &b);
/// Elements that a value of this type is made of: of a view, its address, its
/// extents and its strides, all of 64 bits; of a token none.
size_t elementCount(mlir::Type type);

/// What nothing that is executed reads.
SymbolicValue unreachedValue(SymbolicDomain &d, mlir::Type type);

inline bool isTokenType(mlir::Type type) {
  return llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
      type);
}

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H
