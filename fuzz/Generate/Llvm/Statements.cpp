//===- Statements.cpp - What the functions of random modules do -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Llvm/LlvmDraft.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace tilefuzz;
using namespace tilefuzz::llvmdraft;
using namespace llvm;

BodyWriter::BodyWriter(ModuleDraft &draft, Function &function)
    : builder(BasicBlock::Create(function.getContext(), "entry", &function)),
      draft(draft), function(function) {
  // A function without any still counts.
  draft.tallies[function.getName().str()];
  integers.push_back(number(draft.choices.below(1000)));
}

void BodyWriter::addGlobals() {
  auto add = [&](GlobalVariable *variable, unsigned elements) {
    pointers.push_back({variable, elements, false, variable->getAddressSpace(),
                        draft.nextObject++});
    // As front ends write it: a constant cast.
    if (draft.choices.oneIn(2))
      pointers.push_back(
          {ConstantExpr::getAddrSpaceCast(variable, builder.getPtrTy()),
           elements, false, variable->getAddressSpace(),
           pointers.back().object});
  };
  if (draft.choices.oneIn(2))
    add(draft.constant, objectElements);
  if (draft.choices.oneIn(2))
    add(draft.readOnly, objectElements);
}

//===----------------------------------------------------------------------===//
// Choosing operands
//===----------------------------------------------------------------------===//

Value *BodyWriter::condition() {
  CmpInst::Predicate predicates[] = {CmpInst::ICMP_EQ, CmpInst::ICMP_ULT,
                                     CmpInst::ICMP_SGT, CmpInst::ICMP_NE};
  return builder.CreateICmp(predicates[draft.choices.below(4)], integer(),
                            builder.CreateAnd(integer(), number(255)));
}

const Pointer *BodyWriter::pointer(unsigned elements, bool mustWrite,
                                   function_ref<bool(const Pointer &)> fits) {
  std::vector<const Pointer *> candidates;
  for (const Pointer &one : pointers)
    if (one.elements >= elements && (one.isWritable || !mustWrite) &&
        (!fits || fits(one)))
      candidates.push_back(&one);
  return candidates.empty() ? nullptr : draft.choices.of(candidates);
}

void BodyWriter::countFlat(const Value *pointer) {
  if (pointer->getType()->getPointerAddressSpace() == 0)
    count("FlatAddrspaceAccesses");
}

Value *BodyWriter::elementAddress(const Pointer &of, unsigned element) {
  Value *zero = number(0);
  Type *row = ArrayType::get(i32(), 4);
  switch (draft.choices.below(element == 0 ? 5 : 4)) {
  case 0:
    return builder.CreateInBoundsGEP(i32(), of.value, number(element));
  case 1:
    // The index is within what the type says.
    if (element < 4 && of.elements >= 4 && draft.choices.oneIn(3))
      return builder.CreateInBoundsGEP(FixedVectorType::get(i32(), 4), of.value,
                                       {zero, number(element)}, "checked");
    return builder.CreateInBoundsGEP(ArrayType::get(i32(), of.elements),
                                     of.value, {zero, number(element)},
                                     "checked");
  case 2:
    if (of.elements >= 8 && element < 8)
      return builder.CreateInBoundsGEP(
          ArrayType::get(row, 2), of.value,
          {zero, number(element / 4), number(element % 4)}, "nested");
    return builder.CreateInBoundsGEP(i32(), of.value, number(element));
  case 3:
    return builder.CreatePtrAdd(of.value, builder.getInt64(4 * element));
  default:
    return of.value;
  }
}

Value *BodyWriter::loadFrom(const Pointer &from, unsigned element) {
  Value *place = elementAddress(from, element);
  countFlat(place);
  return builder.CreateAlignedLoad(i32(), place, Align(4));
}

void BodyWriter::storeTo(const Pointer &to, unsigned element, Value *value) {
  Value *place = elementAddress(to, element);
  countFlat(place);
  builder.CreateAlignedStore(value, place, Align(4));
}

