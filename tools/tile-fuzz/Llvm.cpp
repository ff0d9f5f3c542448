//===- Llvm.cpp - The subcommand for passes over LLVM IR ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/Support/Options/Terminal.h"
#include "fuzz/Llvm/LlvmCampaign.h"
#include "fuzz/Sut/ModuleTrial.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Threading.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand
    llvmCommand("llvm", "Tries passes over LLVM IR on random modules");

static OptionGroup moduleGroup("The modules");
static cl::opt<uint64_t> modules("modules", cl::init(1000), cl::value_desc("N"),
                                 cl::desc("Tries N modules. Default: 1000."),
                                 inGroup(moduleGroup), cl::sub(llvmCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes module i from this seed and i only. Default: 1."),
         inGroup(moduleGroup), cl::sub(llvmCommand));
static cl::opt<uint64_t> first("first", cl::init(0), cl::value_desc("N"),
                               cl::desc("Begins with module N. Default: 0."),
                               inGroup(moduleGroup), cl::sub(llvmCommand));
static cl::opt<unsigned>
    steps("steps", cl::init(LlvmCampaignOptions().steps), cl::value_desc("N"),
          cl::desc("Gives a function at most N statements. Default: 24."),
          inGroup(moduleGroup), cl::sub(llvmCommand));
static cl::opt<bool>
    wide("wide",
         cl::desc("Makes modules of every type, order and scope, as `sut` "
                  "gives them to back ends."),
         inGroup(moduleGroup), cl::sub(llvmCommand));
static cl::opt<std::string>
    file("file", cl::value_desc("FILE.ll"),
         cl::desc("Tries this module instead, as --print and --store write "
                  "them."),
         inGroup(moduleGroup), cl::sub(llvmCommand));

static OptionGroup trialGroup("How they are tried");
static TargetOption target(trialGroup, cl::sub(llvmCommand));
static InjectBugOption bugs(trialGroup, cl::sub(llvmCommand));
static cl::opt<unsigned>
    maxFindings("max-findings", cl::init(0), cl::value_desc("N"),
                cl::desc("Stops when N defects are known. Default: never."),
                inGroup(trialGroup), cl::sub(llvmCommand));
static JobsOption jobs(trialGroup, cl::sub(llvmCommand));

static cl::opt<std::string> known(
    "known", cl::value_desc("FILE.json"),
    cl::desc("Tells findings that the limits of this description of a tool "
             "(docs/sut.md) know apart from new ones; they do not count for "
             "the exit code."),
    inGroup(trialGroup), cl::sub(llvmCommand));

static OptionGroup outputGroup("What is written");
static cl::opt<std::string>
    store("store", cl::value_desc("DIR"),
          cl::desc("Keeps the module of each finding in this folder, as small "
                   "as it was found."),
          inGroup(outputGroup), cl::sub(llvmCommand));
static cl::opt<bool>
    print("print", cl::desc("Prints the first module, and tries nothing."),
          inGroup(outputGroup), cl::sub(llvmCommand));
static JSONOption asJSON(outputGroup, cl::sub(llvmCommand));

/// As the campaign against the tool names it.
static std::optional<FindingKind> kindOfTool(const LlvmFinding &finding) {
  if (finding.kind != "execution" && finding.kind != "death")
    return std::nullopt;
  switch (finding.symptom.kind) {
  case Symptom::Kind::WrongValue:
    return FindingKind::Differs;
  case Symptom::Kind::Undefined:
    return FindingKind::TargetUndefined;
  case Symptom::Kind::Message:
    return FindingKind::Crash;
  default:
    return std::nullopt;
  }
}

static std::string whereKnown(const SutDescription &sut,
                              const LlvmFinding &finding,
                              const llvm::Module &module) {
  std::optional<FindingKind> kind = kindOfTool(finding);
  if (!kind)
    return "";
  SutRun run;
  run.name = finding.where;
  return sut.knownFinding(run, *kind, finding.reason,
                          moduleOperationsOf(module), finding.pass);
}

static llvm::Expected<LlvmSummary> tryFile(const LlvmCampaignOptions &options) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError("error: " + file + ": " +
                                   buffer.getError().message());
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  llvm::Expected<LlvmProgram> program =
      parseLlvmProgram((*buffer)->getBuffer(), file, context);
  if (!program)
    return program.takeError();
  LlvmTrialResult result = tryLlvmProgram(*program, options.trial);
  LlvmSummary summary;
  summary.counts = result.counts;
  for (const LlvmFinding &finding : result.findings)
    summary.findings.push_back(
        {finding, 0, 0, 1, file,
         options.known ? options.known(finding, *program->module) : ""});
  return std::move(summary);
}

std::optional<int> tilefuzz::runLlvm() {
  if (!llvmCommand)
    return std::nullopt;
  if (print) {
    llvm::LLVMContext context;
    llvm::outs()
        << generateLlvm(context, {seed, first, steps, wide}).toString();
    return exitClean;
  }
  CompileOptions compile;
  if (llvm::Error error = addByName(compile, bugs, {}, {}))
    return fail(std::move(error));
  LlvmCampaignOptions options;
  options.trial.bugs = compile.bugs;
  options.trial.target = target;
  options.seed = seed;
  options.first = first;
  options.modules = modules;
  options.steps = steps;
  options.wide = wide;
  options.jobs = jobs ? unsigned(jobs)
                      : llvm::hardware_concurrency().compute_thread_count();
  options.maxFindings = maxFindings;
  options.store = store;
  options.interrupted = catchInterrupts();
  SutDescription sut;
  if (!known.empty()) {
    llvm::Expected<SutDescription> description = readSutDescription(known);
    if (!description)
      return fail(description.takeError());
    sut = std::move(*description);
    options.known = [&](const LlvmFinding &finding,
                        const llvm::Module &module) {
      return whereKnown(sut, finding, module);
    };
  }
  ProgressLine progress("modules");
  options.progress = [&](uint64_t done) { progress.show(done, modules); };
  llvm::Expected<LlvmSummary> summary =
      file.empty() ? runLlvmModules(options) : tryFile(options);
  progress.clear();
  if (!summary)
    return fail(summary.takeError());
  if (asJSON)
    printJSON(summary->toJSON());
  else
    summary->print(llvm::outs());
  if (summary->newFindings())
    return exitFindings;
  return *options.interrupted ? exitInterrupted : exitClean;
}
