//===- LlvmPtxRowsTest.cpp - Intrinsics that are PTX instructions ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every row of the LLVM decoder that stands for PTX text, on ordinary numbers,
// ties, both zeros, subnormals, infinities and NaNs, against this machine's own
// arithmetic in that mode of rounding.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Simt.h"
#include "tests/unit/interp/Simt/RoundingModes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <set>

using namespace tilefuzz;
using llvm::bit_cast;

namespace {
/// An argument or a result: its type in LLVM, and its bits.
struct Number {
  std::string type;
  uint64_t bits;
};
Number number(float x) { return {"float", bit_cast<uint32_t>(x)}; }
Number number(double x) { return {"double", bit_cast<uint64_t>(x)}; }
Number number(int32_t x) { return {"i32", uint32_t(x)}; }
Number number(uint32_t x) { return {"i32", x}; }
Number number(int64_t x) { return {"i64", uint64_t(x)}; }
Number number(uint64_t x) { return {"i64", x}; }
Number number(uint16_t x) { return {"i16", x}; }
} // namespace
using test::RoundingName, test::roundingNames;
static std::set<std::string> tested;

/// `expected` is what the intrinsic gives; of a NaN, that it is one.
static void expect(const std::string &name, const Number &expected,
                   std::initializer_list<Number> arguments,
                   const std::string &overload = "",
                   const std::string &flags = "") {
  std::string prefix = name == "tanh" ? "llvm." : "llvm.nvvm.";
  tested.insert(prefix + name);
  std::string body, list, words;
  for (auto [i, one] : llvm::enumerate(arguments)) {
    std::string value = "%a" + std::to_string(i),
                integer = one.type == "float"    ? "i32"
                          : one.type == "double" ? "i64"
                                                 : one.type;
    body += value + " = bitcast " + integer + " " +
            std::to_string(int64_t(integer == "i32"   ? int32_t(one.bits)
                                   : integer == "i16" ? int16_t(one.bits)
                                                      : int64_t(one.bits))) +
            " to " + one.type + "\n";
    list += (i ? ", " : "") + one.type + " " + value;
  }
  std::string call = "%r = call " + flags + expected.type + " @" + prefix +
                     name + overload + "(" + list + ")\n";
  SCOPED_TRACE(body + call);
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(
      "target triple = \"nvptx64-nvidia-cuda\"\n"
      "define ptx_kernel void @k(ptr addrspace(1) %out) {\n" +
          body + call + "store " + expected.type +
          " %r, ptr addrspace(1) %out\nret void\n}\n",
      error, context);
  ASSERT_TRUE(bool(module)) << error.getMessage().str();
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i64[1] = fill(0)\n"
                  "// tilefuzz.args &out\n",
                  "test"));
  SimtOptions options;
  options.threads = 1;
  Outcome outcome = runSimt(*module, launch, options);
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  uint64_t bits;
  memcpy(&bits, outcome.buffers[0].bytes.data(), 8);
  bool isNaN = expected.type == "float"
                   ? std::isnan(bit_cast<float>(uint32_t(expected.bits)))
               : expected.type == "double"
                   ? std::isnan(bit_cast<double>(expected.bits))
                   : false;
  if (isNaN)
    EXPECT_TRUE(expected.type == "float"
                    ? std::isnan(bit_cast<float>(uint32_t(bits)))
                    : std::isnan(bit_cast<double>(bits)));
  else
    EXPECT_EQ(bits, expected.bits);
}

/// In that mode; what is computed must not be known when this is compiled.
template <typename F> static auto in(int mode, F compute) {
  std::fesetround(mode);
  auto result = compute();
  std::fesetround(FE_TONEAREST);
  return result;
}
template <typename T> static T opaque(T value) {
  volatile T copy = value;
  return copy;
}

