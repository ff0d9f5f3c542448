//===- KernelsInteger.cpp - Integer arithmetic ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// interp/Semantics/Integer.h on machine integers.
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/Loops.h"

using namespace tilefuzz;
using namespace tilefuzz::kernels;

template <typename T> using Signed = std::make_signed_t<T>;
template <typename T> static constexpr unsigned widthOf = 8 * sizeof(T);
/// In which types that are narrower than int are computed without overflow.
template <typename T>
using Wide = std::conditional_t<(sizeof(T) < 4), uint32_t, T>;

namespace {
//===----------------------------------------------------------------------===//
// Always defined
//===----------------------------------------------------------------------===//

struct Add {
  template <typename T> T operator()(T a, T b) const {
    return Wide<T>(a) + Wide<T>(b);
  }
};
struct Sub {
  template <typename T> T operator()(T a, T b) const {
    return Wide<T>(a) - Wide<T>(b);
  }
};
struct Mul {
  template <typename T> T operator()(T a, T b) const {
    return Wide<T>(a) * Wide<T>(b);
  }
};
struct MulHi {
  template <typename T> T operator()(T a, T b) const {
    using Product =
        std::conditional_t<sizeof(T) == 8, unsigned __int128, uint64_t>;
    return Product(a) * Product(b) >> widthOf<T>;
  }
};
struct Neg {
  template <typename T> T operator()(T a) const { return Wide<T>(0) - a; }
};
struct Abs {
  template <typename T> T operator()(T a) const {
    return Signed<T>(a) < 0 ? T(Wide<T>(0) - a) : a;
  }
};
struct And {
  template <typename T> T operator()(T a, T b) const { return a & b; }
};
struct Or {
  template <typename T> T operator()(T a, T b) const { return a | b; }
};
struct Xor {
  template <typename T> T operator()(T a, T b) const { return a ^ b; }
};
struct Shl {
  template <typename T> T operator()(T a, T n) const {
    return n < widthOf<T> ? T(Wide<T>(a) << (n & (widthOf<T> - 1))) : T(0);
  }
};
struct ShrUnsigned {
  template <typename T> T operator()(T a, T n) const {
    return n < widthOf<T> ? T(a >> (n & (widthOf<T> - 1))) : T(0);
  }
};
struct ShrSigned {
  template <typename T> T operator()(T a, T n) const {
    return Signed<T>(a) >> (n < widthOf<T> ? n : widthOf<T> - 1);
  }
};
template <bool isSigned, bool isMax> struct Extremum {
  template <typename T> T operator()(T a, T b) const {
    bool aBelow = isSigned ? Signed<T>(a) < Signed<T>(b) : a < b;
    return aBelow == isMax ? b : a;
  }
};

template <Relation relation, bool isSigned> struct Compare {
  template <typename T> uint8_t operator()(T x, T y) const {
    using Read = std::conditional_t<isSigned, Signed<T>, T>;
    Read a = Read(x), b = Read(y);
    switch (relation) {
    case Relation::Equal:
      return a == b;
    case Relation::NotEqual:
      return a != b;
    case Relation::Less:
      return a < b;
    case Relation::LessOrEqual:
      return a <= b;
    case Relation::Greater:
      return a > b;
    case Relation::GreaterOrEqual:
      return a >= b;
    }
  }
};

//===----------------------------------------------------------------------===//
// Undefined for some operands
//===----------------------------------------------------------------------===//

constexpr bool promisesSigned(WrapPromise promise) {
  return uint8_t(promise) & uint8_t(WrapPromise::NoSigned);
}
constexpr bool promisesUnsigned(WrapPromise promise) {
  return uint8_t(promise) & uint8_t(WrapPromise::NoUnsigned);
}

template <WrapPromise promise, ScalarKind kind> struct Checked {
  template <typename T> bool operator()(T a, T b, T &out) const {
    Signed<T> s;
    bool wrapsSigned, wrapsUnsigned;
    if (kind == ScalarKind::AddI) {
      wrapsSigned = __builtin_add_overflow(Signed<T>(a), Signed<T>(b), &s);
      wrapsUnsigned = __builtin_add_overflow(a, b, &out);
    } else if (kind == ScalarKind::SubI) {
      wrapsSigned = __builtin_sub_overflow(Signed<T>(a), Signed<T>(b), &s);
      wrapsUnsigned = __builtin_sub_overflow(a, b, &out);
    } else {
      wrapsSigned = __builtin_mul_overflow(Signed<T>(a), Signed<T>(b), &s);
      wrapsUnsigned = __builtin_mul_overflow(a, b, &out);
    }
    return (promisesSigned(promise) && wrapsSigned) ||
           (promisesUnsigned(promise) && wrapsUnsigned);
  }
};
/// Only the signed promise exists.
template <WrapPromise promise> struct CheckedNeg {
  template <typename T> bool operator()(T a, T &out) const {
    constexpr WrapPromise only =
        promise == WrapPromise::Neither ? WrapPromise::NoSigned : promise;
    return Checked<only, ScalarKind::SubI>()(T(0), a, out);
  }
};
template <WrapPromise promise, bool mustFit> struct CheckedShl {
  template <typename T> bool operator()(T a, T n, T &out) const {
    out = Shl()(a, n);
    T safe = n < widthOf<T> ? n : T(0);
    bool lostSigned = T(Signed<T>(out) >> safe) != a;
    bool lostUnsigned = T(out >> safe) != a;
    return (mustFit && n >= widthOf<T>) ||
           (promisesSigned(promise) && lostSigned) ||
           (promisesUnsigned(promise) && lostUnsigned);
  }
};
template <typename Shift> struct CheckedShr {
  template <typename T> bool operator()(T a, T n, T &out) const {
    out = Shift()(a, n);
    return n >= widthOf<T>;
  }
};
template <bool isSigned, RoundingMode mode> struct Divide {
  template <typename T> bool operator()(T a, T b, T &out) const {
    constexpr T minimum = T(1) << (widthOf<T> - 1);
    bool undefined = b == 0 || (isSigned && a == minimum && b == T(-1));
    using Read = std::conditional_t<isSigned, Signed<T>, T>;
    Read x = Read(a), y = undefined ? Read(1) : Read(b);
    Read quotient = x / y;
    bool inexact = x % y != 0, negative = isSigned && (x < 0) != (y < 0);
    if (mode == RoundingMode::NegativeInf)
      quotient -= inexact && negative;
    if (mode == RoundingMode::PositiveInf)
      quotient += inexact && !negative;
    out = T(quotient);
    return undefined;
  }
};
template <bool isSigned> struct Remainder {
  template <typename T> bool operator()(T a, T b, T &out) const {
    using Read = std::conditional_t<isSigned, Signed<T>, T>;
    // The remainder of -1 is that of 1, without its overflow.
    bool trivial = b == 0 || (isSigned && b == T(-1));
    out = T(Read(a) % (trivial ? Read(1) : Read(b)));
    return b == 0;
  }
};
template <WrapPromise promise> struct Truncate {
  template <typename From, typename To> bool operator()(From a, To &out) const {
    out = To(a);
    return (promisesSigned(promise) &&
            From(Signed<From>(Signed<To>(out))) != a) ||
           (promisesUnsigned(promise) && From(out) != a);
  }
};
/// To one bit.
template <WrapPromise promise> struct TruncateToBit {
  template <typename From> bool operator()(From a, uint8_t &out) const {
    out = a & 1;
    return (promisesSigned(promise) && a != From(0 - int(out))) ||
           (promisesUnsigned(promise) && a != out);
  }
};

template <typename To> struct ExtendUnsigned {
  template <typename From> To operator()(From a) const { return a; }
};
template <typename To> struct ExtendSigned {
  template <typename From> To operator()(From a) const {
    return To(Signed<To>(Signed<From>(a)));
  }
};
template <typename To> struct ExtendBit {
  To operator()(uint8_t a) const { return To(0) - To(a); }
};

struct Choose {
  template <typename T>
  static bool kernel(const KernelParameters &, size_t count,
                     const void *const *operands, void *result) {
    const uint8_t *condition = static_cast<const uint8_t *>(operands[0]);
    const T *a = static_cast<const T *>(operands[1]);
    const T *b = static_cast<const T *>(operands[2]);
    T *__restrict out = static_cast<T *>(result);
    for (size_t i = 0; i < count; ++i) {
      T x = a[i], y = b[i];
      out[i] = condition[i] ? x : y;
    }
    return true;
  }
};
} // namespace

