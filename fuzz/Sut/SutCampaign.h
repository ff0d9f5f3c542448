//===- SutCampaign.h - Search in an external tool ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H
#define TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H

#include "fuzz/Sut/Description.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <map>

namespace tilefuzz {

struct SutOptions {
  uint64_t seed = 1, programs = 1000;
  /// Programs with a number below are left out: a later part of a campaign.
  uint64_t firstProgram = 0;
  double seconds = 1e9;
  /// Functions per process of the tool, and inputs per function.
  unsigned batch = 100, inputs = 8;
  unsigned maxOperations = 24;
  /// Threads. Nothing but times depends on it.
  unsigned jobs = 1;
  /// Where findings and working files go.
  std::string output = "sut.findings";
  /// Names of the description's runs; empty: all.
  std::vector<std::string> runs;
  bool reduce = true;
  /// Findings of one run and kind that are reduced at most.
  unsigned maxReductions = 12;
  const volatile sig_atomic_t *interrupted = nullptr;
};

struct SutFinding {
  std::string run, kind, detail;
  /// As it was before the reduction.
  std::string message;
  std::vector<std::string> operations;
  /// Where it is known from; empty for a new one.
  std::string known;
  std::string folder;
  uint64_t times = 1;
  uint64_t program = 0;
};

struct SutSummary {
  std::string sut;
  uint64_t programs = 0, processes = 0;
  /// Runs of the interpreter that were compared, and elements that were
  /// determined on both sides.
  uint64_t comparisons = 0, observed = 0;
  double seconds = 0;
  std::map<std::string, uint64_t> comparisonsPerRun, skipped;
  std::vector<SutFinding> findings;
  /// Programs with a finding that were not reduced because there were many of
  /// their kind.
  uint64_t unreduced = 0;
  /// Programs that differ and have all operations of a known finding; one in
  /// eight of them is reduced all the same.
  uint64_t knownAgain = 0;

  uint64_t newFindings() const;
  /// Adds the counts of another one.
  void add(const SutSummary &other);
  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// Errors: the tool is absent; or, a StorageError, the output folder cannot be
/// written. After every batch, `summary.json` there says what is found so far.
llvm::Expected<SutSummary>
runSutCampaign(const SutDescription &sut, const SutOptions &options,
               llvm::function_ref<void(const SutSummary &)> progress);

/// Runs the tool on a file of functions with calls (FunctionCalls.h), or on a
/// program of cuda_tile with its launch; prints what it did, in each of the
/// named runs (all if none is named), and returns the number of findings.
/// Error: also an interrupt.
llvm::Expected<unsigned> replaySut(const SutDescription &sut,
                                   llvm::ArrayRef<std::string> runs,
                                   llvm::StringRef file, llvm::raw_ostream &os,
                                   const volatile sig_atomic_t *interrupted);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H
