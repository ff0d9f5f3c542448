//===- Repro.cpp - Show a stored finding again ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "GpuOption.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "fuzz/Campaign/Reproduce.h"
#include "fuzz/Sut/SutCampaign.h"
#include "fuzz/Sut/SutSeries.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand reproCommand("repro", "Shows a stored finding again");
static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(toolOptions),
                                   cl::sub(reproCommand));

static OptionGroup compareGroup("What is compared");
static GpuOption gpu(compareGroup, cl::sub(reproCommand));
static cl::opt<bool>
    runTool("run-tool",
            cl::desc("Runs the command that the folder's tool.json holds. It "
                     "may be any command, if somebody else wrote it."),
            inGroup(compareGroup), cl::sub(reproCommand));

static OptionGroup outputGroup("What is printed");
static JSONOption asJSON(outputGroup, cl::sub(reproCommand));

/// Of an external tool: its program in the run that showed it.
static int reproduceWithTool(const Finding &finding) {
  if (!runTool)
    return fail(folder + "/tool.json: error: the finding is shown by a "
                         "command that this file holds; read it, and "
                         "--run-tool runs it");
  llvm::Expected<SutDescription> sut = parseSutDescription(finding.tool);
  if (!sut)
    return fail(sut.takeError());
  llvm::SmallString<128> file(folder);
  llvm::sys::path::append(file, finding.llvmProgram.empty() ? "program.mlir"
                                                            : "program.ll");
  const volatile sig_atomic_t *interrupted = catchInterrupts();
  std::string observed;
  llvm::raw_string_ostream os(observed);
  // Whether a program is given to the tool twice must not change with it.
  if (finding.kind == FindingKind::Nondeterministic)
    sut->repeat = 1;
  auto replay = finding.origin == brokenOrigin ? replayBroken : replaySut;
  SeriesOptions series;
  series.interrupted = interrupted;
  const SeriesForm *form = seriesOfOrigin(finding.origin);
  if (form)
    series.forms.push_back(form->name.str());
  llvm::Expected<unsigned> differences =
      form ? runSeries(*sut, finding.stage, series, os)
           : replay(*sut, finding.stage, file, os, interrupted);
  if (!differences) {
    int code = fail(differences.takeError());
    return *interrupted ? exitInterrupted : code;
  }
  if (!*differences && !finding.batch.empty())
    observed = "only batch.mlir shows it, which has other programs, too";
  Reproduction result;
  result.reproduced = *differences != 0;
  result.observed = llvm::StringRef(observed).trim().str();
  if (asJSON)
    printJSON(result.toJSON());
  else
    llvm::outs() << (result.reproduced ? "reproduced: " : "not reproduced: ")
                 << result.observed << "\n";
  return result.reproduced ? exitFindings : exitClean;
}

std::optional<int> tilefuzz::runRepro() {
  if (!reproCommand)
    return std::nullopt;
  llvm::Expected<Finding> finding = readFindingFolder(folder);
  if (!finding)
    return fail(finding.takeError());
  if (isOfTool(*finding))
    return reproduceWithTool(*finding);
  llvm::SmallString<128> name(folder);
  llvm::sys::path::append(name, "program.mlir");
  llvm::Expected<Reproduction> result =
      reproduce(*finding, name, asJSON ? llvm::nulls() : llvm::outs(), gpu);
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
