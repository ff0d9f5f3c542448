//===- ResultChoice.h - Which of several legal results ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_RESULTCHOICE_H
#define TILEFUZZ_INTERP_PROGRAM_RESULTCHOICE_H

namespace tilefuzz {

/// What a run gives where an operation has several legal results (a function
/// with an error bound, a sum in any order). A target must be right with each
/// of them: that the nearest one is right says little of a target that
/// approximates what the source computes exactly.
enum class ResultChoice {
  /// The correctly rounded one; sums are taken in the order of the elements.
  Nearest,
  /// The ends of the error bound; sums are taken in the order of the elements,
  /// or from the last to the first.
  Least,
  Greatest,
  /// Either end, as the operands' bits say: an implementation is a function.
  Mixed,
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_RESULTCHOICE_H
