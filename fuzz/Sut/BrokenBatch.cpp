//===- BrokenBatch.cpp - Programs that break a rule through a tool --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/BrokenProgram.h"
#include "fuzz/Sut/SutBatch.h"

using namespace tilefuzz;

llvm::Error SutBatch::runBroken(uint64_t first, unsigned count) {
  for (uint64_t number = first; number < first + count; ++number) {
    if (isInterrupted())
      return llvm::Error::success();
    uint64_t seed = options.seed * 1'000'000'007 + number;
    std::optional<Program> program =
        options.corpus.empty() ? makeTile(seed) : takeTile(number, seed);
    ++counts.programs;
    if (!program)
      continue;
    ByteSource choices(seed ^ 0x62726F6B656E);
    std::optional<BrokenProgram> broken =
        breakProgram(*program->module, choices, sut.bytecode);
    if (!broken) {
      ++counts.skipped["no change breaks a rule that bytecode can break"];
      continue;
    }
    ++counts.made;
    for (const SutRun &run : sut.runs) {
      // What other versions say of it is not what the reader here says.
      if (!isWanted(run) || !run.bytecode.empty())
        continue;
      TrialResult result =
          tryBrokenProgram(sut, run, folder, *broken, options.interrupted);
      ++counts.processes;
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
      hit.broken = broken->text;
      hit.brokenOperation = broken->operation;
      hits.push_back(std::move(hit));
    }
  }
  return llvm::Error::success();
}
