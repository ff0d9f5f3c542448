//===- KernelsFloat.cpp - Float arithmetic to nearest ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// interp/Semantics/Float.h on machine floats.
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/Formats.h"
#include "interp/Kernels/NativeFormat.h"
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::kernels;

namespace {
struct Add {
  template <typename T> T operator()(T a, T b) const { return a + b; }
};
struct Sub {
  template <typename T> T operator()(T a, T b) const { return a - b; }
};
struct Mul {
  template <typename T> T operator()(T a, T b) const { return a * b; }
};
struct Div {
  template <typename T> T operator()(T a, T b) const { return a / b; }
};

template <typename Format, bool ftz>
typename Format::Bits flushIf(typename Format::Bits a) {
  return ftz ? Format::flush(a) : a;
}

template <typename Format, typename F, bool ftz> struct Rounded {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a, Bits b) const {
    return flushIf<Format, ftz>(
        Format::store(F()(Format::load(flushIf<Format, ftz>(a)),
                          Format::load(flushIf<Format, ftz>(b)))));
  }
};
template <typename Format, bool ftz> struct Root {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a) const {
    return flushIf<Format, ftz>(
        Format::store(std::sqrt(Format::load(flushIf<Format, ftz>(a)))));
  }
};

template <typename Format, bool isMax, bool propagateNaN, bool ftz>
struct Extremum {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a, Bits b) const {
    a = flushIf<Format, ftz>(a);
    b = flushIf<Format, ftz>(b);
    Bits chosen = (order(a) < order(b)) == isMax ? b : a;
    bool aNaN = Format::isNaN(a), bNaN = Format::isNaN(b);
    if (propagateNaN)
      return aNaN || bNaN ? Format::quietNaN : chosen;
    chosen = bNaN ? a : chosen;
    chosen = aNaN ? b : chosen;
    return aNaN && bNaN ? Format::quietNaN : chosen;
  }

private:
  /// Numbers in their order, -0 below +0.
  static std::make_signed_t<Bits> order(Bits a) {
    return a & Format::signBit ? a ^ Bits(Format::signBit - 1) : a;
  }
};

template <typename Format, Relation relation, bool ordered> struct Compare {
  using Bits = typename Format::Bits;
  uint8_t operator()(Bits a, Bits b) const {
    typename Format::Real x = Format::load(a), y = Format::load(b);
    switch (relation) {
    case Relation::Equal:
      return ordered ? x == y : !(x < y || x > y);
    case Relation::NotEqual:
      return ordered ? x < y || x > y : x != y;
    case Relation::Less:
      return ordered ? x < y : !(x >= y);
    case Relation::LessOrEqual:
      return ordered ? x <= y : !(x > y);
    case Relation::Greater:
      return ordered ? x > y : !(x <= y);
    case Relation::GreaterOrEqual:
      return ordered ? x >= y : !(x < y);
    }
  }
};

template <typename Format> struct Negate {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a) const { return a ^ Format::signBit; }
};
template <typename Format> struct Absolute {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a) const { return a & ~Format::signBit; }
};

float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
template <typename Format, bool ftz> struct Fused {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a, Bits b, Bits c) const {
    return flushIf<Format, ftz>(
        Format::store(fused(Format::load(flushIf<Format, ftz>(a)),
                            Format::load(flushIf<Format, ftz>(b)),
                            Format::load(flushIf<Format, ftz>(c)))));
  }
};
/// The exact product plus the third, rounded once in the end.
template <typename Format, bool ftz> struct FusedNarrow {
  using Bits = typename Format::Bits;
  Bits operator()(Bits a, Bits b, Bits c) const {
    double product = double(Format::load(flushIf<Format, ftz>(a))) *
                     double(Format::load(flushIf<Format, ftz>(b)));
    double sum = addToOdd(product, Format::load(flushIf<Format, ftz>(c)));
    return flushIf<Format, ftz>(Format::store(oddToFloat(sum)));
  }

private:
  static float oddToFloat(double x) {
    float nearest = float(x);
    uint32_t bits = bitCast<uint32_t>(nearest);
    if (double(nearest) == x || x != x)
      return nearest;
    // Toward zero, then odd.
    bits -= std::fabs(double(nearest)) > std::fabs(x);
    return bitCast<float>(bits | 1);
  }
};

