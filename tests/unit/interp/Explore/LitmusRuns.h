//===- LitmusRuns.h - What a block does, given its reads --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSRUNS_H
#define TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSRUNS_H

#include "LitmusEnumerator.h"
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace tilefuzz::litmus {

/// Names an event in every execution.
struct EventName {
  unsigned block = 0, op = 0, element = 0;
  bool isWrite = false;
  bool operator<(const EventName &other) const {
    return std::tie(block, op, element, isWrite) <
           std::tie(other.block, other.op, other.element, other.isWrite);
  }
  bool operator==(const EventName &other) const {
    return !(*this < other) && !(other < *this);
  }
};

struct MemoryEvent {
  EventName name;
  unsigned place = 0;
  int32_t value = 0;
  /// Reads of the block on which its execution, place or value depends.
  std::set<EventName> dependences;
};

/// A block, given what its reads return.
struct BlockRun {
  std::vector<MemoryEvent> events;
  std::vector<int32_t> results;
};

using Values = std::map<EventName, int32_t>;
/// What a read returns; nullopt ends the run.
using Reader = std::function<std::optional<int32_t>(EventName)>;

/// Modulo 2^32.
inline int32_t add(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) + uint32_t(b));
}

/// Runs a block; false: a read gave nothing.
bool runBlock(const Program &program, unsigned b, const Reader &read,
              BlockRun &run);

/// All runs of a block whose reads return values of the place's domain.
std::vector<BlockRun> allRuns(const Program &program, unsigned b,
                              const std::vector<std::set<int32_t>> &domain);

} // namespace tilefuzz::litmus

#endif // TILEFUZZ_TESTS_UNIT_INTERP_EXPLORE_LITMUSRUNS_H
