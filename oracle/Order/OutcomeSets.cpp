//===- OutcomeSets.cpp - Does a target do what its source may? ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/OutcomeSets.h"
#include "oracle/Compare/Compare.h"
#include <set>

using namespace tilefuzz;

Exploration tilefuzz::exploreBriefly(const DecodedProgram &program,
                                     const Launch &launch) {
  ExploreOptions limits;
  limits.graphLimit = 5'000;
  limits.coherenceLimit = 20'000;
  limits.eventLimit = 128;
  llvm::Expected<Exploration> explored = explore(program, launch, limits);
  if (explored)
    return std::move(*explored);
  Exploration none;
  none.incomplete = llvm::toString(explored.takeError());
  return none;
}

std::string tilefuzz::describe(const RaceReport &race) {
  auto name = [](const AccessSite &site) {
    return site.operation + " (" + site.location + ")";
  };
  return "race on " + race.first.buffer + "+" +
         std::to_string(race.first.offset) + ": " + name(race.first) + " and " +
         name(race.second);
}

static std::vector<Outcome> outcomesOf(const Exploration &exploration) {
  std::vector<Outcome> outcomes;
  for (const ExploredOutcome &explored : exploration.outcomes) {
    Outcome &outcome = outcomes.emplace_back(explored.outcome);
    // Matches anything.
    for (BufferImage &buffer : outcome.buffers)
      if (isFloat(buffer.kind))
        buffer.unspecified.assign(buffer.bytes.size(), true);
  }
  return outcomes;
}

static std::set<std::string> textsOf(const Exploration &exploration) {
  std::set<std::string> texts;
  for (const ExploredOutcome &explored : exploration.outcomes) {
    std::string text;
    llvm::raw_string_ostream os(text);
    explored.outcome.print(os, /*maxElements=*/0);
    texts.insert(std::move(text));
  }
  return texts;
}

OutcomeReport tilefuzz::compareOutcomes(const DecodedProgram &source,
                                        const DecodedProgram &target,
                                        const Launch &launch) {
  OutcomeReport report;
  Exploration ofSource = exploreBriefly(source, launch);
  if (!ofSource.races.empty()) {
    report.sourceRace = describe(ofSource.races.front());
    return report;
  }
  if (!ofSource.isComplete()) {
    report.incomplete = "of the source, " + ofSource.incomplete;
    return report;
  }
  Exploration ofTarget = exploreBriefly(target, launch);
  if (!ofTarget.races.empty()) {
    report.added = describe(ofTarget.races.front());
    return report;
  }
  std::vector<Outcome> allowed = outcomesOf(ofSource);
  for (const ExploredOutcome &explored : ofTarget.outcomes) {
    ComparisonVerdict verdict = refines(allowed, explored.outcome);
    if (verdict.isFinding()) {
      report.added = verdict.reason;
      for (llvm::StringRef rest = explored.witness; !rest.empty();) {
        auto [line, next] = rest.split('\n');
        report.added += "\n  " + line.str();
        rest = next;
      }
      return report;
    }
    if (verdict.kind != ComparisonKind::Equal && report.incomplete.empty())
      report.incomplete = verdict.reason;
  }
  if (!ofTarget.isComplete())
    report.incomplete = "of the target, " + ofTarget.incomplete;
  // Bit by bit, floats as well.
  report.areEqual =
      report.incomplete.empty() && textsOf(ofSource) == textsOf(ofTarget);
  return report;
}
