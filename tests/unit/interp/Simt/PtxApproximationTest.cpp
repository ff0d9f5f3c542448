//===- PtxApproximationTest.cpp - Values that are not unique, in PTX ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What approximate instructions give has an enclosure. It must hold what the
// ISA allows, computed here in long double, and what any choice of results
// makes of the rest of a kernel.
//
//===----------------------------------------------------------------------===//

#include "ApproximateKernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace tilefuzz;
using tilefuzz::test::ApproximateRun;
using tilefuzz::test::otherResults;

/// Of both signs and of many magnitudes, no zeros.
static std::vector<float> numbers(unsigned seed, bool arePositive, float most) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> exponent(-20, std::log2(most));
  std::vector<float> values;
  for (unsigned i = 0; i < 32; ++i) {
    float value = std::exp2(exponent(random));
    values.push_back(!arePositive && random() % 2 ? -value : value);
  }
  return values;
}

static long double ulpOf(long double value) {
  return std::ldexp(1.0L, std::max(std::ilogb(value), -126) - 23);
}

TEST(PtxApproximation, GivesWhatTheIsaAllows) {
  struct Row {
    const char *name;
    bool takesTwo, arePositive;
    float most;
    /// In units of the result.
    double error;
    long double (*real)(long double x, long double y);
  };
  auto exp2 = [](long double x, long double) { return std::exp2(x); };
  auto div = [](long double x, long double y) { return x / y; };
  static const Row rows[] = {
      {"ex2.approx", false, false, 100, 2, exp2},
      {"rcp.approx", false, false, 1e20f, 1,
       [](long double x, long double) { return 1 / x; }},
      {"sqrt.approx", false, true, 1e30f, 2,
       [](long double x, long double) { return std::sqrt(x); }},
      {"rsqrt.approx", false, true, 1e30f, 2.15,
       [](long double x, long double) { return 1 / std::sqrt(x); }},
      {"div.approx", true, false, 1e9f, 2, div},
      {"div.full", true, false, 1e9f, 2, div},
      {"tanh.approx", false, false, 4, 8192,
       [](long double x, long double) { return std::tanh(x); }},
  };
  for (const Row &row : rows) {
    std::vector<float> x = numbers(1, row.arePositive, row.most),
                       y = numbers(2, false, 1e9f);
    for (bool flushes : {false, true}) {
      if (flushes && std::string(row.name) == "tanh.approx")
        continue;
      std::string body = std::string(row.name) + (flushes ? ".ftz" : "") +
                         ".f32 %r, %x" + (row.takesTwo ? ", %y;" : ";");
      ApproximateRun nearest(body, x, y);
      std::vector<ApproximateRun> chosen;
      for (ResultChoice choice : otherResults)
        chosen.emplace_back(body, x, y, choice);
      unsigned different = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        long double real = row.real(x[i], y[i]);
        ASSERT_TRUE(nearest.isInexact(i)) << body << i;
        const BufferImage::Enclosure &bounds = nearest.out().enclosures[i];
        EXPECT_EQ(nearest.at(i), float(real)) << body << i;
        // All that the ISA allows is in it, and little else.
        EXPECT_LE(bounds.lo, double(real - row.error * ulpOf(real))) << body;
        EXPECT_GE(bounds.hi, double(real + row.error * ulpOf(real))) << body;
        EXPECT_LE(bounds.hi - bounds.lo,
                  double(2 * (row.error + 1.1) * ulpOf(real)))
            << body;
        for (const ApproximateRun &run : chosen) {
          EXPECT_TRUE(bounds.contains(run.at(i))) << body << i;
          different += run.at(i) != nearest.at(i);
        }
      }
      EXPECT_GT(different, x.size()) << body;
    }
  }
}

