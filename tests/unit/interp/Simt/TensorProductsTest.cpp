//===- TensorProductsTest.cpp - Copies, shifts and products ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 5.8; what is where is computed here from matrices laid out by
// their strides, with swizzling as an exchange of chunks.
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::test;

//===----------------------------------------------------------------------===//
// Copies and shifts
//===----------------------------------------------------------------------===//

/// Stores 16 bytes of `line` at chunk `chunk` as a matrix swizzled by `swizzle`
/// bytes has them, from byte 0 of shared memory on; lines follow each other,
/// and of 16 bytes the next chunk is 128 bytes farther.
static size_t placeOf(unsigned line, unsigned chunk, unsigned swizzle,
                      unsigned chunks) {
  if (swizzle == 16)
    return (line / 8 * chunks + chunk) * 128 + line % 8 * 16;
  size_t at = line * swizzle + chunk * 16;
  // Eight chunks of 128 bytes; which of them change places depends on the line.
  unsigned perBlock = swizzle / 16, within = at / 16 % 8, block = at / 128;
  unsigned partner = within ^ (block & (perBlock - 1));
  return block * 128 + partner * 16;
}

TEST(TensorCopies, PutEveryWordWhereItsLaneIs) {
  struct Row {
    const char *name;
    unsigned rows, words;
  };
  static constexpr Row rows[] = {
      {"128x256b", 128, 8},
      {"4x256b", 4, 8},
      {"128x128b", 128, 4},
      {"64x128b_warpx2_02_13", 64, 4},
      {"64x128b_warpx2_01_23", 64, 4},
      {"32x128b_warpx4", 32, 4},
  };
  for (const Row &one : rows)
    for (unsigned swizzle : {16, 32, 64, 128}) {
      TensorKernel kernel;
      kernel.image.assign(128 * std::max(32u, swizzle), 0);
      unsigned chunks = one.words / 4;
      for (unsigned r = 0; r < one.rows; ++r)
        for (unsigned w = 0; w < one.words; ++w) {
          size_t at = placeOf(r, w / 4, swizzle, chunks) + w % 4 * 4;
          kernel.image[at] = r;
          kernel.image[at + 1] = w + 1;
        }
      unsigned stride = swizzle == 16 ? 128 * chunks : 8 * swizzle;
      kernel.use = descriptor("d", 0, 128, stride, swizzle) +
                   "call void @llvm.nvvm.tcgen05.cp." + one.name +
                   ".cg1(ptr addrspace(6) %m, i64 %d)\ncommit";
      Outcome outcome = kernel.run();
      ASSERT_TRUE(outcome.completed())
          << one.name << " " << swizzle << " " << outcome.summary();
      for (unsigned lane = 0; lane < 128; ++lane)
        for (unsigned w = 0; w < 8; ++w) {
          llvm::StringRef name = one.name;
          unsigned row = lane;
          bool has = w < one.words;
          if (name == "4x256b")
            row = lane / 32, has &= lane % 32 == 0;
          else if (name.contains("02_13"))
            row = lane % 64;
          else if (name.contains("01_23"))
            row = lane / 64 * 32 + lane % 32;
          else if (name.contains("warpx4"))
            row = lane % 32;
          EXPECT_EQ(isSpecified(outcome, lane * 8 + w), has);
          if (has)
            EXPECT_EQ(wordOf(outcome, lane * 8 + w), row | (w + 1) << 8)
                << one.name << " " << swizzle << " " << lane << " " << w;
        }
    }
}

TEST(TensorCopies, ShiftsStayWithinAWarpsLanes) {
  TensorKernel kernel;
  kernel.tensorColumns = 10;
  for (unsigned i = 0; i < 128 * 10; ++i)
    kernel.tensor.push_back(i);
  kernel.columns = 10;
  kernel.use = "shift commit";
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  for (unsigned lane = 0; lane < 128; ++lane)
    for (unsigned c = 0; c < 10; ++c) {
      // 32 bytes of all lanes but the last.
      unsigned from = c < 8 && lane % 32 != 31 ? lane + 1 : lane;
      EXPECT_EQ(wordOf(outcome, lane * 10 + c), from * 10 + c);
    }
}

