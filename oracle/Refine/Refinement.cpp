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

llvm::StringRef tilefuzz::toString(ProofFault fault) {
  switch (fault) {
  case ProofFault::None:
    return "";
  case ProofFault::ForgetsImages:
    return "forgets-images";
  case ProofFault::ForgetsOrigins:
    return "forgets-origins";
  case ProofFault::PairsByLikeness:
    return "pairs-by-likeness";
  case ProofFault::Crashes:
    return "crashes";
  case ProofFault::Exhausts:
    return "exhausts";
  }
  llvm_unreachable("unknown fault");
}

std::optional<ProofFault> tilefuzz::parseProofFault(llvm::StringRef name) {
  for (ProofFault fault :
       {ProofFault::ForgetsImages, ProofFault::ForgetsOrigins,
        ProofFault::PairsByLikeness, ProofFault::Crashes, ProofFault::Exhausts})
    if (toString(fault) == name)
      return fault;
  return std::nullopt;
}

/// Asks again for a counterexample that fits into a small buffer, and runs it.
static ProofVerdict confirm(ProofVerdict refuted, mlir::Block &source,
                            mlir::Block &target, const ReplayOptions &replayed,
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
  Replay result = replay(source, target, inputs, replayed);
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
    if (!replayed.comparesOrder || check.usedStructure() || check.fixedOrder())
      return {ProofKind::Unknown,
              "the solver finds that " + verdict.reason +
                  ", and it cannot be replayed: " + result.text};
    verdict.replay = "not possible: " + result.text;
    return verdict;
  }
  llvm_unreachable("unknown answer of a replay");
}

/// Under one pairing. `choices`: how many there are, if that was found out.
static ProofVerdict checkPaired(mlir::Block &source, mlir::Block &target,
                                const RefinementOptions &options,
                                unsigned &choices) {
  if (!options.pairsByOrder)
    if (std::optional<ProofVerdict> verdict =
            proveByLane(source, target, options))
      return *verdict;
  // A few runs cost less than a question and break most of what is wrong.
  // Values are compared; which access stands for which may not be known yet.
  // Whole functions make larger questions.
  unsigned firstTrials = options.pairsByOrder ? 64 : 16;
  // Values alone are the same under every pairing.
  SearchOptions search;
  search.trials = std::min(options.trials, firstTrials);
  search.mayBeUnspecified = options.mayBeUnspecified;
  search.replay.comparesOrder = !options.pairsByOrder;
  search.replay.asksForRaces = !options.pairsByOrder;
  if (options.pairing == 0)
    if (std::optional<ProofVerdict> found =
            searchByRunning(source, target, search))
      return *found;
  // With float operations as uninterpreted functions a proof is sound and fast;
  // its counterexamples may not be, so they are asked for in the theory.
  RefinementCheck structural(FloatEncoding::Structure, options);
  std::optional<ProofVerdict> answer = structural.prove(source, target);
  choices = structural.paired().choices;
  if (answer && answer->kind == ProofKind::Proved) {
    answer->basis = structural.basis();
    RefinementCheck withOthers(FloatEncoding::Structure, options);
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
  search.trials = options.trials;
  search.replay = {};
  if (options.pairsByOrder)
    search.replay.comparesOrder =
        takeLocations(structural.paired()) && structural.isPairingCertain() &&
        (!answer || answer->kind != ProofKind::Unsupported);
  if (std::optional<ProofVerdict> found =
          searchByRunning(source, target, search))
    return *found;
  ProofVerdict verdict = answer ? *answer : structural.explain();
  verdict.basis = structural.basis();
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
  return confirm(std::move(verdict), source, target, search.replay, options);
}

ProofVerdict tilefuzz::checkRefinement(mlir::Block &source, mlir::Block &target,
                                       const RefinementOptions &options) {
  unsigned choices = 1;
  ProofVerdict verdict = checkPaired(source, target, options, choices);
  if (choices == 1 || verdict.kind == ProofKind::Proved ||
      verdict.kind == ProofKind::Unsupported)
    return verdict;
  // One pairing under which it holds is enough, and it is refuted if it holds
  // under none.
  bool isRefuted = verdict.kind == ProofKind::Refuted;
  for (unsigned choice = 1; choice < choices; ++choice) {
    RefinementOptions other = options;
    other.pairing = choice;
    unsigned same;
    ProofVerdict found = checkPaired(source, target, other, same);
    if (found.kind == ProofKind::Proved)
      return found;
    isRefuted &= found.kind == ProofKind::Refuted;
  }
  if (verdict.kind == ProofKind::Refuted && !isRefuted)
    return {ProofKind::Unknown,
            verdict.reason + ", if accesses are paired as they are first"};
  return verdict;
}