template <typename F> static KernelFn unary(unsigned width) {
  switch (width) {
  case 8:
    return map1<uint8_t, uint8_t, F>();
  case 16:
    return map1<uint16_t, uint16_t, F>();
  case 32:
    return map1<uint32_t, uint32_t, F>();
  case 64:
    return map1<uint64_t, uint64_t, F>();
  }
  return nullptr;
}
template <typename F> static KernelFn tryUnary(unsigned width) {
  switch (width) {
  case 8:
    return tryMap1<uint8_t, uint8_t, F>();
  case 16:
    return tryMap1<uint16_t, uint16_t, F>();
  case 32:
    return tryMap1<uint32_t, uint32_t, F>();
  case 64:
    return tryMap1<uint64_t, uint64_t, F>();
  }
  return nullptr;
}
template <typename F> static KernelFn binary(unsigned width) {
  switch (width) {
  case 8:
    return map2<uint8_t, uint8_t, F>();
  case 16:
    return map2<uint16_t, uint16_t, F>();
  case 32:
    return map2<uint32_t, uint32_t, F>();
  case 64:
    return map2<uint64_t, uint64_t, F>();
  }
  return nullptr;
}
/// Of operations that keep one bit one bit.
template <typename F> static KernelFn bitwise(unsigned width) {
  return binary<F>(width == 1 ? 8 : width);
}
template <typename F> static KernelFn tryBinary(unsigned width) {
  switch (width) {
  case 8:
    return tryMap2<uint8_t, uint8_t, F>();
  case 16:
    return tryMap2<uint16_t, uint16_t, F>();
  case 32:
    return tryMap2<uint32_t, uint32_t, F>();
  case 64:
    return tryMap2<uint64_t, uint64_t, F>();
  }
  return nullptr;
}

