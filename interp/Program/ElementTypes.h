//===- ElementTypes.h - The types of buffers' elements ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_ELEMENTTYPES_H
#define TILEFUZZ_INTERP_PROGRAM_ELEMENTTYPES_H

#include "interp/Program/Launch.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace tilefuzz {

/// The element kind that a buffer of the type has; none: no buffer has it.
std::optional<ElementKind> elementKindOf(mlir::Type element);
mlir::Type typeOfKind(mlir::MLIRContext *context, ElementKind kind);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_ELEMENTTYPES_H
