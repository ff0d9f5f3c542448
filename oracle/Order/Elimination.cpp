//===- Elimination.cpp - Which accesses a target may leave out ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Order/Elimination.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace tilefuzz;

using Kind = OrderEvent::Kind;

bool tilefuzz::isUsed(mlir::Value value) {
  llvm::SmallPtrSet<mlir::Operation *, 16> seen;
  llvm::SmallPtrSet<mlir::Value, 16> yielded;
  llvm::SmallVector<mlir::Value> queue = {value};
  while (!queue.empty())
    for (mlir::OpOperand &use : queue.pop_back_val().getUses()) {
      mlir::Operation *user = use.getOwner();
      // What a branch yields is used if its result is.
      if (llvm::isa<mlir::cuda_tile::YieldOp, mlir::scf::YieldOp>(user) &&
          llvm::isa<mlir::cuda_tile::IfOp, mlir::scf::IfOp>(
              user->getParentOp())) {
        mlir::Value result =
            user->getParentOp()->getResult(use.getOperandNumber());
        if (yielded.insert(result).second)
          queue.push_back(result);
        continue;
      }
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

bool Elimination::isReadBy(unsigned instance, const OrderEvent &event,
                           const Correspondence &match) const {
  const OrderInstance &of = block.instances[instance];
  for (unsigned i = of.firstEvent; i < of.firstEvent + of.numEvents; ++i)
    if (block.events[i].kind == Kind::Read && block.events[i].overlaps(event) &&
        !match.images[i].empty())
      return true;
  return false;
}

bool Elimination::isWrittenBy(unsigned instance,
                              const OrderEvent &event) const {
  return required.conflict(instance, event.instance) &&
         touches(instance, Kind::Write, event);
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
  return gone.kind == Kind::Read ? isLoadAllowed(event, match)
                                 : isStoreAllowed(event, match);
}

bool Elimination::isLoadAllowed(unsigned event, const Correspondence &match) {
  const OrderEvent &gone = block.events[event];
  const OrderInstance &load = block.instances[gone.instance];
  // E1.
  if (load.op && load.op->getNumResults() && !isUsed(load.op->getResult(0)))
    return true;
  // E2: the value is that of the nearest access to the range before, or of a
  // load beside it that sees the same.
  if (llvm::any_of(samePlace(gone), [&](unsigned known) {
        return block.events[known].value == gone.value &&
               (block.isOrdered(block.events[known].instance, gone.instance)
                    ? isNearest(known, event)
                    : !match.images[known].empty() && isBeside(known, event));
      }))
    return true;
  // Or a part of what was stored.
  for (unsigned at : required.conflictsOf(gone.instance).set_bits()) {
    const OrderInstance &of = block.instances[at];
    for (unsigned i = of.firstEvent; i < of.firstEvent + of.numEvents; ++i) {
      const OrderEvent &store = block.events[i];
      if (store.kind != Kind::Write || store.size <= gone.size ||
          !store.overlaps(gone) || !block.isOrdered(at, gone.instance))
        continue;
      // Aligned: it lies inside. No element has more than 8 bytes, so this one
      // has fewer.
      uint64_t part = store.value >> 8 * (gone.offset - store.offset) &
                      ((uint64_t(1) << 8 * gone.size) - 1);
      if (part == gone.value && isNearest(i, event))
        return true;
    }
  }
  return false;
}

bool Elimination::isNearest(unsigned known, unsigned event) const {
  const OrderEvent &gone = block.events[event];
  unsigned from = block.events[known].instance, to = gone.instance;
  bool isWrittenElsewhere = shared.isWrittenElsewhere(number, gone);
  if (isWrittenElsewhere &&
      block.instances[from].isStrong() != block.instances[to].isStrong())
    return false;
  return llvm::none_of(block.before(to).set_bits(), [&](unsigned at) {
    if (at == from)
      return false;
    // Another write lies between, or what was learnt between may be that the
    // value is another now.
    return (block.isOrdered(from, at) && isWrittenBy(at, gone)) ||
           (isWrittenElsewhere && block.instances[at].isAcquire() &&
            !block.isOrdered(at, from));
  });
}

bool Elimination::isBeside(unsigned known, unsigned event) const {
  // Weak ones: what writes the range is ordered with both, and what comes
  // after one comes after the other.
  const OrderEvent &gone = block.events[event];
  unsigned from = block.events[known].instance, to = gone.instance;
  if (from == to || block.events[known].kind != Kind::Read ||
      block.instances[from].isStrong() || block.instances[to].isStrong() ||
      block.isOrdered(to, from))
    return false;
  bool isWrittenElsewhere = shared.isWrittenElsewhere(number, gone);
  llvm::BitVector onlyOne = block.before(from);
  onlyOne ^= block.before(to);
  return llvm::none_of(onlyOne.set_bits(), [&](unsigned at) {
    return isWrittenBy(at, gone) ||
           (isWrittenElsewhere && block.instances[at].isAcquire());
  });
}

bool Elimination::isStoreAllowed(unsigned event, const Correspondence &match) {
  // E3: a later store to the range stays, no release lies between, and nobody
  // reads the range: what loaded it is gone as well.
  const OrderEvent &gone = block.events[event];
  if (shared.isReadElsewhere(number, gone))
    return false;
  unsigned from = gone.instance;
  auto isOverwritten = [&](unsigned later) {
    const OrderEvent &store = block.events[later];
    unsigned to = store.instance;
    if (store.kind != Kind::Write || match.images[later].empty() ||
        store.isAtomic || !block.isOrdered(from, to))
      return false;
    // Of a store that is itself a release, other blocks may know through it.
    for (unsigned at : block.before(to).set_bits())
      if (block.isOrdered(from, at) && block.instances[at].isRelease())
        return false;
    return llvm::none_of(
        required.conflictsOf(from).set_bits(), [&](unsigned at) {
          return block.isOrdered(from, at) && !block.isOrdered(to, at) &&
                 isReadBy(at, gone, match);
        });
  };
  if (llvm::any_of(samePlace(gone), isOverwritten))
    return true;
  // By stores of other sizes, together: a bit for each byte.
  unsigned left = (1u << gone.size) - 1;
  for (unsigned at : required.conflictsOf(from).set_bits()) {
    const OrderInstance &of = block.instances[at];
    for (unsigned i = of.firstEvent; i < of.firstEvent + of.numEvents; ++i)
      if (block.events[i].overlaps(gone) && isOverwritten(i))
        for (unsigned byte = 0; byte < gone.size; ++byte) {
          int64_t at = gone.offset + byte - block.events[i].offset;
          if (at >= 0 && at < block.events[i].size)
            left &= ~(1u << byte);
        }
  }
  return left == 0;
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
