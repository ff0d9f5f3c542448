//===- ReduceRegions.cpp - A region in the place of its operation ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An `if` becomes one of its branches, a loop one run of its body with the
// first index and the initial values. What a region takes and gives is found
// by position from the end and by type, so that this works for any dialect.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

/// The regions of operations, and bodies of functions.
static llvm::SmallVector<Region *> regionsOf(mlir::ModuleOp module) {
  llvm::SmallVector<Region *> regions;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    if (operation->hasTrait<OpTrait::SymbolTable>())
      return;
    for (Region &region : operation->getRegions())
      if (!region.empty())
        regions.push_back(&region);
  });
  return regions;
}

/// Levels: with the block's end; without what looks like one, where the dialect
/// is not linked.
static unsigned countRegions(const Subject &subject, unsigned) {
  return regionsOf(subject.module.get()).size();
}

/// `value(s)` at the same distance from the end, if the type fits.
static Value fromEnd(ValueRange values, unsigned distance, Type type) {
  if (distance > values.size())
    return {};
  Value value = values[values.size() - distance];
  return value.getType() == type ? value : Value();
}

/// Whether the public dialect's early exits allow it: `return` and `continue`
/// out of an `if` stay with their region, and exits nested in an `if` of a
/// loop's body would lose their loop.
static bool hasOrdinaryExit(Block &block, Operation *parent) {
  Operation *end = &block.back();
  if (isa<IfOp>(parent))
    return isa<YieldOp>(end);
  if (!isa<ForOp, LoopOp>(parent))
    return true;
  if (!isa<ContinueOp, BreakOp>(end))
    return false;
  auto loopOf = [](Operation *exit) {
    Operation *around = exit->getParentOp();
    while (isa<IfOp>(around))
      around = around->getParentOp();
    return around;
  };
  bool isNested = false;
  block.walk([&](Operation *exit) {
    isNested |=
        isa<ContinueOp, BreakOp>(exit) && exit != end && loopOf(exit) == parent;
  });
  return !isNested;
}

static bool inlineRegion(Subject &subject, unsigned level, unsigned begin,
                         unsigned) {
  llvm::SmallVector<Region *> regions = regionsOf(subject.module.get());
  if (begin >= regions.size() || !regions[begin]->hasOneBlock())
    return false;
  Block &block = regions[begin]->front();
  Operation *parent = regions[begin]->getParentOp();
  if (isFrame(parent) || block.empty() || !hasOrdinaryExit(block, parent))
    return false;
  ValueRange operands = parent->getOperands();
  for (auto [index, argument] : llvm::enumerate(block.getArguments())) {
    if (argument.use_empty())
      continue;
    Type type = argument.getType();
    Value input = fromEnd(operands, block.getNumArguments() - index, type);
    // The index of a counted loop is its first operand.
    if (!input || (index == 0 && isa<ForOp>(parent)))
      input = operandOfType(parent, type);
    if (!input)
      input = makeFresh(parent, type);
    if (!input)
      return false;
    argument.replaceAllUsesWith(input);
  }
  Operation *end = isBlockEnd(&block.back()) ? &block.back() : nullptr;
  if (level == 1) {
    if (!end || end->isRegistered())
      return false;
    end = nullptr;
  }
  ValueRange outputs = end ? ValueRange(end->getOperands()) : ValueRange();
  // What a `loop` goes on with are no results.
  if (isa_and_nonnull<ContinueOp>(end) && isa<LoopOp>(parent))
    outputs = {};
  for (auto [index, result] : llvm::enumerate(parent->getResults())) {
    if (result.use_empty())
      continue;
    Type type = result.getType();
    Value value = fromEnd(outputs, parent->getNumResults() - index, type);
    if (!value)
      value = makeFresh(parent, type);
    if (!value)
      value = operandOfType(parent, type);
    if (!value)
      return false;
    result.replaceAllUsesWith(value);
  }
  if (end)
    end->erase();
  parent->getBlock()->getOperations().splice(parent->getIterator(),
                                             block.getOperations());
  parent->erase();
  return true;
}

static llvm::SmallVector<ForOp> loopsOf(mlir::ModuleOp module) {
  llvm::SmallVector<ForOp> loops;
  module.walk<WalkOrder::PreOrder>([&](ForOp loop) { loops.push_back(loop); });
  return loops;
}

/// Places are counted loops: two runs of the body instead.
static unsigned countLoops(const Subject &subject, unsigned) {
  return loopsOf(subject.module.get()).size();
}

static bool unrollTwice(Subject &subject, unsigned, unsigned begin, unsigned) {
  llvm::SmallVector<ForOp> loops = loopsOf(subject.module.get());
  if (begin >= loops.size())
    return false;
  ForOp loop = loops[begin];
  Block &body = loop.getRegion().front();
  if (body.empty() || !isa<ContinueOp>(body.back()) ||
      !hasOrdinaryExit(body, loop))
    return false;
  OpBuilder builder(loop);
  Value index = loop.getLowerBound();
  llvm::SmallVector<Value> carried(loop.getInitValues());
  llvm::DenseSet<Operation *> used = usedOperations(subject.module.get());
  for (unsigned iteration = 0; iteration < 2; ++iteration) {
    IRMapping mapping;
    if (iteration && !loop.getInductionVar().use_empty())
      index = AddIOp::create(builder, loop.getLoc(), index, loop.getStep());
    mapping.map(loop.getInductionVar(), index);
    mapping.map(loop.getIterArgs(), carried);
    for (Operation &operation : body.without_terminator())
      builder.clone(operation, mapping);
    for (auto [value, next] : llvm::zip(carried, body.back().getOperands()))
      value = mapping.lookupOrDefault(next);
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
  used.erase(loop);
  eraseUnused(subject.module.get(), used, /*withEffects=*/false);
  return true;
}

static bool emptyRegion(Subject &subject, unsigned, unsigned begin, unsigned) {
  llvm::SmallVector<Region *> regions = regionsOf(subject.module.get());
  if (begin >= regions.size())
    return false;
  Region &region = *regions[begin];
  region.dropAllReferences();
  region.getBlocks().clear();
  // A declaration.
  if (auto symbol = dyn_cast<SymbolOpInterface>(region.getParentOp()))
    symbol.setVisibility(SymbolTable::Visibility::Private);
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::inlineRegionRow = {
    "inline-region", "put a region in the place of its operation", twoLevels,
    countRegions, inlineRegion};
const Reduction tilefuzz::emptyRegionRow = {
    "empty-region", "erase all blocks of a region", oneLevel, countRegions,
    emptyRegion};
const Reduction tilefuzz::unrollTwiceRow = {
    "unroll-twice", "run a loop's body twice without a loop", oneLevel,
    countLoops, unrollTwice};
