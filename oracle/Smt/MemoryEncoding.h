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

/// What `size` bytes from `address` hold, as an element of `width` bits.
SymbolicElement readElement(Encoder &e, Term address, unsigned size,
                            unsigned width);
void writeElement(Encoder &e, Term guard, Term address, unsigned size,
                  const SymbolicElement &element);

/// Fails for an access of nv_tileaa to a memref at indices.
llvm::Error checkPointers(mlir::Operation *op);

/// Records an access; its token result, if any, orders it and all before it.
llvm::Error recordAccess(Encoder &e, mlir::Operation *op, AccessRole role,
                         mlir::Value token, mlir::Value resultToken,
                         unsigned ordering, unsigned scope);

/// Any value of type `type`, under this name.
llvm::Expected<SymbolicValue> inputValue(Encoder &e, mlir::Type type,
                                         const std::string &name);

/// `a` where the condition holds, else `b`.
SymbolicValue mergeValues(SymbolicDomain &d, Term condition,
                          const SymbolicValue &a, const SymbolicValue &b);
/// What nothing that is executed reads.
SymbolicValue unreachedValue(SymbolicDomain &d, mlir::Type type);

inline bool isTokenType(mlir::Type type) {
  return llvm::isa<mlir::cuda_tile::TokenType, mlir::nv_tileaa::MemTokenType>(
      type);
}

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_MEMORYENCODING_H
