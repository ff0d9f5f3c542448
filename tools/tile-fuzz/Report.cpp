//===- Report.cpp - Write the report of a database ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/ToolOptions.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand reportCommand("report", "write the report of a database");
static cl::opt<std::string> database("db", cl::init("campaign.db"),
                                     cl::value_desc("FILE"),
                                     cl::desc("database (campaign.db)"),
                                     cl::cat(toolOptions),
                                     cl::sub(reportCommand));
static cl::opt<std::string> output("o", cl::value_desc("FILE.html"),
                                   cl::desc("where the page goes"),
                                   cl::cat(toolOptions),
                                   cl::sub(reportCommand));
static cl::opt<std::string>
    junitFile("junit", cl::value_desc("FILE.xml"),
              cl::desc("write the findings as JUnit XML"), cl::cat(toolOptions),
              cl::sub(reportCommand));
static cl::opt<std::string>
    sarifFile("sarif", cl::value_desc("FILE.sarif"),
              cl::desc("write the findings as SARIF 2.1.0"),
              cl::cat(toolOptions), cl::sub(reportCommand));
static cl::opt<bool> asJSON("json", cl::desc("print one JSON object"),
                            cl::cat(toolOptions), cl::sub(reportCommand));

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
  if (llvm::Error error = writeReportFiles(*data, files))
    return fail(std::move(error));
  if (asJSON)
    printJSON(reportToJSON(*data));
  return exitClean;
}
