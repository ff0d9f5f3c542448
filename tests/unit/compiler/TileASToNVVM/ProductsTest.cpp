//===- ProductsTest.cpp - Lowered products and updates --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Factors are small integers, so that every sum is exact in every order: the
// bytes of source, code and optimised code agree.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/compiler/TileASToNVVM/Lowered.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
class Products : public LoweredTest {
protected:
  void expectEqual(llvm::StringRef text) {
    for (unsigned numWarps : {1, 4}) {
      Lowered lowered(context, parse(text), {}, numWarps);
      ASSERT_EQ(lowered.error, "") << text.str();
      ASSERT_TRUE(lowered.source.completed()) << lowered.source.summary();
      ComparisonVerdict verdict = lowered.compareWithSource();
      EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
          << numWarps << " warps: " << verdict.reason << text.str();
      if (numWarps != 4)
        continue;
      ASSERT_EQ(llvm::toString(optimize(*lowered.module, "sm_90a")), "");
      verdict = lowered.compareWithSource();
      EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
          << "optimised: " << verdict.reason << text.str();
      auto ptx = emitPTX(*lowered.module, "sm_90a");
      ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
      AssembleResult cubin = assemble(*ptx, "sm_90a");
      EXPECT_NE(cubin.status, AssembleStatus::Failed) << cubin.diagnostic;
    }
  }
};

struct Shape {
  unsigned batches, m, n, k;
};
} // namespace

/// Too narrow for an atom in each direction, one of it, several, batches, more
/// warps than work, and factors that come in parts.
static constexpr Shape shapes[] = {
    {0, 1, 1, 1},    {0, 2, 4, 8},    {0, 8, 8, 32},    {0, 16, 8, 32},
    {0, 32, 16, 64}, {2, 16, 16, 32}, {3 + 1, 2, 2, 4}, {0, 16, 8, 2048}};

/// A tile of small numbers that differ along both axes.
static std::string factor(llvm::StringRef name, llvm::StringRef shape,
                          unsigned count, unsigned factor,
                          llvm::StringRef type) {
  bool isFloat = type != "i8";
  return llvm::formatv(R"(
  %{0}0 = iota : tile<{2}xi32>
  %{0}1 = constant <i32: {3}> : tile<{2}xi32>
  %{0}2 = muli %{0}0, %{0}1 : tile<{2}xi32>
  %{0}3 = constant <i32: 5> : tile<{2}xi32>
  %{0}4 = shri %{0}2, %{0}3 unsigned : tile<{2}xi32>
  %{0}5 = xori %{0}2, %{0}4 : tile<{2}xi32>
  %{0}6 = constant <i32: 3> : tile<{2}xi32>
  %{0}7 = andi %{0}5, %{0}6 : tile<{2}xi32>
  %{0}8 = constant <i32: 1> : tile<{2}xi32>
  %{0}9 = subi %{0}7, %{0}8 : tile<{2}xi32>
  %{0}a = {5} : tile<{2}xi32> -> tile<{2}x{4}>
  %{0} = reshape %{0}a : tile<{2}x{4}> -> tile<{1}x{4}>)",
                       name, shape, count, factor, type,
                       (isFloat ? "itof %" : "trunci %") + name.str() + "9" +
                           (isFloat ? " signed" : ""))
      .str();
}

static std::string product(const Shape &shape, llvm::StringRef type,
                           llvm::StringRef sum, llvm::StringRef operation,
                           llvm::StringRef signs) {
  std::string batches =
      shape.batches ? std::to_string(shape.batches) + "x" : "";
  auto tile = [&](unsigned rows, unsigned columns) {
    return batches + std::to_string(rows) + "x" + std::to_string(columns);
  };
  unsigned scale = std::max(shape.batches, 1u),
           size = scale * shape.m * shape.n;
  std::string a = tile(shape.m, shape.k), b = tile(shape.k, shape.n);
  std::string c = tile(shape.m, shape.n);
  std::string text = llvm::formatv(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : {0}[{1}] = iota(1, 1)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%x: tile<ptr<{0}>>) {
  %i = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %x, shape = [{1}], strides = [1] : tensor_view<{1}x{0}, strides=[1]>
  %w = make_partition_view %v : partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>
  %old, %t = load_view_tko weak %w[%i] : partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>, tile<i32> -> tile<{1}x{0}>, token
  %c = reshape %old : tile<{1}x{0}> -> tile<{2}x{0}>)",
                                   sum, size, c)
                         .str();
  text += factor("a", a, scale * shape.m * shape.k, 7, type);
  text += factor("b", b, scale * shape.k * shape.n, 11, type);
  text += llvm::formatv(R"(
  %d = {3} %a, %b, %c {4} : tile<{5}x{7}>, tile<{6}x{7}>, tile<{2}x{0}>
  %r = reshape %d : tile<{2}x{0}> -> tile<{1}x{0}>
  %u = store_view_tko weak %r, %w[%i] token = %t : tile<{1}x{0}>, partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>, tile<i32> -> token
} }
)",
                        sum, size, c, operation, signs, a, b, type)
              .str();
  return text;
}

