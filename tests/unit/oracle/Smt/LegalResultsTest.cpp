//===- LegalResultsTest.cpp - Which results are legal ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A class that is legal for another one gives nothing outside of the other's
// enclosure; sums are compared with all orders, by brute force.
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/LegalResults.h"
#include "interp/Semantics/Enclosure.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tilefuzz;
using semantics::BoundedFunction;
using Accuracy = FunctionClass::Accuracy;
using llvm::APFloat;
using llvm::APInt;

/// The function that the interpreters evaluate.
static BoundedFunction evaluated(const FunctionClass &of) {
  bool isFull = of.accuracy == Accuracy::Full;
  switch (of.function) {
  case BoundedFunction::DivApprox:
    return isFull ? BoundedFunction::DivFull : BoundedFunction::DivApprox;
  case BoundedFunction::Exp:
    return isFull ? BoundedFunction::Exp : BoundedFunction::ExpApprox;
  case BoundedFunction::TanH:
    return isFull ? BoundedFunction::TanH : BoundedFunction::TanHApprox;
  default:
    return of.function;
  }
}

static semantics::Enclosure resultsOf(const FunctionClass &of, const APInt &x,
                                      const APInt &y) {
  if (of.accuracy == Accuracy::Rounded) {
    APInt bits = of.function == BoundedFunction::DivApprox
                     ? semantics::divf(of.format, x, y, of.mode, of.flushes)
                     : semantics::sqrt(of.format, x, of.mode, of.flushes);
    semantics::Hull hull;
    hull.add(semantics::numberOf(of.format, bits));
    return hull.get();
  }
  semantics::BoundedResult r =
      semantics::evaluate(evaluated(of), of.format, x, y, of.flushes);
  semantics::Hull hull;
  hull.add(semantics::numberOf(of.format, r.value));
  if (!r.bounds.exact)
    hull.add(r.bounds);
  return hull.get();
}

TEST(LegalResults, LegalClassesStayWithinTheBound) {
  FloatFormat f32 = &APFloat::IEEEsingle();
  std::vector<FunctionClass> classes;
  for (bool flushes : {false, true})
    for (BoundedFunction function :
         {BoundedFunction::DivApprox, BoundedFunction::SqrtApprox,
          BoundedFunction::Exp, BoundedFunction::TanH}) {
      bool isRoot = function == BoundedFunction::SqrtApprox;
      bool canRound = isRoot || function == BoundedFunction::DivApprox;
      classes.push_back({function, Accuracy::Approximate,
                         RoundingMode::NearestEven, f32, flushes});
      if (!isRoot)
        classes.push_back({function, Accuracy::Full, RoundingMode::NearestEven,
                           f32, flushes});
      for (RoundingMode mode :
           {RoundingMode::NearestEven, RoundingMode::Zero,
            RoundingMode::NegativeInf, RoundingMode::PositiveInf})
        if (canRound)
          classes.push_back({function, Accuracy::Rounded, mode, f32, flushes});
    }
  std::mt19937 random(5);
  const uint32_t special[] = {0,          0x80000000, 1,          0x007fffff,
                              0x00800000, 0x3f800000, 0x7f7fffff, 0x7f800000,
                              0xff800000, 0x7fc00000, 0xff7fffff, 0x3effffff};
  unsigned pairs = 0;
  for (const FunctionClass &made : classes)
    for (const FunctionClass &asked : classes) {
      if (!isLegalFor(made, asked))
        continue;
      ++pairs;
      EXPECT_EQ(made.flushes, asked.flushes);
      for (unsigned round = 0; round < 2000; ++round) {
        auto pick = [&] {
          return APInt(32, random() % 3 ? uint32_t(random())
                                        : special[random() % 12]);
        };
        APInt x = pick(), y = pick();
        semantics::Enclosure inner = resultsOf(made, x, y),
                             outer = resultsOf(asked, x, y);
        std::string text;
        llvm::raw_string_ostream(text)
            << "function " << int(made.function) << " of " << x << ", " << y
            << ", accuracy " << int(made.accuracy) << " for "
            << int(asked.accuracy) << ", mode " << int(made.mode);
        ASSERT_TRUE(outer.mayBeNaN || !inner.mayBeNaN) << text;
        if (inner.lo > inner.hi)
          continue;
        ASSERT_FALSE(semantics::isBelow(inner.lo, outer.lo)) << text;
        ASSERT_FALSE(semantics::isBelow(outer.hi, inner.hi)) << text;
      }
    }
  // Of each function, and with and without flushing: the classes in their
  // order, and rounded ones themselves. Quotients: 1 + 2 + 4; roots:
  // 1 + 4 * 2; two functions: 1 + 2 each.
  EXPECT_EQ(pairs, 2u * (7 + 9 + 3 + 3));
}

namespace {
/// Sums are random trees of additions over few numbers.
struct Trees {
  Term fresh() { return {reinterpret_cast<void *>(next += 8)}; }
  uintptr_t next = 8;
};
} // namespace

