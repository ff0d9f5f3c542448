//===- Scalar.cpp - One lane of an LLVM operation -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Scalar.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static const fltSemantics &semanticsOf(LaneKind kind) {
  switch (kind) {
  case LaneKind::F16:
    return APFloat::IEEEhalf();
  case LaneKind::BF16:
    return APFloat::BFloat();
  case LaneKind::F32:
    return APFloat::IEEEsingle();
  case LaneKind::F64:
    return APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float lane");
  }
}
static APFloat toFloat(LaneType type, uint64_t bits) {
  return APFloat(semanticsOf(type.kind), APInt(type.width, bits, false, true));
}
static uint64_t toBits(const APFloat &value) {
  return value.bitcastToAPInt().getZExtValue();
}
static const auto nearest = APFloat::rmNearestTiesToEven;

static bool floatBinary(unsigned opcode, LaneType type, uint64_t a, uint64_t b,
                        uint64_t &result) {
  // The common case natively; no contraction, one operation per statement.
  if (type.kind == LaneKind::F32 && opcode != Instruction::FRem) {
    float x = bit_cast<float>(uint32_t(a)), y = bit_cast<float>(uint32_t(b));
    float z;
    switch (opcode) {
    case Instruction::FAdd:
      z = x + y;
      break;
    case Instruction::FSub:
      z = x - y;
      break;
    case Instruction::FMul:
      z = x * y;
      break;
    case Instruction::FDiv:
      z = x / y;
      break;
    default:
      return false;
    }
    result = bit_cast<uint32_t>(z);
    return true;
  }
  APFloat x = toFloat(type, a), y = toFloat(type, b);
  switch (opcode) {
  case Instruction::FAdd:
    x.add(y, nearest);
    break;
  case Instruction::FSub:
    x.subtract(y, nearest);
    break;
  case Instruction::FMul:
    x.multiply(y, nearest);
    break;
  case Instruction::FDiv:
    x.divide(y, nearest);
    break;
  case Instruction::FRem:
    x.mod(y);
    break;
  default:
    return false;
  }
  result = toBits(x);
  return true;
}

/// Whether the exact result has no representation in `width` bits.
template <typename T>
static bool overflows(unsigned opcode, T a, T b, unsigned width) {
  T exact;
  bool tooWide =
      opcode == Instruction::Add   ? __builtin_add_overflow(a, b, &exact)
      : opcode == Instruction::Sub ? __builtin_sub_overflow(a, b, &exact)
                                   : __builtin_mul_overflow(a, b, &exact);
  if constexpr (std::is_signed_v<T>)
    return tooWide || SignExtend64(uint64_t(exact), width) != exact;
  else
    return tooWide || maskTo(exact, width) != exact;
}

Lane simt::binary(const Decoded &op, const Lane &a, const Lane &b,
                  const char *&undefined) {
  Lane result;
  result.poison = a.poison || b.poison;
  unsigned width = op.to.width;
  if (op.to.kind != LaneKind::Int) {
    floatBinary(op.opcode, op.to, a.bits, b.bits, result.bits);
    return result;
  }
  int64_t sa = SignExtend64(a.bits, width), sb = SignExtend64(b.bits, width);
  switch (op.opcode) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul: {
    uint64_t bits = op.opcode == Instruction::Add   ? a.bits + b.bits
                    : op.opcode == Instruction::Sub ? a.bits - b.bits
                                                    : a.bits * b.bits;
    result.bits = maskTo(bits, width);
    if (op.nsw)
      result.poison |= overflows<int64_t>(op.opcode, sa, sb, width);
    if (op.nuw)
      result.poison |= overflows<uint64_t>(op.opcode, a.bits, b.bits, width);
    return result;
  }
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::SDiv:
  case Instruction::SRem: {
    if (b.poison || b.bits == 0) {
      undefined = "division-by-zero";
      return result;
    }
    bool isSigned =
        op.opcode == Instruction::SDiv || op.opcode == Instruction::SRem;
    if (isSigned && sb == -1 && a.bits == uint64_t(1) << (width - 1)) {
      undefined = "signed-division-overflow";
      return result;
    }
    bool isDiv =
        op.opcode == Instruction::UDiv || op.opcode == Instruction::SDiv;
    uint64_t quotient = isSigned ? uint64_t(sa / sb) : a.bits / b.bits;
    uint64_t remainder = isSigned ? uint64_t(sa % sb) : a.bits % b.bits;
    result.poison |= op.exact && remainder != 0;
    result.bits = maskTo(isDiv ? quotient : remainder, width);
    return result;
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    if (b.bits >= width) {
      result.poison = true;
      return result;
    }
    unsigned amount = b.bits;
    if (op.opcode == Instruction::Shl) {
      result.bits = maskTo(a.bits << amount, width);
      result.poison |= op.nuw && result.bits >> amount != a.bits;
      result.poison |=
          op.nsw && (SignExtend64(result.bits, width) >> amount) != sa;
    } else {
      result.poison |= op.exact && maskTo(a.bits, amount) != 0 && amount != 0;
      result.bits = op.opcode == Instruction::LShr
                        ? a.bits >> amount
                        : maskTo(uint64_t(sa >> amount), width);
    }
    return result;
  }
  case Instruction::And:
    result.bits = a.bits & b.bits;
    return result;
  case Instruction::Or:
    result.bits = a.bits | b.bits;
    result.poison |= op.flag && (a.bits & b.bits);
    return result;
  case Instruction::Xor:
    result.bits = a.bits ^ b.bits;
    return result;
  }
  llvm_unreachable("covered binary operators");
}

