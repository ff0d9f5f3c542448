//===- OutcomeOracle.cpp - Does every run end as the source's may? --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageOracle.h"
#include "interp/Explore/Explore.h"
#include "oracle/Compare/Compare.h"

using namespace tilefuzz;

namespace {
class OutcomeJudge : public StageJudge {
public:
  explicit OutcomeJudge(const JudgedProgram &program) : program(program) {}

  bool judgesOutcomes() const override { return true; }
  OracleAnswer judge(const StageRun &run, bool isObserved, StageRecord &record,
                     StageFinding &finding) override;

private:
  /// What a source with more outcomes than were run says of a target that shows
  /// none of them.
  ComparisonVerdict askExplorer(const Outcome &outcome);

  const JudgedProgram program;
  /// All outcomes of a source that is not fully ordered, once asked for.
  std::optional<Exploration> exploration;
  /// Why there is none.
  std::string unexplored;
};
} // namespace

ComparisonVerdict OutcomeJudge::askExplorer(const Outcome &outcome) {
  auto undecided = [](const llvm::Twine &why) {
    return ComparisonVerdict{
        ComparisonKind::ResourceLimit,
        ("the source may have more outcomes than were run: " + why).str()};
  };
  // Enclosures are not explored.
  for (const Outcome &one : program.source.outcomes)
    for (const BufferImage &buffer : one.buffers)
      if (!buffer.enclosures.empty())
        return undecided("some are inexact");
  if (!exploration && unexplored.empty()) {
    ExploreOptions limits;
    limits.graphLimit = 2000;
    limits.coherenceLimit = 5000;
    limits.eventLimit = 256;
    llvm::Expected<DecodedProgram> decoded = DecodedProgram::decode(
        program.source.open.get(), program.launch.kernel);
    llvm::Expected<Exploration> explored =
        decoded ? explore(*decoded, program.launch, limits)
                : llvm::Expected<Exploration>(decoded.takeError());
    if (explored)
      exploration = std::move(*explored);
    else
      unexplored = llvm::toString(explored.takeError());
  }
  if (!exploration)
    return undecided(unexplored);
  const Exploration &all = *exploration;
  if (!all.races.empty())
    return {ComparisonKind::SourceUndefined, "data-race"};
  if (!all.isComplete())
    return undecided(all.incomplete);
  std::vector<Outcome> outcomes;
  for (const ExploredOutcome &explored : all.outcomes)
    outcomes.push_back(explored.outcome);
  return refines(outcomes, outcome);
}

/// Of a run that the source excludes by how it ended.
static Symptom symptomOf(const Outcome &outcome) {
  if (outcome.status == RunStatus::Race)
    return Symptom::race(!outcome.races.empty() &&
                         outcome.races.front().first.isShared);
  std::string rule = toString(outcome.status).str();
  if (!outcome.condition.empty())
    rule += ": " + outcome.condition;
  return Symptom::undefined(rule);
}

OracleAnswer OutcomeJudge::judge(const StageRun &run, bool, StageRecord &record,
                                 StageFinding &finding) {
  const std::vector<Outcome> &allowed = program.source.outcomes;
  const Outcome &outcome = run.outcome;
  ComparisonVerdict verdict = refines(allowed, outcome);
  if (outcome.status == RunStatus::StepLimit &&
      outcome.condition == tooManyIterations)
    verdict = {ComparisonKind::Differs,
               "the source ends after " +
                   std::to_string(allowed.front().steps) +
                   " steps, the target does not: " + outcome.summary()};
  // Schedules show some outcomes of a source that is not fully ordered, not
  // all.
  if (verdict.isFinding() && program.source.open)
    verdict = askExplorer(outcome);
  ++record.runs;
  // A later schedule's "no answer" must not hide an earlier answer.
  if (!record.verdict || verdict.isFinding() ||
      record.verdict->kind == ComparisonKind::Equal)
    record.verdict = verdict;
  if (!verdict.isFinding())
    return record.verdict->kind == ComparisonKind::Equal ? OracleAnswer::Kept
                                                         : OracleAnswer::Open;
  finding.kind = FindingKind::Differs;
  if (verdict.kind == ComparisonKind::TargetUndefined) {
    finding.kind = FindingKind::TargetUndefined;
    finding.symptom = symptomOf(outcome);
  }
  finding.reason = verdict.reason;
  if (run.executor.isDevice)
    finding.kind = FindingKind::Device;
  if (run.differsFromRunToRun)
    finding.reason = "unstable on hardware, and one of the runs is none that "
                     "the source allows: " +
                     finding.reason;
  finding.expected = allowed.front();
  finding.actual = outcome;
  return OracleAnswer::Wrong;
}

static constexpr FindingKind kinds[] = {
    FindingKind::Differs, FindingKind::TargetUndefined, FindingKind::Device};

const StageOracle tilefuzz::outcomeOracle = {
    "outcome", "every run ends as some run of the source may", kinds,
    /*counter=*/"",
    [](const JudgedProgram &program) -> std::unique_ptr<StageJudge> {
      return std::make_unique<OutcomeJudge>(program);
    }};
