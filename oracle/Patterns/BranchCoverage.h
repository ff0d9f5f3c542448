//===- BranchCoverage.h - Which branches a proof took -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A proof on instances says something of the branches of the rewrite's code
// that the instances took, and nothing of others (design, decision 17).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_BRANCHCOVERAGE_H
#define TILEFUZZ_ORACLE_PATTERNS_BRANCHCOVERAGE_H

#include "compiler/Branches/Branches.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// A branch that no instance took.
struct UncoveredBranch {
  /// `FILE:LINE:COLUMN`.
  std::string place;
  /// As BranchFunction::name, and the condition as it stands there.
  std::string function, condition;
  /// Whether the condition would hold.
  bool holds;
  /// Of UncoveredBranches.def; empty: none is written.
  llvm::StringRef reason;
};

struct BranchCoverage {
  unsigned covered = 0, total = 0;
  /// In the order of places.
  std::vector<UncoveredBranch> uncovered;
  /// Why nothing is known; else empty.
  std::string problem;

  /// Of the branches that are not covered, those without a reason.
  unsigned unexplained() const;
};

/// A reason why no instance takes a branch. `pattern`, `function` and
/// `condition` may end with a star, which stands for any text.
struct UncoveredReason {
  llvm::StringLiteral pattern, function, condition;
  bool holds;
  llvm::StringLiteral reason;

  bool explains(llvm::StringRef pattern, const UncoveredBranch &branch) const;
};
/// UncoveredBranches.def.
llvm::ArrayRef<UncoveredReason> getUncoveredReasons();

/// What the instances of one pattern ran, all together.
struct BranchesRun {
  /// By number in BranchTable; empty if nothing ran.
  llvm::BitVector taken, entered;

  void add(const BranchesRun &other) {
    taken |= other.taken;
    entered |= other.entered;
  }
};

/// Of the code of one pattern: what matches and rewrites (or folds), and what
/// only that calls; of a rule of the expression simplifier, the functions that
/// RuleFunctions.def names. A condition of a template that is instantiated
/// several times counts once.
BranchCoverage coverageOf(llvm::StringRef pattern, const BranchesRun &run);

/// Whether a change of the function (by number) may change what the pattern
/// does, of which all instances together ran this: its own code, and what it
/// shares with others.
bool isCodeOf(llvm::StringRef pattern, const BranchesRun &run,
              unsigned function);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_BRANCHCOVERAGE_H