Lane simt::castLane(const Decoded &op, const Lane &a) {
  Lane result = a;
  bool lossy;
  switch (op.opcode) {
  case Instruction::Trunc:
    result.bits = maskTo(a.bits, op.to.width);
    result.poison |= op.nuw && result.bits != a.bits;
    result.poison |= op.nsw && SignExtend64(result.bits, op.to.width) !=
                                   SignExtend64(a.bits, op.from.width);
    return result;
  case Instruction::ZExt:
    result.poison |= op.flag && SignExtend64(a.bits, op.from.width) < 0;
    return result;
  case Instruction::SExt:
    result.bits =
        maskTo(uint64_t(SignExtend64(a.bits, op.from.width)), op.to.width);
    return result;
  case Instruction::FPTrunc:
  case Instruction::FPExt: {
    APFloat value = toFloat(op.from, a.bits);
    value.convert(semanticsOf(op.to.kind), nearest, &lossy);
    result.bits = toBits(value);
    return result;
  }
  case Instruction::FPToSI:
  case Instruction::FPToUI: {
    APSInt integer(op.to.width, op.opcode == Instruction::FPToUI);
    APFloat::opStatus status =
        toFloat(op.from, a.bits)
            .convertToInteger(integer, APFloat::rmTowardZero, &lossy);
    result.poison |= (status & APFloat::opInvalidOp) != 0;
    result.bits = integer.getZExtValue();
    return result;
  }
  case Instruction::SIToFP:
  case Instruction::UIToFP: {
    APFloat value(semanticsOf(op.to.kind));
    value.convertFromAPInt(APInt(op.from.width, a.bits),
                           op.opcode == Instruction::SIToFP, nearest);
    result.poison |= op.opcode == Instruction::UIToFP && op.flag &&
                     SignExtend64(a.bits, op.from.width) < 0;
    result.bits = toBits(value);
    return result;
  }
  default: // Bit and address-space casts keep the lane.
    return result;
  }
}

Lane simt::compareLanes(const Decoded &op, const Lane &a, const Lane &b) {
  Lane result;
  result.poison = a.poison || b.poison;
  auto predicate = CmpInst::Predicate(op.sub);
  if (op.opcode == Instruction::FCmp) {
    result.bits = FCmpInst::compare(toFloat(op.from, a.bits),
                                    toFloat(op.from, b.bits), predicate);
    return result;
  }
  if (op.from.kind == LaneKind::Ptr && a.allocation != b.allocation) {
    // Different objects are unequal; their order is unspecified.
    result.poison |= !ICmpInst::isEquality(predicate);
    result.bits = predicate == CmpInst::ICMP_NE;
    return result;
  }
  result.poison |= op.flag && (SignExtend64(a.bits, op.from.width) < 0) !=
                                  (SignExtend64(b.bits, op.from.width) < 0);
  result.bits = ICmpInst::compare(APInt(op.from.width, a.bits),
                                  APInt(op.from.width, b.bits), predicate);
  return result;
}

