//===- EmitControl.cpp - Branches and loops -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Conditions and bounds are scalars, equal in all threads, so that every
// thread of the CTA takes the same way and meets the same barriers.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/CarryAttributes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

static FailureOr<SmallVector<Type>> lowerAll(Emitter &e, Operation *op,
                                             TypeRange types) {
  SmallVector<Type> all;
  for (Type type : types) {
    auto part = e.lower(op, type);
    if (failed(part))
      return failure();
    llvm::append_range(all, *part);
  }
  return all;
}

static LogicalResult emitIf(Emitter &e, Operation *rawOp) {
  auto op = cast<scf::IfOp>(rawOp);
  if (!op.getCondition().getType().isInteger(1))
    return op.emitError("'scf.if' without a scalar condition");
  auto types = lowerAll(e, op, op.getResultTypes());
  if (failed(types))
    return failure();
  Location loc = e.loc;
  Block *join = e.addBlock(*types);
  Block *thenBlock = e.addBlock(), *elseBlock = e.addBlock();
  LLVM::CondBrOp::create(e.builder, loc, e.getScalar(op.getCondition()),
                         thenBlock, elseBlock);
  PendingTokens::Covered before = e.pending.getCovered(), after = ~0u,
                         most = before;
  // What is pending on either way is pending where they meet.
  SmallVector<unsigned> either(op.getNumResults()), last(op.getNumResults());
  for (auto [region, block] : {std::pair(&op.getThenRegion(), thenBlock),
                               std::pair(&op.getElseRegion(), elseBlock)}) {
    e.pending.setCovered(before);
    e.builder.setInsertionPointToEnd(block);
    Registers yielded;
    if (!region->empty()) {
      if (failed(e.emitBody(region->front())))
        return failure();
      Operation *yield = region->front().getTerminator();
      yielded = e.concat(yield->getOperands());
      for (auto [i, value] : llvm::enumerate(yield->getOperands()))
        if (isa<aa::MemTokenType>(value.getType())) {
          last[i] = e.pending.lookup(value);
          either[i] |= last[i];
        }
    }
    LLVM::BrOp::create(e.builder, loc, yielded, join);
    after = std::min(after, e.pending.getCovered());
    most = std::max(most, e.pending.getCovered());
  }
  // Seeded: a barrier on one of the ways is enough.
  e.pending.setCovered(
      e.bugs.pick(SeededBug::IfBarrierOfOneBranch, after, most));
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    if (isa<aa::MemTokenType>(result.getType()))
      e.pending.set(result,
                    e.bugs.pick(SeededBug::IfTokenOfElse, either[i], last[i]));
  e.builder.setInsertionPointToEnd(join);
  e.bindParts(op.getResults(), join->getArguments());
  return success();
}

/// What accesses inside a region can leave pending.
static unsigned collectPending(Region &region, const BugSet &bugs) {
  static constexpr StringLiteral loads[] = {"load", "tiled_load", "gather_load",
                                            "async.pipeline.consumer_wait"};
  static constexpr StringLiteral stores[] = {
      "store",      "tiled_store", "scatter_store",
      "atomic_rmw", "atomic_cas",  "tiled_atomic_rmw"};
  unsigned flags = 0;
  region.walk([&](Operation *op) {
    StringRef name = op->getName().stripDialect();
    if (llvm::is_contained(loads, name))
      flags |= pendingRead | pendingHistory;
    // Seeded: what scatters is no store.
    if (llvm::is_contained(stores, name) &&
        !(name == "scatter_store" && bugs.acts(SeededBug::LoopForgetsScatters)))
      flags |= pendingWrite | pendingHistory;
    if (auto attr = getOwnAttribute<aa::MemSemanticAttr>(op, "mem_semantic"))
      if (attr.getValue() == aa::MemSemantic::Acquire)
        flags |= pendingWrite;
  });
  return flags;
}

