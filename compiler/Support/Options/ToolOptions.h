//===- ToolOptions.h - What the command lines of our tools share -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM and MLIR register hundreds of options of their own. An option of a tool
// carries `cl::cat(toolOptions)`; --help then lists those and no others
// (--help-hidden lists all).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H
#define TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H

#include "llvm/Support/CommandLine.h"

namespace tilefuzz {

extern llvm::cl::OptionCategory toolOptions;

/// Removes an option that LLVM's libraries registered, so that a tool can give
/// the name its own meaning. The tool's option must be made after this.
void removeLibraryOption(llvm::StringRef name);

/// From now on the process ends with a line and `lost` if the standard output
/// could not be written; and a limit on the size of files does not kill it.
void watchOutput(llvm::StringLiteral tool, int lost = 1);

/// Parses the command line; `overview` is what --help begins with and ends with
/// the exit codes. --version prints `TOOL (tilefuzz VERSION)`. False after an
/// error, which has been printed. Watches the output.
bool parseToolOptions(int argc, const char *const *argv,
                      llvm::StringLiteral tool, llvm::StringRef overview,
                      int outputLost = 1);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H
