//===- RelatedOperandsTest.cpp --------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What is drawn together brings out what it is drawn for, in each format.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RelatedOperands.h"
#include "interp/Program/ElementTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <map>
#include <string>

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;

namespace {
constexpr auto even = APFloat::rmNearestTiesToEven;
constexpr unsigned draws = 4000;

class RelatedOperandsTest : public testing::Test {
protected:
  mlir::FloatType formatOf(ElementKind kind) {
    return llvm::cast<mlir::FloatType>(typeOfKind(&context, kind));
  }
  void expectEach(llvm::ArrayRef<const char *> kinds, const llvm::Twine &what) {
    for (const char *kind : kinds)
      EXPECT_GE(counts[kind], 10u) << what.str() << ": " << kind;
    counts.clear();
  }

  mlir::MLIRContext context;
  std::map<std::string, unsigned> counts;
};

/// Whether it is rounded otherwise in a direction than to the nearest, and in
/// the middle: the two directions are as far from it as each other.
bool isTie(const APFloat &exact, const llvm::fltSemantics &format) {
  bool losesInfo;
  APFloat down = exact, up = exact;
  down.convert(format, APFloat::rmTowardNegative, &losesInfo);
  up.convert(format, APFloat::rmTowardPositive, &losesInfo);
  if (!losesInfo || !down.isFinite() || !up.isFinite())
    return false;
  down.convert(APFloat::IEEEquad(), even, &losesInfo);
  up.convert(APFloat::IEEEquad(), even, &losesInfo);
  APFloat wide = exact;
  wide.convert(APFloat::IEEEquad(), even, &losesInfo);
  down.add(up, even);
  wide.add(wide, even);
  return down.compare(wide) == APFloat::cmpEqual;
}
} // namespace

TEST_F(RelatedOperandsTest, FloatsCancelTieOverflowAndUnderflow) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16,
                           ElementKind::F32, ElementKind::F64}) {
    mlir::FloatType type = formatOf(kind);
    ByteSource choices(uint64_t(kind) + 1);
    for (unsigned i = 0; i < draws; ++i) {
      auto [a, b, c] = chooseRelatedFloats(choices, type);
      APFloat sum = a, product = a, low = a, once = a;
      sum.add(b, even);
      auto status = product.multiply(b, even);
      low.add(b, APFloat::rmTowardNegative);
      bool areFinite = a.isFinite() && b.isFinite();
      counts["cancels"] += areFinite && sum.isZero() && !a.isZero();
      counts["inexact sum"] += areFinite && !sum.bitwiseIsEqual(low);
      counts["overflow"] += areFinite && product.isInfinity();
      counts["subnormal product"] += product.isDenormal();
      counts["subnormal operand, normal product"] +=
          (a.isDenormal() || b.isDenormal()) && product.isFiniteNonZero() &&
          !product.isDenormal();
      counts["NaN"] += product.isNaN() || sum.isNaN();
      // Fused or not makes a difference.
      once.fusedMultiplyAdd(b, c, even);
      APFloat twice = product;
      twice.add(c, even);
      counts["rounded once"] += status == APFloat::opInexact && !once.isNaN() &&
                                !once.bitwiseIsEqual(twice);
    }
    expectEach({"cancels", "inexact sum", "overflow", "subnormal product",
                "subnormal operand, normal product", "NaN", "rounded once"},
               toString(kind));
  }
}

TEST_F(RelatedOperandsTest, IntegersAreOppositesAndWrap) {
  for (unsigned width : {8u, 16u, 32u, 64u}) {
    ByteSource choices(width);
    for (unsigned i = 0; i < draws; ++i) {
      auto [a, b, c] = chooseRelatedIntegers(choices, width);
      bool wraps, wrapsUnsigned;
      (void)a.smul_ov(b, wraps);
      (void)a.umul_ov(b, wrapsUnsigned);
      counts["opposites"] += a == -b && !a.isZero();
      counts["complements"] += a == ~b;
      counts["wraps as unsigned only"] += wrapsUnsigned && !wraps;
      counts["wraps as signed only"] += wraps && !wrapsUnsigned;
      counts["negative dividend with a rest"] +=
          a.isNegative() && b.sgt(1) && !a.srem(b).isZero();
      counts["least by -1"] += a.isMinSignedValue() && b.isAllOnes();
      counts["ordered in one reading"] += a.slt(b) != a.ult(b);
    }
    expectEach({"opposites", "complements", "wraps as unsigned only",
                "wraps as signed only", "negative dividend with a rest",
                "least by -1", "ordered in one reading"},
               llvm::Twine(width));
  }
}

TEST_F(RelatedOperandsTest, ConversionsMeetTiesAndEndsOfTheTarget) {
  static constexpr ElementKind targets[] = {
      ElementKind::F16,      ElementKind::BF16,   ElementKind::F32,
      ElementKind::F8E4M3FN, ElementKind::F8E5M2, ElementKind::TF32};
  for (ElementKind from : {ElementKind::F32, ElementKind::F64})
    for (ElementKind to : targets) {
      if (from == to)
        continue;
      const llvm::fltSemantics &format = formatOf(to).getFloatSemantics();
      ByteSource choices(100 * uint64_t(from) + uint64_t(to));
      for (unsigned i = 0; i < draws; ++i) {
        APFloat value = chooseAtBoundary(choices, formatOf(from), formatOf(to));
        APFloat rounded = value;
        bool losesInfo;
        rounded.convert(format, even, &losesInfo);
        counts["tie"] += value.isFinite() && isTie(value, format);
        counts["no tie"] += losesInfo && !isTie(value, format);
        counts["beyond"] += value.isFinite() && !rounded.isFinite();
        counts["subnormal"] += rounded.isDenormal();
        counts["negative"] += value.isNegative();
      }
      expectEach({"tie", "no tie", "beyond", "subnormal", "negative"},
                 toString(from) + " to " + llvm::Twine(toString(to)));
    }
}

TEST_F(RelatedOperandsTest, ConversionsMeetTheEndsOfIntegers) {
  for (ElementKind from : {ElementKind::F16, ElementKind::BF16,
                           ElementKind::F32, ElementKind::F64})
    for (unsigned width : {8u, 16u, 32u, 64u})
      for (bool isSigned : {false, true})
        for (bool isInside : {false, true}) {
          ByteSource choices(width + isSigned);
          for (unsigned i = 0; i < draws; ++i) {
            APFloat value = chooseAtIntegerBoundary(choices, formatOf(from),
                                                    width, isSigned, isInside);
            llvm::APSInt result(width, !isSigned);
            bool isExact;
            bool isOutside =
                value.convertToInteger(result, APFloat::rmTowardZero,
                                       &isExact) == APFloat::opInvalidOp;
            EXPECT_FALSE(isInside && isOutside);
            counts["outside"] += isOutside || isInside;
            counts["inside"] += !isOutside;
            counts["fraction"] += !isOutside && !isExact;
          }
          expectEach({"outside", "inside", "fraction"},
                     toString(from) + " to " + llvm::Twine(width));
        }
}