static LogicalResult emitFor(Emitter &e, Operation *rawOp) {
  auto op = cast<scf::ForOp>(rawOp);
  if (op->hasAttr(nv_tileas::specializedStagesAttr))
    return emitAgentLoop(e, op);
  auto types = lowerAll(e, op, op.getResultTypes());
  if (failed(types))
    return failure();
  Location loc = e.loc;
  Value lower = e.getScalar(op.getLowerBound());
  Value upper = e.getScalar(op.getUpperBound());
  Value step = e.getScalar(op.getStep());
  SmallVector<Type> bodyTypes{lower.getType()};
  llvm::append_range(bodyTypes, *types);
  Block *body = e.addBlock(bodyTypes), *exit = e.addBlock(*types);

  Registers inits = e.concat(op.getInitArgs());
  Registers first{lower};
  llvm::append_range(first, inits);
  // Seeded: the bounds are read as signed.
  bool isUnsigned =
      e.bugs.pick(SeededBug::LoopEntersSigned, op.getUnsignedCmp(), false);
  Value enters = LLVM::ICmpOp::create(e.builder, loc,
                                      isUnsigned ? LLVM::ICmpPredicate::ult
                                                 : LLVM::ICmpPredicate::slt,
                                      lower, upper);
  // Seeded: the first iteration is taken unseen.
  if (e.bugs.acts(SeededBug::LoopRunsAtLeastOnce))
    LLVM::BrOp::create(e.builder, loc, first, body);
  else
    LLVM::CondBrOp::create(e.builder, loc, enters, body, first, exit, inits);

  // A carried token may come from any iteration.
  unsigned carried = collectPending(op.getRegion(), e.bugs);
  PendingTokens::Covered before = e.pending.getCovered();
  SmallVector<unsigned> initial;
  for (auto [argument, init] :
       llvm::zip_equal(op.getRegionIterArgs(), op.getInitArgs())) {
    initial.push_back(e.pending.lookup(init));
    if (isa<aa::MemTokenType>(init.getType()))
      e.pending.set(argument,
                    e.bugs.pick(SeededBug::LoopTokenOfFirstTrip,
                                initial.back() | carried, initial.back()));
  }
  e.builder.setInsertionPointToEnd(body);
  e.bind(op.getInductionVar(), {body->getArgument(0)});
  e.bindParts(op.getRegionIterArgs(), body->getArguments().drop_front());
  if (failed(e.emitBody(*op.getBody())))
    return failure();
  Operation *yield = op.getBody()->getTerminator();
  Registers yielded = e.concat(yield->getOperands());
  SmallVector<unsigned> atEnd;
  for (Value value : yield->getOperands())
    atEnd.push_back(e.pending.lookup(value));
  // The loop may not have been entered. Seeded: it has.
  PendingTokens::Covered inside = std::max(before, e.pending.getCovered());
  e.pending.setCovered(
      e.bugs.pick(SeededBug::LoopBarrierCountsUnentered, before, inside));
  for (auto [result, atStart, later] :
       llvm::zip_equal(op.getResults(), initial, atEnd))
    if (isa<aa::MemTokenType>(result.getType()))
      e.pending.set(result, e.bugs.pick(SeededBug::LoopTokenOfLastTrip,
                                        atStart | later, later));

  // The next value exists only if it stays below the upper bound; the distance
  // to it is exact when read as unsigned, whichever way the bounds are read.
  Value current = body->getArgument(0);
  Value rest = LLVM::SubOp::create(e.builder, loc, upper, current);
  // Seeded: the distance is read as signed.
  Value again = LLVM::ICmpOp::create(e.builder, loc,
                                     e.bugs.pick(SeededBug::LoopDistanceSigned,
                                                 LLVM::ICmpPredicate::ugt,
                                                 LLVM::ICmpPredicate::sgt),
                                     rest, step);
  Registers next{LLVM::AddOp::create(e.builder, loc, current, step)};
  // Seeded: as if the sum did not wrap.
  if (e.bugs.acts(SeededBug::LoopBoundWraps))
    again = LLVM::ICmpOp::create(e.builder, loc,
                                 op.getUnsignedCmp() ? LLVM::ICmpPredicate::ult
                                                     : LLVM::ICmpPredicate::slt,
                                 next.front(), upper);
  llvm::append_range(next, yielded);
  LLVM::CondBrOp::create(e.builder, loc, again, body, next, exit, yielded);
  e.builder.setInsertionPointToEnd(exit);
  e.bindParts(op.getResults(), exit->getArguments());
  return success();
}

/// What precedes the condition always runs; what follows it, as long as the
/// condition holds.
static LogicalResult emitWhile(Emitter &e, Operation *rawOp) {
  auto op = cast<scf::WhileOp>(rawOp);
  auto carriedTypes = lowerAll(e, op, op.getOperandTypes());
  auto types = lowerAll(e, op, op.getResultTypes());
  if (failed(carriedTypes) || failed(types))
    return failure();
  Location loc = e.loc;
  Block *before = e.addBlock(*carriedTypes), *after = e.addBlock(*types);
  Block *exit = e.addBlock(*types);
  LLVM::BrOp::create(e.builder, loc, e.concat(op.getInits()), before);

  // A carried token may come from any iteration.
  unsigned carried = collectPending(op.getBefore(), e.bugs) |
                     collectPending(op.getAfter(), e.bugs);
  for (auto [argument, init] :
       llvm::zip_equal(op.getBeforeArguments(), op.getInits()))
    if (isa<aa::MemTokenType>(init.getType()))
      e.pending.set(argument, e.bugs.pick(SeededBug::WhileTokenOfFirstTrip,
                                          e.pending.lookup(init) | carried,
                                          e.pending.lookup(init)));
  e.builder.setInsertionPointToEnd(before);
  e.bindParts(op.getBeforeArguments(), before->getArguments());
  if (failed(e.emitBody(*op.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = op.getConditionOp();
  Registers given = e.concat(condition.getArgs()), last = given;
  // Seeded: what the iteration began with.
  Registers wrong = last;
  for (auto [value, began] :
       llvm::zip(llvm::reverse(wrong), llvm::reverse(before->getArguments()))) {
    if (value.getType() != began.getType())
      break;
    value = began;
  }
  if (wrong != last)
    last = e.bugs.pick(SeededBug::WhileGivesCarried, last, wrong);
  LLVM::CondBrOp::create(e.builder, loc, e.getScalar(condition.getCondition()),
                         after, given, exit, last);
  PendingTokens::Covered atCondition = e.pending.getCovered();
  for (auto [argument, result, value] : llvm::zip_equal(
           op.getAfterArguments(), op.getResults(), condition.getArgs()))
    if (isa<aa::MemTokenType>(value.getType())) {
      e.pending.set(argument, e.pending.lookup(value));
      e.pending.set(result, e.pending.lookup(value));
    }

  e.builder.setInsertionPointToEnd(after);
  e.bindParts(op.getAfterArguments(), after->getArguments());
  if (failed(e.emitBody(*op.getAfterBody())))
    return failure();
  LLVM::BrOp::create(e.builder, loc, e.concat(op.getYieldOp().getOperands()),
                     before);
  e.pending.setCovered(atCondition);
  e.builder.setInsertionPointToEnd(exit);
  e.bindParts(op.getResults(), exit->getArguments());
  return success();
}

static constexpr HandlerRow rows[] = {
    {"scf.if", emitIf},
    {"scf.for", emitFor},
    {"scf.while", emitWhile},
};
ArrayRef<HandlerRow> tilefuzz::getControlHandlers() { return rows; }
