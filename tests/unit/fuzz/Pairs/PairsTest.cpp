//===- PairsTest.cpp - Pairs of programs, and what disagrees --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Pairs/Pair.h"
#include "fuzz/Pairs/PairOracles.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static PairAnswers answersOf(ProofKind proof, AuditAnswer audit,
                             ExploreAnswer explored, bool isClosed = false) {
  PairAnswers answers;
  answers.proof.kind = proof;
  answers.audit = audit;
  answers.explored = explored;
  answers.isClosed = isClosed;
  return answers;
}

TEST(Pairs, AreFunctionsOfSeedAndIndex) {
  EXPECT_EQ(printPair(makePair(7, 11), PairSide::Target),
            printPair(makePair(7, 11), PairSide::Target));
  EXPECT_NE(printPair(makePair(7, 11), PairSide::Source),
            printPair(makePair(7, 12), PairSide::Source));
}

TEST(Pairs, HaveEveryEdit) {
  std::map<std::string, unsigned> edits;
  unsigned strengthened = 0, unchanged = 0;
  for (uint64_t i = 0; i < 2000; ++i) {
    Pair pair = makePair(1, i);
    for (const std::string &edit : pair.edits)
      ++edits[edit];
    strengthened += pair.isStrengthened;
    unchanged += pair.edits.empty();
  }
  for (const char *name :
       {"drop", "add", "merge", "forward", "dead-store", "hoist", "weaken",
        "strengthen", "drop-edge", "add-edge"})
    EXPECT_GT(edits[name], 20u) << name;
  EXPECT_GT(strengthened, 50u);
  EXPECT_LT(unchanged, 100u);
}

TEST(Pairs, SmallerOnesLackSomething) {
  for (uint64_t i = 0; i < 200; ++i) {
    Pair pair = makePair(2, i);
    for (const Pair &smaller : smallerPairs(pair))
      EXPECT_NE(printPair(smaller, PairSide::Source) +
                    printPair(smaller, PairSide::Target),
                printPair(pair, PairSide::Source) +
                    printPair(pair, PairSide::Target));
  }
}

TEST(Pairs, AProofOfANewOutcomeIsADisagreement) {
  using P = ProofKind;
  using A = AuditAnswer;
  using E = ExploreAnswer;
  EXPECT_NE(answersOf(P::Proved, A::Lost, E::New).disagreement(false), "");
  EXPECT_NE(answersOf(P::Proved, A::Kept, E::New).disagreement(false), "");
  EXPECT_EQ(answersOf(P::Unknown, A::Lost, E::New).disagreement(false), "");
  // What is proved keeps all required order.
  EXPECT_NE(answersOf(P::Proved, A::Lost, E::Same).disagreement(false), "");
  EXPECT_EQ(answersOf(P::Proved, A::Lost, E::Incomplete).disagreement(false),
            "");
  // The auditor speaks of programs of one outcome without the explorer.
  EXPECT_NE(answersOf(P::Unknown, A::Kept, E::New, true).disagreement(false),
            "");
  EXPECT_EQ(answersOf(P::Unknown, A::Kept, E::New).disagreement(false), "");
  // Lost or refuted for another launch or another input.
  EXPECT_EQ(answersOf(P::Refuted, A::Lost, E::Same).disagreement(false), "");
  EXPECT_EQ(
      answersOf(P::Proved, A::Undefined, E::SourceRaces).disagreement(false),
      "");
}

TEST(Pairs, WhatOnlyAddsOrderIsRight) {
  using P = ProofKind;
  using A = AuditAnswer;
  using E = ExploreAnswer;
  EXPECT_EQ(answersOf(P::Proved, A::Kept, E::Same).disagreement(true), "");
  EXPECT_EQ(
      answersOf(P::Unknown, A::Unmatched, E::Incomplete).disagreement(true),
      "");
  EXPECT_NE(answersOf(P::Refuted, A::Kept, E::Same).disagreement(true), "");
  EXPECT_NE(answersOf(P::Unknown, A::Lost, E::Same).disagreement(true), "");
  EXPECT_NE(answersOf(P::Unknown, A::Kept, E::New).disagreement(true), "");
}

/// The wrong merge of two relaxed loads of which the second orders a store: one
/// block shows it.
static Pair wrongMerge() {
  Pair pair;
  pair.places = 1;
  PairAccess a, b, r;
  a.ordering = b.ordering = r.ordering = 1;
  a.id = 0;
  b.id = 1;
  r.id = 2;
  r.kind = PairAccess::Kind::Store;
  r.after = {1};
  pair.source = {a, b, r};
  r.after.clear();
  pair.target = {a, r};
  pair.replaced[1] = {0, 0};
  pair.observed = {0, 1};
  pair.edits = {"merge"};
  return pair;
}

TEST(PairOracles, WrongMergeIsNewLostAndNotProved) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  Pair pair = wrongMerge();
  auto ask = [&] {
    return llvm::cantFail(askOracles(printPair(pair, PairSide::Source),
                                     printPair(pair, PairSide::Target),
                                     *context, PairOptions()));
  };
  // The auditor does not know why a load may go: a loss that it cannot explain.
  EXPECT_EQ(ask().triple(), "unknown, unexplained, new");
  // Loads in order, and the store behind the load that stays: right.
  pair.source[1].after = {0};
  pair.target[1].after = {0};
  EXPECT_EQ(ask().triple(), "proved, kept, same");
}

/// As many as take seconds.
TEST(PairOracles, AgreeOnRandomPairs) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  PairOptions options;
  options.timeoutMs = 200;
  std::map<std::string, unsigned> triples;
  unsigned answered = 0;
  for (uint64_t i = 0; i < 60; ++i) {
    Pair pair = makePair(1, i);
    llvm::Expected<PairAnswers> answers =
        askOracles(printPair(pair, PairSide::Source),
                   printPair(pair, PairSide::Target), *context, options);
    if (!answers) {
      // An edit moved a value before what gives it.
      llvm::consumeError(answers.takeError());
      continue;
    }
    ++answered;
    ++triples[answers->triple()];
    EXPECT_EQ(answers->disagreement(pair.isStrengthened), "")
        << "pair " << i << "\n"
        << printPair(pair, PairSide::Source)
        << printPair(pair, PairSide::Target) << answers->added << answers->lost;
  }
  EXPECT_GT(answered, 50u);
  EXPECT_GT(triples["proved, kept, same"], 3u);
}
