//===- MatrixDecoder.cpp - Intrinsics of matrices of a warp ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Their names say what those of PTX say (LLVM, NVPTX usage guide), and a suffix
// for the space of a pointer, which its type says, too.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

static std::optional<MatrixForm> parseIntrinsic(const LI &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  if (!call)
    return std::nullopt;
  StringRef name = call->getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm."))
    return std::nullopt;
  SmallVector<StringRef, 8> parts;
  name.split(parts, '.');
  return parseMatrixForm(parts);
}

bool FunctionDecoder::isMatrix(const LI &at) {
  return parseIntrinsic(at).has_value();
}

Expected<uint32_t> FunctionDecoder::gather(const CallInst &call,
                                           unsigned argument, uint32_t count) {
  uint32_t first = kernel.frame.size();
  kernel.frame.resize(first + count);
  SmallVector<Copy, 8> copies;
  for (uint32_t done = 0; done < count; ++argument) {
    const Value *value = call.getArgOperand(argument);
    uint32_t lanes = lanesOf(value->getType());
    copies.push_back({first + done, slotOf(value), lanes});
    done += lanes;
  }
  SI take;
  take.opcode = Opcode::Move;
  if (Error error = appendCopies(call, take, copies))
    return std::move(error);
  return first;
}

Error FunctionDecoder::matrix(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  MatrixForm form = *parseIntrinsic(at);
  op.opcode = Opcode::Matrix;
  op.first = kernel.matrices.size();
  kernel.matrices.push_back(form);
  op.operands[0] =
      slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), ~0u));
  op.operands[1] = slotOf(call.getArgOperand(0));
  Type *type = call.getArgOperand(0)->getType();
  if (type->isPointerTy()) {
    std::optional<StateSpace> space = spaceOf(type->getPointerAddressSpace());
    if (!space)
      return unsupported(at, "this address space");
    op.space = *space;
  }
  if (form.operation != MatrixOperation::Store)
    return append(at, op);
  op.lanes = form.registers();
  Expected<uint32_t> values = gather(call, 1, op.lanes);
  if (!values)
    return values.takeError();
  op.operands[2] = *values;
  return append(at, op);
}
