//===- RelatedOperands.h - Operands that bring something out ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Numbers at the ends of their ranges, drawn one by one, hardly ever cancel,
// round to the middle between two floats, or overflow by one. These are drawn
// together, or for the format that a conversion leads to.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_RELATEDOPERANDS_H
#define TILEFUZZ_FUZZ_GENERATE_RELATEDOPERANDS_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <array>

namespace tilefuzz {

/// Two floats whose sum or product cancels, ties, overflows, or becomes or was
/// subnormal, and a third one that is near what comes of them, or has the other
/// sign.
std::array<llvm::APFloat, 3> chooseRelatedFloats(ByteSource &choices,
                                                 mlir::FloatType type);
/// Of a width beyond 1: opposites, complements, products that just (do not)
/// wrap, neighbours of the least and the greatest numbers, dividends of either
/// sign.
std::array<llvm::APInt, 3> chooseRelatedIntegers(ByteSource &choices,
                                                 unsigned width);

/// Where the conversion to `to` rounds or ends: a number in or beside the
/// middle of two of `to`, which may be subnormal there, around its greatest
/// one, or a special one.
llvm::APFloat chooseAtBoundary(ByteSource &choices, mlir::FloatType from,
                               mlir::FloatType to);
/// Where conversions to integers of this width end, in either reading, or
/// round; with `isInside` none that is outside of the range.
llvm::APFloat chooseAtIntegerBoundary(ByteSource &choices, mlir::FloatType from,
                                      unsigned width, bool isSigned,
                                      bool isInside);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_RELATEDOPERANDS_H
