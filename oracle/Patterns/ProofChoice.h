//===- ProofChoice.h - Which instances come to some code --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Running an instance costs a hundredth of a proof of it: what a seeded bug or
// a change touches is found by running all, and only that is proved.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_PROOFCHOICE_H
#define TILEFUZZ_ORACLE_PATTERNS_PROOFCHOICE_H

#include "oracle/Patterns/PatternProof.h"
#include <functional>

namespace tilefuzz {

/// What the proofs are of that a bug of this pattern or pass may make wrong:
/// the pattern; patterns of the pass; conversions. None, if there are no such
/// proofs.
std::vector<std::string> proofsOf(const SeededBugInfo &bug);

struct BugProof {
  /// Instances that were run, and how often the bug's code was reached and the
  /// wrong variant taken on all of them.
  uint64_t tried = 0, reached = 0, fired = 0;
  /// On how many it leaves other code than the right one.
  uint64_t changed = 0;
  /// Of these, how many were proved: small ones first, up to the first that is
  /// refuted.
  uint64_t proved = 0;
  /// Of the last one: its pattern, its name, and the answer. `Refuted` only if
  /// the right variant is not.
  std::string pattern, instance;
  ProofVerdict verdict = {ProofKind::NotApplied, "it changes no instance"};
};

/// Runs the instances with the seeded bug, and proves those that it changes.
/// `goesOn` is asked before each proof.
BugProof proveBug(const SeededBugInfo &bug, const PatternProofOptions &options,
                  const std::function<bool()> &goesOn);

/// What one pattern, fold or conversion ran on its instances.
struct PatternRun {
  /// On all.
  BranchesRun branches;
  /// Of these, those that enter a function that is asked about.
  std::vector<PatternInstance> entering;
};
/// `options` says which instances these are. Nothing is proved.
std::vector<PatternRun> runPatterns(llvm::ArrayRef<std::string> patterns,
                                    const llvm::BitVector &functions,
                                    bool ofCombinations);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_PROOFCHOICE_H
