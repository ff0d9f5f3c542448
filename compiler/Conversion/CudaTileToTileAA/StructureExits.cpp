//===- StructureExits.cpp - Early exits become branches -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `continue` and `return` may end a branch of an `if` (part 2, 7.1); scf has no
// such thing. What follows the `if` moves into the branches that fall through,
// so that the `if` stands last and both its branches end in the exit; then the
// branches yield the exit's operands, and one exit follows the `if`:
//
//   if %c { continue %a }           %r = if %c { yield %a }
//   REST                       =>        else { REST; yield %b }
//   continue %b                     continue %r
//
// Where both branches fall through on some way, what follows is copied.
//
// In a `loop` there are two exits, `continue` and `break`. Both become one
// whose operands say whether to go on, with poison for the values of the other:
//
//   continue %a  =>  continue %true, %a, poison
//   break %b     =>  continue %false, poison, %b
//
// A `return` in a loop (13.4 additions, 4) breaks it first, and a flag among
// its results says that what follows is to return.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/Refusal.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

/// A way through the `if` leaves the enclosing loop iteration or the kernel.
static bool mayExit(ct::IfOp op) {
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    if (isa<ct::ContinueOp, ct::ReturnOp>(region.front().back()))
      return true;
    for (auto inner : region.front().getOps<ct::IfOp>())
      if (mayExit(inner))
        return true;
  }
  return false;
}

namespace {
class ExitStructurer {
public:
  explicit ExitStructurer(const BugSet &bugs) : bugs(bugs) {}
  /// `block` ends in the exit that its loop or kernel ends in.
  LogicalResult structure(Block &block);

private:
  LogicalResult sinkRest(ct::IfOp op);

  const BugSet &bugs;
  /// Copies made so far; each `if` can double what follows it.
  uint64_t copied = 0;
};
} // namespace

/// Moves what follows `op` into its branches that fall through.
LogicalResult ExitStructurer::sinkRest(ct::IfOp op) {
  if (op.getElseRegion().empty()) {
    OpBuilder builder(op.getContext());
    builder.createBlock(&op.getElseRegion());
    ct::YieldOp::create(builder, op.getLoc());
  }
  SmallVector<Operation *> rest;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    rest.push_back(next);
  SmallVector<Block *> through;
  for (Region &region : op->getRegions())
    if (isa<ct::YieldOp>(region.front().back()))
      through.push_back(&region.front());
  if (through.empty()) {
    // Both branches exit: what follows is never reached.
    for (Operation *dead : llvm::reverse(rest)) {
      dead->dropAllUses();
      dead->erase();
    }
    return success();
  }
  for (Block *branch : through) {
    Operation *yield = &branch->back();
    if (branch != through.back()) {
      constexpr uint64_t mostCopied = 1 << 16;
      for (Operation *original : rest)
        original->walk([&](Operation *) { ++copied; });
      if (copied > mostCopied)
        return refuse(op) << "exits on too many ways for this lowering";
      IRMapping mapping;
      mapping.map(op.getResults(), yield->getOperands());
      OpBuilder builder(yield);
      for (Operation *original : rest) {
        // Seeded: what only has effects is left to the last branch.
        if (original != rest.back() && original->use_empty() &&
            bugs.acts(SeededBug::ExitSkipsEffects))
          continue;
        builder.clone(*original, mapping);
      }
    } else {
      op->replaceAllUsesWith(SmallVector<Value>(yield->getOperands()));
      for (Operation *original : rest)
        original->moveBefore(yield);
    }
    yield->erase();
  }
  return success();
}

LogicalResult ExitStructurer::structure(Block &block) {
  auto exits = llvm::find_if(block, [](Operation &op) {
    auto branch = dyn_cast<ct::IfOp>(op);
    return branch && mayExit(branch);
  });
  if (exits == block.end())
    return success();
  auto op = cast<ct::IfOp>(*exits);
  if (failed(sinkRest(op)))
    return failure();
  for (Region &region : op->getRegions())
    if (failed(structure(region.front())))
      return failure();
  // Both branches end in the exit now; it is made once, after the `if`.
  Operation &exit = op.getThenRegion().front().back();
  OpBuilder builder(op);
  OperationState state(op.getLoc(), ct::IfOp::getOperationName());
  state.addOperands(op.getCondition());
  state.addTypes(exit.getOperandTypes());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *joined = builder.create(state);
  carryAttributes(op, joined);
  Operation *leave = exit.clone();
  leave->setOperands(joined->getResults());
  builder.insert(leave);
  for (Region &region : joined->getRegions()) {
    Operation &end = region.front().back();
    OpBuilder inner(&end);
    carryAttributes(
        &end, ct::YieldOp::create(inner, end.getLoc(), end.getOperands()));
    end.erase();
  }
  op->erase();
  return success();
}

/// What stands for a value that this way out does not give.
static Value createUnused(OpBuilder &builder, Location loc, Type type) {
  if (isa<ct::TokenType>(type))
    return ct::MakeTokenOp::create(builder, loc, type);
  return ub::PoisonOp::create(builder, loc, type);
}

/// The `continue`s and `break`s of a loop, in it and in the branches of its
/// ifs.
static void collectExits(Block &block, SmallVectorImpl<Operation *> &exits) {
  if (isa<ct::ContinueOp, ct::BreakOp>(block.back()))
    exits.push_back(&block.back());
  for (auto branch : block.getOps<ct::IfOp>())
    for (Region &region : branch->getRegions())
      if (!region.empty())
        collectExits(region.front(), exits);
}

