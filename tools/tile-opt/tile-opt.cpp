//===- tile-opt.cpp - Run passes on tile programs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// mlir-opt for the tile dialects: parses, verifies, runs passes, prints.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAA/TileAAPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::cuda_tile::CudaTileDialect,
                  mlir::nv_tileaa::TileAADialect, mlir::arith::ArithDialect,
                  mlir::gpu::GPUDialect, mlir::scf::SCFDialect>();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  tilefuzz::registerCudaTileToTileAAPass();
  tilefuzz::registerNamedPatternsPass(
      mlir::cuda_tile::getCanonicalizePassInfo());
  tilefuzz::registerNamedPatternsPass(
      mlir::nv_tileaa::getCanonicalizePassInfo());
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-opt (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "tilefuzz optimiser driver", registry));
}
