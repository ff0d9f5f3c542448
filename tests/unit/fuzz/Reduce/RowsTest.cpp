//===- RowsTest.cpp - Each reduction alone --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/xxhash.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

namespace {
class RowsTest : public testing::Test {
protected:
  RowsTest() { context->allowUnregisteredDialects(); }

  static const Reduction &row(llvm::StringRef name) {
    for (const Reduction &row : getReductions())
      if (row.name == name)
        return row;
    ADD_FAILURE() << "no row " << name.str();
    return getReductions().front();
  }

  /// The text after the row was applied to these places; empty if it made
  /// nothing of them, `invalid` if that does not verify.
  std::string apply(llvm::StringRef name, llvm::StringRef text, unsigned level,
                    unsigned begin, unsigned size = 1) {
    Subject subject(llvm::cantFail(parseProgram(text, "t", *context)), passes);
    const Reduction &reduction = row(name);
    EXPECT_LT(level, reduction.levels(subject)) << name.str();
    EXPECT_LE(begin + size, reduction.count(subject, level)) << name.str();
    if (!reduction.apply(subject, level, begin, size))
      return "";
    passes = subject.passes;
    mlir::ScopedDiagnosticHandler silence(
        context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    return mlir::succeeded(mlir::verify(subject.module.get()))
               ? subject.toString()
               : "invalid";
  }

  static bool has(llvm::StringRef text, llvm::StringRef part) {
    return text.contains(part);
  }

  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::string passes;
};
} // namespace

#define EXPECT_HAS(text, part) EXPECT_TRUE(has(text, part)) << text
#define EXPECT_HAS_NOT(text, part)                                             \
  EXPECT_TRUE(!text.empty() && text != "invalid" && !has(text, part)) << text

static const char *calls = R"(
func.func private @leaf(%a: i32, %b: i32) -> (i32, i32) {
  return %b, %a : i32, i32
}
func.func @top(%a: i32) -> i32 {
  %r:2 = func.call @leaf(%a, %a) : (i32, i32) -> (i32, i32)
  %s = arith.addi %r#1, %a : i32
  return %s : i32
})";

TEST_F(RowsTest, SymbolsGoWithTheirCalls) {
  std::string text = apply("erase-symbols", calls, 0, 0);
  EXPECT_HAS_NOT(text, "leaf");
  EXPECT_HAS(text, "@top");
  EXPECT_HAS(text, "arith.constant 0 : i32");
}

TEST_F(RowsTest, ParametersGoFromCalls) {
  // @leaf's second one: a constant stands for it.
  EXPECT_EQ(apply("drop-parameters", calls, 0, 1), "");
  std::string text = apply("drop-parameters", calls, 1, 1);
  EXPECT_HAS(text, "@leaf(%arg0: i32) -> (i32, i32)");
  EXPECT_HAS(text, "call @leaf(%arg0) : (i32) -> (i32, i32)");
}

TEST_F(RowsTest, FunctionResultsGoFromCallsAndReturns) {
  std::string text = apply("drop-function-results", calls, 0, 0);
  EXPECT_HAS(text, "return %arg0 : i32");
  EXPECT_HAS(text, "%0 = call @leaf(%arg0, %arg0) : (i32, i32) -> i32");
  EXPECT_HAS(text, "addi %0, %arg0");
}

// The token that the end of the branch gets may not be the one that goes.
TEST_F(RowsTest, BlockEndsGetWhatStays) {
  std::string text = apply("erase-with-users", R"(
cuda_tile.module @m {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>, %x: tile<i32>) {
    %start = make_token : token
    %token = if %c -> (token) {
      %stored = store_ptr_tko weak %p, %x token=%start : tile<ptr<i32>>, tile<i32> -> token
      yield %stored : token
    } else {
      yield %start : token
    }
    %last = store_ptr_tko weak %p, %x token=%token : tile<ptr<i32>>, tile<i32> -> token
    return
  }
})",
                           0, 0);
  EXPECT_NE(text, "invalid");
  EXPECT_HAS(text, "make_token");
  EXPECT_EQ(llvm::StringRef(text).count("store_ptr_tko"), 1u) << text;
}

static const char *loops = R"(
func.func private @sink(i32)
func.func @f(%n: index, %c: i1, %a: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %z = arith.muli %x, %y : i32
    %t:2 = scf.if %c -> (i32, i32) {
      %p = arith.subi %z, %a : i32
      scf.yield %p, %z : i32, i32
    } else {
      scf.yield %a, %a : i32, i32
    }
    func.call @sink(%t#0) : (i32) -> ()
    scf.yield %x, %t#0 : i32, i32
  }
  return %r#1 : i32
})";

TEST_F(RowsTest, SlicesGoWithWhatOnlyTheyNeed) {
  Subject subject(llvm::cantFail(parseProgram(loops, "t", *context)));
  ASSERT_EQ(row("erase-slices").count(subject, 0), 1u);
  std::string text = apply("erase-slices", loops, 0, 0);
  EXPECT_HAS_NOT(text, "call @sink");
  // Still needed by the loop.
  EXPECT_HAS(text, "scf.if");
}

