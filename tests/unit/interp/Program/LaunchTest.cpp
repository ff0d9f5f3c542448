//===- LaunchTest.cpp - Launch lines and initial contents -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Launch.h"
#include "interp/Program/Address.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace tilefuzz;

static Launch parseOk(llvm::StringRef text) {
  llvm::Expected<Launch> launch = parseLaunch(text, "p.mlir");
  if (!launch) {
    ADD_FAILURE() << llvm::toString(launch.takeError());
    return {};
  }
  return *launch;
}

static std::string parseError(llvm::StringRef text) {
  llvm::Expected<Launch> launch = parseLaunch(text, "p.mlir");
  return launch ? "no error" : llvm::toString(launch.takeError());
}

TEST(Launch, ReadsAndWritesBack) {
  const char *text = "// tilefuzz.launch kernel=@k grid=2,3,1 seed=9 "
                     "block=8,4,1 shared=512\n"
                     "// tilefuzz.buffer x : f32[4] = iota(1, 0.5)\n"
                     "// tilefuzz.buffer y : i8[3] = list(1, -1)\n"
                     "// tilefuzz.args &x 4 &y+2 0x7F800000\n";
  Launch launch = parseOk(std::string("// A comment.\n\n") + text +
                          "cuda_tile.module @m {}\n// tilefuzz.nonsense\n");
  EXPECT_EQ(launch.kernel, "k");
  EXPECT_EQ(launch.grid[1], 3u);
  EXPECT_EQ(launch.block[0] * launch.block[1] * launch.block[2], 32u);
  EXPECT_EQ(launch.sharedBytes, 512u);
  ASSERT_EQ(launch.args.size(), 4u);
  EXPECT_EQ(launch.args[2].buffer, 1);
  EXPECT_EQ(launch.args[2].offset, 2);
  EXPECT_EQ(launch.toString(), text);
}

TEST(Launch, ErrorsAreLocated) {
  EXPECT_EQ(parseError("// tilefuzz.bufer x : f32[4]"),
            "p.mlir:1:13: error: unknown launch line 'tilefuzz.bufer', "
            "expected launch, buffer or args");
  EXPECT_EQ(parseError("//\n// tilefuzz.buffer x : f33[4]"),
            "p.mlir:2:24: error: unknown element type 'f33'");
  EXPECT_EQ(parseError("// tilefuzz.args &q"),
            "p.mlir:1:19: error: unknown buffer 'q'");
  EXPECT_EQ(parseError("// tilefuzz.buffer x : i8[2] = fill(300)"),
            "p.mlir:1:32: error: '300' is no value of type i8");
  EXPECT_NE(parseError("// tilefuzz.buffer x : i8[99999999999] = fill(0)"),
            "no error");
  EXPECT_NE(parseError("// tilefuzz.launch grid=0"), "no error");
  EXPECT_EQ(parseError("// tilefuzz.launch block=8,1025"),
            "p.mlir:1:28: error: a block extent must be in [1, 1025), got "
            "'1025'");
  EXPECT_EQ(parseError("// tilefuzz.launch shared=232449"),
            "p.mlir:1:27: error: bytes of shared memory must be in [0, "
            "232448], got '232449'");
  EXPECT_EQ(parseError("// tilefuzz.launch blok=8"),
            "p.mlir:1:20: error: unknown launch key 'blok', expected kernel, "
            "grid, block, shared, seed or devices");
}

static std::vector<uint8_t> contents(llvm::StringRef buffer, uint64_t seed) {
  Launch launch = parseOk("// tilefuzz.buffer " + buffer.str());
  launch.seed = seed;
  llvm::Expected<std::vector<uint8_t>> bytes = initialContents(launch, 0);
  EXPECT_TRUE(bool(bytes));
  return bytes ? *bytes : std::vector<uint8_t>();
}

