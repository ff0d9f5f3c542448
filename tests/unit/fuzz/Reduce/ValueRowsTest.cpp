//===- ValueRowsTest.cpp - Reductions of accesses, shapes and launches ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RowsTest.h"

using namespace tilefuzz;

static const char *tokens = R"(
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %v, %t = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
    %u = store_ptr_tko release sys %p, %v token=%t : tile<ptr<i32>>, tile<i32> -> token
    %w = join_tokens %t, %u : token
    %x = store_ptr_tko weak %p, %v token=%w : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})";

TEST_F(RowsTest, TokensAreCut) {
  Subject subject(llvm::cantFail(parseProgram(tokens, "t", *context)));
  ASSERT_EQ(row("cut-tokens").count(subject, 0), 4u);
  std::string text = apply("cut-tokens", tokens, 0, 0);
  EXPECT_HAS(text, "store_ptr_tko release sys %arg0, %result :");
  // The join goes, as nothing else needed it.
  text = apply("cut-tokens", tokens, 1, 3);
  EXPECT_HAS_NOT(text, "join");
  EXPECT_HAS(text, "make_token");
}

TEST_F(RowsTest, OrderingsAreWeakened) {
  std::string text = apply("weaken-orderings", tokens, 0, 0, 4);
  EXPECT_HAS_NOT(text, "release");
  EXPECT_HAS_NOT(text, "sys");
  EXPECT_HAS(text, "store_ptr_tko weak");
  text = apply("weaken-orderings", tokens, 1, 2, 2);
  EXPECT_HAS(text, "store_ptr_tko relaxed tl_blk");
}

TEST_F(RowsTest, ShapesShrinkEverywhereAlike) {
  const char *text = R"(
func.func @f(%a: vector<8x4xf32>) -> vector<8x4xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0],
                             [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : vector<8x4xf32>
  %x = arith.addf %a, %c fastmath<fast> : vector<8x4xf32>
  return %x : vector<8x4xf32>
})";
  std::string small = apply("shrink-shapes", text, 0, 1);
  EXPECT_HAS(small, "-> vector<2x2xf32>");
  small = apply("shrink-shapes", text, 1, 1);
  EXPECT_HAS(small, "-> vector<4x4xf32>");
  small = apply("shrink-shapes", text, 2, 0);
  EXPECT_HAS(small, "-> vector<8x1xf32>");
  small = apply("drop-attributes", text, 0, 0);
  EXPECT_HAS_NOT(small, "fastmath");
}

TEST_F(RowsTest, NumbersBecomeSimple) {
  const char *text = R"(
func.func @f() -> (i32, f32, vector<2xi32>) {
  %a = arith.constant 1234 : i32
  %b = arith.constant -7.5 : f32
  %c = arith.constant dense<[9, 8]> : vector<2xi32>
  return %a, %b, %c : i32, f32, vector<2xi32>
})";
  EXPECT_HAS(apply("simplify-numbers", text, 0, 0, 3), "dense<0>");
  EXPECT_HAS(apply("simplify-numbers", text, 1, 0, 3), "constant 1.000000e+00");
  EXPECT_HAS(apply("simplify-numbers", text, 2, 2), "dense<9>");
  std::string half = apply("simplify-numbers", text, 3, 0, 3);
  EXPECT_HAS(half, "constant 617 : i32");
  EXPECT_HAS(half, "constant -7.000000e+00");
  EXPECT_HAS(half, "dense<4>");
}

TEST_F(RowsTest, ConstantSizesMoveIntoViews) {
  const char *text = R"(
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>) {
    %n = constant <i32: 48> : tile<i32>
    %view = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
    return
  }
})";
  EXPECT_HAS(apply("make-view-static", text, 0, 0), "tensor_view<48xf32");
}

