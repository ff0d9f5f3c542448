//===- Liveness.cpp - Which operations reach an output --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Liveness.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

/// What somebody outside sees.
static bool isOutput(Operation *op) {
  return isa<ct::StorePtrTkoOp, ct::StoreViewTkoOp, ct::AtomicRMWTkoOp,
             ct::AtomicCASTkoOp, ct::AtomicRedViewTkoOp, ct::PrintTkoOp,
             ct::AssertOp>(op);
}

static bool isExit(Operation *op) {
  return isa<ct::ContinueOp, ct::BreakOp, ct::ReturnOp>(op);
}

/// The loop that a `continue` or `break` belongs to.
static Operation *loopOf(Operation *exit) {
  Operation *loop = exit->getParentOp();
  while (loop && !isa<ct::ForOp, ct::LoopOp>(loop))
    loop = loop->getParentOp();
  return loop;
}

namespace {
class Liveness {
public:
  explicit Liveness(ModuleOp module) : module(module) {}
  SmallVector<Operation *> findDead();
  /// True if there was something to remove.
  bool removeDead();

private:
  void findLive();
  bool isDead(Operation *op) const;
  bool isSeen(Operation *op);
  /// What is dead of a region operation: results, and carried values.
  struct DeadParts {
    llvm::BitVector results, carried;
    bool any() const { return results.any() || carried.any(); }
  };
  DeadParts partsOf(Operation *op) const;
  void dropYielded(Operation *op, const DeadParts &parts);
  void rebuild(Operation *op, const DeadParts &parts);
  void collectExits();
  void need(Value value) {
    if (value && live.insert(value).second)
      worklist.push_back(value);
  }
  void needAll(ValueRange values) {
    for (Value value : values)
      need(value);
  }
  void needSourcesOf(Value value);
  void needResult(Operation *op, unsigned index);
  void needCarried(Operation *loop, unsigned index);

  ModuleOp module;
  DenseMap<Operation *, SmallVector<Operation *, 2>> exits;
  DenseSet<Value> live;
  SmallVector<Value> worklist;
};
} // namespace

void Liveness::collectExits() {
  module.walk([&](Operation *op) {
    if (isa<ct::ContinueOp, ct::BreakOp>(op))
      exits[loopOf(op)].push_back(op);
  });
}

/// Carried value `index`: what it starts as, and what every trip leaves.
void Liveness::needCarried(Operation *loop, unsigned index) {
  unsigned first = isa<ct::ForOp>(loop) ? 3 : 0;
  need(loop->getOperand(first + index));
  for (Operation *exit : exits[loop])
    if (isa<ct::ContinueOp>(exit))
      need(exit->getOperand(index));
}

void Liveness::needResult(Operation *op, unsigned index) {
  if (isa<ct::IfOp>(op)) {
    need(op->getOperand(0));
    for (Region &region : op->getRegions())
      if (!region.empty())
        if (auto yield = dyn_cast<ct::YieldOp>(region.front().getTerminator()))
          need(yield->getOperand(index));
    return;
  }
  if (isa<ct::ForOp>(op)) {
    needAll(op->getOperands().take_front(3));
    return needCarried(op, index);
  }
  if (isa<ct::LoopOp>(op)) {
    for (Operation *exit : exits[op])
      if (isa<ct::BreakOp>(exit))
        need(exit->getOperand(index));
    return;
  }
  needAll(op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      needAll(block.getTerminator()->getOperands());
}

void Liveness::needSourcesOf(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return needResult(result.getOwner(), result.getResultNumber());
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (isa<ct::ForOp>(parent)) {
    if (index == 0)
      needAll(parent->getOperands().take_front(3));
    else
      needCarried(parent, index - 1);
  } else if (isa<ct::LoopOp>(parent)) {
    needCarried(parent, index);
  }
}

void Liveness::findLive() {
  collectExits();
  module.walk([&](Operation *op) {
    if (!isOutput(op) && !isExit(op))
      return;
    if (isOutput(op))
      needAll(op->getOperands());
    // What decides whether it is executed.
    for (Operation *around = op->getParentOp(); around;
         around = around->getParentOp()) {
      if (isa<ct::IfOp>(around))
        need(around->getOperand(0));
      else if (isa<ct::ForOp>(around) && isOutput(op))
        needAll(around->getOperands().take_front(3));
      // Exits of a loop decide about the loop only.
      if (isa<ct::ForOp, ct::LoopOp>(around) && !isOutput(op) &&
          !isa<ct::ReturnOp>(op))
        break;
    }
  });
  while (!worklist.empty())
    needSourcesOf(worklist.pop_back_val());
}

bool Liveness::isDead(Operation *op) const {
  return !isOutput(op) && llvm::none_of(op->getResults(), [&](Value value) {
    return live.contains(value);
  });
}

SmallVector<Operation *> Liveness::findDead() {
  findLive();
  SmallVector<Operation *> dead;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() && isDead(op) && !isSeen(op))
      dead.push_back(op);
  });
  return dead;
}