TEST(Launch, InitialContents) {
  std::vector<uint8_t> bytes = contents("x : f32[3] = iota(1, 0.5)", 0);
  float floats[3];
  std::memcpy(floats, bytes.data(), sizeof(floats));
  EXPECT_EQ(floats[0], 1.0f);
  EXPECT_EQ(floats[2], 2.0f);
  EXPECT_EQ(contents("x : i16[3] = list(1, -2)", 0),
            (std::vector<uint8_t>{1, 0, 0xFE, 0xFF, 1, 0}));
}

/// Buffers begin in the middle of places of 2^40 bytes, the first of which is
/// null's.
TEST(Launch, ElementsMayBeAddresses) {
  const char *text = "// tilefuzz.buffer a : f32[4] = fill(0)\n"
                     "// tilefuzz.buffer b : f32[4] = fill(0)\n"
                     "// tilefuzz.buffer t : i64[5] = list(&a, 4, &b+8, &t)\n";
  Launch launch = parseOk(text);
  EXPECT_EQ(parseOk(launch.toString()).buffers[2].init,
            "list(&a, 4, &b+8, &t)");
  std::vector<uint8_t> bytes = llvm::cantFail(initialContents(launch, 2));
  uint64_t values[5];
  ASSERT_EQ(bytes.size(), sizeof values);
  std::memcpy(values, bytes.data(), sizeof values);
  const uint64_t place = uint64_t(1) << 40;
  EXPECT_EQ(values[0], place + place / 2);
  EXPECT_EQ(values[1], 4u);
  EXPECT_EQ(values[2], 2 * place + place / 2 + 8);
  EXPECT_EQ(values[3], 3 * place + place / 2);
  EXPECT_EQ(values[4], values[0]);
  for (int64_t buffer : {-1, 0, 7})
    for (int64_t offset : {-8, 0, 1000}) {
      auto [number, at] = placeAt(addressOf(buffer, offset));
      EXPECT_EQ(number, buffer);
      EXPECT_EQ(at, offset);
    }
  EXPECT_EQ(parseError("// tilefuzz.buffer t : i64[1] = list(&x)"),
            "p.mlir:1:33: error: '&x' is no value of type i64");
  EXPECT_EQ(parseError("// tilefuzz.buffer t : i32[1] = list(&t)"),
            "p.mlir:1:33: error: '&t' is no value of type i32");
  EXPECT_EQ(parseError("// tilefuzz.buffer t : i64[1] = list(&t+x)"),
            "p.mlir:1:33: error: '&t+x' is no value of type i64");
}

TEST(Launch, ReadingCostsNoContents) {
  // Half a terabyte, were they made.
  std::string text;
  for (unsigned i = 0; i < 256; ++i)
    text += "// tilefuzz.buffer x" + std::to_string(i) +
            " : f64[268435456] = uniform(-1, 1)\n";
  EXPECT_EQ(parseOk(text).buffers.back().count, 268435456u);
  EXPECT_EQ(parseError(text + "// tilefuzz.buffer y : i8[268435456] = list()"),
            "p.mlir:257:40: error: list needs at least one value");
}

TEST(Launch, ElementsThatShareAByteComeInPairs) {
  EXPECT_NE(parseError("// tilefuzz.buffer x : f4E2M1FN[3] = bits()"),
            "no error");
  // However it was made.
  Launch launch = parseOk("// tilefuzz.buffer x : f4E2M1FN[4] = bits()");
  EXPECT_EQ(llvm::cantFail(initialContents(launch, 0)).size(), 2u);
  launch.buffers[0].count = 3;
  llvm::Expected<std::vector<uint8_t>> bytes = initialContents(launch, 0);
  ASSERT_FALSE(bool(bytes));
  EXPECT_EQ(llvm::toString(bytes.takeError()),
            "a buffer of f4E2M1FN takes an even number of elements");
}

TEST(Launch, RandomContentsDependOnTheSeedOnly) {
  for (const char *init : {"bits()", "special()", "uniform(-5, 5)"}) {
    std::string buffer = std::string("x : i32[64] = ") + init;
    EXPECT_EQ(contents(buffer, 1), contents(buffer, 1));
    EXPECT_NE(contents(buffer, 1), contents(buffer, 2));
  }
  std::vector<uint8_t> bytes = contents("x : i32[64] = uniform(-5, 5)", 1);
  for (size_t i = 0; i < bytes.size(); i += 4) {
    int32_t value;
    std::memcpy(&value, &bytes[i], 4);
    EXPECT_TRUE(value >= -5 && value <= 5) << value;
  }
}

