//===- Replay.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/BrokenProgram.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/SutCampaign.h"
#include "fuzz/Sut/TileTrial.h"
#include "interp/Function/FunctionCalls.h"
#include "interp/Program/Program.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;
using llvm::StringRef;

namespace {
/// One file through some runs of a description.
class Replay {
public:
  Replay(const SutDescription &sut, llvm::ArrayRef<const SutRun *> runs,
         StringRef file, StringRef folder, llvm::raw_ostream &os,
         const volatile sig_atomic_t *interrupted)
      : sut(sut), runs(runs), file(file), folder(folder), os(os),
        interrupted(interrupted) {}

  llvm::Error run() {
    if (isBroken)
      return runBroken();
    switch (sut.language) {
    case SutLanguage::Functions:
      return runFunctions();
    case SutLanguage::CudaTile:
      return runTile();
    case SutLanguage::Llvm:
      return runModule();
    }
    llvm_unreachable("unknown language");
  }
  unsigned differences = 0;
  bool isBroken = false;

private:
  llvm::Error runBroken();
  llvm::Error runTile();
  llvm::Error runModule();
  llvm::Error runFunctions();
  void begin(const SutRun &run) {
    if (runs.size() > 1)
      os << run.name << "\n";
  }
  llvm::Error print(const llvm::Twine &name, const TrialResult &result);

  const SutDescription &sut;
  llvm::ArrayRef<const SutRun *> runs;
  StringRef file, folder;
  llvm::raw_ostream &os;
  const volatile sig_atomic_t *interrupted;
};
} // namespace

llvm::Error Replay::print(const llvm::Twine &name, const TrialResult &result) {
  if (llvm::Error error = result.failure())
    return error;
  if (interrupted && *interrupted)
    return llvm::createStringError("interrupted");
  differences += result.isFinding();
  os << name << ": " << result.name();
  if (!result.detail.empty())
    os << ": " << result.detail;
  os << "\n";
  for (const std::string &reason : result.skipped)
    os << "  skipped: " << reason << "\n";
  return llvm::Error::success();
}

llvm::Error Replay::runTile() {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  llvm::Expected<Program> program = readProgram(file, *context);
  if (!program)
    return program.takeError();
  const std::string &kernel = program->launch.kernel;
  std::string name = kernel.empty() ? "the entry" : "@" + kernel;
  for (const SutRun *run : runs) {
    begin(*run);
    if (llvm::Error error = print(
            name, tryTileProgram(sut, *run, folder, *program, interrupted)))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Replay::runBroken() {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file + ": " + buffer.getError().message());
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      readUnverified((*buffer)->getBuffer(), file, *context);
  if (!module)
    return module.takeError();
  for (const SutRun *run : runs) {
    std::optional<BrokenProgram> broken = findFault(
        **module, run->bytecode.empty() ? sut.bytecode : run->bytecode);
    if (!broken)
      return llvm::createStringError(
          file + ": breaks no rule, or none that bytecode can break");
    begin(*run);
    if (llvm::Error error =
            print("the module",
                  tryBrokenProgram(sut, *run, folder, *broken, interrupted)))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Replay::runModule() {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file + ": " + buffer.getError().message());
  llvm::Expected<ModuleSubject> subject =
      prepareModule((*buffer)->getBuffer(), file);
  if (!subject)
    return subject.takeError();
  if (!subject->skipped.empty())
    return llvm::createStringError(file + ": " + subject->skipped);
  for (const SutRun *run : runs) {
    begin(*run);
    ModuleTrial trial(sut, *run, folder, interrupted);
    TrialResult result = trial.tryOne(*subject);
    std::string pass =
        result.isFinding() ? trial.blame(*subject, result.kind) : "";
    if (llvm::Error error =
            print(pass.empty() ? "the module" : "the module, " + pass, result))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Replay::runFunctions() {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError(file + ": " + buffer.getError().message());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(file,
                                            mlir::ParserConfig(context.get()));
  if (!module)
    return llvm::createStringError(file + ": no valid module");
  llvm::Expected<std::vector<FunctionCall>> calls =
      parseFunctionCalls((*buffer)->getBuffer(), *module);
  if (!calls)
    return llvm::createStringError(file + ": " +
                                   llvm::toString(calls.takeError()));
  if (calls->empty())
    return llvm::createStringError(
        file + ": no line '// tilefuzz.call @NAME ARGUMENTS'");
  std::vector<TrialFunction> functions;
  for (auto function : module->getOps<mlir::func::FuncOp>())
    functions.push_back({function, {}, {}});
  for (const FunctionCall &call : *calls)
    for (TrialFunction &function : functions)
      if (function.function.getName() == call.function)
        function.inputs.push_back(call.arguments);
  runSource(functions, *module);
  for (const SutRun *run : runs) {
    begin(*run);
    FunctionTrial trial(sut, *run, folder, interrupted);
    std::vector<TrialResult> results = trial.tryAll(functions);
    for (auto [function, result] : llvm::zip_equal(functions, results))
      if (llvm::Error error = print("@" + function.function.getName(), result))
        return error;
  }
  return llvm::Error::success();
}

static llvm::Expected<unsigned>
replayFile(const SutDescription &given, llvm::ArrayRef<std::string> names,
           StringRef file, llvm::raw_ostream &os, bool isBroken,
           const volatile sig_atomic_t *interrupted) {
  // What is known is shown, too.
  SutDescription sut = given;
  sut.limits.clear();
  llvm::Expected<std::vector<const SutRun *>> runs = sut.selectRuns(names);
  if (!runs)
    return runs.takeError();
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-fuzz-sut", folder))
    return llvm::createStringError("no temporary folder: " + code.message());
  Replay replay(sut, *runs, file, folder, os, interrupted);
  replay.isBroken = isBroken;
  llvm::Error error = replay.run();
  llvm::sys::fs::remove_directories(folder);
  if (error)
    return std::move(error);
  return replay.differences;
}

llvm::Expected<unsigned>
tilefuzz::replaySut(const SutDescription &sut, llvm::ArrayRef<std::string> runs,
                    StringRef file, llvm::raw_ostream &os,
                    const volatile sig_atomic_t *interrupted) {
  return replayFile(sut, runs, file, os, /*isBroken=*/false, interrupted);
}

llvm::Expected<unsigned> tilefuzz::replayBroken(
    const SutDescription &sut, llvm::ArrayRef<std::string> runs, StringRef file,
    llvm::raw_ostream &os, const volatile sig_atomic_t *interrupted) {
  return replayFile(sut, runs, file, os, /*isBroken=*/true, interrupted);
}
