//===- Decode.cpp - A function in the executor's compact form -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Decode.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

bool simt::flatten(Type *type, SmallVectorImpl<LaneType> &lanes) {
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
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    lanes.push_back({LaneKind::Int, uint8_t(type->getIntegerBitWidth())});
  else if (type->isHalfTy())
    lanes.push_back({LaneKind::F16, 16});
  else if (type->isBFloatTy())
    lanes.push_back({LaneKind::BF16, 16});
  else if (type->isFloatTy())
    lanes.push_back({LaneKind::F32, 32});
  else if (type->isDoubleTy())
    lanes.push_back({LaneKind::F64, 64});
  else if (type->isPointerTy())
    lanes.push_back({LaneKind::Ptr, 64});
  else
    return false;
  return true;
}

std::string simt::nameOf(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    if (const Function *callee = call->getCalledFunction())
      return callee->getName().str();
  return instruction.getOpcodeName();
}

std::string simt::locationOf(const Instruction &instruction) {
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

namespace {
class Decoder {
public:
  Decoder(const Function &function,
          const DenseMap<const GlobalVariable *, uint32_t> &globals)
      : function(function), globals(globals),
        layout(function.getParent()->getDataLayout()) {}

  Expected<DecodedFunction> run();

private:
  Error unsupported(const Instruction &at, const Twine &what) {
    return createStringError(what + " in '" + nameOf(at) + "' at " +
                             locationOf(at));
  }
  uint32_t lanesOf(Type *type) {
    SmallVector<LaneType> lanes;
    if (!flatten(type, lanes))
      bad = true;
    return lanes.size();
  }
  LaneType laneOf(Type *type) {
    SmallVector<LaneType> lanes;
    if (!flatten(type, lanes) || lanes.empty()) {
      bad = true;
      return {};
    }
    return lanes[0];
  }
  uint32_t slotOf(const llvm::Value *value);
  void fillConstant(const Constant *constant, uint32_t slot);
  uint32_t edgeTo(const BasicBlock *from, const BasicBlock *to);
  Error decode(const Instruction &instruction);
  Error decodeMemory(const Instruction &instruction, Decoded &op, Type *type,
                     Align align);
  uint32_t elementSlot(Type *aggregate, ArrayRef<unsigned> indices,
                       uint32_t &lanes);

  const Function &function;
  const DenseMap<const GlobalVariable *, uint32_t> &globals;
  const DataLayout &layout;
  DecodedFunction result;
  DenseMap<const llvm::Value *, uint32_t> slots;
  DenseMap<const BasicBlock *, uint32_t> starts;
  std::vector<const BasicBlock *> edgeBlocks;
  /// Set when a type or constant has no lane form.
  bool bad = false;
};
} // namespace

void Decoder::fillConstant(const Constant *constant, uint32_t slot) {
  Lane &value = result.frame[slot];
  if (constant->getType()->isVectorTy() || constant->getType()->isStructTy()) {
    unsigned count =
        constant->getType()->isVectorTy()
            ? cast<FixedVectorType>(constant->getType())->getNumElements()
            : constant->getType()->getStructNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const Constant *element = constant->getAggregateElement(i);
      if (!element) {
        bad = true;
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
    auto it = globals.find(dyn_cast<GlobalVariable>(base));
    if (!isa<GlobalVariable>(base) || it == globals.end()) {
      bad = true;
      return;
    }
    value.allocation = it->second;
    value.bits = offset.getSExtValue();
  } else {
    bad = true;
  }
}

uint32_t Decoder::slotOf(const llvm::Value *value) {
  auto [it, isNew] = slots.try_emplace(value, result.frame.size());
  uint32_t slot = it->second;
  if (isNew) {
    result.frame.resize(slot + lanesOf(value->getType()));
    if (auto *constant = dyn_cast<Constant>(value))
      fillConstant(constant, slot);
  }
  return slot;
}

uint32_t Decoder::edgeTo(const BasicBlock *from, const BasicBlock *to) {
  Edge edge;
  for (const PHINode &phi : to->phis())
    edge.copies.push_back({slotOf(&phi),
                           slotOf(phi.getIncomingValueForBlock(from)),
                           lanesOf(phi.getType())});
  result.edges.push_back(edge);
  edgeBlocks.push_back(to);
  return result.edges.size() - 1;
}

uint32_t Decoder::elementSlot(Type *aggregate, ArrayRef<unsigned> indices,
                              uint32_t &lanes) {
  uint32_t slot = 0;
  for (unsigned index : indices) {
    auto *record = dyn_cast<StructType>(aggregate);
    if (!record) {
      bad = true;
      return 0;
    }
    for (unsigned i = 0; i < index; ++i)
      slot += lanesOf(record->getElementType(i));
    aggregate = record->getElementType(index);
  }
  lanes = lanesOf(aggregate);
  return slot;
}

Error Decoder::decodeMemory(const Instruction &instruction, Decoded &op,
                            Type *type, Align align) {
  if (type->isStructTy())
    return unsupported(instruction, "a struct in memory");
  op.to = laneOf(type);
  op.lanes = lanesOf(type);
  op.bytes = (op.to.width + 7) / 8;
  if (op.lanes > 1 && op.to.width % 8)
    return unsupported(instruction, "a vector of sub-byte elements");
  if (!isPowerOf2_32(op.bytes))
    return unsupported(instruction, "an integer of unusual size");
  op.align = align.value();
  return Error::success();
}

static Error checkScope(const Instruction &instruction, SyncScope::ID scope,
                        bool &isBlock) {
  SmallVector<StringRef> names;
  instruction.getContext().getSyncScopeNames(names);
  StringRef name = names[scope];
  // A launch without clusters: each is one CTA.
  isBlock = name == "block" || name == "cluster";
  if (name.empty() || name == "device" || name == "block" || name == "cluster")
    return Error::success();
  return createStringError("synchronisation scope '" + name + "' at " +
                           locationOf(instruction));
}

Error Decoder::decode(const Instruction &instruction) {
  Decoded op;
  op.opcode = instruction.getOpcode();
  op.origin = &instruction;
  auto operand = [&](unsigned i) { return slotOf(instruction.getOperand(i)); };
  bool hasResult = !instruction.getType()->isVoidTy();
  if (hasResult) {
    op.result = slotOf(&instruction);
    op.lanes = lanesOf(instruction.getType());
    op.to = laneOf(instruction.getType());
  }
  if (auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&instruction)) {
    op.nsw = wrapping->hasNoSignedWrap();
    op.nuw = wrapping->hasNoUnsignedWrap();
  }
  if (auto *exact = dyn_cast<PossiblyExactOperator>(&instruction))
    op.exact = exact->isExact();
  if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(&instruction))
    op.flag = disjoint->isDisjoint();
  if (auto *nonNeg = dyn_cast<PossiblyNonNegInst>(&instruction))
    op.flag = nonNeg->hasNonNeg();
  if (auto *trunc = dyn_cast<TruncInst>(&instruction)) {
    op.nsw = trunc->hasNoSignedWrap();
    op.nuw = trunc->hasNoUnsignedWrap();
  }
  // Fast-math freedom other than nnan/ninf poison would make the result not
  // unique, so it is refused rather than guessed.
  if (auto *fp = dyn_cast<FPMathOperator>(&instruction))
    if (fp->getFastMathFlags().any())
      return unsupported(instruction, "fast-math flags");

  if (instruction.isBinaryOp()) {
    op.a = operand(0);
    op.b = operand(1);
  } else if (instruction.isCast()) {
    op.a = operand(0);
    op.from = laneOf(instruction.getOperand(0)->getType());
    if (isa<IntToPtrInst, PtrToIntInst>(instruction))
      return unsupported(instruction, "a pointer as an integer");
    if (isa<BitCastInst>(instruction) && op.from.width != op.to.width)
      return unsupported(instruction, "a bit cast that regroups lanes");
  } else {
    switch (op.opcode) {
    case Instruction::PHI:
      return Error::success();
    case Instruction::Ret:
      if (instruction.getNumOperands())
        return unsupported(instruction, "a kernel result");
      break;
    case Instruction::Unreachable:
      break;
    case Instruction::Br: {
      auto &branch = cast<BranchInst>(instruction);
      op.edge0 = edgeTo(instruction.getParent(), branch.getSuccessor(0));
      op.flag = branch.isConditional();
      if (op.flag) {
        op.a = slotOf(branch.getCondition());
        op.edge1 = edgeTo(instruction.getParent(), branch.getSuccessor(1));
      }
      break;
    }
    case Instruction::Switch: {
      auto &choice = cast<SwitchInst>(instruction);
      op.a = slotOf(choice.getCondition());
      op.edge0 = edgeTo(instruction.getParent(), choice.getDefaultDest());
      for (auto &item : choice.cases())
        op.cases.push_back(
            {item.getCaseValue()->getZExtValue(),
             edgeTo(instruction.getParent(), item.getCaseSuccessor())});
      break;
    }
    case Instruction::ICmp:
    case Instruction::FCmp:
      op.sub = cast<CmpInst>(instruction).getPredicate();
      if (auto *compare = dyn_cast<ICmpInst>(&instruction))
        op.flag = compare->hasSameSign();
      op.from = laneOf(instruction.getOperand(0)->getType());
      op.a = operand(0);
      op.b = operand(1);
      break;
    case Instruction::Select:
      op.a = operand(0);
      op.b = operand(1);
      op.c = operand(2);
      op.flag = instruction.getOperand(0)->getType()->isVectorTy();
      break;
    case Instruction::FNeg:
    case Instruction::Freeze:
      op.a = operand(0);
      break;
    case Instruction::GetElementPtr: {
      auto &gep = cast<GEPOperator>(instruction);
      SmallMapVector<llvm::Value *, APInt, 4> variables;
      APInt constant(64, 0);
      if (op.lanes != 1 ||
          layout.getIndexTypeSizeInBits(instruction.getType()) != 64 ||
          !gep.collectOffset(layout, 64, variables, constant))
        return unsupported(instruction, "this address computation");
      op.a = operand(0);
      op.offset = constant.getSExtValue();
      for (auto &[index, scale] : variables) {
        op.scales.push_back({slotOf(index), scale.getSExtValue()});
        op.operands.push_back(laneOf(index->getType()).width);
      }
      break;
    }
    case Instruction::Alloca: {
      auto &alloca = cast<AllocaInst>(instruction);
      auto size = alloca.getAllocationSize(layout);
      if (!size || size->isScalable())
        return unsupported(instruction, "a dynamic allocation");
      op.offset = size->getFixedValue();
      break;
    }
    case Instruction::Load: {
      auto &load = cast<LoadInst>(instruction);
      if (Error error =
              decodeMemory(instruction, op, load.getType(), load.getAlign()))
        return error;
      op.a = operand(0);
      op.sub = unsigned(load.getOrdering());
      if (load.isAtomic())
        if (Error error =
                checkScope(instruction, load.getSyncScopeID(), op.flag))
          return error;
      break;
    }
    case Instruction::Store: {
      auto &store = cast<StoreInst>(instruction);
      if (Error error =
              decodeMemory(instruction, op, store.getValueOperand()->getType(),
                           store.getAlign()))
        return error;
      op.a = slotOf(store.getPointerOperand());
      op.b = slotOf(store.getValueOperand());
      op.sub = unsigned(store.getOrdering());
      if (store.isAtomic())
        if (Error error =
                checkScope(instruction, store.getSyncScopeID(), op.flag))
          return error;
      break;
    }
    case Instruction::Fence: {
      auto &fence = cast<FenceInst>(instruction);
      op.sub = unsigned(fence.getOrdering());
      if (Error error =
              checkScope(instruction, fence.getSyncScopeID(), op.flag))
        return error;
      break;
    }
    case Instruction::AtomicRMW: {
      auto &update = cast<AtomicRMWInst>(instruction);
      if (!update.getType()->isIntegerTy())
        return unsupported(instruction, "a type without support");
      switch (update.getOperation()) {
      case AtomicRMWInst::Xchg:
      case AtomicRMWInst::Add:
      case AtomicRMWInst::Sub:
      case AtomicRMWInst::And:
      case AtomicRMWInst::Or:
      case AtomicRMWInst::Xor:
        break;
      default:
        return unsupported(
            instruction,
            "operation '" +
                AtomicRMWInst::getOperationName(update.getOperation()) + "'");
      }
      if (Error error = decodeMemory(instruction, op, update.getType(),
                                     update.getAlign()))
        return error;
      if (Error error =
              checkScope(instruction, update.getSyncScopeID(), op.flag))
        return error;
      op.a = slotOf(update.getPointerOperand());
      op.b = slotOf(update.getValOperand());
      op.c = update.getOperation();
      op.sub = unsigned(update.getOrdering());
      break;
    }
    case Instruction::ExtractElement: {
      auto *index = dyn_cast<ConstantInt>(instruction.getOperand(1));
      uint32_t count = lanesOf(instruction.getOperand(0)->getType());
      if (!index || index->getZExtValue() >= count)
        return unsupported(instruction, "a variable lane index");
      op.copies.push_back(
          {op.result, operand(0) + uint32_t(index->getZExtValue()), 1});
      break;
    }
    case Instruction::InsertElement: {
      auto *index = dyn_cast<ConstantInt>(instruction.getOperand(2));
      if (!index || index->getZExtValue() >= op.lanes)
        return unsupported(instruction, "a variable lane index");
      op.copies.push_back({op.result, operand(0), op.lanes});
      op.copies.push_back(
          {op.result + uint32_t(index->getZExtValue()), operand(1), 1});
      break;
    }
    case Instruction::ShuffleVector: {
      auto &shuffle = cast<ShuffleVectorInst>(instruction);
      uint32_t count = lanesOf(instruction.getOperand(0)->getType());
      uint32_t first = operand(0), second = operand(1);
      uint32_t none =
          slotOf(PoisonValue::get(instruction.getType()->getScalarType()));
      for (auto [i, lane] : enumerate(shuffle.getShuffleMask()))
        op.copies.push_back(
            {op.result + uint32_t(i),
             lane < 0 ? none
                      : (uint32_t(lane) < count ? first + lane
                                                : second + lane - count),
             1});
      break;
    }
    case Instruction::ExtractValue: {
      auto &extract = cast<ExtractValueInst>(instruction);
      uint32_t lanes = 0;
      uint32_t offset = elementSlot(instruction.getOperand(0)->getType(),
                                    extract.getIndices(), lanes);
      op.copies.push_back({op.result, operand(0) + offset, lanes});
      break;
    }
    case Instruction::InsertValue: {
      auto &insert = cast<InsertValueInst>(instruction);
      uint32_t lanes = 0;
      uint32_t offset =
          elementSlot(instruction.getType(), insert.getIndices(), lanes);
      op.copies.push_back({op.result, operand(0), op.lanes});
      op.copies.push_back({op.result + offset, operand(1), lanes});
      break;
    }
    case Instruction::Call: {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call)
        return unsupported(instruction, "a call of a function");
      if (!hasResult && call->isAssumeLikeIntrinsic()) {
        if (call->getIntrinsicID() != Intrinsic::assume)
          return Error::success();
      }
      op.sub = call->getIntrinsicID();
      for (const Use &use : call->args())
        op.operands.push_back(use->getType()->isMetadataTy() ? 0 : slotOf(use));
      break;
    }
    default:
      return unsupported(instruction, "an instruction without support");
    }
  }
  if (bad)
    return unsupported(instruction, "a type or constant without support");
  result.code.push_back(std::move(op));
  return Error::success();
}

Expected<DecodedFunction> Decoder::run() {
  // Slot 0 is nobody's, so that a default slot is never a value.
  result.frame.emplace_back();
  for (const Argument &argument : function.args())
    result.arguments.push_back(slotOf(&argument));
  for (const BasicBlock &block : function) {
    starts[&block] = result.code.size();
    for (const Instruction &instruction : block)
      if (Error error = decode(instruction))
        return std::move(error);
  }
  for (auto [edge, block] : zip_equal(result.edges, edgeBlocks))
    edge.target = starts[block];
  return std::move(result);
}

Expected<DecodedFunction>
simt::decode(const Function &function,
             const DenseMap<const GlobalVariable *, uint32_t> &globals) {
  return Decoder(function, globals).run();
}
