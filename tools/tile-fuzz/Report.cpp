//===- Report.cpp - Write the report of a database ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Report.h"
#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/ToolOptions.h"

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
static cl::opt<bool> asJSON("json", cl::desc("print one JSON object"),
                            cl::cat(toolOptions), cl::sub(reportCommand));

std::optional<int> tilefuzz::runReport() {
  if (!reportCommand)
    return std::nullopt;
  if (!asJSON && output.empty())
    return fail("say where the page goes (-o FILE.html), or --json");
  llvm::Expected<ReportData> data = readReportData(database);
  if (!data)
    return fail(data.takeError());
  if (!output.empty())
    if (llvm::Error error = writeReportFile(*data, output))
      return fail(std::move(error));
  if (asJSON)
    printJSON(reportToJSON(*data));
  return exitClean;
}
