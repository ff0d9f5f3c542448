//===- BulkCopies.cpp - Copies through the asynchronous proxy -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/BulkCopies.h"
#include "interp/Simt/Machine/AtomicUpdate.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

/// PTX ISA, cp.async.bulk: of the size and of both addresses.
static constexpr uint32_t bulkAlignment = 16;

//===----------------------------------------------------------------------===//
// Agents and proxies
//===----------------------------------------------------------------------===//

bool Machine::isOfAsyncProxy(uint32_t agent) const {
  return hasBulkCopies && agent >= firstBulkAgent;
}

uint32_t Machine::bulkAgentOf(const BulkCopy &copy, bool isWrite) const {
  if (copy.barrier != BulkCopy::inGroup)
    return firstBulkAgent + 2 * threads.size() + copy.barrier;
  return firstBulkAgent + (isWrite ? threads.size() : 0) + copy.thread;
}

/// An access of the asynchronous proxy needs a fence of it behind each write of
/// the generic one. Writes that nothing orders are races.
bool Machine::followsProxyFence(Thread &thread, const Instruction &op,
                                const Allocation &allocation, uint32_t offset,
                                uint32_t size) {
  const Access *write = findUnfenced(thread, allocation, offset, size,
                                     /*isOrdered=*/true);
  return !write || reportAsync(write->instruction, op,
                               "no proxy fence between a write and an "
                               "asynchronous access of '" +
                                   allocation.name + "'");
}

/// Where the mbarrier stands among those that count bytes; none: there are too
/// many of them.
std::optional<uint32_t>
Machine::findBulkBarrier(uint32_t cta, uint32_t allocation, uint32_t offset) {
  for (auto [i, one] : enumerate(bulkBarriers))
    if (one.cta == cta && one.allocation == allocation && one.offset == offset)
      return i;
  if (bulkBarriers.size() == ctas.size() * mostBulkBarriers)
    return std::nullopt;
  bulkBarriers.push_back({cta, allocation, offset, 0, {}});
  return bulkBarriers.size() - 1;
}

//===----------------------------------------------------------------------===//
// Issue
//===----------------------------------------------------------------------===//

bool Machine::accessPieces(Thread &thread, const Instruction &op,
                           const BulkCopy &copy) {
  bool isUpdate = kernel.bulks[op.first].isUpdate();
  Allocation *allocation;
  uint32_t offset;
  for (const BulkPiece &piece : copy.pieces) {
    AccessRange read = {piece.from,        piece.bytes, op.sourceSpace, 1,
                        /*isWrite=*/false,
                        /*isAtomic=*/false};
    read.copy = copy.number;
    read.bulkAgent = bulkAgentOf(copy, /*isWrite=*/false);
    if (!piece.isFill && !access(thread, op, read, allocation, offset))
      return false;
    // An update is one of each element.
    uint32_t size = isUpdate ? copy.type.width / 8 : piece.bytes;
    AccessRange write = {piece.to,         size,    op.space, 1,
                         /*isWrite=*/true, isUpdate};
    write.copy = copy.number;
    write.bulkAgent = bulkAgentOf(copy, /*isWrite=*/true);
    for (uint32_t i = 0; i < piece.bytes; i += size, write.pointer.bits += size)
      if (!access(thread, op, write, allocation, offset))
        return false;
  }
  return true;
}

/// The pieces are there; to which CTAs they go, the mask says if there is one.
bool Machine::issuePieces(Thread &thread, const Instruction &op,
                          BulkCopy &&copy) {
  const BulkForm &form = kernel.bulks[op.first];
  const Lane barrier = thread.frame[op.operands[3]];
  if (!form.isMulticast())
    return issueOne(thread, op, std::move(copy), barrier);
  uint64_t ctaCount = clusters[ctas[thread.cta].cluster].ctas.size();
  const Lane mask = form.isForAll ? Lane{(uint64_t(1) << ctaCount) - 1}
                                  : thread.frame[form.ctaMask];
  if (mask.poison)
    return undefined(Undefined::PoisonAddress, op);
  constexpr uint32_t mostCtas = 16;
  for (uint32_t rank = 0; rank < mostCtas; ++rank) {
    if (!(mask.bits >> rank & 1))
      continue;
    BulkCopy one = copy;
    for (BulkPiece &piece : one.pieces)
      piece.to = inCtaOfRank(thread, piece.to, rank);
    if (!issueOne(thread, op, std::move(one),
                  inCtaOfRank(thread, barrier, rank)))
      return false;
  }
  return true;
}