TEST(TensorCopies, CommitsMayNameCtas) {
  TensorKernel kernel;
  kernel.tensorColumns = 1;
  kernel.tensor.assign(128, 6);
  kernel.columns = 1;
  kernel.declarations = "declare void @llvm.nvvm.tcgen05.commit.mc.shared.cg1("
                        "ptr addrspace(3), i16)";
  kernel.use = "call void @llvm.nvvm.tcgen05.commit.mc.shared.cg1(ptr "
               "addrspace(3) @b, i16 1)";
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_EQ(wordOf(outcome, 127), 6u);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// What a product is asked for, in small whole numbers.
struct Product {
  const char *format;
  /// Number of the kind; codes of the sum's and the factors' formats; bytes.
  unsigned kind, sum, factor, bytes;
  unsigned rows, columns, swizzle;
  bool isFirstTransposed = false, isSecondTransposed = false;
  bool isInTensor = false, accumulates = false;
  unsigned more = 0;
  /// A bit for each lane that keeps what it has.
  std::vector<uint32_t> kept = {};

  unsigned depth() const { return 32 / bytes; }
};
} // namespace

static uint64_t encode(const Product &product, int value) {
  if (product.kind == 3)
    return value & 0xff;
  const llvm::fltSemantics &format =
      product.kind == 1     ? llvm::APFloat::IEEEsingle()
      : product.kind == 2   ? product.factor ? llvm::APFloat::Float8E5M2()
                                             : llvm::APFloat::Float8E4M3FN()
      : product.factor == 1 ? llvm::APFloat::BFloat()
                            : llvm::APFloat::IEEEhalf();
  llvm::APFloat number{double(value)};
  bool inexact;
  number.convert(format, llvm::APFloat::rmNearestTiesToEven, &inexact);
  EXPECT_FALSE(inexact);
  return number.bitcastToAPInt().getZExtValue();
}

/// Lays out `lines` rows of A, or columns of B, from byte `start` on, and
/// returns the leading and the other stride.
static std::pair<unsigned, unsigned>
layOut(const Product &product, const std::vector<std::vector<int>> &lines,
       bool isTransposed, std::vector<uint8_t> &image, size_t start) {
  unsigned size = product.bytes, swizzle = product.swizzle;
  unsigned count = lines.size(), depth = product.depth();
  unsigned stored = isTransposed ? depth : count;
  unsigned bytes = (isTransposed ? count : depth) * size;
  // What fits beside each other; the rest is a matrix of its own behind it.
  unsigned width = swizzle == 16 ? bytes : swizzle;
  unsigned chunks = (width + 15) / 16;
  size_t part = size_t(stored + 7) / 8 * 8 * chunks * 16;
  for (unsigned line = 0; line < stored; ++line)
    for (unsigned byte = 0; byte < bytes; ++byte) {
      unsigned element = byte / size;
      int value = isTransposed ? lines[element][line] : lines[line][element];
      size_t at = start + byte / width * part +
                  placeOf(line, byte % width / 16, swizzle, chunks) + byte % 16;
      if (image.size() <= at)
        image.resize(at + 1);
      image[at] = encode(product, value) >> (8 * (byte % size));
    }
  if (swizzle == 16) {
    // Eight lines of 16 bytes; chunks, and then lines, or the other way round.
    unsigned ofLines = 128 * chunks;
    return isTransposed ? std::pair(ofLines, 128u) : std::pair(128u, ofLines);
  }
  return {unsigned(part), 8 * swizzle};
}

