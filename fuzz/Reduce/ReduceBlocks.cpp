//===- ReduceBlocks.cpp - Fewer branches and blocks -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tilefuzz;

/// Blocks of regions that have more than one.
static llvm::SmallVector<Block *> blocksOf(ModuleOp module) {
  llvm::SmallVector<Block *> blocks;
  module.walk<WalkOrder::PreOrder>([&](Block *block) {
    if (block->getParent() && !block->getParent()->hasOneBlock())
      blocks.push_back(block);
  });
  return blocks;
}

/// Levels: a branch takes another way, a block is left early, a block is merged
/// with the one before it.
static unsigned countBlocks(const Subject &subject, unsigned) {
  return blocksOf(subject.module.get()).size();
}

/// All ways of a branch lead where its last (else its first) one leads.
static bool redirect(Operation *end) {
  unsigned ways = end->getNumSuccessors();
  if (ways < 2)
    return false;
  Block *target = end->getSuccessor(ways - 1);
  bool isSame = llvm::all_of(end->getSuccessors(), [&](Block *successor) {
    return successor == target;
  });
  if (isSame)
    return false;
  auto branch = dyn_cast<BranchOpInterface>(end);
  for (unsigned way = 0; way < ways; ++way) {
    if (branch) {
      // What the target takes is passed on every way.
      SuccessorOperands given = branch.getSuccessorOperands(ways - 1);
      if (given.getProducedOperandCount())
        return false;
      llvm::SmallVector<Value> values(given.getForwardedOperands());
      branch.getSuccessorOperands(way).getMutableForwardedOperands().assign(
          values);
    }
    end->setSuccessor(target, way);
  }
  return true;
}

/// The block ends as another block of the region does that has no successor.
static bool leaveEarly(Block *block) {
  Operation *end = &block->back();
  if (!end->getNumSuccessors())
    return false;
  for (Block &other : *block->getParent()) {
    Operation *exit = other.empty() ? nullptr : &other.back();
    if (!exit || exit->getNumSuccessors() || exit->getNumRegions() ||
        !isBlockEnd(exit))
      continue;
    OpBuilder builder(end);
    Operation *copy = builder.clone(*exit);
    for (OpOperand &operand : copy->getOpOperands()) {
      Value value = earlierOfType(copy, operand.get().getType());
      if (!value)
        value = makeFresh(copy, operand.get().getType());
      if (!value)
        return false;
      operand.set(value);
    }
    end->erase();
    return true;
  }
  return false;
}

/// The block goes on in the one before it, if that leads only here.
static bool mergeWithPredecessor(Block *block) {
  Block *before = block->getUniquePredecessor();
  if (!before || before == block)
    return false;
  Operation *end = &before->back();
  for (Block *successor : end->getSuccessors())
    if (successor != block)
      return false;
  ValueRange given = end->getOperands();
  if (auto branch = dyn_cast<BranchOpInterface>(end))
    given = branch.getSuccessorOperands(0).getForwardedOperands();
  if (given.size() < block->getNumArguments())
    return false;
  given = given.take_back(block->getNumArguments());
  for (auto [argument, value] : llvm::zip_equal(block->getArguments(), given)) {
    if (argument.getType() != value.getType() || argument == value)
      return false;
    argument.replaceAllUsesWith(value);
  }
  end->erase();
  before->getOperations().splice(before->end(), block->getOperations());
  block->erase();
  return true;
}

static bool reduceBlocks(Subject &subject, unsigned level, unsigned begin,
                         unsigned) {
  llvm::SmallVector<Block *> blocks = blocksOf(subject.module.get());
  if (begin >= blocks.size() || blocks[begin]->empty())
    return false;
  Block *block = blocks[begin];
  Region *region = block->getParent();
  bool changed = level == 0   ? redirect(&block->back())
                 : level == 1 ? leaveEarly(block)
                              : mergeWithPredecessor(block);
  if (!changed)
    return false;
  IRRewriter rewriter(region->getContext());
  (void)eraseUnreachableBlocks(rewriter, *region);
  return true;
}

static llvm::SmallVector<BlockArgument> blockArguments(ModuleOp module) {
  llvm::SmallVector<BlockArgument> arguments;
  module.walk<WalkOrder::PreOrder>([&](Block *block) {
    if (!block->isEntryBlock() || !isFrame(block->getParentOp()))
      llvm::append_range(arguments, block->getArguments());
  });
  return arguments;
}

/// Of all blocks but those of functions; with what branches pass.
static unsigned countBlockArguments(const Subject &subject, unsigned) {
  return blockArguments(subject.module.get()).size();
}

static bool dropBlockArgument(BlockArgument argument) {
  Block *block = argument.getOwner();
  unsigned index = argument.getArgNumber();
  if (!argument.use_empty())
    return false;
  for (Block *before : block->getPredecessors())
    if (!isa<BranchOpInterface>(before->back()))
      return false;
  llvm::DenseSet<Block *> seen;
  for (Block *before : block->getPredecessors()) {
    if (!seen.insert(before).second)
      continue;
    auto branch = cast<BranchOpInterface>(before->back());
    for (unsigned way = 0; way < branch->getNumSuccessors(); ++way)
      if (branch->getSuccessor(way) == block)
        branch.getSuccessorOperands(way).erase(index);
  }
  block->eraseArgument(index);
  return true;
}

static bool dropBlockArguments(Subject &subject, unsigned, unsigned begin,
                               unsigned size) {
  llvm::SmallVector<BlockArgument> arguments =
      blockArguments(subject.module.get());
  if (begin + size > arguments.size())
    return false;
  bool changed = false;
  for (BlockArgument argument :
       llvm::reverse(llvm::ArrayRef(arguments).slice(begin, size)))
    changed |= dropBlockArgument(argument);
  return changed;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::reduceBlocksRow = {
    "reduce-blocks", "fewer branches and blocks", threeLevels, countBlocks,
    reduceBlocks};
const Reduction tilefuzz::dropBlockArgumentsRow = {
    "drop-block-arguments",
    "drop unused arguments of blocks",
    oneLevel,
    countBlockArguments,
    dropBlockArguments,
    /*ranged=*/true,
    /*risky=*/true};
