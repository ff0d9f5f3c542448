//===- LitmusEnumerator.h - The memory model, word for word -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A second enumerator, which shares nothing with interp/Explore: all values
// that reads may return x all reads-from maps x all coherence orders, every
// axiom of the memory model (1.4 to 1.8) checked as it is written, over plain
// matrices. Slow, and meant to be read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSENUMERATOR_H
#define TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSENUMERATOR_H

#include "LitmusProgram.h"
#include <set>

namespace tilefuzz::litmus {

/// What the memory holds at the end, then what each reading operation returned,
/// element by element, in the order of the program; -1 if it did not run.
using Result = std::vector<int32_t>;

struct Enumeration {
  std::set<Result> results;
  /// Pairs of `block.operation`, the smaller first, under reading W.
  std::set<std::pair<std::string, std::string>> races;
  bool isReadingDependent = false;
  /// Consistent executions with a cycle of reads-from and dependences exist; of
  /// some, every cycle has an apparent dependence (memory model, 1.6, A5), and
  /// no other execution ends as they do.
  bool hasCycles = false, isUndecided = false;
  /// Too much to enumerate: nothing is said.
  bool isTooLarge = false;
};

Enumeration enumerate(const Program &program);

} // namespace tilefuzz::litmus

#endif // TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSENUMERATOR_H
