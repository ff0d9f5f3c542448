//===- Stats.cpp - A database in numbers ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Report/Statistics.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    statsCommand("stats", "print throughput, verdicts, firings, coverage and "
                          "times to find of a database");
static cl::opt<std::string> database("db", cl::init("campaign.db"),
                                     cl::value_desc("FILE"),
                                     cl::desc("database (campaign.db)"),
                                     cl::cat(toolOptions),
                                     cl::sub(statsCommand));
static cl::opt<bool> asJSON("json", cl::desc("print one JSON object"),
                            cl::cat(toolOptions), cl::sub(statsCommand));

std::optional<int> tilefuzz::runStats() {
  if (!statsCommand)
    return std::nullopt;
  llvm::Expected<ReportData> data = readReportData(database);
  if (!data)
    return fail(data.takeError());
  Statistics statistics = statisticsOf(*data);
  if (asJSON)
    printJSON(statisticsToJSON(statistics, *data));
  else
    printStatistics(statistics, *data, llvm::outs());
  return exitClean;
}
