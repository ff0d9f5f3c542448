//===- PairsTest.cpp - Pairs of programs, and what disagrees --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Pairs/Pair.h"
#include "fuzz/Pairs/PairOracles.h"
#include "llvm/Support/MemoryBuffer.h"
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
  a.ordering = b.ordering = r.ordering = AccessOrdering::Relaxed;
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

static PairAccess access(unsigned id, PairAccess::Kind kind, unsigned place,
                         AccessOrdering ordering,
                         std::vector<unsigned> after = {}) {
  PairAccess made;
  made.id = id;
  made.kind = kind;
  made.place = place;
  made.ordering = ordering;
  made.after = std::move(after);
  made.value = 1 + id;
  return made;
}

static PairAnswers ask(const Pair &pair, PairOptions options = {}) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  return llvm::cantFail(askOracles(printPair(pair, PairSide::Source),
                                   printPair(pair, PairSide::Target), *context,
                                   options));
}

/// An exchange, and two ordered loads of another place: the exchange and the
/// second load acquire in the target. The first load of the target is most like
/// the second one of the source.
static Pair strengthenedLoads() {
  using Kind = PairAccess::Kind;
  Pair pair;
  pair.source = {access(1, Kind::Exchange, 1, AccessOrdering::Relaxed),
                 access(2, Kind::Load, 0, AccessOrdering::Relaxed),
                 access(3, Kind::Load, 0, AccessOrdering::Relaxed, {2})};
  pair.target = pair.source;
  pair.target[0].ordering = pair.target[2].ordering = AccessOrdering::Acquire;
  pair.observed = {2, 3};
  pair.edits = {"strengthen", "strengthen"};
  pair.isStrengthened = true;
  return pair;
}

TEST(PairOracles, StrongerLoadsAreNotTakenForEachOther) {
  Pair pair = strengthenedLoads();
  EXPECT_NE(ask(pair).proof.kind, ProofKind::Refuted);
  PairOptions before;
  before.fault = ProofFault::PairsByLikeness;
  EXPECT_EQ(ask(pair, before).proof.kind, ProofKind::Refuted);
  EXPECT_NE(ask(pair, before).disagreement(true), "");
}

TEST(PairOracles, OrderThatIsLostUnderEveryPairingIsRefuted) {
  Pair pair = strengthenedLoads();
  pair.target[2].after.clear();
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Refuted);
  // The loads alike, so that each may stand for each.
  pair.target[0].ordering = pair.target[2].ordering = AccessOrdering::Relaxed;
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Refuted);
  // And weaker ones than the source has.
  pair = strengthenedLoads();
  std::swap(pair.source, pair.target);
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Refuted);
}

TEST(PairOracles, MoreOrderOnAStoreIsProved) {
  using Kind = PairAccess::Kind;
  Pair pair;
  pair.places = 1;
  pair.source = {access(0, Kind::Store, 0, AccessOrdering::Relaxed),
                 access(1, Kind::Store, 0, AccessOrdering::Relaxed)};
  pair.target = pair.source;
  pair.target[1].after = {0};
  pair.edits = {"add-edge"};
  pair.isStrengthened = true;
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Proved);
  // A load between that another order reads otherwise.
  pair.source.push_back(access(2, Kind::Load, 0, AccessOrdering::Relaxed));
  pair.target.push_back(
      access(2, Kind::Load, 0, AccessOrdering::Relaxed, {0, 1}));
  pair.observed = {2};
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Proved);
  // Less order is none.
  std::swap(pair.source, pair.target);
  EXPECT_EQ(ask(pair).proof.kind, ProofKind::Refuted);
}

/// The net that the defect of the proof went through: random pairs find it.
TEST(PairOracles, RandomPairsShowAProofThatForgetsImages) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  PairOptions options;
  options.timeoutMs = 200;
  options.fault = ProofFault::ForgetsImages;
  unsigned found = 0;
  for (uint64_t i = 0; i < 1600 && !found; ++i) {
    Pair pair = makePair(1, i);
    if (pair.edits != std::vector<std::string>{"merge"})
      continue;
    llvm::Expected<PairAnswers> answers =
        askOracles(printPair(pair, PairSide::Source),
                   printPair(pair, PairSide::Target), *context, options);
    if (!answers) {
      llvm::consumeError(answers.takeError());
      continue;
    }
    found += !answers->disagreement(pair.isStrengthened).empty();
  }
  EXPECT_GT(found, 0u);
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

static PairAnswers askAbout(const std::string &source,
                            const std::string &target) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  return llvm::cantFail(askOracles(source, target, *context, PairOptions()));
}

static std::string readRegression(llvm::StringRef name) {
  return (*llvm::cantFail(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(
              TILEFUZZ_CORPUS "/regressions/" + name))))
      .getBuffer()
      .str();
}

/// Of three loads the middle one is gone, and a sum takes the last one's value
/// for its own: that one may read what the source orders behind the middle one.
TEST(PairOracles, ALaterLoadThatStandsForARemovedOneIsAskedAbout) {
  std::string source = readRegression("later-load-source.mlir"),
              target = readRegression("later-load-target.mlir");
  PairAnswers answers = askAbout(source, target);
  EXPECT_EQ(answers.explored, ExploreAnswer::New);
  EXPECT_EQ(answers.rewrite.kind, ProofKind::Unknown) << answers.rewrite.reason;
  // The first one's is right: it is before the store as the middle one was.
  size_t at = 0;
  for (llvm::StringRef wrong = "addi %c, %a";
       (at = target.find(wrong, at)) != std::string::npos;)
    target.replace(at, wrong.size(), "addi %a, %a");
  answers = askAbout(source, target);
  EXPECT_EQ(answers.explored, ExploreAnswer::Same);
  EXPECT_EQ(answers.rewrite.kind, ProofKind::Proved) << answers.rewrite.reason;
}

