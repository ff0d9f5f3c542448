//===- EmitArith.cpp - Element-wise operations ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One scalar operation per register. No fast-math flag is ever set: the flags
// allow other results, and what runs this level knows only the exact one. They
// end here, where what they allow is not made use of (facts, 5.6, row 7).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/EmitElementwise.h"
#include "compiler/Conversion/TileASToNVVM/MathCode.h"
#include "compiler/Support/Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

LogicalResult tilefuzz::emitElements(Emitter &e, Operation *op, Scalar scalar) {
  Value resultValue = op->getResult(0);
  auto types = e.lower(op, resultValue.getType());
  FailureOr<ThreadLayout> layout = e.getLayout(op, resultValue.getType());
  if (failed(types) || failed(layout))
    return failure();
  for (Value operand : op->getOperands()) {
    FailureOr<ThreadLayout> own = e.getLayout(op, operand.getType());
    if (failed(own))
      return failure();
    if (isa<RankedTensorType>(operand.getType()) && !(*own == *layout))
      return op->emitError("'")
             << op->getName()
             << "' has operands and results of different layouts";
  }
  Registers result;
  for (auto [r, type] : llvm::enumerate(*types)) {
    SmallVector<Value, 4> operands;
    for (Value operand : op->getOperands())
      operands.push_back(registerOf(e.get(operand), r));
    Value value = scalar(e, op, operands, type);
    if (!value)
      return failure();
    result.push_back(value);
  }
  e.bind(resultValue, result);
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static LLVM::IntegerOverflowFlags
convertFlags(arith::IntegerOverflowFlags flags) {
  auto result = LLVM::IntegerOverflowFlags::none;
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nsw))
    result = result | LLVM::IntegerOverflowFlags::nsw;
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nuw))
    result = result | LLVM::IntegerOverflowFlags::nuw;
  return result;
}

template <typename From, typename To>
static Value wrapping(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  return To::create(e.builder, e.loc, x[0], x[1],
                    convertFlags(cast<From>(op).getOverflowFlags()));
}

template <LLVM::ICmpPredicate predicate>
static Value compare(Emitter &e, Value a, Value b) {
  return LLVM::ICmpOp::create(e.builder, e.loc, predicate, a, b);
}

/// The quotient rounded towards zero, moved by `step` where the remainder is
/// not zero and the operands' signs differ (floor) or agree (ceiling).
/// (Wrong: the sign of a product that may wrap says which.)
template <bool isFloor, bool ofProduct = false>
static Value divideSigned(Emitter &e, Operation *, ArrayRef<Value> x,
                          Type type) {
  OpBuilder &b = e.builder;
  Value zero = e.constant(type, 0);
  Value quotient = LLVM::SDivOp::create(b, e.loc, x[0], x[1]);
  Value remainder = LLVM::SRemOp::create(b, e.loc, x[0], x[1]);
  Value signs = ofProduct ? Value(LLVM::MulOp::create(b, e.loc, x[0], x[1]))
                          : Value(LLVM::XOrOp::create(b, e.loc, x[0], x[1]));
  Value inexact = compare<LLVM::ICmpPredicate::ne>(e, remainder, zero);
  Value moves = isFloor ? compare<LLVM::ICmpPredicate::slt>(e, signs, zero)
                        : compare<LLVM::ICmpPredicate::sge>(e, signs, zero);
  Value adjust = LLVM::AndOp::create(b, e.loc, inexact, moves);
  Value moved = LLVM::AddOp::create(b, e.loc, quotient,
                                    e.constant(type, isFloor ? ~0ull : 1));
  return LLVM::SelectOp::create(b, e.loc, adjust, moved, quotient);
}

static Value ceilDivideUnsigned(Emitter &e, Operation *, ArrayRef<Value> x,
                                Type type) {
  OpBuilder &b = e.builder;
  Value quotient = LLVM::UDivOp::create(b, e.loc, x[0], x[1]);
  Value remainder = LLVM::URemOp::create(b, e.loc, x[0], x[1]);
  Value inexact =
      compare<LLVM::ICmpPredicate::ne>(e, remainder, e.constant(type, 0));
  Value moved = LLVM::AddOp::create(b, e.loc, quotient, e.constant(type, 1));
  return LLVM::SelectOp::create(b, e.loc, inexact, moved, quotient);
}

/// Seeded: as if x + y - 1 did not wrap.
static Value ceilDivideOfSum(Emitter &e, Operation *, ArrayRef<Value> x,
                             Type type) {
  OpBuilder &b = e.builder;
  Value least = LLVM::SubOp::create(b, e.loc, x[1], e.constant(type, 1));
  Value sum = LLVM::AddOp::create(b, e.loc, x[0], least);
  return LLVM::UDivOp::create(b, e.loc, sum, x[1]);
}

