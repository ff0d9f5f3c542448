//===- SutCampaign.h - Search in an external tool ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H
#define TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H

#include "fuzz/Findings/Database.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Sut/Description.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <map>
#include <optional>

namespace tilefuzz {

/// Finding::origin of a program that was made of a kept one.
inline constexpr llvm::StringLiteral mutantOrigin = "mutant";
/// And of one that breaks a rule (BrokenProgram.h).
inline constexpr llvm::StringLiteral brokenOrigin = "broken";

struct SutOptions {
  uint64_t seed = 1, programs = 1000;
  /// Programs with a number below are left out: a later part of a campaign.
  uint64_t firstProgram = 0;
  /// After these the tool's processes are killed, reductions end where they
  /// are, and what was found until then is stored.
  double seconds = 1e9;
  /// Programs per process of the tool (of cuda_tile if it can split its input),
  /// and inputs per function.
  unsigned batch = 100, inputs = 8;
  /// Of a function.
  unsigned maxOperations = 24;
  /// Of programs of cuda_tile, as parseGenerateOptions takes them.
  std::string language = "mixed", knobs;
  /// All of them are whole programs (GenerateOptions::wholeOneIn).
  bool isWhole = false;
  /// Files of programs of cuda_tile. If there are any, a program is one of
  /// them, the first time around as it is, then mutated.
  std::vector<std::string> corpus;
  /// What the three say, for a worker.
  GenerateOptions generate;
  /// Programs have this operation; empty: any. Of cuda_tile without the
  /// dialect.
  std::string operation;
  /// Processes that work. Nothing but times depends on it.
  unsigned jobs = 1;
  /// Where findings and working files go.
  std::string output = "sut.findings";
  /// Names of the description's runs; empty: all.
  std::vector<std::string> runs;
  /// Of those, how many a module of LLVM IR or a batch of programs of cuda_tile
  /// is tried in, in turn; 0: all.
  unsigned runsPerProgram = 0;
  bool reduce = true;
  /// Each program of cuda_tile is changed so that it breaks a rule, and must be
  /// refused (BrokenProgram.h).
  bool invalid = false;
  /// Of 100 programs of cuda_tile, so many are kernels such as people write
  /// (KernelShapes.h).
  unsigned kernelShare = 0;
  /// Programs on which a pass acted are kept, and mutated (KeptPrograms.h).
  bool feedback = true;
  /// Descriptions, as JSON, of releases in which the programs of new findings
  /// are tried, in every run (SutMatrix.h); empty: nobody asks.
  std::vector<std::string> releases;
  /// Findings of one run and kind that are reduced and stored at most; the
  /// others are listed.
  unsigned maxReductions = 12;
  const volatile sig_atomic_t *interrupted = nullptr;
  /// Of the campaign (CampaignOptions).
  std::string executable, command, version;
};

struct SutSummary {
  std::string sut;
  uint64_t programs = 0, processes = 0;
  /// Of the programs, those that exist and have the wanted operation, once for
  /// each set of operations that runs leave out.
  uint64_t made = 0;
  /// Those that were made of programs on which a pass had acted, and by run how
  /// many became other programs.
  uint64_t mutants = 0;
  /// `RUN OPERATION`: how many had more of the operation then.
  std::map<std::string, uint64_t> changedPerRun, gains;
  /// Runs of the interpreter that were compared, and elements that were
  /// determined on both sides.
  uint64_t comparisons = 0, observed = 0;
  double seconds = 0;
  std::map<std::string, uint64_t> comparisonsPerRun, skipped;
  /// Those that were met; `duplicates` counts how often again in this run.
  std::vector<FindingRow> findings;
  /// Programs with a finding that was not stored, since there were many of its
  /// run and kind: the first of them, and how many there are.
  std::vector<Finding> leftOut;
  uint64_t unreduced = 0;
  /// Programs that differ and have all operations of a finding that the
  /// description knows; one in eight of them is looked at all the same.
  uint64_t knownAgain = 0;
  /// For a person, one line each.
  std::vector<std::string> warnings;
  bool interrupted = false;

  /// Of the findings' reduced programs; none: nothing was reduced.
  std::optional<unsigned> medianOperations() const;
  /// Those of which nobody said what they are.
  uint64_t newFindings() const;
  void print(llvm::raw_ostream &os) const;
  llvm::json::Value toJSON() const;
};

/// Errors: the tool is absent, or no program has the wanted operation; or, a
/// StorageError, the output folder cannot be written. It holds the campaign's
/// database `campaign.db`, and `summary.json` says what is found so far.
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

/// The same of a module of cuda_tile that breaks a rule, which the tool must
/// refuse. Error: also a module that is valid, or that no bytecode can hold.
llvm::Expected<unsigned> replayBroken(const SutDescription &sut,
                                      llvm::ArrayRef<std::string> runs,
                                      llvm::StringRef file,
                                      llvm::raw_ostream &os,
                                      const volatile sig_atomic_t *interrupted);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_SUTCAMPAIGN_H
