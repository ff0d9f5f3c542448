//===- Pretreat.cpp - The first clean-up of NVVM's LLVM IR ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/KernelPredicate.h"
#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tilefuzz;

/// Of a memory intrinsic that becomes stores, in bytes.
static constexpr uint64_t smallSize = 16;

namespace {
class Pretreatment {
public:
  Pretreatment(Module &module, const BugSet &bugs)
      : module(module), layout(module.getDataLayout()), bugs(bugs) {}

  bool run();

private:
  void consumeAnnotations();
  void copyParameters(Function &function);
  /// What the instruction stands for; null if it stays.
  Value *valueOf(Instruction &at);
  Value *valueOfIntrinsic(IntrinsicInst &call);
  bool vanishes(const IntrinsicInst &call) const;
  bool expandMemory(MemIntrinsic &memory);
  void storeBytes(IRBuilder<> &builder, Value *to, MaybeAlign alignment,
                  uint64_t size,
                  function_ref<Value *(uint64_t, unsigned)> piece);
  bool expandFill(MemSetInst &fill, uint64_t size);
  bool expandConstantCopy(MemTransferInst &copy, uint64_t size);

  Module &module;
  const DataLayout &layout;
  const BugSet &bugs;
  bool isChanged = false;
  bool dropsInvariantGroups = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// The row without what makes its function a kernel; null if nothing is left.
static MDNode *withoutKernel(const MDNode &row) {
  SmallVector<Metadata *> rest = {row.getOperand(0)};
  for (unsigned i = 1; i + 1 < row.getNumOperands(); i += 2) {
    auto *key = dyn_cast_or_null<MDString>(row.getOperand(i));
    if (!key || key->getString() != "kernel")
      rest.append({row.getOperand(i), row.getOperand(i + 1)});
  }
  return rest.size() > 1 ? MDNode::get(row.getContext(), rest) : nullptr;
}

void Pretreatment::consumeAnnotations() {
  KernelPredicate predicate(module);
  SmallPtrSet<const Function *, 8> consumed;
  for (Function &function : module) {
    if (function.isDeclaration() || !predicate.isKernel(function))
      continue;
    consumed.insert(&function);
    // A call has the convention of what it calls; a kernel that is called
    // keeps both, and its row.
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      continue;
    if (any_of(function.users(),
               [](const User *user) { return isa<CallBase>(user); })) {
      consumed.erase(&function);
      continue;
    }
    function.setCallingConv(CallingConv::PTX_Kernel);
    isChanged = true;
  }
  for (StringRef name : getKernelAnnotationNames()) {
    NamedMDNode *rows = module.getNamedMetadata(name);
    if (!rows)
      continue;
    SmallVector<MDNode *> kept;
    bool isSmaller = false;
    for (MDNode *row : rows->operands()) {
      Function *function =
          row->getNumOperands()
              ? mdconst::dyn_extract_or_null<Function>(row->getOperand(0))
              : nullptr;
      MDNode *rest =
          function && consumed.contains(function) ? withoutKernel(*row) : row;
      isSmaller |= rest != row;
      if (rest)
        kept.push_back(rest);
    }
    if (!isSmaller && !kept.empty())
      continue;
    rows->clearOperands();
    for (MDNode *row : kept)
      rows->addOperand(row);
    if (kept.empty())
      rows->eraseFromParent();
    isChanged = true;
  }
}

//===----------------------------------------------------------------------===//
// Parameters by value
//===----------------------------------------------------------------------===//

/// Each caller passes what the function may copy.
static bool isOnlyCalled(const Function &function) {
  return all_of(function.uses(), [&](const Use &use) {
    auto *call = dyn_cast<CallInst>(use.getUser());
    return call && call->isCallee(&use) && !call->isMustTailCall() &&
           call->getFunctionType() == function.getFunctionType();
  });
}

void Pretreatment::copyParameters(Function &function) {
  IRBuilder<> builder(module.getContext());
  for (Argument &parameter : function.args()) {
    if (!parameter.hasByValAttr())
      continue;
    unsigned number = parameter.getArgNo();
    Type *type = parameter.getParamByValType();
    Align natural = layout.getABITypeAlign(type);
    Align from = parameter.getParamAlign().value_or(natural);
    if (!bugs.acts(SeededBug::PretreatByValShares)) {
      builder.SetInsertPoint(function.getEntryBlock().begin());
      AllocaInst *copy =
          builder.CreateAlloca(type, nullptr, parameter.getName() + ".copy");
      copy->setAlignment(std::max(natural, from));
      Value *place = builder.CreateAddrSpaceCast(copy, parameter.getType());
      parameter.replaceAllUsesWith(place);
      builder.CreateMemCpy(place, copy->getAlign(), &parameter, from,
                           layout.getTypeAllocSize(type).getFixedValue());
    }
    // The function now reads what its callers own.
    MemoryEffects reads = MemoryEffects::argMemOnly(ModRefInfo::Ref);
    function.setMemoryEffects(function.getMemoryEffects() | reads);
    AttributeMask gone;
    for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::ReadNone,
                                     Attribute::WriteOnly, Attribute::NoAlias})
      gone.addAttribute(kind);
    function.removeParamAttrs(number, gone);
    function.addParamAttr(
        number, Attribute::getWithAlignment(module.getContext(), from));
    for (User *user : function.users()) {
      auto *call = cast<CallInst>(user);
      call->removeParamAttrs(number, gone);
      call->setMemoryEffects(call->getMemoryEffects() | reads);
      // A tail call promises to read nothing of the caller's frame but by
      // value.
      call->setTailCallKind(CallInst::TCK_None);
    }
    isChanged = true;
  }
}