/// What the ISA bounds absolutely: sin, cos and lg2, and tanh of halves.
TEST(PtxApproximation, GivesWhatTheIsaAllowsAbsolutely) {
  struct Row {
    const char *body;
    float least, most;
    double error;
    bool isRelative;
    double (*real)(double x);
  };
  static const Row rows[] = {
      {"sin.approx.f32 %r, %x;", -6.28f, 6.28f, std::exp2(-20.5), false,
       [](double x) { return std::sin(x); }},
      {"cos.approx.f32 %r, %x;", -6.28f, 6.28f, std::exp2(-20.5), false,
       [](double x) { return std::cos(x); }},
      {"sin.approx.ftz.f32 %r, %x;", 7, 314, std::exp2(-14.7), false,
       [](double x) { return std::sin(x); }},
      {"cos.approx.ftz.f32 %r, %x;", -314, -7, std::exp2(-14.7), false,
       [](double x) { return std::cos(x); }},
      {"lg2.approx.f32 %r, %x;", 0.51f, 1.99f, std::exp2(-22), false,
       [](double x) { return std::log2(x); }},
      {"lg2.approx.f32 %r, %x;", 2, 1e30f, std::exp2(-22), true,
       [](double x) { return std::log2(x); }},
      {"lg2.approx.ftz.f32 %r, %x;", 1e-30f, 0.5f, std::exp2(-22), true,
       [](double x) { return std::log2(x); }},
      // Multiples of 1/64 are halves.
      {"cvt.rn.f16.f32 %h1, %x; cvt.f32.f16 %x, %h1; tanh.approx.f16 %h2, %h1; "
       "cvt.f32.f16 %r, %h2;",
       -4, 4, std::exp2(-10.987), false, [](double x) { return std::tanh(x); }},
      {"cvt.rn.bf16.f32 %h1, %x; cvt.f32.bf16 %x, %h1; tanh.approx.bf16 %h2, "
       "%h1; cvt.f32.bf16 %r, %h2;",
       -2, 2, std::exp2(-8), false, [](double x) { return std::tanh(x); }},
      {"cvt.rn.f16.f32 %h1, %x; ex2.approx.f16 %h2, %h1; cvt.f32.f16 %r, %h2;",
       -4, 4, std::exp2(-9.9), true, [](double x) { return std::exp2(x); }},
      {"cvt.rn.bf16.f32 %h1, %x; ex2.approx.ftz.bf16 %h2, %h1; "
       "cvt.f32.bf16 %r, %h2;",
       -2, 2, std::exp2(-7), true, [](double x) { return std::exp2(x); }},
  };
  for (const Row &row : rows) {
    bool isHalf = llvm::StringRef(row.body).contains("16");
    std::vector<float> x;
    for (unsigned i = 0; i < 32; ++i) {
      float value = row.least + (row.most - row.least) * float(i) / 31;
      x.push_back(isHalf ? std::round(value * 32) / 32 : value);
    }
    ApproximateRun nearest(row.body, x, x);
    std::vector<ApproximateRun> chosen;
    for (ResultChoice choice : otherResults)
      chosen.emplace_back(row.body, x, x, choice);
    unsigned different = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double real = row.real(x[i]),
             error = row.isRelative ? row.error * std::fabs(real) : row.error,
             // A unit of our own, or of the format of the result.
          unit = std::exp2(std::ilogb(real == 0 ? 1e-30 : real) -
                           (isHalf ? 6.0 : 22.0));
      for (const ApproximateRun &run : chosen) {
        EXPECT_LE(std::fabs(run.at(i) - real), 2 * error + unit)
            << row.body << x[i];
        different += run.at(i) != nearest.at(i);
      }
      EXPECT_LE(std::fabs(nearest.at(i) - real), unit) << row.body << x[i];
      if (!nearest.isInexact(i))
        continue;
      // All that the ISA allows and the format has is in it.
      const BufferImage::Enclosure &bounds = nearest.out().enclosures[i];
      EXPECT_LE(bounds.lo, real - error + (isHalf ? unit : 0)) << row.body;
      EXPECT_GE(bounds.hi, real + error - (isHalf ? unit : 0)) << row.body;
    }
    EXPECT_GT(different, x.size() / 2) << row.body;
  }
  // Where the ISA promises nothing, anything may come.
  ApproximateRun beyond("sin.approx.f32 %r, %x;", {1e6f, INFINITY}, {1, 1});
  EXPECT_TRUE(std::isinf(beyond.out().enclosures[0].hi));
  EXPECT_TRUE(std::isnan(beyond.at(1)));
  ApproximateRun zero("sin.approx.f32 %r, %x;", {-0.0f, 0.0f}, {1, 1});
  EXPECT_TRUE(std::signbit(zero.at(0)) && !std::signbit(zero.at(1)));
  EXPECT_FALSE(zero.isInexact(0) || zero.isInexact(1));
}

