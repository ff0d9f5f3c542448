//===- ValueThreader.cpp - A value that changes along the program ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/ValueThreader.h"
#include "compiler/Support/Refusal.h"

using namespace mlir;
using namespace tilefuzz;
namespace as = mlir::nv_tileas;

bool ValueThreader::changesInside(Operation &op) const {
  return op
      .walk([&](Operation *inner) {
        return inner != &op && changes(inner) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

FailureOr<Value> ValueThreader::run(Block::iterator first, Block::iterator last,
                                    Value value) {
  while (first != last) {
    // It may be replaced.
    Operation &op = *first++;
    if (changes(&op)) {
      value = visit(&op, value);
      continue;
    }
    if (!op.getNumRegions() || !changesInside(op))
      continue;
    FailureOr<Value> after = failure();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      after = through(loop, value);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      after = through(branch, value);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      after = through(loop, value);
    else if (auto agents = dyn_cast<as::AgentSwitchOp>(op);
             agents && isa<as::PipelineIteratorType>(value.getType()))
      after = through(agents, value);
    else
      return refuse(&op) << "holds what a queue orders, which the lowering to "
                            "nv_tileas does not support";
    if (failed(after))
      return failure();
    value = *after;
  }
  return value;
}

FailureOr<Value> ValueThreader::through(scf::ForOp op, Value value) {
  OpBuilder builder(op);
  SmallVector<Value> inits(op.getInitArgs());
  inits.push_back(value);
  auto made = scf::ForOp::create(builder, op.getLoc(), op.getLowerBound(),
                                 op.getUpperBound(), op.getStep(), inits,
                                 /*bodyBuilder=*/nullptr, op.getUnsignedCmp());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Block &body = *made.getBody();
  body.getOperations().splice(body.end(), op.getBody()->getOperations());
  for (auto [was, is] :
       llvm::zip(op.getBody()->getArguments(), body.getArguments()))
    was.replaceAllUsesWith(is);
  FailureOr<Value> end = runBlock(body, body.getArguments().back());
  if (failed(end))
    return failure();
  cast<scf::YieldOp>(body.getTerminator()).getResultsMutable().append(*end);
  op.replaceAllUsesWith(made.getResults().drop_back());
  op.erase();
  return Value(made.getResults().back());
}

FailureOr<Value> ValueThreader::through(scf::IfOp op, Value value) {
  OpBuilder builder(op);
  SmallVector<Type> types(op.getResultTypes());
  types.push_back(value.getType());
  auto made = scf::IfOp::create(builder, op.getLoc(), types, op.getCondition(),
                                /*addThenBlock=*/false, /*addElseBlock=*/false);
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  made.getThenRegion().takeBody(op.getThenRegion());
  made.getElseRegion().takeBody(op.getElseRegion());
  if (made.getElseRegion().empty()) {
    builder.createBlock(&made.getElseRegion());
    scf::YieldOp::create(builder, op.getLoc());
  }
  for (Region *region : {&made.getThenRegion(), &made.getElseRegion()}) {
    FailureOr<Value> end = runBlock(region->front(), value);
    if (failed(end))
      return failure();
    // Seeded: what the branch does to it is forgotten.
    if (*end != value && bugs.acts(SeededBug::QueueBranchForgotten))
      end = value;
    cast<scf::YieldOp>(region->front().getTerminator())
        .getResultsMutable()
        .append(*end);
  }
  op.replaceAllUsesWith(made.getResults().drop_back());
  op.erase();
  return Value(made.getResults().back());
}

FailureOr<Value> ValueThreader::through(scf::WhileOp op, Value value) {
  OpBuilder builder(op);
  SmallVector<Type> types(op.getResultTypes());
  types.push_back(value.getType());
  SmallVector<Value> inits(op.getInits());
  inits.push_back(value);
  auto made = scf::WhileOp::create(builder, op.getLoc(), types, inits);
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  made.getBefore().takeBody(op.getBefore());
  made.getAfter().takeBody(op.getAfter());
  Value began = made.getBefore().addArgument(value.getType(), op.getLoc());
  FailureOr<Value> end = runBlock(made.getBefore().front(), began);
  if (failed(end))
    return failure();
  made.getConditionOp().getArgsMutable().append(*end);
  Value goesOn = made.getAfter().addArgument(value.getType(), op.getLoc());
  end = runBlock(made.getAfter().front(), goesOn);
  if (failed(end))
    return failure();
  made.getYieldOp().getResultsMutable().append(*end);
  op.replaceAllUsesWith(made.getResults().drop_back());
  op.erase();
  return Value(made.getResults().back());
}

FailureOr<Value> ValueThreader::through(as::AgentSwitchOp op, Value value) {
  Region *changing = nullptr;
  for (Region &agent : op.getAgents()) {
    FailureOr<Value> end = runBlock(agent.front(), value);
    if (failed(end))
      return failure();
    if (*end == value)
      continue;
    if (changing)
      return refuse(op) << "has two agents at one end of a queue, which the "
                           "lowering to nv_tileas does not support";
    changing = &agent;
    agent.front().getTerminator()->insertOperands(
        agent.front().getTerminator()->getNumOperands(), *end);
  }
  if (!changing)
    return value;
  // It comes behind what this agent, and those before it, yield already.
  unsigned place = 0;
  SmallVector<Type> types;
  for (Region &agent : op.getAgents()) {
    llvm::append_range(types, agent.front().getTerminator()->getOperandTypes());
    if (&agent == changing)
      place = types.size() - 1;
  }
  if (Value token = op.getResultToken())
    types.push_back(token.getType());
  OpBuilder builder(op);
  auto made = as::AgentSwitchOp::create(
      builder, op.getLoc(), types, op.getCaptured(), op.getNumWarps(),
      op.getWarpId(), op.getMaxRegs(), op.getAgents().size());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip_equal(op.getAgents(), made.getAgents()))
    to.takeBody(from);
  SmallVector<Value> results(made.getResults());
  results.erase(results.begin() + place);
  op.replaceAllUsesWith(results);
  op.erase();
  // Seeded: what the agent does to it is forgotten.
  if (bugs.acts(SeededBug::AgentSwitchIteratorLost))
    return value;
  return made.getResult(place);
}
