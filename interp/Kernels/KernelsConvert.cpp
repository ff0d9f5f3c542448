//===- KernelsConvert.cpp - Conversions from and to floats ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// interp/Semantics/Convert.h in machine words.
//
//===----------------------------------------------------------------------===//

#include "interp/Kernels/Formats.h"
#include "interp/Kernels/NativeFormat.h"
#include <limits>

using namespace tilefuzz;
using namespace tilefuzz::kernels;

//===----------------------------------------------------------------------===//
// Between floats
//===----------------------------------------------------------------------===//

namespace {
/// To nearest, by the machine.
template <typename From, typename To> struct Convert {
  typename To::Bits operator()(typename From::Bits a) const {
    return To::store(typename To::Real(From::load(a)));
  }
};

template <typename From, typename To>
bool convertAny(const KernelParameters &parameters, size_t count,
                const void *const *operands, void *result) {
  const From *__restrict a = static_cast<const From *>(operands[0]);
  To *__restrict out = static_cast<To *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = fromDouble(*parameters.to, toDouble(*parameters.from, a[i]),
                        parameters.mode);
  return true;
}
/// All values of the source format, converted once.
template <typename To>
bool convertCodes(const KernelParameters &parameters, size_t count,
                  const void *const *operands, void *result) {
  if (count < 64)
    return convertAny<uint8_t, To>(parameters, count, operands, result);
  To table[256];
  for (unsigned code = 0; code < 1u << parameters.from->info.width; ++code)
    table[code] = fromDouble(*parameters.to, parameters.from->values[code],
                             parameters.mode);
  const uint8_t *__restrict a = static_cast<const uint8_t *>(operands[0]);
  To *__restrict out = static_cast<To *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = table[a[i]];
  return true;
}
} // namespace

template <typename From> static KernelFn anyFrom(unsigned toWidth) {
  if (toWidth <= 8)
    return convertAny<From, uint8_t>;
  if (toWidth <= 16)
    return convertAny<From, uint16_t>;
  return toWidth <= 32 ? convertAny<From, uint32_t>
                       : convertAny<From, uint64_t>;
}

static KernelFn selectFToF(const ScalarOp &op) {
  unsigned from = llvm::APFloat::getSizeInBits(*op.format);
  unsigned to = llvm::APFloat::getSizeInBits(*op.resultFormat);
  if (op.mode == RoundingMode::NearestEven) {
    // f64 to 16 bits would round twice.
    KernelFn native = byFormat(op.format, [&](auto source) {
      return byFormat(op.resultFormat, [&](auto target) -> KernelFn {
        using From = decltype(source);
        using To = decltype(target);
        if constexpr (sizeof(typename From::Bits) == 8 &&
                      sizeof(typename To::Bits) == 2)
          return nullptr;
        else
          return map1<typename From::Bits, typename To::Bits,
                      Convert<From, To>>();
      });
    });
    if (native)
      return native;
  }
  if (from <= 8) {
    if (to <= 8)
      return convertCodes<uint8_t>;
    if (to <= 16)
      return convertCodes<uint16_t>;
    return to <= 32 ? convertCodes<uint32_t> : convertCodes<uint64_t>;
  }
  if (from <= 16)
    return anyFrom<uint16_t>(to);
  return from <= 32 ? anyFrom<uint32_t>(to) : anyFrom<uint64_t>(to);
}

//===----------------------------------------------------------------------===//
// From and to integers
//===----------------------------------------------------------------------===//