/// The same product, of the intrinsic that leaves lanes out.
static void keepLanes(const Product &product, TensorKernel &kernel) {
  std::string space = product.isInTensor ? "tensor" : "shared",
              name = "@llvm.nvvm.tcgen05.mma." + space,
              first = product.isInTensor ? "ptr addrspace(6)" : "i64";
  kernel.declarations = "declare void " + name +
                        ".disable_output_lane.cg1(ptr addrspace(6), " + first +
                        ", i64, i32, i1, <4 x i32>, i32, i32)";
  std::string &use = kernel.use;
  use.insert(use.find(name) + name.size(), ".disable_output_lane.cg1");
  std::string kind = ", i32 " + std::to_string(product.kind), words;
  for (uint32_t word : product.kept)
    words +=
        (words.empty() ? "i32 " : ", i32 ") + std::to_string(int32_t(word));
  std::string end = kind + ", i32 1, i32 0)";
  use.replace(use.find(end), end.size(),
              ", <4 x i32> <" + words + ">" + kind + ", i32 0)");
}

static void check(const Product &product) {
  std::mt19937 random(product.rows * 1000 + product.columns + product.kind);
  bool isUnsigned = product.kind == 3 && product.factor == 0;
  auto matrix = [&](unsigned lines, unsigned depth) {
    std::vector<std::vector<int>> result(lines);
    for (std::vector<int> &line : result)
      for (unsigned k = 0; k < depth; ++k)
        line.push_back(int(random() % 9) - (isUnsigned ? 0 : 4));
    return result;
  };
  unsigned depth = product.depth();
  std::vector<std::vector<int>> a = matrix(product.rows, depth),
                                b = matrix(product.columns, depth);
  TensorKernel kernel;
  kernel.columns = product.columns;
  auto laneOf = [&](unsigned row) {
    return product.rows == 64 ? row / 16 * 32 + row % 16 : row;
  };
  constexpr unsigned ofFactor = 256;
  if (product.accumulates || product.isInTensor) {
    // What was there, and A behind it.
    kernel.tensorColumns = product.isInTensor ? ofFactor + 8 : product.columns;
    kernel.tensor.assign(128 * kernel.tensorColumns, 0);
    for (unsigned i = 0; i < product.rows; ++i) {
      uint32_t *lane = &kernel.tensor[laneOf(i) * kernel.tensorColumns];
      for (unsigned j = 0; product.accumulates && j < product.columns; ++j)
        lane[j] = product.kind == 3
                      ? uint32_t(int(i) - int(j))
                      : uint32_t(llvm::APFloat(float(int(i) - int(j)))
                                     .bitcastToAPInt()
                                     .getZExtValue());
      for (unsigned k = 0; product.isInTensor && k < depth; ++k)
        lane[ofFactor + k * product.bytes / 4] |=
            encode(product, a[i][k]) << (8 * (k * product.bytes % 4));
    }
  }
  std::string first = "%f", second;
  if (product.isInTensor) {
    first = "%q = add i32 %address, " + std::to_string(ofFactor) +
            "\n%f = inttoptr i32 %q to ptr addrspace(6)\n";
  } else {
    auto [leading, stride] =
        layOut(product, a, product.isFirstTransposed, kernel.image, 0);
    first = descriptor("f", 0, leading, stride, product.swizzle);
  }
  size_t start = (kernel.image.size() + 1023) / 1024 * 1024;
  auto [leading, stride] =
      layOut(product, b, product.isSecondTransposed, kernel.image, start);
  second = descriptor("g", start, leading, stride, product.swizzle);
  uint32_t bits = product.sum << 4 | product.factor << 7 |
                  product.factor << 10 | product.isFirstTransposed << 15 |
                  product.isSecondTransposed << 16 | product.columns / 8 << 17 |
                  product.rows / 16 << 24 | product.more;
  kernel.use =
      first + second + "call void @llvm.nvvm.tcgen05.mma." +
      (product.isInTensor ? "tensor(ptr addrspace(6) %m, ptr addrspace(6) %f"
                          : "shared(ptr addrspace(6) %m, i64 %f") +
      ", i64 %g, i32 " + std::to_string(int32_t(bits)) + ", i1 " +
      (product.accumulates ? "true" : "false") + ", i32 " +
      std::to_string(product.kind) + ", i32 1, i32 0)\ncommit";
  if (!product.kept.empty())
    keepLanes(product, kernel);
  Outcome outcome = kernel.run();
  std::string name = std::string(product.format) + " " +
                     std::to_string(product.rows) + "x" +
                     std::to_string(product.columns) + " swizzle " +
                     std::to_string(product.swizzle);
  ASSERT_TRUE(outcome.completed()) << name << " " << outcome.summary();
  bool negates = (product.more >> 13 & 1) != (product.more >> 14 & 1);
  for (unsigned i = 0; i < product.rows; ++i)
    for (unsigned j = 0; j < product.columns; ++j) {
      int sum = 0;
      unsigned lane = laneOf(i);
      bool isKept =
          !product.kept.empty() && (product.kept[lane / 32] >> lane % 32 & 1);
      for (unsigned k = 0; k < depth && !isKept; ++k)
        sum += a[i][k] * b[j][k];
      sum =
          (negates ? -sum : sum) + (product.accumulates ? int(i) - int(j) : 0);
      uint32_t word = wordOf(outcome, lane * product.columns + j);
      int got = product.kind == 3
                    ? int(word)
                    : int(llvm::APFloat(llvm::APFloat::IEEEsingle(),
                                        llvm::APInt(32, word))
                              .convertToFloat());
      ASSERT_EQ(got, sum) << name << " at " << i << ", " << j;
    }
}

