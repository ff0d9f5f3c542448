//===- MutatedFile.h - What a mutated file brings along ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Included by the files that tile-mutate writes, and by nobody else but the
// registry.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTATEDFILE_H
#define TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTATEDFILE_H

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace tilefuzz {

struct MutantRow {
  unsigned line;
  const char *mutation, *before, *after;
};

/// One static object for each file.
struct MutatedFile {
  MutatedFile(const char *name, const MutantRow *rows, unsigned numRows,
              unsigned char *reached, unsigned *active);

  const char *name;
  /// Row n is of mutant n + 1 of the file.
  const MutantRow *rows;
  unsigned numRows;
  /// By place, from 1: set when the code ran.
  unsigned char *reached;
  /// The place of the one that is on; 0: none.
  unsigned *active;
};

/// A range that is gone through from the end if `isReversed`.
template <typename RangeTy> class OrderedRange {
  using Base = std::remove_reference_t<RangeTy>;
  using It = decltype(std::begin(std::declval<Base &>()));

public:
  OrderedRange(bool isReversed, RangeTy &&range)
      : range(std::forward<RangeTy>(range)), isReversed(isReversed) {}

  class iterator {
  public:
    iterator(It at, bool isReversed) : at(at), isReversed(isReversed) {}
    decltype(auto) operator*() const {
      return isReversed ? *std::prev(at) : *at;
    }
    iterator &operator++() {
      isReversed ? --at : ++at;
      return *this;
    }
    bool operator!=(const iterator &other) const { return at != other.at; }

  private:
    It at;
    bool isReversed;
  };
  iterator begin() {
    return {isReversed ? std::end(range) : std::begin(range), isReversed};
  }
  iterator end() {
    return {isReversed ? std::begin(range) : std::end(range), isReversed};
  }

private:
  /// A temporary lives in here, as it would in the loop.
  RangeTy range;
  bool isReversed;
};

template <typename RangeTy>
OrderedRange<RangeTy> inOrder(bool isReversed, RangeTy &&range) {
  return {isReversed, std::forward<RangeTy>(range)};
}

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_MUTANTS_MUTATEDFILE_H