TEST(Launch, PermutationHasEveryIndexOnce) {
  std::vector<uint8_t> bytes = contents("x : i8[100] = permutation()", 4);
  EXPECT_FALSE(std::is_sorted(bytes.begin(), bytes.end()));
  std::sort(bytes.begin(), bytes.end());
  for (size_t i = 0; i < bytes.size(); ++i)
    EXPECT_EQ(bytes[i], i);
}

TEST(Launch, ScalarsAreCheckedAgainstTheirType) {
  auto bits = [](const char *text, ElementKind kind) -> int64_t {
    llvm::Expected<uint64_t> value = scalarBits({-1, 0, text}, kind);
    if (value)
      return int64_t(*value);
    llvm::consumeError(value.takeError());
    return -99;
  };
  EXPECT_EQ(bits("-1", ElementKind::I8), 0xFF);
  EXPECT_EQ(bits("255", ElementKind::I8), 0xFF);
  EXPECT_EQ(bits("256", ElementKind::I8), -99);
  EXPECT_EQ(bits("1.5", ElementKind::I32), -99);
  EXPECT_EQ(bits("1.5", ElementKind::F16), 0x3E00);
  EXPECT_EQ(bits("0x7C00", ElementKind::F16), 0x7C00);
  EXPECT_EQ(bits("0x17C00", ElementKind::F16), -99);
  // Narrow floats, as they stand in memory.
  EXPECT_EQ(bits("1.5", ElementKind::TF32), 0x3FC00000);
  EXPECT_EQ(bits("0x3FC00000", ElementKind::TF32), 0x3FC00000);
  EXPECT_EQ(bits("448", ElementKind::F8E4M3FN), 0x7E);
  EXPECT_EQ(bits("1e9", ElementKind::F8E5M2), 0x7C);
  EXPECT_EQ(bits("nan", ElementKind::F8E8M0FNU), 0xFF);
  EXPECT_EQ(bits("4", ElementKind::F8E8M0FNU), 129);
  EXPECT_EQ(bits("0", ElementKind::F8E8M0FNU), -99);
  EXPECT_EQ(bits("-1", ElementKind::F8E8M0FNU), -99);
  EXPECT_EQ(bits("-1e9", ElementKind::F4E2M1FN), 0xF);
  EXPECT_EQ(bits("0x10", ElementKind::F4E2M1FN), -99);
  EXPECT_EQ(bits("nan", ElementKind::F4E2M1FN), -99);
}

TEST(Launch, EveryFloatCodeIsItsOwnValue) {
  for (ElementKind kind : {ElementKind::F8E4M3FN, ElementKind::F8E5M2,
                           ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN})
    for (uint64_t code = 0; code < uint64_t(1) << storageBits(kind); ++code) {
      double value = floatValue(code, kind);
      if (!std::isnan(value))
        EXPECT_EQ(floatBits(value, kind), code) << toString(kind).str();
    }
  EXPECT_TRUE(std::isnan(floatValue(0xFF, ElementKind::F8E8M0FNU)));
  // The low 13 bits do not count.
  EXPECT_EQ(floatValue(0x3F801FFF, ElementKind::TF32), 1.0);
}

TEST(Launch, HalfBytesStandInPairs) {
  EXPECT_EQ(contents("x : f4E2M1FN[4] = list(0.5, 1, 1.5, -6)", 0),
            (std::vector<uint8_t>{0x21, 0xF3}));
  // Initialisers meet no code that the format lacks.
  for (const char *kind :
       {"tf32", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN"})
    for (const char *init : {"special()", "bits()", "permutation()",
                             "uniform(1, 4)", "iota(1, 1)"}) {
      std::string line = std::string("x : ") + kind + "[64] = " + init;
      EXPECT_EQ(contents(line, 1), contents(line, 1)) << line;
    }
}
