//===- Verdict.cpp - The answers of proofs and comparisons ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Verdict.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

llvm::StringRef tilefuzz::toString(ProofKind kind) {
  switch (kind) {
  case ProofKind::Proved:
    return "proved";
  case ProofKind::Refuted:
    return "refuted";
  case ProofKind::Unknown:
    return "unknown";
  case ProofKind::Unsupported:
    return "unsupported";
  case ProofKind::NotApplied:
    return "not-applied";
  }
  llvm_unreachable("covered switch");
}

llvm::StringRef tilefuzz::toString(ComparisonKind kind) {
  switch (kind) {
  case ComparisonKind::Equal:
    return "equal";
  case ComparisonKind::Differs:
    return "differs";
  case ComparisonKind::SourceUndefined:
    return "source-undefined";
  case ComparisonKind::TargetUndefined:
    return "target-undefined";
  case ComparisonKind::Unstable:
    return "unstable";
  case ComparisonKind::ResourceLimit:
    return "resource-limit";
  case ComparisonKind::Unsupported:
    return "unsupported";
  }
  llvm_unreachable("covered switch");
}

ProofVerdict tilefuzz::combine(const ProofVerdict &a, const ProofVerdict &b) {
  // The kinds in the order in which one answer outweighs another; said here
  // once, so that no caller compares enumerators.
  for (ProofKind kind : {ProofKind::Refuted, ProofKind::Unknown,
                         ProofKind::Unsupported, ProofKind::Proved})
    for (const ProofVerdict *verdict : {&a, &b})
      if (verdict->kind == kind)
        return *verdict;
  return a;
}
