//===- Replay.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/FunctionTrial.h"
#include "fuzz/Sut/SutCampaign.h"
#include "interp/Function/FunctionCalls.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefuzz;

llvm::Expected<unsigned> tilefuzz::replaySut(const SutDescription &given,
                                             llvm::StringRef run,
                                             llvm::StringRef file,
                                             llvm::raw_ostream &os) {
  // What is known is shown, too.
  SutDescription sut = given;
  sut.limits.clear();
  llvm::ArrayRef<SutRun> runs = sut.runs;
  const SutRun *chosen = llvm::find_if(
      runs, [&](const SutRun &r) { return run.empty() || r.name == run; });
  if (chosen == runs.end())
    return llvm::createStringError("the description has no run '" + run + "'");
  if (sut.executable().empty())
    return llvm::createStringError("'" + sut.command.front() +
                                   "' is not on the PATH");
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
  std::vector<TrialFunction> functions;
  for (auto function : module->getOps<mlir::func::FuncOp>())
    functions.push_back({function, {}, {}});
  for (const FunctionCall &call : *calls)
    for (TrialFunction &function : functions)
      if (function.function.getName() == call.function)
        function.inputs.push_back(call.arguments);
  runSource(functions, *module);
  llvm::SmallString<128> folder;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("tile-fuzz-sut", folder))
    return llvm::createStringError("no temporary folder: " + code.message());
  FunctionTrial trial(sut, *chosen, folder);
  std::vector<TrialResult> results = trial.tryAll(functions);
  llvm::sys::fs::remove_directories(folder);
  unsigned differences = 0;
  for (auto [function, result] : llvm::zip_equal(functions, results)) {
    if (llvm::Error error = result.failure())
      return std::move(error);
    differences += result.isFinding();
    os << "@" << function.function.getName() << ": " << result.kind;
    if (!result.detail.empty())
      os << ": " << result.detail;
    os << "\n";
    for (const std::string &reason : result.skipped)
      os << "  skipped: " << reason << "\n";
  }
  return differences;
}
