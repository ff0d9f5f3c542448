//===- QuietForms.h - Forms that change nothing -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_QUIETFORMS_H
#define TILEFUZZ_FUZZ_GENERATE_QUIETFORMS_H

#include "fuzz/Generate/ByteSource.h"
#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// Half of the operations that have such attributes and operands get some.
void addQuietForms(mlir::ModuleOp module, ByteSource &choices);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_QUIETFORMS_H
