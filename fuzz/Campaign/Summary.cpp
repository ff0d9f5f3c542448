//===- Summary.cpp - A campaign's result for people and scripts -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Campaign.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
namespace json = llvm::json;

uint64_t CampaignSummary::count(llvm::StringRef name) const {
  auto it = counters.find(name.str());
  return it == counters.end() ? 0 : it->second;
}

Counts CampaignSummary::group(llvm::StringRef prefix) const {
  return groupCounters(counters, prefix);
}

static json::Object toObject(const Counts &counts) {
  json::Object object;
  for (const auto &[name, value] : counts)
    object[name] = int64_t(value);
  return object;
}

json::Value CampaignSummary::toJSON() const {
  json::Array found;
  for (const FindingRow &row : newFindings)
    found.push_back(
        json::Object{{"signature", row.finding.signature},
                     {"kind", toString(row.finding.kind)},
                     {"stage", row.finding.stage},
                     {"pattern", row.finding.pattern},
                     {"reason", json::fixUTF8(row.finding.reason)},
                     {"operations", int64_t(row.finding.operationCount)},
                     {"origin", row.finding.origin},
                     {"stack", syntheticStack(row.finding)},
                     {"folder", row.folder}});
  json::Array used;
  for (const LevelUse &level : levels)
    used.push_back(json::Object{{"level", level.name},
                                {"programs", int64_t(level.programs)},
                                {"stated", level.stated},
                                {"learnt", level.learnt},
                                {"seconds", level.seconds}});
  return json::Object{
      {"programs", int64_t(programs())},
      {"comparisons", int64_t(comparisons())},
      {"findings", int64_t(newFindings.size())},
      {"skipped", int64_t(skipped())},
      {"duplicates", int64_t(duplicates)},
      {"recovered", int64_t(recovered)},
      {"waiting", int64_t(waiting)},
      {"coverage", int64_t(knownCoverage + coverage.size())},
      {"newCoverage", int64_t(coverage.size())},
      {"edges", int64_t(edges())},
      {"edgesMeasured", int64_t(edgesMeasured)},
      {"warnings", json::Array(warnings)},
      {"seconds", seconds},
      {"interrupted", interrupted},
      {"orderPairs", int64_t(count("order-pairs"))},
      {"orderChecks", toObject(group("order"))},
      {"orderUnmatched", toObject(group("order-unmatched"))},
      {"scheduleChecks", toObject(group("schedule"))},
      {"pipelineChecks", toObject(group("pipelines"))},
      {"pipelinesUnmatched", toObject(group("pipelines-unmatched"))},
      {"comparisonsPerStage", toObject(group("comparisons"))},
      {"levels", std::move(used)},
      {"pairs", int64_t(count("pairs"))},
      {"pairAnswers", toObject(group("pair"))},
      {"pairRewrites", toObject(group("pair-rewrite"))},
      {"skips", toObject(group("skip"))},
      {"device", toObject(group("device"))},
      {"stageSkips", toObject(group("stage-skip"))},
      {"firings", toObject(firings)},
      {"newFindings", std::move(found)},
  };
}

static void printCounts(llvm::raw_ostream &os, llvm::StringRef title,
                        const Counts &counts) {
  if (counts.empty())
    return;
  os << title << "\n";
  for (const auto &[name, value] : counts)
    os << llvm::formatv("  {0,10}  {1}\n", value, name);
}

/// The most frequent ones; all of them are in the JSON.
static void printFrequent(llvm::raw_ostream &os, llvm::StringRef title,
                          const Counts &counts, size_t most) {
  if (counts.size() <= most)
    return printCounts(os, title, counts);
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(),
                                                       counts.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  os << title << "\n";
  uint64_t rest = 0;
  for (const auto &[index, entry] : llvm::enumerate(sorted)) {
    if (index < most)
      os << llvm::formatv("  {0,10}  {1}\n", entry.second, entry.first);
    else
      rest += entry.second;
  }
  os << llvm::formatv("  {0,10}  for {1} other reasons (--json)\n", rest,
                      sorted.size() - most);
}

static std::string indent(llvm::StringRef lines) {
  std::string text;
  while (!lines.empty()) {
    auto [line, rest] = lines.split('\n');
    text += ("    " + line + "\n").str();
    lines = rest;
  }
  return text;
}

/// Two lines: the second, of times, is another one in every run.
static void printLevels(llvm::raw_ostream &os,
                        llvm::ArrayRef<LevelUse> levels) {
  if (levels.empty())
    return;
  os << "levels: random programs that went no further, and the level's share "
        "of the time: stated, learnt\n";
  for (const LevelUse &level : levels)
    os << llvm::formatv("  {0,10}  {1,-14}{2,4:P0}{3,8:P1}\n", level.programs,
                        level.name, level.stated, level.learnt);
  double all = 0;
  for (const LevelUse &level : levels)
    all += level.seconds;
  os << llvm::formatv("  of {0:f1} seconds at stages:", all);
  llvm::ListSeparator comma(",");
  for (const LevelUse &level : levels)
    os << comma
       << llvm::formatv(" {0} {1:P0}", level.name,
                        all > 0 ? level.seconds / all : 0.0);
  os << "\n";
}

void CampaignSummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv(
      "{0} programs in {1:f1} s ({2:f1} per second), {3} comparisons, "
      "{4} skipped\n",
      programs(), seconds, seconds > 0 ? programs() / seconds : 0.0,
      comparisons(), skipped());
  printCounts(os, "comparisons per stage", group("comparisons"));
  printLevels(os, levels);
  printCounts(os, "programs skipped, by reason", group("skip"));
  printCounts(os, "asked of the device", group("device"));
  printFrequent(os, "stages skipped, by reason", group("stage-skip"), 4);
  printCounts(os,
              "pairs of small programs, by what proof, auditor and explorer "
              "say",
              group("pair"));
  os << llvm::formatv("coverage: {0} features, {1} of them new\n",
                      knownCoverage + coverage.size(), coverage.size());
  if (edgesMeasured)
    os << llvm::formatv("  {0} edges of the compiler, of {1} in this build\n",
                        edges(), edgesMeasured);
  else
    os << "  edges of the compiler are not measured in this build\n";
  os << llvm::formatv("findings: {0} new, {1} met again\n", newFindings.size(),
                      duplicates);
  if (waiting)
    os << llvm::formatv("  {0} raw ones wait for triage in the next run\n",
                        waiting);
  for (const FindingRow &row : newFindings)
    os << "  " << row.finding.signature << "\n    " << row.finding.reason
       << "\n    " << row.finding.operationCount << " operations, "
       << row.folder << "\n"
       << indent(syntheticStack(row.finding));
  for (const std::string &warning : warnings)
    os << "warning: " << warning << "\n";
}
