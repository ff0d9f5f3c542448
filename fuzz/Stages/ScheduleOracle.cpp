//===- ScheduleOracle.cpp - Are schedules and pipelines legal? ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a program of nv_tileas says about when and where its operations run,
// checked without running it (docs/schedules.md, docs/pipelining.md): schedules
// behind the stage that makes them, before others change the loops; what
// prepares for them behind the stage that does; pipelines behind every stage.
// The checker shares the machine model with the scheduler and nothing else.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/GenerateSchedule.h"
#include "fuzz/Stages/StageOracle.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "oracle/Schedule/CheckPreparation.h"
#include "oracle/Schedule/CheckSchedule.h"
#include "oracle/Schedule/PipelineProtocol.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class ScheduleJudge : public StageJudge {
public:
  OracleAnswer judgeProgram(const StagedProgram &program,
                            StageFinding &finding) override;
  /// There is nothing to say of runs.
  OracleAnswer judge(const StageRun &, bool, StageRecord &,
                     StageFinding &) override {
    return OracleAnswer::NotAsked;
  }

private:
  void checkLoop(scf::ForOp loop);
  void add(std::vector<Violation> found) {
    llvm::append_range(violations, found);
  }

  std::vector<Violation> violations;
  /// The machine model has no answer.
  bool isOpen = false;
};
} // namespace

void ScheduleJudge::checkLoop(scf::ForOp loop) {
  if (!hasSchedule(loop))
    return;
  // Without a model no schedule is made, and an error says so.
  ScopedDiagnosticHandler quiet(loop.getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<MachineModel> model = getMachineModel(loop);
  if (failed(model)) {
    isOpen = true;
    return;
  }
  llvm::Expected<ScheduledLoop> read = readScheduledLoop(loop, *model);
  if (read)
    add(checkSchedule(*read));
  else
    add({{ViolationKind::Form, llvm::toString(read.takeError())}});
}

OracleAnswer ScheduleJudge::judgeProgram(const StagedProgram &program,
                                         StageFinding &finding) {
  if (program.stage->level != Level::TileAS)
    return OracleAnswer::NotAsked;
  violations.clear();
  isOpen = false;
  auto does = [&](StageRole role) {
    return (program.stage->roles & role) != StageRole::None;
  };
  // Later ones may unroll a loop or let its iterations overlap.
  bool makesRings = getStageBefore(*program.stage).level == Level::TileAA;
  ModuleOp module = program.module;
  if (does(StageRole::SchedulesLoops))
    module.walk([&](scf::ForOp loop) { checkLoop(loop); });
  module.walk([&](FunctionOpInterface interface) {
    Operation *function = interface.getOperation();
    if (does(StageRole::PreparesLoops) && isPrepared(function))
      add(checkPreparation(function));
    add(checkTokens(function));
    add(checkBarrierSlots(function));
    if (makesRings)
      add(checkSharedRings(function));
  });
  if (violations.empty())
    return isOpen ? OracleAnswer::Open : OracleAnswer::Kept;
  const Violation &first = violations.front();
  std::string text = (toString(first.kind) + ": " + first.what).str();
  finding.kind = FindingKind::Schedule;
  finding.symptom = Symptom::message(text);
  finding.reason = text;
  if (violations.size() > 1)
    finding.reason +=
        "; and " + std::to_string(violations.size() - 1) + " more";
  return OracleAnswer::Wrong;
}

static constexpr FindingKind kinds[] = {FindingKind::Schedule};

const StageOracle tilefuzz::scheduleOracle = {
    "schedule", "schedules are legal, and pipelines hand their slots on", kinds,
    /*counter=*/"schedule",
    [](const JudgedProgram &) -> std::unique_ptr<StageJudge> {
      return std::make_unique<ScheduleJudge>();
    }};
