//===- TileAAVerifyQueue.cpp - Queues, agents, plugins ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/Resources.h"
#include "compiler/TileAA/TileAAOps.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

/// The body's last operation if it is a queue.yield, else null.
static QueueYieldOp terminatorOf(Region &body) {
  Block &block = body.front();
  return block.empty() ? QueueYieldOp() : dyn_cast<QueueYieldOp>(block.back());
}

LogicalResult QueuePutOp::verifyRegions() {
  if (getBody().getNumArguments())
    return emitOpError("expects no body arguments");
  QueueYieldOp yield = terminatorOf(getBody());
  if (!yield)
    return emitOpError("expects regions to end with 'nv_tileaa.queue.yield'");
  if (yield.getOperandTypes() !=
      TypeRange(getQueue().getType().getElementTypes()))
    return emitOpError("expects yielded values of the queue's types");
  return success();
}

LogicalResult QueueGetOp::verifyRegions() {
  if (TypeRange(getBody().getArgumentTypes()) !=
      TypeRange(getQueue().getType().getElementTypes()))
    return emitOpError("expects body arguments of the queue's types");
  QueueYieldOp yield = terminatorOf(getBody());
  if (!yield)
    return emitOpError("expects regions to end with 'nv_tileaa.queue.yield'");
  if (yield.getOperandTypes() != getResultTypes())
    return emitOpError("expects yielded values of the result types");
  return success();
}

LogicalResult PragmaOp::verifyRegions() {
  Block &block = getBody().front();
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return emitOpError("expects regions to end with 'nv_tileaa.yield'");
  if (yield.getOperandTypes() != getResultTypes())
    return emitOpError("expects yielded values of the result types");
  return success();
}

//===----------------------------------------------------------------------===//
// Agents and plugins
//===----------------------------------------------------------------------===//

/// Of numbers that are not negative.
static void addSaturated(int64_t &sum, int64_t value) {
  if (llvm::AddOverflow(sum, value, sum))
    sum = std::numeric_limits<int64_t>::max();
}

FailureOr<ResourceModel> ResourceModel::of(Operation *op) {
  ResourceModel model;
  IntegerAttr capability;
  for (Operation *at = op; at && !capability; at = at->getParentOp())
    capability = at->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability");
  if (!capability) {
    for (const tilefuzz::TargetRow &row : tilefuzz::getTargetRows()) {
      model.sharedBytes = std::max(model.sharedBytes, row.sharedBytes);
      model.tensorBytes = std::max(model.tensorBytes, row.getTensorBytes());
    }
    return model;
  }
  // A number of more than 64 bits has no row, whatever its low bits say.
  llvm::Expected<const tilefuzz::TargetRow *> row =
      tilefuzz::getTargetRow(capability.getValue().getSignificantBits() > 64
                                 ? -1
                                 : capability.getValue().getSExtValue());
  if (!row)
    return op->emitOpError("needs the resources of a target: ")
           << llvm::toString(row.takeError());
  model.target = *row;
  model.sharedBytes = (*row)->sharedBytes;
  model.tensorBytes = (*row)->getTensorBytes();
  return model;
}

LogicalResult
ResourceModel::fit(ArrayRef<ResourceRequest> requests,
                   function_ref<InFlightDiagnostic()> emitError) const {
  ResourceRequest sum;
  for (const ResourceRequest &request : requests) {
    if (request.warps < 0 || request.registers < 0 ||
        request.namedBarriers < 0 || request.sharedBytes < 0 ||
        request.tensorBytes < 0)
      return emitError() << "expects resources that are not negative";
    if (request.registers > registersPerThread)
      return emitError() << "expects at most " << registersPerThread
                         << " registers per thread, but got "
                         << request.registers;
    sum.warps += request.warps;
    // Registers of all threads.
    sum.registers += request.registers * request.warps * 32;
    sum.namedBarriers += request.namedBarriers;
    // Any 64-bit number may be asked for.
    addSaturated(sum.sharedBytes, request.sharedBytes);
    addSaturated(sum.tensorBytes, request.tensorBytes);
  }
  if (sum.tensorBytes && target && !tensorBytes)
    return emitError() << "asks for " << sum.tensorBytes
                       << " bytes of tensor memory, but " << target->getName()
                       << " has none";
  const struct {
    int64_t asked, available;
    StringRef what;
  } totals[] = {
      {sum.warps, warps, "warps"},
      {sum.registers, registers, "registers"},
      {sum.namedBarriers, namedBarriers, "named barriers"},
      {sum.sharedBytes, sharedBytes, "bytes of shared memory"},
      {sum.tensorBytes, tensorBytes, "bytes of tensor memory"},
  };
  for (const auto &total : totals)
    if (total.asked > total.available)
      return emitError() << "expects at most " << total.available << " "
                         << total.what << ", but got " << total.asked
                         << (target ? " on " + target->getName() : "");
  return success();
}

