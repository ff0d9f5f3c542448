//===- Elimination.cpp - Which accesses a target may leave out ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/Elimination.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace tilefuzz;

using Kind = OrderEvent::Kind;

bool tilefuzz::isUsed(mlir::Value value) {
  llvm::SmallPtrSet<mlir::Operation *, 16> seen;
  llvm::SmallVector<mlir::Value> queue = {value};
  while (!queue.empty())
    for (mlir::Operation *user : queue.pop_back_val().getUsers()) {
      if (user->hasTrait<mlir::OpTrait::IsTerminator>() ||
          user->getNumRegions() || !mlir::isMemoryEffectFree(user))
        return true;
      if (seen.insert(user).second)
        llvm::append_range(queue, user->getResults());
    }
  return false;
}

//===----------------------------------------------------------------------===//
// SharedBytes
//===----------------------------------------------------------------------===//

SharedBytes::SharedBytes(const OrderTrace &trace)
    : buffers(trace.buffers.size()) {
  for (auto [number, block] : llvm::enumerate(trace.blocks))
    for (const OrderEvent &event : block.events) {
      // Allocations of different blocks share a name, not memory.
      if (event.kind == Kind::Print ||
          llvm::StringRef(trace.buffers[event.buffer]).starts_with("alloca#"))
        continue;
      std::vector<Byte> &bytes = buffers[event.buffer];
      if (bytes.size() < size_t(event.offset + event.size))
        bytes.resize(event.offset + event.size);
      for (unsigned i = 0; i < event.size; ++i) {
        Byte &byte = bytes[event.offset + i];
        int &by = event.kind == Kind::Read ? byte.reader : byte.writer;
        by = by == none || by == int(number) ? int(number) : several;
      }
    }
}

bool SharedBytes::isReadElsewhere(unsigned block,
                                  const OrderEvent &event) const {
  const std::vector<Byte> &bytes = buffers[event.buffer];
  for (int64_t i = event.offset; i < event.offset + event.size; ++i) {
    int by = size_t(i) < bytes.size() ? bytes[i].reader : none;
    if (by != none && by != int(block))
      return true;
  }
  return false;
}

bool SharedBytes::isWrittenElsewhere(unsigned block,
                                     const OrderEvent &event) const {
  const std::vector<Byte> &bytes = buffers[event.buffer];
  for (int64_t i = event.offset; i < event.offset + event.size; ++i) {
    int by = size_t(i) < bytes.size() ? bytes[i].writer : none;
    if (by != none && by != int(block))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

llvm::ArrayRef<unsigned> Elimination::samePlace(const OrderEvent &event) {
  if (places.empty())
    for (auto [i, other] : llvm::enumerate(block.events))
      if (other.kind != Kind::Print)
        places[{other.buffer, other.offset, other.size}].push_back(i);
  return places[{event.buffer, event.offset, event.size}];
}

bool Elimination::touches(unsigned instance, Kind kind,
                          const OrderEvent &event) const {
  return llvm::any_of(block.eventsOf(instance), [&](const OrderEvent &other) {
    return other.kind == kind && other.overlaps(event);
  });
}

bool Elimination::isAllowed(unsigned event, const Correspondence &match) {
  const OrderEvent &gone = block.events[event];
  if (gone.kind == Kind::Print)
    return false;
  if (gone.isAtomic)
    return gone.kind == Kind::Write && isUpdateAllowed(event, match);
  const OrderInstance &instance = block.instances[gone.instance];
  if (instance.isAcquire() || instance.isRelease())
    return false;
  return gone.kind == Kind::Read ? isLoadAllowed(event)
                                 : isStoreAllowed(event, match);
}

bool Elimination::isLoadAllowed(unsigned event) {
  const OrderEvent &gone = block.events[event];
  const OrderInstance &load = block.instances[gone.instance];
  // E1.
  if (load.op && load.op->getNumResults() && !isUsed(load.op->getResult(0)))
    return true;
  // E2: the value is that of the nearest access to the range before.
  for (unsigned other : samePlace(gone)) {
    const OrderEvent &known = block.events[other];
    unsigned from = known.instance, to = gone.instance;
    if (!block.isOrdered(from, to) || known.value != gone.value)
      continue;
    bool isWrittenElsewhere = shared.isWrittenElsewhere(number, gone);
    if (isWrittenElsewhere &&
        block.instances[from].isStrong() != block.instances[to].isStrong())
      continue;
    bool isStale = false;
    for (unsigned at : block.before(to).set_bits()) {
      if (at == from)
        continue;
      // Another write lies between.
      isStale |= block.isOrdered(from, at) && required.conflict(at, to) &&
                 touches(at, Kind::Write, gone);
      // What was learnt between may be that the value is another now.
      isStale |= isWrittenElsewhere && block.instances[at].isAcquire() &&
                 !block.isOrdered(at, from);
    }
    if (!isStale)
      return true;
  }
  return false;
}

bool Elimination::isStoreAllowed(unsigned event, const Correspondence &match) {
  // E3: a later store to the range stays, no release lies between, and nobody
  // reads the range.
  const OrderEvent &gone = block.events[event];
  if (shared.isReadElsewhere(number, gone))
    return false;
  for (unsigned later : samePlace(gone)) {
    unsigned from = gone.instance, to = block.events[later].instance;
    if (block.events[later].kind != Kind::Write ||
        match.images[later].empty() || block.events[later].isAtomic ||
        !block.isOrdered(from, to))
      continue;
    bool isSeen = false;
    for (unsigned at : block.before(to).set_bits())
      if (block.isOrdered(from, at))
        isSeen |=
            block.instances[at].isRelease() ||
            (required.conflict(from, at) && touches(at, Kind::Read, gone));
    // Of a store that is itself a release, other blocks may know through it.
    if (!isSeen)
      return true;
  }
  return false;
}

/// An atomic that writes what it read may become a load, if nobody else's
/// update can come between and it was no release.
bool Elimination::isUpdateAllowed(unsigned event,
                                  const Correspondence &match) const {
  const OrderEvent &gone = block.events[event];
  const OrderEvent &read = block.events[event - 1];
  return !block.instances[gone.instance].isRelease() &&
         read.value == gone.value && !match.images[event - 1].empty() &&
         !shared.isReadElsewhere(number, gone) &&
         !shared.isWrittenElsewhere(number, gone);
}
