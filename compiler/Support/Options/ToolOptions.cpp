//===- ToolOptions.cpp - What the command lines of our tools share --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Options/ToolOptions.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <unistd.h>

namespace cl = llvm::cl;

void tilefuzz::removeLibraryOption(llvm::StringRef name) {
  if (cl::Option *option = cl::getRegisteredOptions().lookup(name))
    option->removeArgument();
}

/// What the line begins with, and the exit code.
static llvm::StringRef outputTool;
static int outputExitCode;

/// LLVM's stream would end the process as if LLVM were at fault.
static void closeOutput() {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return;
  llvm::errs() << outputTool << ": error: the standard output cannot be "
               << "written: " << llvm::outs().error().message() << '\n';
  ::_exit(outputExitCode);
}

void tilefuzz::watchOutput(llvm::StringLiteral tool, int lost) {
  outputTool = tool;
  outputExitCode = lost;
  // The streams, and the text of errors, are made first, so that they go last.
  llvm::outs();
  llvm::errs();
  (void)&std::generic_category();
  std::atexit(closeOutput);
  // A limit on the size of files is an error of the write, not a death.
  std::signal(SIGXFSZ, SIG_IGN);
}

bool tilefuzz::parseToolOptions(int argc, const char *const *argv,
                                llvm::StringLiteral tool,
                                llvm::StringRef overview, int outputLost) {
  watchOutput(tool, outputLost);
  setHelp(tool, overview);
  for (cl::SubCommand *subcommand : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(toolOptions, *subcommand);
  cl::AddExtraVersionPrinter([tool](llvm::raw_ostream &os) {
    os << "  " << tool << " (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  return cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs());
}