/// One copy, and what its mbarrier will count.
bool Machine::issueOne(Thread &thread, const Instruction &op, BulkCopy &&copy,
                       const Lane &pointer) {
  copy.thread = thread.index;
  copy.instruction = indexOf(op);
  if (!kernel.bulks[op.first].hasMbarrier) {
    copy.number = ++thread.bulk.copies;
  } else {
    Allocation *allocation;
    uint32_t offset;
    StateSpace space = kernel.bulks[op.first].isMulticast()
                           ? StateSpace::SharedCluster
                           : StateSpace::Shared;
    if (!access(thread, op,
                {pointer, mbarrierBytes, space, mbarrierBytes,
                 /*isWrite=*/true, /*isAtomic=*/true, /*isEqual=*/false,
                 /*copy=*/0, /*bulkAgent=*/0, /*isMbarrier=*/true},
                allocation, offset))
      return false;
    auto [owner, number] = ownerOf(thread, pointer.allocation);
    if (!ctas[owner].mbarriers.count({number, offset}))
      return undefined(Undefined::MbarrierLifetime, op);
    std::optional<uint32_t> barrier = findBulkBarrier(owner, number, offset);
    if (!barrier)
      return stop(RunStatus::Unsupported,
                  "more than " + Twine(mostBulkBarriers) +
                      " mbarriers for copies in bulk",
                  &op);
    copy.barrier = *barrier;
    copy.number = ++bulkBarriers[*barrier].issued;
    bulkBarriers[*barrier].pending.insert(copy.number);
  }
  if (!accessPieces(thread, op, copy))
    return false;
  bulkCopies.push_back(std::move(copy));
  return true;
}

