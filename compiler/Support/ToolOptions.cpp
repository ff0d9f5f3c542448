//===- ToolOptions.cpp - What the command lines of our tools share --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/ToolOptions.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

cl::OptionCategory tilefuzz::toolOptions("Options of this tool");

void tilefuzz::removeLibraryOption(llvm::StringRef name) {
  if (cl::Option *option = cl::getRegisteredOptions().lookup(name))
    option->removeArgument();
}

bool tilefuzz::parseToolOptions(int argc, const char *const *argv,
                                llvm::StringLiteral tool,
                                llvm::StringRef overview) {
  for (cl::SubCommand *subcommand : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(toolOptions, *subcommand);
  cl::AddExtraVersionPrinter([tool](llvm::raw_ostream &os) {
    os << "  " << tool << " (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  return cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs());
}
