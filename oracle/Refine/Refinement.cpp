//===- Refinement.cpp - Does code keep what it replaced? ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/Refinement.h"
#include "oracle/Refine/LaneProof.h"
#include "oracle/Refine/RefinementCheck.h"
#include "oracle/Refine/Search.h"

using namespace tilefuzz;

/// Asks again for a counterexample that fits into a small buffer, and runs it.
static ProofVerdict confirm(ProofVerdict refuted, mlir::Block &source,
                            mlir::Block &target, bool comparesOrder,
                            const RefinementOptions &options) {
  // Room for what templates access, each address apart from the others.
  constexpr uint64_t memorySize = 256;
  RefinementCheck check(FloatEncoding::Theory, options, memorySize);
  ProofVerdict verdict = check.run(source, target);
  if (verdict.kind != ProofKind::Refuted) {
    if (check.usedStructure())
      return {ProofKind::Unknown,
              "only a choice of uninterpreted functions shows that " +
                  refuted.reason};
    if (check.fixedOrder())
      return {ProofKind::Unknown,
              "only one order of what is combined shows that " +
                  refuted.reason};
    refuted.replay = "no counterexample fits the interpreter's memory";
    return refuted;
  }
  BlockInputs inputs = check.counterexample(memorySize);
  Replay result = replay(source, target, inputs, comparesOrder);
  switch (result.kind) {
  case Replay::Kind::Confirmed:
    verdict.replay = result.text;
    return verdict;
  case Replay::Kind::Denied:
    return {ProofKind::Unknown, "the solver finds that " + verdict.reason +
                                    ", but the interpreter does not"};
  case Replay::Kind::Impossible:
    // Nobody has seen it go wrong.
    return {ProofKind::Unknown,
            "the solver finds that " + verdict.reason +
                (check.usedStructure()
                     ? " if an uninterpreted function is chosen so"
                     : "") +
                ", and it cannot be replayed: " + result.text};
  case Replay::Kind::NotInterpreted:
    if (!comparesOrder || check.usedStructure() || check.fixedOrder())
      return {ProofKind::Unknown,
              "the solver finds that " + verdict.reason +
                  ", and it cannot be replayed: " + result.text};
    verdict.replay = "not possible: " + result.text;
    return verdict;
  }
  llvm_unreachable("unknown answer of a replay");
}

namespace {
/// The check under the first pairing that proves it; else under the first.
struct PairedCheck {
  std::unique_ptr<RefinementCheck> check;
  std::optional<ProofVerdict> answer;
  unsigned candidate = 0;
  /// The other pairings that nothing proved.
  std::vector<std::unique_ptr<RefinementCheck>> others;
  /// Every pairing was asked about.
  bool isComplete = true;

  bool isProved() const { return answer && answer->kind == ProofKind::Proved; }
  std::vector<AccessPairing> pairings() const {
    std::vector<AccessPairing> all = {check->paired()};
    for (const std::unique_ptr<RefinementCheck> &other : others)
      all.push_back(other->paired());
    return all;
  }
};
} // namespace

static PairedCheck proveUnderSomePairing(mlir::Block &source,
                                         mlir::Block &target,
                                         const RefinementOptions &options) {
  PairedCheck paired;
  for (unsigned candidate = 0, count = 1; candidate < count; ++candidate) {
    auto check = std::make_unique<RefinementCheck>(
        FloatEncoding::Structure, options, std::nullopt, candidate);
    std::optional<ProofVerdict> answer = check->prove(source, target);
    if (candidate == 0)
      count = check->paired().numCandidates;
    // What took too long once will again.
    bool isOver = answer || check->timedOut();
    if (candidate == 0 || (answer && answer->kind == ProofKind::Proved)) {
      std::swap(paired.check, check);
      paired.answer = answer;
      paired.candidate = candidate;
    } else {
      paired.others.push_back(std::move(check));
    }
    if (isOver) {
      paired.isComplete = candidate + 1 == count;
      break;
    }
  }
  return paired;
}

ProofVerdict tilefuzz::checkRefinement(mlir::Block &source, mlir::Block &target,
                                       const RefinementOptions &options) {
  if (!options.pairsByOrder)
    if (std::optional<ProofVerdict> verdict =
            proveByLane(source, target, options))
      return *verdict;
  // A few runs cost less than a question and break most of what is wrong.
  // Values are compared; which access stands for which may not be known yet.
  // Whole functions make larger questions.
  unsigned firstTrials = options.pairsByOrder ? 64 : 16;
  if (std::optional<ProofVerdict> found =
          searchByRunning(source, target, std::min(options.trials, firstTrials),
                          !options.pairsByOrder, options.mayBeUnspecified,
                          /*asksForRaces=*/!options.pairsByOrder))
    return *found;
  // With float operations as uninterpreted functions a proof is sound and fast;
  // its counterexamples may not be, so they are asked for in the theory.
  PairedCheck paired = proveUnderSomePairing(source, target, options);
  RefinementCheck &structural = *paired.check;
  std::optional<ProofVerdict> &answer = paired.answer;
  if (paired.isProved()) {
    answer->basis = structural.basis();
    RefinementCheck withOthers(FloatEncoding::Structure, options, std::nullopt,
                               paired.candidate);
    if (!options.pairsByOrder || !withOthers.considerOthers(structural))
      return *answer;
    std::optional<ProofVerdict> found = withOthers.prove(source, target);
    // What was too hard at once is so violation by violation.
    ProofVerdict verdict = found                   ? *found
                           : withOthers.timedOut() ? ProofVerdict()
                                                   : withOthers.explain();
    if (verdict.kind != ProofKind::Proved)
      verdict = {ProofKind::Unknown,
                 "if other blocks change memory: " + (verdict.reason.empty()
                                                          ? "no answer in time"
                                                          : verdict.reason)};
    verdict.basis = structural.basis();
    return verdict;
  }
  bool comparesOrder = true;
  std::vector<AccessPairing> pairings;
  if (options.pairsByOrder) {
    comparesOrder = takeLocations(structural.paired()) &&
                    structural.isPairingCertain() && paired.isComplete &&
                    (!answer || answer->kind != ProofKind::Unsupported);
    pairings = paired.pairings();
  }
  if (std::optional<ProofVerdict> found = searchByRunning(
          source, target, options.trials, comparesOrder,
          options.mayBeUnspecified, /*asksForRaces=*/true, pairings))
    return *found;
  ProofVerdict verdict = answer ? *answer : structural.explain();
  verdict.basis = structural.basis();
  // What is alike may stand for each other: all pairings must be refuted.
  if (verdict.kind == ProofKind::Refuted && structural.refutesPairing() &&
      !(paired.isComplete && llvm::all_of(paired.others, [](const auto &other) {
          return other->explain().kind == ProofKind::Refuted;
        })))
    return {ProofKind::Unknown,
            verdict.reason + ", if accesses are paired in their order", "",
            verdict.basis};
  if (verdict.kind != ProofKind::Unsupported &&
      !structural.unmatchedOperations().empty())
    return {ProofKind::Unsupported,
            "'" + *structural.unmatchedOperations().begin() +
                "', which only one side has, has no encoding"};
  if (verdict.kind != ProofKind::Refuted)
    return verdict;
  if (structural.usedStructure()) {
    RefinementCheck theory(FloatEncoding::Theory, options);
    verdict = theory.run(source, target);
    verdict.basis = theory.basis();
  }
  if (verdict.kind != ProofKind::Refuted)
    return verdict;
  return confirm(std::move(verdict), source, target, comparesOrder, options);
}
