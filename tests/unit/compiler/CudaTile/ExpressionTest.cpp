//===- ExpressionTest.cpp - Trees, rules and what folds compute -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/CudaTile/CudaTileRewrites.h"
#include "compiler/CudaTile/ExpressionRules.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/Float.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cuda_tile;
namespace semantics = tilefuzz::semantics;
using tilefuzz::ConcreteDomain;
using tilefuzz::ReadAs;
using tilefuzz::Relation;
using tilefuzz::WrapPromise;

//===----------------------------------------------------------------------===//
// What folds compute is what interp/Semantics defines
//===----------------------------------------------------------------------===//

static std::vector<APInt> interesting(unsigned width) {
  std::vector<APInt> values;
  if (width <= 8) {
    for (unsigned n = 0; n < 1u << width; ++n)
      values.push_back(APInt(width, n));
    return values;
  }
  for (unsigned bit = 0; bit < width; ++bit)
    for (int delta : {-1, 0, 1})
      values.push_back(APInt::getOneBitSet(width, bit) + delta);
  for (uint64_t n = 0; n < 70; ++n)
    values.push_back(APInt(width, n * 0x9E3779B97F4A7C15, false, true));
  return values;
}

TEST(FoldTest, IntegersAgreeWithTheDefinition) {
  ConcreteDomain d;
  auto fold = [](ExprKind kind, bool isSigned, const APInt &a, const APInt &b) {
    return foldElement(kind, isSigned, ComparisonPredicate::Equal,
                       a.getBitWidth(), {a, b});
  };
  for (unsigned width : {1u, 8u, 16u, 32u, 64u})
    for (const APInt &a : interesting(width))
      for (const APInt &b : interesting(width)) {
        WrapPromise none = WrapPromise::None;
        ASSERT_EQ(fold(ExprKind::Add, false, a, b),
                  semantics::addi(d, a, b, none).value);
        ASSERT_EQ(fold(ExprKind::Sub, false, a, b),
                  semantics::subi(d, a, b, none).value);
        ASSERT_EQ(fold(ExprKind::Mul, false, a, b),
                  semantics::muli(d, a, b, none).value);
        ASSERT_EQ(fold(ExprKind::And, false, a, b),
                  semantics::andi(d, a, b).value);
        ASSERT_EQ(fold(ExprKind::Or, false, a, b),
                  semantics::ori(d, a, b).value);
        ASSERT_EQ(fold(ExprKind::Xor, false, a, b),
                  semantics::xori(d, a, b).value);
        ASSERT_EQ(fold(ExprKind::Shl, false, a, b),
                  semantics::shli(d, a, b, none).value);
        for (bool isSigned : {false, true}) {
          ReadAs read = isSigned ? ReadAs::Signed : ReadAs::Unsigned;
          ASSERT_EQ(fold(ExprKind::Shr, isSigned, a, b),
                    semantics::shri(d, a, b, read).value);
          ASSERT_EQ(fold(ExprKind::Min, isSigned, a, b),
                    semantics::mini(d, a, b, read).value);
          ASSERT_EQ(fold(ExprKind::Max, isSigned, a, b),
                    semantics::maxi(d, a, b, read).value);
          for (unsigned p = 0; p < 6; ++p)
            ASSERT_EQ(foldElement(ExprKind::Compare, isSigned,
                                  ComparisonPredicate(p), 1, {a, b}),
                      APInt(1, semantics::cmpi(d, Relation(p), a, b, read)));
        }
      }
}

TEST(FoldTest, ConversionsAgreeWithTheDefinition) {
  ConcreteDomain d;
  auto convert = [](ExprKind kind, bool isSigned, unsigned to, const APInt &a) {
    return foldElement(kind, isSigned, ComparisonPredicate::Equal, to, {a});
  };
  for (unsigned from : {1u, 8u, 16u, 32u})
    for (const APInt &a : interesting(from)) {
      unsigned to = from == 1 ? 8 : 2 * from;
      EXPECT_EQ(convert(ExprKind::Extend, true, to, a),
                semantics::exti(d, a, to, ReadAs::Signed).value);
      EXPECT_EQ(convert(ExprKind::Extend, false, to, a),
                semantics::exti(d, a, to, ReadAs::Unsigned).value);
      if (from > 1)
        EXPECT_EQ(convert(ExprKind::Truncate, false, from / 2, a),
                  semantics::trunci(d, a, from / 2, WrapPromise::None).value);
    }
}

