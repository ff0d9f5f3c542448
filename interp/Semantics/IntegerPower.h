//===- IntegerPower.h - Floats to integer powers ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The dialect says that fpowi is the power of each element, and of f16 and bf16
// that it is computed in f32; of accuracy and of special values it says nothing
// (13.4 additions, 3.2). Taken as legal is what products of the base in any
// order give, each rounded to the nearest, with the reciprocal taken first or
// last. What a zero, an infinity or NaN to the power 0 is, nothing specifies.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_INTEGERPOWER_H
#define TILEFUZZ_INTERP_SEMANTICS_INTEGERPOWER_H

#include "interp/Semantics/Enclosure.h"

namespace tilefuzz::semantics {

/// None: it may be anything.
std::optional<BoundedResult>
integerPower(FloatFormat format, const llvm::APInt &base, int64_t exponent);

/// The same of a base of which only bounds are known.
Enclosure encloseIntegerPower(FloatFormat format, const EnclosedValue &base,
                              int64_t exponent);

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_INTEGERPOWER_H
