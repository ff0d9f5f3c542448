//===- Reduce.cpp - Reduce a stored finding further -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "GpuOption.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Campaign/PairWork.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Campaign/Reproduce.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Pairs/PairCampaign.h"
#include "fuzz/Stages/Triage.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand reduceCommand("reduce", "Reduces a stored finding again");
static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(toolOptions),
                                   cl::sub(reduceCommand));

static OptionGroup reduceGroup("How it is reduced");
static cl::opt<std::string>
    duration("time", cl::init("5m"), cl::value_desc("DURATION"),
             cl::desc("Spends at most so much CPU time. Default: 5m."),
             inGroup(reduceGroup), cl::sub(reduceCommand));
static cl::opt<bool>
    fromOriginal("from-original",
                 cl::desc("Begins with the program before its reduction."),
                 inGroup(reduceGroup), cl::sub(reduceCommand));

static GpuOption gpu(reduceGroup, cl::sub(reduceCommand));

static OptionGroup outputGroup("What is printed");
static JSONOption asJSON(outputGroup, cl::sub(reduceCommand));

/// From the pair that it was made of, which its seed and index name.
static llvm::Expected<bool> reducePairAgain(Finding &finding, bool &isInTime) {
  std::unique_ptr<mlir::MLIRContext> context = createPairContext();
  PairOptions options;
  options.fault = faultOf(finding);
  std::optional<Pair> original = pairOf(finding);
  if (!original)
    return llvm::createStringError(
        "its seed and index name another pair today, so that it cannot be made "
        "smaller");
  Pair pair = reducePair(*original, finding.symptom.rule, *context, options);
  finding.program = printPair(pair, PairSide::Source);
  finding.after = printPair(pair, PairSide::Target);
  finding.operationCount = accessCount(pair);
  isInTime = true;
  llvm::Expected<bool> shows = reproducePair(finding, llvm::nulls());
  return shows;
}

/// Fills `finding` with the smaller program; false if it does not show.
/// `isInTime`: the reduction came to its end.
static llvm::Expected<bool> reduceAgain(Finding &finding, double seconds,
                                        bool &isInTime) {
  if (finding.kind == FindingKind::OracleDisagreement)
    return reducePairAgain(finding, isInTime);
  if (isOfTool(finding))
    return llvm::createStringError(
        "a finding about an external tool is reduced when `tile-fuzz sut` "
        "finds it");
  if (isOfPair(finding))
    return llvm::createStringError(
        "a death over a pair is as small as it gets");
  llvm::Expected<ComparisonOptions> comparison =
      comparisonOptionsFor(finding, gpu);
  if (!comparison)
    return comparison.takeError();
  TriageOptions triage;
  triage.comparison = std::move(*comparison);
  triage.reduceSeconds = seconds;
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  const std::string &text = fromOriginal && !finding.original.empty()
                                ? finding.original
                                : finding.program;
  llvm::Expected<Program> program =
      parseProgram(text, "program.mlir", *context);
  if (!program)
    return program.takeError();
  if (isDeath(finding.kind)) {
    uint64_t start = monotonicTime();
    completeCrash(finding, *program, triage);
    isInTime = (monotonicTime() - start) * 1e-9 < seconds;
    return true;
  }
  ComparisonReport report = compareStages(*program, triage.comparison);
  if (!report.finding || report.finding->kind != finding.kind ||
      report.finding->stage->name != finding.stage)
    return false;
  completeFinding(finding, *program, *report.finding, triage);
  isInTime = finding.isSmallest;
  return true;
}

/// The database that the folder is of, if it stands beside one.
static std::string databaseOf(llvm::StringRef folder) {
  llvm::SmallString<128> path(llvm::sys::path::parent_path(folder));
  if (llvm::sys::path::extension(path) != ".findings")
    return "";
  llvm::sys::path::replace_extension(path, "db");
  return llvm::sys::fs::exists(path) ? path.str().str() : "";
}

/// New folder first, then the database, then the old folder goes: a death in
/// between leaves a finding twice, never none.
static llvm::Expected<std::string> replaceFolder(llvm::StringRef old,
                                                 const Finding &finding) {
  std::string parent = llvm::sys::path::parent_path(old).str();
  llvm::Expected<std::string> fresh =
      writeFindingFolder(finding, parent.empty() ? "." : parent);
  if (!fresh || *fresh == old)
    return fresh;
  if (std::string file = databaseOf(old); !file.empty()) {
    llvm::Expected<Database> database =
        Database::open(file, Database::Mode::ReadWrite);
    if (!database)
      return database.takeError();
    llvm::Expected<std::vector<FindingRow>> rows = database->findings();
    if (!rows)
      return rows.takeError();
    llvm::StringRef name = llvm::sys::path::filename(old);
    for (const FindingRow &row : *rows)
      if (llvm::sys::path::filename(row.folder) == name)
        if (llvm::Error error =
                database->replaceFinding(row.id, finding, *fresh))
          return std::move(error);
  }
  llvm::sys::fs::remove_directories(old);
  return fresh;
}

std::optional<int> tilefuzz::runReduce() {
  if (!reduceCommand)
    return std::nullopt;
  llvm::Expected<double> seconds = parseDuration(duration);
  if (!seconds)
    return fail(seconds.takeError());
  if (*seconds <= 0)
    return fail("--time is above 0");
  llvm::SmallString<128> path(llvm::StringRef(folder).rtrim('/'));
  // Named from beside it or from inside, its parent is to be found, too.
  if (llvm::sys::path::parent_path(path).empty()) {
    if (std::error_code code = llvm::sys::fs::make_absolute(path))
      return fail(folder + ": error: " + code.message());
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  }
  llvm::Expected<Finding> finding = readFindingFolder(path);
  if (!finding)
    return fail(finding.takeError());
  Finding smaller = *finding;
  bool isInTime = false;
  llvm::Expected<bool> shows = reduceAgain(smaller, *seconds, isInTime);
  if (!shows)
    return fail(shows.takeError());
  if (!*shows)
    return fail(path + ": error: the finding does not show any more");
  // It is still the same finding, and still comes from the same program.
  smaller.signature = finding->signature;
  smaller.pattern = finding->pattern;
  smaller.pass = finding->pass;
  smaller.original =
      finding->original.empty() && smaller.program != finding->program
          ? finding->program
          : finding->original;
  bool isSmaller = smaller.operationCount < finding->operationCount ||
                   smaller.program.size() < finding->program.size();
  if (isSmaller) {
    llvm::Expected<std::string> fresh = replaceFolder(path, smaller);
    if (!fresh)
      return fail(fresh.takeError());
    path = *fresh;
  }
  if (asJSON)
    printJSON(llvm::json::Object{
        {"folder", path},
        {"before", int64_t(finding->operationCount)},
        {"after",
         int64_t(isSmaller ? smaller.operationCount : finding->operationCount)},
        {"smaller", isSmaller},
        {"inTime", isInTime}});
  else if (isSmaller)
    llvm::outs() << finding->operationCount << " operations before, "
                 << smaller.operationCount << " now"
                 << (isInTime ? "" : ", when the time was up") << ": " << path
                 << "\n";
  else
    llvm::outs() << (isInTime ? "it does not get smaller than "
                              : "in this time it gets no smaller than ")
                 << finding->operationCount << " operations\n";
  return exitClean;
}
