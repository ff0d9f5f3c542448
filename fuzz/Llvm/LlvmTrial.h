//===- LlvmTrial.h - One module against passes over LLVM IR -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What each pass leaves of a module is executed and compared with the module;
// what passes claim (which functions they touch, what they drop, count, report,
// and which pointers do not alias) is compared with what is true of it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_LLVM_LLVMTRIAL_H
#define TILEFUZZ_FUZZ_LLVM_LLVMTRIAL_H

#include "compiler/Support/SeededBugs.h"
#include "fuzz/Findings/Symptom.h"
#include "fuzz/Generate/Llvm/LlvmModules.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace tilefuzz {

struct LlvmTrialOptions {
  BugSet bugs;
  std::string target = "sm_90a";
  /// Instructions over all threads of a run.
  uint64_t maxSteps = 2'000'000;
  /// Which of LLVM's pipelines beside O2 this module goes through: they take
  /// turns.
  uint64_t turn = 0;
};

struct LlvmFinding {
  /// The pass to blame.
  std::string where;
  /// What disagrees: `execution`, `interface`, `selection`, `index`,
  /// `metrics`, `alias`, `failure`, `death`.
  std::string kind;
  std::string reason;
  /// Of the kind `execution`: what is the matter.
  Symptom symptom;
  /// Within a pipeline of LLVM's: the first pass after which it is so; empty
  /// elsewhere, and where no pass alone is to blame.
  std::string pass;

  /// Findings with the same one are the same defect, as far as is known.
  std::string signature() const {
    return where + ": " + kind + (pass.empty() ? "" : " by " + pass);
  }
};

struct LlvmCounts {
  /// Scalars: modules, kernels, comparisons, aliasQueries, noAlias, selections,
  /// injectedIndices, metrics.
  std::map<std::string, uint64_t> numbers;
  /// By pass or pipeline: outcomes that were compared.
  std::map<std::string, uint64_t> comparisons;
  /// By reason: outcomes that could not be.
  std::map<std::string, uint64_t> skips;

  void add(const LlvmCounts &other);
  llvm::json::Object toJSON() const;
};
/// Ignores what is no count.
LlvmCounts parseLlvmCounts(const llvm::json::Object &object);

struct LlvmTrialResult {
  std::vector<LlvmFinding> findings;
  LlvmCounts counts;
};

LlvmTrialResult tryLlvmProgram(const LlvmProgram &program,
                               const LlvmTrialOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_LLVM_LLVMTRIAL_H
