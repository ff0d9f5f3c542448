//===- Bytecode.h - Tile IR bytecode ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The self-describing container of one cuda_tile module, versions 13.1
// to 13.4. Input may be hostile: whatever the bytes are, reading ends in a
// verified module or in a diagnostic `FILE: byte N: error: ...`.
// What stands where: bytecode, 1 and 17.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_BYTECODE_BYTECODE_H
#define TILEFUZZ_COMPILER_BYTECODE_BYTECODE_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

namespace tilefuzz {

/// A version 13.`minor` of the format; 0: of the versions from 13.3 on the
/// oldest that can express the module.
struct BytecodeVersion {
  unsigned minor = 0;
  /// Reads `13.1`, `13.2`, `13.3` or `13.4`.
  static std::optional<BytecodeVersion> parse(llvm::StringRef text);
};

/// Detection is by magic; file names mean nothing.
bool isBytecode(llvm::StringRef bytes);

/// A builtin module that holds the cuda_tile module, as the text parser makes
/// it; verified. The module is called `kernels`: files store no name.
/// Warnings, in the form of the errors, are appended to `warnings`.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readBytecode(llvm::StringRef bytes, llvm::StringRef fileName,
             mlir::MLIRContext &context,
             std::vector<std::string> *warnings = nullptr);

/// The bytes of a cuda_tile module, or of a builtin module that holds one.
/// What the version cannot express is refused at the operation's location.
mlir::FailureOr<std::string> writeBytecode(mlir::Operation *module,
                                           BytecodeVersion version = {},
                                           const BugSet &bugs = {});

/// Of a module that may be invalid: what a reader of these bytes must refuse.
mlir::FailureOr<std::string>
writeUnverifiedBytecode(mlir::Operation *module, BytecodeVersion version = {});

/// Prints every byte of a file with its meaning. After an error: what was
/// understood before it.
llvm::Error dumpBytecode(llvm::StringRef bytes, llvm::StringRef fileName,
                         llvm::raw_ostream &os);

/// Reads the main file of `sources`, text or bytecode. Null after an error,
/// which has been reported: for text to the context, for bytecode to stderr.
/// Text may be left unverified.
mlir::OwningOpRef<mlir::ModuleOp>
parseModuleFile(const llvm::SourceMgr &sources, mlir::MLIRContext &context,
                bool isVerified = true);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_BYTECODE_BYTECODE_H