TEST_F(RowsTest, SubtreesGoOutermostFirst) {
  Subject subject(llvm::cantFail(parseProgram(loops, "t", *context)));
  ASSERT_EQ(row("erase-subtrees").levels(subject), 3u);
  ASSERT_EQ(row("erase-subtrees").count(subject, 0), 3u);
  std::string text = apply("erase-subtrees", loops, 0, 2);
  EXPECT_HAS_NOT(text, "scf");
  text = apply("erase-subtrees", loops, 1, 0, 3);
  EXPECT_HAS(text, "scf.for");
  EXPECT_HAS_NOT(text, "scf.if");
}

TEST_F(RowsTest, OperationsBecomeOperandsOrZeros) {
  std::string text = apply("erase-to-operand", loops, 0, 3);
  EXPECT_HAS_NOT(text, "muli");
  EXPECT_HAS(text, "arith.subi %arg4, %arg2");
  text = apply("erase-to-zero", loops, 0, 3);
  EXPECT_HAS(text, "arith.subi %c0_i32, %arg2");
  text = apply("erase-with-users", loops, 0, 3);
  EXPECT_HAS_NOT(text, "muli");
  EXPECT_HAS_NOT(text, "subi");
}

TEST_F(RowsTest, OperationsAndOperandsBecomeEarlierValues) {
  const char *chain = R"(
func.func @f(%a: i32, %b: i32) -> i32 {
  %x = arith.muli %a, %b : i32
  %y = arith.addi %b, %b : i32
  %z = arith.subi %y, %a : i32
  return %z : i32
})";
  // Operations count from the end; an operation is no earlier value of itself.
  std::string text = apply("erase-to-earlier", chain, 0, 1);
  EXPECT_HAS_NOT(text, "addi");
  EXPECT_HAS(text, "arith.subi");
  // The operands of %x, %y, %z: zero, one, the earliest value of the type.
  text = apply("replace-operands", chain, 0, 4);
  EXPECT_HAS(text, "arith.subi %c0_i32, %arg0");
  EXPECT_HAS_NOT(text, "addi");
  text = apply("replace-operands", chain, 1, 4);
  EXPECT_HAS(text, "arith.subi %c1_i32, %arg0");
  text = apply("replace-operands", chain, 2, 5);
  EXPECT_HAS(text, "arith.subi");
  // What stands there already is no change.
  EXPECT_EQ(apply("replace-operands", chain, 2, 0), "");
}

TEST_F(RowsTest, RegionsTakeThePlaceOfTheirOperations) {
  // Of the function, the loop, the two branches.
  EXPECT_EQ(apply("inline-region", loops, 0, 0), "");
  std::string text = apply("inline-region", loops, 0, 1);
  EXPECT_HAS_NOT(text, "scf.for");
  EXPECT_HAS(text, "arith.muli %arg2, %arg2");
  text = apply("inline-region", loops, 0, 2);
  EXPECT_HAS_NOT(text, "scf.if");
  EXPECT_HAS(text, "subi");
  text = apply("inline-region", loops, 0, 3);
  EXPECT_HAS_NOT(text, "subi");
}

TEST_F(RowsTest, UnusedResultsGoWithWhatCarriesThem) {
  std::string text = apply("drop-region-results", loops, 0, 0);
  EXPECT_HAS(text, "iter_args(%arg4 = %arg2) -> (i32)");
  EXPECT_HAS(text, "muli %arg2, %arg4");
  EXPECT_HAS(text, "return %0 : i32");
  text = apply("drop-region-results", loops, 0, 3);
  EXPECT_HAS(text, "scf.if %arg1 -> (i32)");
  // Used.
  EXPECT_EQ(apply("drop-region-results", loops, 0, 1), "");
}

TEST_F(RowsTest, ResultsOfAnUncountedLoop) {
  const char *text = R"(
cuda_tile.module @m {
  entry @e(%a: tile<i32>, %c: tile<i1>) {
    %r, %q = loop iter_values(%x = %a, %y = %a) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
      %z = addi %x, %a : tile<i32>
      if %c {
        break %x, %z : tile<i32>, tile<i32>
      }
      continue %z, %a : tile<i32>, tile<i32>
    }
    print_tko "%d", %q : tile<i32> -> token
    return
  }
})";
  std::string small = apply("drop-region-results", text, 0, 0);
  EXPECT_HAS(small, "break %2 : tile<i32>");
  // Behind the results: what it carries.
  small = apply("drop-region-results", text, 0, 3);
  EXPECT_HAS(small, "continue %2 : tile<i32>");
  EXPECT_HAS(small, "break %arg2, %2");
}

TEST_F(RowsTest, EqualOperationsMerge) {
  const char *text = R"(
func.func @f(%a: i32) -> i32 {
  %x = arith.muli %a, %a : i32
  %dead = arith.addi %a, %a : i32
  %y = arith.muli %a, %a : i32
  %z = arith.addi %x, %y : i32
  return %z : i32
})";
  std::string small = apply("merge-equal", text, 0, 0);
  EXPECT_HAS(small, "addi %0, %0");
  EXPECT_HAS_NOT(small, "addi %arg0");
  small = apply("merge-equal", text, 1, 0);
  EXPECT_HAS(small, "addi %0, %0");
  EXPECT_HAS(small, "addi %arg0");
}