TEST_F(Products, OfBytes) {
  for (const Shape &shape : shapes)
    for (const char *signs : {"signed signed", "signed unsigned",
                              "unsigned signed", "unsigned unsigned"})
      expectEqual(product(shape, "i8", "i32", "mmai", signs));
}
TEST_F(Products, OfHalves) {
  for (const Shape &shape : shapes)
    for (const char *sum : {"f16", "f32"})
      if (shape.k <= 64 || sum[1] != '1') // 2048 terms are not exact in f16
        expectEqual(product(shape, "f16", sum, "mmaf", ""));
}
TEST_F(Products, OfBF16) {
  for (const Shape &shape : shapes)
    expectEqual(product(shape, "bf16", "f32", "mmaf", ""));
}
TEST_F(Products, OfFloats) {
  for (const Shape &shape : shapes)
    expectEqual(product(shape, "f32", "f32", "mmaf", ""));
}
TEST_F(Products, OfDoubles) {
  for (const Shape &shape : shapes)
    expectEqual(product(shape, "f64", "f64", "mmaf", ""));
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Every second of 64 elements updates one of 32 places, and adds what was
/// there to another.
static std::string update(llvm::StringRef type, llvm::StringRef operation,
                          llvm::StringRef start, llvm::StringRef value,
                          unsigned blocks) {
  bool isFloat = type.contains('f');
  return llvm::formatv(R"(
// tilefuzz.launch kernel=@k grid={6},1,1 seed=1
// tilefuzz.buffer x : {0}[64] = {2}
// tilefuzz.buffer old : {0}[64] = fill(0)
// tilefuzz.args &x &old
cuda_tile.module @m { entry @k(%x: tile<ptr<{0}>>, %y: tile<ptr<{0}>>) {{
  %n = iota : tile<64xi32>
  %one = constant <i32: 1> : tile<64xi32>
  %half = shri %n, %one unsigned : tile<64xi32>
  %mask = trunci %n : tile<64xi32> -> tile<64xi1>
  %x1 = reshape %x : tile<ptr<{0}>> -> tile<1xptr<{0}>>
  %xs = broadcast %x1 : tile<1xptr<{0}>> -> tile<64xptr<{0}>>
  %p = offset %xs, %half : tile<64xptr<{0}>>, tile<64xi32> -> tile<64xptr<{0}>>
  %v = constant <{0}: {3}> : tile<64x{0}>
  %w = constant <{0}: {4}> : tile<64x{0}>
  %o, %t = {1} : tile<64xptr<{0}>>, tile<64x{0}>, tile<64xi1> -> tile<64x{0}>, token
  %y1 = reshape %y : tile<ptr<{0}>> -> tile<1xptr<{0}>>
  %ys = broadcast %y1 : tile<1xptr<{0}>> -> tile<64xptr<{0}>>
  %q = offset %ys, %n : tile<64xptr<{0}>>, tile<64xi32> -> tile<64xptr<{0}>>
  %s, %u = atomic_rmw_tko relaxed device %q, {5}, %o, %mask : tile<64xptr<{0}>>, tile<64x{0}>, tile<64xi1> -> tile<64x{0}>, token
} }
)",
                       type, operation, start, value,
                       isFloat ? value : llvm::StringRef("-30"),
                       isFloat ? "addf" : "add", blocks)
      .str();
}

TEST_F(Products, UpdatesOfIntegers) {
  for (const char *type : {"i32", "i64"})
    for (const char *mode :
         {"and", "or", "xor", "add", "max", "min", "umax", "umin", "xchg"})
      expectEqual(update(type,
                         "atomic_rmw_tko acq_rel sys %p, " + std::string(mode) +
                             ", %v, %mask",
                         "iota(-30, 1)", "-3", /*blocks=*/3));
}
TEST_F(Products, Exchanges) {
  for (const char *type : {"i32", "i64"})
    for (const char *order :
         {"relaxed tl_blk", "acquire device", "release sys", "acq_rel device"})
      expectEqual(update(
          type, "atomic_cas_tko " + std::string(order) + " %p, %w, %v, %mask",
          "iota(-30, 1)", "-3", /*blocks=*/1));
}
/// Sums of f32 keep subnormals, which the instruction would flush.
TEST_F(Products, Sums) {
  for (const char *type : {"f16", "bf16", "f32", "f64"})
    expectEqual(update(type,
                       "atomic_rmw_tko relaxed device %p, addf, %v, %mask",
                       "fill(0.5)", "0.25", /*blocks=*/1));
  expectEqual(update("f32", "atomic_rmw_tko relaxed device %p, addf, %v, %mask",
                     "fill(1.0e-39)", "2.0e-39", /*blocks=*/1));
  for (const char *type : {"f32", "f64"})
    expectEqual(update(type,
                       "atomic_rmw_tko relaxed device %p, xchg, %v, %mask",
                       "fill(0.5)", "0.25", /*blocks=*/1));
}