LogicalResult ExecuteOp::verify() {
  size_t agents = getAgents().size();
  if (!agents)
    return emitOpError("expects at least one agent");
  SmallVector<ResourceRequest> requests(agents);
  // An absent list asks for nothing.
  auto fill = [&](auto values, int64_t ResourceRequest::*field) {
    if (values.size() != agents)
      return false;
    for (auto [request, value] : llvm::zip_equal(requests, values))
      request.*field = value;
    return true;
  };
  if (!fill(getNumWarps(), &ResourceRequest::warps) ||
      !fill(getMaxRegisters(), &ResourceRequest::registers) ||
      (getNamedBarriers() &&
       !fill(*getNamedBarriers(), &ResourceRequest::namedBarriers)) ||
      (getSharedMemoryBytes() &&
       !fill(*getSharedMemoryBytes(), &ResourceRequest::sharedBytes)) ||
      (getTensorMemoryBytes() &&
       !fill(*getTensorMemoryBytes(), &ResourceRequest::tensorBytes)))
    return emitOpError("expects one entry per agent in every resource list");
  if (llvm::any_of(getNumWarps(), [](int32_t warps) { return warps < 1; }))
    return emitOpError("expects at least one warp per agent");
  FailureOr<ResourceModel> model = ResourceModel::of(*this);
  if (failed(model))
    return failure();
  return model->fit(requests, [&] { return emitOpError(); });
}

template <typename OpTy> static ResourceRequest requestOf(OpTy op) {
  ResourceRequest request;
  request.registers = op.getMaxRegisters();
  request.namedBarriers = op.getNamedBarriers();
  request.sharedBytes = op.getSharedMemoryBytes();
  request.tensorBytes = op.getTensorMemoryBytes();
  return request;
}

/// What an agent's plugins ask for, each alone, is part of what the agent asks
/// for.
static LogicalResult verifyPlugins(ExecuteOp execute, Region &agent) {
  unsigned number = agent.getRegionNumber();
  auto entry = [&](auto list) -> int64_t { return list ? (*list)[number] : 0; };
  ResourceRequest own;
  own.registers = execute.getMaxRegisters()[number];
  own.namedBarriers = entry(execute.getNamedBarriers());
  own.sharedBytes = entry(execute.getSharedMemoryBytes());
  own.tensorBytes = entry(execute.getTensorMemoryBytes());
  WalkResult walked = agent.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Agents of agents answer for themselves.
    if (isa<ExecuteOp>(op))
      return WalkResult::skip();
    ResourceRequest asked;
    if (auto plugin = dyn_cast<PluginOp>(op))
      asked = requestOf(plugin);
    else if (auto fragment = dyn_cast<InjectIROp>(op))
      asked = requestOf(fragment);
    else
      return WalkResult::advance();
    const struct {
      int64_t asked, available;
      StringRef what;
    } parts[] = {
        {asked.registers, own.registers, "registers per thread"},
        {asked.namedBarriers, own.namedBarriers, "named barriers"},
        {asked.sharedBytes, own.sharedBytes, "bytes of shared memory"},
        {asked.tensorBytes, own.tensorBytes, "bytes of tensor memory"},
    };
    for (const auto &part : parts)
      if (part.asked > part.available) {
        op->emitOpError("asks for ")
            << part.asked << " " << part.what << ", but agent " << number
            << " has " << part.available;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult ExecuteOp::verifyRegions() {
  for (Region &agent : getAgents()) {
    Block &block = agent.front();
    auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
    if (!yield)
      return emitOpError("expects regions to end with 'nv_tileaa.yield'");
    if (yield.getNumOperands())
      return emitOpError("expects agents that yield nothing");
    if (failed(verifyPlugins(*this, agent)))
      return failure();
  }
  return success();
}

template <typename OpTy> static LogicalResult verifyOpaque(OpTy op) {
  auto matches = [](std::optional<ArrayAttr> layouts, size_t count) {
    return !layouts || layouts->size() == count;
  };
  if (!matches(op.getInputLayouts(), op.getOperands().size()) ||
      !matches(op.getOutputLayouts(), op.getResults().size()))
    return op.emitOpError("expects one layout per operand and per result");
  FailureOr<ResourceModel> model = ResourceModel::of(op);
  if (failed(model))
    return failure();
  return model->fit(requestOf(op), [&] { return op.emitOpError(); });
}
LogicalResult PluginOp::verify() { return verifyOpaque(*this); }
LogicalResult InjectIROp::verify() { return verifyOpaque(*this); }
