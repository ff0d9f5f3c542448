//===- Verdict.h - The answers of proofs and comparisons --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every oracle answers with one of these two types; nothing infers an answer
// from text or from exit codes. ADT only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_VERDICT_H
#define TILEFUZZ_ORACLE_VERDICT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// The answer of a proof attempt (design, decision 6). Severity is not an
/// integer: combine with `combine`, never with a numeric maximum.
enum class ProofKind {
  /// Holds for every input of every instance that was checked.
  Proved,
  /// A counterexample exists; `reason` gives the input and what breaks.
  Refuted,
  /// No answer; `reason` says why (timeout, incomplete theory).
  Unknown,
  /// The encoding does not cover `reason` (an operation or type).
  Unsupported,
  /// The pattern did not fire on the instance.
  NotApplied,
};
llvm::StringRef toString(ProofKind kind);

struct ProofVerdict {
  ProofKind kind = ProofKind::Unknown;
  /// For unknown, unsupported: why. For refuted: the counterexample, in source
  /// terms. Empty when proved.
  std::string reason;
  /// For refuted: what the interpreter saw for these inputs, or why it could
  /// not be asked. A counterexample that it denies is not given: the answer is
  /// unknown.
  std::string replay = "";
  /// What the answer rests on beside the solver's integers: how floats were
  /// encoded, what was left uninterpreted, how often loops ran.
  std::vector<std::string> basis = {};
};

/// The verdict of a set of instances: refuted if any is; else unknown or
/// unsupported if any is; else proved if at least one is; else not applied.
ProofVerdict combine(const ProofVerdict &a, const ProofVerdict &b);

/// The answer of comparing a target outcome with the source outcome.
enum class ComparisonKind {
  Equal,
  Differs,
  /// The source run was undefined (UB, race): the target is excused; counted.
  SourceUndefined,
  /// The target introduced undefined behaviour or a race: a finding.
  TargetUndefined,
  /// An inexact value decided control flow, an address or an integer: counted.
  Unstable,
  /// A limit on steps, time or memory, or an unsupported construct; counted by
  /// `reason`.
  ResourceLimit,
  Unsupported,
};
llvm::StringRef toString(ComparisonKind kind);

struct ComparisonVerdict {
  ComparisonKind kind = ComparisonKind::Equal;
  /// One line: which buffer, element, both values; or which condition.
  std::string reason;
  /// How many elements were compared; an `Equal` with zero observed elements
  /// is reported as `ResourceLimit` with reason "nothing observed".
  uint64_t observed = 0;

  bool isFinding() const {
    return kind == ComparisonKind::Differs ||
           kind == ComparisonKind::TargetUndefined;
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_VERDICT_H