TEST(TensorProducts, AreThoseOfMatrices) {
  struct Format {
    const char *name;
    unsigned kind, sum, factor, bytes;
  };
  static constexpr Format formats[] = {
      {"f16", 0, 1, 0, 2},  {"bf16", 0, 1, 1, 2}, {"tf32", 1, 1, 2, 4},
      {"e4m3", 2, 1, 0, 1}, {"e5m2", 2, 1, 1, 1}, {"u8", 3, 2, 0, 1},
      {"s8", 3, 2, 1, 1},
  };
  for (const Format &format : formats) {
    Product product = {format.name,  format.kind, format.sum, format.factor,
                       format.bytes, 64,          8,          16};
    for (unsigned swizzle : {16, 32, 64, 128}) {
      product.swizzle = swizzle;
      check(product);
    }
    product.rows = 128;
    product.columns = 48;
    for (unsigned swizzle : {16, 128}) {
      product.swizzle = swizzle;
      product.accumulates = true;
      check(product);
      product.isInTensor = true;
      check(product);
      product.isInTensor = false;
    }
    // Half of the lanes.
    product.rows = 64;
    product.isInTensor = true;
    check(product);
    product.isInTensor = false;
    if (format.kind == 1)
      continue;
    product.rows = 128;
    product.columns = 256 / format.bytes / 2;
    for (unsigned swizzle : {16, 32, 64, 128})
      for (unsigned which = 1; which < 4; ++which) {
        product.swizzle = swizzle;
        product.isFirstTransposed = which & 1;
        product.isSecondTransposed = which & 2;
        check(product);
      }
  }
}

/// PTX ISA 9.0, 9.7.16.10.9.1: disable-output-lane.
TEST(TensorProducts, LeaveOutLanes) {
  for (unsigned rows : {64u, 128u})
    for (bool isInTensor : {false, true}) {
      Product product = {"f16", 0, 1, 0, 2, rows, 16, 16};
      product.isInTensor = isInTensor;
      product.accumulates = true;
      product.kept = {1u << 31 | 5, 0, ~0u, 0x10};
      check(product);
      product.kept = {0, 0, 0, 0};
      check(product);
    }
}

TEST(TensorProducts, NegateTheirFactors) {
  for (unsigned more : {1u << 13, 1u << 14, 3u << 13}) {
    Product product = {"f16", 0, 1, 0, 2, 64, 16, 16};
    product.more = more;
    product.accumulates = true;
    check(product);
  }
}

/// One product of f16 with M = 64 and N = 8, all of whose elements are `value`,
/// with these bits of the descriptor.
static TensorKernel uniform(uint16_t value, uint32_t bits,
                            const char *accumulates) {
  TensorKernel kernel;
  for (unsigned i = 0; i < 64 * 16 + 8 * 16; ++i) {
    kernel.image.push_back(value & 0xff);
    kernel.image.push_back(value >> 8);
  }
  kernel.use = descriptor("f", 0, 1024, 128, 16) +
               descriptor("g", 2048, 128, 256, 16) +
               "call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, "
               "i64 %f, i64 %g, i32 " +
               std::to_string(bits) + ", i1 " + accumulates +
               ", i32 0, i32 1, i32 0)\ncommit";
  return kernel;
}
static constexpr uint32_t small = 1 << 17 | 4 << 24, inF32 = 1 << 4;

