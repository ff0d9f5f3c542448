//===- TrialKind.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/TrialKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Regex.h"

using namespace tilefuzz;

/// By kind.
static constexpr llvm::StringLiteral names[] = {
    "same",      "skipped", "value",   "poison",  "undefined",
    "imprecise", "crash",   "timeout", "refused", "invalid-output"};

/// Of stored findings and descriptions of the first versions.
static constexpr llvm::StringLiteral oldImprecise = "far";

llvm::StringRef tilefuzz::toString(TrialKind kind) {
  return names[unsigned(kind)];
}

std::optional<TrialKind> tilefuzz::parseTrialKind(llvm::StringRef text) {
  if (text == oldImprecise)
    return TrialKind::Imprecise;
  for (auto [i, name] : llvm::enumerate(names))
    if (name == text)
      return TrialKind(i);
  return std::nullopt;
}

bool tilefuzz::isNamedBy(TrialKind kind, llvm::StringRef pattern) {
  llvm::Regex regex(pattern);
  return regex.match(toString(kind)) ||
         (kind == TrialKind::Imprecise && regex.match(oldImprecise));
}

bool tilefuzz::hasMessage(TrialKind kind) {
  switch (kind) {
  case TrialKind::Crash:
  case TrialKind::Timeout:
  case TrialKind::Refused:
  case TrialKind::InvalidOutput:
    return true;
  case TrialKind::Same:
  case TrialKind::Skipped:
  case TrialKind::Value:
  case TrialKind::Poison:
  case TrialKind::Undefined:
  case TrialKind::Imprecise:
    return false;
  }
  llvm_unreachable("unknown kind");
}
