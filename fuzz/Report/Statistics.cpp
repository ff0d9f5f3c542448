//===- Statistics.cpp - What a database says in numbers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
namespace json = llvm::json;

static uint64_t lookUp(const Counts &counts, const std::string &name) {
  auto it = counts.find(name);
  return it == counts.end() ? 0 : it->second;
}

/// `STAGE: KIND: REASON` summed up by stage.
static uint64_t countOfStage(const Counts &counts, llvm::StringRef stage) {
  uint64_t sum = 0;
  for (const auto &[name, value] : counts)
    if (llvm::StringRef(name).starts_with((stage + ": ").str()))
      sum += value;
  return sum;
}

Statistics tilefuzz::statisticsOf(const ReportData &data) {
  Statistics result;
  result.programs = lookUp(data.counters, "programs");
  result.comparisons = lookUp(data.counters, "comparisons");
  result.skipped = lookUp(data.counters, "skipped");
  result.closed = lookUp(data.counters, "closed");
  for (const RunInfo &run : data.runs)
    result.seconds += run.spent;
  for (const FindingRow &row : data.findings) {
    ++result.kinds[toString(row.finding.kind).str()];
    ++result.statuses[toString(row.status).str()];
    result.duplicates += row.duplicates;
  }
  Counts reached = groupCounters(data.counters, "reached");
  Counts comparisons = groupCounters(data.counters, "comparisons");
  Counts unchanged = groupCounters(data.counters, "unchanged");
  Counts skips = groupCounters(data.counters, "stage-skip");
  Counts compile = groupCounters(data.counters, "compile-us");
  Counts execute = groupCounters(data.counters, "execute-us");
  std::vector<std::string> stages = data.stageOrder;
  for (const auto &[stage, value] : reached)
    if (!llvm::is_contained(stages, stage))
      stages.push_back(stage);
  for (const std::string &stage : stages) {
    StageStatistics row;
    row.stage = stage;
    row.reached = lookUp(reached, stage);
    row.comparisons = lookUp(comparisons, stage);
    row.unchanged = lookUp(unchanged, stage);
    row.notCompared = countOfStage(skips, stage);
    row.findings =
        llvm::count_if(data.findings, [&](const FindingRow &finding) {
          return finding.finding.stage == stage;
        });
    row.compileSeconds = lookUp(compile, stage) * 1e-6;
    row.executeSeconds = lookUp(execute, stage) * 1e-6;
    result.stages.push_back(std::move(row));
  }
  result.skips = groupCounters(data.counters, "skip");
  result.pairs = lookUp(data.counters, "pairs");
  result.pairAnswers = groupCounters(data.counters, "pair");
  result.firings = data.firings;
  result.coverage = data.features.features;
  result.edges = data.features.edges;
  return result;
}

static json::Object toObject(const Counts &counts) {
  json::Object object;
  for (const auto &[name, value] : counts)
    object[name] = int64_t(value);
  return object;
}

