//===- OtherEnclosuresTest.cpp - Integers, bits, remainders ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every member of random sets of integers of 8 bits; random members of sets of
// floats.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/Integer.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::semantics;
using llvm::APFloat;
using llvm::APInt;
using Args = llvm::ArrayRef<APInt>;

static ConcreteDomain d;

namespace {
struct IntegerSet {
  EnclosedValue value;
  int lo, hi;
};
struct IntegerOperation {
  const char *name;
  unsigned arity;
  EnclosedBy kind;
  bool isUnsigned;
  /// None where it is undefined.
  std::function<std::optional<APInt>(Args)> meaning;
};
} // namespace

static IntegerSet nextSet(std::mt19937 &random) {
  // Products of small ones stay in the type.
  int lo = (int(random() % 256) - 128) / (1 << random() % 6);
  int hi = std::min(lo + 1 + int(random() % 40), 127);
  lo = std::min(lo, hi - 1);
  APInt bits(8, lo + random() % (hi - lo + 1), /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return {{nullptr, bits, {double(lo), double(hi), false, false}}, lo, hi};
}

/// The number that an integer's bounds hold.
static double readSigned(const APInt &bits) {
  return bits.getBitWidth() == 1 ? double(bits.getZExtValue())
                                 : double(bits.getSExtValue());
}

template <typename F>
static std::function<std::optional<APInt>(Args)> definedIf(F meaning) {
  return [meaning](Args x) -> std::optional<APInt> {
    auto result = meaning(x);
    if (result.undefined)
      return std::nullopt;
    return result.value;
  };
}

TEST(IntegerEnclosures, HoldWhatEveryMemberGives) {
  auto compare = [](Relation relation, ReadAs read) {
    return
        [=](Args x) { return APInt(1, cmpi(d, relation, x[0], x[1], read)); };
  };
  auto divide = [](ReadAs read, RoundingMode mode) {
    return definedIf([=](Args x) { return divi(d, x[0], x[1], read, mode); });
  };
  auto shift = [](WrapPromise promise) {
    return definedIf([=](Args x) { return shli(d, x[0], x[1], promise); });
  };
  const IntegerOperation operations[] = {
      {"add", 2, EnclosedBy::Sum, false, [](Args x) { return x[0] + x[1]; }},
      {"sub", 2, EnclosedBy::Difference, false,
       [](Args x) { return x[0] - x[1]; }},
      {"mul", 2, EnclosedBy::Product, false,
       [](Args x) { return x[0] * x[1]; }},
      {"maxs", 2, EnclosedBy::Ends, false,
       [](Args x) { return llvm::APIntOps::smax(x[0], x[1]); }},
      {"minu", 2, EnclosedBy::Ends, true,
       [](Args x) { return llvm::APIntOps::umin(x[0], x[1]); }},
      {"sext", 1, EnclosedBy::Ends, false,
       [](Args x) { return x[0].sext(16); }},
      {"zext", 1, EnclosedBy::Ends, true, [](Args x) { return x[0].zext(16); }},
      {"trunc", 1, EnclosedBy::Narrowed, false,
       [](Args x) { return x[0].trunc(7); }},
      {"slt", 2, EnclosedBy::Order, false,
       compare(Relation::Less, ReadAs::Signed)},
      {"ult", 2, EnclosedBy::Order, true,
       compare(Relation::Less, ReadAs::Unsigned)},
      {"eq", 2, EnclosedBy::Order, false,
       compare(Relation::Equal, ReadAs::Signed)},
      {"add nuw", 2, EnclosedBy::Sum, false, definedIf([](Args x) {
         return addi(d, x[0], x[1], WrapPromise::NoUnsigned);
       })},
      {"mul nsw", 2, EnclosedBy::Product, false, definedIf([](Args x) {
         return muli(d, x[0], x[1], WrapPromise::NoSigned);
       })},
      {"mulhi", 2, EnclosedBy::HighProduct, true,
       definedIf([](Args x) { return mulhii(d, x[0], x[1]); })},
      {"neg", 1, EnclosedBy::Negation, false, [](Args x) { return -x[0]; }},
      {"neg nsw", 1, EnclosedBy::Negation, false,
       definedIf([](Args x) { return negi(d, x[0], WrapPromise::NoSigned); })},
      {"abs", 1, EnclosedBy::Magnitude, false,
       [](Args x) { return x[0].abs(); }},
      {"div", 2, EnclosedBy::Quotient, false,
       divide(ReadAs::Signed, RoundingMode::Zero)},
      {"floor div", 2, EnclosedBy::Quotient, false,
       divide(ReadAs::Signed, RoundingMode::NegativeInf)},
      {"ceil div", 2, EnclosedBy::Quotient, false,
       divide(ReadAs::Signed, RoundingMode::PositiveInf)},
      {"udiv", 2, EnclosedBy::Quotient, true,
       divide(ReadAs::Unsigned, RoundingMode::Zero)},
      {"ceil udiv", 2, EnclosedBy::Quotient, true,
       divide(ReadAs::Unsigned, RoundingMode::PositiveInf)},
      {"rem", 2, EnclosedBy::IntegerRemainder, false,
       definedIf([](Args x) { return remi(d, x[0], x[1], ReadAs::Signed); })},
      {"urem", 2, EnclosedBy::IntegerRemainder, true,
       definedIf([](Args x) { return remi(d, x[0], x[1], ReadAs::Unsigned); })},
      {"and", 2, EnclosedBy::And, false, [](Args x) { return x[0] & x[1]; }},
      {"or", 2, EnclosedBy::Or, false, [](Args x) { return x[0] | x[1]; }},
      {"xor", 2, EnclosedBy::Xor, false, [](Args x) { return x[0] ^ x[1]; }},
      {"shl", 2, EnclosedBy::ShiftLeft, false, shift(WrapPromise::None)},
      {"shl nsw", 2, EnclosedBy::ShiftLeft, false,
       shift(WrapPromise::NoSigned)},
      {"shl nuw", 2, EnclosedBy::ShiftLeft, false,
       shift(WrapPromise::NoUnsigned)},
      {"shr", 2, EnclosedBy::ShiftRight, false,
       definedIf([](Args x) { return shri(d, x[0], x[1], ReadAs::Signed); })},
      {"ushr", 2, EnclosedBy::ShiftRight, true,
       definedIf([](Args x) { return shri(d, x[0], x[1], ReadAs::Unsigned); })},
      {"trunc nuw", 1, EnclosedBy::Narrowed, false, definedIf([](Args x) {
         return trunci(d, x[0], 7, WrapPromise::NoUnsigned);
       })},
      {"trunc to i1", 1, EnclosedBy::Narrowed, false,
       [](Args x) { return x[0].trunc(1); }},
  };
  std::mt19937 random(3);
  for (const IntegerOperation &operation : operations) {
    unsigned numKnown = 0;
    for (unsigned round = 0; round < 2000; ++round) {
      IntegerSet x = nextSet(random), y = nextSet(random);
      bool shifts = operation.kind == EnclosedBy::ShiftLeft ||
                    operation.kind == EnclosedBy::ShiftRight;
      while (shifts && (y.lo < 0 || y.hi > 7))
        y = nextSet(random);
      bool isSquare = operation.arity == 2 && round % 8 == 0;
      if (isSquare)
        y = x;
      llvm::SmallVector<EnclosedValue, 2> values = {x.value};
      if (operation.arity == 2)
        values.push_back(y.value);
      std::optional<Enclosure> got =
          enclose(operation.kind, isSquare, values, nullptr, operation.meaning,
                  operation.isUnsigned);
      if (!got)
        continue;
      ++numKnown;
      std::optional<APInt> first =
          operation.meaning({x.value.bits, y.value.bits});
      for (int a = x.lo; a <= x.hi; ++a)
        for (int b = isSquare ? a : y.lo; b <= (isSquare ? a : y.hi); ++b) {
          std::optional<APInt> result = operation.meaning(
              {APInt(8, a, true, true), APInt(8, b, true, true)});
          ASSERT_TRUE(result) << operation.name << " of " << a << " and " << b;
          double number = readSigned(*result);
          ASSERT_TRUE(got->exact ? *result == *first
                                 : got->lo <= number && number <= got->hi)
              << operation.name << " of " << a << " and " << b << " gives "
              << number << ", not in [" << got->lo << ", " << got->hi << "]";
        }
    }
    EXPECT_GT(numKnown, 60u) << operation.name;
  }
}

TEST(IntegerEnclosures, OfFloatsHoldWhatTheyAreRoundedTo) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  auto toInteger = [&](double lo, double hi, ReadAs read) {
    EnclosedValue value{
        f32, llvm::APFloat(float(lo)).bitcastToAPInt(), {lo, hi, false, false}};
    return enclose(
        EnclosedBy::Ends, false, value, nullptr,
        [&](Args x) -> std::optional<APInt> {
          auto r = d.ftoi(f32, 8, read, x[0]);
          if (r.undefined)
            return std::nullopt;
          return r.value;
        },
        read == ReadAs::Unsigned);
  };
  EXPECT_TRUE(toInteger(3.25, 3.75, ReadAs::Signed)->exact);
  EXPECT_EQ(toInteger(2.75, 5.25, ReadAs::Signed)->lo, 2);
  EXPECT_EQ(toInteger(2.75, 5.25, ReadAs::Signed)->hi, 5);
  // Too large a number is undefined.
  EXPECT_FALSE(toInteger(126, 500, ReadAs::Signed));
  // 126 to 129 are not in order if they are read signed; 129 to 131 are.
  EXPECT_FALSE(toInteger(126, 129, ReadAs::Unsigned));
  EXPECT_EQ(toInteger(129, 131, ReadAs::Unsigned)->hi, -125);
}

