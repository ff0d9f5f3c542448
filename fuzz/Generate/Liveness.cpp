//===- Liveness.cpp - Which operations reach an output --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Liveness.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace ct = mlir::cuda_tile;

template <typename... Ops> static DenseSet<TypeID> idsOf() {
  return {TypeID::get<Ops>()...};
}

/// What somebody outside sees, or another agent or kernel.
static bool isOutput(Operation *op) {
  static const DenseSet<TypeID> outputs =
      idsOf<ct::StorePtrTkoOp, ct::StoreViewTkoOp, ct::AtomicRMWTkoOp,
            ct::AtomicCASTkoOp, ct::AtomicRedViewTkoOp, ct::PrintTkoOp,
            ct::AssertOp, ct::GdcWaitTkoOp, ct::GdcLaunchDependentsTkoOp,
            ct::MemoryFenceAliasTkoOp, aa::MemSyncOp, aa::StoreOp,
            aa::TiledStoreOp, aa::ScatterStoreOp, aa::AtomicRMWOp,
            aa::AtomicCASOp, aa::TiledAtomicRMWOp, aa::PrintOp, aa::MessageOp,
            aa::AssertOp, aa::MarkForReuseOp, aa::CallOp, aa::QueuePutOp,
            aa::QueueGetOp>();
  return outputs.contains(op->getName().getTypeID());
}

static bool isExit(Operation *op) {
  return isa<ct::ContinueOp, ct::BreakOp, ct::ReturnOp>(op);
}

static bool isIf(Operation *op) { return isa<ct::IfOp, scf::IfOp>(op); }
static bool isFor(Operation *op) { return isa<ct::ForOp, scf::ForOp>(op); }
/// Those whose results and carried values are followed one by one.
static bool isFollowed(Operation *op) {
  return isIf(op) || isFor(op) || isa<ct::LoopOp>(op);
}

/// Runs its regions, but is no expression.
static bool hasSteps(Operation *op) {
  return isFollowed(op) || isa<scf::WhileOp, aa::PragmaOp, aa::ExecuteOp>(op);
}

static bool isYield(Operation *op) {
  return isa<ct::YieldOp, scf::YieldOp>(op);
}

/// The loop that a `continue` or `break` belongs to.
static Operation *loopOf(Operation *exit) {
  Operation *loop = exit->getParentOp();
  while (loop && !isFor(loop) && !isa<ct::LoopOp>(loop))
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
    else if (isa<scf::YieldOp>(op) && isa<scf::ForOp>(op->getParentOp()))
      exits[op->getParentOp()].push_back(op);
  });
}

/// Carried value `index`: what it starts as, and what every iteration leaves.
void Liveness::needCarried(Operation *loop, unsigned index) {
  unsigned first = isFor(loop) ? 3 : 0;
  need(loop->getOperand(first + index));
  for (Operation *exit : exits[loop])
    if (!isa<ct::BreakOp>(exit))
      need(exit->getOperand(index));
}

void Liveness::needResult(Operation *op, unsigned index) {
  if (isIf(op)) {
    need(op->getOperand(0));
    for (Region &region : op->getRegions())
      if (!region.empty() && isYield(region.front().getTerminator()))
        need(region.front().getTerminator()->getOperand(index));
    return;
  }
  if (isFor(op)) {
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
  if (isFor(parent)) {
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
    if (isa<aa::QueuePutOp, aa::QueueGetOp>(op))
      needAll(op->getRegion(0).front().getTerminator()->getOperands());
    // What decides whether it is executed.
    for (Operation *around = op->getParentOp(); around;
         around = around->getParentOp()) {
      if (isIf(around))
        need(around->getOperand(0));
      else if (isFor(around) && isOutput(op))
        needAll(around->getOperands().take_front(3));
      else if (isa<aa::PragmaOp>(around))
        needAll(around->getRegion(0).front().getTerminator()->getOperands());
      else if (isa<scf::WhileOp>(around) && !around->getResults().empty())
        need(around->getResult(0));
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
  return llvm::none_of(op->getResults(),
                       [&](Value value) { return live.contains(value); }) &&
         !isOutput(op);
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
  if (!hasSteps(op))
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
  if (isFor(op) || isa<ct::LoopOp>(op)) {
    unsigned firstArgument = isFor(op);
    Block &body = op->getRegion(0).front();
    carried.resize(body.getNumArguments() - firstArgument);
    for (unsigned i = 0; i < carried.size(); ++i)
      carried[i] = !live.contains(body.getArgument(firstArgument + i));
  }
  // A `for` returns what it carries.
  if (isFor(op))
    results = carried &= results;
  return parts;
}

void Liveness::dropYielded(Operation *op, const DeadParts &parts) {
  const auto &[results, carried] = parts;
  for (Operation *exit : exits[op])
    exit->eraseOperands(isa<ct::BreakOp>(exit) ? results : carried);
  if (isIf(op))
    for (Region &region : op->getRegions())
      if (!region.empty() && isYield(region.front().getTerminator()))
        region.front().getTerminator()->eraseOperands(results);
}

void Liveness::rebuild(Operation *op, const DeadParts &parts) {
  const auto &[results, carried] = parts;
  bool counts = isFor(op);
  unsigned firstInit = counts ? 3 : 0, firstArgument = counts ? 1 : 0;
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
    if ((op->getNumResults() || hasSteps(op)) && isDead(op) && !isSeen(op)) {
      dead.push_back(op);
      return WalkResult::skip();
    }
    if (isFollowed(op))
      regions.push_back(op);
    return WalkResult::advance();
  });
  bool hadRegions = llvm::any_of(
      dead, [](Operation *op) { return op->getNumRegions() != 0; });
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
  // The rest was found with them, but for what regions that are gone or smaller
  // needed.
  return hadRegions || !smaller.empty();
}

llvm::SmallVector<Operation *> tilefuzz::findDeadOperations(ModuleOp module) {
  return Liveness(module).findDead();
}

void tilefuzz::removeDeadOperations(ModuleOp module) {
  // What only dead terminator operands needed is dead then.
  while (Liveness(module).removeDead())
    ;
}

void tilefuzz::removeUnusedParameters(Block &body, Launch &launch) {
  for (unsigned i = body.getNumArguments(); i-- > 0;)
    if (body.getArgument(i).use_empty()) {
      body.eraseArgument(i);
      launch.args.erase(launch.args.begin() + i);
    }
  std::vector<BufferSpec> kept;
  llvm::SmallDenseMap<int, int> numbers;
  for (ArgSpec &arg : launch.args) {
    if (arg.buffer < 0)
      continue;
    // Parameters may share a buffer.
    auto [place, isNew] = numbers.try_emplace(arg.buffer, kept.size());
    if (isNew) {
      kept.push_back(launch.buffers[arg.buffer]);
      kept.back().name = "b" + std::to_string(place->second);
    }
    arg.buffer = place->second;
  }
  launch.buffers = std::move(kept);
}
