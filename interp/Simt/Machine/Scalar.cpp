//===- Scalar.cpp - One lane of an operation ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Scalar.h"
#include "interp/Semantics/ConcreteDomain.h"
#include "interp/Semantics/PtxFloat.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "llvm/ADT/STLExtras.h"
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

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The common case natively; no contraction, one operation per statement.
static bool computeNatively(const Instruction &op, uint64_t a, uint64_t b,
                            uint64_t &result) {
  if (op.type.kind != TypeKind::F32 ||
      op.rounding != RoundingMode::NearestEven ||
      op.modifiers != Modifier::None)
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

/// `.sat` and `.relu` of a result.
static uint64_t clampFloat(const Instruction &op, uint64_t bits) {
  constexpr Modifier clamps = Modifier::Saturate | Modifier::ClampNegatives;
  if ((op.modifiers & clamps) == Modifier::None)
    return bits;
  ConcreteDomain d;
  FloatFormat format = &semanticsOf(op.type.kind);
  APInt value(op.type.width, bits);
  if (op.has(Modifier::Saturate))
    value = semantics::saturateToUnit(d, format, value);
  if (op.has(Modifier::ClampNegatives))
    value = semantics::clampNegatives(d, format, value);
  return value.getZExtValue();
}

static uint64_t computeFloat(const Instruction &op, uint64_t a, uint64_t b,
                             uint64_t c) {
  uint64_t native;
  if (computeNatively(op, a, b, native))
    return native;
  // Changes of the sign bit do not look at the value.
  uint64_t sign = uint64_t(1) << (op.type.width - 1);
  bool flushes = op.has(Modifier::FlushSubnormals);
  if (flushes && (op.opcode == Opcode::Neg || op.opcode == Opcode::Abs)) {
    APFloat x = toFloat(op.type, a);
    flush(x);
    a = toBits(x);
  }
  if (op.opcode == Opcode::Neg)
    return a ^ sign;
  if (op.opcode == Opcode::Abs)
    return a & ~sign;
  if (op.opcode == Opcode::CopySign)
    return (a & ~sign) | (b & sign);
  if (op.has(Modifier::XorSign)) {
    ConcreteDomain d;
    return semantics::xorSignExtremum(
               d, &semanticsOf(op.type.kind), APInt(op.type.width, a),
               APInt(op.type.width, b),
               op.opcode == Opcode::Min ? semantics::Extremum::Min
                                        : semantics::Extremum::Max,
               semantics::propagatesNaN(op.has(Modifier::PropagateNaN)),
               flushes)
        .getZExtValue();
  }

  APFloat x = toFloat(op.type, a), y = toFloat(op.type, b),
          z = toFloat(op.type, c);
  if (op.has(Modifier::Magnitudes)) {
    x.clearSign();
    y.clearSign();
  }
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
  case Opcode::SquareRoot:
    x = APFloat(x.getSemantics(),
                squareRoot(&x.getSemantics(), op.rounding, x.bitcastToAPInt()));
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
  return clampFloat(op, toBits(x));
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

/// Positions, lengths and tables have 32 bits, a carry one, and the last
/// operand of a wide product its width.
static unsigned widthOfOperand(semantics::IntegerFunction function, unsigned i,
                               unsigned width) {
  using semantics::IntegerFunction;
  switch (function) {
  case IntegerFunction::WideProductAdd:
    return i == 2 ? 2 * width : width;
  case IntegerFunction::AddCarry:
  case IntegerFunction::CarryOfAdd:
  case IntegerFunction::SubBorrow:
  case IntegerFunction::BorrowOfSub:
    return i == 2 ? 1 : width;
  case IntegerFunction::InsertField:
    return i >= 2 ? 32 : width;
  default:
    return width;
  }
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
  case Opcode::SquareRoot:
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

static Lane computeOne(const Instruction &op, const Lane &a, const Lane &b,
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
    if (op.has(Modifier::ClampNegatives) &&
        SignExtend64(result.bits, width) < 0)
      result.bits = 0;
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
    result.poison |= op.has(Modifier::PoisonOnZero) && a.bits == 0;
    result.bits = APInt(width, a.bits).countl_zero();
    return result;
  default:
    llvm_unreachable("not an operation of two integers");
  }
}

/// Value `i` of those that a lane packs.
static Lane partOf(const Lane &whole, unsigned i, unsigned width) {
  return {maskTo(whole.bits >> (i * width), width), 0, whole.poison};
}

Lane simt::compute(const Instruction &op, const Lane &a, const Lane &b,
                   std::optional<Undefined> &undefined) {
  if (LLVM_LIKELY(op.packed == 1))
    return computeOne(op, a, b, undefined);
  Lane result;
  unsigned width = op.type.width;
  for (unsigned i = 0; i < op.packed; ++i) {
    Lane part =
        computeOne(op, partOf(a, i, width), partOf(b, i, width), undefined);
    result.bits |= part.bits << (i * width);
    result.poison |= part.poison;
  }
  return result;
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

Lane simt::applyFunction(const Instruction &op, llvm::ArrayRef<Lane> operands) {
  using semantics::IntegerFunction;
  ConcreteDomain d;
  auto readingOf = [](RegisterType type) {
    return type.isSigned() ? ReadAs::Signed : ReadAs::Unsigned;
  };
  Lane result;
  semantics::Operands<ConcreteDomain> values;
  for (auto [i, lane] : llvm::enumerate(operands)) {
    values[i] = APInt(widthOfOperand(op.function, i, op.type.width), lane.bits);
    result.poison |= lane.poison;
  }
  result.bits =
      semantics::apply(d, op.function,
                       {readingOf(op.type), readingOf(op.resultType)}, values)
          .getZExtValue();
  return result;
}

static Lane computeOneOfThree(const Instruction &op, const Lane &a,
                              const Lane &b, const Lane &c) {
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

Lane simt::computeThree(const Instruction &op, const Lane &a, const Lane &b,
                        const Lane &c) {
  if (LLVM_LIKELY(op.packed == 1))
    return computeOneOfThree(op, a, b, c);
  Lane result;
  unsigned width = op.type.width;
  for (unsigned i = 0; i < op.packed; ++i) {
    Lane part = computeOneOfThree(op, partOf(a, i, width), partOf(b, i, width),
                                  partOf(c, i, width));
    result.bits |= part.bits << (i * width);
    result.poison |= part.poison;
  }
  return result;
}
