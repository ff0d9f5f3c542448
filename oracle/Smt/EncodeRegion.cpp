//===- EncodeRegion.cpp - Queues and pragmas as formulas ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A get may take any values out of its queue, the same before and after the
// rewrite; it must stay, as must a put and what it commits. What an agent on
// the other side does with them is left open.
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// Acquire, release: neither is dropped, nor weakened.
static constexpr unsigned getOrdering = 2, putOrdering = 3;

static llvm::Error queuePut(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = e.encodeBlock(op->getRegion(0).front()))
    return error;
  std::vector<SymbolicValue> values = std::move(e.carried);
  if (llvm::Error error =
          recordAccess(e, op, AccessRole::Put, {}, {}, putOrdering, 0))
    return error;
  SymbolicAccess &access = e.result.accesses[e.lastAccess];
  access.values = std::move(values);
  llvm::append_range(
      access.types,
      op->getRegion(0).front().getTerminator()->getOperandTypes());
  return llvm::Error::success();
}
static llvm::Error queueGet(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error =
          recordAccess(e, op, AccessRole::Get, {}, {}, getOrdering, 0))
    return error;
  for (mlir::BlockArgument argument : op->getRegion(0).getArguments()) {
    llvm::Expected<SymbolicValue> value =
        inputValue(e, argument.getType(),
                   "slot " + std::to_string(e.lastAccess) + "." +
                       std::to_string(argument.getArgNumber()));
    if (!value)
      return value.takeError();
    e.valueOf(argument) = std::move(*value);
  }
  if (llvm::Error error = e.encodeBlock(op->getRegion(0).front()))
    return error;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), e.carried))
    e.valueOf(result) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error createQueue(Encoder &, mlir::Operation *) {
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
