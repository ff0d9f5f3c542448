//===- ExecutionTest.cpp - Lowered kernels do what the source says --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs run on the tile interpreter as they are and, lowered, thread by
// thread on the SIMT executor; memory must agree, and no race may appear.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "tests/unit/compiler/TileASToNVVM/Lowered.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
class Execution : public LoweredTest {
protected:
  /// Source, unoptimised and optimised code agree; both targets assemble.
  void expectEqual(llvm::StringRef text, bool assembles = true) {
    for (unsigned numWarps : {1, 4}) {
      Lowered lowered(context, parse(text), {}, numWarps);
      ASSERT_EQ(lowered.error, "");
      ASSERT_TRUE(lowered.source.completed()) << lowered.source.summary();
      for (uint64_t schedule : {0, 1}) {
        ComparisonVerdict verdict = lowered.compareWithSource(schedule);
        EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
            << numWarps << " warps: " << verdict.reason;
      }
      if (!assembles || numWarps != 4)
        continue;
      for (const char *target : {"sm_90a", "sm_100a"}) {
        std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*lowered.module);
        ASSERT_EQ(llvm::toString(optimize(*copy, target)), "");
        ComparisonVerdict verdict =
            compare(lowered.source, runSimt(*copy, lowered.launch));
        EXPECT_TRUE(verdict.kind == ComparisonKind::Equal ||
                    verdict.kind == ComparisonKind::Unsupported)
            << "optimised: " << verdict.reason;
        auto ptx = emitPTX(*copy, target);
        ASSERT_TRUE(bool(ptx)) << llvm::toString(ptx.takeError());
        AssembleResult cubin = assemble(*ptx, target);
        EXPECT_NE(cubin.status, AssembleStatus::Failed) << cubin.diagnostic;
      }
    }
  }

  ComparisonKind runWithBug(llvm::StringRef text, SeededBug bug) {
    Lowered lowered(context, parse(text), bug);
    EXPECT_EQ(lowered.error, "");
    return lowered.module ? lowered.compareWithSource().kind
                          : ComparisonKind::Unsupported;
  }
};
} // namespace

static std::string readKernel(llvm::StringRef name) {
  auto file = llvm::MemoryBuffer::getFile(TILEFUZZ_CORPUS "/kernels/" +
                                          name.str() + ".mlir");
  return file ? (*file)->getBuffer().str() : "";
}

TEST_F(Execution, Saxpy) { expectEqual(readKernel("saxpy")); }
TEST_F(Execution, InPlaceSwap) { expectEqual(readKernel("in_place_swap")); }
TEST_F(Execution, CollatzSteps) { expectEqual(readKernel("collatz_steps")); }
TEST_F(Execution, SoftmaxRows) { expectEqual(readKernel("softmax_rows")); }
TEST_F(Execution, LayerNorm) { expectEqual(readKernel("layer_norm")); }
TEST_F(Execution, LayerNormBackward) {
  expectEqual(readKernel("layer_norm_backward"));
}

/// Stored in order, loaded in reverse: every element crosses threads, and only
/// the token edge orders the two.
static constexpr const char *crossThreads = R"(
// tilefuzz.launch kernel=@k grid=2,1,1 seed=1
// tilefuzz.buffer x : i32[512] = iota(0, 1)
// tilefuzz.buffer out : i32[512] = fill(-1)
// tilefuzz.args &x &out
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
  %bx, %by, %bz = get_tile_block_id : tile<i32>
  %n = constant <i32: 256> : tile<i32>
  %base = muli %bx, %n : tile<i32>
  %i = iota : tile<256xi32>
  %last = constant <i32: 255> : tile<256xi32>
  %j = subi %last, %i : tile<256xi32>
  %b1 = reshape %base : tile<i32> -> tile<1xi32>
  %b = broadcast %b1 : tile<1xi32> -> tile<256xi32>
  %fwd = addi %i, %b : tile<256xi32>
  %rev = addi %j, %b : tile<256xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %os = broadcast %o1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %px = offset %xs, %fwd : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %pr = offset %xs, %rev : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %po = offset %os, %fwd : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %t0 = make_token : token
  %three = constant <i32: 3> : tile<256xi32>
  %v = muli %fwd, %three : tile<256xi32>
  %t1 = store_ptr_tko weak %px, %v token = %t0 : tile<256xptr<i32>>, tile<256xi32> -> token
  %w, %t2 = load_ptr_tko weak %pr token = %t1 : tile<256xptr<i32>> -> tile<256xi32>, token
  %t3 = store_ptr_tko weak %po, %w token = %t2 : tile<256xptr<i32>>, tile<256xi32> -> token
} }
)";
TEST_F(Execution, TokensOrderThreads) {
  expectEqual(crossThreads);
  EXPECT_EQ(runWithBug(crossThreads, SeededBug::MissingBarrier),
            ComparisonKind::TargetUndefined);
}

