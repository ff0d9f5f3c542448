//===- FunctionDecoder.cpp - LLVM instructions by table -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using LI = llvm::Instruction;
using SI = simt::Instruction;

bool simt::flatten(Type *type, SmallVectorImpl<RegisterType> &lanes) {
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    for (unsigned i = 0, e = vector->getNumElements(); i < e; ++i)
      if (!flatten(vector->getElementType(), lanes))
        return false;
    return true;
  }
  if (auto *record = dyn_cast<StructType>(type)) {
    for (Type *element : record->elements())
      if (!flatten(element, lanes))
        return false;
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    // More are a table in memory, not a value.
    constexpr unsigned mostElements = 64;
    if (array->getNumElements() > mostElements)
      return false;
    for (unsigned i = 0, e = array->getNumElements(); i < e; ++i)
      if (!flatten(array->getElementType(), lanes))
        return false;
    return true;
  }
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    lanes.push_back({TypeKind::Bits, uint8_t(type->getIntegerBitWidth())});
  else if (type->isHalfTy())
    lanes.push_back({TypeKind::F16, 16});
  else if (type->isBFloatTy())
    lanes.push_back({TypeKind::BF16, 16});
  else if (type->isFloatTy())
    lanes.push_back({TypeKind::F32, 32});
  else if (type->isDoubleTy())
    lanes.push_back({TypeKind::F64, 64});
  else if (type->isPointerTy())
    lanes.push_back({TypeKind::Pointer, 64});
  else
    return false;
  return true;
}

std::string simt::nameOf(const LI &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    if (const Function *callee = call->getCalledFunction())
      return callee->getName().str();
  return instruction.getOpcodeName();
}

std::string simt::locationOf(const LI &instruction) {
  if (const DebugLoc &loc = instruction.getDebugLoc())
    return (loc->getFilename() + ":" + Twine(loc.getLine()) + ":" +
            Twine(loc.getCol()))
        .str();
  const BasicBlock *block = instruction.getParent();
  std::string text = (block->getParent()->getName() + ":%").str();
  if (block->hasName())
    text += block->getName();
  else
    text += std::to_string(
        std::distance(block->getParent()->begin(), block->getIterator()));
  return text + ":" +
         std::to_string(
             std::distance(block->begin(), instruction.getIterator()));
}

