//===- LlvmCampaign.h - Many random modules of LLVM IR ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Trials run in processes of their own; one that dies is a finding about the
// module that it worked on, and loses nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_LLVM_LLVMCAMPAIGN_H
#define TILEFUZZ_FUZZ_LLVM_LLVMCAMPAIGN_H

#include "fuzz/Llvm/LlvmTrial.h"
#include <csignal>
#include <functional>

namespace tilefuzz {

struct LlvmCampaignOptions {
  LlvmTrialOptions trial;
  uint64_t seed = 1, first = 0, modules = 1000;
  unsigned steps = 24;
  bool wide = false;
  unsigned jobs = 1;
  /// Stops when so many defects are known; 0: never.
  unsigned maxFindings = 0;
  /// Where the module of each finding goes; empty: nowhere.
  std::string store;
  /// Where a finding that this module shows is known from; empty: it is new.
  /// The module is as small as it was found.
  std::function<std::string(const LlvmFinding &, const llvm::Module &)> known;
  /// Ends the campaign when set.
  const volatile sig_atomic_t *interrupted = nullptr;
  /// Called now and then with how many are done.
  std::function<void(uint64_t)> progress = [](uint64_t) {};
};

struct LlvmSummary {
  LlvmCounts counts;
  struct Met {
    LlvmFinding finding;
    /// Of the module that showed it first, and how small a module of that
    /// index shows it.
    uint64_t index = 0;
    unsigned steps = 0;
    uint64_t times = 0;
    std::string file;
    /// Empty: it is new.
    std::string known;
  };
  /// One per signature.
  std::vector<Met> findings;
  double seconds = 0;

  size_t newFindings() const;
  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// Errors are of the store, or of starting processes.
llvm::Expected<LlvmSummary> runLlvmModules(const LlvmCampaignOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_LLVM_LLVMCAMPAIGN_H
