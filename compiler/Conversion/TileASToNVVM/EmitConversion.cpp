//===- EmitConversion.cpp - From one element type to another --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Formats that LLVM has are converted by its operations. Of the narrower ones,
// registers hold the codes, and FloatFormats.h has the code that reads and
// makes them: no instruction does on every target, or does what overflow asks
// for (docs/semantics.md).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/EmitElementwise.h"
#include "compiler/Conversion/TileASToNVVM/FloatFormats.h"
#include "compiler/Conversion/TileASToNVVM/MathCode.h"
#include "compiler/Support/Refusal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tilefuzz;
using elementary::NarrowFormat;
using elementary::Rounding;
namespace aa = mlir::nv_tileaa;

/// Whether LLVM has no such type.
static bool isNarrow(Type type) {
  return isa<FloatTF32Type, Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType>(type);
}

static NarrowFormat formatOf(Type type) {
  return NarrowFormat::of(cast<FloatType>(type).getFloatSemantics());
}

static Value resize(Emitter &e, unsigned width, Value x) {
  Type type = e.builder.getIntegerType(width);
  unsigned from = x.getType().getIntOrFloatBitWidth();
  if (from < width)
    return LLVM::ZExtOp::create(e.builder, e.loc, type, x);
  if (from > width)
    return LLVM::TruncOp::create(e.builder, e.loc, type, x);
  return x;
}

Value tilefuzz::readNarrow(Emitter &e, Type from, Value x) {
  if (!isNarrow(from) || isa<FloatTF32Type>(from))
    return x;
  LlvmCode<float> code(e);
  return elementary::decode(code, formatOf(from), code.bits(resize(e, 32, x)))
      .value;
}

template <typename Native>
static Value encodeIn(Emitter &e, Type to, Rounding mode, Value x) {
  NarrowFormat format = formatOf(to);
  if (isNarrow(to)) {
    if (mode == Rounding::NearestEven)
      mode = e.bugs.pick(SeededBug::NarrowingTruncates, mode, Rounding::Zero);
    // Seeded: as if the format had neither infinity nor NaN.
    if (format.overflow != format.largest &&
        e.bugs.acts(SeededBug::NarrowOverflowSaturates)) {
      format.overflow = format.largest;
      format.overflowIsNaN = false;
    }
  }
  LlvmCode<Native> code(e);
  Value bits = elementary::encode(code, format, mode, code.real(x)).value;
  unsigned width = to.getIntOrFloatBitWidth();
  if (!isa<FloatTF32Type>(to)) {
    Value narrow = resize(e, width, bits);
    if (isNarrow(to))
      return narrow;
    return LLVM::BitcastOp::create(e.builder, e.loc, to, narrow);
  }
  Type i32 = e.builder.getI32Type();
  Value placed = LLVM::ShlOp::create(e.builder, e.loc, resize(e, 32, bits),
                                     e.constant(i32, 32 - width));
  return LLVM::BitcastOp::create(e.builder, e.loc, e.builder.getF32Type(),
                                 placed);
}

static Value extendTo(Emitter &e, Type type, Value x) {
  if (x.getType() == type)
    return x;
  return LLVM::FPExtOp::create(e.builder, e.loc, type, x);
}

/// A number of a format that LLVM has, rounded to one of fewer bits.
static Value encode(Emitter &e, Type to, Rounding mode, Value x) {
  // f8E8M0FNU begins where f32 has subnormal numbers only.
  bool inDouble = x.getType().isF64() || isa<Float8E8M0FNUType>(to);
  if (inDouble)
    return encodeIn<double>(e, to, mode,
                            extendTo(e, e.builder.getF64Type(), x));
  return encodeIn<float>(e, to, mode, extendTo(e, e.builder.getF32Type(), x));
}

/// Between any two formats.
static Value convertFormat(Emitter &e, Type from, Type to, Rounding mode,
                           Value x) {
  Value value = readNarrow(e, from, x);
  if (isNarrow(to))
    return encode(e, to, mode, value);
  Type type = value.getType();
  if (type == to)
    return value;
  unsigned width = type.getIntOrFloatBitWidth();
  unsigned wanted = to.getIntOrFloatBitWidth();
  if (width < wanted)
    return LLVM::FPExtOp::create(e.builder, e.loc, to, value);
  if (mode != Rounding::NearestEven)
    return encode(e, to, mode, value);
  // Between f16 and bf16 through f32, which holds both exactly.
  if (width == wanted)
    value = extendTo(e, e.builder.getF32Type(), value);
  return LLVM::FPTruncOp::create(e.builder, e.loc, to, value);
}

static Type elementOf(Value tile) {
  return aa::getTileElementType(tile.getType());
}
static Value convertElement(Emitter &e, Operation *op, ArrayRef<Value> x,
                            Rounding mode) {
  return convertFormat(e, elementOf(op->getOperand(0)),
                       elementOf(op->getResult(0)), mode, x[0]);
}

static Rounding convertRounding(aa::RoundingMode mode) {
  switch (mode) {
  case aa::RoundingMode::Zero:
    return Rounding::Zero;
  case aa::RoundingMode::NegativeInf:
    return Rounding::NegativeInf;
  case aa::RoundingMode::PositiveInf:
    return Rounding::PositiveInf;
  case aa::RoundingMode::NearestAway:
    return Rounding::NearestAway;
  case aa::RoundingMode::NearestEven:
  // An error is allowed, not asked for.
  case aa::RoundingMode::Approx:
  case aa::RoundingMode::Full:
    return Rounding::NearestEven;
  }
  llvm_unreachable("unknown rounding mode");
}