TEST_F(RowsTest, LaunchesShrink) {
  const char *text = R"(// tilefuzz.launch grid=4,2,1 seed=9
// tilefuzz.buffer b : i32[64] = list(3, 4, 5, 6)
// tilefuzz.args &b+8 17
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>, %n: tile<i32>) {
    return
  }
})";
  std::string all;
  Subject subject(llvm::cantFail(parseProgram(text, "t", *context)));
  for (unsigned i = 0; i < row("shrink-launch").count(subject, 0); ++i)
    all += apply("shrink-launch", text, 0, i);
  for (const char *part : {"&b 17", "&b+8 0", "&b+8 8", "i32[32]", "i32[1]",
                           "= fill(0)", "list(3, 4)", "grid=2,2,1",
                           "grid=1,2,1", "grid=4,1,1", "grid=1,1,1", "seed=0"})
    EXPECT_HAS(all, part);
  // An unused parameter goes with its buffer.
  std::string dropped = apply("drop-parameters", text, 0, 0);
  EXPECT_HAS_NOT(dropped, "tilefuzz.buffer");
}

TEST_F(RowsTest, ParametersBecomeWhatTheLaunchGives) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.args 0x5C -2 1.5
cuda_tile.module @m {
  entry @e(%a: tile<i32>, %b: tile<i8>, %c: tile<f32>) {
    print_tko "%d %d %f\n", %a, %b, %c : tile<i32>, tile<i8>, tile<f32> -> token
    return
  }
})";
  EXPECT_HAS(apply("drop-parameters", text, 2, 0), "constant <i32: 92>");
  EXPECT_HAS(apply("drop-parameters", text, 2, 1), "constant <i8: -2>");
  EXPECT_EQ(apply("drop-parameters", text, 2, 2), "");
}

TEST_F(RowsTest, LoopsBecomeTwoTrips) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
cuda_tile.module @m {
  entry @e() {
    %zero = constant <i32: 0> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %r = for %i in (%zero to %five, step %two) : tile<i32> iter_values(%x = %five) -> (tile<i32>) {
      %y = muli %x, %i : tile<i32>
      continue %y : tile<i32>
    }
    print_tko "%d\n", %r : tile<i32> -> token
    return
  }
})";
  std::string twice = apply("unroll-twice", text, 0, 0);
  EXPECT_HAS_NOT(twice, "for ");
  EXPECT_HAS(twice, "muli %cst_5_i32, %cst_0_i32");
  EXPECT_HAS(twice, "addi %cst_0_i32, %cst_2_i32");
}

TEST_F(RowsTest, NamesOfValuesDoNotCount) {
  EXPECT_EQ(textMeasureOf("%cst_0_i8_0 = negi %cst_0_i8 : tile<i8>"),
            textMeasureOf("%1 = negi %0 : tile<i8>"));
  EXPECT_LT(textMeasureOf("%1 = constant <i8: 0>"),
            textMeasureOf("%1 = constant <i8: 2>"));
  EXPECT_LT(textMeasureOf("%1 = negi %0"), textMeasureOf("%1 = negi %0 {a}"));
}

TEST_F(RowsTest, AccessesGoToTheFirstTile) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : f32[64] = fill(0)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>) {
    %two = constant <i32: 2> : tile<i32>
    %view = make_tensor_view %p, shape = [11], strides = [1] : tensor_view<11xf32, strides=[1]>
    %tiles = make_partition_view %view : partition_view<tile=(4), tensor_view<11xf32, strides=[1]>>
    %a, %t = load_view_tko weak %tiles[%two] : partition_view<tile=(4), tensor_view<11xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
    return
  }
})";
  std::string first = apply("first-tile", text, 0, 0);
  // The last tile had three elements inside.
  EXPECT_HAS(first, "shape = [3]");
  EXPECT_HAS(first, "<i32: 0>");
  EXPECT_HAS_NOT(first, "11x");
  EXPECT_HAS_NOT(first, "<i32: 2>");
}