/// Reciprocals of upper words begin an enclosure; an iteration of Newton's
/// brings the value to the real one, and its enclosure holds other beginnings.
TEST(PtxApproximation, ReciprocalsOfUpperWordsAreRefined) {
  std::vector<float> x = numbers(1, true, 1e20f);
  for (bool isRoot : {false, true}) {
    std::string name = isRoot ? "rsqrt" : "rcp";
    std::string first =
        "cvt.f64.f32 %a, %x; " + name + ".approx.ftz.f64 %b, %a; ";
    std::string step = isRoot
                           ? "mul.rn.f64 %d, %b, %b; neg.f64 %a, %a; "
                             "fma.rn.f64 %d, %d, %a, 0d3FF0000000000000; "
                             "mul.rn.f64 %a, %b, 0d3FE0000000000000; "
                             "fma.rn.f64 %b, %d, %a, %b; "
                           : "neg.f64 %a, %a; fma.rn.f64 %d, %a, %b, "
                             "0d3FF0000000000000; fma.rn.f64 %b, %b, %d, %b; ";
    std::string last = "cvt.rn.f32.f64 %r, %b;";
    ApproximateRun rough(first + last, x, x),
        refined(first + step + last, x, x);
    ApproximateRun other(first + step + last, x, x, ResultChoice::Greatest);
    for (size_t i = 0; i < x.size(); ++i) {
      double real = isRoot ? 1 / std::sqrt(double(x[i])) : 1 / double(x[i]);
      EXPECT_TRUE(rough.isInexact(i));
      EXPECT_NEAR(rough.at(i) / real, 1, 0x1p-19);
      EXPECT_NEAR(refined.at(i) / real, 1, 0x1p-23);
      EXPECT_NEAR(other.at(i) / real, 1, 0x1p-22);
      ASSERT_TRUE(refined.isInexact(i));
      const BufferImage::Enclosure &bounds = refined.out().enclosures[i];
      EXPECT_TRUE(bounds.contains(other.at(i)));
      EXPECT_LE((bounds.hi - bounds.lo) / real, 0x1p-12);
    }
  }
}

TEST(PtxApproximation, FlushesSubnormals) {
  std::vector<float> x = {0x1p-130f, -0x1p-130f};
  ApproximateRun kept("rcp.approx.f32 %r, %x;", x, x);
  EXPECT_TRUE(std::isinf(kept.at(0)));
  ApproximateRun flushed("sqrt.approx.ftz.f32 %r, %x;", x, x);
  EXPECT_EQ(flushed.at(0), 0.0f);
  EXPECT_FALSE(std::signbit(flushed.at(0)));
  ApproximateRun rooted("sqrt.approx.f32 %r, %x;", x, x);
  EXPECT_GT(rooted.at(0), 0.0f);
  EXPECT_TRUE(std::isnan(rooted.at(1)));
}