static Value convertTileAA(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  auto conversion = cast<aa::FpToFpOp>(op);
  return convertElement(e, op, x,
                        convertRounding(conversion.getRoundingMode()));
}
static Value extend(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  return convertElement(e, op, x, Rounding::NearestEven);
}
static Value truncate(Emitter &e, Operation *op, ArrayRef<Value> x, Type) {
  auto mode = cast<arith::TruncFOp>(op).getRoundingmode().value_or(
      arith::RoundingMode::to_nearest_even);
  switch (mode) {
  case arith::RoundingMode::to_nearest_even:
    return convertElement(e, op, x, Rounding::NearestEven);
  case arith::RoundingMode::downward:
    return convertElement(e, op, x, Rounding::NegativeInf);
  case arith::RoundingMode::upward:
    return convertElement(e, op, x, Rounding::PositiveInf);
  case arith::RoundingMode::toward_zero:
    return convertElement(e, op, x, Rounding::Zero);
  case arith::RoundingMode::to_nearest_away:
    break;
  }
  refuse(op) << "with this rounding is not supported by the lowering to NVVM";
  return {};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// To a narrow format. What rounds before it must not round to a number halfway
/// between two of its numbers: f32 holds all integers below the largest number
/// of formats of 8 bits and less, f64 all of 32 bits; of wider ones bits that
/// f64 lacks leave a trace in the last bit that it has.
template <typename ToFloat>
static Value fromInteger(Emitter &e, Operation *op, ArrayRef<Value> x,
                         Type type) {
  Type to = elementOf(op->getResult(0));
  OpBuilder &b = e.builder;
  // Seeded: through f32, which rounds twice.
  if (to.isBF16() && x[0].getType().getIntOrFloatBitWidth() >= 32 &&
      e.bugs.acts(SeededBug::IntToBFloatThroughFloat))
    return LLVM::FPTruncOp::create(
        b, e.loc, type, ToFloat::create(b, e.loc, b.getF32Type(), x[0]));
  if (!isNarrow(to))
    return ToFloat::create(b, e.loc, type, x[0]);
  Value value = x[0];
  bool inFloat = !isa<FloatTF32Type>(to);
  // Seeded: f64 is precise enough.
  if (!inFloat && value.getType().isInteger(64) &&
      !e.bugs.acts(SeededBug::WideIntegerLosesTrace)) {
    LlvmCode<double> c(e);
    using Word = uint64_t;
    auto code = c.bits(value);
    auto kept = code & ~Word(0x7FF);
    auto rest = c.select((code & Word(0x7FF)) != Word(0), c.bits(Word(0x800)),
                         c.bits(Word(0)));
    // Few enough bits: those above are all the sign.
    auto above = c.signedShift(code, 52);
    auto isShort = above == Word(0);
    if (std::is_same_v<ToFloat, LLVM::SIToFPOp>)
      isShort = isShort || above == ~Word(0);
    value = c.select(isShort, code, kept | rest).value;
  }
  Type wide = inFloat ? Type(b.getF32Type()) : b.getF64Type();
  // Seeded: f16 has the same exponents.
  if (isa<Float8E5M2Type>(to))
    wide = e.bugs.pick(SeededBug::IntToByteThroughHalf, wide,
                       Type(b.getF16Type()));
  return encode(e, to, Rounding::NearestEven,
                ToFloat::create(b, e.loc, wide, value));
}

template <typename ToInteger>
static Value toInteger(Emitter &e, Operation *op, ArrayRef<Value> x,
                       Type type) {
  return ToInteger::create(e.builder, e.loc, type,
                           readNarrow(e, elementOf(op->getOperand(0)), x[0]));
}

//===----------------------------------------------------------------------===//
// The same bits
//===----------------------------------------------------------------------===//

/// Pointers of one address space have one type here, as codes of one width do.
static Value bitcast(Emitter &e, Operation *, ArrayRef<Value> x, Type type) {
  if (x[0].getType() == type)
    return x[0];
  return LLVM::BitcastOp::create(e.builder, e.loc, type, x[0]);
}

static constexpr HandlerRow rows[] = {
    {"arith.sitofp", emitElementwise<fromInteger<LLVM::SIToFPOp>>},
    {"arith.uitofp", emitElementwise<fromInteger<LLVM::UIToFPOp>>},
    {"arith.fptosi", emitElementwise<toInteger<LLVM::FPToSIOp>>},
    {"arith.fptoui", emitElementwise<toInteger<LLVM::FPToUIOp>>},
    {"arith.extf", emitElementwise<extend>},
    {"arith.truncf", emitElementwise<truncate>},
    {"nv_tileaa.fp_to_fp", emitElementwise<convertTileAA>},
    {"arith.bitcast", emitElementwise<bitcast>},
    {"nv_tileaa.bitcast", emitElementwise<bitcast>},
    {"nv_tileaa.int_to_ptr", emitElementwise<emitConversion<LLVM::IntToPtrOp>>},
    {"nv_tileaa.ptr_to_int", emitElementwise<emitConversion<LLVM::PtrToIntOp>>},
    // Wrong ones.
    {"arith.uitofp", emitElementwise<fromInteger<LLVM::SIToFPOp>>,
     SeededBug::UnsignedToFloatSignedness},
};
ArrayRef<HandlerRow> tilefuzz::getConversionHandlers() { return rows; }