TEST_F(RowsTest, ReductionsLoseWhatNobodyUses) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
cuda_tile.module @m {
  entry @e() {
    %x = constant <i32: [1, 2]> : tile<2xi32>
    %y = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %a, %b = reduce %x, %y dim=0 identities=[7 : i32, 0.0 : f32] : tile<2xi32>, tile<2xf32> -> tile<i32>, tile<f32>
    (%p: tile<i32>, %q: tile<i32>, %r: tile<f32>, %s: tile<f32>) {
      %m = maxi %p, %q signed : tile<i32>
      %n = maxf %r, %s : tile<f32>
      yield %m, %n : tile<i32>, tile<f32>
    }
    print_tko "%f\n", %b : tile<f32> -> token
    return
  }
})";
  std::string one = apply("drop-region-results", text, 0, 0);
  EXPECT_HAS(one, "identities=[0.0");
  EXPECT_HAS_NOT(one, "maxi");
  EXPECT_HAS(one, "maxf");
  // The other one is used.
  EXPECT_EQ(apply("drop-region-results", text, 0, 1), "");
}

TEST_F(RowsTest, LoadsBecomeStores) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : i32[4] = fill(0)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %c = constant <i1: true> : tile<i1>
    %z = constant <i32: 5> : tile<i32>
    %a, %t = load_ptr_tko relaxed device %p, %c, %z : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
    %b, %u = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
    print_tko "%d\n", %b : tile<i32> -> token
    return
  }
})";
  std::string stored = apply("load-to-store", text, 0, 0);
  EXPECT_HAS(stored, "store_ptr_tko relaxed device %arg0, %cst_1_i32, %");
  EXPECT_HAS(stored, "token=");
  EXPECT_HAS_NOT(stored, "<i32: 5>");
  // Who used the numbers gets ones.
  std::string other = apply("load-to-store", text, 0, 1);
  EXPECT_HAS(other, "store_ptr_tko weak");
  EXPECT_HAS(other, "%cst_1_i32");
  EXPECT_HAS(other, "print_tko \"%d\\0A\", %cst_1_i32");
}

TEST_F(RowsTest, BuffersThatNoArgumentNamesGo) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer a : i32[4] = bits()
// tilefuzz.buffer b : i32[4] = bits()
// tilefuzz.args &b
module {})";
  std::string dropped = apply("shrink-launch", text, 0, 0);
  EXPECT_HAS_NOT(dropped, "buffer a");
  EXPECT_HAS(dropped, "&b");
}

/// Two of them share a byte.
TEST_F(RowsTest, BuffersKeepWholeBytes) {
  const char *text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : f4E2M1FN[12] = bits()
// tilefuzz.args &b
module {})";
  Subject subject(llvm::cantFail(parseProgram(text, "t", *context)));
  std::string all;
  for (unsigned i = 0; i < row("shrink-launch").count(subject, 0); ++i)
    all += apply("shrink-launch", text, 0, i);
  for (const char *part : {"f4E2M1FN[2]", "f4E2M1FN[6]", "f4E2M1FN[10]"})
    EXPECT_HAS(all, part);
  for (const char *part : {"f4E2M1FN[1]", "f4E2M1FN[11]"})
    EXPECT_HAS_NOT(all, part);
}

TEST_F(RowsTest, PassesAndTheirOptionsGo) {
  const char *text = "module {}";
  const char *all = "builtin.module(a{x=1,2},func.func(b,c{y={1,2}}),d)";
  passes = all;
  apply("drop-passes", text, 0, 1);
  EXPECT_EQ(passes, "builtin.module(a{x=1,2},func.func(c{y={1,2}}),d)");
  apply("drop-passes", text, 0, 1);
  EXPECT_EQ(passes, "builtin.module(a{x=1,2},d)");
  apply("drop-passes", text, 1, 0);
  EXPECT_EQ(passes, "builtin.module(a,d)");
  apply("drop-passes", text, 0, 0, 2);
  EXPECT_EQ(passes, "builtin.module()");
}
