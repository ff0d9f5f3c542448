//===- tile-conform.cpp - Conformance bundles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Exit codes: 0 every case is equal (build: every program is packed), 1 bad
// input (build: no program can be packed), 3 a case differs, 4 some case could
// not be compared (build: some programs are left out, each with its reason).
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand build("build", "Packs programs, their PTX, inputs and "
                                     "expected outcomes into one file");
static cl::SubCommand check("check", "Compares what tile-conform-run wrote "
                                     "with what the bundle expects");
static cl::SubCommand
    run("run", "Runs a bundle with the GPU's driver where there is one, else "
               "with the simulated one, and says which");
static cl::SubCommand show("show", "Lists what a bundle holds");

static cl::list<std::string> programs(cl::Positional, cl::OneOrMore,
                                      cl::desc("PROGRAM..."),
                                      cl::cat(toolOptions), cl::sub(build));

static OptionGroup bundleGroup("The bundle");
static cl::opt<std::string> output("o",
                                   cl::desc("Writes the bundle to this file."),
                                   cl::value_desc("BUNDLE"), cl::Required,
                                   inGroup(bundleGroup), cl::sub(build));
static TargetOption target(bundleGroup, cl::sub(build));
static cl::list<std::string> ptxFiles(
    "ptx",
    cl::desc("Packs this PTX for the program at the same position instead of "
             "what our compiler makes of it. It may be repeated."),
    cl::value_desc("FILE"), inGroup(bundleGroup), cl::sub(build));

static cl::opt<std::string> runBundlePath(cl::Positional, cl::Required,
                                          cl::desc("BUNDLE"),
                                          cl::cat(toolOptions), cl::sub(run));
static OptionGroup runGroup("The run");
static cl::opt<std::string>
    runOutput("o", cl::desc("Writes the results to this file."),
              cl::value_desc("RESULTS.json"), cl::Required, inGroup(runGroup),
              cl::sub(run));
static cl::opt<std::string> driver(
    "driver",
    cl::desc("Loads this library as the CUDA driver; `simulated` is ours. "
             "Default: the GPU's where there is one, else the simulated "
             "one."),
    cl::value_desc("FILE"), inGroup(runGroup), cl::sub(run));
static cl::list<std::string> runnerOptions(
    "runner",
    cl::desc("Passes an option to tile-conform-run, such as deadline=5 or "
             "restart; its --help lists them. It may be repeated."),
    cl::value_desc("OPTION"), inGroup(runGroup), cl::sub(run));

static OptionGroup outputGroup("What is printed");
static JSONOption json(outputGroup, cl::sub(check), cl::sub(show));
static cl::opt<std::string> checkedBundle(cl::Positional, cl::Required,
                                          cl::desc("BUNDLE"),
                                          cl::cat(toolOptions), cl::sub(check));
static cl::list<std::string> results(cl::Positional, cl::OneOrMore,
                                     cl::desc("RESULTS.json..."),
                                     cl::cat(toolOptions), cl::sub(check));
static cl::opt<std::string> shownBundle(cl::Positional, cl::Required,
                                        cl::desc("BUNDLE"),
                                        cl::cat(toolOptions), cl::sub(show));

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-conform",
          "Makes and judges conformance bundles: programs for a machine with a "
          "GPU, and what came back\n\nExit codes: 0 every case is equal "
          "(build: every "
          "program is packed), 1 bad input (build: no program can be packed), "
          "3 a case differs, 4 some case could not be compared (build: some "
          "programs are left out, each with its reason on the error stream).\n"
          "  tile-conform build corpus/kernels/*.mlir -o kernels.bundle\n"
          "  tile-conform run kernels.bundle -o results.json\n"
          "  tile-conform check kernels.bundle results.json\n"))
    return conform_exit::badInput;
  if (build)
    return buildBundle({programs, ptxFiles, output, target});
  if (run)
    return runBundle(
        {runBundlePath, runOutput, driver, runnerOptions,
         llvm::sys::fs::getMainExecutable(argv[0], (void *)&runBundlePath)});
  if (check)
    return checkResults(checkedBundle, results, json);
  if (show)
    return showBundle(shownBundle, json);
  llvm::errs()
      << "tile-conform: error: say build, run, check or show; see --help\n";
  return conform_exit::badInput;
}