namespace {
template <typename Int, typename To> struct FromInteger {
  typename To::Bits operator()(std::make_unsigned_t<Int> a) const {
    return To::store(typename To::Real(Int(a)));
  }
};
/// Rounded to odd where 53 bits do not hold it.
template <typename Int> double integerToOdd(Int a) {
  if constexpr (sizeof(Int) < 8) {
    return a;
  } else {
    bool negative = a < 0;
    uint64_t magnitude = negative ? -uint64_t(a) : uint64_t(a);
    double value = double(magnitude);
    if (magnitude >> 53)
      value = 2048.0 * double(magnitude >> 11 | ((magnitude & 2047) != 0));
    return negative ? -value : value;
  }
}
template <typename Int, typename Out>
bool fromAnyInteger(const KernelParameters &parameters, size_t count,
                    const void *const *operands, void *result) {
  const Int *__restrict a = static_cast<const Int *>(operands[0]);
  Out *__restrict out = static_cast<Out *>(result);
  for (size_t i = 0; i < count; ++i)
    out[i] = fromDouble(*parameters.to, integerToOdd(a[i]), parameters.mode);
  return true;
}

/// Truncates; undefined out of range and for NaN.
template <typename From, typename Int> struct ToInteger {
  using Bits = typename From::Bits;
  bool operator()(Bits a, std::make_unsigned_t<Int> &out) const {
    using Real = typename From::Real;
    constexpr int width = 8 * sizeof(Int);
    constexpr Real top = Real(2) * (uint64_t(1) << (width - 1));
    Real x = From::load(a);
    bool inRange;
    if constexpr (!std::is_signed_v<Int>)
      inRange = x > -1 && x < top;
    else if constexpr (width > std::numeric_limits<Real>::digits)
      // There is nothing between the minimum and that minus 1.
      inRange = x >= -top / 2 && x < top / 2;
    else
      inRange = x > -top / 2 - 1 && x < top / 2;
    out = Int(inRange ? x : Real(0));
    return !inRange;
  }
};
} // namespace

template <typename Int> static KernelFn integerToFloat(const ScalarOp &op) {
  KernelFn native = nullptr;
  if (op.mode == RoundingMode::NearestEven)
    native = byFormat(op.resultFormat, [&](auto target) -> KernelFn {
      using To = decltype(target);
      // 16-bit formats would be rounded twice, from integers that no float
      // holds.
      if constexpr (sizeof(typename To::Bits) == 2 && sizeof(Int) > 2)
        return nullptr;
      else
        return map1<std::make_unsigned_t<Int>, typename To::Bits,
                    FromInteger<Int, To>>();
    });
  // 64 bits rounded to odd have 53, too few to round to f64 again.
  if (native || op.resultFormat == &llvm::APFloat::IEEEdouble())
    return native;
  unsigned to = llvm::APFloat::getSizeInBits(*op.resultFormat);
  if (to <= 8)
    return fromAnyInteger<Int, uint8_t>;
  return to <= 16 ? fromAnyInteger<Int, uint16_t>
                  : fromAnyInteger<Int, uint32_t>;
}
template <typename Int> static KernelFn floatToInteger(const ScalarOp &op) {
  return byFormat(op.format, [&](auto source) -> KernelFn {
    using From = decltype(source);
    return tryMap1<typename From::Bits, std::make_unsigned_t<Int>,
                   ToInteger<From, Int>>();
  });
}

KernelFn kernels::selectConvert(const ScalarOp &op) {
  bool isSigned = op.read == ReadAs::Signed;
  switch (op.kind) {
  case ScalarKind::FToF:
    return selectFToF(op);
  case ScalarKind::IToF:
    switch (op.width) {
    case 1:
      return isSigned ? nullptr : integerToFloat<uint8_t>(op);
    case 8:
      return isSigned ? integerToFloat<int8_t>(op)
                      : integerToFloat<uint8_t>(op);
    case 16:
      return isSigned ? integerToFloat<int16_t>(op)
                      : integerToFloat<uint16_t>(op);
    case 32:
      return isSigned ? integerToFloat<int32_t>(op)
                      : integerToFloat<uint32_t>(op);
    case 64:
      return isSigned ? integerToFloat<int64_t>(op)
                      : integerToFloat<uint64_t>(op);
    }
    return nullptr;
  case ScalarKind::FToI:
    switch (op.resultWidth) {
    case 8:
      return isSigned ? floatToInteger<int8_t>(op)
                      : floatToInteger<uint8_t>(op);
    case 16:
      return isSigned ? floatToInteger<int16_t>(op)
                      : floatToInteger<uint16_t>(op);
    case 32:
      return isSigned ? floatToInteger<int32_t>(op)
                      : floatToInteger<uint32_t>(op);
    case 64:
      return isSigned ? floatToInteger<int64_t>(op)
                      : floatToInteger<uint64_t>(op);
    }
    return nullptr;
  default:
    return nullptr;
  }
}