/// The same through a loop that carries the token.
TEST_F(Execution, CarriedTokensOrderThreads) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=1
// tilefuzz.buffer x : i32[64] = iota(0, 1)
// tilefuzz.args &x 5
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %n: tile<i32>) {
  %i = iota : tile<64xi32>
  %last = constant <i32: 63> : tile<64xi32>
  %one = constant <i32: 1> : tile<64xi32>
  %j = subi %last, %i : tile<64xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %px = offset %xs, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %pr = offset %xs, %j : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %t0 = make_token : token
  %lo = constant <i32: 0> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %t = for %k in (%lo to %n, step %step) : tile<i32> iter_values(%c = %t0) -> (token) {
    %v, %t1 = load_ptr_tko weak %pr token = %c : tile<64xptr<i32>> -> tile<64xi32>, token
    %w = addi %v, %one : tile<64xi32>
    %even = remi %k, %step signed : tile<i32>
    %zero = cmpi equal %even, %lo, signed : tile<i32> -> tile<i1>
    %t2 = if %zero -> (token) {
      %u = store_ptr_tko weak %px, %w token = %t1 : tile<64xptr<i32>>, tile<64xi32> -> token
      yield %u : token
    } else {
      yield %t1 : token
    }
    continue %t2 : token
  }
} }
)");
}

static std::string reduction(llvm::StringRef shape, unsigned axis,
                             llvm::StringRef result, unsigned count) {
  std::string text = R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=4
// tilefuzz.buffer x : i32[SIZE] = uniform(-1000, 1000)
// tilefuzz.buffer out : i32[COUNT] = fill(-1)
// tilefuzz.args &x &out
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
  %i = iota : tile<SIZExi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<SIZExptr<i32>>
  %px = offset %xs, %i : tile<SIZExptr<i32>>, tile<SIZExi32> -> tile<SIZExptr<i32>>
  %v, %t = load_ptr_tko weak %px : tile<SIZExptr<i32>> -> tile<SIZExi32>, token
  %m = reshape %v : tile<SIZExi32> -> tile<SHAPExi32>
  %j = reshape %i : tile<SIZExi32> -> tile<SHAPExi32>
  %r, %q = reduce %m, %j dim=AXIS identities=[-2147483648 : i32, -1 : i32] : tile<SHAPExi32>, tile<SHAPExi32> -> tile<RESULTi32>, tile<RESULTi32>
  (%e: tile<i32>, %a: tile<i32>, %f: tile<i32>, %b: tile<i32>) {
    %gt = cmpi greater_than %e, %a, signed : tile<i32> -> tile<i1>
    %eq = cmpi equal %e, %a, signed : tile<i32> -> tile<i1>
    %lt = cmpi less_than %f, %b, signed : tile<i32> -> tile<i1>
    %tie = andi %eq, %lt : tile<i1>
    %take = ori %gt, %tie : tile<i1>
    %s = select %take, %e, %a : tile<i1>, tile<i32>
    %u = select %take, %f, %b : tile<i1>, tile<i32>
    yield %s, %u : tile<i32>, tile<i32>
  }
  %sum = addi %r, %q : tile<RESULTi32>
  %flat = reshape %sum : tile<RESULTi32> -> tile<COUNTxi32>
  %k = iota : tile<COUNTxi32>
  %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
  %os = broadcast %o1 : tile<1xptr<i32>> -> tile<COUNTxptr<i32>>
  %po = offset %os, %k : tile<COUNTxptr<i32>>, tile<COUNTxi32> -> tile<COUNTxptr<i32>>
  %t2 = store_ptr_tko weak %po, %flat : tile<COUNTxptr<i32>>, tile<COUNTxi32> -> token
} }
)";
  unsigned size = 1;
  llvm::SmallVector<llvm::StringRef> dims;
  shape.split(dims, 'x');
  for (llvm::StringRef dim : dims) {
    unsigned extent = 0;
    dim.getAsInteger(10, extent);
    size *= extent;
  }
  auto replace = [&](llvm::StringRef what, std::string with) {
    for (size_t at = 0; (at = text.find(what.str(), at)) != std::string::npos;
         at += with.size())
      text.replace(at, what.size(), with);
  };
  replace("SIZE", std::to_string(size));
  replace("COUNT", std::to_string(count));
  replace("AXIS", std::to_string(axis));
  replace("RESULT", result.empty() ? "" : result.str() + "x");
  replace("SHAPE", shape.str());
  return text;
}

