//===- StageOracle.h - Who judges a program after a stage -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The seam between stage comparison and the oracles. The comparison runs the
// source and then the program after every stage; each oracle meets those runs
// and says whether the stage kept what the source promises. One file per
// oracle, one row each in StageOracles.def; comparison, bisection, triage,
// campaign and score walk the table and name no oracle.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_STAGEORACLE_H
#define TILEFUZZ_FUZZ_STAGES_STAGEORACLE_H

#include "fuzz/Stages/StageComparison.h"
#include "interp/Execute/Executor.h"

namespace tilefuzz {

/// What the source does.
struct SourceRuns {
  /// Of each run; every one completed.
  std::vector<Outcome> outcomes;
  /// All conflicts are ordered: there is no other outcome.
  bool isFullyOrdered = false;
  /// A copy, if it is not fully ordered.
  mlir::OwningOpRef<mlir::ModuleOp> open;
};

/// One run of a program after a stage.
struct StageRun {
  const Executor &executor;
  const Schedule &schedule;
  const Outcome &outcome;
  /// Of a device: it ends so in some runs and otherwise in others.
  bool differsFromRunToRun = false;
};

/// An oracle at work on one program.
class StageJudge {
public:
  virtual ~StageJudge();
  /// The work on another stage begins.
  virtual void startStage() {}
  /// What the stage left, before it is run, of the levels of MLIR. As judge();
  /// NotAsked: it says nothing of such a program.
  virtual OracleAnswer judgeProgram(const StagedProgram &program,
                                    StageFinding &finding) {
    return OracleAnswer::NotAsked;
  }
  /// Whether it looks at the outcome of every run. What no judge wants is not
  /// run.
  virtual bool judgesOutcomes() const { return false; }
  /// Who is told of the operations of the stage's next run (of the source
  /// first); null: no run need be observed, or none any more. A run has one
  /// observer, so a judge that asks later may get a run of its own.
  virtual MachineObserver *observe() { return nullptr; }
  /// As observe(), of a run by an engine that executes threads.
  virtual simt::ThreadObserver *observeThreads() { return nullptr; }
  /// It asks for such runs.
  virtual bool asksForThreads() const { return false; }
  /// The source ended a run that this judge observed.
  virtual void meetObservedSource() {}
  /// After each run if it judges outcomes, and after the run that it observed.
  /// What is Wrong is said in `finding`: kind, symptom, reason, expected and
  /// actual; the rest is the caller's. May set the record's verdict and runs.
  virtual OracleAnswer judge(const StageRun &run, bool isObserved,
                             StageRecord &record, StageFinding &finding) = 0;
};

/// What a judge may look at.
struct JudgedProgram {
  const Launch &launch;
  const ComparisonOptions &options;
  const SourceRuns &source;
  ComparisonReport &report;
};

struct StageOracle {
  /// As command lines and stored options call it, e.g. "order".
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  /// What it reports.
  llvm::ArrayRef<FindingKind> kinds;
  /// Campaigns count `COUNTER:STAGE` where it was asked, and
  /// `COUNTER-unmatched:STAGE` where it had no answer; empty: the record's
  /// verdict is counted instead.
  llvm::StringLiteral counter;
  std::unique_ptr<StageJudge> (*makeJudge)(const JudgedProgram &program);
};

#define STAGE_ORACLE(constant) extern const StageOracle constant;
#include "fuzz/Stages/StageOracles.def"

llvm::ArrayRef<const StageOracle *> getStageOracles();
const StageOracle *findStageOracle(llvm::StringRef name);
/// Position in getStageOracles() and in StageRecord::answers.
unsigned getIndex(const StageOracle &oracle);
/// Null: no oracle reports the kind (the compiler itself does, or its death).
const StageOracle *oracleOf(FindingKind kind);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_STAGEORACLE_H
