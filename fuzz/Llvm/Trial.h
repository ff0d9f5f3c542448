//===- Trial.h - The state of one trial -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_LLVM_TRIAL_H
#define TILEFUZZ_FUZZ_LLVM_TRIAL_H

#include "fuzz/Llvm/LlvmTrial.h"
#include "interp/Program/Outcome.h"
#include "oracle/Compare/Compare.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Module.h"

namespace tilefuzz {

/// What changes a module.
using Rewriting = llvm::function_ref<llvm::Error(llvm::Module &)>;

class Trial {
public:
  Trial(const LlvmProgram &program, const LlvmTrialOptions &options)
      : program(program), module(*program.module), options(options) {}

  LlvmTrialResult run();

  // Checks of claims (Claims.cpp, AliasClaims.cpp).
  void checkSelections();
  void checkIndices();
  void checkMetrics();
  void checkAliases();
  void checkInterface(const std::string &where, const llvm::Module &changed);

private:
  bool runSource();
  Outcome execute(const llvm::Module &target, const std::string &kernel);
  /// The module after it, if it is one that verifies.
  std::unique_ptr<llvm::Module> apply(const std::string &where,
                                      Rewriting rewriting);
  /// Compares every kernel that the target has; false at a finding.
  bool compare(const std::string &where, const llvm::Module &target,
               llvm::StringRef blamed = {});
  ComparisonVerdict judge(const llvm::Module &target,
                          const std::string &kernel);
  /// Of the finding that was reported last: the pass of the pipeline.
  void blame(llvm::StringRef pipeline);
  void checkStages();
  void checkOptimiser();
  void checkPipelines();
  void checkBackEnd();
  void report(const std::string &where, const std::string &kind,
              const llvm::Twine &reason) {
    result.findings.push_back({where, kind, reason.str(), {}, {}});
  }
  void skip(const llvm::Twine &reason) { ++result.counts.skips[reason.str()]; }
  void count(const std::string &number, uint64_t by = 1) {
    result.counts.numbers[number] += by;
  }

  const LlvmProgram &program;
  const llvm::Module &module;
  const LlvmTrialOptions &options;
  LlvmTrialResult result;
  std::map<std::string, Outcome> expected;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_LLVM_TRIAL_H
