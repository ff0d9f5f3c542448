//===- Baseline.cpp - A program that makes one MLIRContext ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What tile-opt's start is measured against (scripts/startup): a program of the
// same libraries, and of the same of their objects, since it can do all that
// tile-opt does. Its first argument says how far it goes:
//
//   context    makes one MLIRContext
//   register   and registers tile-opt's dialects and passes
//   load       and loads the dialects
//   opt        is tile-opt's driver
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Files/WholeFile.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  llvm::StringRef mode = argc > 1 ? argv[1] : "context";
  if (mode == "context") {
    mlir::MLIRContext context;
    return context.getLoadedDialects().empty();
  }
  mlir::DialectRegistry registry;
  tilefuzz::registerCompilerDialects(registry);
  tilefuzz::registerCompilerPasses();
  tilefuzz::registerVersionCheckPass();
  if (mode == "opt")
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc - 1, argv + 1, "baseline", registry));
  mlir::MLIRContext context(registry);
  if (mode == "load")
    context.loadAllAvailableDialects();
  else if (mode != "register")
    return tilefuzz::isBytecode(mode);
  return context.getLoadedDialects().empty();
}
