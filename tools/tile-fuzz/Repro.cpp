//===- Repro.cpp - Show a stored finding again ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Campaign/Reproduce.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand reproCommand("repro", "Shows a stored finding again");
static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(toolOptions),
                                   cl::sub(reproCommand));

static OptionGroup outputGroup("What is printed");
static JSONOption asJSON(outputGroup, cl::sub(reproCommand));

std::optional<int> tilefuzz::runRepro() {
  if (!reproCommand)
    return std::nullopt;
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (!finding)
    return fail(finding.takeError());
  llvm::SmallString<128> name(folder);
  llvm::sys::path::append(name, "program.mlir");
  llvm::Expected<Reproduction> result =
      reproduce(*finding, name, asJSON ? llvm::nulls() : llvm::outs());
  if (!result)
    return fail(result.takeError());
  if (asJSON)
    printJSON(result->toJSON());
  else
    llvm::outs() << (result->reproduced ? "reproduced: "
                     : result->other    ? "something else shows: "
                                        : "not reproduced: ")
                 << result->observed << "\n";
  return result->reproduced || result->other ? exitFindings : exitClean;
}