TEST_F(Execution, Reductions) {
  expectEqual(reduction("1024", 0, "", 1));
  expectEqual(reduction("16", 0, "", 1));
  expectEqual(reduction("16x64", 0, "64", 64));
  expectEqual(reduction("16x64", 1, "16", 16));
  expectEqual(reduction("8x16x4", 1, "8x4", 32));
  expectEqual(reduction("256x8", 1, "256", 256));
  expectEqual(reduction("4x1x8", 1, "4x8", 32));
  EXPECT_EQ(
      runWithBug(reduction("16x64", 1, "16", 16), SeededBug::ReduceSkipsLane),
      ComparisonKind::Differs);
}

static constexpr const char *edgeTiles = R"(
// tilefuzz.launch kernel=@k grid=2,2,1 seed=5
// tilefuzz.buffer x : i32[70] = iota(100, 1)
// tilefuzz.buffer out : i32[70] = fill(-1)
// tilefuzz.args &x &out 7 10
cuda_tile.module @m { entry @k(%x: tile<ptr<i32>>, %out: tile<ptr<i32>>, %h: tile<i32>, %w: tile<i32>) {
  %bx, %by, %bz = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [%h, 9], strides = [%w, 1] : tile<i32> -> tensor_view<?x9xi32, strides=[?,1]>
  %vo = make_tensor_view %out, shape = [%h, 9], strides = [%w, 1] : tile<i32> -> tensor_view<?x9xi32, strides=[?,1]>
  %px = make_partition_view %vx : partition_view<tile=(8x4), padding_value = zero, tensor_view<?x9xi32, strides=[?,1]>, dim_map=[1, 0]>
  %po = make_partition_view %vo : partition_view<tile=(8x4), tensor_view<?x9xi32, strides=[?,1]>, dim_map=[1, 0]>
  %v, %t = load_view_tko weak %px[%bx, %by] : partition_view<tile=(8x4), padding_value = zero, tensor_view<?x9xi32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<8x4xi32>, token
  %s = addi %v, %v : tile<8x4xi32>
  %u = store_view_tko weak %s, %po[%bx, %by] token = %t : tile<8x4xi32>, partition_view<tile=(8x4), tensor_view<?x9xi32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
} }
)";
TEST_F(Execution, EdgeTilesOfViews) {
  expectEqual(edgeTiles);
  EXPECT_NE(runWithBug(edgeTiles, SeededBug::ViewStoreLosesMask),
            ComparisonKind::Equal);
}

