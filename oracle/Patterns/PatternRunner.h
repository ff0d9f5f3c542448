//===- PatternRunner.h - Apply a named pattern to instances -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The compiler's own pattern, fold or conversion, alone, in a context of its
// own, and the proof of what it made of one instance.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_PATTERNRUNNER_H
#define TILEFUZZ_ORACLE_PATTERNS_PATTERNRUNNER_H

#include "compiler/Pipeline/Pipeline.h"
#include "oracle/Patterns/PatternProof.h"

namespace tilefuzz {

class PatternRunner {
public:
  PatternRunner();
  ~PatternRunner();

  mlir::MLIRContext &getContext() { return *context; }

  /// A row of a pattern table, a fold or a conversion.
  static bool isKnown(llvm::StringRef pattern);

  /// Counts the firings. Gives what of the compiler's code ran.
  BranchesRun apply(mlir::ModuleOp module, llvm::StringRef pattern,
                    const PatternProofOptions &options, FiringCounts &firings);
  /// Before, the pattern, after. Adds what of the compiler's code ran.
  ProofVerdict prove(llvm::StringRef pattern, const PatternInstance &instance,
                     const PatternProofOptions &options, BranchesRun &branches);
  /// Templates, what is found from them, and combinations, as the options say.
  std::vector<PatternInstance> instancesFor(llvm::StringRef pattern,
                                            const PatternProofOptions &options);

private:
  const PatternTable *tableOf(llvm::StringRef pattern) const;

  llvm::SmallVector<PatternTable> tables;
  std::unique_ptr<mlir::MLIRContext> context;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_PATTERNRUNNER_H
