//===- RowsTest.cpp - Each reduction alone --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RowsTest.h"
#include "fuzz/Generate/Generate.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;

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
