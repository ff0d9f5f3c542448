//===- RecordedMemory.h - What a replay does to memory ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Internal to the replayer (Replay.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_RECORDEDMEMORY_H
#define TILEFUZZ_INTERP_EXPLORE_RECORDEDMEMORY_H

#include "interp/Explore/BlockReplay.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tilefuzz {

/// splitmix64's finaliser over both.
inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t state = a ^ (b * 0xFF51AFD7ED558CCD);
  return nextRandom(state);
}

/// Records events instead of performing them.
class BlockReplayer::RecordedMemory : public Memory {
public:
  explicit RecordedMemory(std::vector<BufferImage> images)
      : Memory(Memory::create(std::move(images))) {
    hasSimpleCase = false;
    choosesOrderOfSums = true;
  }

  /// All buffers so far are there in every replay.
  void keepBuffers() { numKept = numBuffers(); }
  void restart(EventTrace &trace, const ReadValues &values,
               GranuleSizes &granules) {
    Memory::restart(numKept);
    this->trace = &trace;
    this->values = &values;
    this->granules = &granules;
    allocations.clear();
    granulesChanged = false;
  }
  void startOperation(EventKey key) {
    operation = key;
    instancesOfOperation = 0;
    unknownElements.clear();
    unknownArguments.clear();
    startElement(0);
  }
  /// Events are named by their elements: those before may be unknown.
  void startElement(size_t i) {
    if (i != element)
      eventsOfElement = 0;
    element = i;
  }

  Access begin(uint32_t block, AccessOrdering ordering, AccessScope scope,
               SiteName site, const TokenRef &token) override {
    ++instancesOfOperation;
    element = eventsOfElement = 0;
    Access access = Memory::begin(block, ordering, scope, site, token);
    trace->instances.push_back(access);
    return access;
  }
  uint64_t read(Access &access, int buffer, int64_t offset, unsigned size,
                bool &unspecified, BufferImage::Enclosure *) override {
    Event &event = record(Event::Kind::Read, access, buffer, offset, size);
    unsigned granule = granules->lookup(event.buffer);
    unspecified = false;
    lastWasKnown = true;
    uint64_t bits = 0;
    for (unsigned k = 0; k * granule < size; ++k) {
      auto found = values->find({event.key, k});
      if (found == values->end()) {
        lastWasKnown = false;
        break;
      }
      bits |= found->second.bits << (8 * k * granule);
      unspecified |= found->second.unspecified;
    }
    lastRead = bits;
    if (!lastWasKnown)
      unknownElements.push_back(element);
    return lastWasKnown ? bits : 0;
  }
  void write(Access &access, int buffer, int64_t offset, unsigned size,
             uint64_t bits, bool unspecified, const BufferImage::Enclosure *,
             UpdateKind update) override {
    bool isUpdate = update != UpdateKind::None;
    // Or the argument is not known: only the read is there.
    if (update == UpdateKind::OfOld && !lastWasKnown)
      return;
    if (isUpdate && element < unknownArguments.size() &&
        unknownArguments[element])
      return;
    std::optional<unsigned> read;
    if (isUpdate)
      read = trace->events.size() - 1;
    if (!isUpdate || bits != lastRead)
      ++changes;
    Event &event =
        record(Event::Kind::Write, access, buffer, offset, size, isUpdate);
    event.bits = bits;
    event.unspecified = unspecified;
    event.update = read;
  }
  int allocate(BufferImage image, bool isConstant) override {
    allocations.push_back(mix(operation, 1));
    return Memory::allocate(std::move(image), isConstant);
  }

  Event &record(Event::Kind kind, const Access &access, int buffer,
                int64_t offset, unsigned size, bool isUpdate = false) {
    Event event;
    event.kind = kind;
    event.instance = access.id;
    // An atomic's write is named by its read, as it may not be there yet.
    event.key = isUpdate ? updateKeyOf(trace->events.back().key)
                         : mix(mix(operation, instancesOfOperation),
                               mix(element, ++eventsOfElement));
    if (kind != Event::Kind::Print) {
      event.buffer = keyOf(buffer);
      event.offset = offset;
      event.size = size;
      unsigned &granule = (*granules)[event.buffer];
      if (granule == 0 || size < granule) {
        granulesChanged |= granule != 0;
        granule = size;
      }
    }
    trace->events.push_back(std::move(event));
    return trace->events.back();
  }
  /// Buffers of the launch and globals have small numbers.
  uint64_t keyOf(int buffer) const {
    return size_t(buffer) < numKept ? buffer : allocations[buffer - numKept];
  }
  const BufferImage *find(uint64_t buffer) const {
    return buffer < numKept ? &imageOf(buffer) : nullptr;
  }

  /// Elements of which an atomic does not know what it will write.
  llvm::SmallBitVector unknownArguments;
  /// Elements of the operation that read what is not known.
  llvm::SmallVector<size_t> unknownElements;
  bool granulesChanged = false;

private:
  size_t numKept = 0;
  /// Keys of the allocations of this replay.
  std::vector<uint64_t> allocations;
  EventTrace *trace = nullptr;
  const ReadValues *values = nullptr;
  GranuleSizes *granules = nullptr;
  EventKey operation = 0;
  unsigned instancesOfOperation = 0, eventsOfElement = 0;
  size_t element = 0;
  bool lastWasKnown = true;
  uint64_t lastRead = 0;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_RECORDEDMEMORY_H
