//===- Bugs.cpp - List the seeded bugs ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/SeededBugs.h"
#include "llvm/Support/FormatVariadic.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand bugsCommand("bugs", "Lists the seeded bugs");

static OptionGroup outputGroup("What is printed");
static cl::opt<bool>
    asMarkdown("markdown",
               cl::desc("Prints the table of docs/mutation-score.md."),
               inGroup(outputGroup), cl::sub(bugsCommand));
static JSONOption asJSON(outputGroup, cl::sub(bugsCommand));

static void printMarkdown() {
  llvm::outs() << "| bug | class | where | what goes wrong |\n"
                  "|---|---|---|---|\n";
  for (const SeededBugInfo &info : getSeededBugs())
    llvm::outs() << llvm::formatv("| {0} | {1} | {2} | {3} |\n", info.name,
                                  stringifyBugClass(info.bugClass), info.where,
                                  info.summary);
}

std::optional<int> tilefuzz::runBugs() {
  if (!bugsCommand)
    return std::nullopt;
  if (asJSON && asMarkdown)
    return fail("name one of --json and --markdown");
  if (asMarkdown) {
    printMarkdown();
    return exitClean;
  }
  llvm::json::Array rows;
  for (const SeededBugInfo &info : getSeededBugs()) {
    if (asJSON)
      rows.push_back(
          llvm::json::Object{{"name", info.name},
                             {"class", stringifyBugClass(info.bugClass)},
                             {"where", info.where},
                             {"summary", info.summary}});
    else
      llvm::outs() << llvm::formatv("{0,-32} {1,-13} {2,-36} {3}\n", info.name,
                                    stringifyBugClass(info.bugClass),
                                    info.where, info.summary);
  }
  if (asJSON)
    printJSON(std::move(rows));
  return exitClean;
}
