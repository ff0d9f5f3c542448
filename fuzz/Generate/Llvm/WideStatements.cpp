//===- WideStatements.cpp - Statements of wide modules --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Vectors, structs in memory, switches, calls with parameters of any type,
// atomics of every order and scope, and threads that talk to each other.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Llvm/LlvmDraft.h"
#include "llvm/IR/Constants.h"

using namespace tilefuzz;
using namespace tilefuzz::llvmdraft;
using namespace llvm;

static constexpr const char *scopes[] = {"block", "device", ""};

//===----------------------------------------------------------------------===//
// Vectors and memory
//===----------------------------------------------------------------------===//

bool BodyWriter::wideVector(unsigned) {
  unsigned count = draft.choices.oneIn(2) ? 4 : 2;
  const Pointer *of = pointer(count, false);
  if (!of)
    return false;
  Pointer from = *of;
  bool isAligned = from.alignment >= 4 * count;
  unsigned element = isAligned
                         ? count * draft.choices.below(from.elements / count)
                         : draft.choices.below(from.elements - count + 1);
  Align alignment(isAligned ? 4 * count : 4);
  Type *type = FixedVectorType::get(i32(), count);
  Value *place = builder.CreateInBoundsGEP(i32(), from.value, number(element));
  countFlat(place);
  Value *value = builder.CreateAlignedLoad(type, place, alignment);
  Value *other = fromBits(integer(), type);
  static constexpr Instruction::BinaryOps operations[] = {
      Instruction::Add, Instruction::Sub, Instruction::Mul, Instruction::Xor,
      Instruction::And};
  value = builder.CreateBinOp(operations[draft.choices.below(5)], value, other);
  SmallVector<int> mask;
  for (unsigned i = 0; i < count; ++i)
    mask.push_back(draft.choices.below(2 * count));
  value = builder.CreateShuffleVector(value, other, mask);
  if (draft.choices.oneIn(2)) {
    // Of narrower lanes, and back.
    Type *narrow = FixedVectorType::get(
        builder.getIntNTy(draft.choices.oneIn(2) ? 8 : 16), count);
    Value *less = builder.CreateTrunc(value, narrow);
    less = builder.CreateAdd(less, builder.CreateTrunc(other, narrow));
    value = draft.choices.oneIn(2) ? builder.CreateZExt(less, type)
                                   : builder.CreateSExt(less, type);
  } else if (draft.choices.oneIn(2)) {
    value = builder.CreateSelect(builder.CreateICmpSGT(value, other), value,
                                 builder.CreateNot(other));
  }
  if (from.isWritable && draft.choices.oneIn(2)) {
    countFlat(place);
    builder.CreateAlignedStore(value, place, alignment);
  }
  integers.push_back(toBits(value));
  return true;
}

