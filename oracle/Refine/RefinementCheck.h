//===- RefinementCheck.h - One question of refinement -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Both sides encoded once, and every way in which the target can break what it
// promises. Refinement.h decides which of these to ask, and of what.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_REFINE_REFINEMENTCHECK_H
#define TILEFUZZ_ORACLE_REFINE_REFINEMENTCHECK_H

#include "oracle/Refine/AccessChecks.h"
#include "oracle/Refine/AccessPairing.h"
#include "oracle/Refine/CounterexampleReplay.h"
#include "oracle/Refine/Refinement.h"
#include "oracle/Refine/RemovedAccesses.h"
#include "oracle/Smt/TileEncoding.h"
#include "llvm/ADT/StringSet.h"

namespace tilefuzz {

/// What it means that a violation is possible.
enum class ProofViolationKind {
  /// The target does not refine the source.
  Refutes,
  /// That, if the accesses are paired rightly.
  OfPair,
  /// The target makes an access that the source does not.
  AddedAccess,
  /// Nothing: it is about what is not encoded, and leaves the answer open.
  Open,
};

/// One way in which the target can break its promise.
struct ProofViolation {
  std::string what;
  /// Some input makes it happen.
  Term condition;
  ProofViolationKind kind = ProofViolationKind::Refutes;
};

class RefinementCheck {
public:
  RefinementCheck(FloatEncoding floats, const RefinementOptions &asked,
                  std::optional<uint64_t> bufferSize = std::nullopt)
      : domain(floats, asked.timeoutMs, asked.maxSteps), choice(asked.pairing),
        fault(asked.fault) {
    options.bufferSize = bufferSize;
    options.maxIterations = asked.maxIterations;
    options.numberByOrder = asked.pairsByOrder;
    options.allowOpaque = asked.allowOpaque;
    options.mayBeUnspecified = asked.mayBeUnspecified;
    if (asked.sink)
      domain.setQuerySink([&asked](llvm::StringRef script, Answer answer) {
        asked.sink(script, answer == Answer::Yes  ? "sat"
                           : answer == Answer::No ? "unsat"
                                                  : "unknown");
      });
  }

  /// Encodes both and asks whether any promise can be broken. None: perhaps
  /// one can; `explain` finds out which.
  std::optional<ProofVerdict> prove(mlir::Block &source, mlir::Block &target);
  ProofVerdict explain();
  ProofVerdict run(mlir::Block &source, mlir::Block &target) {
    std::optional<ProofVerdict> verdict = prove(source, target);
    return verdict ? *verdict : explain();
  }
  /// Which access stands for which is known: an order that is lost is lost
  /// under every pairing.
  bool isPairingCertain() const {
    return !pairing.isDoubtful &&
           llvm::none_of(violations, [](const ProofViolation &violation) {
             return violation.kind == ProofViolationKind::AddedAccess;
           });
  }
  /// Asks what the other has proved again, with other blocks that change memory
  /// wherever that can be seen. False if it cannot.
  bool considerOthers(const RefinementCheck &alone) {
    others = &alone;
    for (auto [target, source] : alone.pairing.numbers)
      if (auto found = alone.possible.find(source);
          found != alone.possible.end())
        ofSource[source] = ofTarget[target] = found->second;
    // Of a read that only the source has, too, if it is after an acquire.
    for (const auto &[number, interference] : alone.possible)
      if (!interference.isStrong)
        ofSource.try_emplace(number, interference);
    bool isNeeded = llvm::any_of(
        ofSource, [](const auto &entry) { return entry.second.isStrong; });
    // A read that the target does without may see what it sees alone. But an
    // acquire is not left out, and a loop may wait for what others do.
    for (const auto &[number, interference] : alone.possible)
      if (interference.isEverywhere ||
          (interference.isStrong && !alone.iterationLimits.empty()))
        isNeeded |= ofSource.try_emplace(number, interference).second;
    return isNeeded;
  }
  bool timedOut() const { return !domain.reasonUnknown().empty(); }
  bool usedStructure() const { return domain.usedStructure(); }
  /// What the machine may combine in any order was combined in one.
  bool fixedOrder() const { return fixesOrder; }
  /// Operations without an encoding that only one side has.
  const std::set<std::string> &unmatchedOperations() const { return unmatched; }
  /// As ProofVerdict has it.
  std::vector<std::string> basis() const;
  const AccessPairing &paired() const { return pairing; }
  /// The input for which the last run was refuted.
  BlockInputs counterexample(uint64_t memorySize);

private:
  void compareValues(const SymbolicValue &source, const SymbolicValue &target,
                     mlir::Type type, const TileEncoding &b, Term guard,
                     const std::string &name,
                     ProofViolationKind kind = ProofViolationKind::Refutes);
  void compareObserved(const TileEncoding &a, const TileEncoding &b);
  void compareMemory(const TileEncoding &a, const TileEncoding &b);
  void compareAccesses(const TileEncoding &a, const TileEncoding &b);
  void compareTokens(const SymbolicToken &a, const SymbolicToken &b,
                     const TileEncoding &target, Term guard,
                     const std::string &what);
  void add(std::string what, Term condition,
           ProofViolationKind kind = ProofViolationKind::Refutes) {
    if (!domain.isFalse(condition))
      violations.push_back({std::move(what), condition, kind});
  }
  /// What a proof without other blocks does not tell: which loads the values
  /// come from (ValueOrigins.cpp). None: it holds whatever others write.
  std::optional<ProofVerdict> checkOrigins(mlir::Block &source,
                                           mlir::Block &target,
                                           const TileEncoding &a,
                                           const TileEncoding &b);
  Term readsUnordered(const TileEncoding &code, const SymbolicAccess &load);
  /// `open`: the loads that may each return another value.
  bool holdsWithOrigins(mlir::Block &source, const TileEncoding &target,
                        const std::set<unsigned> &open,
                        const ValueOrigins &origins);
  std::optional<ProofVerdict> checkSums(const TileEncoding &a,
                                        const TileEncoding &b) const;
  void findOpenQuestions(const TileEncoding &a, const TileEncoding &b);
  void findNewRaces(const TileEncoding &a, const TileEncoding &b);
  void findAddedAccesses(const TileEncoding &a, const TileEncoding &b);
  std::string describeInputs();
  /// Names of elements.
  llvm::StringSet<> unspecifiedInputs();

  SymbolicDomain domain;
  EncodingOptions options;
  unsigned choice;
  ProofFault fault;
  std::vector<ProofViolation> violations;
  /// The source is defined, and its run is none that is left out.
  Term defined;
  AccessPairing pairing;
  std::set<std::string> uninterpreted, unmatched, chosen;
  /// Of all accesses of the source.
  std::map<unsigned, Interference> possible;
  const RefinementCheck *others = nullptr;
  /// By the number of an access, in the order of encoding.
  std::map<unsigned, Interference> ofSource, ofTarget;
  std::set<unsigned> iterationLimits;
  bool fixesOrder = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_REFINE_REFINEMENTCHECK_H
