//===- Scalar.cpp - One lane of an operation ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::APFloat;
using llvm::APInt;
using llvm::SignExtend64;

llvm::StringRef simt::nameOf(Opcode opcode) {
  static constexpr llvm::StringLiteral names[] = {
#define SIMT_OPCODE(NAME) #NAME,
#include "interp/Simt/Machine/Opcodes.def"
  };
  return names[unsigned(opcode)];
}

static const llvm::fltSemantics &semanticsOf(TypeKind kind) {
  switch (kind) {
  case TypeKind::F16:
    return APFloat::IEEEhalf();
  case TypeKind::BF16:
    return APFloat::BFloat();
  case TypeKind::F32:
    return APFloat::IEEEsingle();
  case TypeKind::F64:
    return APFloat::IEEEdouble();
  case TypeKind::Bits:
  case TypeKind::Unsigned:
  case TypeKind::Signed:
  case TypeKind::Pointer:
    break;
  }
  llvm_unreachable("not a float");
}
static APFloat toFloat(RegisterType type, uint64_t bits) {
  return APFloat(semanticsOf(type.kind), APInt(type.width, bits, false, true));
}
static uint64_t toBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}
static APFloat::roundingMode roundingOf(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return APFloat::rmNearestTiesToEven;
  case RoundingMode::Zero:
    return APFloat::rmTowardZero;
  case RoundingMode::NegativeInf:
    return APFloat::rmTowardNegative;
  case RoundingMode::PositiveInf:
    return APFloat::rmTowardPositive;
  }
  llvm_unreachable("covered rounding modes");
}