//===----------------------------------------------------------------------===//
// Removing
//===----------------------------------------------------------------------===//

/// A region operation with something inside that is seen from outside.
bool Liveness::isSeen(Operation *op) {
  if (!isa<ct::IfOp, ct::ForOp, ct::LoopOp>(op))
    return false;
  return op
      ->walk([&](Operation *inner) {
        bool leaves = isa<ct::ReturnOp>(inner) ||
                      (isa<ct::ContinueOp, ct::BreakOp>(inner) &&
                       !op->isAncestor(loopOf(inner)));
        return leaves || isOutput(inner) ? WalkResult::interrupt()
                                         : WalkResult::advance();
      })
      .wasInterrupted();
}

Liveness::DeadParts Liveness::partsOf(Operation *op) const {
  DeadParts parts;
  auto &[results, carried] = parts;
  results.resize(op->getNumResults());
  for (OpResult result : op->getResults())
    results[result.getResultNumber()] = !live.contains(result);
  if (isa<ct::ForOp, ct::LoopOp>(op)) {
    unsigned firstArgument = isa<ct::ForOp>(op);
    Block &body = op->getRegion(0).front();
    carried.resize(body.getNumArguments() - firstArgument);
    for (unsigned i = 0; i < carried.size(); ++i)
      carried[i] = !live.contains(body.getArgument(firstArgument + i));
  }
  // A `for` returns what it carries.
  if (isa<ct::ForOp>(op))
    results = carried &= results;
  return parts;
}

void Liveness::dropYielded(Operation *op, const DeadParts &parts) {
  const auto &[results, carried] = parts;
  for (Operation *exit : exits[op])
    exit->eraseOperands(isa<ct::BreakOp>(exit) ? results : carried);
  if (isa<ct::IfOp>(op))
    for (Region &region : op->getRegions())
      if (!region.empty())
        if (auto yield = dyn_cast<ct::YieldOp>(region.front().getTerminator()))
          yield->eraseOperands(results);
}

void Liveness::rebuild(Operation *op, const DeadParts &parts) {
  const auto &[results, carried] = parts;
  bool isFor = isa<ct::ForOp>(op);
  unsigned firstInit = isFor ? 3 : 0, firstArgument = isFor ? 1 : 0;
  for (unsigned i = carried.size(); i-- > 0;)
    if (carried[i]) {
      op->getRegion(0).front().eraseArgument(firstArgument + i);
      op->eraseOperand(firstInit + i);
    }
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addAttributes(op->getAttrs());
  SmallVector<Value> kept;
  for (OpResult result : op->getResults())
    if (!results[result.getResultNumber()]) {
      kept.push_back(result);
      state.addTypes(result.getType());
    }
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *smaller = OpBuilder(op).create(state);
  for (auto [before, after] : llvm::zip(kept, smaller->getResults()))
    before.replaceAllUsesWith(after);
  op->erase();
}

bool Liveness::removeDead() {
  findLive();
  SmallVector<Operation *> dead, regions;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool hasRegions = isa<ct::IfOp, ct::ForOp, ct::LoopOp>(op);
    if ((op->getNumResults() || hasRegions) && isDead(op) && !isSeen(op)) {
      dead.push_back(op);
      return WalkResult::skip();
    }
    if (hasRegions)
      regions.push_back(op);
    return WalkResult::advance();
  });
  // Only dead operations and dead terminator operands use dead values.
  for (Operation *op : dead)
    op->dropAllUses();
  for (Operation *op : dead) {
    op->dropAllReferences();
    op->erase();
  }
  // Terminators first: they use the dead results of operations before them.
  SmallVector<std::pair<Operation *, DeadParts>> smaller;
  for (Operation *op : regions) {
    DeadParts parts = partsOf(op);
    if (!parts.any())
      continue;
    dropYielded(op, parts);
    smaller.push_back({op, std::move(parts)});
  }
  // Inner and later ones first: they may start with what is dead of the others.
  for (auto &[op, parts] : llvm::reverse(smaller))
    rebuild(op, parts);
  return !dead.empty() || !smaller.empty();
}

llvm::SmallVector<Operation *> tilefuzz::findDeadOperations(ModuleOp module) {
  return Liveness(module).findDead();
}

void tilefuzz::removeDeadOperations(ModuleOp module) {
  // What only dead terminator operands needed is dead then.
  while (Liveness(module).removeDead())
    ;
}
