//===- BranchReport.cpp - Branches that no program took -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Report/BranchReport.h"
#include "compiler/Branches/Branches.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"
#include <tuple>

using namespace tilefuzz;
namespace json = llvm::json;

static constexpr UntakenReason reasons[] = {
#define UNTAKEN_BRANCH(File, Function, Condition, Side, Text)                  \
  {File, Function, Condition, Side, Text},
#include "fuzz/Report/UntakenBranches.def"
#undef UNTAKEN_BRANCH
};

llvm::ArrayRef<UntakenReason> tilefuzz::getUntakenReasons() { return reasons; }

static bool matches(llvm::StringRef pattern, llvm::StringRef text) {
  llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern);
  if (glob)
    return glob->match(text);
  llvm::consumeError(glob.takeError());
  return false;
}

static llvm::StringRef reasonFor(const BranchReport::Row &row,
                                 llvm::StringRef file) {
  for (const UntakenReason &reason : reasons)
    if (matches(reason.side, row.holds ? "holds" : "fails") &&
        matches(reason.file, file) && matches(reason.function, row.function) &&
        matches(reason.condition, row.condition))
      return reason.text;
  return "";
}

BranchReport tilefuzz::reportBranches(const Counts &coverage) {
  const BranchTable &table = BranchTable::get();
  BranchReport report;
  report.problem = table.problem().str();
  if (!report.problem.empty())
    return report;
  // A condition of a template that is instantiated several times counts once.
  std::map<std::tuple<llvm::StringRef, unsigned, unsigned, bool>,
           const Branch *>
      places;
  for (const Branch &branch : table.branches()) {
    const BranchFunction &function = table.functions()[branch.function];
    // Without counters it is not linked.
    if (function.counters)
      places.insert({{function.file, branch.line, branch.column, !branch.holds},
                     &branch});
  }
  for (const auto &[place, branch] : places) {
    const BranchFunction &function = table.functions()[branch->function];
    BranchReport::File &file = report.files[function.file.str()];
    ++file.total;
    BranchReport::Row row{table.placeOf(*branch), function.name,
                          branch->text.str(), branch->holds, ""};
    if (coverage.count("branch " + row.place +
                       (row.holds ? " holds" : " fails"))) {
      ++file.taken;
      continue;
    }
    row.reason = reasonFor(row, function.file);
    report.untaken.push_back(std::move(row));
  }
  return report;
}

unsigned BranchReport::total() const {
  unsigned sum = 0;
  for (const auto &[name, file] : files)
    sum += file.total;
  return sum;
}

unsigned BranchReport::unexplained() const {
  unsigned count = 0;
  for (const Row &row : untaken)
    count += row.reason.empty();
  return count;
}

json::Value BranchReport::toJSON() const {
  if (!problem.empty())
    return json::Object{{"problem", problem}};
  json::Object byFile;
  for (const auto &[name, file] : files)
    byFile[name] = json::Object{{"taken", int64_t(file.taken)},
                                {"total", int64_t(file.total)}};
  json::Array rows;
  for (const Row &row : untaken)
    rows.push_back(json::Object{{"place", row.place},
                                {"function", row.function},
                                {"condition", row.condition},
                                {"holds", row.holds},
                                {"reason", row.reason}});
  return json::Object{{"taken", int64_t(taken())},
                      {"total", int64_t(total())},
                      {"unexplained", int64_t(unexplained())},
                      {"files", std::move(byFile)},
                      {"untaken", std::move(rows)}};
}

void BranchReport::print(llvm::raw_ostream &os, bool withExplained) const {
  if (!problem.empty()) {
    os << "branches are not counted: " << problem << '\n';
    return;
  }
  for (const auto &[name, file] : files)
    os << llvm::formatv("{0,5}/{1,-5} {2}\n", file.taken, file.total, name);
  for (const Row &row : untaken)
    if (row.reason.empty() || withExplained)
      os << row.place << ": '" << row.condition << "' "
         << (row.holds ? "never holds" : "always holds") << " (" << row.function
         << ")" << (row.reason.empty() ? "" : ": ") << row.reason << '\n';
  os << llvm::formatv("{0} of {1} branches were taken; {2} of the others have "
                      "no reason\n",
                      taken(), total(), unexplained());
}