/// PTX ISA, .ftz: subnormal operands and results become zeros of their sign.
static void flush(APFloat &x) {
  if (x.isDenormal())
    x = APFloat::getZero(x.getSemantics(), x.isNegative());
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The common case natively; no contraction, one operation per statement.
static bool computeNatively(const Instruction &op, uint64_t a, uint64_t b,
                            uint64_t &result) {
  if (op.type.kind != TypeKind::F32 ||
      op.rounding != RoundingMode::NearestEven ||
      op.has(Modifier::FlushSubnormals))
    return false;
  float x = llvm::bit_cast<float>(uint32_t(a));
  float y = llvm::bit_cast<float>(uint32_t(b));
  float z;
  switch (op.opcode) {
  case Opcode::Add:
    z = x + y;
    break;
  case Opcode::Sub:
    z = x - y;
    break;
  case Opcode::Mul:
    z = x * y;
    break;
  case Opcode::Div:
    z = x / y;
    break;
  default:
    return false;
  }
  result = llvm::bit_cast<uint32_t>(z);
  return true;
}

static uint64_t computeFloat(const Instruction &op, uint64_t a, uint64_t b,
                             uint64_t c) {
  uint64_t native;
  if (computeNatively(op, a, b, native))
    return native;
  // Changes of the sign bit do not look at the value.
  uint64_t sign = uint64_t(1) << (op.type.width - 1);
  if (op.opcode == Opcode::Neg)
    return a ^ sign;
  if (op.opcode == Opcode::Abs)
    return a & ~sign;
  if (op.opcode == Opcode::CopySign)
    return (a & ~sign) | (b & sign);

  APFloat x = toFloat(op.type, a), y = toFloat(op.type, b),
          z = toFloat(op.type, c);
  bool flushes = op.has(Modifier::FlushSubnormals);
  if (flushes)
    for (APFloat *operand : {&x, &y, &z})
      flush(*operand);
  APFloat::roundingMode mode = roundingOf(op.rounding);
  switch (op.opcode) {
  case Opcode::Add:
    x.add(y, mode);
    break;
  case Opcode::Sub:
    x.subtract(y, mode);
    break;
  case Opcode::Mul:
    x.multiply(y, mode);
    break;
  case Opcode::Div:
    x.divide(y, mode);
    break;
  case Opcode::Rem:
    x.mod(y);
    break;
  case Opcode::Fma:
    x.fusedMultiplyAdd(y, z, mode);
    break;
  case Opcode::Min:
    x = op.has(Modifier::PropagateNaN) ? minimum(x, y) : minimumnum(x, y);
    break;
  case Opcode::Max:
    x = op.has(Modifier::PropagateNaN) ? maximum(x, y) : maximumnum(x, y);
    break;
  default:
    llvm_unreachable("not an operation of floats");
  }
  if (flushes)
    flush(x);
  return toBits(x);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Whether the exact result has no representation in `width` bits.
template <typename T>
static bool overflows(Opcode opcode, T a, T b, unsigned width) {
  T exact;
  bool tooWide = opcode == Opcode::Add   ? __builtin_add_overflow(a, b, &exact)
                 : opcode == Opcode::Sub ? __builtin_sub_overflow(a, b, &exact)
                                         : __builtin_mul_overflow(a, b, &exact);
  if constexpr (std::is_signed_v<T>)
    return tooWide || SignExtend64(uint64_t(exact), width) != exact;
  else
    return tooWide || maskTo(exact, width) != exact;
}

static uint64_t saturate(const Instruction &op, uint64_t a, uint64_t b) {
  APInt x(op.type.width, a), y(op.type.width, b);
  if (op.opcode == Opcode::Add)
    return (op.type.isSigned() ? x.sadd_sat(y) : x.uadd_sat(y)).getZExtValue();
  return (op.type.isSigned() ? x.ssub_sat(y) : x.usub_sat(y)).getZExtValue();
}

static void divide(const Instruction &op, const Lane &a, const Lane &b,
                   Lane &result, std::optional<Undefined> &undefined) {
  unsigned width = op.type.width;
  bool isUnspecified = op.has(Modifier::UnspecifiedQuotient);
  if (b.poison || b.bits == 0) {
    if (isUnspecified) {
      result.poison = true;
      return;
    }
    undefined =
        b.poison ? Undefined::DivisionByPoison : Undefined::DivisionByZero;
    return;
  }
  uint64_t quotient, remainder;
  if (op.type.isSigned()) {
    int64_t x = SignExtend64(a.bits, width), y = SignExtend64(b.bits, width);
    if (y == -1 && a.bits == uint64_t(1) << (width - 1)) {
      if (isUnspecified) {
        result.poison = true;
        return;
      }
      undefined = Undefined::DivisionOverflow;
      return;
    }
    quotient = uint64_t(x / y);
    remainder = uint64_t(x % y);
  } else {
    quotient = a.bits / b.bits;
    remainder = a.bits % b.bits;
  }
  result.poison |= op.has(Modifier::Exact) && remainder != 0;
  result.bits = maskTo(op.opcode == Opcode::Div ? quotient : remainder, width);
}

static void shift(const Instruction &op, const Lane &a, const Lane &b,
                  Lane &result) {
  unsigned width = op.type.width;
  int64_t value = SignExtend64(a.bits, width);
  if (b.bits >= width) {
    if (!op.has(Modifier::ClampAmount))
      result.poison = true;
    else if (op.opcode == Opcode::Shr && op.type.isSigned() && value < 0)
      result.bits = maskTo(~uint64_t(0), width);
    return;
  }
  unsigned amount = b.bits;
  if (op.opcode == Opcode::Shl) {
    result.bits = maskTo(a.bits << amount, width);
    result.poison |=
        op.has(Modifier::NoUnsignedWrap) && result.bits >> amount != a.bits;
    result.poison |= op.has(Modifier::NoSignedWrap) &&
                     (SignExtend64(result.bits, width) >> amount) != value;
    return;
  }
  result.poison |=
      op.has(Modifier::Exact) && maskTo(a.bits, amount) != 0 && amount != 0;
  result.bits = op.type.isSigned() ? maskTo(uint64_t(value >> amount), width)
                                   : a.bits >> amount;
}

unsigned simt::arityOf(Opcode opcode) {
  switch (opcode) {
  case Opcode::Fma:
  case Opcode::PermuteBytes:
  case Opcode::ExtractField:
  case Opcode::FunnelLeft:
  case Opcode::FunnelRight:
  case Opcode::Select:
    return 3;
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::PopCount:
  case Opcode::ReverseBits:
  case Opcode::SwapBytes:
  case Opcode::LeadingZeros:
  case Opcode::Freeze:
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    return 1;
  default:
    return 2;
  }
}

Lane simt::compute(const Instruction &op, const Lane &a, const Lane &b,
                   std::optional<Undefined> &undefined) {
  Lane result;
  result.poison = a.poison || b.poison;
  if (op.type.isFloat()) {
    result.bits = computeFloat(op, a.bits, b.bits, 0);
    return result;
  }
  unsigned width = op.type.width;
  int64_t sa = SignExtend64(a.bits, width), sb = SignExtend64(b.bits, width);
  switch (op.opcode) {
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul: {
    if (op.has(Modifier::Saturate)) {
      result.bits = saturate(op, a.bits, b.bits);
      return result;
    }
    uint64_t bits = op.opcode == Opcode::Add   ? a.bits + b.bits
                    : op.opcode == Opcode::Sub ? a.bits - b.bits
                                               : a.bits * b.bits;
    result.bits = maskTo(bits, width);
    if (op.has(Modifier::NoSignedWrap))
      result.poison |= overflows<int64_t>(op.opcode, sa, sb, width);
    if (op.has(Modifier::NoUnsignedWrap))
      result.poison |= overflows<uint64_t>(op.opcode, a.bits, b.bits, width);
    return result;
  }
  case Opcode::MulHigh:
    result.bits = (op.type.isSigned()
                       ? APInt(2 * width, uint64_t(sa), true) *
                             APInt(2 * width, uint64_t(sb), true)
                       : APInt(2 * width, a.bits) * APInt(2 * width, b.bits))
                      .extractBitsAsZExtValue(width, width);
    return result;
  case Opcode::Div:
  case Opcode::Rem:
    divide(op, a, b, result, undefined);
    return result;
  case Opcode::Shl:
  case Opcode::Shr:
    shift(op, a, b, result);
    return result;
  case Opcode::And:
    result.bits = a.bits & b.bits;
    return result;
  case Opcode::Or:
    result.bits = a.bits | b.bits;
    result.poison |= op.has(Modifier::Disjoint) && (a.bits & b.bits);
    return result;
  case Opcode::Xor:
    result.bits = a.bits ^ b.bits;
    return result;
  case Opcode::Min:
  case Opcode::Max: {
    bool isLess = op.type.isSigned() ? sa < sb : a.bits < b.bits;
    result.bits = isLess == (op.opcode == Opcode::Min) ? a.bits : b.bits;
    return result;
  }
  case Opcode::Neg:
    result.bits = maskTo(-a.bits, width);
    return result;
  case Opcode::Abs:
    result.poison |= op.has(Modifier::PoisonOnMinimum) &&
                     a.bits == uint64_t(1) << (width - 1);
    result.bits = sa < 0 ? maskTo(-a.bits, width) : a.bits;
    return result;
  case Opcode::PopCount:
    result.bits = maskTo(llvm::popcount(a.bits), width);
    return result;
  case Opcode::ReverseBits:
    result.bits = APInt(width, a.bits).reverseBits().getZExtValue();
    return result;
  case Opcode::SwapBytes:
    result.bits = APInt(width, a.bits).byteSwap().getZExtValue();
    return result;
  case Opcode::LeadingZeros:
    result.bits = APInt(width, a.bits).countl_zero();
    return result;
  default:
    llvm_unreachable("not an operation of two integers");
  }
}

/// PTX ISA, 9.7.8.7: a nibble's low three bits choose, its top bit spreads the
/// sign of what was chosen.
static uint64_t permuteBytes(uint64_t low, uint64_t high, uint64_t selector) {
  uint64_t bytes = maskTo(low, 32) | high << 32, result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    unsigned nibble = selector >> (4 * i) & 15;
    uint64_t chosen = bytes >> (8 * (nibble & 7)) & 0xff;
    if (nibble & 8)
      chosen = chosen & 0x80 ? 0xff : 0;
    result |= chosen << (8 * i);
  }
  return result;
}

/// PTX ISA, 9.7.8.2: only the low bytes of position and length count; bits
/// beyond the value are its sign, or zeros, and so are those beyond the field.
static uint64_t extractField(RegisterType type, uint64_t value,
                             uint64_t position, uint64_t length) {
  unsigned width = type.width, from = position & 0xff, count = length & 0xff;
  if (count == 0)
    return 0;
  unsigned last = std::min(from + count - 1, width - 1);
  bool sign = type.isSigned() && (value >> last & 1);
  uint64_t result = 0;
  for (unsigned i = 0; i < width; ++i) {
    bool isInField = i < count && from + i < width;
    result |= uint64_t(isInField ? value >> (from + i) & 1 : sign) << i;
  }
  return result;
}

Lane simt::computeThree(const Instruction &op, const Lane &a, const Lane &b,
                        const Lane &c) {
  Lane result;
  result.poison = a.poison || b.poison || c.poison;
  if (op.type.isFloat()) {
    result.bits = computeFloat(op, a.bits, b.bits, c.bits);
    return result;
  }
  unsigned width = op.type.width;
  if (op.opcode == Opcode::Fma) {
    result.bits = maskTo(a.bits * b.bits + c.bits, width);
    return result;
  }
  if (op.opcode == Opcode::PermuteBytes) {
    result.bits = permuteBytes(a.bits, b.bits, c.bits);
    return result;
  }
  if (op.opcode == Opcode::ExtractField) {
    result.bits = extractField(op.type, a.bits, b.bits, c.bits);
    return result;
  }
  APInt high(width, a.bits), low(width, b.bits), amount(width, c.bits);
  result.bits = (op.opcode == Opcode::FunnelLeft
                     ? llvm::APIntOps::fshl(high, low, amount)
                     : llvm::APIntOps::fshr(high, low, amount))
                    .getZExtValue();
  return result;
}

//===----------------------------------------------------------------------===//
// Conversions and comparisons
//===----------------------------------------------------------------------===//

Lane simt::convert(const Instruction &op, const Lane &a) {
  Lane result = a;
  bool lossy;
  RegisterType from = op.type, to = op.resultType;
  bool breaksPromise =
      op.has(Modifier::NonNegative) && SignExtend64(a.bits, from.width) < 0;
  switch (op.opcode) {
  case Opcode::ConvertInteger: {
    uint64_t wide = from.isSigned() ? SignExtend64(a.bits, from.width) : a.bits;
    result.bits = maskTo(wide, to.width);
    result.poison |= breaksPromise;
    result.poison |= op.has(Modifier::NoUnsignedWrap) && result.bits != a.bits;
    result.poison |=
        op.has(Modifier::NoSignedWrap) &&
        SignExtend64(result.bits, to.width) != SignExtend64(a.bits, from.width);
    return result;
  }
  case Opcode::ConvertFloat: {
    APFloat value = toFloat(from, a.bits);
    value.convert(semanticsOf(to.kind), roundingOf(op.rounding), &lossy);
    result.bits = toBits(value);
    return result;
  }
  case Opcode::FloatToInteger: {
    llvm::APSInt integer(to.width, !to.isSigned());
    APFloat::opStatus status =
        toFloat(from, a.bits)
            .convertToInteger(integer, roundingOf(op.rounding), &lossy);
    result.bits = integer.getZExtValue();
    if (!(status & APFloat::opInvalidOp))
      return result;
    // The integer is the nearest one, or 0 for NaN.
    if (!op.has(Modifier::Saturate))
      result.poison = true;
    else if (toFloat(from, a.bits).isNaN() &&
             (from.width == 64 || to.width == 64))
      result.bits = uint64_t(1) << (to.width - 1);
    return result;
  }
  case Opcode::IntegerToFloat: {
    APFloat value(semanticsOf(to.kind));
    value.convertFromAPInt(APInt(from.width, a.bits), from.isSigned(),
                           roundingOf(op.rounding));
    result.poison |= breaksPromise;
    result.bits = toBits(value);
    return result;
  }
  default:
    llvm_unreachable("not a conversion");
  }
}

template <typename T> static Relations relateNatively(T x, T y) {
  return x < y    ? Relations::Less
         : x == y ? Relations::Equal
         : x > y  ? Relations::Greater
                  : Relations::Unordered;
}

static Relations relate(const Instruction &op, uint64_t a, uint64_t b) {
  if (op.type.kind == TypeKind::F32)
    return relateNatively(llvm::bit_cast<float>(uint32_t(a)),
                          llvm::bit_cast<float>(uint32_t(b)));
  if (op.type.isFloat())
    switch (toFloat(op.type, a).compare(toFloat(op.type, b))) {
    case APFloat::cmpLessThan:
      return Relations::Less;
    case APFloat::cmpEqual:
      return Relations::Equal;
    case APFloat::cmpGreaterThan:
      return Relations::Greater;
    case APFloat::cmpUnordered:
      return Relations::Unordered;
    }
  if (a == b)
    return Relations::Equal;
  bool isLess = op.type.isSigned() ? SignExtend64(a, op.type.width) <
                                         SignExtend64(b, op.type.width)
                                   : a < b;
  return isLess ? Relations::Less : Relations::Greater;
}

Lane simt::compare(const Instruction &op, const Lane &a, const Lane &b) {
  Lane result;
  result.poison = a.poison || b.poison;
  constexpr Relations different = Relations::Less | Relations::Greater;
  if (op.type.kind == TypeKind::Pointer && a.allocation != b.allocation) {
    // Different objects are unequal; their order is unspecified.
    result.poison |=
        op.relations != Relations::Equal && op.relations != different;
    result.bits = op.relations == different;
    return result;
  }
  result.poison |= op.has(Modifier::SameSign) &&
                   (SignExtend64(a.bits, op.type.width) < 0) !=
                       (SignExtend64(b.bits, op.type.width) < 0);
  result.bits = (relate(op, a.bits, b.bits) & op.relations) != Relations::None;
  return result;
}
