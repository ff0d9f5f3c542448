//===- Refusal.cpp - Valid code that a lowering does not take -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Refusal.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral mark = "tilefuzz.refusal";

mlir::InFlightDiagnostic tilefuzz::refuse(mlir::Operation *op) {
  mlir::InFlightDiagnostic diagnostic = op->emitError();
  diagnostic << "'" << op->getName() << "' ";
  if (mlir::Diagnostic *underlying = diagnostic.getUnderlyingDiagnostic())
    underlying->getMetadata().push_back(mlir::DiagnosticArgument(mark));
  return diagnostic;
}

bool tilefuzz::isRefusal(mlir::Diagnostic &diagnostic) {
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  return llvm::any_of(diagnostic.getMetadata(),
                      [](mlir::DiagnosticArgument &argument) {
                        return argument.getKind() == Kind::String &&
                               argument.getAsString() == mark;
                      });
}