template <ScalarKind kind, typename Wrapping>
static KernelFn wrapping(const ScalarOp &op) {
  switch (op.promise) {
  case WrapPromise::None:
    return binary<Wrapping>(op.width);
  case WrapPromise::NoSigned:
    return tryBinary<Checked<WrapPromise::NoSigned, kind>>(op.width);
  case WrapPromise::NoUnsigned:
    return tryBinary<Checked<WrapPromise::NoUnsigned, kind>>(op.width);
  case WrapPromise::Neither:
    return tryBinary<Checked<WrapPromise::Neither, kind>>(op.width);
  }
  return nullptr;
}
static KernelFn negation(const ScalarOp &op) {
  switch (op.promise) {
  case WrapPromise::None:
    return unary<Neg>(op.width);
  case WrapPromise::NoUnsigned:
    return tryUnary<CheckedNeg<WrapPromise::NoUnsigned>>(op.width);
  case WrapPromise::NoSigned:
  case WrapPromise::Neither:
    return tryUnary<CheckedNeg<WrapPromise::NoSigned>>(op.width);
  }
  return nullptr;
}
template <bool mustFit> static KernelFn shiftLeft(const ScalarOp &op) {
  switch (op.promise) {
  case WrapPromise::None:
    return mustFit ? tryBinary<CheckedShl<WrapPromise::None, true>>(op.width)
                   : binary<Shl>(op.width);
  case WrapPromise::NoSigned:
    return tryBinary<CheckedShl<WrapPromise::NoSigned, mustFit>>(op.width);
  case WrapPromise::NoUnsigned:
    return tryBinary<CheckedShl<WrapPromise::NoUnsigned, mustFit>>(op.width);
  case WrapPromise::Neither:
    return tryBinary<CheckedShl<WrapPromise::Neither, mustFit>>(op.width);
  }
  return nullptr;
}
static KernelFn shiftRight(const ScalarOp &op) {
  bool isSigned = op.read == ReadAs::Signed;
  if (op.shiftMustFit)
    return isSigned ? tryBinary<CheckedShr<ShrSigned>>(op.width)
                    : tryBinary<CheckedShr<ShrUnsigned>>(op.width);
  return isSigned ? binary<ShrSigned>(op.width) : binary<ShrUnsigned>(op.width);
}
template <bool isSigned> static KernelFn division(const ScalarOp &op) {
  switch (op.mode) {
  case RoundingMode::NegativeInf:
    return tryBinary<Divide<isSigned, RoundingMode::NegativeInf>>(op.width);
  case RoundingMode::PositiveInf:
    return tryBinary<Divide<isSigned, RoundingMode::PositiveInf>>(op.width);
  default: // Integers have no ties.
    return tryBinary<Divide<isSigned, RoundingMode::Zero>>(op.width);
  }
}