TEST(TensorProducts, OfHalfSumsTheUpperHalfIsNobodys) {
  // 16 times 1.5 squared is 36.
  TensorKernel kernel = uniform(0x3e00, small, "false");
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_FALSE(isSpecified(outcome, 0));
  kernel = uniform(0x3e00, small | inF32, "false");
  outcome = kernel.run();
  EXPECT_EQ(wordOf(outcome, 0), 0x42100000u);
  // Lanes of the other half are nobody's.
  EXPECT_FALSE(isSpecified(outcome, 16 * 8));
}

TEST(TensorProducts, WhatIsUnspecifiedGoesThroughItsRowsAndColumns) {
  TensorKernel kernel = uniform(0x3c00, small | inF32, "true");
  // Nothing was there to add to.
  Outcome outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  EXPECT_FALSE(isSpecified(outcome, 0));
  // Row 3 of A is not written.
  kernel = uniform(0x3c00, small | inF32, "false");
  kernel.use = "store i16 undef, ptr addrspace(3) getelementptr (i8, ptr "
               "addrspace(3) @s, i32 48)\ncall void "
               "@llvm.nvvm.fence.proxy.async.shared_cta()\n" +
               kernel.use;
  outcome = kernel.run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 8; ++j)
      EXPECT_EQ(isSpecified(outcome, i * 8 + j), i != 3);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static const char *mma =
    "call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, i64 %f, i64 "
    "%g, i32 67239952, i1 true, i32 0, i32 1, i32 0)\n";
static const char *other =
    "call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, i64 %f, i64 "
    "%g, i32 67371024, i1 true, i32 0, i32 1, i32 0)\n";
static const char *copy =
    "call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %m, i64 "
    "%f)\n";
static const char *corner =
    "call void @llvm.nvvm.tcgen05.cp.4x256b.cg1(ptr addrspace(6) %m, i64 "
    "%f)\n";

static std::string conditionOf(const std::string &use,
                               const char *wait = "wait after",
                               const char *setUp = nullptr,
                               std::string *places = nullptr) {
  static_assert((small | inF32) == 67239952);
  TensorKernel kernel = uniform(0x3c00, small | inF32, "false");
  kernel.image.resize(8192);
  kernel.use = descriptor("f", 0, 1024, 128, 16) +
               descriptor("g", 2048, 128, 256, 16) + use;
  kernel.wait = wait;
  if (setUp)
    kernel.setUp = setUp;
  Outcome outcome = kernel.run();
  if (places && outcome.races.size() == 1)
    *places = outcome.races[0].first.operation + ", " +
              outcome.races[0].second.operation;
  return outcome.completed() ? "" : outcome.condition;
}

TEST(TensorOrder, PipelinedPairsNeedNoWait) {
  auto both = [](const char *a, const char *b) {
    return conditionOf(std::string(a) + b + "commit");
  };
  const char *wait = "tensor memory: no wait for an earlier use";
  EXPECT_EQ(both(mma, mma), "");
  EXPECT_EQ(both(copy, mma), "");
  EXPECT_EQ(both("shift\n", mma), "");
  EXPECT_EQ(both(mma, "shift\n"), "");
  EXPECT_EQ(both("shift\n", corner), "");
  // Another shape.
  EXPECT_EQ(both(mma, other), wait);
  EXPECT_EQ(both(mma, copy), wait);
  EXPECT_EQ(both(copy, copy), wait);
  EXPECT_EQ(both("shift\n", copy), wait);
  EXPECT_EQ(both(copy, "shift\n"), wait);
  EXPECT_EQ(both("shift\n", "shift\n"), wait);
  // A commit and its wait are one; the second copy is read without.
  std::string places;
  EXPECT_EQ(conditionOf(std::string(copy) + "commit\nwait after\n" + copy,
                        "bar", nullptr, &places),
            wait);
  EXPECT_EQ(places, "llvm.nvvm.tcgen05.cp.128x256b.cg1, "
                    "llvm.nvvm.tcgen05.ld.32x32b.x1");
}

