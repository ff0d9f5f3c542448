//===- Schedule.h - Which linear extension of the token order --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Tokens order accesses partially; a run performs them in one order that
// respects this. Program order is one. The others perform a weak store late: no
// sooner than an access that tokens order after it, or the end of its block.
// Loads are performed where they stand, as later operations need their values;
// that a store may come before such a load shows as a race, not as a value.
// Memory model, 3.4. Beside the order it says which of several legal results an
// operation gives.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_MEMORY_SCHEDULE_H
#define TILEFUZZ_INTERP_MEMORY_SCHEDULE_H

#include "compiler/Support/Random/Random.h"
#include "interp/Program/ResultChoice.h"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilefuzz {

struct Schedule {
  enum class Kind {
    /// As written, blocks first to last; the next one runs when one waits.
    ProgramOrder,
    /// Every weak store as late as tokens allow, the last one first; blocks
    /// last to first.
    Reverse,
    /// As written, blocks last to first.
    ReverseBlocks,
    /// As written; another block runs after every access.
    RoundRobin,
    /// A coin for each store, the late ones shuffled; blocks start shuffled and
    /// change after accesses.
    Random,
  };
  Kind kind = Kind::ProgramOrder;
  /// For Random.
  uint64_t seed = 0;
  ResultChoice results = ResultChoice::Nearest;

  /// Whether stores may happen later than the program writes them.
  bool holdsBack() const {
    return kind == Kind::Reverse || kind == Kind::Random;
  }
  /// `program-order`, `reverse`, `reverse-blocks`, `round-robin`, `random:7`;
  /// then nothing, or `,least`, `,greatest` or `,mixed`.
  std::string toString() const;
  /// What it ends in: nothing, or `,least`...
  std::string nameOfResults() const;
  static std::optional<Schedule> parse(std::string_view text);
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_MEMORY_SCHEDULE_H
