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
  /// All below `end`; of an empty set.
  void insertBelow(uint64_t end);
  bool contains(uint64_t index) const;
  /// The smallest number that is not in it.
  uint64_t frontier() const;
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
