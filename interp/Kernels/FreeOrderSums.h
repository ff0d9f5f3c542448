//===- FreeOrderSums.h - Many sums in any order at once ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What interp/Semantics/FreeOrder.h says of one sum, for a row of sums of
// products. Bit for bit the same (FreeOrderSumsTest).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_KERNELS_FREEORDERSUMS_H
#define TILEFUZZ_INTERP_KERNELS_FREEORDERSUMS_H

#include "interp/Kernels/NativeFormat.h"
#include "interp/Program/Outcome.h"
#include <vector>

namespace tilefuzz {

/// Numbers, each with the power of two that is its lowest digit.
struct GradedNumbers {
  std::vector<double> values;
  std::vector<int32_t> grains;

  GradedNumbers() = default;
  explicit GradedNumbers(std::vector<double> values);
  size_t size() const { return values.size(); }
};

/// The sums start[j] + lhs[0] * rhs[0][j] + lhs[1] * rhs[1][j] + ... for every
/// column j. Products must be exact in double, and no sum may overflow there:
/// factors are of formats of up to 32 bits, or products of two of 8 bits.
class FreeOrderSums {
public:
  /// `format`, `unit`: of the results, as for FreeOrderSum.
  FreeOrderSums(FloatFormat format, double unit, size_t columns);

  /// `start`: `columns` numbers from `startAt`; `lhs`: `depth` numbers from
  /// `lhsAt`; `rhs`: `depth` rows of `columns` numbers from `rhsAt`.
  void compute(const GradedNumbers &start, size_t startAt,
               const GradedNumbers &lhs, size_t lhsAt, size_t depth,
               const GradedNumbers &rhs, size_t rhsAt);

  /// False: column `j` is a special case, left to FreeOrderSum.
  bool get(size_t j, uint64_t &bits, BufferImage::Enclosure &bounds) const;

private:
  const NativeFormat &format;
  double unit;
  uint64_t count = 0;
  std::vector<double> sums, magnitudes;
  std::vector<int32_t> grains;
  /// Of `format`.
  int precision, smallest;
  double top;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_KERNELS_FREEORDERSUMS_H
