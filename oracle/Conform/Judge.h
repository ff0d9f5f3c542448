//===- Judge.h - Results of a GPU against a bundle's expectations -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_CONFORM_JUDGE_H
#define TILEFUZZ_ORACLE_CONFORM_JUDGE_H

#include "oracle/Compare/Compare.h"
#include "oracle/Gpu/Results.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

struct CaseVerdict {
  std::string name;
  ComparisonVerdict verdict;
  /// The run was interrupted before this case.
  bool isMissing = false;
  /// Of one that differs: how many elements do, and the one that lies farthest
  /// out, by units in the last place. What has no distance is farther than
  /// all that has one.
  size_t different = 0;
  std::optional<ElementDifference> farthest = {};
};

/// What the bundle expects, as an outcome.
Outcome expectedOutcome(const conform::Case &one);
/// What the GPU did, as an outcome: a device error is undefined behaviour of
/// the target, a deadline a limit, a device that cannot run the case is
/// unsupported.
Outcome deviceOutcome(const conform::Case &one,
                      const conform::CaseResult &result);

/// One verdict per case, in the bundle's order. Errors: results of another
/// bundle, results of an unknown case, buffers whose
/// number or size is not the case's.
llvm::Expected<std::vector<CaseVerdict>> judge(const conform::Bundle &bundle,
                                               const conform::Results &results);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_CONFORM_JUDGE_H
