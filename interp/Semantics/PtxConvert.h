//===- PtxConvert.h - What PTX's conversions mean ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.9.21 (cvt), of the concrete domain: from any format to any,
// with every rounding, and to and from integers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_PTXCONVERT_H
#define TILEFUZZ_INTERP_SEMANTICS_PTXCONVERT_H

#include "interp/Semantics/FloatBits.h"

namespace tilefuzz::semantics {

/// The modifiers of one conversion from a float.
struct ConversionRules {
  RoundingMode mode = RoundingMode::NearestEven;
  /// `.rna`: nearest, ties away from zero.
  bool tiesAway = false;
  /// `.rni`, `.rzi`...: to an integer, which stays a float.
  bool toIntegral = false;
  /// `.ftz`, which is about values of f32 only, whichever side has them.
  bool flushesSource = false, flushesResult = false;
  /// `.sat`.
  bool toUnit = false;
  /// `.relu`.
  bool clampsNegatives = false;
  /// `.satfinite`.
  Saturation saturation = Saturation::None;
};

/// None: the ISA does not say what becomes of it (a negative number in a format
/// without a sign).
std::optional<llvm::APInt> convertFloat(FloatFormat from, FloatFormat to,
                                        const ConversionRules &rules,
                                        const llvm::APInt &a);

/// The integer that a finite value rounds to, without its sign, in 128 bits;
/// the value must be below 2^64.
llvm::APInt roundToInteger(const ExactFloat &value, RoundingMode mode);

/// To the nearest integer of the type. NaN gives 0, or, where source or result
/// has 64 bits, the top bit alone.
llvm::APInt floatToInteger(FloatFormat from, unsigned width, ReadAs read,
                           const ConversionRules &rules, const llvm::APInt &a);

llvm::APInt integerToFloat(FloatFormat to, ReadAs read,
                           const ConversionRules &rules, const llvm::APInt &a);

/// `.sat`: to the nearest integer of the type.
llvm::APInt saturateInteger(unsigned width, ReadAs from, ReadAs to,
                            const llvm::APInt &a);

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_PTXCONVERT_H
