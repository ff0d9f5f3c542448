//===- BlockReplay.h - One block as a function of what it reads -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A tile block is a deterministic function of the values that its reads return.
// A replay runs a block in program order with some of them known, and gives the
// events that do not depend on the unknown rest (`dep` of the memory model, 1.6
// A5): elements of accesses whose address, mask and value are known. Elements
// of a tile are known one by one. Token order is no dependence: an access with
// an unknown address already orders its successors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_BLOCKREPLAY_H
#define TILEFUZZ_INTERP_EXPLORE_BLOCKREPLAY_H

#include "interp/Tile/LaunchedProgram.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tilefuzz {

/// Names an event or an operation instance in every replay of its block: the
/// path of regions and iterations that leads to it, hashed to 64 bits.
using EventKey = uint64_t;

/// Of the write of an atomic whose read this is, also where it is not there
/// yet.
EventKey updateKeyOf(EventKey read);

/// Bytes that are accessed only together. Element sizes are powers of two and
/// accesses aligned, so the smallest size on a buffer divides the others.
struct Granule {
  uint64_t buffer;
  int64_t index;
  bool operator==(const Granule &other) const {
    return buffer == other.buffer && index == other.index;
  }
  bool operator<(const Granule &other) const {
    return std::tie(buffer, index) < std::tie(other.buffer, other.index);
  }
};

/// Bits of one granule.
struct GranuleValue {
  uint64_t bits = 0;
  bool unspecified = false;
};

/// What reads return: by read event and which of its granules.
using ReadValues = llvm::DenseMap<std::pair<EventKey, unsigned>, GranuleValue>;
/// The granule size of each buffer, in bytes.
using GranuleSizes = llvm::DenseMap<uint64_t, unsigned>;

/// The bits of a granule of so many bytes.
inline uint64_t maskOf(unsigned granule) {
  return ~uint64_t(0) >> (64 - 8 * granule);
}

struct Event {
  enum class Kind { Read, Write, Print };
  Kind kind;
  EventKey key;
  /// Into `EventTrace::instances`.
  unsigned instance;
  uint64_t buffer = 0;
  int64_t offset = 0;
  unsigned size = 0;
  /// Of a write.
  uint64_t bits = 0;
  bool unspecified = false;
  /// Of an atomic's write: its read, in the same trace.
  std::optional<unsigned> update;
  /// Of a print.
  std::string text;
  /// Of a read: in the last iteration of the loop in which the block waits.
  bool isPoll = false;

  bool overlaps(const Event &other) const {
    return size && other.size && buffer == other.buffer &&
           offset < other.offset + other.size && other.offset < offset + size;
  }
};

struct EventTrace {
  /// Operation instances, their tokens and orderings.
  std::vector<Access> instances;
  std::vector<Event> events;
  /// Whether instance a is token-ordered before instance b.
  bool isOrdered(unsigned a, unsigned b) const {
    return Memory::isOrderedBefore(instances[a], instances[b].before);
  }
  /// Something was not reached because a read's value is not known.
  bool isPartial = false;
  /// The loop in which the block waits for others.
  std::optional<AccessSite> waitsIn;
  /// Undefined behaviour, something unsupported or the step limit; `printed`
  /// holds failed assertions only.
  Outcome outcome;
};

/// Replays the blocks of one launch.
class BlockReplayer {
public:
  BlockReplayer(const LaunchedProgram &program, std::vector<BufferImage> images,
                uint64_t stepLimit);
  ~BlockReplayer();
  /// `granules` is lowered where the block accesses smaller elements; the
  /// trace is of no use then (`granulesChanged`).
  EventTrace replay(uint32_t block, const ReadValues &values,
                    GranuleSizes &granules, bool &granulesChanged);
  /// As above; all reads that have no value return what `fill` gives, each its
  /// own, those that this brings about included.
  EventTrace replayWhole(uint32_t block, ReadValues values,
                         GranuleSizes &granules,
                         llvm::function_ref<uint64_t()> fill);
  /// The contents of a granule at launch; unspecified for an allocation.
  GranuleValue initial(Granule granule, unsigned size) const;
  /// A person's name for a buffer.
  std::string nameOf(uint64_t buffer) const;

private:
  class RecordedMemory;
  class UnknownValues;
  const LaunchedProgram &program;
  std::unique_ptr<RecordedMemory> memory;
  uint64_t stepLimit;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_BLOCKREPLAY_H
