//===- Branches.cpp - The subcommand for branches never taken -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Report/BranchReport.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    branchesCommand("branches",
                    "Lists the branches of the compiler's rewrites, folds and "
                    "conversions that no program of a campaign took");

static OptionGroup databaseGroup("The campaign");
static DatabaseOption database(databaseGroup, cl::sub(branchesCommand));

static OptionGroup outputGroup("What is printed");
static cl::opt<bool>
    all("all",
        cl::desc("Prints those whose reason is known (fuzz/Report/"
                 "UntakenBranches.def), too."),
        inGroup(outputGroup), cl::sub(branchesCommand));
static JSONOption asJSON(outputGroup, cl::sub(branchesCommand));

std::optional<int> tilefuzz::runBranches() {
  if (!branchesCommand)
    return std::nullopt;
  llvm::Expected<Database> opened =
      Database::open(database, Database::Mode::ReadOnly);
  if (!opened)
    return fail(opened.takeError());
  llvm::Expected<Counts> coverage = opened->coverage();
  if (!coverage)
    return fail(coverage.takeError());
  BranchReport report = reportBranches(*coverage);
  if (asJSON)
    printJSON(report.toJSON());
  else
    report.print(llvm::outs(), all);
  return exitClean;
}
