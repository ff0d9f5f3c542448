//===- PtxEnumerator.h - PTX's memory model, word for word ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A second enumerator, which shares nothing with interp/Explore/Ptx: all
// reads-from maps x all Fence-SC orders x all coherence orders, every rule of
// the PTX model, 1 to 3, as it is written, over plain matrices. Slow, and meant
// to be read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXENUMERATOR_H
#define TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXENUMERATOR_H

#include "PtxLitmus.h"
#include <set>

namespace tilefuzz::ptxlitmus {

/// What each unit of memory holds at the end, then what each element of each
/// returning operation returned, in the order of the text; -1 if it was not
/// reached.
using Result = std::vector<int64_t>;

struct Enumeration {
  std::set<Result> results;
  /// The smaller name first.
  std::set<std::pair<std::string, std::string>> races;
  bool hasMixedRace = false;
  /// Too much to enumerate: nothing is said.
  bool isTooLarge = false;
};

Enumeration enumerate(const Program &program);

} // namespace tilefuzz::ptxlitmus

#endif // TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_PTXENUMERATOR_H
