//===- GreedyRewriter.cpp - Named patterns on many programs ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/GreedyRewriter.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace tilefuzz;

/// The default of MLIR's driver.
static constexpr unsigned maxRounds = 10;

GreedyRewriter::GreedyRewriter(MLIRContext *context,
                               const FrozenRewritePatternSet &patterns)
    : patterns(patterns), rewriter(context) {
  rewriter.setListener(this);
}

const GreedyRewriter::Kind &GreedyRewriter::kindOf(OperationName name) {
  std::unique_ptr<Kind> &kind = kinds[name];
  if (kind)
    return *kind;
  kind = std::make_unique<Kind>();
  kind->isConstant = name.hasTrait<OpTrait::ConstantLike>();
  const auto &all = patterns.getOpSpecificNativePatterns();
  auto it = all.find(name);
  if (it == all.end())
    return *kind;
  for (const RewritePattern *pattern : it->second) {
    if (pattern->getBenefit().isImpossibleToMatch())
      continue;
    // Equal ones stay in their order.
    auto place = llvm::find_if(kind->patterns, [&](const auto *other) {
      return other->getBenefit() < pattern->getBenefit();
    });
    kind->patterns.insert(place, pattern);
  }
  return *kind;
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

void GreedyRewriter::push(Operation *op) {
  if (places.try_emplace(op, queue.size()).second)
    queue.push_back(op);
}

void GreedyRewriter::remove(Operation *op) {
  auto it = places.find(op);
  if (it == places.end())
    return;
  queue[it->second] = nullptr;
  places.erase(it);
}

Operation *GreedyRewriter::pop() {
  while (!queue.empty()) {
    Operation *op = queue.back();
    queue.pop_back();
    if (!op)
      continue;
    places.erase(op);
    if (op->getNumRegions() != 0)
      covered = nullptr;
    return op;
  }
  return nullptr;
}

void GreedyRewriter::add(Operation *op) {
  Region *region = op->getParentRegion();
  if (region && region == covered)
    return push(op);
  SmallVector<Operation *, 8> chain = {op};
  for (Region *at = region; at != scope; at = chain.back()->getParentRegion()) {
    Operation *holder = at ? at->getParentOp() : nullptr;
    if (!holder)
      return;
    chain.push_back(holder);
  }
  for (Operation *link : chain)
    push(link);
  covered = region;
}

void GreedyRewriter::notifyOperationInserted(Operation *op,
                                             OpBuilder::InsertPoint previous) {
  carrier.notifyOperationInserted(op, previous);
  if (op->getNumRegions() != 0)
    covered = nullptr;
  add(op);
}

/// What gives the operands may be dead now, or have one user.
void GreedyRewriter::notifyOperationErased(Operation *op) {
  for (Value operand : op->getOperands()) {
    Operation *giver = operand ? operand.getDefiningOp() : nullptr;
    if (!giver)
      continue;
    Operation *other = nullptr;
    bool hasMore = llvm::any_of(operand.getUsers(), [&](Operation *user) {
      if (user == op || user == other)
        return false;
      return std::exchange(other, other ? other : user) != nullptr;
    });
    if (!hasMore)
      add(giver);
  }
  if (op->getNumRegions() != 0)
    covered = nullptr;
  remove(op);
  carrier.notifyOperationErased(op);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

bool GreedyRewriter::fold(Operation *op) {
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(results)))
    return false;
  if (results.empty()) {
    // It was changed in place.
    add(op);
    return true;
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> values;
  for (auto [result, type] : llvm::zip_equal(results, op->getResultTypes())) {
    if (auto value = dyn_cast<Value>(result)) {
      values.push_back(value);
      continue;
    }
    Operation *constant = op->getDialect()->materializeConstant(
        rewriter, cast<Attribute>(result), type, op->getLoc());
    if (!constant) {
      llvm::SmallPtrSet<Operation *, 4> made;
      for (Value value : values)
        made.insert(value.getDefiningOp());
      for (Operation *unused : made)
        rewriter.eraseOp(unused);
      return false;
    }
    values.push_back(constant->getResult(0));
  }
  rewriter.replaceOp(op, values);
  return true;
}

bool GreedyRewriter::process(Operation *op) {
  if (isOpTriviallyDead(op)) {
    rewriter.eraseOp(op);
    return true;
  }
  const Kind &kind = kindOf(op->getName());
  carrier.begin();
  // A constant would be folded to itself without end.
  if (!kind.isConstant && fold(op))
    return true;
  for (const RewritePattern *pattern : kind.patterns) {
    rewriter.setInsertionPoint(op);
    carrier.notifyPatternBegin(*pattern, op);
    LogicalResult result = pattern->matchAndRewrite(op, rewriter);
    carrier.notifyPatternEnd(*pattern, result);
    if (succeeded(result))
      return true;
  }
  return false;
}

bool GreedyRewriter::drain() {
  bool isChanged = false;
  while (Operation *op = pop())
    if (process(op)) {
      isChanged = true;
      covered = nullptr;
    }
  return isChanged;
}

LogicalResult GreedyRewriter::runRegion(Region &region) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  AttributeCarrier generalCarrier;
  config.setListener(&generalCarrier);
  auto isSingle = [](Region &inner) {
    return inner.empty() || inner.hasOneBlock();
  };
  bool isGeneral = !patterns.getMatchAnyOpNativePatterns().empty() ||
                   patterns.getPDLByteCode() ||
                   rewriter.getContext()->hasActionHandler();
  scope = &region;
  OperationFolder folder(rewriter.getContext(), this);
  for (unsigned round = 0; round < maxRounds && !isGeneral; ++round) {
    queue.clear();
    places.clear();
    covered = nullptr;
    // Equal constants become one, before the first use of any of them.
    folder.clear();
    isGeneral = !isSingle(region);
    region.walk([&](Operation *op) {
      isGeneral |= !llvm::all_of(op->getRegions(), isSingle);
      Attribute value;
      if (!kindOf(op->getName()).isConstant ||
          !matchPattern(op, m_Constant(&value)) ||
          folder.insertKnownConstant(op, value))
        add(op);
    });
    if (!isGeneral && !drain())
      return success();
  }
  // Blocks that are not reached, or patterns of every operation.
  return isGeneral ? applyPatternsGreedily(region, patterns, config)
                   : failure();
}

LogicalResult GreedyRewriter::run(Operation *root) {
  LogicalResult result = success();
  for (Region &region : root->getRegions())
    if (failed(runRegion(region)))
      result = failure();
  return result;
}
