//===- TrialResult.cpp - What a tool did to a program ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/TrialResult.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Sut/Process.h"
#include "llvm/ADT/Twine.h"

using namespace tilefuzz;

void TrialResult::setSkipped(const llvm::Twine &why) {
  verdict = TrialVerdict::Skipped;
  detail = why.str();
}

void TrialResult::setFinding(FindingKind found, const llvm::Twine &what) {
  verdict = TrialVerdict::Finding;
  kind = found;
  detail = what.str();
}

TrialResult TrialResult::skip(const llvm::Twine &why) {
  TrialResult result;
  result.setSkipped(why);
  return result;
}

TrialResult TrialResult::finding(FindingKind kind, const llvm::Twine &detail) {
  TrialResult result;
  result.setFinding(kind, detail);
  return result;
}

TrialResult TrialResult::storageFailure(llvm::Error error) {
  TrialResult result = skip(llvm::toString(std::move(error)));
  result.storageFailed = true;
  return result;
}

std::optional<TrialResult>
TrialResult::withoutVerdict(const SutProcess &process) {
  using End = SutProcess::End;
  if (process.end != End::Interrupted && process.end != End::Killed &&
      process.end != End::NotStarted)
    return std::nullopt;
  TrialResult result = skip(process.message());
  result.interrupted = process.end == End::Interrupted;
  result.notStarted = process.end == End::NotStarted;
  return result;
}

llvm::Error TrialResult::failure() const {
  if (storageFailed)
    return storageError(detail);
  if (notStarted)
    return llvm::createStringError(detail);
  return llvm::Error::success();
}

llvm::StringRef TrialResult::name() const {
  switch (verdict) {
  case TrialVerdict::Same:
    return "same";
  case TrialVerdict::Skipped:
    return "skipped";
  case TrialVerdict::Finding:
    return toString(kind);
  }
  llvm_unreachable("unknown verdict");
}

Symptom TrialResult::symptom() const {
  // What it takes is a machine's.
  if (kind == FindingKind::Explosion)
    return Symptom::message(llvm::StringRef(detail).split(':').first);
  if (hasMessage(kind))
    return Symptom::message(detail);
  return kind == FindingKind::TargetUndefined ? Symptom::undefined("")
                                              : Symptom();
}

bool tilefuzz::hasMessage(FindingKind kind) {
  switch (kind) {
  case FindingKind::Crash:
  case FindingKind::Timeout:
  case FindingKind::OutOfMemory:
  case FindingKind::CompileFailure:
  case FindingKind::AssemblerRejected:
  case FindingKind::InvalidOutput:
  case FindingKind::InternalError:
  case FindingKind::AcceptsInvalid:
  case FindingKind::Nondeterministic:
  case FindingKind::Explosion:
  case FindingKind::OracleDisagreement:
  case FindingKind::Schedule:
    return true;
  case FindingKind::Differs:
  case FindingKind::TargetUndefined:
  case FindingKind::Device:
  case FindingKind::Poison:
  case FindingKind::Imprecise:
  case FindingKind::Order:
    return false;
  }
  llvm_unreachable("unknown kind");
}
