//===- ValueTable.h - Which values programs compute with --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Per operation, operand and element type, how many runs of programs consumed a
// value of each class: a defect that is in one corner shows only where a value
// comes from there. An observer of the tile interpreter counts; a run without
// it costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_VALUES_VALUETABLE_H
#define TILEFUZZ_FUZZ_VALUES_VALUETABLE_H

#include "interp/Program/Program.h"
#include "interp/Tile/MachineObserver.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <bitset>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tilefuzz {

enum class ValueClass : uint8_t {
#define VALUE_CLASS(Name, Text) Name,
#include "fuzz/Values/ValueClasses.def"
#undef VALUE_CLASS
};
constexpr unsigned numValueClasses = 0
#define VALUE_CLASS(Name, Text) +1
#include "fuzz/Values/ValueClasses.def"
#undef VALUE_CLASS
    ;
llvm::StringRef toString(ValueClass valueClass);
using ValueClassSet = std::bitset<numValueClasses>;

/// `i1`, `f32`, `e4m3`...; empty: of no number.
llvm::StringRef elementNameOf(mlir::Type element);
/// The classes of one element by its bits.
ValueClassSet classesOfBits(mlir::Type element, uint64_t bits);
/// Of the amount by which something of so many bits is shifted.
ValueClassSet classesOfAmount(unsigned width, uint64_t amount);

class ValueTable {
public:
  /// The operation (of cuda_tile without its prefix), the operand and the
  /// element type. Iterations are of operand 0 and of no type.
  using Key = std::tuple<std::string, unsigned, std::string>;
  using Row = std::array<uint64_t, numValueClasses>;

  /// Runs the program at its source. One that is undefined counts up to there.
  void add(const Program &program);
  /// Programs that consumed it.
  uint64_t count(llvm::StringRef operation, unsigned operand,
                 llvm::StringRef element, ValueClass valueClass) const;
  uint64_t programs() const { return numPrograms; }

  /// What is wanted (WantedValues.def), was in no program, and has no reason:
  /// `operation operand element: class`.
  std::vector<std::string> gaps() const;
  /// Combinations that are wanted, but for those with a reason.
  static size_t numWanted();
  /// Reasons that explain nothing: what they say cannot be was met.
  std::vector<std::string> refutedReasons() const;
  void print(llvm::raw_ostream &os) const;

private:
  friend class ValueCounter;
  std::map<Key, Row> rows;
  uint64_t numPrograms = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_VALUES_VALUETABLE_H
