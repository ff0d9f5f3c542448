//===- IntegerRanges.h - Integers of several values -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What operations give of sets of integers, by llvm::ConstantRange: sound for
// every pair of members, the least range there is for most operations, and a
// range that holds it for logic, shifts and remainders.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SEMANTICS_INTEGERRANGES_H
#define TILEFUZZ_INTERP_SEMANTICS_INTEGERRANGES_H

#include "interp/Semantics/Enclosure.h"

namespace tilefuzz::semantics {

/// Whether `encloseRange` knows it.
bool isIntegerRange(EnclosedBy kind);

/// As `enclose`, of one or two integers of one width. None where some choice
/// may be undefined, or the result has members beyond `largestInteger`.
std::optional<Enclosure> encloseRange(EnclosedBy kind, bool isSquare,
                                      llvm::ArrayRef<EnclosedValue> operands,
                                      ConcreteMeaning meaning, bool isUnsigned);

} // namespace tilefuzz::semantics

#endif // TILEFUZZ_INTERP_SEMANTICS_INTEGERRANGES_H
