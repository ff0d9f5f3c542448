//===- ProductSums.h - Sums of products in any order ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One element of a product of matrices, whichever instruction asks for it. The
// order and the inner precision of sums of floats are nobody's promise; the
// value here is the exact sum, rounded once, and an enclosure of the source
// says what else it may be (semantics::FreeOrderSum).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_PRODUCTSUMS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_PRODUCTSUMS_H

#include "interp/Simt/Machine/InexactParts.h"
#include "interp/Simt/Machine/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace tilefuzz::simt {

/// What an element of a factor counts. The low bits of tf32 are not looked at.
double realOf(RegisterType type, uint64_t bits);
int64_t integerOf(RegisterType type, uint64_t bits);

/// What else the element in these bits may be; none: they hold something else
/// than one.
std::optional<BufferImage::Enclosure>
boundsOf(llvm::ArrayRef<InexactPart> parts, unsigned firstBit,
         RegisterType type);

/// A sum in format `sum`, of products with that sign.
uint64_t sumOfReals(RegisterType sum, llvm::ArrayRef<double> row,
                    llvm::ArrayRef<double> column, double sign,
                    std::optional<double> start);
/// A sum in 32 bits.
uint64_t sumOfIntegers(llvm::ArrayRef<int64_t> row,
                       llvm::ArrayRef<int64_t> column, int64_t start,
                       bool saturates);
/// Of f64: each product is added to the sum before it, rounded once (PTX ISA,
/// mma: as fma), in the order of k.
uint64_t sumOfDoubles(llvm::ArrayRef<double> row, llvm::ArrayRef<double> column,
                      double start, RoundingMode rounding);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_PRODUCTSUMS_H
