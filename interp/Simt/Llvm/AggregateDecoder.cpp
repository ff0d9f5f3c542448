//===- AggregateDecoder.cpp - Elements of vectors, structs and arrays -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "llvm/IR/Constants.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

Error FunctionDecoder::extractElement(const LI &at, SI op) {
  auto *index = dyn_cast<ConstantInt>(at.getOperand(1));
  uint32_t count = lanesOf(at.getOperand(0)->getType());
  if (!index || index->getZExtValue() >= count)
    return unsupported(at, "a variable lane index");
  uint32_t lane = index->getZExtValue();
  return appendCopies(at, op, {{op.result, slotOfOperand(at, 0) + lane, 1}});
}

Error FunctionDecoder::insertElement(const LI &at, SI op) {
  auto *index = dyn_cast<ConstantInt>(at.getOperand(2));
  if (!index || index->getZExtValue() >= op.lanes)
    return unsupported(at, "a variable lane index");
  uint32_t lane = index->getZExtValue();
  return appendCopies(at, op,
                      {{op.result, slotOfOperand(at, 0), op.lanes},
                       {op.result + lane, slotOfOperand(at, 1), 1}});
}

Error FunctionDecoder::shuffle(const LI &at, SI op) {
  auto &shuffle = cast<ShuffleVectorInst>(at);
  uint32_t count = lanesOf(at.getOperand(0)->getType());
  uint32_t first = slotOfOperand(at, 0), second = slotOfOperand(at, 1);
  uint32_t none = slotOf(PoisonValue::get(at.getType()->getScalarType()));
  SmallVector<Copy> copies;
  for (auto [i, lane] : enumerate(shuffle.getShuffleMask())) {
    uint32_t from = lane < 0                 ? none
                    : uint32_t(lane) < count ? first + lane
                                             : second + lane - count;
    copies.push_back({op.result + uint32_t(i), from, 1});
  }
  return appendCopies(at, op, copies);
}

Error FunctionDecoder::extractValue(const LI &at, SI op) {
  uint32_t lanes = 0;
  uint32_t offset = elementSlot(at.getOperand(0)->getType(),
                                cast<ExtractValueInst>(at).getIndices(), lanes);
  return appendCopies(at, op,
                      {{op.result, slotOfOperand(at, 0) + offset, lanes}});
}

Error FunctionDecoder::insertValue(const LI &at, SI op) {
  uint32_t lanes = 0;
  uint32_t offset =
      elementSlot(at.getType(), cast<InsertValueInst>(at).getIndices(), lanes);
  return appendCopies(at, op,
                      {{op.result, slotOfOperand(at, 0), op.lanes},
                       {op.result + offset, slotOfOperand(at, 1), lanes}});
}