TEST(BitEnclosures, HoldTheBitsOfEveryMember) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  auto cast = [](Args x) { return std::optional(x[0]); };
  auto bitsOf = [](float x) { return APFloat(x).bitcastToAPInt(); };
  std::mt19937 random(5);
  std::uniform_real_distribution<float> numbers(-4, 4);
  for (unsigned round = 0; round < 500; ++round) {
    float lo = numbers(random), hi = numbers(random);
    if (lo > hi)
      std::swap(lo, hi);
    EnclosedValue value{f32, bitsOf(lo), {lo, hi, false, false}};
    std::optional<Enclosure> bits =
        enclose(EnclosedBy::Bits, false, value, nullptr, cast);
    ASSERT_EQ(bool(bits), std::signbit(lo) == std::signbit(hi));
    if (!bits)
      continue;
    float middle = lo + (hi - lo) * 0.3f;
    EXPECT_TRUE(bits->contains(readSigned(bitsOf(middle))));
    EnclosedValue back{nullptr, bitsOf(lo), *bits};
    std::optional<Enclosure> floats =
        enclose(EnclosedBy::Bits, false, back, f32, cast);
    ASSERT_TRUE(floats);
    EXPECT_EQ(floats->lo, lo);
    EXPECT_EQ(floats->hi, hi);
  }
  // Infinity and NaNs are among these.
  EnclosedValue high{nullptr,
                     APInt(32, 0x7f000000),
                     {double(0x7f000000), double(0x7fc00000), false, false}};
  EXPECT_FALSE(enclose(EnclosedBy::Bits, false, high, f32, cast));
}

