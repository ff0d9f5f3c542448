//===- ScoreLlvm.cpp - Seeded bugs of passes over LLVM IR -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs of tiles show nothing of these passes: random modules do.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Llvm/LlvmTrial.h"
#include "fuzz/Score/ScoreModules.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace tilefuzz;

/// Kinds of LlvmFinding. Deaths are seen by the parent process.
static ScoreOracle scoreOracleOf(const LlvmFinding &finding) {
  if (finding.kind == "execution")
    return ScoreOracle::Stage;
  if (finding.kind == "failure")
    return ScoreOracle::Verifier;
  return ScoreOracle::Claims;
}

static std::vector<ModuleFinding> tryModule(uint64_t seed, uint64_t index,
                                            const BugSet &bugs) {
  llvm::LLVMContext context;
  // What passes say is compared, not printed.
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *, void *) {});
  LlvmGenerateOptions generate;
  generate.seed = seed;
  generate.index = index;
  LlvmTrialOptions trial;
  trial.bugs = bugs;
  trial.turn = index;
  LlvmTrialResult tried =
      tryLlvmProgram(generateLlvm(context, generate), trial);
  std::vector<ModuleFinding> findings;
  for (const LlvmFinding &finding : tried.findings)
    findings.push_back({scoreOracleOf(finding), finding.where, finding.reason,
                        finding.signature()});
  return findings;
}

ModuleTrial tilefuzz::makeLlvmTrial() { return tryModule; }