TEST(FoldTest, FloatSumsAgreeWithTheDefinition) {
  ConcreteDomain d;
  using tilefuzz::RoundingMode;
  for (const llvm::fltSemantics *format :
       {&APFloat::IEEEhalf(), &APFloat::BFloat(), &APFloat::IEEEsingle(),
        &APFloat::IEEEdouble()}) {
    std::vector<APFloat> values;
    for (bool negative : {false, true}) {
      values.push_back(APFloat::getZero(*format, negative));
      values.push_back(APFloat::getOne(*format, negative));
      values.push_back(APFloat::getSmallest(*format, negative));
      values.push_back(APFloat::getSmallestNormalized(*format, negative));
      values.push_back(APFloat::getLargest(*format, negative));
    }
    for (size_t i = 0, n = values.size(); i < n; ++i)
      for (bool down : {false, true}) {
        values.push_back(values[i]);
        (void)values.back().next(down);
      }
    llvm::erase_if(values, [](const APFloat &x) { return !x.isFinite(); });
    for (const APFloat &a : values)
      for (const APFloat &b : values)
        for (RoundingMode mode :
             {RoundingMode::NearestEven, RoundingMode::Zero,
              RoundingMode::NegativeInf, RoundingMode::PositiveInf})
          for (bool ftz : {false, true}) {
            APFloat sum = foldAddF(a, b, ConcreteDomain::mode(mode), ftz);
            EXPECT_FALSE(sum.isNaN());
            EXPECT_EQ(sum.bitcastToAPInt(),
                      semantics::addf(d, format, a.bitcastToAPInt(),
                                      b.bitcastToAPInt(), mode, ftz));
          }
  }
}

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

namespace {
class ExpressionTest : public ::testing::Test {
protected:
  ExpressionTest() {
    context.loadDialect<CudaTileDialect>();
    number = tile(32);
    flag = tile(1);
    for (unsigned i = 0; i < 3; ++i) {
      x[i] = tree.leaf(block.addArgument(number, UnknownLoc::get(&context)));
      p[i] = tree.leaf(block.addArgument(flag, UnknownLoc::get(&context)));
    }
  }
  TileType tile(unsigned width) {
    return TileType::get(ArrayRef<int64_t>(),
                         IntegerType::get(&context, width));
  }
  const Expr *constant(uint64_t n) { return tree.splat(number, APInt(32, n)); }
  const Expr *negation(const Expr *e) {
    return tree.node(ExprKind::Xor, flag, {e, tree.splat(flag, APInt(1, 1))});
  }
  const Expr *simplify(const Expr *e, ExprMode mode = ExprMode::Plain) {
    return ExprSimplifier(tree, [](ExprRule) { return true; })
        .simplify(e, mode);
  }

  MLIRContext context;
  Block block;
  ExprTree tree;
  TileType number, flag;
  const Expr *x[3], *p[3];
};
} // namespace

TEST_F(ExpressionTest, EqualExpressionsAreOneNode) {
  const Expr *a = tree.node(ExprKind::Add, number, {x[0], x[1]});
  EXPECT_EQ(a, tree.node(ExprKind::Add, number, {x[1], x[0]}));
  EXPECT_NE(tree.node(ExprKind::Sub, number, {x[0], x[1]}),
            tree.node(ExprKind::Sub, number, {x[1], x[0]}));
  EXPECT_NE(tree.node(ExprKind::Shr, number, {x[0], x[1]}, true),
            tree.node(ExprKind::Shr, number, {x[0], x[1]}, false));
  // A constant stands last, whenever it was made.
  const Expr *k = constant(7);
  const Expr *late =
      tree.leaf(block.addArgument(number, UnknownLoc::get(&context)));
  EXPECT_EQ(tree.node(ExprKind::Add, number, {k, late})->operands.back(), k);
  // Equality has no reading.
  EXPECT_EQ(tree.compare(ComparisonPredicate::Equal, true, x[0], x[1]),
            tree.compare(ComparisonPredicate::Equal, false, x[0], x[1]));
}

