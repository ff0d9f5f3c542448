//===- MatrixFragments.h - Random matrices in registers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXFRAGMENTS_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXFRAGMENTS_H

#include "MatrixModel.h"

namespace matrixmodel {

/// The fragments of A, B and C of all lanes, one record for each lane.
struct Fragments {
  std::vector<Matrix> matrices[3];
  /// In bytes, within a record.
  unsigned begin[4] = {0, 0, 0, 0};
  /// Of a record: behind the fragments are the metadata of a sparse A, and two
  /// registers of factors.
  unsigned size = 0;
  std::vector<uint8_t> bytes;
  /// What names the factors: A's byte and part of four lanes, and B's.
  unsigned selectors[4] = {0, 0, 0, 0};
  /// Which lanes have the metadata.
  unsigned sparsitySelector = 0;
  /// Of the factors, in a record.
  unsigned factorsBegin = 0;
};

unsigned registerBytes(const Shape &shape, Role role);
unsigned bytesOf(const Shape &shape, Role role);
unsigned registersOf(const Shape &shape, Role role);
/// Sets the factors and the zeros of `shape`, too, if it has any.
Fragments randomFragments(Shape &shape, std::mt19937_64 &random);

} // namespace matrixmodel

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXFRAGMENTS_H