std::optional<StateSpace> simt::spaceOf(unsigned addressSpace) {
  switch (addressSpace) {
  case 0:
    return StateSpace::Generic;
  case 1:
    return StateSpace::Global;
  case 3:
    return StateSpace::Shared;
  case 4:
    return StateSpace::Constant;
  case 5:
    return StateSpace::Local;
  case 7:
    return StateSpace::SharedCluster;
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Error FunctionDecoder::unsupported(const LI &at, const Twine &what) {
  return createStringError(what + " in '" + nameOf(at) + "' at " +
                           locationOf(at));
}

uint32_t FunctionDecoder::lanesOf(Type *type) {
  SmallVector<RegisterType> lanes;
  if (!flatten(type, lanes))
    hasUnknownType = true;
  return lanes.size();
}

RegisterType FunctionDecoder::typeOf(Type *type, TypeKind reading) {
  SmallVector<RegisterType> lanes;
  if (!flatten(type, lanes) || lanes.empty()) {
    hasUnknownType = true;
    return {};
  }
  if (lanes[0].kind == TypeKind::Bits)
    lanes[0].kind = reading;
  return lanes[0];
}

void FunctionDecoder::fillConstant(const Constant *constant, uint32_t slot) {
  Lane &value = kernel.frame[slot];
  Type *type = constant->getType();
  if (type->isVectorTy() || type->isAggregateType()) {
    unsigned count = type->isVectorTy()
                         ? cast<FixedVectorType>(type)->getNumElements()
                     : type->isStructTy() ? type->getStructNumElements()
                                          : type->getArrayNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const Constant *element = constant->getAggregateElement(i);
      if (!element) {
        hasUnknownType = true;
        return;
      }
      fillConstant(element, slot);
      slot += lanesOf(element->getType());
    }
  } else if (auto *integer = dyn_cast<ConstantInt>(constant)) {
    value.bits = integer->getZExtValue();
  } else if (auto *number = dyn_cast<ConstantFP>(constant)) {
    value.bits = number->getValueAPF().bitcastToAPInt().getZExtValue();
  } else if (isa<ConstantPointerNull>(constant)) {
    value = {};
  } else if (isa<UndefValue>(constant)) {
    value.poison = true;
  } else if (constant->getType()->isPointerTy()) {
    APInt offset(layout.getIndexTypeSizeInBits(constant->getType()), 0);
    const llvm::Value *base =
        constant->stripAndAccumulateConstantOffsets(layout, offset, true);
    if (auto *callee = dyn_cast<Function>(base)) {
      auto called = module.functions.find(callee);
      hasUnknownType |= called == module.functions.end();
      if (!hasUnknownType)
        value.allocation = functionBit | called->second.number;
      return;
    }
    auto it = globals.find(dyn_cast<GlobalVariable>(base));
    if (!isa<GlobalVariable>(base) || it == globals.end()) {
      hasUnknownType = true;
      return;
    }
    value.allocation = it->second;
    value.bits = offset.getSExtValue();
  } else if (!fillSharedAddress(constant, value)) {
    hasUnknownType = true;
  }
}

uint32_t FunctionDecoder::slotOf(const llvm::Value *value) {
  auto [it, isNew] = slots.try_emplace(value, kernel.frame.size());
  uint32_t slot = it->second;
  if (isNew) {
    kernel.frame.resize(slot + lanesOf(value->getType()));
    if (auto *constant = dyn_cast<Constant>(value))
      fillConstant(constant, slot);
  }
  return slot;
}

uint32_t FunctionDecoder::edgeTo(const BasicBlock *from, const BasicBlock *to) {
  Edge edge;
  for (const PHINode &phi : to->phis())
    edge.copies.push_back({slotOf(&phi),
                           slotOf(phi.getIncomingValueForBlock(from)),
                           lanesOf(phi.getType())});
  kernel.edges.push_back(edge);
  edgeBlocks.push_back({uint32_t(kernel.edges.size() - 1), to});
  return kernel.edges.size() - 1;
}

uint32_t FunctionDecoder::elementSlot(Type *aggregate,
                                      ArrayRef<unsigned> indices,
                                      uint32_t &lanes) {
  uint32_t slot = 0;
  for (unsigned index : indices) {
    if (auto *array = dyn_cast<ArrayType>(aggregate)) {
      aggregate = array->getElementType();
      slot += index * lanesOf(aggregate);
      continue;
    }
    auto *record = dyn_cast<StructType>(aggregate);
    if (!record) {
      hasUnknownType = true;
      return 0;
    }
    for (unsigned i = 0; i < index; ++i)
      slot += lanesOf(record->getElementType(i));
    aggregate = record->getElementType(index);
  }
  lanes = lanesOf(aggregate);
  return slot;
}

Error FunctionDecoder::append(const LI &at, const SI &op) {
  if (hasUnknownType)
    return unsupported(at, "a type or constant without support");
  kernel.code.push_back(op);
  origins.push_back(&at);
  return Error::success();
}

Error FunctionDecoder::appendCopies(const LI &at, SI op,
                                    ArrayRef<Copy> copies) {
  op.first = kernel.copies.size();
  op.count = copies.size();
  kernel.copies.insert(kernel.copies.end(), copies.begin(), copies.end());
  return append(at, op);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The promises that the instruction makes.
static Modifier promisesOf(const LI &at) {
  Modifier promises = Modifier::None;
  auto add = [&](bool holds, Modifier promise) {
    if (holds)
      promises |= promise;
  };
  if (auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&at)) {
    add(wrapping->hasNoSignedWrap(), Modifier::NoSignedWrap);
    add(wrapping->hasNoUnsignedWrap(), Modifier::NoUnsignedWrap);
  }
  if (auto *trunc = dyn_cast<TruncInst>(&at)) {
    add(trunc->hasNoSignedWrap(), Modifier::NoSignedWrap);
    add(trunc->hasNoUnsignedWrap(), Modifier::NoUnsignedWrap);
  }
  if (auto *exact = dyn_cast<PossiblyExactOperator>(&at))
    add(exact->isExact(), Modifier::Exact);
  if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(&at))
    add(disjoint->isDisjoint(), Modifier::Disjoint);
  if (auto *nonNeg = dyn_cast<PossiblyNonNegInst>(&at))
    add(nonNeg->hasNonNeg(), Modifier::NonNegative);
  if (auto *compare = dyn_cast<ICmpInst>(&at))
    add(compare->hasSameSign(), Modifier::SameSign);
  return promises;
}

