//===- Compare.h - Does a target outcome refine a source's? -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one place that says when two runs agree. ADT only.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_COMPARE_COMPARE_H
#define TILEFUZZ_ORACLE_COMPARE_COMPARE_H

#include "interp/Program/Outcome.h"
#include "oracle/Verdict.h"
#include "llvm/ADT/ArrayRef.h"

namespace tilefuzz {

/// Compares the target with the one outcome that the source allows. Bit for
/// bit, except that
///  - any NaN equals any NaN in a float buffer,
///  - a byte that is unspecified in the source matches anything, and a byte
///    that is unspecified only in the target is a difference,
///  - an element that the source encloses must lie in the enclosure; of a
///    target that is itself inexact the representative bytes count.
/// Buffers are matched by name.
ComparisonVerdict compare(const Outcome &source, const Outcome &target);

/// For a source that allows several outcomes: the target must match one. An
/// undefined source outcome excuses the target; a source outcome that gives no
/// answer (limit, unsupported, unstable) leaves a mismatch undecided.
ComparisonVerdict refines(llvm::ArrayRef<Outcome> sourceOutcomes,
                          const Outcome &target);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_COMPARE_COMPARE_H
