//===- ToolFinding.cpp - A finding about an external tool -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ToolFinding.h"
#include "fuzz/Findings/Signature.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Reduce/Reduce.h"
#include "fuzz/Sut/BrokenProgram.h"
#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/SutMatrix.h"
#include "fuzz/Sut/TileTrial.h"
#include "interp/Function/FunctionCalls.h"
#include "mlir/Parser/Parser.h"

using namespace tilefuzz;

static std::string textOf(const ReducedFunction &reduced) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const std::vector<FunctionValue> &input : reduced.function.inputs)
    os << printFunctionCall("f", input);
  reduced.module.get()->print(os);
  os << "\n";
  return text;
}

Finding tilefuzz::describeHit(const SutDescription &sut, const SutHit &hit,
                              int64_t run, uint64_t seed) {
  Finding finding;
  finding.kind = hit.result.kind;
  finding.stage = hit.run->name;
  finding.pass = hit.pass;
  finding.symptom = hit.result.symptom();
  finding.reason = hit.result.detail;
  finding.operations = hit.operations();
  if (hit.isMutant)
    finding.origin = mutantOrigin.str();
  if (!hit.broken.empty())
    finding.origin = brokenOrigin.str();
  finding.run = run;
  finding.campaignSeed = seed;
  finding.programIndex = hit.program;
  finding.part = hit.run - sut.runs.data();
  finding.target = sut.name;
  finding.tool = sut.text;
  finding.release = sut.release;
  finding.batch = hit.result.batch;
  finding.errors = hit.result.errors;
  finding.known = sut.knownFinding(*hit.run, finding.kind, finding.errors,
                                   finding.operations, finding.pass);
  if (!hit.llvm.empty()) {
    finding.llvmProgram = hit.llvm;
  } else if (!hit.broken.empty()) {
    finding.program = hit.broken;
  } else if (hit.tile) {
    finding.program = toToolText(*hit.tile);
  } else {
    FunctionTrial trial(sut, *hit.run, "");
    finding.program = textOf(reduceFunction(trial, hit.function, hit.result,
                                            /*maxProcesses=*/0));
  }
  finding.signature = signatureOf(finding);
  return finding;
}

llvm::Error tilefuzz::noProgramHas(llvm::StringRef operation) {
  return llvm::createStringError("no program of this run has the operation '" +
                                 operation + "'");
}

namespace {
/// One finding and what is asked about it.
class Completion {
public:
  Completion(Finding &finding, const SutDescription &sut, const SutRun &run,
             const SutOptions &options, llvm::StringRef folder)
      : finding(finding), sut(sut), run(run), options(options), folder(folder) {
  }

  llvm::Error complete();

private:
  llvm::Error completeFunction();
  llvm::Error completeTile();
  llvm::Error completeModule();
  llvm::Error completeBroken();
  bool isStopped() const { return options.interrupted && *options.interrupted; }
  bool mayReduce() const { return options.reduce && !isStopped(); }
  void setResult(const TrialResult &alone, llvm::StringRef context = "");
  void setKnown(const TrialResult *alone);
  llvm::Error tryReleases(const Program &program);

  Finding &finding;
  const SutDescription &sut;
  const SutRun &run;
  const SutOptions &options;
  std::string folder;
};
} // namespace

/// What the program shows alone; nothing changes if it shows nothing.
void Completion::setResult(const TrialResult &alone, llvm::StringRef context) {
  if (!alone.isFinding(finding.kind))
    return;
  finding.symptom = alone.symptom();
  finding.reason = context.str() + alone.detail;
}

/// If there was no time to ask about the reduced program, by what the tool said
/// of it as it was found.
void Completion::setKnown(const TrialResult *alone) {
  if (alone && !alone->interrupted)
    finding.errors = alone->errors;
  finding.known = sut.knownFinding(run, finding.kind, finding.errors,
                                   finding.operations, finding.pass);
}

llvm::Error Completion::completeFunction() {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(
          finding.program, mlir::ParserConfig(context.get()), "program.mlir");
  if (!module)
    return llvm::createStringError("the finding's program cannot be read");
  llvm::Expected<std::vector<FunctionCall>> calls =
      parseFunctionCalls(finding.program, *module);
  if (!calls)
    return calls.takeError();
  auto named = module->getOps<mlir::func::FuncOp>();
  if (named.empty() || calls->empty())
    return llvm::createStringError("the finding's program has no call");
  std::vector<TrialFunction> functions = {{*named.begin(), {}, {}}};
  for (FunctionCall &call : *calls)
    functions.front().inputs.push_back(std::move(call.arguments));
  runSource(functions, *module);
  FunctionTrial trial(sut, run, folder, options.interrupted);
  ReducedFunction reduced =
      reduceFunction(trial, functions.front(),
                     TrialResult::finding(finding.kind, finding.reason),
                     mayReduce() ? maxReductionTries(finding.kind) : 0);
  finding.isSmallest = mayReduce();
  finding.operations = operationsOf(reduced.function.function);
  finding.operationCount = countAllOperations(reduced.module.get());
  finding.program = textOf(reduced);
  // The tool's word on the reduced program alone.
  trial.keepOutput = true;
  TrialResult alone = trial.tryAll(reduced.function).front();
  if (alone.verdict == TrialVerdict::Same)
    setResult(reduced.result, "together with other functions only: ");
  else
    setResult(alone.isFinding() ? alone : reduced.result);
  setKnown(&alone);
  if (!alone.interrupted)
    finding.after = trial.lastOutput;
  return llvm::Error::success();
}

