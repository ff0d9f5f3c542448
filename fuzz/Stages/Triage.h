//===- Triage.h - From a raw disagreement to a finding ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The life of a finding inside a worker: described, stored raw, bisected,
// recognised as known or reduced, given a signature, stored.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_TRIAGE_H
#define TILEFUZZ_FUZZ_STAGES_TRIAGE_H

#include "fuzz/Stages/StageComparison.h"

namespace tilefuzz {

struct TriageOptions {
  ComparisonOptions comparison;
  bool reduce = true;
  /// CPU time for reducing one finding; what is smallest by then stands.
  double reduceSeconds = 20;
};

/// Sorted, unique names of the operations inside the entries.
std::vector<std::string> operationNames(mlir::ModuleOp module);
/// How many operations stand inside the entries, terminators included.
unsigned countOperations(mlir::ModuleOp module);

/// A finding with everything that needs no further run: program text,
/// operations, outcomes, what to blame, how to reproduce. `origin` and seeds
/// are the caller's.
Finding describe(const Program &program, const StageFinding &raw,
                 const ComparisonOptions &options);

/// Bisects, and names the pattern and, if it is another than the stage's, its
/// pass.
void blamePattern(Finding &finding, const Program &program,
                  const StageFinding &raw, const ComparisonOptions &options);

/// The smallest program found that shows the same disagreement: one operation
/// taken out of it (fuzz/Reduce/IsolateOperation.h) if that shows it, made
/// smaller. If `pattern` is to blame, it still is. `isSmallest` tells whether
/// there was time to try everything.
Program reduceFinding(const Program &program, const StageFinding &raw,
                      const TriageOptions &options, llvm::StringRef pattern,
                      bool &isSmallest);

/// Bisects again on the reduced program where that is still open, reduces, and
/// fills before/after, operations, outcomes and signature.
void completeFinding(Finding &finding, const Program &program,
                     const StageFinding &raw, const TriageOptions &options);

/// Crashes: reduces with every candidate compiled in a process of its own, to
/// the smallest that dies the same way, and fills program and signature.
void completeCrash(Finding &finding, const Program &program,
                   const TriageOptions &options);

/// The names behind a BugSet.
std::vector<std::string> bugNames(const BugSet &bugs);
/// tilefuzz and LLVM versions.
std::string versionText();

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_TRIAGE_H