/// Gives all exits of the loop one form.
static void unifyExits(ct::LoopOp loop, const BugSet &bugs) {
  SmallVector<Operation *> exits;
  collectExits(loop.getRegion().front(), exits);
  for (Operation *exit : exits) {
    OpBuilder builder(exit);
    Location loc = exit->getLoc();
    bool goesOn = isa<ct::ContinueOp>(exit);
    auto flag = ct::TileType::get({}, builder.getI1Type());
    SmallVector<Value> operands = {ct::ConstantOp::create(
        builder, loc, flag,
        DenseElementsAttr::get(cast<ShapedType>(Type(flag)), goesOn))};
    auto appendGiven = [&] {
      for (Value value : exit->getOperands()) {
        // Seeded: a token that leaves the loop is a fresh one.
        bool isForgotten = !goesOn && isa<ct::TokenType>(value.getType()) &&
                           bugs.acts(SeededBug::BreakForgetsToken);
        operands.push_back(
            isForgotten ? createUnused(builder, loc, value.getType()) : value);
      }
    };
    auto append = [&](TypeRange types, bool given) {
      if (given)
        return appendGiven();
      for (Type type : types)
        operands.push_back(createUnused(builder, loc, type));
    };
    append(loop->getOperandTypes(), goesOn);
    append(loop->getResultTypes(), !goesOn);
    carryAttributes(exit, ct::ContinueOp::create(builder, loc, operands));
    exit->erase();
  }
  loop->setAttr(structuredLoopAttr, UnitAttr::get(loop.getContext()));
}

/// The returns of a loop, in it and in the branches of its ifs.
static void collectReturns(Block &block, SmallVectorImpl<Operation *> &found) {
  if (isa<ct::ReturnOp>(block.back()))
    found.push_back(&block.back());
  for (auto branch : block.getOps<ct::IfOp>())
    for (Region &region : branch->getRegions())
      if (!region.empty())
        collectReturns(region.front(), found);
}

/// A return in a loop becomes a break that says so, and a return behind the
/// loop: where that is in a loop itself, the next one to be treated.
static void returnBehind(ct::LoopOp loop, const BugSet &bugs) {
  Block &body = loop.getRegion().front();
  SmallVector<Operation *> returns, exits;
  collectReturns(body, returns);
  if (returns.empty())
    return;
  collectExits(body, exits);
  OpBuilder builder(loop);
  auto flag = ct::TileType::get({}, builder.getI1Type());
  auto constant = [&](OpBuilder &b, Location loc, bool value) -> Value {
    return ct::ConstantOp::create(
        b, loc, flag,
        DenseElementsAttr::get(cast<ShapedType>(Type(flag)), value));
  };
  for (Operation *exit : exits)
    if (isa<ct::BreakOp>(exit)) {
      OpBuilder b(exit);
      // Seeded: whatever ends the loop returns.
      bool isReturn =
          bugs.pick(SeededBug::BreakBesideReturnReturns, false, true);
      exit->insertOperands(exit->getNumOperands(),
                           constant(b, exit->getLoc(), isReturn));
    }
  for (Operation *leave : returns) {
    OpBuilder b(leave);
    SmallVector<Value> operands;
    for (Type type : loop->getResultTypes())
      operands.push_back(createUnused(b, leave->getLoc(), type));
    operands.push_back(constant(b, leave->getLoc(), true));
    carryAttributes(leave, ct::BreakOp::create(b, leave->getLoc(), operands));
    leave->erase();
  }
  OperationState state(loop.getLoc(), ct::LoopOp::getOperationName());
  state.addOperands(loop->getOperands());
  state.addTypes(loop->getResultTypes());
  state.addTypes(Type(flag));
  state.addRegion()->takeBody(loop.getRegion());
  Operation *made = builder.create(state);
  carryAttributes(loop, made);
  loop->replaceAllUsesWith(made->getResults().drop_back());
  // Seeded: it leaves this one, and the loop around it goes on.
  if (loop->getParentOfType<ct::LoopOp>() &&
      bugs.acts(SeededBug::ReturnLeavesInnerLoop)) {
    loop->erase();
    return;
  }
  OperationState after(loop.getLoc(), ct::IfOp::getOperationName());
  after.addOperands(made->getResults().back());
  Region *then = after.addRegion();
  after.addRegion();
  builder.createBlock(then);
  ct::ReturnOp::create(builder, loop.getLoc());
  builder.setInsertionPoint(loop);
  builder.create(after);
  loop->erase();
}

LogicalResult tilefuzz::structureExits(Operation *module, const BugSet &bugs) {
  SmallVector<ct::LoopOp> loops;
  module->walk([&](ct::LoopOp loop) { loops.push_back(loop); });
  for (ct::LoopOp loop : loops)
    returnBehind(loop, bugs);
  SmallVector<Block *> bodies;
  // Inner loops first: what is copied is structured already.
  module->walk([&](Operation *op) {
    if (auto loop = dyn_cast<ct::LoopOp>(op)) {
      unifyExits(loop, bugs);
      bodies.push_back(&loop.getRegion().front());
    }
    if (auto loop = dyn_cast<ct::ForOp>(op))
      bodies.push_back(&loop.getRegion().front());
    if (auto entry = dyn_cast<ct::EntryOp>(op))
      bodies.push_back(&entry.getBody().front());
  });
  ExitStructurer structurer(bugs);
  for (Block *body : bodies)
    if (failed(structurer.structure(*body)))
      return failure();
  return success();
}
