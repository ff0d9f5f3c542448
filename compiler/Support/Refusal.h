//===- Refusal.h - Valid code that a lowering does not take -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A stage that fails has a defect, or it refuses a construct that it does not
// lower. Both are errors for people; a campaign counts the second and reports
// the first. What tells them apart is a mark on the diagnostic, not its text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_REFUSAL_H
#define TILEFUZZ_COMPILER_SUPPORT_REFUSAL_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace tilefuzz {

/// Starts an error `'operation' ...` at `op` that is a refusal. The text names
/// the construct and the lowering.
mlir::InFlightDiagnostic refuse(mlir::Operation *op);

bool isRefusal(mlir::Diagnostic &diagnostic);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_REFUSAL_H
