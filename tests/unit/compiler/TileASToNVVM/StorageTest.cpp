//===- StorageTest.cpp - Lowered bytes, halves of bytes and storage -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Packing, updates of views, elements of four bits in memory, and the storage
// of a block: unoptimised, optimised, and as PTX, memory is the source's.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/PtxProgram.h"
#include "tests/unit/compiler/TileASToNVVM/Lowered.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
class Storage : public LoweredTest {
protected:
  void expectEqual(llvm::StringRef text) {
    for (unsigned numWarps : {1, 4}) {
      Lowered lowered(context, parse(text), {}, numWarps);
      ASSERT_EQ(lowered.error, "") << text.str();
      ASSERT_TRUE(lowered.source.completed())
          << lowered.source.summary() << text.str();
      for (uint64_t schedule : {0, 1})
        check(lowered.compareWithSource(schedule), text);
      ASSERT_EQ(llvm::toString(optimize(*lowered.module, "sm_90a")), "");
      check(lowered.compareWithSource(), text);
      auto ptx = emitPTX(*lowered.module, "sm_90a");
      ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
      auto program =
          PtxProgram::create(*ptx, lowered.launch, lowered.module.get());
      ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
      check(compare(lowered.source, (*program)->run(lowered.launch, {})), text);
      AssembleResult cubin = assemble(*ptx, "sm_90a");
      EXPECT_NE(cubin.status, AssembleStatus::Failed) << cubin.diagnostic;
    }
  }

  static void check(const ComparisonVerdict &verdict, llvm::StringRef text) {
    EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
        << verdict.reason << text.str();
    EXPECT_GT(verdict.observed, 0u);
  }
};
} // namespace

