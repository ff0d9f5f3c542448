//===- Convert.h - What conversions mean ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.3 and 3.4 of the dialect specification; exti and trunci are in
// Integer.h. Where it is silent, the choices stand in docs/semantics.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_CONVERT_H
#define TILEFUZZ_INTERP_SEMANTICS_CONVERT_H

#include "interp/Semantics/FloatBits.h"
#include "interp/Semantics/Integer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz::semantics {

/// Between any two formats. The dialect allows nearest-even, and zero and
/// positive_inf to f8E8M0FNU; all modes are defined here.
template <class D>
Bits<D> ftof(D &d, FloatFormat from, FloatFormat to, RoundingMode mode,
             Bits<D> a) {
  return d.ftof(from, to, mode, a);
}
/// The same, with what becomes of values beyond the largest finite one.
template <class D>
Bits<D> ftof(D &d, FloatFormat from, FloatFormat to, RoundingMode mode,
             Saturation saturation, Bits<D> a) {
  return d.ftof(from, to, mode, a, saturation);
}

template <class D>
Bits<D> itof(D &d, FloatFormat to, RoundingMode mode, Bits<D> a, ReadAs read) {
  return d.itof(to, mode, a, read);
}

/// Toward zero. Undefined for NaN, infinities, and out of range after that.
template <class D>
Result<D> ftoi(D &d, FloatFormat from, unsigned width, ReadAs read, Bits<D> a) {
  return d.ftoi(from, width, read, a);
}

/// Of NaN 0, and out of range the nearest end of it (13.4 additions, 4.1).
template <class D>
Bits<D> saturatingFToI(D &d, FloatFormat from, unsigned width, ReadAs read,
                       Bits<D> a) {
  Result<D> result = d.ftoi(from, width, read, a);
  bool isSigned = read == ReadAs::Signed;
  uint64_t most = llvm::maskTrailingOnes<uint64_t>(width - isSigned);
  Bits<D> greatest = d.constant(width, most);
  Bits<D> least =
      d.constant(width, isSigned ? uint64_t(1) << (width - 1) : uint64_t(0));
  Bits<D> end = llvm::APFloat::semanticsHasSignedRepr(*from)
                    ? d.ite(d.isNegative(a), least, greatest)
                    : greatest;
  Bits<D> otherwise = d.ite(d.isNaN(from, a), d.constant(width, 0), end);
  return d.ite(result.undefined, otherwise, result.value);
}

/// Elements of one width are the same bits under every type.
template <class D> Bits<D> bitcast(D &d, Bits<D> a) { return a; }

/// The bits that an element takes in a packed byte string: tf32 takes 32, with
/// its 19 bits on top as in an f32; others take their width.
inline unsigned packedWidth(unsigned width) { return width == 19 ? 32 : width; }

/// The elements as a byte string: little-endian, the first element lowest.
/// `elements` have one width and fill a whole number of bytes.
template <class D>
llvm::SmallVector<Bits<D>> pack(D &d, llvm::ArrayRef<Bits<D>> elements) {
  llvm::SmallVector<Bits<D>> bytes;
  unsigned width = d.width(elements.front());
  unsigned packed = packedWidth(width);
  if (packed < 8) {
    unsigned perByte = 8 / packed;
    for (size_t i = 0; i < elements.size(); i += perByte) {
      Bits<D> byte = d.zext(elements[i], 8);
      for (unsigned k = 1; k < perByte; ++k)
        byte = d.bor(
            byte, d.shl(d.zext(elements[i + k], 8), d.constant(8, k * packed)));
      bytes.push_back(byte);
    }
    return bytes;
  }
  for (const Bits<D> &element : elements) {
    Bits<D> a = element;
    if (packed != width)
      a = d.shl(d.zext(a, packed), d.constant(packed, packed - width));
    for (unsigned shift = 0; shift < packed; shift += 8) {
      Bits<D> byte = shift ? d.lshr(a, d.constant(packed, shift)) : a;
      bytes.push_back(packed == 8 ? byte : d.trunc(byte, 8));
    }
  }
  return bytes;
}

/// The inverse of pack; the low 13 bits of a packed tf32 are dropped.
template <class D>
llvm::SmallVector<Bits<D>> unpack(D &d, llvm::ArrayRef<Bits<D>> bytes,
                                  unsigned width) {
  llvm::SmallVector<Bits<D>> elements;
  unsigned packed = packedWidth(width);
  if (packed < 8) {
    for (const Bits<D> &byte : bytes)
      for (unsigned shift = 0; shift < 8; shift += packed)
        elements.push_back(
            d.trunc(shift ? d.lshr(byte, d.constant(8, shift)) : byte, width));
    return elements;
  }
  unsigned perElement = packed / 8;
  for (size_t i = 0; i < bytes.size(); i += perElement) {
    Bits<D> a = bytes[i];
    for (unsigned k = 1; k < perElement; ++k) {
      if (k == 1)
        a = d.zext(a, packed);
      a = d.bor(a,
                d.shl(d.zext(bytes[i + k], packed), d.constant(packed, 8 * k)));
    }
    if (packed != width)
      a = d.trunc(d.lshr(a, d.constant(packed, packed - width)), width);
    elements.push_back(a);
  }
  return elements;
}

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_CONVERT_H
