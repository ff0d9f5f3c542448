//===- Report.cpp - Write the report of a database ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "AccessPictures.h"
#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"

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
  if (llvm::Error error = writeReportFiles(*data, files))
    return fail(std::move(error));
  if (asJSON)
    printJSON(reportToJSON(*data));
  return exitClean;
}
