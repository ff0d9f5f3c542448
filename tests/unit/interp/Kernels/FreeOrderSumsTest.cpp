//===- FreeOrderSumsTest.cpp - Rows of sums against single sums -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/FreeOrderSums.h"
#include "../SemanticsSamples.h"
#include "interp/Semantics/FreeOrder.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
class FreeOrderSumsTest : public ::testing::TestWithParam<const char *> {};
} // namespace

static bool same(double a, double b) { return a == b || (a != a && b != b); }

/// Numbers of one kind: 0 any code, 1 small integers (exact sums), 2 near one,
/// 3 zeros of both signs.
static double number(FloatFormat format, std::mt19937_64 &generator, int kind) {
  const NativeFormat &native = nativeFormat(format);
  unsigned width = native.info.width;
  switch (kind) {
  case 0:
    return toDouble(native,
                    generator() & llvm::maskTrailingOnes<uint64_t>(width));
  case 1:
    return toDouble(native, fromDouble(native, double(generator() % 17) - 8,
                                       RoundingMode::NearestEven));
  case 2:
    return toDouble(native,
                    fromDouble(native, double(generator() % 4096) / 1024 - 2,
                               RoundingMode::NearestEven));
  default:
    return generator() & 1 ? 0.0 : -0.0;
  }
}

TEST_P(FreeOrderSumsTest, AgreesWithSingleSums) {
  FloatFormat operand = formatByName(GetParam());
  std::mt19937_64 generator(7);
  unsigned exact = 0, enclosed = 0, special = 0;
  for (const char *resultName : {"f16", "f32", "f64"})
    for (double unit : {0x1p-24, 0x1p-22, 0x1p-12, 0x1p-9})
      for (size_t depth : {1, 2, 16, 64})
        for (int kind = 0; kind < 4; ++kind)
          for (int startKind = 0; startKind < 4; ++startKind) {
            constexpr size_t columns = 8;
            FloatFormat result = formatByName(resultName);
            std::vector<double> start(columns), lhs(depth),
                rhs(depth * columns);
            for (double &x : start)
              x = number(result, generator, startKind);
            for (double &x : lhs)
              x = number(operand, generator, kind);
            for (double &x : rhs)
              x = number(operand, generator, kind);
            FreeOrderSums sums(result, unit, columns);
            sums.compute(GradedNumbers(start), 0, GradedNumbers(lhs), 0, depth,
                         GradedNumbers(rhs), 0);
            for (size_t j = 0; j < columns; ++j) {
              semantics::FreeOrderSum sum(result, unit);
              sum.add(start[j]);
              for (size_t k = 0; k < depth; ++k)
                sum.add(lhs[k] * rhs[k * columns + j]);
              semantics::BoundedResult expected = sum.get();
              uint64_t bits;
              BufferImage::Enclosure bounds;
              if (!sums.get(j, bits, bounds)) {
                ++special;
                continue;
              }
              ASSERT_EQ(bits, expected.value.getZExtValue());
              ASSERT_EQ(bounds.exact, expected.bounds.exact);
              ASSERT_EQ(bounds.mayBeNaN, expected.bounds.mayBeNaN);
              ASSERT_TRUE(same(bounds.lo, expected.bounds.lo));
              ASSERT_TRUE(same(bounds.hi, expected.bounds.hi));
              ++(bounds.exact ? exact : enclosed);
            }
          }
  EXPECT_GT(exact, 1000u);
  EXPECT_GT(enclosed, 1000u);
  EXPECT_GT(special, 100u);
}

INSTANTIATE_TEST_SUITE_P(Formats, FreeOrderSumsTest,
                         ::testing::Values("f16", "bf16", "tf32", "f32",
                                           "f8E4M3FN", "f8E5M2", "f4E2M1FN"));
