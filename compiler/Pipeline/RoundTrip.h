//===- RoundTrip.h - A program stored and read again ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What leads to a stage of the kind round-trip: the program is written in one
// of the forms that files have, and read. Findings, corpora, reductions and
// other people's tools go through these, so a printer and a parser that agree
// on something else than was meant are as bad as a wrong rewrite.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_PIPELINE_ROUNDTRIP_H
#define TILEFUZZ_COMPILER_PIPELINE_ROUNDTRIP_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// A form that programs are stored in. `None` is that of a pass.
enum class StoredForm : uint8_t {
  None,
  Text,
  GenericText,
  Bytecode1,
  Bytecode2,
  Bytecode3,
  Bytecode4
};

/// Versions of bytecode hold modules of cuda_tile only.
inline bool isBytecode(StoredForm form) {
  return form >= StoredForm::Bytecode1;
}

/// What was read, or nothing.
struct RoundTrip {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What the form cannot express, which is no error.
  std::string inexpressible;
};

/// `module` must be valid and is left alone; what is read is not verified. It
/// has the locations of what was written, and, from bytecode, which does not
/// store it, the module's name. Diagnostics go to the context's handler.
RoundTrip makeRoundTrip(mlir::ModuleOp module, StoredForm form,
                        const BugSet &bugs);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_PIPELINE_ROUNDTRIP_H
