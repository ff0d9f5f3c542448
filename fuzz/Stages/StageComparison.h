//===- StageComparison.h - One program against every stage ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Compiles a program through the reference compiler and, after every stage,
// verifies, executes and compares with what the source allows. The heart of the
// campaign; also what the fuzz targets and the reducer's question call.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_STAGECOMPARISON_H
#define TILEFUZZ_FUZZ_STAGES_STAGECOMPARISON_H

#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Findings/Finding.h"
#include "interp/Program/Outcome.h"
#include "interp/Program/Program.h"
#include "oracle/Verdict.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>
#include <memory>
#include <optional>

namespace tilefuzz {

class Device;
struct Executor;
struct StageOracle;

struct ComparisonOptions {
  CompileOptions compile;
  /// Schedules per tile stage: program order, most-reversed, then random ones.
  unsigned schedules = 3;
  uint64_t scheduleSeed = 1;
  /// Steps (operations executed) per run before it counts as a limit.
  uint64_t maxSteps = 500'000;
  /// Instructions over all threads, per run of the machine level.
  uint64_t maxMachineSteps = 50'000'000;
  /// Engines that execute nothing; levels that only they take are not
  /// compared.
  llvm::SmallPtrSet<const Executor *, 2> withoutExecutors;
  /// Who runs PTX beside our machine; null: nobody.
  std::shared_ptr<Device> device;
  /// Oracles that are not asked.
  llvm::SmallPtrSet<const StageOracle *, 4> withoutOracles;
  /// Round trips to make and compare, beside one that is the last stage.
  std::vector<const Stage *> roundTrips;
  /// Whether what passes over LLVM IR leave is executed; they run all the same.
  bool executesLlvm = true;
  /// Made by `makeCompiler` with these options, for the program's context;
  /// null: a new one.
  Compiler *compiler = nullptr;
  /// Told before each stage is executed and when it is done, so that a death
  /// can be attributed; a round trip's is told before it is made, too, and the
  /// stage before it when it is done.
  std::function<void(const Stage &stage, bool executing)> onStage;
};

/// What one oracle says of a stage.
enum class OracleAnswer {
  NotAsked,
  /// The program is as the source; also where a stage left one that was.
  Kept,
  /// It has no answer: the program is not executed, or cannot be matched.
  Open,
  Wrong,
};

/// What happened at one stage.
struct StageRecord {
  const Stage *stage = nullptr;
  /// Absent: the source itself, an unchanged stage, or one without an executor
  /// (LLVM dialect, PTX). Unsupported in the last record: the stage refuses the
  /// program (compiler/Support/Refusal.h); of a round trip: the form cannot
  /// express it.
  std::optional<ComparisonVerdict> verdict;
  /// The pass left the IR as it was, so it was not executed again.
  bool unchanged = false;
  /// Runs executed.
  unsigned runs = 0;
  /// The device's runs do not all end the same.
  bool isUnstableOnDevice = false;
  /// By index of the oracle (getStageOracles()).
  llvm::SmallVector<OracleAnswer, 2> answers;
  double compileSeconds = 0, executeSeconds = 0;

  OracleAnswer answerOf(const StageOracle &oracle) const;
};

/// The first disagreement.
struct StageFinding {
  FindingKind kind = FindingKind::Differs;
  const Stage *stage = nullptr;
  /// The last stage before that was compared as equal; of a failure, the one
  /// that it followed.
  const Stage *previous = nullptr;
  Symptom symptom;
  /// For people.
  std::string reason;
  std::string schedule;
  /// Of a device's: what every level says of it (LevelAnswers.h).
  std::string levels;
  std::optional<Outcome> expected, actual;
};

/// What a skip reason begins with if the interpreter refused the source.
inline constexpr llvm::StringLiteral notExecutable = "source not executable";

struct ComparisonReport {
  std::vector<StageRecord> stages;
  std::optional<StageFinding> finding;
  /// The source allows everything, or could not be run: nothing was compared.
  /// The reason; empty when it was.
  std::string skipReason;
  /// The source's schedules agreed because every conflict was ordered.
  bool isFullyOrdered = false;
  /// How many pairs of accesses the source requires to be in order.
  uint64_t orderPairs = 0;
  /// Of a program that the device runs later: what the source may end in.
  std::vector<Outcome> deferred;

  /// How many outcomes were compared with the source's, over all stages.
  uint64_t comparisons() const;
  bool skipped() const { return !skipReason.empty(); }
};

/// For many programs of one context. Without CompileOptions::stopAfter it ends
/// with `getLastStage()`.
std::unique_ptr<Compiler> makeCompiler(const ComparisonOptions &options);
/// The last stage that programs reach unless a later one is named: the
/// assembler, a process per program, is left out.
const Stage &getLastStage();
/// What CompileOptions::stopAfter says so that the stage is reached, and those
/// that are reached anyway.
std::string stopAfterToReach(const Stage &stage);

/// Runs everything above on a copy of `program`. Diagnostics of the compiler
/// are caught; the first error is the finding's reason. `firings` of
/// `options.compile` is filled if it is set.
ComparisonReport compareStages(const Program &program,
                               const ComparisonOptions &options);
/// On the program itself, which is what the last stage made of it then.
ComparisonReport compareStagesInPlace(Program &program,
                                      const ComparisonOptions &options);

/// The IR text after `stage`, compiled anew; empty if it is not reached.
std::string printStage(const Program &program, const CompileOptions &options,
                       const Stage &stage);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_STAGECOMPARISON_H