TEST_F(RowsTest, BlocksAreLeftOut) {
  const char *text = R"(
func.func @f(%c: i1, %a: i32) -> i32 {
  llvm.cond_br %c, ^left, ^right(%a : i32)
^left:
  %x = arith.addi %a, %a : i32
  llvm.br ^right(%x : i32)
^right(%y: i32):
  return %y : i32
})";
  std::string small = apply("reduce-blocks", text, 0, 0);
  EXPECT_HAS_NOT(small, "addi");
  EXPECT_HAS(small, "^bb1(%arg1 : i32), ^bb1(%arg1 : i32)");
  small = apply("reduce-blocks", text, 1, 0);
  EXPECT_HAS(small, "return %arg1");
  EXPECT_HAS_NOT(small, "br");
  const char *chain = R"(
func.func @f(%a: i32) -> i32 {
  llvm.br ^next(%a : i32)
^next(%y: i32):
  return %y : i32
})";
  small = apply("reduce-blocks", chain, 2, 1);
  EXPECT_HAS_NOT(small, "br");
}

TEST_F(RowsTest, UnusedArgumentsOfBlocksGo) {
  const char *text = R"(
func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^next(%a, %b : i32, i32), ^next(%b, %a : i32, i32)
^next(%x: i32, %y: i32):
  return %y : i32
})";
  std::string small = apply("drop-block-arguments", text, 0, 0);
  EXPECT_HAS(small, "^bb1(%arg2 : i32), ^bb1(%arg1 : i32)");
  // Used.
  EXPECT_EQ(apply("drop-block-arguments", text, 0, 1), "");
}

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

TEST_F(RowsTest, DialectsThatAreNotLinked) {
  const char *text = R"(
"x.function"() ({
^entry(%a: !x.thing):
  %c = "x.source"() : () -> !x.thing
  %t = "x.touch"(%a, %c) : (!x.thing, !x.thing) -> !x.token
  %b = "x.combine"(%c, %a) {flag, width = 64 : i32} : (!x.thing, !x.thing) -> !x.thing
  "x.loop"(%b) ({
  ^body(%d: !x.thing):
    %e = "x.work"(%d) : (!x.thing) -> !x.thing
    "x.next"(%e) : (!x.thing) -> ()
  }) : (!x.thing) -> ()
  "x.finish"(%b, %t) : (!x.thing, !x.token) -> ()
}) : () -> ())";
  // In order: function, source, touch, combine, loop, work; ends stay.
  Subject subject(llvm::cantFail(parseProgram(text, "t", *context)));
  ASSERT_EQ(row("erase-to-operand").count(subject, 0), 6u);
  EXPECT_HAS(apply("erase-to-operand", text, 0, 3), "\"x.loop\"(%0)");
  EXPECT_HAS_NOT(apply("erase-slices", text, 0, 0), "x.finish");
  EXPECT_HAS_NOT(apply("erase-subtrees", text, 1, 3), "x.work");
  std::string inlined = apply("inline-region", text, 0, 1);
  EXPECT_HAS(inlined, "\"x.work\"(%2)");
  EXPECT_HAS_NOT(inlined, "x.loop");
  // What looks like the end may be an ordinary operation.
  EXPECT_HAS_NOT(inlined, "x.next");
  inlined = apply("inline-region", text, 1, 1);
  EXPECT_HAS(inlined, "x.next");
  EXPECT_HAS_NOT(inlined, "x.loop");
  EXPECT_HAS(apply("empty-region", text, 0, 1), "\"x.loop\"(%2) ({");
  EXPECT_HAS(apply("cut-tokens", text, 0, 0), "\"x.finish\"(%2)");
  EXPECT_HAS(apply("drop-operands", text, 0, 0), "\"x.touch\"(%0)");
  EXPECT_HAS_NOT(apply("drop-attributes", text, 0, 0), "flag");
  EXPECT_HAS(apply("simplify-numbers", text, 0, 0), "width = 0");
  EXPECT_HAS_NOT(apply("erase-with-users", text, 0, 6), "x.next");
}

/// A question without reason, so that reduction goes everywhere.
TEST_F(RowsTest, EveryProgramSurvives) {
  uint64_t answers = 0;
  for (uint64_t seed = 0; seed < 24; ++seed) {
    GenerateOptions whole;
    whole.wholeOneIn = 1 + seed % 2;
    Program program = llvm::cantFail(generateProgram(*context, seed, whole));
    ReduceOptions options;
    options.maxTries = 150;
    Program small = reduceProgram(
        program,
        [&](const Program &candidate) {
          ++answers;
          return llvm::xxh3_64bits(candidate.toString()) % 4 == 0;
        },
        options);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(small.module.get())));
    // What is printed can be read.
    llvm::Expected<Program> again =
        parseProgram(small.toString(), "t", *context);
    EXPECT_TRUE(bool(again)) << llvm::toString(again.takeError()) << "\n"
                             << small.toString();
  }
  EXPECT_GT(answers, 1000u);
}
