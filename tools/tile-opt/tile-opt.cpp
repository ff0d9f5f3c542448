//===- tile-opt.cpp - Run passes on tile programs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// mlir-opt for the tile dialects: parses, verifies, runs passes, prints.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tilefuzz::registerCompilerDialects(registry);
  tilefuzz::registerCompilerPasses();
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-opt (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "tilefuzz optimiser driver", registry));
}