/// Elements to bytes, from which half of the elements come back as others.
static std::string packing(llvm::StringRef element, unsigned count,
                           unsigned bytes) {
  return llvm::formatv(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=3
// tilefuzz.buffer x : {0}[{1}] = uniform(-100, 100)
// tilefuzz.buffer b : i8[{2}] = uniform(-100, 100)
// tilefuzz.buffer y : {0}[{1}] = fill(0)
// tilefuzz.buffer c : i8[{2}] = fill(0)
// tilefuzz.args &x &b &y &c
cuda_tile.module @m {{ entry @k(%x: tile<ptr<{0}>>, %b: tile<ptr<i8>>, %y: tile<ptr<{0}>>, %c: tile<ptr<i8>>) {{
  %n = constant <i32: 0> : tile<i32>
  %xv = make_tensor_view %x, shape = [{1}], strides = [1] : tensor_view<{1}x{0}, strides=[1]>
  %xp = make_partition_view %xv : partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>
  %yv = make_tensor_view %y, shape = [{1}], strides = [1] : tensor_view<{1}x{0}, strides=[1]>
  %yp = make_partition_view %yv : partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>
  %bv = make_tensor_view %b, shape = [{2}], strides = [1] : tensor_view<{2}xi8, strides=[1]>
  %bp = make_partition_view %bv : partition_view<tile=({2}), tensor_view<{2}xi8, strides=[1]>>
  %cv = make_tensor_view %c, shape = [{2}], strides = [1] : tensor_view<{2}xi8, strides=[1]>
  %cp = make_partition_view %cv : partition_view<tile=({2}), tensor_view<{2}xi8, strides=[1]>>
  %e, %t0 = load_view_tko weak %xp[%n] : partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>, tile<i32> -> tile<{1}x{0}>, token
  %f, %t1 = load_view_tko weak %bp[%n] : partition_view<tile=({2}), tensor_view<{2}xi8, strides=[1]>>, tile<i32> -> tile<{2}xi8>, token
  %p = pack %e : tile<{1}x{0}> -> tile<{2}xi8>
  %u = unpack %f : tile<{2}xi8> -> tile<{1}x{0}>
  %t2 = store_view_tko weak %p, %cp[%n] : tile<{2}xi8>, partition_view<tile=({2}), tensor_view<{2}xi8, strides=[1]>>, tile<i32> -> token
  %t3 = store_view_tko weak %u, %yp[%n] : tile<{1}x{0}>, partition_view<tile=({1}), tensor_view<{1}x{0}, strides=[1]>>, tile<i32> -> token
} }
)",
                       element, count, bytes)
      .str();
}

TEST_F(Storage, Packing) {
  struct {
    const char *element;
    unsigned bits;
  } elements[] = {{"i16", 16}, {"i32", 32},  {"i64", 64},
                  {"f16", 16}, {"bf16", 16}, {"f32", 32},
                  {"f64", 64}, {"tf32", 32}, {"f4E2M1FN", 4}};
  for (auto [element, bits] : elements)
    for (unsigned bytes : {16, 512})
      expectEqual(packing(element, bytes * 8 / bits, bytes));
}

/// The last tile of the view is cut; what is inside is added to in any order.
TEST_F(Storage, UpdatesOfViews) {
  for (const char *mode : {"add", "and", "xor", "max", "umin"}) {
    std::string text = llvm::formatv(R"(
// tilefuzz.launch kernel=@k grid=2,1,1 seed=1
// tilefuzz.buffer x : i32[144] = iota(-70, 1)
// tilefuzz.args &x
cuda_tile.module @m {{ entry @k(%x: tile<ptr<i32>>) {{
  %v = make_tensor_view %x, shape = [12, 12], strides = [12, 1] : tensor_view<12x12xi32, strides=[12,1]>
  %p = make_partition_view %v : partition_view<tile=(8x8), tensor_view<12x12xi32, strides=[12,1]>>
  %i = iota : tile<64xi32>
  %e = reshape %i : tile<64xi32> -> tile<8x8xi32>
  %b, %y, %z = get_tile_block_id : tile<i32>
  %n = constant <i32: 1> : tile<i32>
  %t0 = atomic_red_view_tko relaxed device %p[%n, %n], {0}, %e : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<12x12xi32, strides=[12,1]>>, tile<i32> -> token
  %t1 = atomic_red_view_tko relaxed device %p[%b, %n], {0}, %e token = %t0 : tile<8x8xi32>, partition_view<tile=(8x8), tensor_view<12x12xi32, strides=[12,1]>>, tile<i32> -> token
} }
)",
                                     mode)
                           .str();
    expectEqual(text);
  }
}

/// Two elements lie in one byte, along either dimension.
TEST_F(Storage, HalvesOfBytes) {
  for (const char *strides : {"[32, 1]", "[1, 32]"}) {
    std::string type =
        llvm::formatv("tensor_view<32x32xf4E2M1FN, strides={0}>", strides);
    std::string text = llvm::formatv(R"(
// tilefuzz.launch kernel=@k grid=4,1,1 seed=2
// tilefuzz.buffer x : f4E2M1FN[1024] = uniform(-6, 6)
// tilefuzz.buffer y : f4E2M1FN[1024] = fill(1)
// tilefuzz.args &x &y
cuda_tile.module @m {{ entry @k(%x: tile<ptr<f4E2M1FN>>, %y: tile<ptr<f4E2M1FN>>) {{
  %xv = make_tensor_view %x, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf4E2M1FN, strides=[32,1]>
  %xp = make_partition_view %xv : partition_view<tile=(16x8), tensor_view<32x32xf4E2M1FN, strides=[32,1]>>
  %yv = make_tensor_view %y, shape = [32, 32], strides = {0} : {1}
  %yp = make_partition_view %yv : partition_view<tile=(16x8), {1}>
  %b, %u, %w = get_tile_block_id : tile<i32>
  %n = constant <i32: 1> : tile<i32>
  %e, %t0 = load_view_tko weak %xp[%n, %b] : partition_view<tile=(16x8), tensor_view<32x32xf4E2M1FN, strides=[32,1]>>, tile<i32> -> tile<16x8xf4E2M1FN>, token
  %t1 = store_view_tko weak %e, %yp[%n, %b] : tile<16x8xf4E2M1FN>, partition_view<tile=(16x8), {1}>, tile<i32> -> token
} }
)",
                                     strides, type)
                           .str();
    expectEqual(text);
  }
}

/// Where only the run knows which dimension has stride 1.
TEST_F(Storage, HalvesOfGlobals) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=2
// tilefuzz.buffer y : f4E2M1FN[8] = fill(1)
// tilefuzz.args &y 1 4
cuda_tile.module @m {
  global @g <f4E2M1FN: [0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -1.0]> : tile<8xf4E2M1FN>
  entry @k(%y: tile<ptr<f4E2M1FN>>, %s: tile<i64>, %t: tile<i64>) {
    %g = get_global @g : tile<ptr<f4E2M1FN>>
    %n = constant <i32: 0> : tile<i32>
    %gv = make_tensor_view %g, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xf4E2M1FN, strides=[4,1]>
    %gp = make_partition_view %gv : partition_view<tile=(2x4), tensor_view<2x4xf4E2M1FN, strides=[4,1]>>
    %e, %t0 = load_view_tko weak %gp[%n, %n] : partition_view<tile=(2x4), tensor_view<2x4xf4E2M1FN, strides=[4,1]>>, tile<i32> -> tile<2x4xf4E2M1FN>, token
    %p = permute %e [1, 0] : tile<2x4xf4E2M1FN> -> tile<4x2xf4E2M1FN>
    %yv = make_tensor_view %y, shape = [4, 2], strides = [%s, %t] : tile<i64> -> tensor_view<4x2xf4E2M1FN, strides=[?,?]>
    %yp = make_partition_view %yv : partition_view<tile=(4x2), tensor_view<4x2xf4E2M1FN, strides=[?,?]>>
    %t1 = store_view_tko weak %p, %yp[%n, %n] : tile<4x2xf4E2M1FN>, partition_view<tile=(4x2), tensor_view<4x2xf4E2M1FN, strides=[?,?]>>, tile<i32> -> token
  }
}
)");
}

/// Storage of a block, written by some threads and read by others, beside a
/// buffer that the same pointers might point to.
TEST_F(Storage, OfBlocks) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=3,1,1 seed=1
// tilefuzz.buffer x : i32[64] = iota(5, 3)
// tilefuzz.buffer y : i32[192] = fill(0)
// tilefuzz.args &x &y
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %b, %u, %w = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %size = constant <i32: 64> : tile<i32>
  %last = constant <i32: 63> : tile<64xi32>
  %i = iota : tile<64xi32>
  %j = subi %last, %i : tile<64xi32>
  %start = muli %b, %size : tile<i32>
  %yb = offset %y, %start : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %y1 = reshape %yb : tile<ptr<i32>> -> tile<1xptr<i32>>
  %ys = broadcast %y1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %yp = offset %ys, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %first = make_token : token
  %end = for %k in (%zero to %two, step %one) : tile<i32> iter_values(%t = %first) -> (token) {
    %m = alloca num_elem = 64, alignment = 4 : tile<ptr<i32>>
    %isFirst = cmpi equal %k, %zero, signed : tile<i32> -> tile<i1>
    %src = select %isFirst, %x, %yb : tile<i1>, tile<ptr<i32>>
    %s1 = reshape %src : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ss = broadcast %s1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %sp = offset %ss, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %v, %t0 = load_ptr_tko weak %sp token=%t : tile<64xptr<i32>> -> tile<64xi32>, token
    %m1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ms = broadcast %m1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %mp = offset %ms, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %mr = offset %ms, %j : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t1 = store_ptr_tko weak %mp, %v token=%t0 : tile<64xptr<i32>>, tile<64xi32> -> token
    %o, %t2 = atomic_rmw_tko relaxed device %mr, add, %i token=%t1 : tile<64xptr<i32>>, tile<64xi32> -> tile<64xi32>, token
    %r, %t3 = load_ptr_tko weak %mr token=%t2 : tile<64xptr<i32>> -> tile<64xi32>, token
    %t4 = store_ptr_tko weak %yp, %r token=%t3 : tile<64xptr<i32>>, tile<64xi32> -> token
    continue %t4 : token
  }
} }
)");
}

