//===- Program.h - A module and its launch ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The unit of work of generator, mutators, reducer and campaign: a
// builtin.module holding one cuda_tile.module, plus the launch that starts it.
// Its text form is one file: the launch in leading comment lines, then the
// module, so that other MLIR tools read it unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_PROGRAM_H
#define TILEFUZZ_INTERP_PROGRAM_PROGRAM_H

#include "interp/Program/Launch.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tilefuzz {

struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Launch launch;

  /// A deep copy in the same context.
  Program clone() const;
  /// Launch lines, then the module's text, which may be the generic form.
  std::string toString(bool isGeneric = false) const;
};

/// Parses and verifies a module of text or bytecode. The error is the first
/// diagnostic, as `NAME:line:col: error: ...`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseModule(llvm::StringRef contents, llvm::StringRef fileName,
            mlir::MLIRContext &context);
/// Reads a program's text form. Errors are `NAME:line:col: error: ...`, the
/// first one only.
llvm::Expected<Program> parseProgram(llvm::StringRef text,
                                     llvm::StringRef fileName,
                                     mlir::MLIRContext &context);
/// Reads a program file (ProgramFile.h). Errors, too, where it has no launch
/// lines.
llvm::Expected<Program> readProgram(llvm::StringRef path,
                                    mlir::MLIRContext &context);

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_PROGRAM_H
