//===- ProductSums.cpp - Sums of products in any order --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// Of finite numbers: its bits put where a double has them.
static double numberOfHalf(uint64_t bits) {
  unsigned exponent = bits >> 10 & 31;
  uint64_t digits = bits & 1023;
  double magnitude =
      exponent ? bit_cast<double>((uint64_t(exponent + 1023 - 15) << 52) |
                                  digits << 42)
               : double(digits) * 0x1p-24;
  return bits >> 15 & 1 ? -magnitude : magnitude;
}

double simt::realOf(RegisterType type, uint64_t bits) {
  switch (type.kind) {
  case TypeKind::F16:
    if ((bits >> 10 & 31) != 31)
      return numberOfHalf(bits);
    break;
  case TypeKind::BF16:
    return bit_cast<float>(uint32_t(bits << 16));
  case TypeKind::F32:
    return bit_cast<float>(uint32_t(bits));
  case TypeKind::F64:
    return bit_cast<double>(bits);
  default:
    break;
  }
  if (type.kind == TypeKind::TF32) {
    constexpr unsigned unused = 13;
    type = {TypeKind::F32, 32};
    bits = bits >> unused << unused;
  }
  return semantics::numberOf(&semanticsOf(type.kind), APInt(type.width, bits));
}

int64_t simt::integerOf(RegisterType type, uint64_t bits) {
  return type.isSigned() ? SignExtend64(bits, type.width) : int64_t(bits);
}

uint64_t simt::sumOfReals(RegisterType sum, ArrayRef<double> row,
                          ArrayRef<double> column, double sign,
                          std::optional<double> start) {
  // Finite summands whose sum is not zero: what FreeOrderSum gives, which is
  // asked for the rest.
  double exact = start.value_or(0);
  for (size_t i = 0; i < row.size(); ++i)
    exact += sign * row[i] * column[i];
  if (std::isfinite(exact) && exact != 0) {
    if (sum.kind == TypeKind::F32)
      return bit_cast<uint32_t>(float(exact));
    APFloat rounded(exact);
    bool lost;
    rounded.convert(semanticsOf(sum.kind), APFloat::rmNearestTiesToEven, &lost);
    return toBits(rounded);
  }
  semantics::FreeOrderSum all(&semanticsOf(sum.kind), 0);
  if (start)
    all.add(*start);
  for (auto [a, b] : zip_equal(row, column))
    all.add(sign * a * b);
  return all.get().value.getZExtValue();
}

uint64_t simt::sumOfIntegers(ArrayRef<int64_t> row, ArrayRef<int64_t> column,
                             int64_t start, bool saturates) {
  int64_t sum = start;
  for (auto [a, b] : zip_equal(row, column))
    sum += a * b;
  if (saturates)
    sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
  return maskTo(sum, 32);
}

uint64_t simt::sumOfDoubles(ArrayRef<double> row, ArrayRef<double> column,
                            double start, RoundingMode rounding) {
  APFloat sum(start);
  for (auto [a, b] : zip_equal(row, column)) {
    APFloat next(a);
    next.fusedMultiplyAdd(APFloat(b), sum, roundingOf(rounding));
    sum = next;
  }
  return sum.isNaN() ? canonicalNaN(&APFloat::IEEEdouble()).getZExtValue()
                     : toBits(sum);
}
