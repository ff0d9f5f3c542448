//===- MatrixDecoder.cpp - Intrinsics of matrices of a warp ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Their names say what those of PTX say (LLVM, NVPTX usage guide), and a suffix
// for the space of a pointer, which its type says, too.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

/// The parts of its name; none: it is no intrinsic of NVPTX.
static SmallVector<StringRef, 12> partsOf(const LI &at) {
  SmallVector<StringRef, 12> parts;
  auto *call = dyn_cast<IntrinsicInst>(&at);
  if (!call)
    return parts;
  StringRef name = call->getCalledFunction()->getName();
  if (name.consume_front("llvm.nvvm."))
    name.split(parts, '.');
  return parts;
}

bool FunctionDecoder::isMatrix(const LI &at) {
  SmallVector<StringRef, 12> parts = partsOf(at);
  return !parts.empty() &&
         (parseMatrixForm(parts) || parseMatrixProduct(parts) ||
          parseMatrixAccess(parts));
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

Error FunctionDecoder::matrixProduct(const CallInst &call, SI op,
                                     MatrixProduct shape) {
  shape.hasHalvesApart = true;
  op.opcode = Opcode::MatrixProduct;
  op.first = kernel.products.size();
  kernel.products.push_back(shape);
  unsigned argument = 0;
  for (MatrixRole role : {MatrixRole::A, MatrixRole::B, MatrixRole::C}) {
    uint32_t count = shape.fragmentOf(role).registers();
    Expected<uint32_t> slots = gather(call, argument, count);
    if (!slots)
      return slots.takeError();
    op.operands[1 + unsigned(role)] = *slots;
    for (uint32_t lanes = 0; lanes < count; ++argument)
      lanes += lanesOf(call.getArgOperand(argument)->getType());
  }
  // The metadata, the selector and the factors; the second is a constant, which
  // the verifier wants in its range.
  unsigned count = shape.isSparse() + (shape.scales ? 6 : 0);
  if (!count)
    return append(call, op);
  SmallVector<const Value *, 8> values;
  for (; argument < call.arg_size(); ++argument)
    values.push_back(call.getArgOperand(argument));
  if (shape.isSparse()) {
    kernel.products.back().selector =
        cast<ConstantInt>(values[1])->getZExtValue();
    values.erase(values.begin() + 1);
  }
  op.operands[4] = kernel.frame.size();
  kernel.frame.resize(kernel.frame.size() + count);
  SmallVector<Copy, 8> copies;
  for (auto [i, value] : enumerate(values))
    copies.push_back({op.operands[4] + uint32_t(i), slotOf(value), 1});
  SI take;
  take.opcode = Opcode::Move;
  if (Error error = appendCopies(call, take, copies))
    return error;
  return append(call, op);
}

/// The address, what is stored, and the stride.
Error FunctionDecoder::matrixAccess(const CallInst &call, SI op,
                                    MatrixAccess form, bool hasStride) {
  form.shape.hasHalvesApart = true;
  op.opcode = Opcode::MatrixAccess;
  op.first = kernel.fragments.size();
  kernel.fragments.push_back(form);
  if (form.role == MatrixRole::D) {
    op.lanes = form.shape.fragmentOf(form.role).registers();
    Expected<uint32_t> values = gather(call, 1, op.lanes);
    if (!values)
      return values.takeError();
    op.operands[3] = *values;
  }
  if (hasStride)
    op.operands[2] = slotOf(call.getArgOperand(call.arg_size() - 1));
  return append(call, op);
}

Error FunctionDecoder::matrix(const LI &at, SI op) {
  auto &call = cast<CallInst>(at);
  SmallVector<StringRef, 12> parts = partsOf(at);
  op.operands[0] =
      slotOf(ConstantInt::get(Type::getInt32Ty(at.getContext()), ~0u));
  if (auto shape = parseMatrixProduct(parts))
    return matrixProduct(call, op, *shape);
  op.operands[1] = slotOf(call.getArgOperand(0));
  Type *type = call.getArgOperand(0)->getType();
  if (type->isPointerTy()) {
    std::optional<StateSpace> space = spaceOf(type->getPointerAddressSpace());
    if (!space)
      return unsupported(at, "this address space");
    op.space = *space;
  }
  if (auto access = parseMatrixAccess(parts))
    return matrixAccess(call, op, *access, is_contained(parts, "stride"));
  MatrixForm form = *parseMatrixForm(parts);
  op.opcode = Opcode::Matrix;
  op.first = kernel.matrices.size();
  kernel.matrices.push_back(form);
  if (form.operation != MatrixOperation::Store)
    return append(at, op);
  op.lanes = form.registers();
  Expected<uint32_t> values = gather(call, 1, op.lanes);
  if (!values)
    return values.takeError();
  op.operands[2] = *values;
  return append(at, op);
}