Error FunctionDecoder::ignore(const LI &at, SI op) {
  return hasUnknownType ? unsupported(at, "a type or constant without support")
                        : Error::success();
}

Error FunctionDecoder::plain(const LI &at, SI op) {
  unsigned count = at.getNumOperands();
  if (auto *call = dyn_cast<CallInst>(&at))
    count = call->arg_size();
  for (unsigned i = 0; i < std::min<unsigned>(count, op.operands.size()); ++i)
    op.operands[i] = slotOfOperand(at, i);
  return append(at, op);
}

Error FunctionDecoder::absolute(const LI &at, SI op) {
  op.operands[0] = slotOfOperand(at, 0);
  if (cast<ConstantInt>(at.getOperand(1))->isOne())
    op.modifiers |= Modifier::PoisonOnMinimum;
  return append(at, op);
}

Error FunctionDecoder::classification(const LI &at, SI op) {
  op.operands[0] = slotOfOperand(at, 0);
  op.type = typeOf(at.getOperand(0)->getType());
  if (op.lanes != 1)
    return unsupported(at, "a vector");
  op.count = cast<ConstantInt>(at.getOperand(1))->getZExtValue();
  return append(at, op);
}

Error FunctionDecoder::conversion(const LI &at, SI op) {
  op.operands[0] = slotOfOperand(at, 0);
  op.type = typeOf(at.getOperand(0)->getType(), reading);
  if (op.opcode == Opcode::FloatToInteger)
    op.rounding = RoundingMode::Zero;
  return append(at, op);
}

/// Bit casts keep the lanes, or regroup them as memory does (LangRef, bitcast).
Error FunctionDecoder::reinterpretation(const LI &at, SI op) {
  RegisterType from = typeOf(at.getOperand(0)->getType());
  if (from.width != op.resultType.width)
    return throughMemory(at, op, from);
  return appendCopies(at, op, {{op.result, slotOfOperand(at, 0), op.lanes}});
}

Error FunctionDecoder::throughMemory(const LI &at, const SI &op,
                                     RegisterType from) {
  if (from.width % 8 || op.resultType.width % 8)
    return unsupported(at, "a bit cast that regroups parts of bytes");
  SI object;
  object.opcode = Opcode::LocalObject;
  object.immediate = op.lanes * op.resultType.width / 8;
  object.result = kernel.frame.size();
  kernel.frame.emplace_back();
  if (Error error = append(at, object))
    return error;
  SI store;
  store.opcode = Opcode::Store;
  store.type = store.resultType = from;
  store.bytes = from.width / 8;
  store.lanes = lanesOf(at.getOperand(0)->getType());
  store.operands = {object.result, slotOfOperand(at, 0), 0};
  if (Error error = append(at, store))
    return error;
  SI load = op;
  load.opcode = Opcode::Load;
  load.type = op.resultType;
  load.bytes = op.resultType.width / 8;
  load.operands = {object.result, 0, 0};
  return append(at, load);
}

Error FunctionDecoder::spaceCast(const LI &at, SI op) {
  unsigned number = at.getType()->getPointerAddressSpace();
  std::optional<StateSpace> space = spaceOf(number);
  if (!space)
    return unsupported(at, "address space " + Twine(number));
  op.space = *space;
  op.operands[0] = slotOfOperand(at, 0);
  return append(at, op);
}