template <Relation relation, bool isSigned>
static KernelFn comparison(unsigned width) {
  using F = Compare<relation, isSigned>;
  switch (width) {
  case 1:
    // A signed bit reads 0 or -1, in the opposite order.
    if (isSigned && relation != Relation::Equal &&
        relation != Relation::NotEqual)
      return nullptr;
    return map2<uint8_t, uint8_t, Compare<relation, false>>();
  case 8:
    return map2<uint8_t, uint8_t, F>();
  case 16:
    return map2<uint16_t, uint8_t, F>();
  case 32:
    return map2<uint32_t, uint8_t, F>();
  case 64:
    return map2<uint64_t, uint8_t, F>();
  }
  return nullptr;
}
template <Relation relation> static KernelFn comparison(const ScalarOp &op) {
  return op.read == ReadAs::Signed ? comparison<relation, true>(op.width)
                                   : comparison<relation, false>(op.width);
}
static KernelFn selectComparison(const ScalarOp &op) {
  switch (op.relation) {
  case Relation::Equal:
    return comparison<Relation::Equal>(op);
  case Relation::NotEqual:
    return comparison<Relation::NotEqual>(op);
  case Relation::Less:
    return comparison<Relation::Less>(op);
  case Relation::LessOrEqual:
    return comparison<Relation::LessOrEqual>(op);
  case Relation::Greater:
    return comparison<Relation::Greater>(op);
  case Relation::GreaterOrEqual:
    return comparison<Relation::GreaterOrEqual>(op);
  }
  return nullptr;
}

template <typename To> static KernelFn extension(const ScalarOp &op) {
  bool isSigned = op.read == ReadAs::Signed;
  switch (op.width) {
  case 1:
    return isSigned ? map1<uint8_t, To, ExtendBit<To>>()
                    : map1<uint8_t, To, ExtendUnsigned<To>>();
  case 8:
    return isSigned ? map1<uint8_t, To, ExtendSigned<To>>()
                    : map1<uint8_t, To, ExtendUnsigned<To>>();
  case 16:
    return isSigned ? map1<uint16_t, To, ExtendSigned<To>>()
                    : map1<uint16_t, To, ExtendUnsigned<To>>();
  case 32:
    return isSigned ? map1<uint32_t, To, ExtendSigned<To>>()
                    : map1<uint32_t, To, ExtendUnsigned<To>>();
  }
  return nullptr;
}
static KernelFn selectExtension(const ScalarOp &op) {
  switch (op.resultWidth) {
  case 8:
    return extension<uint8_t>(op);
  case 16:
    return extension<uint16_t>(op);
  case 32:
    return extension<uint32_t>(op);
  case 64:
    return extension<uint64_t>(op);
  }
  return nullptr;
}

