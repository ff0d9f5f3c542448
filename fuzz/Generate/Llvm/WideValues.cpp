//===- WideValues.cpp - Values of every type ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part of what makes modules wide. Each statement takes i32 values, goes over
// to other types, and comes back with one i32.
//
// Two things are kept out, since LangRef leaves them open: the bits of a NaN,
// which `toBits` replaces by one pattern; and which zero minnum and maxnum give
// of two, to which +0.0 is added.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Llvm/LlvmDraft.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace tilefuzz;
using namespace tilefuzz::llvmdraft;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type *BodyWriter::integerType() {
  static constexpr unsigned widths[] = {8,  16, 64, 32, 8,  16,
                                        64, 1,  5,  24, 33, 48};
  return builder.getIntNTy(widths[draft.choices.below(12)]);
}

Type *BodyWriter::floatType() {
  switch (draft.choices.below(6)) {
  case 0:
    return builder.getHalfTy();
  case 1:
    return builder.getBFloatTy();
  case 2:
    return builder.getDoubleTy();
  default:
    return builder.getFloatTy();
  }
}

/// Of an aggregate. No integers of 2 to 7 bits: as parameters they are known to
/// be passed wrongly (corpus/findings/nvptx-narrow-aggregate-parameters).
Type *BodyWriter::elementType(unsigned depth) {
  Type *type = anyType(depth);
  bool isNarrow = type->isIntegerTy() && type->getIntegerBitWidth() > 1 &&
                  type->getIntegerBitWidth() < 8;
  return isNarrow ? builder.getInt8Ty() : type;
}

Type *BodyWriter::anyType(unsigned depth) {
  switch (draft.choices.below(depth ? 8 : 4)) {
  case 0:
  case 1:
    return integerType();
  case 2:
    return floatType();
  case 3: {
    static constexpr unsigned widths[] = {8, 16, 32, 32};
    unsigned choice = draft.choices.below(6);
    Type *element = choice == 5   ? (Type *)builder.getFloatTy()
                    : choice == 4 ? (Type *)builder.getHalfTy()
                                  : builder.getIntNTy(widths[choice]);
    static constexpr unsigned counts[] = {2, 4, 3, 2};
    return FixedVectorType::get(element, counts[draft.choices.below(4)]);
  }
  case 4:
    return ArrayType::get(elementType(0), 1 + draft.choices.below(3));
  default: {
    SmallVector<Type *> elements;
    for (unsigned i = 0, e = 1 + draft.choices.below(3); i < e; ++i)
      elements.push_back(elementType(depth - 1));
    return StructType::get(builder.getContext(), elements);
  }
  }
}

static unsigned countOf(Type *type) {
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  return type->isStructTy() ? type->getStructNumElements()
                            : type->getArrayNumElements();
}

/// The lower bits, and for wide ones the upper.
Value *BodyWriter::toBits(Value *value) {
  Type *type = value->getType();
  if (type->isFloatingPointTy()) {
    unsigned width = type->getPrimitiveSizeInBits();
    Type *bits = builder.getIntNTy(width);
    APInt pattern = APFloat::getQNaN(type->getFltSemantics()).bitcastToAPInt();
    return toBits(builder.CreateSelect(builder.CreateFCmpUNO(value, value),
                                       ConstantInt::get(bits, pattern),
                                       builder.CreateBitCast(value, bits)));
  }
  if (type->isIntegerTy()) {
    if (type->getIntegerBitWidth() <= 32)
      return draft.choices.oneIn(2) ? builder.CreateZExtOrTrunc(value, i32())
                                    : builder.CreateSExtOrTrunc(value, i32());
    Value *upper = builder.CreateTrunc(
        builder.CreateLShr(value, ConstantInt::get(type, 29)), i32());
    return builder.CreateXor(builder.CreateTrunc(value, i32()), upper);
  }
  Value *all = number(5);
  for (unsigned i = 0, e = countOf(type); i < e; ++i) {
    Value *one = type->isVectorTy()
                     ? builder.CreateExtractElement(value, uint64_t(i))
                     : builder.CreateExtractValue(value, i);
    all = builder.CreateAdd(builder.CreateMul(all, number(29)), toBits(one));
  }
  return all;
}

