//===- CompactMemory.cpp - Places of rings in shared memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A ring lives from where it is made to the end of what uses it last. If that
// is no release, a copy may be pending, and it lives as long as the function;
// so it does with mbarriers: a thread arrives at them, and others may still
// read what the slot has. Without them a release is a barrier of the CTA.
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/DependenceGraph.h"
#include "compiler/Schedule/Placement.h"
#include "compiler/Schedule/PrepareForScheduling.h"
#include "compiler/Schedule/RingLifetimes.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Pipelines.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

namespace {
/// Numbers of the function's operations: those inside of one lie between its
/// first and its last.
class Positions {
public:
  explicit Positions(aa::FuncOp function) { number(function); }
  int64_t getFirst(Operation *op) const { return positions.lookup(op).first; }
  int64_t getLast(Operation *op) const { return positions.lookup(op).second; }

private:
  void number(Operation *op) {
    int64_t first = next++;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        number(&inner);
    positions[op] = {first, next++};
  }
  llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>> positions;
  int64_t next = 0;
};
} // namespace

/// What hands a slot on as a new value.
static void collectUsers(Value value, SmallVectorImpl<Operation *> &users) {
  for (Operation *user : value.getUsers()) {
    users.push_back(user);
    for (Value result : user->getResults())
      if (isa<as::ProducerTokenType, as::ConsumerTokenType>(result.getType()))
        collectUsers(result, users);
  }
}

SmallVector<RingLifetime>
tilefuzz::findRingLifetimes(aa::FuncOp function, const ScheduleBugSet &bugs) {
  Positions positions(function);
  // Other agents run at the same time: no place in the program is before
  // theirs.
  bool isConcurrent = as::hasAgents(function);
  SmallVector<RingLifetime> rings;
  function.walk([&](as::CreatePipelineOp create) {
    RingLifetime ring;
    ring.create = create;
    ring.bytes = as::getRingBytes(create.getType());
    ring.first = ring.last = positions.getFirst(create);
    SmallVector<Operation *> users;
    collectUsers(create.getResult(), users);
    Operation *last = nullptr;
    for (Operation *user : users) {
      // A loop around the use, and not around the ring, uses it all the time.
      Operation *at = create->getBlock()->findAncestorOpInBlock(*user);
      if (!at || bugs.has(ScheduleBug::LifetimeIgnoresLoop))
        at = user;
      ring.last = std::max(ring.last, positions.getLast(at));
      if (!last || positions.getLast(user) > positions.getLast(last))
        last = user;
    }
    bool isPending = last && !isa<as::ConsumerReleaseOp>(last) &&
                     !bugs.has(ScheduleBug::LifetimeWithoutPending);
    bool mayBeRead = last && create.getBarrierSlot() &&
                     !bugs.has(ScheduleBug::LifetimeEndsByArrival);
    if (isPending || mayBeRead || isConcurrent) {
      // In the iterations to come, too.
      ring.first = positions.getFirst(function);
      if (!isConcurrent && !create->getParentOfType<LoopLikeOpInterface>())
        ring.first = positions.getFirst(create);
      ring.last = positions.getLast(function);
    }
    rings.push_back(ring);
  });
  return rings;
}

std::optional<int64_t> tilefuzz::placeRings(MutableArrayRef<RingLifetime> rings,
                                            int64_t most) {
  int64_t total = 0;
  for (size_t i = 0; i < rings.size(); ++i) {
    SmallVector<ByteRange> beside;
    for (const RingLifetime &other : rings.take_front(i))
      if (rings[i].meets(other))
        beside.push_back({other.offset, other.bytes});
    rings[i].offset = findLowestOffset(rings[i].bytes, std::move(beside));
    total = std::max(total, rings[i].offset + rings[i].bytes);
  }
  return total <= most ? std::optional(total) : std::nullopt;
}

int64_t tilefuzz::getBytesForRings(aa::FuncOp function) {
  int64_t most =
      CommonLimits::staticSharedBytes - getLeastExchangeBytes(function);
  function.walk([&](as::CreatePipelineOp create) {
    most -= as::getBarrierBytes(create);
  });
  return most;
}

LogicalResult tilefuzz::compactMemory(aa::FuncOp function,
                                      const PreparationBugs &bugs) {
  SmallVector<RingLifetime> rings = findRingLifetimes(function, bugs.structure);
  if (rings.empty())
    return success();
  int64_t most = getBytesForRings(function);
  std::optional<int64_t> total = placeRings(rings, most);
  if (!total)
    return function.emitError("the rings that live at the same time do not fit "
                              "into ")
           << most << " bytes of shared memory";
  for (RingLifetime &ring : rings)
    ring.create->setDiscardableAttr(
        as::ringOffsetName,
        IntegerAttr::get(IntegerType::get(function.getContext(), 64),
                         ring.offset));
  return success();
}