/// Whatever becomes of an approximation, its enclosure holds what other choices
/// give.
TEST(PtxApproximation, IsCarriedThroughTheKernel) {
  static const char *bodies[] = {
      "add.rn.f32 %r, %r, %y;",
      "sub.rz.ftz.f32 %r, %y, %r;",
      "mul.rp.f32 %r, %r, %r;",
      "div.rn.f32 %r, %y, %r;",
      "fma.rn.sat.f32 %r, %r, %y, %x;",
      "sqrt.rm.f32 %r, %r;",
      "min.f32 %r, %r, %y;",
      "max.NaN.f32 %r, %r, %y;",
      "neg.f32 %r, %r;",
      "abs.ftz.f32 %r, %r;",
      "copysign.f32 %r, %y, %r;",
      "ex2.approx.f32 %r, %r;",
      "sin.approx.f32 %r, %r;",
      "mul.rn.f32 %r, %r, 0f3E000000; cos.approx.ftz.f32 %r, %r;",
      "lg2.approx.f32 %r, %r;",
      "add.rn.f32 %r, %r, 0f40000000; lg2.approx.f32 %r, %r;",
      "cvt.rn.f16x2.f32 %i, %r, %y; ex2.approx.f16x2 %i, %i; "
      "mov.b32 {%h1, %h2}, %i; cvt.f32.f16 %f1, %h1; cvt.f32.f16 %r, %h2; "
      "add.rn.f32 %r, %r, %f1;",
      "cvt.rn.bf16x2.f32 %i, %r, %y; tanh.approx.bf16x2 %i, %i; "
      "ex2.approx.ftz.bf16x2 %i, %i; mov.b32 {%h1, %h2}, %i; "
      "cvt.f32.bf16 %f1, %h1; cvt.f32.bf16 %r, %h2; add.rn.f32 %r, %r, %f1;",
      "cvt.rn.f16.f32 %h1, %r; tanh.approx.f16 %h2, %h1; cvt.f32.f16 %r, %h2;",
      "setp.gt.f32 %p, %r, 0f3F800000; selp.f32 %r, %x, %r, %p;",
      "setp.lt.f32 %p, %r, %y; setp.gt.f32 %q, %x, %y; xor.pred %p, %p, %q; "
      "selp.f32 %r, %r, %y, %p;",
      "cvt.rn.f16.f32 %h, %r; cvt.f32.f16 %r, %h;",
      "cvt.rn.bf16.f32 %h, %r; cvt.f32.bf16 %r, %h;",
      "shfl.sync.bfly.b32 %r, %r, 5, 31, -1;",
      "mov.b32 %i, %r; mov.b32 %r, %i; add.rn.f32 %r, %r, %y;",
      "mov.b64 %a, buffer; add.s64 %a, %a, %d; st.shared.f32 [%a], %r; "
      "bar.sync 0; ld.shared.f32 %r, [%a]; add.rn.f32 %r, %r, %y;",
      "st.global.f32 [%o], %r; ld.global.b32 %i, [%o]; mov.b32 %r, %i;",
      "setp.gt.f32 %p, %x, 0f40000000; @%p add.rn.f32 %r, %r, %y;",
      // Signs are bits, too.
      "mov.b32 %i, %r; and.b32 %i, %i, 0x7fffffff; mov.b32 %r, %i;"
      "add.rn.f32 %r, %r, %y;",
      "mov.b32 %i, %r; xor.b32 %i, %i, 0x80000000; mov.b32 %r, %i;"
      "add.rn.f32 %r, %r, %y;",
      "mov.b32 %i, %r; or.b32 %i, %i, 0x80000000; mov.b32 %r, %i;"
      "add.rn.f32 %r, %r, %y;",
      "mov.b32 %i, %r; and.b32 %i, %i, 0x7fffffff; mov.b32 %i1, %y;"
      "and.b32 %i1, %i1, 0x80000000; or.b32 %i, %i, %i1; mov.b32 %r, %i;",
      "mov.b32 %i, %r; mov.b32 %i1, %y; "
      "lop3.b32 %i, %i, %i1, 0x7fffffff, 0xe4; mov.b32 %r, %i;",
      // Packed: y and r, r and y.
      "cvt.rn.f16x2.f32 %i, %r, %y; mov.b32 {%h1, %h2}, %i; "
      "cvt.f32.f16 %r, %h2;",
      "cvt.rn.bf16x2.f32 %i, %y, %r; mov.b32 {%h1, %h2}, %i; "
      "cvt.f32.bf16 %r, %h1;",
      "cvt.rn.f16x2.f32 %i, %r, %y; prmt.b32 %i, %i, 0, 0x1032; "
      "cvt.u16.u32 %h, %i; cvt.f32.f16 %r, %h;",
      "cvt.rn.f16x2.f32 %i, %r, %y; shf.l.wrap.b32 %i, %i, %i, 16; "
      "bfe.u32 %i, %i, 0, 16; cvt.u16.u32 %h, %i; cvt.f32.f16 %r, %h;",
      "cvt.rn.f16x2.f32 %i, %r, %y; fma.rn.f16x2 %i, %i, %i, %i; "
      "neg.f16x2 %i, %i; mov.b32 {%h1, %h2}, %i; cvt.f32.f16 %f1, %h1; "
      "cvt.f32.f16 %r, %h2; sub.rn.f32 %r, %r, %f1;",
      "cvt.rn.bf16x2.f32 %i, %r, %r; max.bf16x2 %i, %i, %i; "
      "mul.rn.bf16x2 %i, %i, %i; mov.b32 {%h1, %h2}, %i; "
      "cvt.f32.bf16 %r, %h1;",
      "cvt.rn.f16x2.f32 %i, %r, %y; cvt.rn.f16x2.f32 %i1, %y, %r; "
      "setp.gt.f32 %p, %r, 0f3F800000; selp.b32 %i, %i, %i1, %p; "
      "mov.b32 {%h1, %h2}, %i; cvt.f32.f16 %r, %h1;",
      // Through memory, whole and in parts.
      "cvt.rn.f16x2.f32 %i, %r, %y; mov.b64 %a, buffer; add.s64 %a, %a, %d; "
      "st.shared.b32 [%a], %i; bar.sync 0; ld.shared.b16 %h, [%a+2]; "
      "cvt.f32.f16 %r, %h;",
      "cvt.rn.f16.f32 %h1, %r; cvt.rn.f16.f32 %h2, %y; mov.b64 %a, buffer; "
      "add.s64 %a, %a, %d; st.shared.b16 [%a], %h2; st.shared.b16 [%a+2], %h1; "
      "ld.shared.b32 %i, [%a]; mov.b32 {%h3, %h}, %i; cvt.f32.f16 %r, %h;",
      "st.global.f32 [%o], %r; mov.b64 %a, buffer; add.s64 %a, %a, %d; "
      "cp.async.ca.shared.global [%a], [%o], 4; cp.async.wait_all; "
      "ld.shared.f32 %r, [%a];",
      "atom.global.exch.b32 %i, [%o], 0; mov.b32 %f1, %r; "
      "red.global.add.f32 [%o], %f1; ld.global.f32 %r, [%o];",
      // Fragments of matrices: eight lines of eight halves.
      "cvt.rn.f16x2.f32 %i, %r, %y; mov.b64 %a, lines; add.s64 %a, %a, %d; "
      "st.shared.b32 [%a], %i; bar.sync 0; mov.b64 %a, lines; and.b32 %t, %t, "
      "7; "
      "mul.wide.u32 %d, %t, 16; add.s64 %a, %a, %d; "
      "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%i1}, [%a]; "
      "movmatrix.sync.aligned.m8n8.trans.b16 %i1, %i1; "
      "mov.b32 {%h1, %h2}, %i1; cvt.f32.f16 %r, %h2;",
      "cvt.rn.f16x2.f32 %i, %r, %y; mov.b64 %a, lines; mov.u32 %t, %tid.x; "
      "and.b32 %t, %t, 7; mul.wide.u32 %b, %t, 16; add.s64 %a, %a, %b; "
      "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%a], {%i}; bar.sync 0; "
      "mov.b64 %a, lines; add.s64 %a, %a, %d; ld.shared.b16 %h, [%a+2]; "
      "cvt.f32.f16 %r, %h;",
      "cvt.rn.f16x2.f32 %i, %r, %y; mov.f32 %f1, 0f3F800000; "
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
      "{%i, %i}, {%i}, {%f1, %f1, %f1, %f1}; mov.f32 %r, %f3;",
      "cvt.rn.bf16x2.f32 %i, %r, %y; cvt.rn.bf16x2.f32 %i1, %y, %x; "
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1, %f2, %f3, "
      "%f4}, {%i1, %i, %i1, %i1}, {%i1, %i1}, {%r, %x, %x, %r}; "
      "add.rn.f32 %r, %f1, %f4;",
      "cvt.rn.f16x2.f32 %i, %r, %y; "
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%i1, %i2}, "
      "{%i, %i}, {%i}, {%i, %i}; mov.b32 {%h1, %h2}, %i2; "
      "cvt.f32.f16 %r, %h2;",
      "mov.b32 %i, %r; "
      "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, "
      "%f4}, {%i, %i}, {%i}, {%y, %y, %y, %y}; mov.f32 %r, %f2;",
  };
  std::vector<float> x = numbers(3, false, 8), y = numbers(4, false, 8);
  for (const char *body : bodies) {
    // What is narrowed needs more room to have several values.
    bool isNarrowed = llvm::StringRef(body).contains("cvt");
    std::string whole = std::string(isNarrowed ? "tanh" : "ex2") +
                        ".approx.f32 %r, %x; " + body;
    ApproximateRun nearest(whole, x, y);
    EXPECT_FALSE(nearest.outcome.unstable)
        << body << nearest.outcome.unstableSite.operation;
    unsigned inexact = 0;
    for (size_t i = 0; i < x.size(); ++i)
      inexact += nearest.isInexact(i);
    EXPECT_GT(inexact, 0u) << body;
    for (ResultChoice choice : otherResults) {
      ApproximateRun run(whole, x, y, choice);
      for (size_t i = 0; i < x.size(); ++i) {
        if (nearest.isInexact(i))
          EXPECT_TRUE(nearest.out().enclosures[i].contains(run.at(i)))
              << body << " " << i;
        else
          EXPECT_EQ(llvm::bit_cast<uint32_t>(run.at(i)),
                    llvm::bit_cast<uint32_t>(nearest.at(i)))
              << body << " " << i;
      }
    }
  }
}

