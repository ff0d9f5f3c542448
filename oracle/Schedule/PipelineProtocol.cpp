//===- PipelineProtocol.cpp - Do functions keep their pipelines' rules? ---===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/PipelineProtocol.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

namespace {
/// How often something happens on the paths through a piece of program: at
/// least, and at most. Two is many.
struct Count {
  unsigned least = 0, most = 0;

  void then(Count next) {
    least = std::min(2u, least + next.least);
    most = std::min(2u, most + next.most);
  }
};

/// Follows one token from where it comes to the end of its block.
class TokenWalk {
public:
  TokenWalk(Value token, std::vector<Violation> &violations)
      : origin(token), violations(violations) {
    names.insert(token);
  }
  void run();

private:
  Count walk(Block::iterator from, Block &block);
  Count visit(Operation &op);
  void add(Operation *op, const llvm::Twine &what) {
    violations.push_back({ViolationKind::Protocol,
                          (op->getName().getStringRef() + ": " + what).str()});
  }

  Value origin;
  std::vector<Violation> &violations;
  /// The token, and what a write makes of it.
  llvm::SmallPtrSet<Value, 4> names;
  /// How often it was given back so far on the walk.
  Count soFar;
};
} // namespace

Count TokenWalk::visit(Operation &op) {
  bool isUser = llvm::any_of(
      op.getOperands(), [&](Value operand) { return names.count(operand); });
  if (isUser) {
    if (isa<as::ProducerCommitOp>(op)) {
      if (!op.getOperand(1).getDefiningOp<as::ProducerWriteOp>())
        add(&op, "commits a slot that was not written");
      return {1, 1};
    }
    if (isa<as::ConsumerReleaseOp>(op))
      return {1, 1};
    if (isa<as::ProducerWriteOp>(op)) {
      if (soFar.most)
        add(&op, "writes a slot that may be committed already");
      names.insert(op.getResult(0));
    } else if (isa<as::ConsumerReadOp>(op)) {
      if (soFar.most)
        add(&op, "reads a slot that may be released already");
    } else {
      add(&op, "takes a token, which is lost to sight there");
    }
    return {};
  }
  Count count;
  if (isa<LoopLikeOpInterface>(op)) {
    for (Region &region : op.getRegions())
      for (Block &block : region)
        if (walk(block.begin(), block).most)
          // Any number of times, none included.
          count = {0, 2};
  } else if (op.getNumRegions()) {
    // One of them, as the branches of scf.if are.
    std::optional<Count> either;
    for (Region &region : op.getRegions()) {
      Count inside;
      for (Block &block : region)
        inside.then(walk(block.begin(), block));
      if (!either)
        either = inside;
      either->least = std::min(either->least, inside.least);
      either->most = std::max(either->most, inside.most);
    }
    count = *either;
  }
  return count;
}

Count TokenWalk::walk(Block::iterator from, Block &block) {
  Count count, before = soFar;
  for (Operation &op : llvm::make_range(from, block.end())) {
    count.then(visit(op));
    soFar = before;
    soFar.then(count);
  }
  soFar = before;
  return count;
}

void TokenWalk::run() {
  Operation *op = origin.getDefiningOp();
  Count count = walk(std::next(op->getIterator()), *op->getBlock());
  llvm::StringRef what =
      isa<as::ProducerAcquireOp>(op) ? "committed" : "released";
  if (count.most > 1)
    add(op, "the slot may be " + what + " more than once");
  if (count.least < 1)
    add(op, "the slot is not " + what + " on every path");
}

std::vector<Violation> tilefuzz::checkTokens(Operation *function) {
  std::vector<Violation> violations;
  function->walk([&](Operation *op) {
    if (isa<as::ProducerAcquireOp, as::ConsumerWaitOp>(op))
      TokenWalk(op->getResult(0), violations).run();
  });
  return violations;
}

static std::optional<ProtocolStep> getStep(Operation &op) {
  if (isa<as::ProducerAcquireOp>(op))
    return ProtocolStep::Acquire;
  if (isa<as::ProducerWriteOp>(op))
    return ProtocolStep::Write;
  if (isa<as::ProducerCommitOp>(op))
    return ProtocolStep::Commit;
  if (isa<as::ConsumerWaitOp>(op))
    return ProtocolStep::Wait;
  if (isa<as::ConsumerReadOp>(op))
    return ProtocolStep::Read;
  if (isa<as::ConsumerReleaseOp>(op))
    return ProtocolStep::Release;
  return std::nullopt;
}

/// What happens to one tile in the block in which it is acquired or waited for.
static std::vector<ProtocolStep> followTile(Operation *start) {
  std::vector<ProtocolStep> steps{*getStep(*start)};
  llvm::SmallPtrSet<Value, 2> names{start->getResult(0)};
  for (Operation &op : llvm::make_range(std::next(start->getIterator()),
                                        start->getBlock()->end())) {
    std::optional<ProtocolStep> step = getStep(op);
    if (!step || op.getNumOperands() < 2 || !names.contains(op.getOperand(1)))
      continue;
    steps.push_back(*step);
    if (isa<as::ProducerWriteOp>(op))
      names.insert(op.getResult(0));
  }
  return steps;
}

