//===- MatrixModel.h - Products of matrices by their names ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An independent reading of names of mma and wmma (PTX ISA 9.0, 9.7.14.4 to
// .6), the ISA's formulas for fragments as its sections have them, one by one,
// and products in the host's arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXMODEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXMODEL_H

#include "PtxModel.h"
#include <random>
#include <string>
#include <vector>

namespace matrixmodel {

enum Role { A, B, C, D };

/// What a name says, in PTX or in LLVM.
struct Shape {
  unsigned m = 0, n = 0, k = 0;
  /// By role.
  std::string types[4];
  bool firstByColumn = false, secondByColumn = false;
  bool saturates = false, isPadded = false;
  std::string bitOperation;
  int rounding;
  /// Blocks of k with factors of their own, and the type of these.
  unsigned scales = 0;
  std::string scaleType;
  /// By row of A and column of B, and by block.
  std::vector<std::vector<long double>> factors[2];

  /// Half of A is zero and not stored.
  bool isSparse = false, isOrdered = false;
  /// By row of A: the columns of what is stored.
  std::vector<std::vector<unsigned>> chosen;

  explicit Shape(const ptxmodel::Name &name);
  long double factorOf(Role role, unsigned line, unsigned at) const {
    return scales ? factors[role][line][at / (k / scales)] : 1;
  }
  /// Of element `at` of what registers hold of a row of A.
  unsigned columnOf(unsigned row, unsigned at) const {
    return isSparse ? chosen[row][at] : at;
  }
  /// Four products at once.
  bool isQuads() const { return m == 8 && k == 4 && types[A] == "f16"; }
  unsigned rows(Role role) const { return role == B ? k : m; }
  unsigned columns(Role role) const {
    return role == A ? (isSparse ? k / 2 : k) : n;
  }
  /// Bits that an element takes in a register of mma.
  unsigned container(Role role) const;
  /// How many a lane holds for mma.
  unsigned elements(Role role) const {
    return rows(role) * columns(role) * (isQuads() ? 4 : 1) / 32;
  }
};
/// In bits, in memory.
unsigned widthOf(const std::string &type);

/// One index of a sparse row: the lane and the bit where it begins, the lanes'
/// `selector` being given.
struct IndexPlace {
  unsigned lane, bit;
};
IndexPlace indexPlace(const Shape &shape, unsigned selector, unsigned row,
                      unsigned index);
/// Of selectors.
unsigned selectorsOf(const Shape &shape);

/// Where element i of a lane is, by the formulas of the ISA.
struct ElementPlace {
  unsigned product, row, column;
};
ElementPlace placeOf(const Shape &shape, Role role, unsigned lane, unsigned i);

/// Elements by row, as bits.
using Matrix = std::vector<std::vector<uint64_t>>;
Matrix emptyMatrix(const Shape &shape, Role role);
/// D, where sums of floats are exact before they are rounded.
Matrix multiply(const Shape &shape, const Matrix &a, const Matrix &b,
                const Matrix &c);
/// An element whose sums stay exact.
uint64_t randomElement(const std::string &type, std::mt19937_64 &random);

uint64_t getBits(const std::vector<uint8_t> &bytes, size_t at, unsigned width);
void setBits(std::vector<uint8_t> &bytes, size_t at, unsigned width,
             uint64_t value);

} // namespace matrixmodel

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MATRIXMODEL_H