/// Both loads stay, and the values change places: nothing is removed.
TEST(PairOracles, LoadsWhoseValuesAreExchangedAreAskedAbout) {
  std::string source = readRegression("exchanged-loads-source.mlir"),
              target = readRegression("exchanged-loads-target.mlir");
  PairAnswers answers = askAbout(source, target);
  EXPECT_EQ(answers.explored, ExploreAnswer::New);
  EXPECT_EQ(answers.rewrite.kind, ProofKind::Unknown) << answers.rewrite.reason;
  EXPECT_EQ(askAbout(source, source).rewrite.kind, ProofKind::Proved);
}

static std::string replaceAll(std::string text, llvm::StringRef from,
                              llvm::StringRef to) {
  for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to.str());
  return text;
}

/// A weak load behind two strong stores of one place that no token orders tells
/// which of them is the later one. What the second one stored stands for it
/// only if that one waits for the first.
TEST(PairOracles, ALoadOfWhatUnorderedStoresLeftIsAskedAbout) {
  std::string source = readRegression("unordered-stores-source.mlir"),
              gone = readRegression("unordered-stores-target.mlir");
  // The load is made, and not used.
  std::string unused =
      replaceAll(source, "observe\"(%d, %g)", "observe\"(%d, %d)");
  unused = replaceAll(unused, "weak %g_out, %g", "weak %g_out, %d");
  ASSERT_NE(unused, source);
  // It is used once of twice.
  std::string twice = replaceAll(source, "store_ptr_tko weak %d_out, %d ",
                                 "store_ptr_tko weak %d_out, %g ");
  twice = replaceAll(twice, "observe\"(%d, %g)", "observe\"(%g, %g)");
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {source, gone}, {source, unused}, {twice, source}};
  for (const auto &[before, after] : wrong) {
    PairAnswers answers = askAbout(before, after);
    EXPECT_EQ(answers.explored, ExploreAnswer::New);
    EXPECT_EQ(answers.rewrite.kind, ProofKind::Unknown)
        << answers.rewrite.reason;
  }
  auto inOrder = [](const std::string &text) {
    return replaceAll(text, "release device %x1, %d :",
                      "release device %x1, %d token=%e_token :");
  };
  for (const auto &[before, after] : wrong) {
    PairAnswers answers = askAbout(before, inOrder(after));
    EXPECT_EQ(answers.explored, ExploreAnswer::Same);
    EXPECT_EQ(answers.rewrite.kind, ProofKind::Proved)
        << answers.rewrite.reason;
    answers = askAbout(inOrder(before), inOrder(after));
    EXPECT_EQ(answers.explored, ExploreAnswer::Same);
    EXPECT_EQ(answers.rewrite.kind, ProofKind::Proved)
        << answers.rewrite.reason;
  }
}

TEST(Pairs, ExchangeValuesAndObserveSums) {
  unsigned exchanges = 0, sums = 0;
  for (uint64_t i = 0; i < 400; ++i) {
    Pair pair = makePair(1, i);
    exchanges += !pair.exchanged.empty();
    if (!pair.exchanged.empty())
      EXPECT_FALSE(pair.isStrengthened);
    sums +=
        pair.observesSums && llvm::StringRef(printPair(pair, PairSide::Source))
                                 .contains("_sum = addi");
  }
  EXPECT_GT(exchanges, 20u);
  EXPECT_GT(sums, 20u);
}

/// Whatever the solver has time for: what it does not answer is unknown, and no
/// disagreement.
TEST(PairOracles, ASolverWithoutTimeProvesNothingWrong) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  PairOptions options;
  options.timeoutMs = 1;
  for (uint64_t i = 0; i < 60; ++i) {
    Pair pair = makePair(1, i);
    llvm::Expected<PairAnswers> answers =
        askOracles(printPair(pair, PairSide::Source),
                   printPair(pair, PairSide::Target), *context, options);
    if (!answers) {
      llvm::consumeError(answers.takeError());
      continue;
    }
    for (const ProofVerdict *proof : {&answers->proof, &answers->rewrite})
      if (proof->kind == ProofKind::Unknown)
        EXPECT_NE(proof->reason, "");
    EXPECT_EQ(answers->disagreement(pair.isStrengthened), "") << "pair " << i;
  }
}

/// More executions than the explorer looks at: it is incomplete, and nobody
/// disagrees with it.
TEST(PairOracles, TooManyExecutionsAreIncomplete) {
  using Kind = PairAccess::Kind;
  Pair pair;
  pair.places = 1;
  for (unsigned id = 0; id < 6; ++id) {
    pair.source.push_back(access(id, id % 2 ? Kind::Load : Kind::Store, 0,
                                 AccessOrdering::Relaxed));
    pair.others.push_back(access(10 + id, id % 2 ? Kind::Load : Kind::Store, 0,
                                 AccessOrdering::Relaxed));
  }
  pair.observed = {1, 3, 5};
  pair.target = pair.source;
  PairAnswers answers = ask(pair);
  EXPECT_EQ(answers.explored, ExploreAnswer::Incomplete);
  EXPECT_EQ(answers.disagreement(/*isStrengthened=*/false), "");
  EXPECT_NE(answers.triple().find("incomplete"), std::string::npos);
}