TEST(PtxApproximation, IsExactWhereEveryValueGivesTheSame) {
  std::vector<float> x = {16.5f, 30.25f}, y = {3, 5};
  for (const char *body : {"sqrt.approx.f32 %r, %x; cvt.rzi.s32.f32 %i, %r; "
                           "cvt.rn.f32.s32 %r, %i;",
                           "sqrt.approx.f32 %r, %x; div.rn.f32 %r, %r, %r;",
                           "sqrt.approx.f32 %r, %x; sub.rn.f32 %r, %r, %r;",
                           "sqrt.approx.f32 %r, %x; setp.gt.f32 %p, %r, %y; "
                           "selp.f32 %r, %x, %y, %p;",
                           "sqrt.approx.f32 %r, %x; setp.lt.f32 %p, %r, %x; "
                           "@%p mov.f32 %r, %y;"}) {
    ApproximateRun run(body, x, y);
    EXPECT_FALSE(run.outcome.unstable) << body;
    EXPECT_FALSE(run.isInexact(0) || run.isInexact(1)) << body;
  }
}

/// What no enclosure decides is named.
TEST(PtxApproximation, IsUnstableWhereItDecides) {
  static const struct {
    const char *body, *operation;
  } rows[] = {
      // 1 is the square root, or not quite.
      {"setp.lt.f32 %p, %r, %x; @%p mov.f32 %r, %y;", "mov.f32"},
      {"setp.lt.f32 %p, %r, %x; @%p bra L; mov.f32 %r, %y; L:", "bra"},
      {"cvt.rzi.s32.f32 %i, %r; popc.b32 %i, %i; cvt.rn.f32.s32 %r, %i;",
       "popc.b32"},
      {"mov.b32 %i, %r; and.b32 %i, %i, 1; cvt.rn.f32.s32 %r, %i;", "and.b32"},
      {"setp.lt.f32 %p, %r, %x; vote.sync.any.pred %q, %p, -1; "
       "selp.f32 %r, %x, %y, %q;",
       "vote.sync.any.pred"},
      {"atom.global.cas.b32 %i, [%o], 0, 1; mov.b32 %i1, %r; "
       "atom.global.cas.b32 %i, [%o], 1, %i1; mov.b32 %r, %i;",
       "atom.global.cas.b32"},
      // A part of a value, and other bits of one.
      {"cvt.rn.f16x2.f32 %i, %r, %y; shr.u32 %i, %i, 20; "
       "cvt.rn.f32.u32 %r, %i;",
       "shr.u32"},
      {"cvt.rn.f16x2.f32 %i, %r, %r; and.b32 %i, %i, 0x0fff0fff; "
       "cvt.rn.f32.u32 %r, %i;",
       "and.b32"},
      {"mov.b32 %i, %r; xor.b32 %i, %i, 1; mov.b32 %r, %i;", "xor.b32"},
      {"mov.b32 %i, %r; mov.b32 %i1, %r; or.b32 %i, %i, %i1; mov.b32 %r, %i;",
       "or.b32"},
      {"mov.b64 %a, buffer; add.s64 %a, %a, %d; st.shared.f32 [%a], %r; "
       "ld.shared.b16 %h, [%a+2]; cvt.f32.f16 %r, %h;",
       "ld.shared.b16"},
  };
  std::vector<float> x(32, 1.0f), y(32, 2.0f);
  for (const auto &row : rows) {
    bool isNarrowed = llvm::StringRef(row.body).starts_with("cvt.rn.f16x2");
    ApproximateRun run(std::string(isNarrowed ? "tanh" : "sqrt") +
                           ".approx.f32 %r, %x; " + row.body,
                       x, y);
    EXPECT_TRUE(run.outcome.unstable) << row.body;
    EXPECT_EQ(run.outcome.unstableSite.operation, row.operation) << row.body;
  }
}