/// The remainder of the minimum by -1 is 0; the machine's would be undefined.
static Value remainderSigned(Emitter &e, Operation *, ArrayRef<Value> x,
                             Type type) {
  if (type.isInteger(1))
    return e.constant(type, 0);
  Value isMinusOne =
      compare<LLVM::ICmpPredicate::eq>(e, x[1], e.constant(type, ~0ull));
  Value divisor = LLVM::SelectOp::create(e.builder, e.loc, isMinusOne,
                                         e.constant(type, 1), x[1]);
  return LLVM::SRemOp::create(e.builder, e.loc, x[0], divisor);
}

/// The product of twice the width, halved; of 16 bits and more an instruction.
template <bool isSigned>
static Value highProduct(Emitter &e, Operation *, ArrayRef<Value> x,
                         Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 16) {
    StringRef suffix = width == 16   ? (isSigned ? "s" : "us")
                       : width == 32 ? (isSigned ? "i" : "ui")
                                     : (isSigned ? "ll" : "ull");
    return callIntrinsic(e, "nvvm.mulhi." + suffix, type, x);
  }
  OpBuilder &b = e.builder;
  Type wide = b.getI16Type();
  auto extend = [&](Value value) -> Value {
    if (isSigned)
      return LLVM::SExtOp::create(b, e.loc, wide, value);
    return LLVM::ZExtOp::create(b, e.loc, wide, value);
  };
  Value product = LLVM::MulOp::create(b, e.loc, extend(x[0]), extend(x[1]));
  Value high = LLVM::LShrOp::create(b, e.loc, product, e.constant(wide, width));
  return LLVM::TruncOp::create(b, e.loc, type, high);
}

static Value compareInts(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  // The two enumerations list the same predicates in the same order.
  auto predicate =
      LLVM::ICmpPredicate(uint64_t(cast<arith::CmpIOp>(op).getPredicate()));
  return LLVM::ICmpOp::create(e.builder, e.loc, predicate, x[0], x[1]);
}

