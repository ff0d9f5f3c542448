//===- ModuleBatch.cpp - Random modules of LLVM IR through a tool ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ModuleTrial.h"
#include "fuzz/Sut/SutBatch.h"

using namespace tilefuzz;

/// Module `number` of the seed.
static ModuleSubject makeModule(const SutOptions &options, uint64_t number,
                                bool isWide) {
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  LlvmProgram program = generateLlvm(
      *context, {options.seed, number, options.maxOperations, isWide});
  return prepareModule(std::move(context), std::move(program));
}

llvm::Error SutBatch::runModules(uint64_t first, unsigned count) {
  for (uint64_t number = first; number < first + count; ++number) {
    if (isInterrupted())
      return llvm::Error::success();
    ModuleSubject subject =
        makeModule(options, number, sut.kind == SutKind::LlvmToPtx);
    ++counts.programs;
    ++counts.made;
    if (!subject.skipped.empty()) {
      ++counts.skipped[subject.skipped];
      continue;
    }
    // By what prepares it.
    std::map<std::vector<std::string>, ModuleSubject> prepared;
    for (const SutRun *chosen : runsOf(number)) {
      const SutRun &run = *chosen;
      ModuleTrial trial(sut, run, folder, options.interrupted);
      const ModuleSubject *given = &subject;
      if (!run.prepare.empty()) {
        auto [it, isNew] = prepared.try_emplace(run.prepare);
        if (isNew) {
          llvm::Expected<ModuleSubject> made = trial.prepare(subject);
          if (made)
            it->second = std::move(*made);
          else
            it->second.skipped =
                "not prepared: " + llvm::toString(made.takeError());
        }
        given = &it->second;
        if (!given->skipped.empty()) {
          counts.processes += trial.processes;
          // The same construct in many places is one reason.
          llvm::StringRef reason = given->skipped;
          ++counts.skipped[run.name + ": " + reason.split(" in '").first.str()];
          continue;
        }
      }
      TrialResult result = trial.tryOne(*given);
      std::string pass =
          result.isFinding() ? trial.blame(*given, result.kind) : "";
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
      hit.llvm = given->program.toString();
      hit.llvmOperations = moduleOperationsOf(*given->program.module);
      hits.push_back(std::move(hit));
    }
  }
  return llvm::Error::success();
}