TEST_F(Execution, ScalarsMasksAndNarrowTypes) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=5
// tilefuzz.buffer b : i1[32] = uniform(0, 1)
// tilefuzz.buffer h : f16[32] = uniform(-4, 4)
// tilefuzz.buffer o8 : i8[32] = fill(-1)
// tilefuzz.buffer o1 : i1[32] = fill(0)
// tilefuzz.buffer s : i64[2] = iota(41, 1)
// tilefuzz.args &b &h &o8 &o1 &s
cuda_tile.module @m { entry @k(%b: tile<ptr<i1>>, %h: tile<ptr<f16>>, %o8: tile<ptr<i8>>, %o1: tile<ptr<i1>>, %s: tile<ptr<i64>>) {
  %i = iota : tile<32xi8>
  %b1 = reshape %b : tile<ptr<i1>> -> tile<1xptr<i1>>
  %bs = broadcast %b1 : tile<1xptr<i1>> -> tile<32xptr<i1>>
  %pb = offset %bs, %i : tile<32xptr<i1>>, tile<32xi8> -> tile<32xptr<i1>>
  %mask, %t0 = load_ptr_tko weak %pb : tile<32xptr<i1>> -> tile<32xi1>, token
  %h1 = reshape %h : tile<ptr<f16>> -> tile<1xptr<f16>>
  %hs = broadcast %h1 : tile<1xptr<f16>> -> tile<32xptr<f16>>
  %ph = offset %hs, %i : tile<32xptr<f16>>, tile<32xi8> -> tile<32xptr<f16>>
  %pad = constant <f16: 2.5> : tile<32xf16>
  %v, %t1 = load_ptr_tko weak %ph, %mask, %pad : tile<32xptr<f16>>, tile<32xi1>, tile<32xf16> -> tile<32xf16>, token
  %sq = mulf %v, %v : tile<32xf16>
  %sum = addf %sq, %pad : tile<32xf16>
  %n = ftoi %sum signed : tile<32xf16> -> tile<32xi8>
  %table = constant <i8: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5]> : tile<32xi8>
  %d = divi %n, %table signed rounding<positive_inf> : tile<32xi8>
  %e = divi %i, %table signed rounding<negative_inf> : tile<32xi8>
  %m = xori %d, %e : tile<32xi8>
  %p1 = reshape %o8 : tile<ptr<i8>> -> tile<1xptr<i8>>
  %ps = broadcast %p1 : tile<1xptr<i8>> -> tile<32xptr<i8>>
  %po = offset %ps, %i : tile<32xptr<i8>>, tile<32xi8> -> tile<32xptr<i8>>
  %t2 = store_ptr_tko weak %po, %m, %mask : tile<32xptr<i8>>, tile<32xi8>, tile<32xi1> -> token
  %c = cmpi greater_than %m, %table, unsigned : tile<32xi8> -> tile<32xi1>
  %q1 = reshape %o1 : tile<ptr<i1>> -> tile<1xptr<i1>>
  %qs = broadcast %q1 : tile<1xptr<i1>> -> tile<32xptr<i1>>
  %po1 = offset %qs, %i : tile<32xptr<i1>>, tile<32xi8> -> tile<32xptr<i1>>
  %t3 = store_ptr_tko weak %po1, %c : tile<32xptr<i1>>, tile<32xi1> -> token
  %sv, %t4 = load_ptr_tko weak %s : tile<ptr<i64>> -> tile<i64>, token
  %one = constant <i64: 1> : tile<i64>
  %ps1 = offset %s, %one : tile<ptr<i64>>, tile<i64> -> tile<ptr<i64>>
  %cond = cmpi greater_than %sv, %one, signed : tile<i64> -> tile<i1>
  %t5 = if %cond -> (token) {
    %u = store_ptr_tko weak %ps1, %sv token = %t4 : tile<ptr<i64>>, tile<i64> -> token
    yield %u : token
  } else {
    yield %t4 : token
  }
} }
)");
}

/// What the machine leaves undefined or rounds otherwise.
TEST_F(Execution, IntegerCorners) {
  const char *operations[] = {"remi %a, %b signed",
                              "remi %a, %b unsigned",
                              "divi %a, %b unsigned rounding<positive_inf>",
                              "divi %a, %d signed rounding<negative_inf>",
                              "divi %a, %d signed rounding<positive_inf>",
                              "shli %a, %b",
                              "shri %a, %b signed",
                              "shri %a, %b unsigned"};
  for (const char *operation : operations)
    expectEqual(std::string(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=5
// tilefuzz.buffer a : i32[64] = list(-2147483648, 2147483647, -1, 0, 1, -7, 7)
// tilefuzz.buffer b : i32[64] = list(-1, 1, 31, 32, 33, -2147483648, 2, -3)
// tilefuzz.buffer d : i32[64] = list(-2147483648, 1, 31, 2, -2, 3)
// tilefuzz.buffer out : i32[64] = fill(-1)
// tilefuzz.args &a &b &d &out
cuda_tile.module @m { entry @k(%ap: tile<ptr<i32>>, %bp: tile<ptr<i32>>, %dp: tile<ptr<i32>>, %op: tile<ptr<i32>>) {
  %i = iota : tile<64xi32>
  %a1 = reshape %ap : tile<ptr<i32>> -> tile<1xptr<i32>>
  %as = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %aq = offset %as, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %a, %t0 = load_ptr_tko weak %aq : tile<64xptr<i32>> -> tile<64xi32>, token
  %b1 = reshape %bp : tile<ptr<i32>> -> tile<1xptr<i32>>
  %bs = broadcast %b1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %bq = offset %bs, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %b, %t1 = load_ptr_tko weak %bq : tile<64xptr<i32>> -> tile<64xi32>, token
  %d1 = reshape %dp : tile<ptr<i32>> -> tile<1xptr<i32>>
  %ds = broadcast %d1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %dq = offset %ds, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %d, %t2 = load_ptr_tko weak %dq : tile<64xptr<i32>> -> tile<64xi32>, token
  %r = )") + operation +
                R"( : tile<64xi32>
  %o1 = reshape %op : tile<ptr<i32>> -> tile<1xptr<i32>>
  %os = broadcast %o1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
  %oq = offset %os, %i : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
  %t3 = store_ptr_tko weak %oq, %r : tile<64xptr<i32>>, tile<64xi32> -> token
} }
)");
}

