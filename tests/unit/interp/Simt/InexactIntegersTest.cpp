//===- InexactIntegersTest.cpp - Integers that are not unique -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Approximate instructions give floats, which become integers. Whatever result
// is chosen of them, and those between, what a kernel leaves lies in the
// enclosures of the run with the nearest ones.
//
//===----------------------------------------------------------------------===//

#include "ApproximateKernel.h"
#include "llvm/ADT/StringRef.h"
#include <random>

using namespace tilefuzz;
using tilefuzz::test::ApproximateRun;
using tilefuzz::test::otherResults;

static ApproximateRun run(const std::string &body, ResultChoice results) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> numbers(-4, 4);
  std::vector<float> x, y;
  for (unsigned i = 0; i < 32; ++i) {
    // Some of exactly 2^24, near which a comparison is open.
    x.push_back(i % 4 ? numbers(random) : 0);
    y.push_back(i % 4 ? numbers(random) : 1);
  }
  // From 2^20 to 2^28, where an approximation is units away.
  return ApproximateRun(
      "add.f32 %f1, %x, 0f41C00000;\nex2.approx.f32 %f1, %f1;\n"
      "neg.f32 %f2, %f1;\nsetp.lt.f32 %q, %y, 0f00000000;\n"
      "selp.f32 %f1, %f2, %f1, %q;\n" +
          body,
      x, y, results, /*isInteger=*/true);
}

static int32_t integerAt(const ApproximateRun &run, size_t i) {
  int32_t value;
  memcpy(&value, run.out().bytes.data() + 4 * i, 4);
  return value;
}

TEST(InexactIntegers, HoldEveryChoice) {
  const std::string whole = "cvt.rni.s32.f32 %n, %f1;\n";
  // A byte, as quantisation makes them, of a function that is off by 2^-11.
  const std::string byte = "tanh.approx.f32 %f1, %x;\n"
                           "mul.f32 %f1, %f1, 0f42C80000;\n"
                           "cvt.rni.sat.s8.f32 %n, %f1;\n";
  const std::string bodies[] = {
      whole,
      whole + "add.s32 %n, %n, 7;\n",
      whole + "sub.s32 %n, 100, %n;\n",
      whole + "mul.lo.s32 %n, %n, -3;\n",
      whole + "max.s32 %n, %n, 1000;\n",
      whole + "min.s32 %n, %n, %n;\n",
      whole + "cvt.s64.s32 %d, %n;\nadd.s64 %d, %d, %d;\n"
              "cvt.u32.u64 %n, %d;\n",
      whole + "cvt.rn.f32.s32 %f3, %n;\ncvt.rzi.s32.f32 %n, %f3;\n",
      whole + "setp.ge.s32 %p, %n, 16777216;\nselp.b32 %n, 5, 9, %p;\n",
      whole + "setp.ge.s32 %p, %n, 16777216;\nselp.b32 %n, %n, 9, %p;\n",
      whole + "st.shared.b32 [buffer], %n;\nld.shared.b32 %n, [buffer];\n",
      whole + "and.b32 %n, %n, 5;\n",
      whole + "or.b32 %n, %n, 4097;\n",
      whole + "xor.b32 %n, %n, -1;\n",
      whole + "xor.b32 %n, %n, 21;\n",
      whole + "shl.b32 %n, %n, 12;\n",
      whole + "shr.s32 %n, %n, 2;\n",
      whole + "shr.u32 %n, %n, 2;\n",
      whole + "div.s32 %n, %n, -3;\n",
      whole + "div.u32 %n, %n, 3;\n",
      whole + "rem.s32 %n, %n, 7;\n",
      whole + "mul.lo.s32 %n, %n, %n;\n",
      whole + "mul.hi.s32 %n, %n, 2000000000;\n",
      whole + "mul.hi.u32 %n, %n, 2000000000;\n",
      whole + "neg.s32 %n, %n;\nabs.s32 %n, %n;\n",
      "abs.f32 %f1, %f1;\ncvt.rzi.u32.f32 %n, %f1;\nmax.u32 %n, %n, 70000;\n",
      byte,
      byte + "cvt.s32.s8 %n, %n;\nadd.s32 %n, %n, 1;\n",
      byte + "mov.b32 %i1, 0;\nst.global.b32 [%o], %i1;\n"
             "st.global.b8 [%o], %n;\nld.global.b32 %n, [%o];\n",
  };
  for (const std::string &text : bodies) {
    std::string body = text;
    // Threads of their own places.
    if (llvm::StringRef(body).contains("[buffer]"))
      body = whole + "mov.u32 %i1, buffer;\nmad.lo.u32 %i1, %t, 4, %i1;\n"
                     "st.shared.b32 [%i1], %n;\nld.shared.b32 %n, [%i1];\n";
    ApproximateRun nearest = run(body, ResultChoice::Nearest);
    EXPECT_FALSE(nearest.outcome.unstable)
        << body << nearest.outcome.unstableSite.operation;
    unsigned numInexact = 0, numOther = 0;
    for (ResultChoice results : otherResults) {
      ApproximateRun other = run(body, results);
      for (unsigned i = 0; i < 32; ++i) {
        int32_t value = integerAt(other, i), same = integerAt(nearest, i);
        numOther += value != same;
        if (!nearest.isInexact(i)) {
          EXPECT_EQ(value, same) << body << i;
          continue;
        }
        ++numInexact;
        EXPECT_TRUE(nearest.out().enclosures[i].contains(value))
            << body << i << ": " << value;
        EXPECT_TRUE(nearest.out().enclosures[i].contains(same)) << body << i;
      }
    }
    EXPECT_GT(numInexact + numOther, 0u) << body;
  }
}

/// Where a value must be known, or no bounds say what becomes of it.
TEST(InexactIntegers, AreLostWhereBitsDecide) {
  for (const char *body :
       {"popc.b32 %n, %n;\n",
        "sub.s32 %n, %n, 16777216;\ndiv.s32 %n, 100, %n;\n",
        "and.b32 %n, %n, 1;\nshl.b32 %n, 1, %n;\nclz.b32 %n, %n;\n"}) {
    ApproximateRun lost = run(std::string("cvt.rni.s32.f32 %n, %f1;\n") + body,
                              ResultChoice::Nearest);
    EXPECT_TRUE(lost.outcome.unstable) << body;
  }
}
