//===- ProductSumsTest.cpp - Native sums of products ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is computed natively is what interp/Semantics says of it.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::APInt;

static constexpr RegisterType half = {TypeKind::F16, 16},
                              brain = {TypeKind::BF16, 16},
                              single = {TypeKind::F32, 32},
                              wide = {TypeKind::F64, 64};

static void compareNumber(RegisterType type, uint64_t bits) {
  double expected =
      semantics::numberOf(&semanticsOf(type.kind), APInt(type.width, bits));
  double found = realOf(type, bits);
  if (std::isnan(expected))
    ASSERT_TRUE(std::isnan(found)) << bits;
  else
    ASSERT_EQ(llvm::bit_cast<uint64_t>(found),
              llvm::bit_cast<uint64_t>(expected))
        << bits;
}

TEST(ProductSumsTest, NumbersAreThoseOfTheFormat) {
  std::mt19937_64 random;
  for (uint64_t bits = 0; bits < 1 << 16; ++bits) {
    compareNumber(half, bits);
    compareNumber(brain, bits);
    compareNumber(single, uint32_t(random()));
    compareNumber(wide, random());
  }
}

TEST(ProductSumsTest, SumsAreThoseOfAnyOrder) {
  std::mt19937_64 random;
  for (unsigned round = 0; round < 30'000; ++round) {
    RegisterType sum = round % 3 == 0 ? single : round % 3 == 1 ? half : brain;
    // Any halves, or such as do not overflow.
    auto draw = [&] {
      uint64_t bits = uint16_t(random());
      if (round % 5)
        bits = (bits & 0x83ff) | (8 + random() % 12) << 10;
      return realOf(half, random() % 16 ? bits : 0);
    };
    std::vector<double> row(1 + random() % 16), column(row.size());
    for (size_t i = 0; i < row.size(); ++i) {
      row[i] = draw();
      column[i] = draw();
    }
    double sign = random() % 2 ? 1 : -1;
    std::optional<double> start;
    if (random() % 4)
      start = draw();
    semantics::FreeOrderSum all(&semanticsOf(sum.kind), 0);
    if (start)
      all.add(*start);
    for (size_t i = 0; i < row.size(); ++i)
      all.add(sign * row[i] * column[i]);
    ASSERT_EQ(sumOfReals(sum, row, column, sign, start),
              all.get().value.getZExtValue())
        << round;
  }
}