/// A value of any type through memory.
bool BodyWriter::wideMemory(unsigned) {
  Type *type = anyType(2);
  AllocaInst *object = builder.CreateAlloca(type);
  uint64_t size = function.getDataLayout().getTypeAllocSize(type);
  count("Allocas");
  count("AllocasStaticSizeSum", size);
  Value *value = fromBits(integer(), type);
  if (type->isIntegerTy() && draft.choices.oneIn(2))
    value = integerTree(type, 1);
  countFlat(object);
  builder.CreateStore(value, object);
  Value *place = object;
  if (draft.choices.oneIn(2))
    place = builder.CreateAddrSpaceCast(
        object, PointerType::get(builder.getContext(), 5));
  countFlat(place);
  integers.push_back(toBits(builder.CreateLoad(type, place)));
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow and calls
//===----------------------------------------------------------------------===//

bool BodyWriter::wideSwitch(unsigned depth) {
  if (depth == 0)
    return false;
  LLVMContext &context = builder.getContext();
  Type *type = draft.choices.oneIn(3) ? integerType() : i32();
  if (type->getIntegerBitWidth() < 5)
    type = i32();
  unsigned arms = 2 + draft.choices.below(5);
  // Dense, sparse, or with the greatest value.
  unsigned stride = 1 + draft.choices.below(3);
  Value *selector =
      builder.CreateAnd(fromBits(integer(), type), ConstantInt::get(type, 15));
  auto *join = BasicBlock::Create(context, "join", &function);
  auto *last = BasicBlock::Create(context, "default", &function, join);
  SwitchInst *choice = builder.CreateSwitch(selector, last, arms);
  std::vector<std::pair<Value *, BasicBlock *>> ends;
  auto writeArm = [&](BasicBlock *block) {
    size_t integerCount = integers.size(), pointerCount = pointers.size();
    builder.SetInsertPoint(block);
    writeStatements(1 + draft.choices.below(2), depth - 1);
    ends.push_back({integers.back(), builder.GetInsertBlock()});
    builder.CreateBr(join);
    integers.resize(integerCount);
    pointers.resize(pointerCount);
  };
  for (unsigned i = 0; i < arms; ++i) {
    auto *block = BasicBlock::Create(context, "case", &function, join);
    choice->addCase(cast<ConstantInt>(ConstantInt::get(type, i * stride % 16)),
                    block);
    writeArm(block);
  }
  writeArm(last);
  builder.SetInsertPoint(join);
  PHINode *phi = builder.CreatePHI(i32(), ends.size());
  for (auto [value, block] : ends)
    phi->addIncoming(value, block);
  integers.push_back(phi);
  return true;
}

/// A function whose parameters and result have any type.
void llvmdraft::addConverter(ModuleDraft &draft, unsigned index) {
  LLVMContext &context = draft.module.getContext();
  Builder types(context);
  // Types are drawn before there is a body: of a function that goes away.
  auto *draws =
      Function::Create(FunctionType::get(types.getVoidTy(), false),
                       GlobalValue::InternalLinkage, "draws", draft.module);
  SmallVector<Type *> parameters;
  Type *result;
  {
    BodyWriter writer(draft, *draws);
    for (unsigned i = 0, e = 1 + draft.choices.below(4); i < e; ++i)
      parameters.push_back(writer.anyType(2));
    result = writer.anyType(2);
  }
  draft.tallies.erase("draws");
  draws->eraseFromParent();
  auto *function =
      Function::Create(FunctionType::get(result, parameters, false),
                       draft.choices.oneIn(3) ? GlobalValue::LinkOnceODRLinkage
                                              : GlobalValue::InternalLinkage,
                       "converter" + Twine(index), draft.module);
  if (draft.choices.oneIn(3))
    function->addFnAttr(Attribute::NoInline);
  BodyWriter body(draft, *function);
  body.count("ExternalNotKernel", !function->hasLocalLinkage());
  for (Argument &argument : function->args())
    body.integers.push_back(body.toBits(&argument));
  body.writeStatements(1 + draft.choices.below(3), 1);
  body.builder.CreateRet(body.fromBits(body.summary(), result));
  draft.converters.push_back(function);
}

bool BodyWriter::wideCall(unsigned) {
  if (draft.converters.empty())
    return false;
  Function *callee = draft.choices.of(draft.converters);
  std::vector<Value *> arguments;
  for (Argument &parameter : callee->args())
    arguments.push_back(fromBits(integer(), parameter.getType()));
  integers.push_back(toBits(builder.CreateCall(callee, arguments)));
  count("DirectCalls");
  count("DirectCallsToDefinedFunctions");
  return true;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

SyncScope::ID BodyWriter::scope() {
  return builder.getContext().getOrInsertSyncScopeID(
      scopes[draft.choices.below(3)]);
}

bool BodyWriter::wideAtomic(unsigned) {
  using Order = AtomicOrdering;
  static constexpr Order orders[] = {Order::Monotonic, Order::Acquire,
                                     Order::Release, Order::AcquireRelease,
                                     Order::SequentiallyConsistent};
  const Pointer *to = pointer(1, true, [](const Pointer &one) {
    return one.space == 1 || one.space == 3;
  });
  if (!to)
    return false;
  Value *place = elementAddress(*to, draft.choices.below(to->elements));
  countFlat(place);
  switch (draft.choices.below(4)) {
  case 0: {
    static constexpr Order loads[] = {Order::Monotonic, Order::Acquire,
                                      Order::SequentiallyConsistent};
    LoadInst *load = builder.CreateAlignedLoad(i32(), place, Align(4));
    load->setAtomic(loads[draft.choices.below(3)], scope());
    integers.push_back(load);
    return true;
  }
  case 1: {
    static constexpr Order stores[] = {Order::Monotonic, Order::Release,
                                       Order::SequentiallyConsistent};
    StoreInst *store = builder.CreateAlignedStore(integer(), place, Align(4));
    store->setAtomic(stores[draft.choices.below(3)], scope());
    return true;
  }
  default: {
    static constexpr AtomicRMWInst::BinOp operations[] = {
        AtomicRMWInst::Add, AtomicRMWInst::Sub, AtomicRMWInst::And,
        AtomicRMWInst::Or,  AtomicRMWInst::Xor, AtomicRMWInst::Xchg};
    integers.push_back(builder.CreateAtomicRMW(
        operations[draft.choices.below(6)], place, integer(), Align(4),
        orders[draft.choices.below(5)], scope()));
    return true;
  }
  }
}

bool BodyWriter::wideFence(unsigned) {
  using Order = AtomicOrdering;
  static constexpr Order orders[] = {Order::Acquire, Order::Release,
                                     Order::AcquireRelease,
                                     Order::SequentiallyConsistent};
  builder.CreateFence(orders[draft.choices.below(4)], scope());
  return true;
}

//===----------------------------------------------------------------------===//
// Between threads
//===----------------------------------------------------------------------===//

/// The neighbour's element in shared memory, between two barriers.
void BodyWriter::rotate(Value *thread) {
  writeBarrier();
  Value *neighbour = builder.CreateAnd(builder.CreateAdd(thread, number(1)),
                                       number(maxThreads - 1));
  Value *index =
      builder.CreateAdd(builder.CreateMul(neighbour, number(objectElements)),
                        number(draft.choices.below(objectElements)));
  Value *place = builder.CreateInBoundsGEP(i32(), draft.shared, index);
  integers.push_back(builder.CreateAlignedLoad(i32(), place, Align(4)));
  writeBarrier();
}

/// Every thread writes a number that its neighbour knows, and says so; who
/// finds it said looks. Whether it is said yet is nobody's business: the result
/// is 1 either way, and no access races, because of the orders alone.
void BodyWriter::exchange(Value *thread) {
  using Order = AtomicOrdering;
  LLVMContext &context = builder.getContext();
  SyncScope::ID wide = scope();
  GlobalVariable *mail = draft.mail;
  auto placeOf = [&](Value *who, unsigned part) {
    return builder.CreateInBoundsGEP(
        i32(), mail, builder.CreateAdd(who, number(part * maxThreads)));
  };
  auto messageOf = [&](Value *who) {
    return builder.CreateXor(builder.CreateMul(who, number(40503)),
                             number(0x5a5a));
  };
  builder.CreateAlignedStore(number(0), placeOf(thread, 0), Align(4));
  builder.CreateAlignedStore(number(0), placeOf(thread, 1), Align(4));
  writeBarrier();
  builder.CreateAlignedStore(messageOf(thread), placeOf(thread, 0), Align(4));
  // An atomicrmw is rare: its order is known to be lost
  // (corpus/findings/nvptx-atomicrmw-ordering).
  switch (draft.choices.oneIn(32) ? 1 : 2 * draft.choices.below(2)) {
  case 0:
    builder.CreateAlignedStore(number(1), placeOf(thread, 1), Align(4))
        ->setAtomic(Order::Release, wide);
    break;
  case 1:
    builder.CreateAtomicRMW(
        AtomicRMWInst::Xchg, placeOf(thread, 1), number(1), Align(4),
        draft.choices.oneIn(2) ? Order::Release : Order::AcquireRelease, wide);
    break;
  default:
    builder.CreateFence(draft.choices.oneIn(2) ? Order::Release
                                               : Order::SequentiallyConsistent,
                        wide);
    builder.CreateAlignedStore(number(1), placeOf(thread, 1), Align(4))
        ->setAtomic(Order::Monotonic, wide);
  }
  Value *neighbour = builder.CreateAnd(builder.CreateAdd(thread, number(1)),
                                       number(maxThreads - 1));
  Value *said = nullptr;
  switch (draft.choices.oneIn(32) ? 1 : 2 * draft.choices.below(2)) {
  case 0: {
    LoadInst *load =
        builder.CreateAlignedLoad(i32(), placeOf(neighbour, 1), Align(4));
    load->setAtomic(Order::Acquire, wide);
    said = load;
    break;
  }
  case 1:
    said = builder.CreateAtomicRMW(
        AtomicRMWInst::Or, placeOf(neighbour, 1), number(0), Align(4),
        draft.choices.oneIn(2) ? Order::Acquire : Order::SequentiallyConsistent,
        wide);
    break;
  default: {
    LoadInst *load =
        builder.CreateAlignedLoad(i32(), placeOf(neighbour, 1), Align(4));
    load->setAtomic(Order::Monotonic, wide);
    builder.CreateFence(
        draft.choices.oneIn(2) ? Order::Acquire : Order::AcquireRelease, wide);
    said = load;
  }
  }
  BasicBlock *before = builder.GetInsertBlock();
  auto *look = BasicBlock::Create(context, "look", &function);
  auto *after = BasicBlock::Create(context, "after", &function);
  builder.CreateCondBr(builder.CreateICmpEQ(said, number(1)), look, after);
  builder.SetInsertPoint(look);
  Value *found =
      builder.CreateAlignedLoad(i32(), placeOf(neighbour, 0), Align(4));
  Value *isRight = builder.CreateZExt(
      builder.CreateICmpEQ(found, messageOf(neighbour)), i32());
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  PHINode *phi = builder.CreatePHI(i32(), 2);
  phi->addIncoming(number(1), before);
  phi->addIncoming(isRight, look);
  integers.push_back(phi);
  writeBarrier();
}
