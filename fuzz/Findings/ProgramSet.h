//===- ProgramSet.h - Which programs of a run are done ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of programs as ranges. Workers take them in order, so there are
// about as many ranges as workers, however long the run is.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_PROGRAMSET_H
#define TILEFUZZ_FUZZ_FINDINGS_PROGRAMSET_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace tilefuzz {

class ProgramSet {
public:
  /// False if it was there.
  bool insert(uint64_t index);
  /// All from `first` on and below `end`, some of which may be there.
  void insertRange(uint64_t first, uint64_t end);
  void insertAll(const ProgramSet &other);
  /// Those from `first` on and below `end`.
  ProgramSet within(uint64_t first, uint64_t end) const;
  bool contains(uint64_t index) const;
  /// The smallest number that is not in it.
  uint64_t frontier() const { return firstMissing(0); }
  /// The smallest number from `from` on that is not in it.
  uint64_t firstMissing(uint64_t from) const;
  /// How many there are.
  uint64_t size() const;
  /// One more than the largest number in it.
  uint64_t end() const;

  /// `0-99,103,105-200`
  std::string toString() const;
  static std::optional<ProgramSet> parse(llvm::StringRef text);

  bool operator==(const ProgramSet &other) const {
    return ranges == other.ranges;
  }

private:
  /// First to one past the last; neither overlapping nor touching.
  std::map<uint64_t, uint64_t> ranges;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_PROGRAMSET_H
