//===- BrokenProgram.h - Modules that a tool must refuse --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A valid program of cuda_tile in which one thing is changed, so that it breaks
// a rule of the dialect. It is written as bytecode without being verified.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_BROKENPROGRAM_H
#define TILEFUZZ_FUZZ_SUT_BROKENPROGRAM_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Sut/Description.h"
#include "fuzz/Sut/TrialResult.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <csignal>

namespace tilefuzz {

struct BrokenProgram {
  /// What our verifier says of it, and of what operation; the reader of
  /// bytecode says the same of the bytes.
  std::string rule, operation;
  /// What the tool gets.
  std::string bytes;
  /// The module in generic form.
  std::string text;
};

/// Why the module is invalid, and as which bytes of the version (empty: the
/// default) that still shows. None: it is valid, or no bytecode can hold what
/// is wrong.
std::optional<BrokenProgram> findFault(mlir::ModuleOp module,
                                       llvm::StringRef version);

/// Changes a copy: the type of a result, an operand, or an attribute. None: no
/// attempt broke a rule that bytecode can break.
std::optional<BrokenProgram> breakProgram(mlir::ModuleOp module,
                                          ByteSource &choices,
                                          llvm::StringRef version);

/// The module of a text that need not be valid.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readUnverified(llvm::StringRef text, llvm::StringRef name,
               mlir::MLIRContext &context);

/// The tool must refuse it, by an exit code, in time.
TrialResult
tryBrokenProgram(const SutDescription &sut, const SutRun &run,
                 llvm::StringRef folder, const BrokenProgram &program,
                 const volatile sig_atomic_t *interrupted = nullptr);

/// Leaves out operations whose results nobody uses, as long as the rule and
/// what the tool does (a finding of this kind) stay as they are.
BrokenProgram reduceBrokenProgram(const SutDescription &sut, const SutRun &run,
                                  llvm::StringRef folder, mlir::ModuleOp module,
                                  const BrokenProgram &program,
                                  FindingKind kind,
                                  const volatile sig_atomic_t *interrupted);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_BROKENPROGRAM_H
