//===- LaneLoops.cpp - One operation on all lanes of a warp ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The formulas are those of Scalar.cpp and ScalarConversion.cpp. NaNs are left
// to them: which one an addition gives depends on the order of its operands.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/LaneLoops.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::bit_cast;

/// A loop compiled twice: for any machine, and for one with wide vectors.
#if defined(__x86_64__)
#define SIMT_WIDE __attribute__((target("avx2,fma")))
static bool hasWideVectors() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#else
#define SIMT_WIDE
static bool hasWideVectors() { return false; }
#endif

#define SIMT_LANE_LOOP                                                         \
  (const LaneParameters &p, uint64_t *__restrict result, const uint64_t *a,    \
   const uint64_t *b, const uint64_t *c) {                                     \
    uint64_t bad = 0;                                                          \
    const LaneParameters own = p;                                              \
    for (unsigned i = 0; i < warpSize; ++i)                                    \
      result[i] = F::apply(own, a[i], b[i], c[i], bad);                        \
    return bad == 0;                                                           \
  }

namespace {
template <typename F> struct Lanes {
  static bool run SIMT_LANE_LOOP;
  SIMT_WIDE static bool runWide SIMT_LANE_LOOP;
};

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

inline uint64_t maskOf(unsigned width) { return ~uint64_t(0) >> (64 - width); }
inline int64_t extend(uint64_t bits, unsigned width) {
  return int64_t(bits << (64 - width)) >> (64 - width);
}

#define SIMT_APPLY                                                             \
  static inline uint64_t apply(const LaneParameters &p, uint64_t a,            \
                               uint64_t b, uint64_t c, uint64_t &bad)

/// The promises of LLVM IR that a sum, difference or product may make.
enum Promise { NoPromise, Signed = 1, Unsigned = 2 };

template <Opcode opcode, bool isNarrow, int promises> struct WrappingInteger {
  SIMT_APPLY {
    uint64_t exact = opcode == Opcode::Add   ? a + b
                     : opcode == Opcode::Sub ? a - b
                     : isNarrow ? uint64_t(uint32_t(a)) * uint32_t(b)
                                : a * b;
    uint64_t bits = exact & maskOf(p.width);
    if constexpr (isNarrow && promises != NoPromise) {
      if constexpr ((promises & Unsigned) != 0)
        bad |= exact ^ bits;
      if constexpr ((promises & Signed) != 0) {
        int64_t x = extend(a, p.width), y = extend(b, p.width);
        int64_t sum = opcode == Opcode::Add   ? x + y
                      : opcode == Opcode::Sub ? x - y
                                              : x * y;
        bad |= uint64_t(sum ^ extend(bits, p.width));
      }
    } else if constexpr (promises != NoPromise) {
      if constexpr ((promises & Unsigned) != 0)
        bad |= opcode == Opcode::Add ? bits < a : a < b;
      if constexpr ((promises & Signed) != 0)
        bad |= (opcode == Opcode::Add ? (a ^ bits) & (b ^ bits)
                                      : (a ^ b) & (a ^ bits)) >>
               63;
    }
    return bits;
  }
};

template <bool isNarrow> struct IntegerFma {
  SIMT_APPLY {
    uint64_t product = isNarrow ? uint64_t(uint32_t(a)) * uint32_t(b) : a * b;
    return (product + c) & maskOf(p.width);
  }
};

/// Of at most 32 bits each.
template <bool isSigned, bool isAdded> struct WideProduct {
  SIMT_APPLY {
    uint64_t product = isSigned
                           ? uint64_t(int64_t(int32_t(extend(a, p.width))) *
                                      int32_t(extend(b, p.width)))
                           : uint64_t(uint32_t(a & maskOf(p.width))) *
                                 uint32_t(b & maskOf(p.width));
    return (isAdded ? product + c : product) & maskOf(2 * p.width);
  }
};

template <Opcode opcode, bool isDisjoint> struct Bitwise {
  SIMT_APPLY {
    if (isDisjoint)
      bad |= a & b;
    return (opcode == Opcode::And  ? a & b
            : opcode == Opcode::Or ? a | b
                                   : a ^ b) &
           maskOf(p.width);
  }
};

template <Opcode opcode, bool isSigned, bool isClamped> struct Shift {
  SIMT_APPLY {
    bool isBeyond = b >= p.width;
    if (!isClamped)
      bad |= isBeyond;
    uint64_t amount = isBeyond ? 0 : b;
    int64_t value = extend(a, p.width);
    uint64_t within, beyond = 0;
    if (opcode == Opcode::Shl)
      within = (a << amount) & maskOf(p.width);
    else if (isSigned) {
      within = uint64_t(value >> amount) & maskOf(p.width);
      beyond = uint64_t(value >> 63) & maskOf(p.width);
    } else
      within = a >> amount;
    return isBeyond ? beyond : within;
  }
};

template <Opcode opcode, bool isSigned> struct IntegerExtremum {
  SIMT_APPLY {
    bool isLess = isSigned ? extend(a, p.width) < extend(b, p.width) : a < b;
    return isLess == (opcode == Opcode::Min) ? a : b;
  }
};

struct NegateInteger {
  SIMT_APPLY { return (0 - a) & maskOf(p.width); }
};
struct MagnitudeOfInteger {
  SIMT_APPLY { return extend(a, p.width) < 0 ? (0 - a) & maskOf(p.width) : a; }
};

template <bool isSigned> struct CompareIntegers {
  SIMT_APPLY {
    bool isLess = isSigned ? extend(a, p.width) < extend(b, p.width) : a < b;
    unsigned relation = a == b   ? unsigned(Relations::Equal)
                        : isLess ? unsigned(Relations::Less)
                                 : unsigned(Relations::Greater);
    return (relation & unsigned(p.relations)) != 0;
  }
};

template <bool isSigned, bool isNonNegative> struct ConvertInteger {
  SIMT_APPLY {
    if (isNonNegative)
      bad |= extend(a, p.width) < 0;
    uint64_t wide = isSigned ? uint64_t(extend(a, p.width)) : a;
    return wide & maskOf(p.resultWidth);
  }
};

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

template <typename T> struct BitsOf;
template <> struct BitsOf<float> {
  using Type = uint32_t;
};
template <> struct BitsOf<double> {
  using Type = uint64_t;
};
template <typename T> inline T floatOf(uint64_t bits) {
  return bit_cast<T>(typename BitsOf<T>::Type(bits));
}
template <typename T> inline uint64_t bitsOf(T value) {
  return bit_cast<typename BitsOf<T>::Type>(value);
}

inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

template <typename T, Opcode opcode> struct Float {
  SIMT_APPLY {
    T x = floatOf<T>(a), y = floatOf<T>(b), z;
    switch (opcode) {
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
      z = fused(x, y, floatOf<T>(c));
      break;
    }
    bad |= z != z;
    return bitsOf(z);
  }
};

/// Of zeros, -0 is the lesser.
template <typename T, Opcode opcode> struct FloatExtremum {
  SIMT_APPLY {
    T x = floatOf<T>(a), y = floatOf<T>(b);
    bad |= (x != x) | (y != y);
    uint64_t least = x < y   ? a
                     : x > y ? b
                             : a | b,
             greatest = x < y   ? b
                        : x > y ? a
                                : a & b;
    return opcode == Opcode::Min ? least : greatest;
  }
};

template <Opcode opcode> struct SignBit {
  SIMT_APPLY {
    uint64_t sign = uint64_t(1) << (p.width - 1);
    return opcode == Opcode::Neg ? a ^ sign : a & ~sign;
  }
};

template <typename T> struct CompareFloats {
  SIMT_APPLY {
    T x = floatOf<T>(a), y = floatOf<T>(b);
    unsigned relation = x < y    ? unsigned(Relations::Less)
                        : x == y ? unsigned(Relations::Equal)
                        : x > y  ? unsigned(Relations::Greater)
                                 : unsigned(Relations::Unordered);
    return (relation & unsigned(p.relations)) != 0;
  }
};

template <typename From, typename To> struct ConvertFloat {
  SIMT_APPLY {
    From x = floatOf<From>(a);
    bad |= x != x;
    return bitsOf(To(x));
  }
};

/// From 32 bits.
template <typename To, bool isSigned> struct IntegerToFloat {
  SIMT_APPLY {
    return isSigned ? bitsOf(To(int32_t(uint32_t(a))))
                    : bitsOf(To(int64_t(uint32_t(a))));
  }
};

/// To 32 bits, towards zero; what does not fit is left to the definition.
template <typename From, bool isSigned> struct FloatToInteger {
  SIMT_APPLY {
    double x = floatOf<From>(a);
    bool isWithin = isSigned ? x > -2147483649.0 && x < 2147483648.0
                             : x > -1.0 && x < 4294967296.0;
    bad |= !isWithin;
    return uint32_t(int64_t(isWithin ? x : 0.0));
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Which loop
//===----------------------------------------------------------------------===//

template <typename F> static LaneLoop choose() {
  return hasWideVectors() ? Lanes<F>::runWide : Lanes<F>::run;
}

template <Opcode opcode, bool isNarrow>
static LaneLoop chooseWrapping(bool isSigned, bool isUnsigned) {
  constexpr bool isWideProduct = opcode == Opcode::Mul && !isNarrow;
  if (!isSigned && !isUnsigned)
    return choose<WrappingInteger<opcode, isNarrow, NoPromise>>();
  if constexpr (isWideProduct)
    return nullptr;
  else
    return isSigned && isUnsigned
               ? choose<WrappingInteger<opcode, isNarrow, Signed | Unsigned>>()
           : isSigned ? choose<WrappingInteger<opcode, isNarrow, Signed>>()
                      : choose<WrappingInteger<opcode, isNarrow, Unsigned>>();
}

template <Opcode opcode> static LaneLoop findWrapping(const Instruction &op) {
  constexpr Modifier promises =
      Modifier::NoSignedWrap | Modifier::NoUnsignedWrap;
  if ((op.modifiers & ~promises) != Modifier::None)
    return nullptr;
  bool isSigned = op.has(Modifier::NoSignedWrap),
       isUnsigned = op.has(Modifier::NoUnsignedWrap);
  // Sums and differences of at most 32 bits are exact in 64, and so are signed
  // products; a width between would not be.
  if (op.type.width <= 32)
    return chooseWrapping<opcode, true>(isSigned, isUnsigned);
  if (op.type.width == 64 || !(isSigned || isUnsigned))
    return chooseWrapping<opcode, false>(isSigned, isUnsigned);
  return nullptr;
}

template <Opcode opcode> static LaneLoop findShift(const Instruction &op) {
  if (op.modifiers == Modifier::ClampAmount)
    return op.type.isSigned() ? choose<Shift<opcode, true, true>>()
                              : choose<Shift<opcode, false, true>>();
  if (op.modifiers == Modifier::None)
    return op.type.isSigned() ? choose<Shift<opcode, true, false>>()
                              : choose<Shift<opcode, false, false>>();
  return nullptr;
}

template <Opcode opcode> static LaneLoop findBitwise(const Instruction &op) {
  if (op.modifiers == Modifier::Disjoint)
    return choose<Bitwise<opcode, true>>();
  return op.modifiers == Modifier::None ? choose<Bitwise<opcode, false>>()
                                        : nullptr;
}

static LaneLoop findFunction(const Instruction &op) {
  bool isSigned = op.type.isSigned();
  if (op.type.width > 32)
    return nullptr;
  switch (op.function) {
  case semantics::IntegerFunction::WideProduct:
    return isSigned ? choose<WideProduct<true, false>>()
                    : choose<WideProduct<false, false>>();
  case semantics::IntegerFunction::WideProductAdd:
    return isSigned ? choose<WideProduct<true, true>>()
                    : choose<WideProduct<false, true>>();
  default:
    return nullptr;
  }
}

static LaneLoop findInteger(const Instruction &op) {
  bool isPlain = op.modifiers == Modifier::None, isSigned = op.type.isSigned();
  switch (op.opcode) {
  case Opcode::Add:
    return findWrapping<Opcode::Add>(op);
  case Opcode::Sub:
    return findWrapping<Opcode::Sub>(op);
  case Opcode::Mul:
    return findWrapping<Opcode::Mul>(op);
  case Opcode::Fma:
    return op.type.width <= 32 ? choose<IntegerFma<true>>()
                               : choose<IntegerFma<false>>();
  case Opcode::And:
    return findBitwise<Opcode::And>(op);
  case Opcode::Or:
    return findBitwise<Opcode::Or>(op);
  case Opcode::Xor:
    return findBitwise<Opcode::Xor>(op);
  case Opcode::Shl:
    return findShift<Opcode::Shl>(op);
  case Opcode::Shr:
    return findShift<Opcode::Shr>(op);
  case Opcode::Apply:
    return findFunction(op);
  default:
    break;
  }
  if (!isPlain)
    return nullptr;
  switch (op.opcode) {
  case Opcode::Min:
    return isSigned ? choose<IntegerExtremum<Opcode::Min, true>>()
                    : choose<IntegerExtremum<Opcode::Min, false>>();
  case Opcode::Max:
    return isSigned ? choose<IntegerExtremum<Opcode::Max, true>>()
                    : choose<IntegerExtremum<Opcode::Max, false>>();
  case Opcode::Neg:
    return choose<NegateInteger>();
  case Opcode::Abs:
    return choose<MagnitudeOfInteger>();
  case Opcode::Compare:
    return isSigned ? choose<CompareIntegers<true>>()
                    : choose<CompareIntegers<false>>();
  default:
    return nullptr;
  }
}

template <typename T> static LaneLoop findFloat(Opcode opcode) {
  switch (opcode) {
  case Opcode::Add:
    return choose<Float<T, Opcode::Add>>();
  case Opcode::Sub:
    return choose<Float<T, Opcode::Sub>>();
  case Opcode::Mul:
    return choose<Float<T, Opcode::Mul>>();
  case Opcode::Div:
    return choose<Float<T, Opcode::Div>>();
  case Opcode::Fma:
    return choose<Float<T, Opcode::Fma>>();
  case Opcode::Min:
    return choose<FloatExtremum<T, Opcode::Min>>();
  case Opcode::Max:
    return choose<FloatExtremum<T, Opcode::Max>>();
  case Opcode::Compare:
    return choose<CompareFloats<T>>();
  default:
    return nullptr;
  }
}

static bool is(RegisterType type, TypeKind kind, unsigned width) {
  return type.kind == kind && type.width == width;
}

static LaneLoop findConversion(const Instruction &op) {
  bool isPlain = op.modifiers == Modifier::None,
       isNearest = op.rounding == RoundingMode::NearestEven,
       toSingle = is(op.resultType, TypeKind::F32, 32),
       toDouble = is(op.resultType, TypeKind::F64, 64),
       fromSingle = is(op.type, TypeKind::F32, 32),
       fromDouble = is(op.type, TypeKind::F64, 64);
  bool isSigned = op.type.isSigned();
  switch (op.opcode) {
  case Opcode::ConvertInteger:
    if (op.modifiers == Modifier::NonNegative)
      return choose<ConvertInteger<false, true>>();
    if (!isPlain)
      return nullptr;
    return isSigned ? choose<ConvertInteger<true, false>>()
                    : choose<ConvertInteger<false, false>>();
  case Opcode::ConvertFloat:
    if (!isPlain || !isNearest)
      return nullptr;
    return fromSingle && toDouble   ? choose<ConvertFloat<float, double>>()
           : fromDouble && toSingle ? choose<ConvertFloat<double, float>>()
                                    : nullptr;
  case Opcode::IntegerToFloat:
    if (!isPlain || !isNearest || op.type.width != 32)
      return nullptr;
    if (toSingle)
      return isSigned ? choose<IntegerToFloat<float, true>>()
                      : choose<IntegerToFloat<float, false>>();
    if (toDouble)
      return isSigned ? choose<IntegerToFloat<double, true>>()
                      : choose<IntegerToFloat<double, false>>();
    return nullptr;
  default:
    if (!(isPlain || op.modifiers == Modifier::Saturate) ||
        op.rounding != RoundingMode::Zero || op.resultType.width != 32)
      return nullptr;
    if (fromSingle)
      return op.resultType.isSigned() ? choose<FloatToInteger<float, true>>()
                                      : choose<FloatToInteger<float, false>>();
    if (fromDouble)
      return op.resultType.isSigned() ? choose<FloatToInteger<double, true>>()
                                      : choose<FloatToInteger<double, false>>();
    return nullptr;
  }
}

LaneLoop simt::findLaneLoop(const Instruction &op) {
  if (op.packed != 1 || op.type.kind == TypeKind::Pointer || op.type.width == 0)
    return nullptr;
  switch (op.opcode) {
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::IntegerToFloat:
  case Opcode::FloatToInteger:
    return findConversion(op);
  default:
    break;
  }
  if (!op.type.isFloat())
    return findInteger(op);
  if (op.modifiers != Modifier::None)
    return nullptr;
  if (op.opcode == Opcode::Neg)
    return choose<SignBit<Opcode::Neg>>();
  if (op.opcode == Opcode::Abs)
    return choose<SignBit<Opcode::Abs>>();
  if (op.rounding != RoundingMode::NearestEven)
    return nullptr;
  if (is(op.type, TypeKind::F32, 32))
    return findFloat<float>(op.opcode);
  if (is(op.type, TypeKind::F64, 64))
    return findFloat<double>(op.opcode);
  return nullptr;
}

LaneParameters simt::laneParametersOf(const Instruction &op) {
  return {op.type.width,
          op.resultType.width ? op.resultType.width : op.type.width,
          op.relations};
}