TEST(RemainderEnclosures, HoldTheRemaindersOfAllMembers) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  std::mt19937 random(9);
  auto next = [&] {
    return float(
        std::ldexp(double(random() % 2048) - 1024, -int(random() % 8)));
  };
  unsigned numTight = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    float x[2] = {next(), 0}, y[2] = {next(), 0};
    x[1] = x[0] + float(random() % 64) / 64;
    y[1] = random() % 2 ? y[0] : y[0] + float(random() % 64) / 64;
    EnclosedValue a{
        f32, APFloat(x[0]).bitcastToAPInt(), {x[0], x[1], x[0] == x[1], false}};
    EnclosedValue b{
        f32, APFloat(y[0]).bitcastToAPInt(), {y[0], y[1], y[0] == y[1], false}};
    if (a.bounds.exact && b.bounds.exact)
      continue;
    Enclosure got =
        *enclose(EnclosedBy::Remainder, false, {a, b}, f32, [&](Args at) {
          return std::optional(remf(f32, at[0], at[1]));
        });
    for (float p : {0.0f, 0.25f, 0.6f, 1.0f})
      for (float q : {0.0f, 0.25f, 0.6f, 1.0f}) {
        float left = x[0] + (x[1] - x[0]) * p, right = y[0] + (y[1] - y[0]) * q;
        float rest = std::fmod(left, right);
        ASSERT_TRUE(std::isnan(rest)
                        ? got.mayBeNaN
                        : !isBelow(rest, got.lo) && !isBelow(got.hi, rest))
            << left << " " << right << ": " << rest << " not in [" << got.lo
            << ", " << got.hi << "]";
      }
    numTight += b.bounds.exact && got.hi - got.lo <= x[1] - x[0];
  }
  EXPECT_GT(numTight, 300u);
}
