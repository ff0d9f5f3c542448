//===- Functions.h - Files of functions without memory ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_RUN_FUNCTIONS_H
#define TILEFUZZ_TOOLS_TILE_RUN_FUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace tilefuzz {

/// Whether the text is of func.func and of no dialect of tiles.
bool isFileOfFunctions(llvm::StringRef text);

/// Runs the calls in the file's comments (interp/Function/FunctionCalls.h), or,
/// if there are none, every function on `--inputs` generated argument lists.
/// The exit code.
int runFunctions(llvm::StringRef file, llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_RUN_FUNCTIONS_H
