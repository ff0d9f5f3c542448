//===- TrialKind.h - What a tool did to a program ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_TRIALKIND_H
#define TILEFUZZ_FUZZ_SUT_TRIALKIND_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace tilefuzz {

/// Everything after `Skipped` is a finding.
enum class TrialKind {
  Same,
  /// Nothing can be said.
  Skipped,
  /// A value that the source determines is another one.
  Value,
  Poison,
  /// The target is undefined where the source is not, or does not end.
  Undefined,
  /// A result that is only near a value is not near it, or is (not) a NaN.
  Imprecise,
  /// The tool died, took too long, or did not accept a valid program.
  Crash,
  Timeout,
  Refused,
  /// What it wrote is no program of this entry.
  InvalidOutput,
};

/// As findings and descriptions write it, e.g. `invalid-output`.
llvm::StringRef toString(TrialKind kind);
/// Also knows `far`, as `imprecise` was called first.
std::optional<TrialKind> parseTrialKind(llvm::StringRef text);
/// Whether the regular expression matches a name of the kind, or one that it
/// had.
bool isNamedBy(TrialKind kind, llvm::StringRef pattern);

inline bool isFinding(TrialKind kind) { return kind > TrialKind::Skipped; }
/// Whether the tool as a whole failed and said why, so that its message tells
/// findings apart.
bool hasMessage(TrialKind kind);

/// How many processes, about, a reduction may take that keeps the kind.
inline uint64_t maxReductionTries(TrialKind kind) {
  return kind == TrialKind::Timeout ? 12 : 300;
}

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_TRIALKIND_H