/// What was never written has some value.
TEST_F(Storage, ReadsOfWhatIsUnspecified) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i8[4] = fill(3)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%x: tile<ptr<i8>>) {
  %i = iota : tile<4xi32>
  %m = alloca num_elem = 4, alignment = 1 global : tile<ptr<i8>>
  %m1 = reshape %m : tile<ptr<i8>> -> tile<1xptr<i8>>
  %ms = broadcast %m1 : tile<1xptr<i8>> -> tile<4xptr<i8>>
  %mp = offset %ms, %i : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
  %v, %t = load_ptr_tko weak %mp : tile<4xptr<i8>> -> tile<4xi8>, token
  %zero = constant <i8: 0> : tile<4xi8>
  %x1 = reshape %x : tile<ptr<i8>> -> tile<1xptr<i8>>
  %xs = broadcast %x1 : tile<1xptr<i8>> -> tile<4xptr<i8>>
  %xp = offset %xs, %i : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
  %u = store_ptr_tko weak %mp, %zero token = %t : tile<4xptr<i8>>, tile<4xi8> -> token
  %w, %s = load_ptr_tko weak %mp token = %u : tile<4xptr<i8>> -> tile<4xi8>, token
  %q = store_ptr_tko weak %xp, %w token = %s : tile<4xptr<i8>>, tile<4xi8> -> token
} }
)");
}

TEST_F(Storage, MoreThanABlockHas) {
  mlir::ScopedDiagnosticHandler handler(&context, [](mlir::Diagnostic &found) {
    EXPECT_EQ(found.str(),
              "'nv_tileaa.alloca' brings the storage of a block to more than "
              "32768 bytes of shared memory, which the lowering to NVVM does "
              "not support");
    return mlir::success();
  });
  Lowered lowered(context, parse(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[64] = iota(5, 3)
// tilefuzz.args &x
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>) {
  %m = alloca num_elem = 8000, alignment = 4 : tile<ptr<i32>>
  %n = alloca num_elem = 8000, alignment = 4 : tile<ptr<i32>>
} }
)"));
  EXPECT_EQ(lowered.error, "the program does not reach the LLVM dialect");
}