template <typename From, WrapPromise promise>
static KernelFn truncation(unsigned to) {
  switch (to) {
  case 1:
    return tryMap1<From, uint8_t, TruncateToBit<promise>>();
  case 8:
    return tryMap1<From, uint8_t, Truncate<promise>>();
  case 16:
    return tryMap1<From, uint16_t, Truncate<promise>>();
  case 32:
    return tryMap1<From, uint32_t, Truncate<promise>>();
  }
  return nullptr;
}
template <WrapPromise promise> static KernelFn truncation(const ScalarOp &op) {
  switch (op.width) {
  case 8:
    return truncation<uint8_t, promise>(op.resultWidth);
  case 16:
    return truncation<uint16_t, promise>(op.resultWidth);
  case 32:
    return truncation<uint32_t, promise>(op.resultWidth);
  case 64:
    return truncation<uint64_t, promise>(op.resultWidth);
  }
  return nullptr;
}
static KernelFn selectTruncation(const ScalarOp &op) {
  switch (op.promise) {
  case WrapPromise::None:
    return truncation<WrapPromise::None>(op);
  case WrapPromise::NoSigned:
    return truncation<WrapPromise::NoSigned>(op);
  case WrapPromise::NoUnsigned:
    return truncation<WrapPromise::NoUnsigned>(op);
  case WrapPromise::Neither:
    return truncation<WrapPromise::Neither>(op);
  }
  return nullptr;
}

static KernelFn selectChoice(unsigned width) {
  if (width <= 8)
    return Choose::kernel<uint8_t>;
  if (width <= 16)
    return Choose::kernel<uint16_t>;
  return width <= 32 ? Choose::kernel<uint32_t> : Choose::kernel<uint64_t>;
}

KernelFn kernels::selectInteger(const ScalarOp &op) {
  bool isSigned = op.read == ReadAs::Signed;
  switch (op.kind) {
  case ScalarKind::AddI:
    return wrapping<ScalarKind::AddI, Add>(op);
  case ScalarKind::SubI:
    return wrapping<ScalarKind::SubI, Sub>(op);
  case ScalarKind::MulI:
    return wrapping<ScalarKind::MulI, Mul>(op);
  case ScalarKind::MulHiI:
    return binary<MulHi>(op.width);
  case ScalarKind::NegI:
    return negation(op);
  case ScalarKind::AbsI:
    return unary<Abs>(op.width);
  case ScalarKind::AndI:
    return bitwise<And>(op.width);
  case ScalarKind::OrI:
    return bitwise<Or>(op.width);
  case ScalarKind::XorI:
    return bitwise<Xor>(op.width);
  case ScalarKind::ShlI:
    return op.shiftMustFit ? shiftLeft<true>(op) : shiftLeft<false>(op);
  case ScalarKind::ShrI:
    return shiftRight(op);
  case ScalarKind::MaxI:
    return isSigned ? binary<Extremum<true, true>>(op.width)
                    : binary<Extremum<false, true>>(op.width);
  case ScalarKind::MinI:
    return isSigned ? binary<Extremum<true, false>>(op.width)
                    : binary<Extremum<false, false>>(op.width);
  case ScalarKind::DivI:
    return isSigned ? division<true>(op) : division<false>(op);
  case ScalarKind::RemI:
    return isSigned ? tryBinary<Remainder<true>>(op.width)
                    : tryBinary<Remainder<false>>(op.width);
  case ScalarKind::CmpI:
    return selectComparison(op);
  case ScalarKind::ExtI:
    return selectExtension(op);
  case ScalarKind::TruncI:
    return selectTruncation(op);
  case ScalarKind::Select:
    return selectChoice(op.width);
  default:
    return nullptr;
  }
}