//===----------------------------------------------------------------------===//
// Memory intrinsics
//===----------------------------------------------------------------------===//

void Pretreatment::storeBytes(IRBuilder<> &builder, Value *to,
                              MaybeAlign alignment, uint64_t size,
                              function_ref<Value *(uint64_t, unsigned)> piece) {
  Align base = alignment.valueOrOne();
  for (uint64_t offset = 0; offset < size;) {
    Align here = commonAlignment(base, offset);
    unsigned bytes = std::min<uint64_t>(
        {here.value(), bit_floor(size - offset), uint64_t(8)});
    Value *place = offset ? builder.CreateConstInBoundsGEP1_64(
                                builder.getInt8Ty(), to, offset)
                          : to;
    builder.CreateAlignedStore(piece(offset, bytes), place, here);
    offset += bytes;
  }
}

bool Pretreatment::expandFill(MemSetInst &fill, uint64_t size) {
  IRBuilder<> builder(&fill);
  Value *byte = fill.getValue();
  storeBytes(builder, fill.getDest(), fill.getDestAlign(), size,
             [&](uint64_t, unsigned bytes) -> Value * {
               Type *type = builder.getIntNTy(8 * bytes);
               Value *wide = builder.CreateZExt(byte, type);
               if (bytes == 1)
                 return wide;
               Value *all = ConstantInt::get(
                   type, APInt::getSplat(8 * bytes, APInt(8, 1)));
               return bugs.acts(SeededBug::PretreatFillsFirstByte)
                          ? wide
                          : builder.CreateMul(wide, all);
             });
  return true;
}

/// Of a constant variable whose every byte has a value.
bool Pretreatment::expandConstantCopy(MemTransferInst &copy, uint64_t size) {
  APInt offset(layout.getIndexTypeSizeInBits(copy.getSource()->getType()), 0);
  auto *variable = dyn_cast<GlobalVariable>(
      copy.getSource()->stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true));
  if (!variable || !variable->isConstant() ||
      !variable->hasDefinitiveInitializer())
    return false;
  // Seeded: from its first byte on.
  if (!offset.isZero() && bugs.acts(SeededBug::PretreatCopiesFromStart))
    offset = 0;
  Type *byteType = Type::getInt8Ty(module.getContext());
  SmallVector<uint8_t, smallSize> bytes;
  for (uint64_t i = 0; i < size; ++i) {
    auto *byte = dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConst(
        variable->getInitializer(), byteType, offset + i, layout));
    if (!byte)
      return false;
    bytes.push_back(byte->getZExtValue());
  }
  size = bugs.pick(SeededBug::PretreatCopiesWords, size, alignDown(size, 4));
  IRBuilder<> builder(&copy);
  storeBytes(builder, copy.getDest(), copy.getDestAlign(), size,
             [&](uint64_t first, unsigned count) -> Value * {
               uint64_t bits = 0;
               for (unsigned i = 0; i < count; ++i)
                 bits |= uint64_t(bytes[first + i]) << (8 * i);
               // Seeded: as if a word had 32 bits.
               if (count == 8)
                 bits = bugs.pick(SeededBug::PretreatCopiesLowHalf, bits,
                                  bits & 0xffffffff);
               return builder.getIntN(8 * count, bits);
             });
  return true;
}