//===----------------------------------------------------------------------===//
// Sums and products that do not say how they round
//===----------------------------------------------------------------------===//

/// Of both signs and of like magnitude: their sums round.
static std::vector<float> likeNumbers(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> magnitude(0.5f, 2);
  std::vector<float> values;
  for (unsigned i = 0; i < 32; ++i)
    values.push_back(random() % 2 ? magnitude(random) : -magnitude(random));
  return values;
}

/// PTX ISA, 9.7.3, add and mul: the two may become one fused multiply-add, or
/// not. Computed here with the C library's fma, in f32 by way of the compiler's
/// own arithmetic without contraction.
TEST(PtxContraction, HoldsFusedAndUnfused) {
  struct Row {
    const char *body;
    std::vector<float> (*legal)(float x, float y);
  };
  static const Row rows[] = {
      {"mul.f32 %f1, %x, %y; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product + x, std::fma(x, y, x)};
       }},
      {"mul.f32 %f1, %x, %y; sub.f32 %r, %x, %f1;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {x - product, std::fma(-x, y, x)};
       }},
      {"mul.f32 %f1, %x, %y; sub.f32 %r, %f1, %y;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product - y, std::fma(x, y, -y)};
       }},
      {"mul.f32 %f1, %x, %y; mul.f32 %f2, %x, %x; add.f32 %r, %f1, %f2;",
       [](float x, float y) -> std::vector<float> {
         volatile float one = x * y, two = x * x;
         return {one + two, std::fma(x, y, two), std::fma(x, x, one)};
       }},
      // Through moves, negations and a register that is written twice.
      {"mul.f32 %f1, %x, %y; mov.f32 %f2, %f1; neg.f32 %f3, %f2; "
       "add.f32 %r, %f3, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {x - product, std::fma(-x, y, x)};
       }},
      {"mul.f32 %f1, %y, %y; mul.f32 %f1, %x, %y; neg.f32 %f1, %f1; "
       "sub.f32 %f1, %x, %f1; mov.f32 %r, %f1;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {x + product, std::fma(x, y, x)};
       }},
      // Under a guard that is true for some threads only.
      {"mul.f32 %f1, %x, %y; setp.gt.f32 %p, %x, 0f00000000; "
       "@%p mul.f32 %f1, %y, %y; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         float a = x > 0 ? y : x;
         volatile float product = a * y;
         return {product + x, std::fma(a, y, x)};
       }},
      // A rounding, another value in the register, a saturated product, other
      // subnormals: nothing is fused.
      {"mul.rn.f32 %f1, %x, %y; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product + x};
       }},
      {"mul.f32 %f1, %x, %y; add.rn.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product + x};
       }},
      {"mul.f32 %f1, %x, %y; max.f32 %f1, %f1, %f1; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product + x};
       }},
      {"mul.f32 %f1, %x, %y; mov.b64 {%f1, %f2}, %d; mov.f32 %f1, %x; "
       "add.f32 %r, %f1, %y;",
       [](float x, float y) -> std::vector<float> { return {x + y}; }},
      {"mul.ftz.f32 %f1, %x, %y; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = x * y;
         return {product + x};
       }},
      {"mul.sat.f32 %f1, %x, %y; add.f32 %r, %f1, %x;",
       [](float x, float y) -> std::vector<float> {
         volatile float product = std::min(std::max(x * y, 0.0f), 1.0f);
         return {product + x};
       }},
  };
  std::vector<float> x = likeNumbers(5), y = likeNumbers(6);
  unsigned inexact = 0;
  for (const Row &row : rows) {
    ApproximateRun nearest(row.body, x, y);
    EXPECT_FALSE(nearest.outcome.unstable) << row.body;
    std::vector<ApproximateRun> chosen;
    for (ResultChoice choice : otherResults)
      chosen.emplace_back(row.body, x, y, choice);
    for (size_t i = 0; i < x.size(); ++i) {
      std::vector<float> legal = row.legal(x[i], y[i]);
      EXPECT_EQ(nearest.at(i), legal.front()) << row.body << i;
      auto [least, most] = std::minmax_element(legal.begin(), legal.end());
      ASSERT_EQ(nearest.isInexact(i), *least != *most) << row.body << i;
      for (const ApproximateRun &run : chosen)
        EXPECT_TRUE(llvm::is_contained(legal, run.at(i))) << row.body << i;
      if (!nearest.isInexact(i))
        continue;
      ++inexact;
      EXPECT_EQ(nearest.out().enclosures[i].lo, *least) << row.body;
      EXPECT_EQ(nearest.out().enclosures[i].hi, *most) << row.body;
      EXPECT_EQ(chosen[0].at(i), *least) << row.body;
      EXPECT_EQ(chosen[1].at(i), *most) << row.body;
    }
  }
  EXPECT_GT(inexact, 60u);
}