Pointer BodyWriter::asGeneric(const Pointer &of) {
  Pointer generic = of;
  if (of.typeSpace())
    generic.value = builder.CreateAddrSpaceCast(of.value, builder.getPtrTy());
  return generic;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool BodyWriter::arithmetic(unsigned) {
  Value *a = integer(), *b = integer();
  switch (draft.choices.below(9)) {
  case 0:
    integers.push_back(builder.CreateAdd(a, b));
    break;
  case 1:
    integers.push_back(builder.CreateSub(a, b));
    break;
  case 2:
    integers.push_back(builder.CreateMul(a, b));
    break;
  case 3:
    integers.push_back(builder.CreateXor(a, b));
    break;
  case 4:
    integers.push_back(builder.CreateShl(a, builder.CreateAnd(b, number(31))));
    break;
  case 5:
    integers.push_back(builder.CreateUDiv(a, builder.CreateOr(b, number(1))));
    break;
  case 6:
    integers.push_back(builder.CreateSelect(condition(), a, b));
    break;
  case 7:
    // Promises that are kept.
    integers.push_back(builder.CreateAdd(builder.CreateAnd(a, number(0xffff)),
                                         builder.CreateAnd(b, number(0xffff)),
                                         "", true, true));
    break;
  default:
    integers.push_back(builder.CreateTrunc(
        builder.CreateLShr(
            builder.CreateMul(builder.CreateZExt(a, builder.getInt64Ty()),
                              builder.CreateSExt(b, builder.getInt64Ty())),
            builder.getInt64(7)),
        i32()));
  }
  return true;
}

bool BodyWriter::load(unsigned) {
  const Pointer *from = pointer(1, false);
  if (!from)
    return false;
  integers.push_back(loadFrom(*from, draft.choices.below(from->elements)));
  return true;
}

bool BodyWriter::store(unsigned) {
  const Pointer *to = pointer(1, true);
  if (!to)
    return false;
  storeTo(*to, draft.choices.below(to->elements), integer());
  return true;
}

bool BodyWriter::address(unsigned) {
  const Pointer *of = pointer(2, false);
  if (!of)
    return false;
  Pointer inner = *of;
  inner.alignment = 4;
  unsigned by = draft.choices.below(of->elements / 2 + 1);
  if (draft.choices.oneIn(2)) {
    inner.value = elementAddress(*of, by);
  } else {
    // By a number that is only known when it runs.
    unsigned limit = PowerOf2Ceil(by + 1);
    if (limit + 1 > of->elements)
      return false;
    by = limit - 1;
    Value *index = builder.CreateAnd(integer(), number(limit - 1));
    inner.value = builder.CreateInBoundsGEP(i32(), of->value, index);
  }
  inner.elements -= by;
  pointers.push_back(inner);
  return true;
}

bool BodyWriter::castSpace(unsigned) {
  const Pointer *of = pointer(1, false);
  if (!of)
    return false;
  Pointer other = *of;
  if (of->typeSpace())
    other = asGeneric(*of);
  else if (of->space)
    other.value = builder.CreateAddrSpaceCast(
        of->value, PointerType::get(builder.getContext(), of->space));
  else
    return false;
  // There and back again.
  if (draft.choices.oneIn(3) && other.typeSpace() == 0)
    other.value =
        builder.CreateAddrSpaceCast(other.value, of->value->getType());
  pointers.push_back(other);
  return true;
}

/// What holds of either.
static Pointer either(const Pointer &a, const Pointer &b, Value *value) {
  Pointer result;
  result.value = value;
  result.elements = std::min(a.elements, b.elements);
  result.isWritable = a.isWritable && b.isWritable;
  result.space = a.space == b.space ? a.space : 0;
  result.object = a.object == b.object ? a.object : 0;
  return result;
}

bool BodyWriter::selectPointer(unsigned) {
  const Pointer *first = pointer(1, false), *second = pointer(1, false);
  if (!first || !second)
    return false;
  Pointer a = *first, b = *second;
  if (a.value->getType() != b.value->getType()) {
    a = asGeneric(a);
    b = asGeneric(b);
  }
  pointers.push_back(
      either(a, b, builder.CreateSelect(condition(), a.value, b.value)));
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

bool BodyWriter::branch(unsigned depth) {
  if (depth == 0)
    return false;
  LLVMContext &context = builder.getContext();
  auto *then = BasicBlock::Create(context, "then", &function);
  auto *otherwise = BasicBlock::Create(context, "else", &function);
  auto *join = BasicBlock::Create(context, "join", &function);
  builder.CreateCondBr(condition(), then, otherwise);
  size_t integerCount = integers.size(), pointerCount = pointers.size();
  struct Arm {
    BasicBlock *end;
    Value *integer;
    Pointer pointer;
  };
  std::vector<Arm> arms;
  for (BasicBlock *block : {then, otherwise}) {
    builder.SetInsertPoint(block);
    writeStatements(1 + draft.choices.below(4), depth - 1);
    Arm arm;
    arm.integer = integers.back();
    if (const Pointer *one = pointer(1, false))
      arm.pointer = asGeneric(*one);
    builder.CreateBr(join);
    arm.end = builder.GetInsertBlock();
    arms.push_back(arm);
    integers.resize(integerCount);
    pointers.resize(pointerCount);
  }
  builder.SetInsertPoint(join);
  PHINode *phi = builder.CreatePHI(i32(), 2);
  for (const Arm &arm : arms)
    phi->addIncoming(arm.integer, arm.end);
  integers.push_back(phi);
  if (!arms[0].pointer.value || !arms[1].pointer.value)
    return true;
  PHINode *place = builder.CreatePHI(builder.getPtrTy(), 2);
  for (const Arm &arm : arms)
    place->addIncoming(arm.pointer.value, arm.end);
  pointers.push_back(either(arms[0].pointer, arms[1].pointer, place));
  return true;
}

bool BodyWriter::loop(unsigned depth) {
  const Pointer *one = pointer(1, false), *two = pointer(1, false);
  if (depth == 0 || !one)
    return false;
  Pointer before = asGeneric(*one), after = asGeneric(*two);
  LLVMContext &context = builder.getContext();
  BasicBlock *entry = builder.GetInsertBlock();
  auto *body = BasicBlock::Create(context, "loop", &function);
  auto *exit = BasicBlock::Create(context, "exit", &function);
  Value *start = integer();
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *counter = builder.CreatePHI(i32(), 2);
  PHINode *sum = builder.CreatePHI(i32(), 2);
  PHINode *place = builder.CreatePHI(builder.getPtrTy(), 2);
  size_t integerCount = integers.size(), pointerCount = pointers.size();
  integers.insert(integers.end(), {counter, sum});
  pointers.push_back(either(before, after, place));
  writeStatements(1 + draft.choices.below(4), depth - 1);
  Value *nextSum = builder.CreateAdd(sum, integers.back());
  Value *next = builder.CreateAdd(counter, number(1), "", true, true);
  Value *goesOn =
      builder.CreateICmpULT(next, number(1 + draft.choices.below(4)));
  BasicBlock *end = builder.GetInsertBlock();
  builder.CreateCondBr(goesOn, body, exit);
  counter->addIncoming(number(0), entry);
  counter->addIncoming(next, end);
  sum->addIncoming(start, entry);
  sum->addIncoming(nextSum, end);
  place->addIncoming(before.value, entry);
  place->addIncoming(after.value, end);
  integers.resize(integerCount);
  pointers.resize(pointerCount);
  integers.push_back(nextSum);
  builder.SetInsertPoint(exit);
  return true;
}

void BodyWriter::writeBarrier() {
  builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                          {number(0)});
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool BodyWriter::asParameter(ParameterKind kind, Type *type, Value *&value) {
  if (kind == ParameterKind::Integer) {
    value = integer();
    return true;
  }
  unsigned space = type->getPointerAddressSpace();
  const Pointer *one = pointer(parameterElements, kind == ParameterKind::Write,
                               [&](const Pointer &candidate) {
                                 return space == 0 || candidate.space == space;
                               });
  if (!one)
    return false;
  if (space == one->typeSpace())
    value = one->value;
  else if (space == 0)
    value = asGeneric(*one).value;
  else
    value = builder.CreateAddrSpaceCast(one->value, type);
  return true;
}

bool BodyWriter::callHelper(unsigned) {
  if (draft.helpers.empty())
    return false;
  const Helper &helper = draft.choices.of(draft.helpers);
  std::vector<Value *> arguments;
  for (auto [i, kind] : enumerate(helper.parameters)) {
    Value *value = nullptr;
    if (!asParameter(kind, helper.function->getArg(i)->getType(), value))
      return false;
    arguments.push_back(value);
  }
  CallInst *call = builder.CreateCall(helper.function, arguments);
  for (auto [i, kind] : enumerate(helper.parameters))
    if (kind == ParameterKind::ByValue) {
      call->addParamAttr(
          i, Attribute::getWithByValType(builder.getContext(), draft.record));
      call->addParamAttr(
          i, Attribute::getWithAlignment(builder.getContext(), Align(4)));
    }
  count("DirectCalls");
  count("DirectCallsToDefinedFunctions");
  integers.push_back(call);
  return true;
}

bool BodyWriter::callPointer(unsigned) {
  if (draft.leaves.empty())
    return false;
  Function *first = draft.choices.of(draft.leaves);
  Value *target =
      builder.CreateSelect(condition(), first, draft.choices.of(draft.leaves));
  integers.push_back(builder.CreateCall(first->getFunctionType(), target,
                                        {integer(), integer()}));
  count("IndirectCalls");
  return true;
}

bool BodyWriter::assembly(unsigned) {
  auto *type = FunctionType::get(i32(), {i32(), i32()}, false);
  auto *code = InlineAsm::get(type,
                              draft.choices.oneIn(2) ? "add.u32 $0, $1, $2;"
                                                     : "xor.b32 $0, $1, $2;",
                              "=r,r,r", draft.choices.oneIn(2));
  integers.push_back(builder.CreateCall(type, code, {integer(), integer()}));
  count("InlineAssemblyCalls");
  return true;
}

/// The value, of which it is said what it is expected to be, maybe with a
/// probability.
Value *BodyWriter::expected(Value *value, Value *likely) {
  // Code generation is asked for the plain one only.
  if (draft.isWide || draft.choices.oneIn(2))
    return builder.CreateIntrinsic(Intrinsic::expect, {value->getType()},
                                   {value, likely});
  return builder.CreateIntrinsic(
      Intrinsic::expect_with_probability, {value->getType()},
      {value, likely, ConstantFP::get(builder.getDoubleTy(), 0.75)});
}

bool BodyWriter::placeholder(unsigned) {
  Value *a = integer();
  unsigned form = draft.choices.below(4);
  // Passes make copies and take them away again; no back end knows them.
  if (draft.isWide && form == 1)
    form = 0;
  switch (form) {
  case 0:
    integers.push_back(expected(a, number(draft.choices.below(9))));
    return true;
  case 1:
    integers.push_back(
        builder.CreateIntrinsic(Intrinsic::ssa_copy, {i32()}, {a}));
    return true;
  case 2: {
    Value *isLess = builder.CreateICmpULT(a, integer());
    Value *same = expected(isLess, builder.getInt1(draft.choices.oneIn(2)));
    integers.push_back(builder.CreateZExt(same, i32()));
    return true;
  }
  default: {
    const Pointer *of = pointer(1, false);
    if (!of)
      return false;
    Pointer same = *of;
    same.value = builder.CreateIntrinsic(
        draft.choices.oneIn(2) ? Intrinsic::launder_invariant_group
                               : Intrinsic::strip_invariant_group,
        {of->value->getType()}, {of->value});
    pointers.push_back(same);
    return true;
  }
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

BodyWriter::Bytes BodyWriter::placeOf(Value *object, unsigned objectBytes,
                                      unsigned alignment, unsigned size) {
  unsigned offset = 0;
  switch (draft.choices.below(4)) {
  case 0:
    offset = draft.choices.below(objectBytes - size + 1);
    break;
  case 1:
    offset = 4 * draft.choices.below((objectBytes - size) / 4 + 1);
    break;
  default:
    break;
  }
  Align known = commonAlignment(Align(alignment), offset);
  if (draft.choices.oneIn(4))
    known =
        Align(std::max<uint64_t>(known.value() >> draft.choices.below(3), 1));
  if (offset)
    object =
        builder.CreateInBoundsGEP(builder.getInt8Ty(), object, number(offset));
  return {object, known, size};
}

BodyWriter::Bytes BodyWriter::chooseBytes(Value *object, unsigned objectBytes,
                                          unsigned alignment, unsigned most) {
  unsigned size = draft.choices.below(std::min(objectBytes, most) + 1);
  // Of words mostly, or of one of each size.
  if (draft.choices.oneIn(2))
    size = size / 4 * 4;
  return placeOf(object, objectBytes, alignment, size);
}

/// What is expanded, and a little more.
static constexpr unsigned mostBytes = 20;

bool BodyWriter::fill(unsigned) {
  const Pointer *to = pointer(2, true);
  if (!to)
    return false;
  Value *byte = draft.choices.oneIn(2)
                    ? (Value *)builder.getInt8(draft.choices.below(256))
                    : builder.CreateTrunc(integer(), builder.getInt8Ty());
  Bytes bytes =
      chooseBytes(to->value, 4 * to->elements, to->alignment, mostBytes);
  builder.CreateMemSet(bytes.place, byte, bytes.size, bytes.alignment);
  countFlat(bytes.place);
  return true;
}

bool BodyWriter::copyConstant(unsigned) {
  const Pointer *to = pointer(2, true);
  if (!to)
    return false;
  GlobalVariable *from =
      draft.choices.oneIn(2) ? draft.constant : draft.readOnly;
  Bytes bytes =
      chooseBytes(to->value, 4 * to->elements, to->alignment, mostBytes);
  unsigned offset = draft.choices.below(4 * objectElements - bytes.size + 1);
  if (draft.choices.oneIn(2))
    offset = offset / 4 * 4;
  Constant *place = from;
  if (offset)
    place = ConstantExpr::getInBoundsGetElementPtr(
        builder.getInt8Ty(), from, ArrayRef<Constant *>{number(offset)});
  builder.CreateMemCpy(bytes.place, bytes.alignment, place,
                       commonAlignment(*from->getAlign(), offset), bytes.size);
  countFlat(bytes.place);
  return true;
}

bool BodyWriter::copy(unsigned) {
  const Pointer *to = pointer(1, true), *from = pointer(1, false);
  if (!to || !from)
    return false;
  bool isApart = to->object && from->object && to->object != from->object;
  bool isFlat = to->typeSpace() == 0 || from->typeSpace() == 0;
  unsigned most = 4 * std::min(to->elements, from->elements);
  Bytes bytes = chooseBytes(to->value, 4 * to->elements, to->alignment, most);
  Bytes source =
      placeOf(from->value, 4 * from->elements, from->alignment, bytes.size);
  if (isApart && draft.choices.oneIn(2))
    builder.CreateMemCpy(bytes.place, bytes.alignment, source.place,
                         source.alignment, bytes.size);
  else
    builder.CreateMemMove(bytes.place, bytes.alignment, source.place,
                          source.alignment, bytes.size);
  if (isFlat)
    count("FlatAddrspaceAccesses");
  return true;
}

Pointer BodyWriter::newLocal() {
  AllocaInst *object =
      builder.CreateAlloca(ArrayType::get(i32(), objectElements));
  Pointer made = {object, objectElements, true, 5, draft.nextObject++};
  made.alignment = 4u << draft.choices.below(3);
  object->setAlignment(Align(made.alignment));
  count("Allocas");
  count("AllocasStaticSizeSum", 4 * objectElements);
  return made;
}

Pointer BodyWriter::makeLocal() {
  Pointer object = newLocal();
  builder.CreateMemSet(object.value,
                       builder.CreateTrunc(integer(), builder.getInt8Ty()),
                       4 * objectElements, Align(4));
  countFlat(object.value);
  return object;
}

/// An object whose lifetime is marked: it is used in between only.
bool BodyWriter::local(unsigned depth) {
  if (depth == 0)
    return false;
  Pointer object = newLocal();
  builder.CreateLifetimeStart(object.value);
  builder.CreateMemSet(object.value, builder.getInt8(3), 4 * objectElements,
                       Align(4));
  countFlat(object.value);
  size_t integerCount = integers.size(), pointerCount = pointers.size();
  pointers.push_back(object);
  writeStatements(1 + draft.choices.below(4), depth - 1);
  Value *result = loadFrom({object.value, objectElements, true, 5, 0},
                           draft.choices.below(objectElements));
  Value *last = integers.back();
  integers.resize(integerCount);
  pointers.resize(pointerCount);
  integers.push_back(builder.CreateXor(result, last));
  builder.CreateLifetimeEnd(object.value);
  return true;
}

bool BodyWriter::update(unsigned) {
  // Local memory has no atomics (facts, 6.5).
  const Pointer *to = pointer(1, true, [](const Pointer &one) {
    return one.space == 1 || one.space == 3;
  });
  if (!to)
    return false;
  Value *place = elementAddress(*to, draft.choices.below(to->elements));
  countFlat(place);
  AtomicRMWInst::BinOp operations[] = {AtomicRMWInst::Add, AtomicRMWInst::Xor,
                                       AtomicRMWInst::Xchg};
  integers.push_back(builder.CreateAtomicRMW(
      operations[draft.choices.below(3)], place, integer(), Align(4),
      AtomicOrdering::Monotonic,
      builder.getContext().getOrInsertSyncScopeID("device")));
  return true;
}

/// Shared memory as the cluster sees it.
bool BodyWriter::cluster(unsigned) {
  const Pointer *of =
      pointer(1, true, [](const Pointer &one) { return one.typeSpace() == 3; });
  if (!of)
    return false;
  Pointer other = *of;
  other.value = builder.CreateAddrSpaceCast(
      of->value, PointerType::get(builder.getContext(), 7));
  unsigned element = draft.choices.below(of->elements);
  storeTo(*of, element, integer());
  integers.push_back(loadFrom(other, element));
  return true;
}