Value *BodyWriter::fromBits(Value *bits, Type *type) {
  if (type->isFloatingPointTy()) {
    switch (draft.choices.below(5)) {
    case 0:
      return builder.CreateUIToFP(bits, type);
    case 2:
    case 3: {
      // One of four values at the edges, which nobody knows before it runs.
      Value *value = floatConstant(type);
      for (unsigned i = 0; i < 3; ++i)
        value = builder.CreateSelect(
            builder.CreateICmpEQ(builder.CreateAnd(bits, number(3)), number(i)),
            floatConstant(type), value);
      return value;
    }
    case 1: {
      Type *from = integerType();
      // corpus/findings/nvptx-bf16-from-i1.
      if (type->isBFloatTy() && from->isIntegerTy(1))
        from = builder.getInt8Ty();
      return builder.CreateSIToFP(fromBits(bits, from), type);
    }
    default: {
      Value *any = builder.CreateBitCast(
          fromBits(bits, builder.getIntNTy(type->getPrimitiveSizeInBits())),
          type);
      // No NaN, which could be a signalling one.
      return builder.CreateSelect(builder.CreateFCmpORD(any, any), any,
                                  floatConstant(type));
    }
    }
  }
  if (type->isIntegerTy()) {
    if (type->getIntegerBitWidth() <= 32)
      return builder.CreateTruncOrBitCast(bits, type);
    Value *lower = builder.CreateZExt(bits, type);
    return builder.CreateXor(
        lower, builder.CreateShl(builder.CreateSExt(integer(), type),
                                 ConstantInt::get(type, 17)));
  }
  Value *all = PoisonValue::get(type);
  for (unsigned i = 0, e = countOf(type); i < e; ++i) {
    Type *inner = type->isVectorTy()
                      ? type->getScalarType()
                      : GetElementPtrInst::getTypeAtIndex(type, uint64_t(i));
    Value *part = fromBits(builder.CreateAdd(bits, number(7919 * i)), inner);
    all = type->isVectorTy()
              ? builder.CreateInsertElement(all, part, uint64_t(i))
              : builder.CreateInsertValue(all, part, i);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// An amount below the width.
static Value *amountOf(Builder &builder, Value *value) {
  return builder.CreateURem(
      value, ConstantInt::get(value->getType(),
                              value->getType()->getIntegerBitWidth()));
}

Value *BodyWriter::integerTree(Type *type, unsigned depth) {
  unsigned width = type->getIntegerBitWidth();
  if (depth == 0) {
    if (draft.choices.below(4))
      return fromBits(integer(), type);
    APInt edges[] = {APInt::getZero(width), APInt::getAllOnes(width),
                     APInt::getSignedMinValue(width),
                     APInt::getSignedMaxValue(width), APInt(width, 1)};
    return ConstantInt::get(type, edges[draft.choices.below(5)]);
  }
  Value *a = integerTree(type, depth - 1), *b = integerTree(type, depth - 1);
  auto binary = [&](Intrinsic::ID id) {
    return builder.CreateIntrinsic(id, {type}, {a, b});
  };
  // Above zero, so that no quotient overflows.
  auto divisor = [&]() -> Value * {
    if (width < 3)
      return ConstantInt::get(type, 1);
    return builder.CreateOr(
        builder.CreateAnd(
            b, ConstantInt::get(type, APInt::getSignedMaxValue(width))),
        ConstantInt::get(type, 1));
  };
  // The amount is taken modulo a width that has to be a value of the type.
  bool hasAmount = width >= 3;
  switch (draft.choices.below(22)) {
  case 0:
    return builder.CreateAdd(a, b);
  case 1:
    return builder.CreateSub(a, b);
  case 2:
    return builder.CreateMul(a, b);
  case 3:
    return builder.CreateAnd(a, b);
  case 4:
    return builder.CreateOr(a, b);
  case 5:
    return builder.CreateXor(a, b);
  case 6:
    return hasAmount ? builder.CreateShl(a, amountOf(builder, b)) : a;
  case 7:
    return hasAmount ? builder.CreateLShr(a, amountOf(builder, b)) : a;
  case 8:
    return hasAmount ? builder.CreateAShr(a, amountOf(builder, b)) : a;
  case 9:
    return builder.CreateUDiv(a, divisor());
  case 10:
    return builder.CreateURem(a, divisor());
  case 11:
    return width < 3 ? a : builder.CreateSDiv(a, divisor());
  case 12:
    return width < 3 ? a : builder.CreateSRem(a, divisor());
  case 13: {
    Intrinsic::ID ids[] = {Intrinsic::umin, Intrinsic::umax, Intrinsic::smin,
                           Intrinsic::smax};
    return binary(ids[draft.choices.below(4)]);
  }
  case 14: {
    Intrinsic::ID ids[] = {Intrinsic::uadd_sat, Intrinsic::usub_sat,
                           Intrinsic::sadd_sat, Intrinsic::ssub_sat};
    return binary(ids[draft.choices.below(4)]);
  }
  case 15:
    return builder.CreateIntrinsic(Intrinsic::abs, {type},
                                   {a, builder.getFalse()});
  case 16:
    return builder.CreateIntrinsic(
        draft.choices.oneIn(2) ? Intrinsic::ctpop : Intrinsic::bitreverse,
        {type}, {a});
  case 17:
    return width % 16 ? b
                      : builder.CreateIntrinsic(Intrinsic::bswap, {type}, {a});
  case 18:
    return builder.CreateIntrinsic(
        draft.choices.oneIn(2) ? Intrinsic::fshl : Intrinsic::fshr, {type},
        {a, b, integerTree(type, depth - 1)});
  case 19: {
    // Through another width and back.
    Type *other = integerType();
    Value *there = draft.choices.oneIn(2) ? builder.CreateZExtOrTrunc(a, other)
                                          : builder.CreateSExtOrTrunc(a, other);
    return draft.choices.oneIn(2) ? builder.CreateZExtOrTrunc(there, type)
                                  : builder.CreateSExtOrTrunc(there, type);
  }
  default: {
    auto predicate = CmpInst::Predicate(CmpInst::FIRST_ICMP_PREDICATE +
                                        draft.choices.below(10));
    return builder.CreateSelect(builder.CreateICmp(predicate, a, b),
                                draft.choices.oneIn(2) ? a : b,
                                integerTree(type, depth - 1));
  }
  }
}

bool BodyWriter::wideInteger(unsigned) {
  integers.push_back(
      toBits(integerTree(integerType(), 1 + draft.choices.below(3))));
  return true;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Constant *BodyWriter::floatConstant(Type *type) {
  const fltSemantics &format = type->getFltSemantics();
  APFloat values[] = {APFloat::getZero(format),
                      APFloat::getZero(format, true),
                      APFloat::getOne(format),
                      APFloat::getOne(format, true),
                      APFloat::getInf(format),
                      APFloat::getSmallest(format),
                      APFloat::getSmallestNormalized(format, true),
                      APFloat::getLargest(format),
                      APFloat::getZero(format),
                      APFloat::getZero(format, true),
                      APFloat::getZero(format)};
  return ConstantFP::get(type, values[draft.choices.below(11)]);
}

Value *BodyWriter::convertFloat(Value *value, Type *type) {
  unsigned from = value->getType()->getPrimitiveSizeInBits(),
           to = type->getPrimitiveSizeInBits();
  if (value->getType() == type)
    return value;
  if (from < to)
    return builder.CreateFPExt(value, type);
  if (from > to)
    return builder.CreateFPTrunc(value, type);
  return builder.CreateFPTrunc(builder.CreateFPExt(value, builder.getFloatTy()),
                               type);
}

Value *BodyWriter::floatTree(Type *type, unsigned depth) {
  if (depth == 0)
    return draft.choices.below(3) ? fromBits(integer(), type)
                                  : floatConstant(type);
  Value *a = floatTree(type, depth - 1), *b = floatTree(type, depth - 1);
  Value *zero = ConstantFP::get(type, 0.0);
  switch (draft.choices.below(18)) {
  case 0:
  case 1:
    return builder.CreateFAdd(a, b);
  case 2:
    return builder.CreateFSub(a, b);
  case 3:
  case 4:
    return builder.CreateFMul(a, b);
  case 5:
    return builder.CreateFDiv(a, b);
  case 6:
    return builder.CreateFNeg(a);
  case 7:
    return builder.CreateIntrinsic(Intrinsic::fabs, {type}, {a});
  case 8:
    return builder.CreateIntrinsic(Intrinsic::fma, {type},
                                   {a, b, floatTree(type, depth - 1)});
  case 9:
    // Which zero it gives of two is open.
    return builder.CreateFAdd(builder.CreateIntrinsic(draft.choices.oneIn(2)
                                                          ? Intrinsic::minnum
                                                          : Intrinsic::maxnum,
                                                      {type}, {a, b}),
                              zero);
  case 10: {
    Intrinsic::ID ids[] = {Intrinsic::minimum, Intrinsic::maximum,
                           Intrinsic::minimumnum, Intrinsic::maximumnum};
    return builder.CreateIntrinsic(ids[draft.choices.below(4)], {type}, {a, b});
  }
  case 11:
    // The sign of a NaN is open.
    return builder.CreateIntrinsic(Intrinsic::copysign, {type},
                                   {a, builder.CreateSIToFP(integer(), type)});
  case 12:
  case 13:
    return convertFloat(convertFloat(a, floatType()), type);
  default: {
    // What back ends take for a minimum or maximum, though it is none.
    auto predicate = CmpInst::Predicate(CmpInst::FIRST_FCMP_PREDICATE + 1 +
                                        draft.choices.below(14));
    if (draft.choices.oneIn(2))
      predicate =
          draft.choices.oneIn(2) ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
    Value *other = draft.choices.oneIn(3) ? b : floatConstant(type);
    Value *holds = builder.CreateFCmp(predicate, a, other);
    bool isSwapped = draft.choices.oneIn(2);
    Value *right = draft.choices.below(4) ? other : floatConstant(type);
    return builder.CreateSelect(holds, isSwapped ? right : a,
                                isSwapped ? a : right);
  }
  }
}

bool BodyWriter::wideFloat(unsigned) {
  Type *type = floatType();
  Value *value = floatTree(type, 1 + draft.choices.below(3));
  switch (draft.choices.below(6)) {
  case 0: {
    auto predicate = CmpInst::Predicate(CmpInst::FIRST_FCMP_PREDICATE + 1 +
                                        draft.choices.below(14));
    Value *holds = builder.CreateFCmp(predicate, value, floatTree(type, 1));
    integers.push_back(builder.CreateZExt(holds, i32()));
    return true;
  }
  case 1: {
    // A number that the integer has.
    bool isSigned = draft.choices.oneIn(2);
    Type *to = draft.choices.oneIn(2) ? i32() : builder.getInt64Ty();
    Value *low = ConstantFP::get(type, isSigned ? -30000.0 : 0.0);
    Value *holds = builder.CreateAnd(
        builder.CreateFCmpOGE(value, low),
        builder.CreateFCmpOLE(value, ConstantFP::get(type, 60000.0)));
    value = builder.CreateSelect(holds, value, ConstantFP::get(type, 1.5));
    integers.push_back(toBits(isSigned ? builder.CreateFPToSI(value, to)
                                       : builder.CreateFPToUI(value, to)));
    return true;
  }
  case 2: {
    // The greater or the lesser of a value and a zero, but for both zeros.
    Value *x = fromBits(integer(), type);
    Value *zero = draft.choices.oneIn(2) ? ConstantFP::getZero(type)
                                         : ConstantFP::getNegativeZero(type);
    auto predicate =
        draft.choices.oneIn(2) ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT;
    Value *holds = builder.CreateFCmp(predicate, x, zero);
    bool isSwapped = draft.choices.oneIn(3);
    integers.push_back(toBits(builder.CreateSelect(holds, isSwapped ? zero : x,
                                                   isSwapped ? x : zero)));
    return true;
  }
  default:
    integers.push_back(toBits(value));
    return true;
  }
}