TEST_F(ExpressionTest, RulesReachThroughNestedOperations) {
  // ((x0 + 3) + x1) + -3 is x0 + x1.
  const Expr *sum = tree.node(ExprKind::Add, number, {x[0], constant(3)});
  sum = tree.node(ExprKind::Add, number, {sum, x[1]});
  sum = tree.node(ExprKind::Add, number, {sum, constant(uint64_t(-3) & ~0u)});
  EXPECT_EQ(simplify(sum), tree.node(ExprKind::Add, number, {x[0], x[1]}));
  // !(!p0 & x0 < x1) is p0 | x0 >= x1.
  const Expr *less =
      tree.compare(ComparisonPredicate::LessThan, true, x[0], x[1]);
  const Expr *both = tree.node(ExprKind::And, flag, {negation(p[0]), less});
  const Expr *expected =
      tree.node(ExprKind::Or, flag,
                {p[0], tree.compare(ComparisonPredicate::GreaterThanOrEqual,
                                    true, x[0], x[1])});
  EXPECT_EQ(simplify(negation(both)), expected);
  EXPECT_EQ(simplify(both, ExprMode::Negated), expected);
  EXPECT_EQ(simplify(negation(negation(p[1]))), p[1]);
}

/// The last operand may be unspecified where the first decides.
TEST_F(ExpressionTest, SelectionsDoNotBecomeLogic) {
  const Expr *yes = tree.splat(flag, APInt(1, 1));
  const Expr *no = tree.splat(flag, APInt(1, 0));
  for (const Expr *e : {tree.node(ExprKind::Select, flag, {p[0], yes, p[1]}),
                        tree.node(ExprKind::Select, flag, {p[0], p[1], no})})
    EXPECT_EQ(simplify(e), e);
  EXPECT_EQ(simplify(tree.node(ExprKind::Select, flag, {p[0], yes, no})), p[0]);
}

/// Every node has two uses: without a memory, 2^30 visits.
TEST_F(ExpressionTest, ResultsAreRemembered) {
  const Expr *e = x[0];
  for (unsigned i = 0; i < 30; ++i)
    e = tree.node(ExprKind::Sub, number,
                  {tree.node(ExprKind::Shl, number, {e, x[1]}),
                   tree.node(ExprKind::Shr, number, {e, x[2]})});
  ExprLimits limits;
  limits.maxDepth = 100;
  ExprSimplifier simplifier(tree, [](ExprRule) { return true; }, limits);
  EXPECT_EQ(simplifier.simplify(e), e);
  EXPECT_LE(simplifier.statistics().computed, 100u);
  EXPECT_GE(simplifier.statistics().remembered, 29u);
  // The modes are remembered apart.
  EXPECT_NE(simplify(p[0], ExprMode::Plain), simplify(p[0], ExprMode::Negated));
}

TEST_F(ExpressionTest, DepthIsBounded) {
  const Expr *e = tree.node(ExprKind::Sub, number, {x[0], x[0]});
  for (unsigned i = 0; i < 100000; ++i)
    e = tree.node(ExprKind::Shl, number, {e, x[1]});
  ExprSimplifier simplifier(tree, [](ExprRule) { return true; });
  EXPECT_EQ(simplifier.simplify(e), e);
  EXPECT_EQ(simplifier.statistics().deepest, ExprLimits().maxDepth + 1);
  // Within the bound the same is 0.
  const Expr *shallow =
      tree.node(ExprKind::Shl, number,
                {tree.node(ExprKind::Sub, number, {x[0], x[0]}), x[1]});
  EXPECT_EQ(simplify(shallow), constant(0));
}

TEST_F(ExpressionTest, WidthIsBounded) {
  const Expr *e = p[0];
  for (unsigned i = 0; i < 200; ++i)
    e = tree.node(
        ExprKind::And, flag,
        {e, tree.leaf(block.addArgument(flag, UnknownLoc::get(&context)))});
  const Expr *simple = simplify(e);
  EXPECT_LE(simple->operands.size(), ExprLimits().maxOperands);
}

TEST_F(ExpressionTest, SameChoicesSameTree) {
  auto build = [&](ExprTree &t) {
    const Expr *a = t.leaf(block.getArgument(0));
    const Expr *b = t.leaf(block.getArgument(2));
    const Expr *e = t.node(
        ExprKind::Add, number,
        {t.node(ExprKind::Sub, number, {a, t.splat(number, APInt(32, 5))}),
         t.node(ExprKind::Mul, number, {b, a})});
    ExprSimplifier s(t, [](ExprRule) { return true; });
    return s.simplify(e)->id;
  };
  ExprTree one, two;
  EXPECT_EQ(build(one), build(two));
  EXPECT_EQ(one.size(), two.size());
}

