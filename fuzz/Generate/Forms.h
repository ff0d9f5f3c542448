//===- Forms.h - The ways to write an operation -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A form is one thing about an operation that is written in several ways: an
// optional operand that is there or not, the word of an attribute, a list of
// no, one or several operands, what ends a region. Printers, parsers, writers
// and readers have code for each, so programs should have each. What there is
// follows from the table of the bytecode and, of nv_tileaa, from ODS; regions
// and types are listed here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_FORMS_H
#define TILEFUZZ_FUZZ_GENERATE_FORMS_H

#include "mlir/IR/Operation.h"

namespace tilefuzz {

/// The forms of an operation of cuda_tile or nv_tileaa that it is written in.
std::vector<std::string> formsOf(mlir::Operation *op);

/// All that the operation can be written in. One of cuda_tile is named without
/// its dialect, here and below.
std::vector<std::string> possibleForms(llvm::StringRef operation);

/// Forms that no program has, and why.
struct MissingForm {
  /// Separated by spaces.
  llvm::StringLiteral operations;
  /// Separated by `|`.
  llvm::StringLiteral forms;
  llvm::StringLiteral reason;
};
llvm::ArrayRef<MissingForm> missingForms();

/// Why no program has a form; empty: some should.
llvm::StringRef whyFormIsMissing(llvm::StringRef operation,
                                 llvm::StringRef form);

/// Two or more operations that rewrites look for together, ending in `op`.
std::vector<llvm::StringRef> idiomsAt(mlir::Operation *op);
llvm::ArrayRef<llvm::StringRef> allIdioms();

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_FORMS_H