static bool intIntrinsic(const Decoded &op, const Lane *a, const Lane *b,
                         const Lane *c, Lane &result) {
  unsigned width = op.to.width;
  APInt x(width, a->bits), y(width, b ? b->bits : 0), z(width, c ? c->bits : 0);
  switch (op.sub) {
  case Intrinsic::umin:
    x = APIntOps::umin(x, y);
    break;
  case Intrinsic::umax:
    x = APIntOps::umax(x, y);
    break;
  case Intrinsic::smin:
    x = APIntOps::smin(x, y);
    break;
  case Intrinsic::smax:
    x = APIntOps::smax(x, y);
    break;
  case Intrinsic::uadd_sat:
    x = x.uadd_sat(y);
    break;
  case Intrinsic::usub_sat:
    x = x.usub_sat(y);
    break;
  case Intrinsic::sadd_sat:
    x = x.sadd_sat(y);
    break;
  case Intrinsic::ssub_sat:
    x = x.ssub_sat(y);
    break;
  case Intrinsic::abs:
    result.poison |= b->bits && x.isMinSignedValue();
    x = x.abs();
    break;
  case Intrinsic::ctpop:
    x = APInt(width, x.popcount());
    break;
  case Intrinsic::bitreverse:
    x = x.reverseBits();
    break;
  case Intrinsic::bswap:
    x = x.byteSwap();
    break;
  case Intrinsic::fshl:
    x = APIntOps::fshl(x, y, z);
    break;
  case Intrinsic::fshr:
    x = APIntOps::fshr(x, y, z);
    break;
  default:
    return false;
  }
  result.bits = x.getZExtValue();
  return true;
}

/// PTX ISA, .ftz: subnormal operands and results become zeros of their sign.
static void flush(APFloat &x) {
  if (x.isDenormal())
    x = APFloat::getZero(x.getSemantics(), x.isNegative());
}
static bool flushesToZero(unsigned intrinsic) {
  switch (intrinsic) {
#define FLUSHING(MODE)                                                         \
  case Intrinsic::nvvm_add_##MODE##_ftz_f:                                     \
  case Intrinsic::nvvm_mul_##MODE##_ftz_f:                                     \
  case Intrinsic::nvvm_fma_##MODE##_ftz_f:
    FLUSHING(rn)
    FLUSHING(rz)
    FLUSHING(rm)
    FLUSHING(rp)
#undef FLUSHING
    return true;
  default:
    return false;
  }
}

bool simt::pureIntrinsic(const Decoded &op, const Lane *a, const Lane *b,
                         const Lane *c, Lane &result) {
  if (!a)
    return false;
  result.poison = a->poison || (b && b->poison) || (c && c->poison);
  if (op.to.kind == LaneKind::Int)
    return intIntrinsic(op, a, b, c, result);
  if (op.to.kind == LaneKind::Ptr)
    return false;
  APFloat x = toFloat(op.to, a->bits);
  APFloat y = toFloat(op.to, b ? b->bits : 0);
  APFloat z = toFloat(op.to, c ? c->bits : 0);
  bool ftz = flushesToZero(op.sub);
  if (ftz)
    for (APFloat *operand : {&x, &y, &z})
      flush(*operand);
  switch (op.sub) {
  case Intrinsic::fma:
    x.fusedMultiplyAdd(y, z, nearest);
    break;
#define ROUNDED(MODE, ROUNDING)                                                \
  case Intrinsic::nvvm_add_##MODE##_f:                                         \
  case Intrinsic::nvvm_add_##MODE##_ftz_f:                                     \
  case Intrinsic::nvvm_add_##MODE##_d:                                         \
    x.add(y, ROUNDING);                                                        \
    break;                                                                     \
  case Intrinsic::nvvm_mul_##MODE##_f:                                         \
  case Intrinsic::nvvm_mul_##MODE##_ftz_f:                                     \
  case Intrinsic::nvvm_mul_##MODE##_d:                                         \
    x.multiply(y, ROUNDING);                                                   \
    break;                                                                     \
  case Intrinsic::nvvm_fma_##MODE##_f:                                         \
  case Intrinsic::nvvm_fma_##MODE##_ftz_f:                                     \
  case Intrinsic::nvvm_fma_##MODE##_d:                                         \
    x.fusedMultiplyAdd(y, z, ROUNDING);                                        \
    break;
    ROUNDED(rn, nearest)
    ROUNDED(rz, APFloat::rmTowardZero)
    ROUNDED(rm, APFloat::rmTowardNegative)
    ROUNDED(rp, APFloat::rmTowardPositive)
#undef ROUNDED
  case Intrinsic::minnum:
  case Intrinsic::minimumnum:
    x = minimumnum(x, y);
    break;
  case Intrinsic::maxnum:
  case Intrinsic::maximumnum:
    x = maximumnum(x, y);
    break;
  case Intrinsic::minimum:
    x = minimum(x, y);
    break;
  case Intrinsic::maximum:
    x = maximum(x, y);
    break;
  case Intrinsic::fabs:
    x.clearSign();
    break;
  case Intrinsic::copysign:
    x.copySign(y);
    break;
  default:
    return false;
  }
  if (ftz)
    flush(x);
  result.bits = toBits(x);
  return true;
}