template <typename T> static const std::vector<T> &numbers() {
  using Limits = std::numeric_limits<T>;
  static const std::vector<T> all = {T(0),
                                     T(-0.0),
                                     T(0.5),
                                     T(-0.5),
                                     T(1.5),
                                     T(2.5),
                                     T(-2.5),
                                     T(0.3),
                                     T(-7.8),
                                     T(3e9),
                                     T(-3e9),
                                     T(1.2e19),
                                     T(-1.2e19),
                                     Limits::denorm_min(),
                                     -Limits::min() / 2,
                                     Limits::max(),
                                     Limits::infinity(),
                                     -Limits::infinity(),
                                     Limits::quiet_NaN()};
  return all;
}
static float flushed(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

/// PTX ISA, 9.7.9.21: to the nearest number of the type. NaN is 0, and of
/// integers of 64 bits the one whose highest bit alone is set.
template <typename Int, typename T> static Int toInteger(T x, int mode) {
  if (std::isnan(x))
    return sizeof(Int) == 8 ? Int(uint64_t(1) << 63)
           : sizeof(T) == 8 ? Int(uint32_t(1) << 31)
                            : Int(0);
  T whole = in(mode, [&] { return std::nearbyint(opaque(x)); });
  using Limits = std::numeric_limits<Int>;
  if (whole <= T(Limits::min()))
    return Limits::min();
  if (whole >= std::ldexp(T(1), Limits::digits))
    return Limits::max();
  return Int(whole);
}

template <typename Int>
static void checkConversions(const std::string &letter) {
  for (const RoundingName &mode : roundingNames) {
    std::string suffix = std::string("_") + mode.name;
    suffix[0] = '.';
    for (float x : numbers<float>()) {
      expect("f2" + letter + suffix, number(toInteger<Int>(x, mode.native)),
             {number(x)});
      expect("f2" + letter + suffix + ".ftz",
             number(toInteger<Int>(flushed(x), mode.native)), {number(x)});
    }
    for (double x : numbers<double>())
      expect("d2" + letter + suffix, number(toInteger<Int>(x, mode.native)),
             {number(x)});
    for (Int x : {Int(0), Int(1), Int(-1), Int(16777217), Int(-16777219),
                  std::numeric_limits<Int>::max(),
                  std::numeric_limits<Int>::min(), Int(0x20000000000001 + 4)}) {
      expect(letter + "2f" + suffix,
             number(in(mode.native, [&] { return float(opaque(x)); })),
             {number(x)});
      expect(letter + "2d" + suffix,
             number(in(mode.native, [&] { return double(opaque(x)); })),
             {number(x)});
    }
  }
}

static void checkIntegersAndFloats() {
  checkConversions<int32_t>("i");
  checkConversions<uint32_t>("ui");
  checkConversions<int64_t>("ll");
  checkConversions<uint64_t>("ull");
}

static void checkNarrowerFloats() {
  for (const RoundingName &mode : roundingNames)
    for (double x : {0.1, -0.1, 1e-40, -1e-46, 1e39, 1.0}) {
      float narrow = in(mode.native, [&] { return float(opaque(x)); });
      expect(std::string("d2f.") + mode.name, number(narrow), {number(x)});
      expect(std::string("d2f.") + mode.name + ".ftz", number(flushed(narrow)),
             {number(x)});
    }
  struct {
    float x;
    uint16_t half;
  } rows[] = {{1.0f, 0x3c00},        {-2.0f, 0xc000},   {65520.0f, 0x7c00},
              {1.00048828f, 0x3c00}, {6e-8f, 0x0001},   {1e-40f, 0},
              {-1e-40f, 0x8000},     {65519.0f, 0x7bff}};
  for (const auto &row : rows)
    for (const char *suffix : {"", ".ftz"})
      expect(std::string("f2h.rn") + suffix, number(row.half), {number(row.x)});
}

static void checkWordsOfDoubles() {
  double x = -1.7e-3;
  uint64_t bits = bit_cast<uint64_t>(x);
  auto low = number(uint32_t(bits)), high = number(uint32_t(bits >> 32));
  expect("lohi.i2d", number(x), {low, high});
  expect("d2i.lo", low, {number(x)});
  expect("d2i.hi", high, {number(x)});
}

template <typename T>
static void checkWhole(const std::string &type, bool flushes) {
  struct {
    const char *name;
    T (*compute)(T);
  } rows[] = {{"trunc", std::trunc},
              {"floor", std::floor},
              {"ceil", std::ceil},
              {"round", std::nearbyint}};
  for (const auto &row : rows)
    for (T x : numbers<T>())
      expect(row.name + type,
             number(row.compute(flushes ? T(flushed(float(x))) : x)),
             {number(x)});
  for (T x : numbers<T>()) {
    T bounded = std::isnan(x) ? T(0) : std::fmin(std::fmax(x, T(0)), T(1));
    // Of the two zeros, and of what is below them, the positive one.
    expect("saturate" + type,
           number(flushes ? T(flushed(float(bounded + T(0)))) : bounded + T(0)),
           {number(x)});
  }
}

static void checkWholeAndSaturated() {
  checkWhole<float>(".f", /*flushes=*/false);
  checkWhole<float>(".ftz.f", /*flushes=*/true);
  checkWhole<double>(".d", /*flushes=*/false);
}

static void checkReciprocals() {
  for (const RoundingName &mode : roundingNames) {
    std::string name = std::string("rcp.") + mode.name;
    for (float x : numbers<float>()) {
      auto reciprocal = [&](float of) {
        return in(mode.native, [&] { return 1.0f / opaque(of); });
      };
      expect(name + ".f", number(reciprocal(x)), {number(x)});
      expect(name + ".ftz.f", number(flushed(reciprocal(flushed(x)))),
             {number(x)});
    }
    for (double x : numbers<double>())
      expect(name + ".d",
             number(in(mode.native, [&] { return 1.0 / opaque(x); })),
             {number(x)});
  }
}

/// PTX ISA, min and max: -0 is below +0; of one NaN, the other.
template <typename T> static T bound(bool isMax, bool keepsNaN, T x, T y) {
  if (std::isnan(x) || std::isnan(y))
    return keepsNaN || (std::isnan(x) && std::isnan(y))
               ? std::numeric_limits<T>::quiet_NaN()
           : std::isnan(x) ? y
                           : x;
  bool isLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return isLess == isMax ? y : x;
}

static void checkMinimaAndMaxima() {
  for (bool isMax : {false, true}) {
    std::string name = isMax ? "fmax" : "fmin";
    for (float x : numbers<float>())
      for (float y : {0.0f, -0.0f, 1.0f, 1e-40f, NAN})
        for (bool keepsNaN : {false, true}) {
          std::string nan = keepsNaN ? ".nan" : "";
          expect(name + nan + ".f", number(bound(isMax, keepsNaN, x, y)),
                 {number(x), number(y)});
          expect(name + ".ftz" + nan + ".f",
                 number(bound(isMax, keepsNaN, flushed(x), flushed(y))),
                 {number(x), number(y)});
        }
    for (double x : numbers<double>())
      for (double y : {0.0, -0.0, 1.0, double(NAN)})
        expect(name + ".d", number(bound(isMax, false, x, y)),
               {number(x), number(y)});
  }
}

static void checkMagnitudesAndPowers() {
  for (float x : numbers<float>()) {
    expect("fabs", number(std::fabs(x)), {number(x)}, ".f32");
    expect("fabs.ftz", number(std::fabs(flushed(x))), {number(x)}, ".f32");
  }
  for (double x : numbers<double>())
    expect("fabs", number(std::fabs(x)), {number(x)}, ".f64");
  // Where the nearest number is exact; other values are enclosed.
  for (float x : {0.0f, -3.0f, 10.0f, -INFINITY, INFINITY, -130.0f}) {
    expect("ex2.approx", number(std::exp2(x)), {number(x)}, ".f32");
    expect("ex2.approx.ftz", number(flushed(std::exp2(x))), {number(x)},
           ".f32");
  }
}

static void checkTanhIsApproximatedWhereItMayBe() {
  for (float x : {0.0f, -0.0f, INFINITY, -INFINITY})
    expect("tanh", number(std::tanh(x)), {number(x)}, ".f32", "afn ");
}

static void checkBitsOfIntegers() {
  expect("sad.i", number(int32_t(12)),
         {number(int32_t(-4)), number(int32_t(5)), number(int32_t(3))});
  expect("sad.ui", number(uint32_t(-4u - 5u + 3u)),
         {number(uint32_t(-4)), number(uint32_t(5)), number(uint32_t(3))});
  expect("prmt", number(uint32_t(0x55443388)),
         {number(uint32_t(0x44332211)), number(uint32_t(0x88776655)),
          number(uint32_t(0x4327))});
  expect("mul24.i", number(int32_t(-6)),
         {number(int32_t(0x55fffffe)), number(int32_t(3))});
  expect("mul24.ui", number(uint32_t(0xfffffe * 3)),
         {number(uint32_t(0x55fffffe)), number(uint32_t(3))});
}

/// One test: that all rows are here is known when all were tried.
TEST(LlvmPtxRows, Every) {
  checkIntegersAndFloats();
  checkNarrowerFloats();
  checkWordsOfDoubles();
  checkWholeAndSaturated();
  checkReciprocals();
  checkMinimaAndMaxima();
  checkMagnitudesAndPowers();
  checkTanhIsApproximatedWhereItMayBe();
  checkBitsOfIntegers();
  for (const simt::IntrinsicRow &row : simt::getIntrinsicRows()) {
    if (row.ptx.empty())
      continue;
    EXPECT_EQ(tested.erase(llvm::Intrinsic::getBaseName(row.intrinsic).str()),
              1u)
        << llvm::Intrinsic::getBaseName(row.intrinsic).str();
  }
  EXPECT_TRUE(tested.empty()) << *tested.begin();
}