Error FunctionDecoder::spaceQuery(const LI &at, SI op) {
  switch (cast<CallInst>(at).getIntrinsicID()) {
  case Intrinsic::nvvm_isspacep_const:
    op.space = StateSpace::Constant;
    break;
  case Intrinsic::nvvm_isspacep_global:
    op.space = StateSpace::Global;
    break;
  case Intrinsic::nvvm_isspacep_local:
    op.space = StateSpace::Local;
    break;
  case Intrinsic::nvvm_isspacep_shared:
    op.space = StateSpace::Shared;
    break;
  default:
    op.space = StateSpace::SharedCluster;
  }
  op.operands[0] = slotOfOperand(at, 0);
  return append(at, op);
}

/// LLVM's predicates of floats are sets of relations, too, with other bits.
static Relations relationsOf(CmpInst::Predicate predicate) {
  constexpr Relations less = Relations::Less, equal = Relations::Equal,
                      greater = Relations::Greater;
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return equal;
  case CmpInst::ICMP_NE:
    return less | greater;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_SLT:
    return less;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLE:
    return less | equal;
  case CmpInst::ICMP_UGT:
  case CmpInst::ICMP_SGT:
    return greater;
  case CmpInst::ICMP_UGE:
  case CmpInst::ICMP_SGE:
    return greater | equal;
  default:
    break;
  }
  assert(CmpInst::isFPPredicate(predicate));
  Relations set = Relations::None;
  if (predicate & CmpInst::FCMP_OEQ)
    set |= equal;
  if (predicate & CmpInst::FCMP_OGT)
    set |= greater;
  if (predicate & CmpInst::FCMP_OLT)
    set |= less;
  if (predicate & CmpInst::FCMP_UNO)
    set |= Relations::Unordered;
  return set;
}

Error FunctionDecoder::comparison(const LI &at, SI op) {
  auto predicate = cast<CmpInst>(at).getPredicate();
  op.relations = relationsOf(predicate);
  op.type = typeOf(at.getOperand(0)->getType(), CmpInst::isSigned(predicate)
                                                    ? TypeKind::Signed
                                                    : TypeKind::Unsigned);
  if (op.type.kind == TypeKind::Pointer && CmpInst::isSigned(predicate))
    return unsupported(at, "a signed comparison of pointers");
  op.operands = {slotOfOperand(at, 0), slotOfOperand(at, 1), 0};
  return append(at, op);
}