/// Whether it is to be erased.
bool Pretreatment::expandMemory(MemIntrinsic &memory) {
  if (memory.isVolatile())
    return false;
  auto *transfer = dyn_cast<MemTransferInst>(&memory);
  if (transfer && transfer->getRawSource() == transfer->getRawDest())
    return true;
  // Seeded: what one object holds it holds anyway.
  if (transfer &&
      transfer->getRawSource()->stripInBoundsOffsets() ==
          transfer->getRawDest()->stripInBoundsOffsets() &&
      bugs.acts(SeededBug::PretreatCopyWithinVanishes))
    return true;
  auto *length = dyn_cast<ConstantInt>(memory.getLength());
  if (!length || length->getValue().ugt(smallSize))
    return false;
  uint64_t size = length->getZExtValue();
  if (size == 0)
    return true;
  if (transfer)
    return expandConstantCopy(*transfer, size);
  return expandFill(cast<MemSetInst>(memory), size);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool Pretreatment::vanishes(const IntrinsicInst &call) const {
  switch (call.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::var_annotation:
    return true;
  default:
    return false;
  }
}

Value *Pretreatment::valueOfIntrinsic(IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::expect:
    return bugs.pick(SeededBug::PretreatTakesExpected, call.getArgOperand(0),
                     call.getArgOperand(1));
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
    // Without the fence, promises about the group may not stay.
    dropsInvariantGroups = true;
    return call.getArgOperand(0);
  case Intrinsic::expect_with_probability:
    return bugs.pick(SeededBug::PretreatTakesProbable, call.getArgOperand(0),
                     call.getArgOperand(1));
  case Intrinsic::ssa_copy:
  case Intrinsic::annotation:
  case Intrinsic::ptr_annotation:
    return call.getArgOperand(0);
  default:
    return nullptr;
  }
}

Value *Pretreatment::valueOf(Instruction &at) {
  if (auto *call = dyn_cast<IntrinsicInst>(&at))
    return valueOfIntrinsic(*call);
  if (auto *cast = dyn_cast<BitCastInst>(&at))
    return cast->getSrcTy() == cast->getDestTy() ? cast->getOperand(0)
                                                 : nullptr;
  if (auto *cast = dyn_cast<AddrSpaceCastInst>(&at)) {
    // To generic and back, or the other way round. Between two concrete spaces
    // the way through generic means something.
    auto *inner = dyn_cast<AddrSpaceCastOperator>(cast->getPointerOperand());
    bool isRound = inner && inner->getOperand(0)->getType() == cast->getType();
    return isRound ? inner->getOperand(0) : nullptr;
  }
  if (auto *address = dyn_cast<GetElementPtrInst>(&at)) {
    if (address->getType() != address->getPointerOperandType())
      return nullptr;
    bool isZero = address->hasAllZeroIndices();
    auto *first = dyn_cast<ConstantInt>(*address->idx_begin());
    if (first && first->isZero() && address->getNumIndices() > 1)
      isZero = bugs.pick(SeededBug::PretreatFirstIndexOnly, isZero, true);
    return isZero ? address->getPointerOperand() : nullptr;
  }
  return nullptr;
}

bool Pretreatment::run() {
  consumeAnnotations();
  KernelPredicate predicate(module);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (function.hasLocalLinkage() && !predicate.isKernel(function) &&
        isOnlyCalled(function))
      copyParameters(function);
    for (Instruction &at : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&at);
      auto *memory = dyn_cast<MemIntrinsic>(&at);
      Value *value = valueOf(at);
      if (value)
        at.replaceAllUsesWith(value);
      else if (!(call && vanishes(*call)) && !(memory && expandMemory(*memory)))
        continue;
      // What only it needed goes, too; that stands before it.
      auto *operand = isa<CastInst, GetElementPtrInst>(at)
                          ? dyn_cast<Instruction>(at.getOperand(0))
                          : nullptr;
      at.eraseFromParent();
      if (operand)
        RecursivelyDeleteTriviallyDeadInstructions(operand);
      isChanged = true;
    }
  }
  if (dropsInvariantGroups)
    for (Function &function : module)
      for (Instruction &at : instructions(function))
        at.setMetadata(LLVMContext::MD_invariant_group, nullptr);
  return isChanged;
}

bool tilefuzz::pretreat(Module &module, const BugSet &bugs) {
  return Pretreatment(module, bugs).run();
}

PreservedAnalyses PretreatPass::run(Module &module, ModuleAnalysisManager &) {
  return pretreat(module, bugs) ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}
