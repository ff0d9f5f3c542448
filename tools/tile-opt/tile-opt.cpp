//===- tile-opt.cpp - Run passes on tile programs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// mlir-opt for the tile dialects: parses, verifies, runs passes, prints.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::cuda_tile::CudaTileDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  tilefuzz::registerNamedPatternsPass(
      mlir::cuda_tile::getCanonicalizePassInfo());
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-opt (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "tilefuzz optimiser driver", registry));
}
