//===- ProgramFile.h - The file of a program and its launch -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// One way to read programs for every tool: text or bytecode, with the launch
// lines in front, in a file beside it, or in one that the user names.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_PROGRAM_PROGRAMFILE_H
#define TILEFUZZ_INTERP_PROGRAM_PROGRAMFILE_H

#include "interp/Program/Program.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace tilefuzz {

/// An opened file, which is not parsed yet.
class ProgramFile {
public:
  /// Opens `path`; `-` is standard input. Launch lines are those of
  /// `launchPath`, if it is not empty; else those of the file itself, if it is
  /// text and has any; else those of `PATH.launch` (the extension replaced), if
  /// there is such a file. Errors: a file cannot be read.
  static llvm::Expected<ProgramFile> open(llvm::StringRef path,
                                          llvm::StringRef launchPath = {});

  /// As it is in the file: text or bytecode.
  llvm::StringRef contents() const { return file->getBuffer(); }
  bool isBytecode() const;

  bool hasLaunchLines() const { return launch || hasOwnLaunch; }
  /// The text that begins with the launch lines; where there are none, that of
  /// the program.
  const llvm::MemoryBuffer &launchText() const {
    return launch ? *launch : *file;
  }
  /// Errors: there are no launch lines, or one is wrong.
  llvm::Expected<Launch> readLaunch() const;

  /// Parses and verifies the module. The error is the first diagnostic, as
  /// `NAME:line:col: error: ...`.
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
  parse(mlir::MLIRContext &context) const;
  /// The same, with all diagnostics going to the context's handler or to
  /// stderr. `sources` gets the file, so that a handler which prints lines of
  /// it has them.
  mlir::OwningOpRef<mlir::ModuleOp> parse(mlir::MLIRContext &context,
                                          llvm::SourceMgr &sources) const;

private:
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> file;
  std::unique_ptr<llvm::MemoryBuffer> launch;
  bool hasOwnLaunch = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_PROGRAM_PROGRAMFILE_H
