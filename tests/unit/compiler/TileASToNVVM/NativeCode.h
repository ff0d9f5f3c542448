//===- NativeCode.h - Float functions by the machine's floats ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What LlvmCode (compiler/Conversion/TileASToNVVM/MathCode.h) writes, computed
// at once. The file that includes it must be compiled without contraction.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_NATIVECODE_H
#define TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_NATIVECODE_H

#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace tilefuzz {

template <typename Native> struct NativeCode {
  using Float = Native;
  using Word = std::conditional_t<sizeof(Native) == 4, uint32_t, uint64_t>;
  using Signed = std::make_signed_t<Word>;
  using Real = Native;
  using Bits = Word;
  using Truth = bool;

  Real real(Native value) { return value; }
  Bits bits(Word value) { return value; }
  Bits bitsOf(Real x) { return llvm::bit_cast<Word>(x); }
  Real fromBits(Bits x) { return llvm::bit_cast<Native>(x); }
  Real toReal(Bits x) { return Native(Signed(x)); }
  Bits signedShift(Bits x, Word amount) { return Signed(x) >> amount; }
  Bits mulHigh(Bits x, Bits y) { return Word((unsigned __int128)(x)*y >> 64); }
  Real fma(Real x, Real y, Real z) { return std::fma(x, y, z); }
  Real sqrt(Real x) { return std::sqrt(x); }
  Real abs(Real x) { return std::fabs(x); }
  Real floor(Real x) { return std::floor(x); }
  Real trunc(Real x) { return std::trunc(x); }
  Real copySign(Real x, Real sign) { return std::copysign(x, sign); }
  template <typename T> T select(bool condition, T x, T y) {
    return condition ? x : y;
  }
  template <typename Triple, typename Body>
  Triple where(bool condition, Triple otherwise, Body body) {
    return condition ? body() : otherwise;
  }
  template <typename State, typename Body>
  State repeat(Bits count, State x, Body body) {
    for (Signed i = 0; i < Signed(count); ++i)
      x = body(x);
    return x;
  }
};

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_UNIT_COMPILER_TILEASTONVVM_NATIVECODE_H
