//===- FreeOrderSums.cpp - Many sums in any order at once -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/FreeOrderSums.h"
#include "interp/Semantics/FreeOrder.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

using namespace tilefuzz;

/// Of zeros and of what is not finite; twice of it is still an int.
static constexpr int32_t noGrain = 1 << 24;

static int32_t grainOf(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  uint64_t field = bits >> 52 & 0x7FF;
  uint64_t digits = bits & ((uint64_t(1) << 52) - 1);
  if (field == 0x7FF || x == 0)
    return noGrain;
  if (field == 0)
    return -1074 + llvm::countr_zero(digits);
  return int32_t(field) - 1075 + llvm::countr_zero(digits | uint64_t(1) << 52);
}

GradedNumbers::GradedNumbers(std::vector<double> numbers)
    : values(std::move(numbers)) {
  grains.reserve(values.size());
  for (double x : values)
    grains.push_back(grainOf(x));
}

FreeOrderSums::FreeOrderSums(FloatFormat resultFormat, double unit,
                             size_t columns)
    : format(nativeFormat(resultFormat)), unit(unit), sums(columns),
      magnitudes(columns), grains(columns) {
  precision = format.info.precision;
  smallest = format.info.minExponent - precision + 1;
  top = std::ldexp(1.0, format.info.maxExponent);
}

namespace {
struct Rows {
  size_t columns, depth;
  const double *lhs, *rhs;
  const int32_t *lhsGrains, *rhsGrains;
  double *sums, *magnitudes;
  int32_t *grains;
};
} // namespace

/// Each sum is taken in the order of k. The lowest digit of a product of
/// numbers is at the sum of the places of theirs.
static inline __attribute__((always_inline)) void accumulate(const Rows &r) {
  double *__restrict sums = r.sums, *__restrict magnitudes = r.magnitudes;
  int32_t *__restrict grains = r.grains;
  for (size_t k = 0; k < r.depth; ++k) {
    double x = r.lhs[k];
    int32_t grain = r.lhsGrains[k];
    const double *row = r.rhs + k * r.columns;
    const int32_t *rowGrains = r.rhsGrains + k * r.columns;
    for (size_t j = 0; j < r.columns; ++j) {
      double product = x * row[j];
      sums[j] += product;
      magnitudes[j] += std::fabs(product);
      grains[j] = std::min(grains[j], grain + rowGrains[j]);
    }
  }
}
static void accumulateAnywhere(const Rows &rows) { accumulate(rows); }
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void accumulateWide(const Rows &rows) {
  accumulate(rows);
}
#endif

void FreeOrderSums::compute(const GradedNumbers &start, size_t startAt,
                            const GradedNumbers &lhs, size_t lhsAt,
                            size_t depth, const GradedNumbers &rhs,
                            size_t rhsAt) {
  for (size_t j = 0; j < sums.size(); ++j) {
    double x = start.values[startAt + j];
    sums[j] = 0.0 + x;
    magnitudes[j] = std::fabs(x);
    grains[j] = start.grains[startAt + j];
  }
  count = depth + 1;
  Rows rows = {sums.size(),
               depth,
               lhs.values.data() + lhsAt,
               rhs.values.data() + rhsAt,
               lhs.grains.data() + lhsAt,
               rhs.grains.data() + rhsAt,
               sums.data(),
               magnitudes.data(),
               grains.data()};
#if defined(__x86_64__)
  static const bool isWide = __builtin_cpu_supports("avx2");
  if (isWide)
    return accumulateWide(rows);
#endif
  accumulateAnywhere(rows);
}

bool FreeOrderSums::get(size_t j, uint64_t &bits,
                        BufferImage::Enclosure &bounds) const {
  double sum = sums[j], magnitude = magnitudes[j];
  // A sum of magnitudes shows what is not finite.
  if (!std::isfinite(magnitude) || magnitude == 0)
    return false;
  bits = fromDouble(format, sum, RoundingMode::NearestEven);
  bounds = {};
  bool fits = grains[j] >= smallest &&
              magnitude <= std::ldexp(1.0, grains[j] + precision) &&
              magnitude < top;
  if (fits)
    return true;
  double error =
      semantics::FreeOrderSum::mostError(format.format, count, unit, magnitude);
  if (magnitude + error < top)
    bounds = {sum - error, sum + error, false, false};
  else
    bounds = {-std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity(), false, true};
  return true;
}
