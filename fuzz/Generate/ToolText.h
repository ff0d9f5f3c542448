//===- ToolText.h - Programs as other tools read them -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_TOOLTEXT_H
#define TILEFUZZ_FUZZ_GENERATE_TOOLTEXT_H

#include "interp/Program/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefuzz {

/// Prints the module as other tools of the dialect read it: where all of it is
/// one `cuda_tile.module`, that operation stands on its own at the top of the
/// file. Our readers take it with a module around it, too.
void printForTools(mlir::ModuleOp module, llvm::raw_ostream &os);
/// Launch lines, then that.
std::string toToolText(const Program &program);

/// Whether it has an operation of that name (with its dialect).
bool containsOperation(mlir::ModuleOp module, llvm::StringRef name);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_TOOLTEXT_H
