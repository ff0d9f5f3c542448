//===- Counters.cpp - What a run counts, by name --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Counters.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;

uint64_t tilefuzz::countEdges(const Counts &features) {
  // After all edges: `!` follows the blank.
  return std::distance(features.lower_bound("edge "),
                       features.lower_bound("edge!"));
}

Counts tilefuzz::groupCounters(const Counts &counters, llvm::StringRef prefix) {
  Counts found;
  for (const auto &[name, value] : counters) {
    llvm::StringRef rest = name;
    if (rest.consume_front(prefix) && rest.consume_front(":"))
      found[rest.str()] = value;
  }
  return found;
}
