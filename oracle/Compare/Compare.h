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

/// An element of a target that is none that the source allows.
struct ElementDifference {
  std::string buffer;
  ElementKind kind = ElementKind::I32;
  size_t index = 0;
  /// What the source allows: exact, its own value only.
  BufferImage::Enclosure allowed;
  /// Of a float, the target's.
  double value = 0;
  /// Of a finite value where a finite one is allowed: how far it lies from what
  /// is, in units in the last place of the nearer end, and in widths of the
  /// enclosure, which are infinite if there is none.
  struct Distance {
    double units = 0, widths = 0;
    bool isAbove = false;
  };
  std::optional<Distance> distance;
  /// For people: the element, what is allowed, what is there, how far away.
  std::string description;
};

/// All elements that differ of two runs that completed with the same buffers;
/// those that are unspecified in either are left out.
std::vector<ElementDifference> findDifferences(const Outcome &source,
                                               const Outcome &target);

/// For a source that allows several outcomes: the target must match one. An
/// undefined source outcome excuses the target; a source outcome that gives no
/// answer (limit, unsupported, unstable) leaves a mismatch undecided.
ComparisonVerdict refines(llvm::ArrayRef<Outcome> sourceOutcomes,
                          const Outcome &target);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_COMPARE_COMPARE_H