std::vector<RingProtocol> tilefuzz::findRingProtocols(Operation *function) {
  std::vector<RingProtocol> protocols;
  function->walk([&](as::CreatePipelineOp create) {
    std::set<std::vector<ProtocolStep>> producers, consumers;
    for (Operation *user : create->getUsers())
      if (isa<as::ProducerAcquireOp>(user))
        producers.insert(followTile(user));
      else if (isa<as::ConsumerWaitOp>(user))
        consumers.insert(followTile(user));
    for (const std::vector<ProtocolStep> &producer : producers)
      for (const std::vector<ProtocolStep> &consumer : consumers)
        protocols.push_back({create, producer, consumer});
  });
  return protocols;
}

std::vector<Violation> tilefuzz::checkBarrierSlots(Operation *function) {
  std::vector<Violation> violations;
  std::set<uint32_t> taken;
  function->walk([&](as::CreatePipelineOp create) {
    std::optional<uint32_t> slot = create.getBarrierSlot();
    if (!slot)
      return;
    if (*slot >= poolSlots)
      violations.push_back(
          {ViolationKind::Barrier,
           llvm::formatv("slot {0} is none of the {1} of a CTA", *slot,
                         poolSlots)
               .str()});
    else if (!taken.insert(*slot).second)
      violations.push_back(
          {ViolationKind::Barrier,
           llvm::formatv("two pipelines have the mbarriers of slot {0}", *slot)
               .str()});
  });
  return violations;
}

//===----------------------------------------------------------------------===//
// Rings of several queues
//===----------------------------------------------------------------------===//

namespace {
/// Where one queue takes and empties slots of a ring.
using QueueSteps = SmallVector<Operation *>;

/// Two queues in one ring.
class SharedRing {
public:
  SharedRing(const QueueSteps &first, const QueueSteps &second)
      : first(first), second(second) {}
  /// Whether both may be in it at the same time.
  bool meet() const;

private:
  static bool holdsAll(Block &block, const QueueSteps &steps) {
    return llvm::all_of(steps, [&](Operation *step) {
      return block.findAncestorOpInBlock(*step);
    });
  }
  static bool isBefore(Block &block, const QueueSteps &a, const QueueSteps &b);
  static bool isOtherRegion(Block &block, const QueueSteps &a,
                            const QueueSteps &b);

  const QueueSteps &first, &second;
};
} // namespace

bool SharedRing::isBefore(Block &block, const QueueSteps &a,
                          const QueueSteps &b) {
  return llvm::all_of(a, [&](Operation *early) {
    return llvm::all_of(b, [&](Operation *late) {
      Operation *before = block.findAncestorOpInBlock(*early),
                *behind = block.findAncestorOpInBlock(*late);
      return before != behind && before->isBeforeInBlock(behind);
    });
  });
}

/// All of the steps stand in one operation, each queue's in a region of it.
bool SharedRing::isOtherRegion(Block &block, const QueueSteps &a,
                               const QueueSteps &b) {
  auto regionOf = [&](const QueueSteps &steps) -> Region * {
    for (Region &region :
         block.findAncestorOpInBlock(*steps.front())->getRegions())
      if (llvm::all_of(steps, [&](Operation *step) {
            return region.isAncestor(step->getParentRegion());
          }))
        return &region;
    return nullptr;
  };
  Region *one = regionOf(a), *other = regionOf(b);
  return one && other && one != other &&
         one->getParentOp() == other->getParentOp();
}

bool SharedRing::meet() const {
  Block *block = first.front()->getBlock();
  while (!holdsAll(*block, first) || !holdsAll(*block, second))
    block = block->getParentOp()->getBlock();
  return !isBefore(*block, first, second) && !isBefore(*block, second, first) &&
         !isOtherRegion(*block, first, second);
}

std::vector<Violation> tilefuzz::checkSharedRings(Operation *function) {
  std::vector<Violation> violations;
  function->walk([&](as::CreatePipelineOp create) {
    std::map<int64_t, QueueSteps> queues;
    for (Operation *user : create->getUsers())
      if (isa<as::ProducerAcquireOp, as::ConsumerWaitOp>(user))
        if (auto queue = user->getAttrOfType<IntegerAttr>("nv_tileas.queue"))
          queues[queue.getInt()].push_back(user);
    for (auto &[number, steps] : queues)
      for (auto &[other, otherSteps] : queues) {
        if (number >= other)
          continue;
        if (SharedRing(steps, otherSteps).meet())
          violations.push_back(
              {ViolationKind::Overlap,
               llvm::formatv(
                   "the queues {0} and {1} are in one ring at the same time",
                   number, other)
                   .str()});
      }
  });
  return violations;
}

Protocol tilefuzz::makeProtocol(const RingProtocol &sides, uint8_t depth,
                                uint8_t tiles) {
  Protocol protocol;
  protocol.rings.push_back({depth, 1});
  protocol.agents.resize(2);
  addTiles(protocol.agents[0], 0, depth, sides.producer, 0, tiles);
  addTiles(protocol.agents[1], 0, depth, sides.consumer, 0, tiles);
  return protocol;
}