bool Machine::useBulk(Thread &thread, const Instruction &op) {
  const BulkForm &form = kernel.bulks[op.first];
  if (form.kind == BulkKind::Commit) {
    thread.bulk.groups.push_back(thread.bulk.copies);
    return true;
  }
  if (form.kind == BulkKind::Wait)
    return waitForBulk(thread, op);
  if (form.kind == BulkKind::ReplaceField)
    return replaceField(thread, op);
  if (form.kind == BulkKind::Cancel)
    return askForCluster(thread, op);
  if (form.kind == BulkKind::IsCanceled || form.kind == BulkKind::FirstCta)
    return queryAnswer(thread, op);
  if (form.kind >= BulkKind::TensorLoad)
    return copyBox(thread, op);
  const Lane *frame = thread.frame.data();
  const Lane &to = frame[op.operands[0]], &from = frame[op.operands[1]],
             &size = frame[op.operands[2]];
  bool isPrefetch = form.kind == BulkKind::Prefetch;
  if (size.poison)
    return undefined(Undefined::PoisonLength, op);
  if (from.poison || (!isPrefetch && to.poison))
    return undefined(Undefined::PoisonAddress, op);
  if (uint32_t(size.bits) % bulkAlignment)
    return undefined(Undefined::AsyncCopySize, op);
  if (from.bits % bulkAlignment || (!isPrefetch && to.bits % bulkAlignment))
    return undefined(Undefined::MisalignedAccess, op);
  if (isPrefetch)
    return true;
  BulkCopy copy;
  copy.bytes = uint32_t(size.bits);
  copy.type = op.type;
  copy.pieces.push_back({from, to, copy.bytes});
  return issuePieces(thread, op, std::move(copy));
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

void Machine::readBulk(BulkCopy &copy) {
  Thread &thread = threads[copy.thread];
  uint32_t size = 0;
  for (const BulkPiece &piece : copy.pieces)
    size += piece.bytes;
  copy.staged.bytes.resize(size);
  copy.staged.undefined.resize(size);
  uint32_t offset = 0;
  for (const BulkPiece &piece : copy.pieces) {
    for (uint32_t i = 0; piece.isFill && i < piece.bytes; ++i)
      copy.staged.bytes[offset + i] =
          uint8_t(copy.fill >> (8 * (i % (copy.type.width / 8))));
    if (piece.bytes && !piece.isFill)
      moveBytes(*allocationOf(thread, piece.from.allocation), piece.from.bits,
                copy.staged, offset, piece.bytes);
    offset += piece.bytes;
  }
  copy.isRead = true;
}

/// One element of a reduction.
void Machine::reduceElement(const Instruction &op, const BulkCopy &copy,
                            uint32_t at, Allocation &to, uint32_t offset) {
  const Allocation &staged = copy.staged;
  Instruction update = op;
  update.type = update.resultType = copy.type;
  update.bytes = copy.type.width / 8;
  Lane old, operand;
  for (uint32_t i = 0; i < update.bytes; ++i) {
    old.bits |= uint64_t(to.bytes[offset + i]) << (8 * i);
    old.poison |= to.undefined[offset + i] != 0;
    operand.bits |= uint64_t(staged.bytes[at + i]) << (8 * i);
    operand.poison |= staged.undefined[at + i] != 0;
  }
  if (to.holdsInexact(offset, update.bytes) ||
      staged.holdsInexact(at, update.bytes))
    loseExactness(op);
  Lane value =
      *updated(update, old, operand, Lane(), to.space == StateSpace::Global);
  to.forget(offset, update.bytes);
  for (uint32_t i = 0; i < update.bytes; ++i) {
    to.bytes[offset + i] = uint8_t(value.bits >> (8 * i));
    to.undefined[offset + i] = value.poison;
  }
}

/// Writes what was read, and tells the mbarrier.
bool Machine::writeBulk(const BulkCopy &copy) {
  Thread &thread = threads[copy.thread];
  const Instruction &op = kernel.code[copy.instruction];
  bool isUpdate = kernel.bulks[op.first].isUpdate();
  uint32_t element = copy.type.width / 8;
  uint32_t from = 0;
  for (const BulkPiece &piece : copy.pieces) {
    if (!piece.bytes)
      continue;
    Allocation &to = *allocationOf(thread, piece.to.allocation);
    to.lostExactness |= copy.staged.lostExactness;
    if (!isUpdate)
      moveBytes(copy.staged, from, to, piece.to.bits, piece.bytes);
    else
      for (uint32_t i = 0; i < piece.bytes; i += element)
        reduceElement(op, copy, from + i, to, piece.to.bits + i);
    from += piece.bytes;
  }
  if (copy.barrier == BulkCopy::inGroup)
    return true;
  BulkBarrier &barrier = bulkBarriers[copy.barrier];
  barrier.pending.erase(copy.number);
  MbarrierMap &map = ctas[barrier.cta].mbarriers;
  auto found = map.find({barrier.allocation, barrier.offset});
  if (found == map.end())
    return undefined(Undefined::MbarrierLifetime, op);
  // What others wait for may be there now.
  for (Thread &other : threads)
    other.hasTimedOut = false;
  if (options.detectRaces) {
    Clock &released = found->second.released;
    uint32_t agent = bulkAgentOf(copy, /*isWrite=*/true);
    released.resize(std::max<size_t>(released.size(), agent + 1));
    released[agent] = std::max(released[agent], barrier.complete());
  }
  std::optional<Undefined> broken =
      found->second.transact(-int64_t(copy.bytes));
  return broken ? undefined(*broken, op) : true;
}

/// Some sources are read, and some copies that have read theirs complete; if
/// `isForced`, one copy does.
bool Machine::completeBulk(bool isForced) {
  bool progress = false;
  for (size_t i = 0; i < bulkCopies.size() && !stopped;) {
    BulkCopy &copy = bulkCopies[i];
    if (isForced && progress)
      break;
    if (!isForced && commitOrder() & 1) {
      ++i;
      continue;
    }
    progress = true;
    bool wasRead = copy.isRead;
    if (!wasRead)
      readBulk(copy);
    if (!wasRead && !isForced) {
      ++i;
      continue;
    }
    writeBulk(copy);
    bulkCopies.erase(bulkCopies.begin() + i);
  }
  return progress;
}

/// Waits until no more than the last `op.immediate` groups are pending: what is
/// asked for is done now, if it has not been before.
bool Machine::waitForBulk(Thread &thread, const Instruction &op) {
  bool isOfReads = kernel.bulks[op.first].isOfReads;
  std::vector<uint32_t> &groups = thread.bulk.groups;
  size_t most = op.immediate;
  if (groups.size() <= most)
    return true;
  uint32_t last = groups[groups.size() - 1 - most];
  erase_if(bulkCopies, [&](BulkCopy &copy) {
    if (copy.thread != thread.index || copy.barrier != BulkCopy::inGroup ||
        copy.number > last)
      return false;
    if (!copy.isRead)
      readBulk(copy);
    if (!isOfReads)
      writeBulk(copy);
    return !isOfReads;
  });
  if (!isOfReads)
    groups.erase(groups.begin(), groups.end() - most);
  if (!options.detectRaces)
    return true;
  auto know = [&](uint32_t agent) { thread.clock.raise(agent, last); };
  know(firstBulkAgent + thread.index);
  if (!isOfReads)
    know(firstBulkAgent + threads.size() + thread.index);
  return true;
}
