//===- RandomValues.h - What generated programs compute with ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of both languages. At the edges, the ends of a type's range and what lies
// next to them, formulas differ that agree elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_RANDOMVALUES_H
#define TILEFUZZ_FUZZ_GENERATE_RANDOMVALUES_H

#include "fuzz/Generate/ByteSource.h"
#include "interp/Program/Launch.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tilefuzz {

/// What a buffer begins with.
std::string chooseInit(ByteSource &choices, ElementKind kind);
llvm::APInt chooseIntegerOf(ByteSource &choices, unsigned width, bool atEdge);
/// Between two floats with so many bits of precision, in their middle or next
/// to it, so that who rounds twice rounds otherwise.
llvm::APInt chooseTieOf(ByteSource &choices, unsigned width,
                        unsigned precision);
/// A float in or beside the middle of two of a narrower format: who rounds it
/// twice may come to the other one.
llvm::APFloat chooseTieOf(ByteSource &choices, mlir::FloatType from,
                          mlir::FloatType to);
llvm::APFloat chooseFloatOf(ByteSource &choices, mlir::FloatType type,
                            bool atEdge);

/// Lower bound, upper bound and step of at most `most` iterations that lie
/// anywhere in their range: at its ends, or around its middle, where the sign
/// changes. Steps may be so large that what follows the last iteration wraps.
std::array<llvm::APInt, 3> chooseFarBounds(ByteSource &choices, unsigned width,
                                           bool isUnsigned, unsigned most);

/// What leaves the other operand of an operation as it is.
enum class Identity { Sum, Product, And, Low, High, UnsignedLow, UnsignedHigh };
mlir::TypedAttr identityOf(Identity identity, mlir::Type element);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_RANDOMVALUES_H
