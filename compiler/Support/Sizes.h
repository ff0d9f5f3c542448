//===- Sizes.h - Sizes and strides in the text of types ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// MLIR holds a size that is known at run time only as the least 64-bit number
// (ShapedType::kDynamic). Text writes `?` for it, and must not be able to write
// the number: it would be read as something else than it says.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_SIZES_H
#define TILEFUZZ_COMPILER_SUPPORT_SIZES_H

#include "mlir/IR/OpImplementation.h"

namespace tilefuzz {

/// A number that says what it is; the one that stands for `?` is refused.
mlir::ParseResult parseStaticSize(mlir::AsmParser &parser, int64_t &size);
/// The same, or `?`.
mlir::ParseResult parseSize(mlir::AsmParser &parser, int64_t &size);
void printSize(llvm::raw_ostream &os, int64_t size);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_SIZES_H
