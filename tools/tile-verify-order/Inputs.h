//===- Inputs.h - Programs of any tool, and how to launch them --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_INPUTS_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_INPUTS_H

#include "interp/Program/ProgramFile.h"

namespace tilefuzz {

/// A parsed program. Text or bytecode, of this compiler or another.
struct InputProgram {
  ProgramFile file;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Prints what is wrong with the text; errors, too, for the first operation
/// that no level here has.
llvm::Expected<InputProgram> readInput(llvm::StringRef path,
                                       mlir::MLIRContext &context);

struct NamedLaunch {
  std::string name;
  Launch launch;
};

/// Every `tilefuzz.launch` line of the text begins a launch; none: no launch.
llvm::Expected<std::vector<NamedLaunch>>
readLaunches(const llvm::MemoryBuffer &text);

/// Made up for a module without any, one for each entry.
llvm::Expected<std::vector<NamedLaunch>> inventLaunches(mlir::ModuleOp module);

/// Runs `command` with {in} and {out} replaced by the files' names; without
/// {out}, what it prints is the output. After so many seconds it is ended; 0:
/// never. Errors: it fails, an interrupt, or there is no output.
llvm::Error runOptimizer(llvm::StringRef command, llvm::StringRef input,
                         llvm::StringRef output, unsigned seconds);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_ORDER_INPUTS_H