static Value select(Emitter &e, Operation *, ArrayRef<Value> x, Type) {
  return LLVM::SelectOp::create(e.builder, e.loc, x[0], x[1], x[2]);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value truncate(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  return LLVM::TruncOp::create(
      e.builder, e.loc, type, x[0],
      convertFlags(cast<arith::TruncIOp>(op).getOverflowFlags()));
}

template <bool isSigned>
static Value indexCast(Emitter &e, Operation *, ArrayRef<Value> x, Type type) {
  unsigned from = x[0].getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (from == to)
    return x[0];
  if (from > to)
    return LLVM::TruncOp::create(e.builder, e.loc, type, x[0]);
  if (isSigned)
    return LLVM::SExtOp::create(e.builder, e.loc, type, x[0]);
  return LLVM::ZExtOp::create(e.builder, e.loc, type, x[0]);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Value compareFloats(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  // As for integers.
  auto predicate =
      LLVM::FCmpPredicate(uint64_t(cast<arith::CmpFOp>(op).getPredicate()));
  return LLVM::FCmpOp::create(e.builder, e.loc, predicate, x[0], x[1]);
}

Value tilefuzz::callIntrinsic(Emitter &e, const Twine &name, Type type,
                              ArrayRef<Value> operands) {
  return LLVM::CallIntrinsicOp::create(e.builder, e.loc, type,
                                       e.builder.getStringAttr("llvm." + name),
                                       operands)
      .getResult(0);
}

/// IEEE 754-2019 maximumNumber and minimumNumber: one NaN is ignored, and -0
/// is below +0.
template <bool isMax>
static Value maxOrMinNumber(Emitter &e, Operation *, ArrayRef<Value> x,
                            Type type) {
  return callIntrinsic(e, isMax ? "maximumnum" : "minimumnum", type, x);
}
/// Seeded: zeros of either sign are equal.
static Value greaterNumber(Emitter &e, Operation *, ArrayRef<Value> x, Type) {
  Value isGreater = LLVM::FCmpOp::create(e.builder, e.loc,
                                         LLVM::FCmpPredicate::ogt, x[0], x[1]);
  Value isNaN = LLVM::FCmpOp::create(e.builder, e.loc, LLVM::FCmpPredicate::uno,
                                     x[1], x[1]);
  Value isFirst = LLVM::OrOp::create(e.builder, e.loc, isGreater, isNaN);
  return LLVM::SelectOp::create(e.builder, e.loc, isFirst, x[0], x[1]);
}
/// min(max(x, low), high)
static Value clamp(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  bool propagates = cast<aa::ClampFOp>(op).getPropagateNan();
  Value raised = callIntrinsic(e, propagates ? "maximum" : "maximumnum", type,
                               {x[0], x[1]});
  return callIntrinsic(e, propagates ? "minimum" : "minimumnum", type,
                       {raised, x[2]});
}

StringRef tilefuzz::getModeName(Emitter &e, aa::RoundingMode mode) {
  // Seeded: down is up, and up is down.
  switch (mode) {
  case aa::RoundingMode::NearestEven:
    return "rn";
  case aa::RoundingMode::Zero:
    return "rz";
  case aa::RoundingMode::NegativeInf:
    return e.bugs.pick(SeededBug::RoundingDirectionsSwapped, StringRef("rm"),
                       StringRef("rp"));
  case aa::RoundingMode::PositiveInf:
    return e.bugs.pick(SeededBug::RoundingDirectionsSwapped, StringRef("rp"),
                       StringRef("rm"));
  case aa::RoundingMode::Approx:
  case aa::RoundingMode::Full:
  case aa::RoundingMode::NearestAway: // Of conversions only.
    return "";
  }
  llvm_unreachable("unknown rounding mode");
}

/// An f32 rounded in a directed mode to a narrower format whose numbers are all
/// numbers of f32: the nearest one, or the one beside it on the other side.
static Value narrow(Emitter &e, Value x, Type type, aa::RoundingMode mode) {
  OpBuilder &b = e.builder;
  Type f32 = b.getF32Type(), i16 = b.getI16Type();
  Value nearest = LLVM::FPTruncOp::create(b, e.loc, type, x);
  Value back = LLVM::FPExtOp::create(b, e.loc, f32, nearest);
  Value bits = LLVM::BitcastOp::create(b, e.loc, i16, nearest);
  auto constant = [&](int16_t value) -> Value {
    return LLVM::ConstantOp::create(b, e.loc, i16, b.getI16IntegerAttr(value));
  };
  Value larger = LLVM::AddOp::create(b, e.loc, bits, constant(1));
  Value smaller = LLVM::SubOp::create(b, e.loc, bits, constant(1));
  Value isNegative = LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::slt,
                                          bits, constant(0));
  // Seeded: the zero with a sign is not below zero.
  if (e.bugs.acts(SeededBug::NarrowZeroHasNoSign))
    isNegative = LLVM::FCmpOp::create(b, e.loc, LLVM::FCmpPredicate::olt, back,
                                      e.zero(f32));
  // Bits order magnitudes; zeros keep the sign of what was rounded.
  LLVM::FCmpPredicate beyond = LLVM::FCmpPredicate::ogt;
  Value other = smaller;
  if (mode == aa::RoundingMode::Zero) {
    back = LLVM::FAbsOp::create(b, e.loc, back);
    x = LLVM::FAbsOp::create(b, e.loc, x);
  } else if (mode == aa::RoundingMode::NegativeInf) {
    other = LLVM::SelectOp::create(b, e.loc, isNegative, larger, smaller);
  } else {
    beyond = LLVM::FCmpPredicate::olt;
    other = LLVM::SelectOp::create(b, e.loc, isNegative, smaller, larger);
  }
  Value isBeyond = LLVM::FCmpOp::create(b, e.loc, beyond, back, x);
  Value chosen = LLVM::SelectOp::create(b, e.loc, isBeyond, other, bits);
  // Seeded: infinity stays.
  if (e.bugs.acts(SeededBug::NarrowBeyondIsInfinite)) {
    Value magnitude = LLVM::AndOp::create(b, e.loc, bits, constant(0x7fff));
    Value isInfinite =
        LLVM::ICmpOp::create(b, e.loc, LLVM::ICmpPredicate::eq, magnitude,
                             constant(type.isF16() ? 0x7c00 : 0x7f80));
    chosen = LLVM::SelectOp::create(b, e.loc, isInfinite, bits, chosen);
  }
  return LLVM::BitcastOp::create(b, e.loc, type, chosen);
}

Value tilefuzz::emitRoundedTo(Emitter &e, Operation *op, StringRef stem,
                              aa::RoundingMode rounding, bool ftz,
                              ArrayRef<Value> x, Type type) {
  StringRef mode = getModeName(e, rounding);
  if (!mode.empty() && !ftz && (type.isF16() || type.isBF16())) {
    // Emulated in f32 (part 1, 3.2). Rounding to f32 and then to the narrow
    // format in one direction is rounding once, as the formats are nested; so
    // it is to the nearest for quotients and roots, as f32 has more than twice
    // the precision.
    SmallVector<Value> wide;
    for (Value value : x)
      wide.push_back(LLVM::FPExtOp::create(e.builder, e.loc,
                                           e.builder.getF32Type(), value));
    Value result = callIntrinsic(e, "nvvm." + stem + "." + mode + ".f",
                                 e.builder.getF32Type(), wide);
    if (rounding == aa::RoundingMode::NearestEven)
      return LLVM::FPTruncOp::create(e.builder, e.loc, type, result);
    return narrow(e, result, type, rounding);
  }
  if (mode.empty() || !(type.isF32() || (type.isF64() && !ftz))) {
    refuse(op) << "on " << type
               << " with this rounding is not supported by the "
                  "lowering to NVVM";
    return {};
  }
  return callIntrinsic(e,
                       "nvvm." + stem + "." + mode + (ftz ? ".ftz" : "") +
                           (type.isF32() ? ".f" : ".d"),
                       type, x);
}

template <typename OpTy>
static Value emitRounded(Emitter &e, OpTy op, StringRef stem, ArrayRef<Value> x,
                         Type type) {
  return emitRoundedTo(e, op, stem, op.getRoundingMode(), op.getFlushToZero(),
                       x, type);
}

template <typename OpTy> static bool isPlain(OpTy op) {
  return op.getRoundingMode() == aa::RoundingMode::NearestEven &&
         !op.getFlushToZero();
}

static Value addFloats(Emitter &e, Operation *op, ArrayRef<Value> x,
                       Type type) {
  auto add = cast<aa::AddFOp>(op);
  if (isPlain(add))
    return LLVM::FAddOp::create(e.builder, e.loc, x[0], x[1]);
  return emitRounded(e, add, "add", x, type);
}
static Value subtractFloats(Emitter &e, Operation *op, ArrayRef<Value> x,
                            Type type) {
  auto sub = cast<aa::SubFOp>(op);
  if (isPlain(sub))
    return LLVM::FSubOp::create(e.builder, e.loc, x[0], x[1]);
  // Seeded: b - a has the same magnitude.
  if ((sub.getRoundingMode() == aa::RoundingMode::NegativeInf ||
       sub.getRoundingMode() == aa::RoundingMode::PositiveInf) &&
      e.bugs.acts(SeededBug::DifferenceRoundsOtherWay)) {
    Value minus = LLVM::FNegOp::create(e.builder, e.loc, x[0]);
    Value difference = emitRounded(e, sub, "add", {x[1], minus}, type);
    return difference ? LLVM::FNegOp::create(e.builder, e.loc, difference)
                      : Value();
  }
  // There is no rounded subtraction; the negation is exact.
  Value negated = LLVM::FNegOp::create(e.builder, e.loc, x[1]);
  return emitRounded(e, sub, "add", {x[0], negated}, type);
}
static Value multiplyFloats(Emitter &e, Operation *op, ArrayRef<Value> x,
                            Type type) {
  auto mul = cast<aa::MulFOp>(op);
  if (isPlain(mul))
    return LLVM::FMulOp::create(e.builder, e.loc, x[0], x[1]);
  return emitRounded(e, mul, "mul", x, type);
}
static Value fuse(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  auto fma = cast<aa::FmaOp>(op);
  if (isPlain(fma))
    return LLVM::FMAOp::create(e.builder, e.loc, type, x[0], x[1], x[2]);
  return emitRounded(e, fma, "fma", x, type);
}
//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

template <typename Extend>
static Value addPointer(Emitter &e, Operation *op, ArrayRef<Value> x,
                        Type type) {
  auto pointer =
      cast<aa::PtrType>(aa::getTileElementType(op->getResult(0).getType()));
  Type pointee = e.lowerElement(pointer.getPointeeType());
  if (!pointee || isPartOfByte(pointer.getPointeeType())) {
    refuse(op) << "steps over elements of type " << pointer.getPointeeType()
               << ", which the lowering to NVVM does not support";
    return {};
  }
  Value offset = x[1];
  Type i64 = e.builder.getI64Type();
  if (offset.getType() != i64)
    offset = Extend::create(e.builder, e.loc, i64, offset);
  return LLVM::GEPOp::create(e.builder, e.loc, type, e.storageType(pointee),
                             x[0], offset);
}

static constexpr HandlerRow rows[] = {
    {"arith.addi", emitElementwise<wrapping<arith::AddIOp, LLVM::AddOp>>},
    {"arith.subi", emitElementwise<wrapping<arith::SubIOp, LLVM::SubOp>>},
    {"arith.muli", emitElementwise<wrapping<arith::MulIOp, LLVM::MulOp>>},
    {"arith.shli", emitElementwise<wrapping<arith::ShLIOp, LLVM::ShlOp>>},
    {"arith.shrsi", emitElementwise<emitBinary<LLVM::AShrOp>>},
    {"arith.shrui", emitElementwise<emitBinary<LLVM::LShrOp>>},
    {"arith.andi", emitElementwise<emitBinary<LLVM::AndOp>>},
    {"arith.ori", emitElementwise<emitBinary<LLVM::OrOp>>},
    {"arith.xori", emitElementwise<emitBinary<LLVM::XOrOp>>},
    {"arith.maxsi", emitElementwise<emitBinary<LLVM::SMaxOp>>},
    {"arith.maxui", emitElementwise<emitBinary<LLVM::UMaxOp>>},
    {"arith.minsi", emitElementwise<emitBinary<LLVM::SMinOp>>},
    {"arith.minui", emitElementwise<emitBinary<LLVM::UMinOp>>},
    {"arith.divsi", emitElementwise<emitBinary<LLVM::SDivOp>>},
    {"arith.divui", emitElementwise<emitBinary<LLVM::UDivOp>>},
    {"arith.remsi", emitElementwise<remainderSigned>},
    {"arith.remui", emitElementwise<emitBinary<LLVM::URemOp>>},
    {"arith.floordivsi", emitElementwise<divideSigned<true>>},
    {"arith.ceildivsi", emitElementwise<divideSigned<false>>},
    {"arith.ceildivui", emitElementwise<ceilDivideUnsigned>},
    {"nv_tileaa.mulhiui", emitElementwise<highProduct<false>>},
    {"arith.cmpi", emitElementwise<compareInts>},
    {"arith.select", emitElementwise<select>},
    {"arith.extsi", emitElementwise<emitConversion<LLVM::SExtOp>>},
    {"arith.extui", emitElementwise<emitConversion<LLVM::ZExtOp>>},
    {"arith.trunci", emitElementwise<truncate>},
    {"arith.index_cast", emitElementwise<indexCast<true>>},
    {"arith.index_castui", emitElementwise<indexCast<false>>},
    {"arith.cmpf", emitElementwise<compareFloats>},
    {"arith.addf", emitElementwise<emitBinary<LLVM::FAddOp>>},
    {"arith.subf", emitElementwise<emitBinary<LLVM::FSubOp>>},
    {"arith.mulf", emitElementwise<emitBinary<LLVM::FMulOp>>},
    {"arith.maxnumf", emitElementwise<maxOrMinNumber<true>>},
    {"arith.minnumf", emitElementwise<maxOrMinNumber<false>>},
    {"arith.maximumf", emitElementwise<emitBinary<LLVM::MaximumOp>>},
    {"arith.minimumf", emitElementwise<emitBinary<LLVM::MinimumOp>>},
    {"nv_tileaa.clampf", emitElementwise<clamp>},
    {"nv_tileaa.addf", emitElementwise<addFloats>},
    {"nv_tileaa.subf", emitElementwise<subtractFloats>},
    {"nv_tileaa.mulf", emitElementwise<multiplyFloats>},
    {"nv_tileaa.fma", emitElementwise<fuse>},
    {"nv_tileaa.addptr", emitElementwise<addPointer<LLVM::SExtOp>>},
    // Wrong ones.
    {"arith.shrsi", emitElementwise<emitBinary<LLVM::LShrOp>>,
     SeededBug::ArithmeticShiftIsLogical},
    {"arith.remsi", emitElementwise<emitBinary<LLVM::SRemOp>>,
     SeededBug::RemainderOfMinimum},
    {"nv_tileaa.mulhiui", emitElementwise<highProduct<true>>,
     SeededBug::HighProductSigned},
    {"arith.ceildivui", emitElementwise<ceilDivideOfSum>,
     SeededBug::CeilDivWraps},
    {"arith.floordivsi", emitElementwise<divideSigned<true, true>>,
     SeededBug::FloorDivSignOfProduct},
    {"arith.ceildivsi", emitElementwise<divideSigned<false, true>>,
     SeededBug::FloorDivSignOfProduct},
    {"arith.maximumf", emitElementwise<maxOrMinNumber<true>>,
     SeededBug::MaximumIsMaximumNumber},
    {"arith.maxnumf", emitElementwise<greaterNumber>,
     SeededBug::MaximumNumberOfZeros},
    {"nv_tileaa.addptr", emitElementwise<addPointer<LLVM::ZExtOp>>,
     SeededBug::PointerOffsetZeroExtends},
};
ArrayRef<HandlerRow> tilefuzz::getArithHandlers() { return rows; }