TEST(LegalResults, TreesOfTheSameSummandsAreOrders) {
  AdditionClass f32 = {&APFloat::IEEEsingle()};
  std::mt19937 random(9);
  unsigned numFound = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    Trees trees;
    LegalResults results;
    std::vector<Term> leaves;
    for (unsigned i = 0; i < 5; ++i)
      leaves.push_back(trees.fresh());
    // Some trees over any leaves; of each all leaves.
    std::vector<std::pair<Term, std::multiset<void *>>> made;
    for (unsigned i = 0; i < 5; ++i)
      made.push_back({leaves[i], {leaves[i].ast}});
    for (unsigned i = 0; i < 6; ++i) {
      auto &a = made[random() % made.size()], &b = made[random() % made.size()];
      Term sum = trees.fresh();
      results.addSum({f32, {{a.first}, {b.first}}}, sum);
      std::multiset<void *> all = a.second;
      all.insert(b.second.begin(), b.second.end());
      made.push_back({sum, all});
    }
    // A sum of leaves that is asked for.
    SymbolicSum asked = {f32, {}};
    std::multiset<void *> wanted;
    for (unsigned i = 0, n = 2 + random() % 3; i < n; ++i) {
      Term leaf = leaves[random() % 5];
      asked.summands.push_back({leaf});
      wanted.insert(leaf.ast);
    }
    std::optional<Term> found = results.findSum(asked, trees.fresh());
    bool isThere = llvm::any_of(llvm::drop_begin(made, 5), [&](auto &tree) {
      return tree.second == wanted;
    });
    ASSERT_EQ(found.has_value(), isThere);
    if (found) {
      ++numFound;
      auto tree = llvm::find_if(
          made, [&](auto &candidate) { return candidate.first == *found; });
      ASSERT_NE(tree, made.end());
      EXPECT_EQ(tree->second, wanted);
    }
    // Nothing that rounds otherwise, flushes or is of another format.
    for (AdditionClass other :
         {AdditionClass{&APFloat::IEEEsingle(), RoundingMode::Zero},
          AdditionClass{&APFloat::IEEEsingle(), RoundingMode::NearestEven,
                        true},
          AdditionClass{&APFloat::IEEEhalf()}}) {
      asked.addition = other;
      EXPECT_FALSE(results.findSum(asked, trees.fresh()));
    }
  }
  EXPECT_GT(numFound, 100u);
}

TEST(LegalResults, ARoundedSummandIsNotTakenApart) {
  AdditionClass f32 = {&APFloat::IEEEsingle()};
  Trees trees;
  Term x = trees.fresh(), y = trees.fresh(), z = trees.fresh();
  Term xy = trees.fresh(), yz = trees.fresh(), all = trees.fresh();
  LegalResults results;
  results.addSum({f32, {{y}, {z}}}, yz);
  results.addSum({f32, {{x}, {yz}}}, all);
  EXPECT_FALSE(results.findSum({f32, {{xy}, {z}}}, trees.fresh()));
  EXPECT_TRUE(results.findSum({f32, {{x}, {y}, {z}}}, trees.fresh()));
  // What is a sum of a sum has fewer orders than the sum of all.
  LegalResults flat;
  flat.addSum({f32, {{x}, {y}, {z}}, "", APInt(32, 0)}, all);
  EXPECT_FALSE(
      flat.findSum({f32, {{x}, {yz}}, "", APInt(32, 0)}, trees.fresh()));
}

TEST(LegalResults, IdentitiesAndProductsAreTold) {
  AdditionClass f32 = {&APFloat::IEEEsingle()};
  Trees trees;
  Term x = trees.fresh(), y = trees.fresh(), z = trees.fresh();
  APInt zero(32, 0), negative(32, 0x80000000);
  SymbolicSum withZero = {f32, {{x}, {y}}, "", zero},
              withNegative = {f32, {{x}, {y}}, "", negative},
              plain = {f32, {{x}, {y}}};
  LegalResults results;
  results.addSum(withZero, trees.fresh());
  EXPECT_TRUE(results.findSum(withZero, trees.fresh()));
  EXPECT_FALSE(results.findSum(withNegative, trees.fresh()));
  EXPECT_FALSE(results.findSum(plain, trees.fresh()));

  SymbolicSum product = {f32, {{z}, {x, y}}, "f16"};
  LegalResults fused;
  fused.addSum({f32, {{z}, {y, x}}}, trees.fresh());
  EXPECT_TRUE(fused.findSum(product, trees.fresh()));
  LegalResults other;
  other.addSum({f32, {{z}, {x, y}}, "bf16"}, trees.fresh());
  EXPECT_FALSE(other.findSum(product, trees.fresh()));
  // What the machine adds is rounded as it likes.
  LegalResults machine;
  machine.addSum(product, trees.fresh());
  EXPECT_FALSE(machine.findSum({f32, {{z}, {x, y}}}, trees.fresh()));
}
