//===- SutSummary.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutCampaign.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;
namespace json = llvm::json;

uint64_t SutSummary::newFindings() const {
  return llvm::count_if(
      findings, [](const FindingRow &row) { return !isSettled(row.status); });
}

std::optional<unsigned> SutSummary::medianOperations() const {
  std::vector<unsigned> counts;
  for (const FindingRow &row : findings)
    // What breaks a rule is one operation among others.
    if (row.finding.isSmallest && row.finding.origin != brokenOrigin)
      counts.push_back(row.finding.operationCount);
  if (counts.empty())
    return std::nullopt;
  llvm::sort(counts);
  return counts[counts.size() / 2];
}

void SutSummary::print(llvm::raw_ostream &os) const {
  os << llvm::formatv(
      "{0} programs of {1} in {2:f1} s ({3:f1} per minute), {4} processes, "
      "{5} comparisons, {6} elements\n",
      programs, sut, seconds, seconds > 0 ? 60 * programs / seconds : 0.0,
      processes, comparisons, observed);
  os << "comparisons per run\n";
  for (const auto &[name, count] : comparisonsPerRun)
    os << llvm::formatv("{0,12}  {1}\n", count, name);
  if (!changedPerRun.empty())
    os << "programs that became other programs, per run\n";
  for (const auto &[name, count] : changedPerRun)
    os << llvm::formatv("{0,12}  {1}\n", count, name);
  if (mutants)
    os << llvm::formatv("{0} programs were mutants of such ones\n", mutants);
  if (!skipped.empty())
    os << "runs and programs skipped, by reason\n";
  for (const auto &[reason, count] : skipped)
    os << llvm::formatv("{0,12}  {1}\n", count, reason);
  os << llvm::formatv("findings: {0} new, {1} known\n", newFindings(),
                      findings.size() - newFindings());
  if (knownAgain)
    os << llvm::formatv("known ones met again: {0}\n", knownAgain);
  if (unreduced)
    os << llvm::formatv(
        "left out: {0} more programs of the same runs and kinds "
        "(--json lists them)\n",
        unreduced);
  for (const FindingRow &row : findings) {
    const Finding &finding = row.finding;
    os << llvm::formatv("  {0} | {1} | {2}, {3} times{6}\n    {4}\n    {5}\n",
                        toString(finding.kind), finding.stage,
                        llvm::join(finding.operations, ","), row.duplicates + 1,
                        finding.reason, row.folder,
                        finding.isSmallest ? "" : ", not reduced");
    if (!finding.pass.empty())
      os << "    pass: " << finding.pass << "\n";
    for (llvm::StringRef line :
         llvm::split(llvm::StringRef(finding.levels).rtrim(), '\n'))
      if (!line.empty())
        os << "      " << line << "\n";
    if (isSettled(row.status))
      os << "    " << toString(row.status) << ": " << row.note << "\n";
  }
  if (std::optional<unsigned> median = medianOperations())
    os << llvm::formatv("reduced programs have {0} operations in the median\n",
                        *median);
  for (const std::string &warning : warnings)
    os << "warning: " << warning << "\n";
}

json::Value SutSummary::toJSON() const {
  json::Object perRun, changed, gained, reasons;
  for (const auto &[name, count] : gains)
    gained[name] = int64_t(count);
  for (const auto &[name, count] : changedPerRun)
    changed[name] = int64_t(count);
  for (const auto &[name, count] : comparisonsPerRun)
    perRun[name] = int64_t(count);
  for (const auto &[name, count] : skipped)
    reasons[name] = int64_t(count);
  json::Array list;
  for (const FindingRow &row : findings) {
    const Finding &finding = row.finding;
    list.push_back(
        json::Object{{"run", finding.stage},
                     {"kind", toString(finding.kind)},
                     {"detail", json::fixUTF8(finding.reason)},
                     {"operations", json::Array(finding.operations)},
                     {"pass", finding.pass},
                     {"release", finding.release},
                     {"releases", finding.levels},
                     {"known", isSettled(row.status) ? row.note : ""},
                     {"status", toString(row.status)},
                     {"times", int64_t(row.duplicates + 1)},
                     {"program", int64_t(finding.programIndex)},
                     {"reduced", finding.isSmallest},
                     {"operationCount", int64_t(finding.operationCount)},
                     {"signature", json::fixUTF8(finding.signature)},
                     {"folder", row.folder}});
  }
  json::Array more;
  for (const Finding &one : leftOut) {
    json::Object left{{"run", one.stage},
                      {"kind", toString(one.kind)},
                      {"detail", json::fixUTF8(one.reason)},
                      {"program", int64_t(one.programIndex)}};
    // Its number alone does not make it again.
    if (one.origin == mutantOrigin)
      left["text"] = json::fixUTF8(one.program);
    more.push_back(std::move(left));
  }
  std::optional<unsigned> median = medianOperations();
  return json::Object{
      {"sut", sut},
      {"medianOperations", median ? json::Value(int64_t(*median)) : nullptr},
      {"programs", int64_t(programs)},
      {"processes", int64_t(processes)},
      {"comparisons", int64_t(comparisons)},
      {"elements", int64_t(observed)},
      {"seconds", seconds},
      {"programsPerSecond", seconds > 0 ? double(programs) / seconds : 0.0},
      {"comparisonsPerRun", std::move(perRun)},
      {"changedPerRun", std::move(changed)},
      {"gains", std::move(gained)},
      {"mutants", int64_t(mutants)},
      {"skipped", std::move(reasons)},
      {"unreduced", int64_t(unreduced)},
      {"leftOut", std::move(more)},
      {"knownAgain", int64_t(knownAgain)},
      {"newFindings", int64_t(newFindings())},
      {"warnings", json::Array(warnings)},
      {"findings", std::move(list)}};
}