#if defined(__x86_64__)
/// With the machine's fused operation, where the compiler may not assume it.
template <typename Format, bool ftz>
__attribute__((target("avx2,fma"))) bool
fuseInHardware(const KernelParameters &, size_t count,
               const void *const *operands, void *result) {
  using Bits = typename Format::Bits;
  const Bits *a = static_cast<const Bits *>(operands[0]);
  const Bits *b = static_cast<const Bits *>(operands[1]);
  const Bits *c = static_cast<const Bits *>(operands[2]);
  Bits *__restrict out = static_cast<Bits *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = Fused<Format, ftz>()(a[i], b[i], c[i]);
  return true;
}
#endif
} // namespace

template <typename Format, bool ftz> static KernelFn selectFused() {
  using Bits = typename Format::Bits;
  if constexpr (sizeof(Bits) == 2) {
    return map3<Bits, Bits, FusedNarrow<Format, ftz>>();
  } else {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return fuseInHardware<Format, ftz>;
#endif
    return map3<Bits, Bits, Fused<Format, ftz>>();
  }
}

template <typename Format, bool isMax>
static KernelFn selectExtremum(const ScalarOp &op) {
  using Bits = typename Format::Bits;
  if (op.ftz)
    return op.propagateNaN
               ? map2<Bits, Bits, Extremum<Format, isMax, true, true>>()
               : map2<Bits, Bits, Extremum<Format, isMax, false, true>>();
  return op.propagateNaN
             ? map2<Bits, Bits, Extremum<Format, isMax, true, false>>()
             : map2<Bits, Bits, Extremum<Format, isMax, false, false>>();
}

template <typename Format, Relation relation>
static KernelFn comparison(bool ordered) {
  using Bits = typename Format::Bits;
  return ordered ? map2<Bits, uint8_t, Compare<Format, relation, true>>()
                 : map2<Bits, uint8_t, Compare<Format, relation, false>>();
}
template <typename Format>
static KernelFn selectComparison(const ScalarOp &op) {
  switch (op.relation) {
  case Relation::Equal:
    return comparison<Format, Relation::Equal>(op.ordered);
  case Relation::NotEqual:
    return comparison<Format, Relation::NotEqual>(op.ordered);
  case Relation::Less:
    return comparison<Format, Relation::Less>(op.ordered);
  case Relation::LessOrEqual:
    return comparison<Format, Relation::LessOrEqual>(op.ordered);
  case Relation::Greater:
    return comparison<Format, Relation::Greater>(op.ordered);
  case Relation::GreaterOrEqual:
    return comparison<Format, Relation::GreaterOrEqual>(op.ordered);
  }
  return nullptr;
}

/// What no rounding mode touches.
template <typename Format> static KernelFn selectExact(const ScalarOp &op) {
  using Bits = typename Format::Bits;
  switch (op.kind) {
  case ScalarKind::MaxF:
    return selectExtremum<Format, true>(op);
  case ScalarKind::MinF:
    return selectExtremum<Format, false>(op);
  case ScalarKind::CmpF:
    return selectComparison<Format>(op);
  case ScalarKind::NegF:
    return map1<Bits, Bits, Negate<Format>>();
  case ScalarKind::AbsF:
    return map1<Bits, Bits, Absolute<Format>>();
  default:
    return nullptr;
  }
}

template <typename Format, bool ftz>
static KernelFn selectNearest(ScalarKind kind) {
  using Bits = typename Format::Bits;
  switch (kind) {
  case ScalarKind::AddF:
    return map2<Bits, Bits, Rounded<Format, Add, ftz>>();
  case ScalarKind::SubF:
    return map2<Bits, Bits, Rounded<Format, Sub, ftz>>();
  case ScalarKind::MulF:
    return map2<Bits, Bits, Rounded<Format, Mul, ftz>>();
  case ScalarKind::DivF:
    return map2<Bits, Bits, Rounded<Format, Div, ftz>>();
  case ScalarKind::SqrtF:
    return map1<Bits, Bits, Root<Format, ftz>>();
  case ScalarKind::Fma:
    return selectFused<Format, ftz>();
  default:
    return nullptr;
  }
}

KernelFn kernels::selectFloat(const ScalarOp &op) {
  return byFormat(op.format, [&](auto format) -> KernelFn {
    using Format = decltype(format);
    if (KernelFn exact = selectExact<Format>(op))
      return exact;
    if (op.mode != RoundingMode::NearestEven)
      return nullptr;
    return op.ftz ? selectNearest<Format, true>(op.kind)
                  : selectNearest<Format, false>(op.kind);
  });
}
