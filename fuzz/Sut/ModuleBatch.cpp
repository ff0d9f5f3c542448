//===- ModuleBatch.cpp - Random modules of LLVM IR through a tool ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/SutBatch.h"

using namespace tilefuzz;

/// Module `number` of the seed.
static ModuleSubject makeModule(const SutOptions &options, uint64_t number) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  LlvmProgram program =
      generateLlvm(*context, {options.seed, number, options.maxOperations});
  return prepareModule(std::move(context), std::move(program));
}

llvm::Error SutBatch::runModules(uint64_t first, unsigned count) {
  for (uint64_t number = first; number < first + count; ++number) {
    if (isInterrupted())
      return llvm::Error::success();
    ModuleSubject subject = makeModule(options, number);
    ++counts.programs;
    ++counts.made;
    if (!subject.skipped.empty()) {
      ++counts.skipped[subject.skipped];
      continue;
    }
    for (const SutRun &run : sut.runs) {
      if (!isWanted(run))
        continue;
      ModuleTrial trial(sut, run, folder, options.interrupted);
      TrialResult result = trial.tryOne(subject);
      std::string pass =
          result.isFinding() ? trial.blame(subject, result.kind) : "";
      counts.processes += trial.processes;
      if (result.interrupted)
        return llvm::Error::success();
      if (llvm::Error error = note(run, result))
        return error;
      if (!result.isFinding())
        continue;
      SutHit hit;
      hit.run = &run;
      hit.program = number;
      hit.result = std::move(result);
      hit.pass = std::move(pass);
      hit.llvm = subject.program.toString();
      hit.llvmOperations = moduleOperationsOf(*subject.program.module);
      hits.push_back(std::move(hit));
    }
  }
  return llvm::Error::success();
}
