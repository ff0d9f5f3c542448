//===- Pair.h - Two small programs of accesses ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the oracles of memory order are asked about: a source of few accesses in
// one or two blocks, and a target that an optimiser might make of its first
// block, rightly or wrongly. Small enough for the explorer to list all outcomes
// of both. Accesses are known by numbers that both sides share, so that a pair
// can be made smaller by leaving something out of both.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_PAIRS_PAIR_H
#define TILEFUZZ_FUZZ_PAIRS_PAIR_H

#include "fuzz/Generate/ByteSource.h"
#include "interp/Semantics/MemoryOrder.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

/// One access to one i32.
struct PairAccess {
  enum class Kind { Load, Store, Add, Exchange };

  unsigned id = 0;
  Kind kind = Kind::Load;
  unsigned place = 0;
  AccessOrdering ordering = AccessOrdering::Weak;
  /// Of a strong access; a weak one has none, and keeps this for the time it
  /// is made stronger.
  AccessScope scope = AccessScope::Device;
  /// What is written or added: the number, or what that access read.
  unsigned value = 1;
  std::optional<unsigned> valueOf;
  /// The accesses whose tokens it waits for, by number.
  std::vector<unsigned> after;

  bool isWeak() const { return ordering == AccessOrdering::Weak; }
  bool reads() const { return kind != Kind::Store; }
  bool writes() const { return kind != Kind::Load; }
};

/// One block's accesses, in the order of the text.
using PairBlock = std::vector<PairAccess>;

/// What stands for the value of an access that is gone: the value of another,
/// or a number.
struct PairValue {
  std::optional<unsigned> of;
  unsigned number = 0;
};

struct Pair {
  unsigned places = 2;
  PairBlock source, target;
  /// Values of accesses that only the source has.
  std::map<unsigned, PairValue> replaced;
  /// Of an access that the target has, too, whose value it uses instead.
  std::map<unsigned, unsigned> exchanged;
  /// Accesses of the first block whose values are observed.
  std::vector<unsigned> observed;
  /// What is observed of `@block` is computed from them.
  bool observesSums = false;
  /// What another block does at the same time; its values are observed.
  PairBlock others;
  /// The names of the edits that made the target.
  std::vector<std::string> edits;
  /// The target is the source with more order, or stronger accesses: it is
  /// right (memory model, Proposition 3).
  bool isStrengthened = false;
};

/// Pair `index` of the stream that the seed names.
Pair makePair(uint64_t seed, uint64_t index);

/// A launch and a module of two entries: `@program`, which is launched, and
/// `@block`, its first block alone, whose surroundings may be any: what is
/// proved. `observe` marks what `@block` shows.
enum class PairSide { Source, Target };
std::string printPair(const Pair &pair, PairSide side);

/// All pairs that lack one thing of this one, smallest first.
std::vector<Pair> smallerPairs(const Pair &pair);

/// Of both sides and the other block.
unsigned accessCount(const Pair &pair);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_PAIRS_PAIR_H
