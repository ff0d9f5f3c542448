//===- Fences.cpp - The subcommand for fences of tensor memory ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Fences/FenceTrial.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    fencesCommand("fences",
                  "Tries the fences of tensor memory on random functions");

static OptionGroup functionGroup("The functions");
static cl::opt<uint64_t>
    functions("functions", cl::init(1000), cl::value_desc("N"),
              cl::desc("Tries N functions. Default: 1000."),
              inGroup(functionGroup), cl::sub(fencesCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes function i from this seed and i only. Default: 1."),
         inGroup(functionGroup), cl::sub(fencesCommand));
static cl::opt<uint64_t> first("first", cl::init(0), cl::value_desc("N"),
                               cl::desc("Begins with function N. Default: 0."),
                               inGroup(functionGroup), cl::sub(fencesCommand));
static cl::opt<unsigned>
    steps("steps", cl::init(12), cl::value_desc("N"),
          cl::desc("Gives a function at most N events and constructs. "
                   "Default: 12."),
          inGroup(functionGroup), cl::sub(fencesCommand));

static OptionGroup trialGroup("How they are tried");
static InjectBugOption bugs(trialGroup, cl::sub(fencesCommand));

static OptionGroup outputGroup("What is written");
static cl::opt<bool>
    print("print", cl::desc("Prints the first function, and tries nothing."),
          inGroup(outputGroup), cl::sub(fencesCommand));
static JSONOption asJSON(outputGroup, cl::sub(fencesCommand));

namespace {
struct FenceSummary {
  uint64_t functions = 0, fences = 0, refused = 0;
  struct Met {
    uint64_t index, times;
    std::string reason;
  };
  /// By kind: where it was met first.
  std::map<std::string, Met> findings;

  void add(uint64_t index, const FenceTrialResult &result);
  void print() const;
  llvm::json::Value toJSON() const;
};
} // namespace

void FenceSummary::add(uint64_t index, const FenceTrialResult &result) {
  ++functions;
  fences += result.numFences;
  refused += result.isRefused;
  for (const FenceFinding &finding : result.findings)
    ++findings.try_emplace(finding.kind, Met{index, 0, finding.reason})
          .first->second.times;
}

void FenceSummary::print() const {
  llvm::outs() << llvm::formatv("{0} functions, {1} refused for their target, "
                                "{2} fences and waits put in\n",
                                functions, refused, fences);
  for (const auto &[kind, met] : findings)
    llvm::outs() << llvm::formatv(
        "finding: tileas-inject-tcgen05-fence: {0}: {1} (function {2}; {3} "
        "functions)\n",
        kind, met.reason, met.index, met.times);
}

llvm::json::Value FenceSummary::toJSON() const {
  llvm::json::Array list;
  for (const auto &[kind, met] : findings)
    list.push_back(llvm::json::Object{{"where", "tileas-inject-tcgen05-fence"},
                                      {"kind", kind},
                                      {"reason", met.reason},
                                      {"index", int64_t(met.index)},
                                      {"times", int64_t(met.times)}});
  return llvm::json::Object{{"functions", int64_t(functions)},
                            {"refused", int64_t(refused)},
                            {"fences", int64_t(fences)},
                            {"findings", std::move(list)}};
}

std::optional<int> tilefuzz::runFences() {
  if (!fencesCommand)
    return std::nullopt;
  if (steps == 0)
    return fail("--steps takes a number above 0");
  if (print) {
    FenceProgram program = generateFenceProgram(seed, first, steps);
    llvm::outs() << "// target: " << program.target << '\n' << program.text;
    return exitClean;
  }
  CompileOptions compile;
  if (llvm::Error error = addByName(compile, bugs, {}, {}))
    return fail(std::move(error));
  const volatile sig_atomic_t *interrupted = catchInterrupts();
  FenceTrials trials;
  FenceSummary summary;
  ProgressLine progress("functions");
  for (uint64_t i = 0; i != functions && !*interrupted; ++i) {
    summary.add(
        first + i,
        trials.run(generateFenceProgram(seed, first + i, steps), compile.bugs));
    progress.show(i + 1, functions);
  }
  progress.clear();
  if (asJSON)
    printJSON(summary.toJSON());
  else
    summary.print();
  if (!summary.findings.empty())
    return exitFindings;
  return *interrupted ? exitInterrupted : exitClean;
}
