//===- Report.cpp - Write the report of a database ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AccessPictures.h"
#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Schedules/LoopCycles.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand reportCommand("report",
                                    "Writes the report of a database");

static OptionGroup reportGroup("The reports");
static DatabaseOption database(reportGroup, cl::sub(reportCommand));
static cl::opt<std::string>
    output("o", cl::value_desc("FILE.html"),
           cl::desc("Writes the HTML report to this file."),
           inGroup(reportGroup), cl::sub(reportCommand));
static cl::list<std::string> schedules(
    "schedules", cl::value_desc("PROGRAM"), cl::CommaSeparated,
    cl::desc("Shows on the page what the schedulers make of the loops "
             "of these programs, in cycles of the machine model."),
    inGroup(reportGroup), cl::sub(reportCommand));
static TargetOption target(reportGroup, cl::sub(reportCommand));
static JUnitOption junitFile(reportGroup, cl::sub(reportCommand));
static SARIFOption sarifFile(reportGroup, cl::sub(reportCommand));
static JSONOption asJSON(reportGroup, cl::sub(reportCommand));

std::optional<int> tilefuzz::runReport() {
  if (!reportCommand)
    return std::nullopt;
  if (!asJSON && output.empty() && junitFile.empty() && sarifFile.empty())
    return fail("say where the page goes (-o FILE.html), or --json, --junit "
                "or --sarif");
  ReportFiles files = {output, junitFile, sarifFile};
  if (llvm::Error error = checkReportFiles(database, files))
    return fail(std::move(error));
  llvm::Expected<ReportData> data = readReportData(database);
  if (!data)
    return fail(data.takeError());
  if (!output.empty())
    drawAccesses(*data);
  for (const std::string &program : schedules) {
    llvm::Expected<std::vector<LoopCycles>> all =
        compareSchedulersOf(program, target);
    if (!all)
      return fail(all.takeError());
    for (LoopCycles &cycles : *all)
      data->cycles.push_back({llvm::sys::path::filename(cycles.loop).str(),
                              cycles.serial, cycles.cost, cycles.bound});
  }
  if (llvm::Error error = writeReportFiles(*data, files))
    return fail(std::move(error));
  if (asJSON)
    printJSON(reportToJSON(*data));
  return exitClean;
}
