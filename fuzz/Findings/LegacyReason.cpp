//===- LegacyReason.cpp - Findings that were stored without a symptom -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Until findings had a symptom, their reason was taken apart. What was stored
// then is still read so; nothing that is found now comes here.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Finding.h"
#include "interp/Program/UndefinedBehaviors.h"

using namespace tilefuzz;

/// `lost order (RULE): ..`, `weakened: OPERATION (PLACE), now OPERATION
/// (PLACE): BEFORE -> AFTER`, `gone: OPERATION (PLACE) on ..`, `new: ..`.
static Symptom readLoss(llvm::StringRef reason) {
  Symptom symptom;
  symptom.kind = Symptom::Kind::LostOrder;
  if (reason.starts_with("lost order"))
    return symptom;
  auto [what, name] = reason.substr(0, reason.find(" (")).split(": ");
  symptom.access = name.str();
  symptom.kind = what == "gone"  ? Symptom::Kind::Gone
                 : what == "new" ? Symptom::Kind::Added
                                 : Symptom::Kind::Weakened;
  if (symptom.kind != Symptom::Kind::Weakened)
    return symptom;
  auto [before, after] = reason.rsplit(": ").second.split(" -> ");
  symptom.change = before.split(' ').first != after.split(' ').first
                       ? Symptom::Change::Ordering
                       : Symptom::Change::Scope;
  return symptom;
}

/// `target: race: data-race at OPERATION`, or of the machine level `race on
/// 'BUFFER' at ..`; `target: undefined-behaviour: CONDITION at ..`.
static Symptom readUndefined(llvm::StringRef reason) {
  reason.consume_front("target: ");
  reason = reason.split(" at ").first;
  if (reason.starts_with("race"))
    return Symptom::race(reason.contains("global_smem"));
  // Some had other names then.
  auto [status, name] = reason.split(": ");
  std::optional<Undefined> condition = parseUndefined(name);
  return Symptom::undefined(condition ? status + ": " + toString(*condition)
                                      : llvm::Twine(reason));
}

Symptom tilefuzz::readLegacyReason(FindingKind kind, llvm::StringRef reason) {
  switch (kind) {
  case FindingKind::Differs:
    return {};
  case FindingKind::TargetUndefined:
    return readUndefined(reason);
  case FindingKind::Order:
    return readLoss(reason);
  case FindingKind::OracleDisagreement: {
    auto [which, about] = reason.split(": ");
    return Symptom::disagreement(which, about);
  }
  default:
    // Kinds that are newer than symptoms were never stored without.
    return Symptom::message(reason);
  }
}
