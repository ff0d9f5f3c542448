//===- Stats.cpp - A database in numbers ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Campaigns.h"
#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Report/Statistics.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    statsCommand("stats", "Prints throughput, verdicts, firings, coverage and "
                          "times to find of a database");

static OptionGroup outputGroup("What is printed");
static DatabaseOption database(outputGroup, cl::sub(statsCommand));
static JSONOption asJSON(outputGroup, cl::sub(statsCommand));

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
