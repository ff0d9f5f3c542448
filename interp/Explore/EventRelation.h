//===- EventRelation.h - Sets of pairs of events ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The relational algebra of the memory model, 0.2, over few events: one bit
// per pair.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_EVENTRELATION_H
#define TILEFUZZ_INTERP_EXPLORE_EVENTRELATION_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilefuzz {

class EventRelation {
public:
  explicit EventRelation(size_t numEvents = 0)
      : numEvents(numEvents), numWords((numEvents + 63) / 64),
        words(numEvents * numWords) {}

  size_t size() const { return numEvents; }
  bool has(size_t a, size_t b) const {
    return words[a * numWords + b / 64] >> (b % 64) & 1;
  }
  void add(size_t a, size_t b) {
    words[a * numWords + b / 64] |= uint64_t(1) << (b % 64);
  }

  /// Adds the other's pairs.
  EventRelation &operator|=(const EventRelation &other) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] |= other.words[i];
    return *this;
  }
  /// `a ; b`: first a pair of this, then one of the other.
  EventRelation then(const EventRelation &other) const {
    EventRelation result(numEvents);
    for (size_t a = 0; a < numEvents; ++a)
      for (size_t b = 0; b < numEvents; ++b)
        if (has(a, b))
          result.addRow(a, other, b);
    return result;
  }
  /// Makes it its own transitive closure (Warshall).
  void close() {
    for (size_t b = 0; b < numEvents; ++b)
      for (size_t a = 0; a < numEvents; ++a)
        if (has(a, b))
          addRow(a, *this, b);
  }
  /// Of a closed relation: whether the relation it was made of is acyclic.
  bool isIrreflexive() const {
    for (size_t a = 0; a < numEvents; ++a)
      if (has(a, a))
        return false;
    return true;
  }

private:
  void addRow(size_t row, const EventRelation &from, size_t fromRow) {
    for (size_t word = 0; word < numWords; ++word)
      words[row * numWords + word] |= from.words[fromRow * numWords + word];
  }
  size_t numEvents, numWords;
  std::vector<uint64_t> words;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_EVENTRELATION_H
