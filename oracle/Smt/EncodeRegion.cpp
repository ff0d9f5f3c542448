//===- EncodeRegion.cpp - Queues and pragmas as formulas ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A get may take any values out of its queue, the same before and after the
// rewrite; it must stay, as must a put and what it commits, in the same order
// and of the same queue. What an agent on the other side does with them is left
// open.
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// Acquire, release: neither is dropped, nor weakened.
static constexpr AccessOrdering getOrdering = AccessOrdering::Acquire,
                                putOrdering = AccessOrdering::Release;

/// Of this execution of a put or a get.
static QueueUse useOf(Encoder &e, mlir::Operation *op, AccessRole role) {
  SymbolicDomain &d = e.domain;
  Term number = d.constant(64, 0);
  for (Term executed : e.queueUses)
    number =
        d.add(number, d.ite(executed, d.constant(64, 1), d.constant(64, 0)));
  e.queueUses.push_back(e.guard);
  Term queue = e.valueOf(op->getOperand(0)).elements.front().bits;
  return {role, queue, d.simplified(number)};
}

static llvm::Error queuePut(Encoder &e, mlir::Operation *op) {
  QueueUse use = useOf(e, op, AccessRole::Put);
  // The slot that it waits for was given back by another agent.
  e.interfere(op);
  auto earlierMemory = std::exchange(e.earlierMemory, std::nullopt);
  llvm::Expected<unsigned> number = e.numberOf(op);
  if (!number)
    return number.takeError();
  e.within.push_back(use);
  llvm::Error failed = e.encodeBlock(op->getRegion(0).front());
  e.within.pop_back();
  if (failed)
    return failed;
  std::vector<SymbolicValue> values = std::move(e.carried);
  e.earlierMemory = earlierMemory;
  if (llvm::Error error =
          recordAccess(e, op, AccessRole::Put, {}, {}, putOrdering,
                       AccessScope::TileBlock, *number))
    return error;
  SymbolicAccess &access = e.result.accesses[e.lastAccess];
  access.use = use;
  access.values = std::move(values);
  llvm::append_range(
      access.types,
      op->getRegion(0).front().getTerminator()->getOperandTypes());
  return llvm::Error::success();
}

/// What lies in the slot: any value, the same one for the same get.
static llvm::Expected<SymbolicValue> slotValue(Encoder &e, const QueueUse &use,
                                               mlir::BlockArgument argument) {
  SymbolicDomain &d = e.domain;
  std::string part = "." + std::to_string(argument.getArgNumber());
  TileShape shape = tileShapeOf(argument);
  bool isPlain =
      pointeeOf(shape.element) || shape.element.isIntOrIndexOrFloat();
  if (!e.options.numberByOrder || !isPlain)
    return inputValue(e, argument.getType(),
                      "slot " + std::to_string(e.lastAccess) + part);
  SymbolicValue value;
  for (size_t i = 0, n = shape.numElements(); i < n; ++i)
    value.elements.push_back(
        {d.function("slot" + part + "[" + std::to_string(i) + "]",
                    {use.queue, use.number}, widthOf(shape.element)),
         d.truth(false)});
  return value;
}
static llvm::Error queueGet(Encoder &e, mlir::Operation *op) {
  QueueUse use = useOf(e, op, AccessRole::Get);
  if (llvm::Error error = recordAccess(e, op, AccessRole::Get, {}, {},
                                       getOrdering, AccessScope::TileBlock))
    return error;
  e.result.accesses[e.lastAccess].use = use;
  for (mlir::BlockArgument argument : op->getRegion(0).getArguments()) {
    llvm::Expected<SymbolicValue> value = slotValue(e, use, argument);
    if (!value)
      return value.takeError();
    e.valueOf(argument) = std::move(*value);
  }
  e.within.push_back(use);
  llvm::Error failed = e.encodeBlock(op->getRegion(0).front());
  e.within.pop_back();
  if (failed)
    return failed;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), e.carried))
    e.valueOf(result) = std::move(value);
  return llvm::Error::success();
}

/// Each is another one, and none that is an input; the same one on both sides
/// is made as the same one in order, of the same depth.
static llvm::Error createQueue(Encoder &e, mlir::Operation *op) {
  uint64_t depth = llvm::cast<aa::CreateQueueOp>(op).getDepth();
  uint64_t number =
      firstCreatedQueue | uint64_t(e.createdQueues++) << 32 | depth;
  e.valueOf(op->getResult(0)).elements = {
      {e.domain.constant(64, number), e.domain.truth(false)}};
  return llvm::Error::success();
}

/// The directives change no value.
static llvm::Error pragma(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = e.encodeBlock(op->getRegion(0).front()))
    return error;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), e.carried))
    e.valueOf(result) = std::move(value);
  return llvm::Error::success();
}

static constexpr EncoderRow rows[] = {
    {"nv_tileaa.create_queue", createQueue},
    {"nv_tileaa.queue.put", queuePut},
    {"nv_tileaa.queue.get", queueGet},
    {"nv_tileaa.pragma", pragma},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getRegionEncoders() { return rows; }