Error FunctionDecoder::selection(const LI &at, SI op) {
  op.operands = {slotOfOperand(at, 0), slotOfOperand(at, 1),
                 slotOfOperand(at, 2)};
  if (at.getOperand(0)->getType()->isVectorTy())
    op.modifiers |= Modifier::LanewiseCondition;
  return append(at, op);
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

Error FunctionDecoder::leave(const LI &at, SI op) {
  if (!module.functions.contains(&function))
    return at.getNumOperands() ? unsupported(at, "a kernel result")
                               : append(at, op);
  if (at.getNumOperands()) {
    SI copy = op;
    copy.opcode = Opcode::Move;
    Type *type = at.getOperand(0)->getType();
    if (Error error = appendCopies(
            at, copy,
            {{resultSlot(type), slotOfOperand(at, 0), lanesOf(type)}}))
      return error;
  }
  op.opcode = Opcode::Return;
  return append(at, op);
}

Error FunctionDecoder::branch(const LI &at, SI op) {
  auto &branch = cast<BranchInst>(at);
  op.edges[0] = edgeTo(at.getParent(), branch.getSuccessor(0));
  if (branch.isConditional()) {
    op.operands[0] = slotOf(branch.getCondition());
    op.edges[1] = edgeTo(at.getParent(), branch.getSuccessor(1));
  } else {
    op.opcode = Opcode::Jump;
  }
  return append(at, op);
}

Error FunctionDecoder::choice(const LI &at, SI op) {
  auto &choice = cast<SwitchInst>(at);
  op.operands[0] = slotOf(choice.getCondition());
  op.edges[0] = edgeTo(at.getParent(), choice.getDefaultDest());
  op.first = kernel.cases.size();
  op.count = choice.getNumCases();
  for (auto &item : choice.cases())
    kernel.cases.push_back({item.getCaseValue()->getZExtValue(),
                            edgeTo(at.getParent(), item.getCaseSuccessor())});
  return append(at, op);
}

/// An intrinsic without a row is refused when a thread reaches it.
Error FunctionDecoder::call(const LI &at, SI op) {
  if (cast<CallInst>(at).isInlineAsm())
    return inlineAssembly(cast<CallInst>(at), op);
  auto *call = dyn_cast<IntrinsicInst>(&at);
  if (!call)
    return functionCall(cast<CallInst>(at), op);
  for (const IntrinsicRow &row : getIntrinsicRows()) {
    if (row.intrinsic != call->getIntrinsicID())
      continue;
    op.opcode = row.opcode;
    op.modifiers = row.modifiers;
    op.rounding = row.rounding;
    op.special = row.special;
    op.approximation = row.approximation;
    if (!at.getType()->isVoidTy())
      op.type = op.resultType = typeOf(at.getType(), row.reading);
    return (this->*row.decode)(at, op);
  }
  if (isMbarrier(at))
    return mbarrier(at, op);
  if (isTensor(at))
    return tensor(at, op);
  if (isMatrix(at))
    return matrix(at, op);
  if (at.getType()->isVoidTy() && call->isAssumeLikeIntrinsic())
    return Error::success();
  op.opcode = Opcode::Refuse;
  op.first = kernel.refusals.size();
  kernel.refusals.push_back("intrinsic '" + nameOf(at) + "'");
  return append(at, op);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

Error FunctionDecoder::decode(const LI &at) {
  // Fast-math freedom other than nnan/ninf poison would make the result not
  // unique, so it is refused rather than guessed.
  if (auto *fp = dyn_cast<FPMathOperator>(&at)) {
    // What the NVPTX back end makes of tanh is what is meant.
    auto *call = dyn_cast<IntrinsicInst>(&at);
    bool mayApproximate = call && call->getIntrinsicID() == Intrinsic::tanh;
    FastMathFlags flags = fp->getFastMathFlags();
    if (mayApproximate && !flags.approxFunc())
      return unsupported(at, "a function that the back end does not have");
    if (mayApproximate)
      flags.setApproxFunc(false);
    if (flags.any())
      return unsupported(at, "fast-math flags");
  }
  for (const OpcodeRow &row : getOpcodeRows()) {
    if (row.llvmOpcode != at.getOpcode())
      continue;
    SI op;
    op.opcode = row.opcode;
    op.modifiers = promisesOf(at);
    reading = row.reading;
    if (!at.getType()->isVoidTy()) {
      op.result = slotOf(&at);
      op.lanes = lanesOf(at.getType());
      op.type = op.resultType = typeOf(at.getType(), reading);
    }
    return (this->*row.decode)(at, op);
  }
  return unsupported(at, "an instruction without support");
}

Error FunctionDecoder::run(const CalledFunction *called) {
  for (const Argument &argument : function.args()) {
    if (called) {
      slots[&argument] = called->slots[argument.getArgNo()];
      continue;
    }
    uint32_t slot = slotOf(&argument);
    if (lanesOf(argument.getType()) != 1 || hasUnknownType)
      return createStringError("the type of parameter " +
                               Twine(argument.getArgNo()));
    kernel.parameters.push_back({typeOf(argument.getType()), slot});
    if (!argument.hasByValAttr())
      continue;
    Type *type = argument.getParamByValType();
    Expected<uint32_t> copy =
        copyOf(function.getEntryBlock().front(), slot, type,
               argument.getParamAlign().value_or(layout.getABITypeAlign(type)));
    if (!copy)
      return copy.takeError();
    slots[&argument] = *copy;
  }
  for (const BasicBlock &block : function) {
    starts[&block] = kernel.code.size();
    for (const LI &at : block)
      if (Error error = decode(at))
        return error;
  }
  for (auto [edge, block] : edgeBlocks)
    kernel.edges[edge].target = starts[block];
  return Error::success();
}
