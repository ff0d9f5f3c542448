//===- Remarks.h - What the compiler says of its choices --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_PIPELINE_REMARKS_H
#define TILEFUZZ_COMPILER_PIPELINE_REMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// From now on, remarks whose names the regular expression matches
/// (compiler/Support/ChoiceRemarks.h) are remarks of the context, on the
/// operation that they are about, each with its name behind it. Error: it is no
/// regular expression.
llvm::Error enableChoiceRemarks(mlir::MLIRContext &context,
                                llvm::StringRef names);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_PIPELINE_REMARKS_H
