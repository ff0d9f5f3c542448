//===- TensorDecoder.cpp - Intrinsics of tensor memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM, NVPTX usage guide: llvm.nvvm.tcgen05. A pointer into tensor memory is a
// number: a lane in its upper half, a column in its lower one.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "interp/Simt/Machine/TensorMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

/// Of products some of whose lanes stay as they are.
static constexpr StringLiteral keptLanes = ".disable_output_lane.cg1";

/// What an intrinsic of this name does; `rest` is what stands after that.
static std::optional<TensorOperation> parseTensor(StringRef name,
                                                  StringRef &rest) {
  if (!name.consume_front("llvm.nvvm.tcgen05."))
    return std::nullopt;
  static constexpr TensorOperation all[] = {
#define SIMT_TENSOR_OPERATION(NAME, LLVM, ISALIGNED) TensorOperation::NAME,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  for (TensorOperation operation : all) {
    rest = name;
    if (rest.consume_front(intrinsicNameOf(operation)) &&
        (rest.empty() || rest.front() == '.'))
      return operation;
  }
  return std::nullopt;
}

/// The row whose spelling `rest` begins with, which is taken off.
template <typename Row, size_t count>
static bool takeRow(const Row (&rows)[count], StringRef &rest, Row &found) {
  for (Row row : rows) {
    StringRef left = rest;
    if (!left.consume_front(spellingOf(row)) || !left.starts_with("."))
      continue;
    rest = left;
    found = row;
    return true;
  }
  return false;
}

/// Reads what stands behind the operation's name: a shape and a number of
/// repetitions, or `.shared` and `.cg1`; pairs of CTAs are not known.
static bool parseRest(TensorOperation operation, StringRef rest,
                      TensorForm &form, unsigned &count) {
  static constexpr TensorShape shapes[] = {
#define SIMT_TENSOR_SHAPE(NAME, SPELLING, LANES, WORDS) TensorShape::NAME,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  static constexpr TensorCopy copies[] = {
#define SIMT_TENSOR_COPY(NAME, LLVM, ROWS, WORDS) TensorCopy::NAME,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  switch (operation) {
  case TensorOperation::Load:
  case TensorOperation::Store:
    return rest.consume_front(".") && takeRow(shapes, rest, form.shape) &&
           rest.consume_front(".x") && !rest.getAsInteger(10, count);
  case TensorOperation::Copy:
    return rest.consume_front(".") && takeRow(copies, rest, form.copy) &&
           rest == ".cg1";
  case TensorOperation::Commit:
    // To several CTAs.
    rest.consume_front(".mc");
    [[fallthrough]];
  case TensorOperation::Allocate:
    rest.consume_front(".shared");
    [[fallthrough]];
  case TensorOperation::Deallocate:
  case TensorOperation::Relinquish:
  case TensorOperation::Shift:
    return rest == ".cg1";
  case TensorOperation::Multiply:
  case TensorOperation::MultiplyTensor:
    return rest.empty() || rest == keptLanes;
  default:
    return rest.empty();
  }
}

bool FunctionDecoder::isTensor(const LI &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  StringRef rest;
  std::optional<TensorOperation> operation;
  if (call)
    operation = parseTensor(call->getCalledFunction()->getName(), rest);
  TensorForm form;
  unsigned count = 0;
  return operation && parseRest(*operation, rest, form, count);
}

/// Of products: `kind`, `cta_group` and the use of the collector, which is a
/// hint, are constants at the end.
Error FunctionDecoder::tensorProduct(const CallInst &call, SI op) {
  auto constantAt = [&](unsigned fromEnd) -> uint64_t {
    auto *value =
        cast<ConstantInt>(call.getArgOperand(call.arg_size() - fromEnd));
    return value->getZExtValue();
  };
  bool keepsLanes = call.getCalledFunction()->getName().ends_with(keptLanes);
  if (keepsLanes) {
    // Behind whether D is added to, a bit for each lane; the pair of CTAs is
    // part of the name.
    constexpr uint32_t words = TensorMemory::numLanes / 32;
    op.tensorForm.kind = TensorKind(constantAt(2));
    op.count = words;
    op.first = kernel.tensorRegisters.size();
    uint32_t first = slotOf(call.getArgOperand(5));
    for (uint32_t i = 0; i < words; ++i)
      kernel.tensorRegisters.push_back(first + i);
  } else if (constantAt(2) != 1) {
    return unsupported(call, "a pair of CTAs");
  } else {
    op.tensorForm.kind = TensorKind(constantAt(3));
  }
  // D, A, B, the descriptor and whether D is added to.
  for (unsigned i = 0; i < 4; ++i)
    op.operands[1 + i] = slotOf(call.getArgOperand(i));
  op.operands[0] = slotOf(call.getArgOperand(4));
  return append(call, op);
}

Error FunctionDecoder::tensor(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  StringRef rest;
  op.opcode = Opcode::Tensor;
  op.tensor = *parseTensor(call.getCalledFunction()->getName(), rest);
  unsigned count = 0;
  parseRest(op.tensor, rest, op.tensorForm, count);
  if (op.tensor == TensorOperation::Multiply ||
      op.tensor == TensorOperation::MultiplyTensor)
    return tensorProduct(call, op);
  // The lanes that take part: all that are there.
  op.operands[0] =
      slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), ~0u));
  bool isLoad = op.tensor == TensorOperation::Load;
  bool isMove = isLoad || op.tensor == TensorOperation::Store;
  if (call.arg_size())
    op.operands[1] = slotOf(call.getArgOperand(0));
  if (isMove) {
    // What follows the address are the distance of the second half, if there is
    // one, the values of a store, and whether registers are packed.
    unsigned next = 1;
    if (op.tensorForm.shape == TensorShape::Of16x32bx2)
      op.immediate =
          cast<ConstantInt>(call.getArgOperand(next++))->getSExtValue();
    uint32_t first = isLoad ? op.result : slotOf(call.getArgOperand(next++));
    op.tensorForm.isPacked =
        cast<ConstantInt>(call.getArgOperand(next))->isOne();
    op.count = count;
    op.first = kernel.tensorRegisters.size();
    for (uint32_t i = 0, e = count * registersOf(op.tensorForm.shape); i < e;
         ++i)
      kernel.tensorRegisters.push_back(first + i);
    return append(at, op);
  }
  if (call.arg_size() > 1)
    op.operands[2] = slotOf(call.getArgOperand(1));
  if (op.tensor == TensorOperation::Allocate ||
      op.tensor == TensorOperation::Commit) {
    std::optional<StateSpace> space =
        spaceOf(call.getArgOperand(0)->getType()->getPointerAddressSpace());
    if (!space)
      return unsupported(at, "this address space");
    op.space = *space;
  }
  if (op.tensor == TensorOperation::Commit) {
    op.count = call.arg_size() > 1;
    if (op.space == StateSpace::Shared)
      op.space = StateSpace::SharedCluster;
  }
  return append(at, op);
}
