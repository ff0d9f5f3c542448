//===- StageOracle.cpp - Who judges a program after a stage ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Stages/StageOracle.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

StageJudge::~StageJudge() = default;

llvm::ArrayRef<const StageOracle *> tilefuzz::getStageOracles() {
  static constexpr const StageOracle *table[] = {
#define STAGE_ORACLE(constant) &constant,
#include "fuzz/Stages/StageOracles.def"
  };
  return table;
}

const StageOracle *tilefuzz::findStageOracle(llvm::StringRef name) {
  for (const StageOracle *oracle : getStageOracles())
    if (oracle->name == name)
      return oracle;
  return nullptr;
}

unsigned tilefuzz::getIndex(const StageOracle &oracle) {
  return llvm::find(getStageOracles(), &oracle) - getStageOracles().begin();
}

const StageOracle *tilefuzz::oracleOf(FindingKind kind) {
  switch (kind) {
  case FindingKind::Differs:
  case FindingKind::TargetUndefined:
  case FindingKind::Device:
    return &outcomeOracle;
  case FindingKind::Order:
    return &orderOracle;
  case FindingKind::Schedule:
    return &scheduleOracle;
  case FindingKind::CompileFailure:
  case FindingKind::AssemblerRejected:
  case FindingKind::InvalidOutput:
  case FindingKind::InternalError:
  case FindingKind::AcceptsInvalid:
  case FindingKind::Nondeterministic:
  case FindingKind::Explosion:
  case FindingKind::Poison:
  case FindingKind::Imprecise:
  case FindingKind::Crash:
  case FindingKind::Timeout:
  case FindingKind::OutOfMemory:
  case FindingKind::OracleDisagreement:
    return nullptr;
  }
  llvm_unreachable("unknown kind");
}