json::Value tilefuzz::statisticsToJSON(const Statistics &statistics,
                                       const ReportData &data) {
  json::Array stages, course, found;
  for (const StageStatistics &row : statistics.stages)
    stages.push_back(json::Object{{"stage", row.stage},
                                  {"reached", int64_t(row.reached)},
                                  {"comparisons", int64_t(row.comparisons)},
                                  {"unchanged", int64_t(row.unchanged)},
                                  {"notCompared", int64_t(row.notCompared)},
                                  {"findings", int64_t(row.findings)},
                                  {"compileSeconds", row.compileSeconds},
                                  {"executeSeconds", row.executeSeconds}});
  for (const ProgressPoint &point : data.progress)
    course.push_back(json::Object{{"seconds", point.seconds},
                                  {"programs", int64_t(point.programs)},
                                  {"coverage", int64_t(point.coverage)},
                                  {"edges", int64_t(point.edges)},
                                  {"findings", int64_t(point.findings)}});
  for (const FindingRow &row : data.findings)
    found.push_back(json::Object{{"signature", row.finding.signature},
                                 {"run", row.run},
                                 {"seconds", row.seconds}});
  return json::Object{
      {"database", data.database},
      {"runs", int64_t(data.runs.size())},
      {"programs", int64_t(statistics.programs)},
      {"comparisons", int64_t(statistics.comparisons)},
      {"skipped", int64_t(statistics.skipped)},
      {"closed", int64_t(statistics.closed)},
      {"seconds", statistics.seconds},
      {"programsPerSecond", statistics.programsPerSecond()},
      {"findings", int64_t(data.findings.size())},
      {"duplicates", int64_t(statistics.duplicates)},
      {"kinds", toObject(statistics.kinds)},
      {"statuses", toObject(statistics.statuses)},
      {"stages", std::move(stages)},
      {"pairs", int64_t(statistics.pairs)},
      {"pairAnswers", toObject(statistics.pairAnswers)},
      {"skips", toObject(statistics.skips)},
      {"firings", toObject(statistics.firings)},
      {"coverage", int64_t(statistics.coverage)},
      {"edges", int64_t(statistics.edges)},
      {"lastRun", std::move(course)},
      {"timeToFind", std::move(found)},
  };
}

static void printCounts(llvm::StringRef title, const Counts &counts,
                        llvm::raw_ostream &os) {
  if (counts.empty())
    return;
  os << title << "\n";
  std::vector<std::pair<std::string, uint64_t>> sorted(counts.begin(),
                                                       counts.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  for (const auto &[name, value] : sorted)
    os << llvm::formatv("  {0,10}  {1}\n", value, name);
}

void tilefuzz::printStatistics(const Statistics &statistics,
                               const ReportData &data, llvm::raw_ostream &os) {
  os << llvm::formatv(
      "{0} runs, {1} programs in {2:f1} s ({3:f1} per second), {4} "
      "comparisons, {5} skipped\n",
      data.runs.size(), statistics.programs, statistics.seconds,
      statistics.programsPerSecond(), statistics.comparisons,
      statistics.skipped);
  os << llvm::formatv("{0} findings, {1} met again; coverage: {2} features",
                      data.findings.size(), statistics.duplicates,
                      statistics.coverage);
  if (statistics.edges)
    os << llvm::formatv(", {0} of them edges of the compiler",
                        statistics.edges);
  os << "\n";
  printCounts("findings by kind", statistics.kinds, os);
  printCounts("findings by status", statistics.statuses, os);
  os << llvm::formatv("{0,-30} {1,9} {2,11} {3,9} {4,12} {5,8} {6,9} {7,9}\n",
                      "stage", "reached", "comparisons", "unchanged",
                      "not compared", "findings", "compile s", "execute s");
  for (const StageStatistics &row : statistics.stages)
    os << llvm::formatv(
        "{0,-30} {1,9} {2,11} {3,9} {4,12} {5,8} {6,9:f2} {7,9:f2}\n",
        row.stage, row.reached, row.comparisons, row.unchanged, row.notCompared,
        row.findings, row.compileSeconds, row.executeSeconds);
  printCounts("programs skipped, by reason", statistics.skips, os);
  printCounts(
      "pairs of small programs, by what proof, auditor and explorer say",
      statistics.pairAnswers, os);
  printCounts("firings of named patterns", statistics.firings, os);
  os << "last run\n     seconds    programs    coverage    findings\n";
  // About ten lines, however long the run was.
  size_t step = std::max<size_t>(1, data.progress.size() / 10);
  for (size_t i = 0; i < data.progress.size(); ++i)
    if (i % step == 0 || i + 1 == data.progress.size())
      os << llvm::formatv("{0,12:f1}{1,12}{2,12}{3,12}\n",
                          data.progress[i].seconds, data.progress[i].programs,
                          data.progress[i].coverage, data.progress[i].findings);
}