TEST(TensorOrder, ResultsAreThereBehindACommit) {
  // Litmus tests L17 and L20.
  EXPECT_EQ(conditionOf(std::string(mma) + "commit"), "");
  std::string places;
  EXPECT_EQ(conditionOf(std::string(mma) + "commit", "wait", nullptr, &places),
            "tensor memory: no wait for an earlier use");
  EXPECT_EQ(places, "llvm.nvvm.tcgen05.mma.shared, "
                    "llvm.nvvm.tcgen05.ld.32x32b.x1");
  // Fences carry the order of issue, and not completion.
  EXPECT_EQ(conditionOf(std::string(mma) + "before", "bar after"),
            "tensor memory: no wait for an earlier use");
  // A commit tracks what was issued before it.
  EXPECT_EQ(conditionOf("commit\n" + std::string(mma)),
            "tensor memory: no wait for an earlier use");
}

TEST(TensorOrder, SharedMemoryIsReadBehindAProxyFence) {
  std::string places;
  EXPECT_EQ(conditionOf(std::string(mma) + "commit", "wait after", "", &places),
            "shared memory is read through the asynchronous proxy without a "
            "proxy fence behind its write");
  EXPECT_EQ(places, "store, llvm.nvvm.tcgen05.mma.shared");
  // Of the reading thread it is too late for what others wrote, unless a
  // barrier stands between.
  EXPECT_EQ(
      conditionOf("call void @llvm.nvvm.fence.proxy.async.shared_cta()\n" +
                      std::string(mma) + "commit",
                  "wait after", ""),
      "");
}

TEST(TensorOrder, SharedMemoryIsWrittenWhenItIsRead) {
  const std::string write =
      "store i8 0, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, "
      "i32 17)\n";
  std::string places;
  EXPECT_EQ(conditionOf(mma + write + "commit", "wait after", nullptr, &places),
            "shared memory is written while it may still be read through the "
            "asynchronous proxy");
  EXPECT_EQ(places, "llvm.nvvm.tcgen05.mma.shared, store");
  EXPECT_EQ(
      conditionOf(mma + std::string("commit\nwait\n") + write, "wait after"),
      "");
  // What nobody reads.
  EXPECT_EQ(conditionOf(std::string(mma) +
                        "store i8 0, ptr addrspace(3) getelementptr (i8, "
                        "ptr addrspace(3) @s, i32 4000)\ncommit"),
            "");
}

TEST(TensorOrder, DescriptorsAndLanesAreChecked) {
  auto of = [](const std::string &text) {
    return conditionOf(text + "\ncommit");
  };
  EXPECT_EQ(of("call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) "
               "%m, i64 0)"),
            "tensor-descriptor");
  EXPECT_EQ(of("call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) "
               "%m, i64 70368744177664)"),
            "out-of-bounds");
  EXPECT_EQ(of("call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, "
               "i64 %f, i64 %g, i32 0, i1 true, i32 0, i32 1, i32 0)"),
            "tensor-descriptor");
  EXPECT_EQ(of("%n = add i32 %address, 65536\n%p = inttoptr i32 %n to ptr "
               "addrspace(6)\ncall void @llvm.nvvm.tcgen05.shift.down.cg1(ptr "
               "addrspace(6) %p)"),
            "tensor-lane");
  EXPECT_EQ(of("%n = add i32 %address, 510\n%p = inttoptr i32 %n to ptr "
               "addrspace(6)\ncall void @llvm.nvvm.tcgen05.shift.down.cg1(ptr "
               "addrspace(6) %p)"),
            "tensor-out-of-allocation");
  EXPECT_NE(of("call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, "
               "i64 %f, i64 %g, i32 67239956, i1 true, i32 0, i32 1, i32 0)")
                .find("a sparse matrix"),
            std::string::npos);
}