/// What other runs and releases do with it.
llvm::Error Completion::tryReleases(const Program &program) {
  if (options.releases.empty() || !finding.known.empty() || isStopped())
    return llvm::Error::success();
  std::vector<SutDescription> releases;
  for (const std::string &text : options.releases) {
    llvm::Expected<SutDescription> release = parseSutDescription(text);
    if (!release)
      return release.takeError();
    releases.push_back(std::move(*release));
    releases.back().repeat = sut.repeat;
  }
  llvm::Expected<SutMatrix> matrix =
      makeMatrix(releases, {}, folder, program, options.interrupted);
  if (matrix)
    finding.levels = matrix->toString();
  else if (!isStopped())
    return matrix.takeError();
  else
    llvm::consumeError(matrix.takeError());
  return llvm::Error::success();
}

llvm::Error Completion::completeTile() {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  llvm::Expected<Program> found =
      parseProgram(finding.program, "program.mlir", *context);
  if (!found)
    return found.takeError();
  // Alone it shows nothing.
  bool isOfBatch = !finding.batch.empty();
  bool mayBeReduced = mayReduce() && !isOfBatch;
  ReducedTileProgram reduced{found->clone(), {}};
  if (mayBeReduced)
    reduced = reduceTileProgram(sut, run, folder, *found, finding.kind,
                                options.interrupted);
  const Program &small = reduced.program;
  if (!reduced.alike.empty()) {
    finding.levels = run.name;
    for (const SutRun *other : reduced.alike)
      finding.levels += " " + other->name;
    finding.levels += ": alike\n";
  }
  finding.operationCount = countAllOperations(*small.module);
  finding.isSmallest = mayBeReduced && !isStopped();
  finding.operations = tileOperationsOf(small);
  finding.program = toToolText(small);
  if (isOfBatch) {
    setKnown(nullptr);
    return llvm::Error::success();
  }
  TrialResult alone =
      tryTileProgram(sut, run, folder, small, options.interrupted);
  setResult(alone);
  setKnown(&alone);
  return tryReleases(small);
}

llvm::Error Completion::completeBroken() {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      readUnverified(finding.program, "program.mlir", *context);
  if (!module)
    return module.takeError();
  std::optional<BrokenProgram> broken =
      findFault(**module, run.bytecode.empty() ? sut.bytecode : run.bytecode);
  if (!broken)
    return llvm::createStringError("the finding's program breaks no rule");
  if (mayReduce())
    *broken = reduceBrokenProgram(sut, run, folder, **module, *broken,
                                  finding.kind, options.interrupted);
  finding.isSmallest = mayReduce();
  finding.program = broken->text;
  finding.operations = {broken->operation};
  TrialResult alone =
      tryBrokenProgram(sut, run, folder, *broken, options.interrupted);
  setResult(alone);
  setKnown(&alone);
  return llvm::Error::success();
}

llvm::Error Completion::completeModule() {
  llvm::Expected<ModuleSubject> found =
      prepareModule(finding.llvmProgram, "program.ll");
  if (!found)
    return found.takeError();
  ModuleTrial trial(sut, run, folder, options.interrupted);
  auto context = std::make_unique<llvm::LLVMContext>();
  LlvmProgram small = trial.reduce(*found, finding.kind, finding.pass,
                                   mayReduce() ? 600 : 0, *context);
  ModuleSubject subject = prepareModule(std::move(context), std::move(small));
  TrialResult alone = trial.tryOne(subject);
  finding.isSmallest = mayReduce();
  setResult(alone);
  finding.operations = moduleOperationsOf(*subject.program.module);
  finding.operationCount = subject.program.module->getInstructionCount();
  finding.llvmProgram = subject.program.toString();
  setKnown(&alone);
  if (!alone.interrupted)
    finding.after = trial.lastOutput;
  return llvm::Error::success();
}

llvm::Error Completion::complete() {
  std::string original = finding.program;
  llvm::Error error = llvm::Error::success();
  switch (sut.language) {
  case SutLanguage::Functions:
    error = completeFunction();
    break;
  case SutLanguage::CudaTile:
    error = finding.origin == brokenOrigin ? completeBroken() : completeTile();
    break;
  case SutLanguage::Llvm:
    error = completeModule();
    break;
  }
  if (error)
    return error;
  if (finding.program != original)
    finding.original = original;
  // All of them: a tool's operations have no scaffolding that we know of.
  if (finding.isSmallest)
    finding.essence = finding.operations;
  if (!finding.operationCount)
    finding.operationCount = finding.operations.size();
  finding.signature = signatureOf(finding);
  return llvm::Error::success();
}

llvm::Error tilefuzz::completeToolFinding(Finding &finding,
                                          const SutOptions &options,
                                          llvm::StringRef folder) {
  llvm::Expected<SutDescription> sut = parseSutDescription(finding.tool);
  if (!sut)
    return sut.takeError();
  llvm::Expected<std::vector<const SutRun *>> runs =
      sut->selectRuns(finding.stage);
  if (!runs)
    return runs.takeError();
  // Whether a program is given to the tool twice must not change with it.
  if (finding.kind == FindingKind::Nondeterministic)
    sut->repeat = 1;
  return Completion(finding, *sut, *runs->front(), options, folder).complete();
}
