//===- PatternProof.h - Prove a named pattern of the compiler ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Applies the compiler's own pattern to every instance and checks what it made
// (design, decision 6).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_PATTERNPROOF_H
#define TILEFUZZ_ORACLE_PATTERNS_PATTERNPROOF_H

#include "compiler/Support/SeededBugs.h"
#include "oracle/Patterns/BranchCoverage.h"
#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Refine/Refinement.h"
#include <string>
#include <vector>

namespace tilefuzz {

struct InstanceProof {
  /// As PatternInstance::name.
  std::string instance;
  ProofVerdict verdict;
  /// As PatternInstance::firings.
  uint64_t firings = 1;
};

struct PatternProof {
  std::string pattern;
  /// Over all instances; see `combine`.
  ProofVerdict verdict;
  std::vector<InstanceProof> instances;
  /// Of all instances together.
  double seconds = 0;
  /// What the proofs rest on; see ProofVerdict.
  std::vector<std::string> basis;
  /// What of the pattern's code the instances took.
  BranchCoverage coverage = {};

  unsigned count(ProofKind kind) const;
};

struct PatternProofOptions {
  BugSet bugs;
  /// Patterns that are off by default and are to be used.
  std::vector<std::string> enabled;
  RefinementOptions refinement;
  /// Element types of the instances, instead of the templates' own.
  std::vector<std::string> types = {};
  /// Where queries are written to; null: nowhere.
  QueryFolder *queries = nullptr;
  /// Programs that are tried for branches which no template takes
  /// (InstanceSearch.h), where no instances or types are given.
  unsigned searchTries = 0;
  /// Also all combinations of what the pattern could look at
  /// (SystematicTemplates.h), where no instances or types are given.
  bool combines = false;
  /// Leave out the instances after the first that is refuted.
  bool stopAtRefutation = false;
};

/// `pattern` is the name of a row of getPatternTables(); a name that is in no
/// table gives a proof of kind Unknown.
PatternProof provePattern(llvm::StringRef pattern,
                          const PatternProofOptions &options = {});

/// What is to be proved, and how.
struct ProofTask {
  std::string pattern;
  PatternProofOptions options;
  /// What it is proved on; empty: the instances of its templates.
  std::vector<PatternInstance> instances = {};
};
/// The proofs in the order of the tasks, instances spread over so many threads.
std::vector<PatternProof> provePatterns(llvm::ArrayRef<ProofTask> tasks,
                                        unsigned threads);

/// Names of all patterns, in the order of the tables, each once. Folds are
/// proved by their names (Folds.h) like patterns, and are not among these.
std::vector<std::string> patternNames();

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_PATTERNPROOF_H
