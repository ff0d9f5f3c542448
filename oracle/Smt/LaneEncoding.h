//===- LaneEncoding.h - One element of a tile at any index ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Element-wise and shape operations say what one element of their result is, at
// an index that may be a term. What holds at an index of which nothing is known
// holds for all elements at once; and if no extent was asked for, for tiles of
// every extent of that rank.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_LANEENCODING_H
#define TILEFUZZ_ORACLE_SMT_LANEENCODING_H

#include "oracle/Smt/TileEncoding.h"

namespace tilefuzz {

class LaneEncoder {
public:
  /// One 64-bit term per dimension.
  using Index = std::vector<Term>;

  /// As EncodingOptions has it.
  LaneEncoder(SymbolicDomain &domain, bool mayBeUnspecified)
      : domain(domain), undefined(domain.truth(false)),
        mayBeUnspecified(mayBeUnspecified) {}

  /// The element of `value` at `index`; what is undefined there is added to
  /// `undefined`. Errors name an operation that is not element by element.
  llvm::Expected<SymbolicElement> at(mlir::Value value, const Index &index);

  SymbolicDomain &domain;
  Term undefined;
  /// What is meant depends on the extents of tiles.
  bool usesExtents = false;
  /// As TileEncoding has it.
  std::set<std::string> uninterpreted;

private:
  llvm::Expected<SymbolicElement> compute(mlir::Operation *op,
                                          const Index &index);
  llvm::Expected<SymbolicElement> elementwise(mlir::Operation *op,
                                              const Index &index);
  llvm::Expected<SymbolicElement> constant(mlir::Operation *op,
                                           const Index &index);
  llvm::Expected<SymbolicElement> extract(mlir::Operation *op);
  Index reshaped(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                 const Index &index);
  Term number(uint64_t n) { return domain.constant(64, n); }

  bool mayBeUnspecified;
  std::map<std::pair<void *, std::vector<void *>>, SymbolicElement> known;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_LANEENCODING_H