TEST_F(Execution, FormatsOfOneWidth) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=5
// tilefuzz.buffer a : f16[64] = special()
// tilefuzz.buffer out : bf16[64] = fill(-1)
// tilefuzz.args &a &out
cuda_tile.module @m { entry @k(%ap: tile<ptr<f16>>, %op: tile<ptr<bf16>>) {
  %i = iota : tile<64xi32>
  %a1 = reshape %ap : tile<ptr<f16>> -> tile<1xptr<f16>>
  %as = broadcast %a1 : tile<1xptr<f16>> -> tile<64xptr<f16>>
  %aq = offset %as, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
  %a, %t0 = load_ptr_tko weak %aq : tile<64xptr<f16>> -> tile<64xf16>, token
  %r = ftof %a : tile<64xf16> -> tile<64xbf16>
  %o1 = reshape %op : tile<ptr<bf16>> -> tile<1xptr<bf16>>
  %os = broadcast %o1 : tile<1xptr<bf16>> -> tile<64xptr<bf16>>
  %oq = offset %os, %i : tile<64xptr<bf16>>, tile<64xi32> -> tile<64xptr<bf16>>
  %t3 = store_ptr_tko weak %oq, %r : tile<64xptr<bf16>>, tile<64xbf16> -> token
} }
)");
}

TEST_F(Execution, BroadcastsAcrossThreads) {
  expectEqual(R"(
// tilefuzz.launch kernel=@k grid=1,1,1 seed=5
// tilefuzz.buffer out : i32[512] = fill(-1)
// tilefuzz.args &out
cuda_tile.module @m { entry @k(%out: tile<ptr<i32>>) {
  %r = iota : tile<16xi32>
  %c = iota : tile<32xi32>
  %r2 = reshape %r : tile<16xi32> -> tile<16x1xi32>
  %c2 = reshape %c : tile<32xi32> -> tile<1x32xi32>
  %rb = broadcast %r2 : tile<16x1xi32> -> tile<16x32xi32>
  %cb = broadcast %c2 : tile<1x32xi32> -> tile<16x32xi32>
  %w = constant <i32: 32> : tile<16x32xi32>
  %o = muli %rb, %w : tile<16x32xi32>
  %at = addi %o, %cb : tile<16x32xi32>
  %o1 = reshape %out : tile<ptr<i32>> -> tile<1x1xptr<i32>>
  %os = broadcast %o1 : tile<1x1xptr<i32>> -> tile<16x32xptr<i32>>
  %po = offset %os, %at : tile<16x32xptr<i32>>, tile<16x32xi32> -> tile<16x32xptr<i32>>
  %v = xori %rb, %cb : tile<16x32xi32>
  %t = store_ptr_tko weak %po, %v : tile<16x32xptr<i32>>, tile<16x32xi32> -> token
} }
)");
}

TEST_F(Execution, GeneratedPrograms) {
  unsigned compared = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    GenerateOptions options;
    options.wholeOneIn = 0;
    llvm::Expected<Program> program = generateProgram(context, seed, options);
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    Lowered lowered(context, std::move(*program));
    ASSERT_EQ(lowered.error, "") << "seed " << seed;
    ComparisonVerdict verdict = lowered.compareWithSource(seed);
    // Few read a float sum back, which makes them unstable.
    if (verdict.kind == ComparisonKind::Unstable)
      continue;
    EXPECT_EQ(verdict.kind, ComparisonKind::Equal)
        << "seed " << seed << ": " << verdict.reason;
    compared += verdict.kind == ComparisonKind::Equal;
  }
  EXPECT_GT(compared, 50u);
}