TEST_F(ExpressionTest, ARuleThatMayNotFireDoesNot) {
  const Expr *e = tree.node(ExprKind::Sub, number, {x[0], x[0]});
  for (bool allowed : {false, true}) {
    ExprSimplifier simplifier(
        tree, [=](ExprRule rule) { return allowed || rule != ExprRule::Sum; });
    EXPECT_EQ(simplifier.simplify(e) == e, !allowed);
  }
}

//===----------------------------------------------------------------------===//
// The order of the fold, and printing for people
//===----------------------------------------------------------------------===//

/// Which row fires first on a select to which two rows apply.
TEST_F(ExpressionTest, SelectFoldsAreTriedInOrder) {
  std::pair<const char *, const char *> cases[] = {
      {"select %true, %x, %x : tile<i1>, tile<i32>",
       "cuda-tile-select-same-arm"},
      {"select %true, %true, %false : tile<i1>, tile<i1>",
       "cuda-tile-select-constant-condition"},
      {"select %not, %true, %false : tile<i1>, tile<i1>",
       "cuda-tile-select-identity"},
      {"select %eq, %c, %true : tile<i1>, tile<i1>",
       "cuda-tile-select-of-compare"},
      {"select %not, %s, %x : tile<i1>, tile<i32>",
       "cuda-tile-select-negated-condition"},
      {"select %c, %s, %x : tile<i1>, tile<i32>", "cuda-tile-select-nested"},
  };
  for (auto [text, row] : cases) {
    std::string type =
        llvm::StringRef(text).ends_with("tile<i1>") ? "tile<i1>" : "tile<i32>";
    std::string module =
        "cuda_tile.module @m { entry @f(%c: tile<i1>, %x: tile<i32>, %y: "
        "tile<i32>) {\n"
        "%true = constant <i1: true> : tile<i1>\n"
        "%false = constant <i1: false> : tile<i1>\n"
        "%not = xori %c, %true : tile<i1>\n"
        "%eq = cmpi equal %c, %true, signed : tile<i1> -> tile<i1>\n"
        "%s = select %c, %x, %y : tile<i1>, tile<i32>\n"
        "%r = " +
        std::string(text) + "\n%t = print_tko \"%i\\n\", %r : " + type +
        " -> token\n} }";
    OwningOpRef<mlir::ModuleOp> parsed =
        parseSourceString<mlir::ModuleOp>(module, &context);
    ASSERT_TRUE(bool(parsed)) << module;
    tilefuzz::FiringCounts firings;
    firings.limit = 1;
    tilefuzz::NamedPatternOptions options;
    options.firings = &firings;
    (void)tilefuzz::applyNamedPatterns(parsed.get(), getPatternRows(), options);
    EXPECT_EQ(firings.last, row) << text;
  }
}

TEST_F(ExpressionTest, DebugPrintingIsNoSerialisation) {
  auto type = TileType::get({2, 2}, IntegerType::get(&context, 32));
  auto shaped = cast<ShapedType>(type);
  SmallVector<APInt> elements;
  for (int n : {1, -2, 3, 4})
    elements.push_back(APInt(32, n, /*isSigned=*/true));
  auto print = [](DenseElementsAttr value) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printElementsForDebugging(os, value);
    return text;
  };
  std::string text = print(DenseElementsAttr::get(shaped, elements));
  EXPECT_EQ(text, "1, -2, 3, 4");
  // A splat is printed whole, and other shapes print the same: they are lost.
  EXPECT_EQ(print(DenseElementsAttr::get(shaped, elements[0])), "1, 1, 1, 1");
  auto flat = cast<ShapedType>(
      Type(TileType::get({4}, IntegerType::get(&context, 32))));
  EXPECT_EQ(print(DenseElementsAttr::get(flat, elements)), text);
  // Nor does it parse.
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  EXPECT_FALSE(bool(parseSourceString<mlir::ModuleOp>(
      "cuda_tile.module @m { entry @f() { %k = constant <i32: " + text +
          "> : tile<2x2xi32> } }",
      &context)));
}
