//===- ScheduleHelpers.cpp - From schedules to programs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ScheduleHelpers.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

LoopSource tilefuzz::findLoopSource(scf::ForOp loop, Value value) {
  LoopSource source;
  // A value that only goes round among the carried ones has no source.
  for (size_t hops = 0; hops <= loop.getNumRegionIterArgs(); ++hops) {
    source.value = value;
    if (Operation *op = value.getDefiningOp()) {
      source.op = loop.getBody()->findAncestorOpInBlock(*op);
      return source;
    }
    auto argument = cast<BlockArgument>(value);
    if (argument.getOwner() != loop.getBody()) {
      // Of a region inside, as its operation computes it; or from outside.
      source.op = loop.getBody()->findAncestorOpInBlock(
          *argument.getOwner()->getParentOp());
      return source;
    }
    if (argument == loop.getInductionVar())
      return source;
    value = loop.getTiedLoopYieldedValue(argument)->get();
    ++source.distance;
  }
  return {};
}

/// In the order of the steady state.
static SmallVector<unsigned> getOrder(const ScheduleAnalysis &analysis) {
  SmallVector<unsigned> byOrder(analysis.ops.size());
  for (auto [index, node] : llvm::enumerate(analysis.schedule.nodes))
    byOrder[node.order] = index;
  return byOrder;
}

SmallVector<StageContents>
tilefuzz::materializeSchedule(const ScheduleAnalysis &analysis) {
  SmallVector<StageContents> stages(analysis.schedule.stages);
  for (unsigned index : getOrder(analysis)) {
    Operation *op = analysis.ops[index];
    StageContents &stage = stages[analysis.schedule.nodes[index].stage];
    if (isa<as::LoadOp, as::TiledLoadOp, as::GatherLoadOp>(op))
      stage.loads.push_back(op);
    else if (isa<as::StoreOp, as::TiledStoreOp, as::ScatterStoreOp>(op))
      stage.stores.push_back(op);
    else if (op->getName().getStringRef().starts_with("nv_tileas.async."))
      stage.pendingAsync.push_back(op);
    else
      stage.iterationData.push_back(op);
  }
  return stages;
}

/// What an operation, with its regions, takes from the block that it stands in.
static llvm::SetVector<Value> getUsed(Operation *op) {
  llvm::SetVector<Value> used;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == op->getBlock())
        used.insert(operand);
  });
  return used;
}

std::optional<SmallVector<StagePair>>
tilefuzz::buildStages(const ScheduleAnalysis &analysis) {
  scf::ForOp loop = analysis.loop;
  llvm::DenseMap<Operation *, int64_t> stages;
  for (auto [op, node] : llvm::zip_equal(analysis.ops, analysis.schedule.nodes))
    stages[op] = node.stage;
  SmallVector<StagePair> pairs;
  auto add = [&](Value value, Operation *consumer, int64_t consumerStage) {
    StagePair pair;
    pair.value = value;
    pair.source = findLoopSource(loop, value);
    pair.consumer = consumer;
    // What is no operation's is there when its iteration begins.
    int64_t stage = pair.source.op ? stages.lookup(pair.source.op) : 0;
    pair.producerStage = stage - int64_t(pair.source.distance);
    // Results leave behind the last step of the steady state, at the earliest.
    pair.consumerStage =
        consumer ? consumerStage : std::max(pair.producerStage, consumerStage);
    pairs.push_back(pair);
    return bool(pair.source.value);
  };
  for (Operation *op : analysis.ops)
    for (Value value : getUsed(op))
      if (value != loop.getInductionVar() && !add(value, op, stages.lookup(op)))
        return std::nullopt;
  for (Value value : loop.getYieldedValues())
    if (value.getParentBlock() == loop.getBody() && !add(value, nullptr, 1))
      return std::nullopt;
  // A stable order: pairs of one stage stay as they are.
  SmallVector<std::pair<int64_t, size_t>> order;
  for (auto [index, pair] : llvm::enumerate(pairs))
    order.push_back({pair.producerStage, index});
  llvm::sort(order);
  return llvm::map_to_vector(
      order, [&](std::pair<int64_t, size_t> at) { return pairs[at.second]; });
}

Operation *tilefuzz::expandSingleTiledOp(Operation *op, OpBuilder &builder,
                                         function_ref<Value(Value)> getValue) {
  IRMapping map;
  for (Value value : getUsed(op))
    map.map(value, getValue(value));
  Operation *replica = builder.clone(*op, map);
  removeSchedule(replica);
  return replica;
}

Value tilefuzz::createTripCount(OpBuilder &builder, scf::ForOp loop,
                                bool hasUnsignedBounds, bool dividesSigned) {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(lower.getType(), value));
  };
  Value zero = constant(0), one = constant(1);
  Value enters = arith::CmpIOp::create(
      builder, loc,
      hasUnsignedBounds ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      lower, upper);
  Value distance = arith::SubIOp::create(builder, loc, upper, lower);
  Value last = arith::SubIOp::create(builder, loc, distance, one);
  if (dividesSigned)
    last = arith::DivSIOp::create(builder, loc, last, loop.getStep());
  else
    last = arith::DivUIOp::create(builder, loc, last, loop.getStep());
  Value count = arith::AddIOp::create(builder, loc, last, one);
  return arith::SelectOp::create(builder, loc, enters, count, zero);
}

std::optional<int64_t> tilefuzz::getPositiveStep(scf::ForOp loop) {
  APInt size;
  auto type = dyn_cast<IntegerType>(loop.getInductionVar().getType());
  if (!type || type.getWidth() < 8 ||
      !matchPattern(loop.getStep(), m_ConstantInt(&size)) ||
      !size.isStrictlyPositive() || size.getSignificantBits() > 32)
    return std::nullopt;
  return size.getSExtValue();
}
