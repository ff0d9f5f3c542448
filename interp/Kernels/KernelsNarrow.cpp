//===- KernelsNarrow.cpp - Directed rounding of formats up to 32 bits -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Computed as doubles rounded to odd, rounded again as the operation says.
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/Formats.h"
#include "interp/Kernels/NativeFormat.h"

using namespace tilefuzz;
using namespace tilefuzz::kernels;

namespace {
struct Add {
  static constexpr unsigned arity = 2;
  static double apply(const double *x) { return addToOdd(x[0], x[1]); }
};
struct Sub {
  static constexpr unsigned arity = 2;
  static double apply(const double *x) { return addToOdd(x[0], -x[1]); }
};
struct Mul {
  static constexpr unsigned arity = 2;
  static double apply(const double *x) { return x[0] * x[1]; }
};
struct Div {
  static constexpr unsigned arity = 2;
  static double apply(const double *x) { return divideToOdd(x[0], x[1]); }
};
struct Root {
  static constexpr unsigned arity = 1;
  static double apply(const double *x) { return rootToOdd(x[0]); }
};
struct Fused {
  static constexpr unsigned arity = 3;
  static double apply(const double *x) { return addToOdd(x[0] * x[1], x[2]); }
};

/// An exact zero sum of operands that are not both zeros of one sign is -0 when
/// rounding toward negative infinity (IEEE 754-2019, 6.3), +0 as computed.
template <typename F>
double withSignOfZero(double result, const double *x, RoundingMode mode) {
  if (result != 0 || mode != RoundingMode::NegativeInf)
    return result;
  bool isSum =
      F::arity == 3 || std::is_same_v<F, Add> || std::is_same_v<F, Sub>;
  if (!isSum)
    return result;
  double a = F::arity == 3 ? x[0] * x[1] : x[0];
  double b = std::is_same_v<F, Sub> ? -x[1] : x[F::arity - 1];
  bool bothPositive = a == 0 && b == 0 && !std::signbit(a) && !std::signbit(b);
  return bothPositive ? 0.0 : -0.0;
}

template <typename Format, typename F>
bool directed(const KernelParameters &parameters, size_t count,
              const void *const *operands, void *result) {
  using Bits = typename Format::Bits;
  Bits *__restrict out = static_cast<Bits *>(result);
  bool ftz = parameters.ftz;
  for (size_t i = 0; i < count; ++i) {
    double x[F::arity];
    for (unsigned k = 0; k < F::arity; ++k) {
      Bits bits = static_cast<const Bits *>(operands[k])[i];
      x[k] = Format::load(ftz ? Format::flush(bits) : bits);
    }
    double value = withSignOfZero<F>(F::apply(x), x, parameters.mode);
    Bits bits = fromDouble(*parameters.from, value, parameters.mode);
    out[i] = ftz ? Format::flush(bits) : bits;
  }
  return true;
}
} // namespace

KernelFn kernels::selectNarrow(const ScalarOp &op) {
  return byFormat(op.format, [&](auto format) -> KernelFn {
    using Format = decltype(format);
    if constexpr (std::is_same_v<Format, F64>) {
      return nullptr; // Nothing is wide enough.
    } else {
      switch (op.kind) {
      case ScalarKind::AddF:
        return directed<Format, Add>;
      case ScalarKind::SubF:
        return directed<Format, Sub>;
      case ScalarKind::MulF:
        return directed<Format, Mul>;
      case ScalarKind::DivF:
        return directed<Format, Div>;
      case ScalarKind::SqrtF:
        return directed<Format, Root>;
      case ScalarKind::Fma:
        return directed<Format, Fused>;
      default:
        return nullptr;
      }
    }
  });
}
