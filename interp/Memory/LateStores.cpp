//===- LateStores.cpp - Stores that a schedule holds back -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Memory/Clock.h"
#include "interp/Memory/Memory.h"
#include <cstring>

using namespace tilefuzz;

bool Memory::isLate(const Access &access) {
  if (access.isStrong() || !schedule.holdsBack())
    return false;
  if (schedule.kind == Schedule::Kind::Reverse)
    return true;
  if (askedAccess != access.id) {
    askedAccess = access.id;
    askedAnswer = nextRandom(randomState) >> 63;
  }
  return askedAnswer;
}

void Memory::perform(const Store &store, uint32_t release, bool keepsRelease) {
  Buffer &target = buffers[store.buffer];
  uint8_t *bytes = &target.image.bytes[store.offset];
  bool isChange = std::memcmp(bytes, &store.bits, store.size) != 0;
  std::memcpy(bytes, &store.bits, store.size);
  std::vector<bool> &marks = target.image.unspecified;
  if (store.unspecified && marks.empty())
    marks.resize(target.image.bytes.size(), false);
  for (unsigned i = 0; !marks.empty() && i < store.size; ++i) {
    isChange |= marks[store.offset + i] != store.unspecified;
    marks[store.offset + i] = store.unspecified;
  }
  for (int64_t i = 0; !keepsRelease && i < store.size; i += target.granule)
    target.shadowAt(store.offset + i).release = release;
  changes += isChange;
  if (!sums.empty())
    sums.forget(store.buffer, store.offset, store.size);
  if (!store.enclosure.exact || !target.image.enclosures.empty())
    writeEnclosure(store);
}

void Memory::writeEnclosure(const Store &store) {
  BufferImage &image = buffers[store.buffer].image;
  unsigned element = byteSize(image.kind);
  image.enclosures.resize(image.bytes.size() / element);
  if (store.size == element) {
    image.enclosures[store.offset / element] = store.enclosure;
    return;
  }
  // Exact bytes may cover a whole element, or a part.
  for (int64_t at = store.offset / element;
       at * element < store.offset + store.size; ++at) {
    bool isWhole = at * element >= store.offset &&
                   (at + 1) * element <= store.offset + store.size;
    if (!store.enclosure.exact || (!image.enclosures[at].exact && !isWhole))
      lostEnclosure = true;
    image.enclosures[at] = {};
  }
}

void Memory::perform(const LateAccess &access) {
  for (const Store &store : access.stores)
    perform(store, /*release=*/0);
}

void Memory::performBefore(llvm::ArrayRef<ChainEntry> clock) {
  if (late.empty())
    return;
  // Clocks are transitive, so program order among these is token order enough.
  llvm::erase_if(late, [&](const LateAccess &access) {
    if (lookUp(clock, access.place.chain) < access.place.index)
      return false;
    perform(access);
    return true;
  });
}

void Memory::performHeldBack(uint32_t block) {
  for (;;) {
    // Those of the block that no other late access is ordered before.
    llvm::SmallVector<size_t> ready;
    for (size_t i = 0; i < late.size(); ++i) {
      auto isBefore = [&](const LateAccess &other) {
        return lookUp(late[i].before->clock, other.place.chain) >=
               other.place.index;
      };
      if (late[i].block == block && llvm::none_of(late, isBefore))
        ready.push_back(i);
    }
    if (ready.empty())
      return;
    size_t next = ready.back();
    if (schedule.kind == Schedule::Kind::Random)
      next = ready[nextRandom(randomState) % ready.size()];
    perform(late[next]);
    late.erase(late.begin() + next);
  }
}