/// A dot product in a loop, and packed halves.
TEST(PtxContraction, GoesOnThroughTheKernel) {
  static const char *bodies[] = {
      "mov.f32 %r, 0f00000000; mov.u32 %i, 0; L: mul.f32 %f1, %x, %y; "
      "add.f32 %r, %r, %f1; add.f32 %x, %x, %y; add.u32 %i, %i, 1; "
      "setp.lt.u32 %p, %i, 9; @%p bra L;",
      "cvt.rn.f16x2.f32 %i, %x, %y; cvt.rn.f16x2.f32 %i1, %y, %x; "
      "mul.f16x2 %i2, %i, %i1; sub.f16x2 %i2, %i2, %i; "
      "mov.b32 {%h1, %h2}, %i2; cvt.f32.f16 %f1, %h1; cvt.f32.f16 %f2, %h2; "
      "mul.f32 %f3, %f1, %f2; add.f32 %r, %f3, %f1;",
      "ex2.approx.f32 %r, %x; mul.f32 %f1, %r, %y; sub.f32 %r, %f1, %r;",
  };
  std::vector<float> x = likeNumbers(7), y = likeNumbers(8);
  for (const char *body : bodies) {
    ApproximateRun nearest(body, x, y);
    EXPECT_FALSE(nearest.outcome.unstable) << body;
    unsigned inexact = 0;
    for (size_t i = 0; i < x.size(); ++i)
      inexact += nearest.isInexact(i);
    EXPECT_GT(inexact, 8u) << body;
    for (ResultChoice choice : otherResults) {
      ApproximateRun run(body, x, y, choice);
      for (size_t i = 0; i < x.size(); ++i)
        EXPECT_TRUE(nearest.isInexact(i)
                        ? nearest.out().enclosures[i].contains(run.at(i))
                        : run.at(i) == nearest.at(i))
            << body << i;
    }
  }
}
