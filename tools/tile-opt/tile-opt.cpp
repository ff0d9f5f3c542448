//===- tile-opt.cpp - Run passes on tile programs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// mlir-opt for the tile dialects: parses, verifies, runs passes, prints. A
// named file may be Tile IR bytecode; standard input is text.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Bytecode/VersionCheck.h"
#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

static llvm::cl::opt<bool> warnHints(
    "Wunsupported-hints",
    llvm::cl::desc("Warn about optimization hints that no target honours"));
static llvm::cl::opt<bool>
    rejectHints("Werr-hints",
                llvm::cl::desc("Reject what -Wunsupported-hints warns about"));

/// The driver reads text: bytecode becomes text first, with its locations.
static std::unique_ptr<llvm::MemoryBuffer>
toText(std::unique_ptr<llvm::MemoryBuffer> file,
       const mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry);
  context.disableMultithreading();
  std::string name = file->getBufferIdentifier().str();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      tilefuzz::parseModuleFile(sources, context);
  if (!module)
    return nullptr;
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags().enableDebugInfo());
  return llvm::MemoryBuffer::getMemBufferCopy(text, name);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  tilefuzz::registerCompilerDialects(registry);
  tilefuzz::registerCompilerPasses();
  tilefuzz::registerVersionCheckPass();
  registry.addExtension(
      +[](mlir::MLIRContext *, mlir::cuda_tile::CudaTileDialect *dialect) {
        dialect->checkHints(warnHints, rejectHints);
      });
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-opt (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "tilefuzz optimiser driver", registry);
  std::unique_ptr<llvm::MemoryBuffer> file;
  if (input != "-")
    file = mlir::openInputFile(input);
  if (!file || !tilefuzz::isBytecode(file->getBuffer()))
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));

  std::unique_ptr<llvm::MemoryBuffer> text = toText(std::move(file), registry);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> out =
      mlir::openOutputFile(output, &message);
  if (!out)
    llvm::errs() << "tile-opt: error: " << message << '\n';
  if (!text || !out ||
      failed(mlir::MlirOptMain(out->os(), std::move(text), registry,
                               mlir::MlirOptMainConfig::createFromCLOptions())))
    return 1;
  out->keep();
  return 0;
}
