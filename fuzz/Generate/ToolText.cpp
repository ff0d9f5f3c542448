//===- ToolText.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/ToolText.h"

using namespace tilefuzz;
using namespace mlir;

void tilefuzz::printForTools(ModuleOp module, llvm::raw_ostream &os) {
  Block &body = *module.getBody();
  bool isOne = llvm::hasSingleElement(body) && module->getAttrs().empty() &&
               body.front().getName().getStringRef() == "cuda_tile.module";
  if (isOne)
    body.front().print(os, OpPrintingFlags().useLocalScope());
  else
    module.print(os);
  os << "\n";
}

std::string tilefuzz::toToolText(const Program &program) {
  std::string text = program.launch.toString();
  llvm::raw_string_ostream os(text);
  printForTools(*program.module, os);
  return text;
}

bool tilefuzz::containsOperation(ModuleOp module, llvm::StringRef name) {
  return module
      .walk([&](Operation *op) {
        return op->getName().getStringRef() == name ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}
