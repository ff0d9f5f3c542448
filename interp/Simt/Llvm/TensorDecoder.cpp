//===- TensorDecoder.cpp - Intrinsics of tensor memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM, NVPTX usage guide: llvm.nvvm.tcgen05. A pointer into tensor memory is a
// number: a lane in its upper half, a column in its lower one.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/TensorMemory.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

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

/// `.shared` and `.cg1`, or a number of columns; pairs of CTAs are not known.
static bool isKnownRest(TensorOperation operation, StringRef rest) {
  unsigned columns;
  switch (operation) {
  case TensorOperation::Load:
  case TensorOperation::Store:
    return rest.consume_front(".x") && !rest.getAsInteger(10, columns);
  case TensorOperation::Allocate:
  case TensorOperation::Commit:
    rest.consume_front(".shared");
    [[fallthrough]];
  case TensorOperation::Deallocate:
  case TensorOperation::Relinquish:
    return rest == ".cg1";
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
  return operation && isKnownRest(*operation, rest);
}

Error FunctionDecoder::tensor(const LI &at, SI op) {
  auto &call = cast<IntrinsicInst>(at);
  StringRef rest;
  op.opcode = Opcode::Tensor;
  op.tensor = *parseTensor(call.getCalledFunction()->getName(), rest);
  // The lanes that take part: all that are there.
  op.operands[0] =
      slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), ~0u));
  for (unsigned i = 0; i < std::min<unsigned>(call.arg_size(), 2); ++i)
    op.operands[1 + i] = slotOf(call.getArgOperand(i));
  if (op.tensor == TensorOperation::Allocate ||
      op.tensor == TensorOperation::Commit) {
    std::optional<StateSpace> space =
        spaceOf(call.getArgOperand(0)->getType()->getPointerAddressSpace());
    if (!space)
      return unsupported(at, "this address space");
    op.space = *space;
  }
  bool isLoad = op.tensor == TensorOperation::Load;
  if (isLoad || op.tensor == TensorOperation::Store) {
    unsigned columns = 0;
    rest.drop_front(2).getAsInteger(10, columns);
    op.immediate = columns;
    auto *packs = dyn_cast<ConstantInt>(call.getArgOperand(isLoad ? 1 : 2));
    if (!packs || !packs->isZero())
      return unsupported(at, "pack and unpack");
    if (isLoad)
      op.operands[2] = 0;
  }
  return append(at, op);
}
