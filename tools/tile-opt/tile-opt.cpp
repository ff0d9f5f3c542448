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
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include <algorithm>

using namespace tilefuzz;

static OptionGroup hintGroup("Optimization hints");
static llvm::cl::opt<bool> warnHints(
    "Wunsupported-hints",
    llvm::cl::desc("Warns about optimization hints that no target honours."),
    inGroup(hintGroup));
static llvm::cl::opt<bool> rejectHints(
    "Werr-hints",
    llvm::cl::desc("Rejects what --Wunsupported-hints warns about."),
    inGroup(hintGroup));
static OptionGroup driverGroup("The driver, as in mlir-opt");

/// In the order in which the compiler runs them, and two of MLIR's.
static constexpr llvm::StringLiteral passes[] = {
    "check-version",
    "fuse-fma",
    "cuda-tile-canonicalize",
    "cuda-tile-simplify-expressions",
    "cuda-tile-debug-constants",
    "loop-split",
    "synthesize-debug-info-scopes",
    "convert-cuda-tile-to-tileaa",
    "convert-cudatile-to-tileaa",
    "tileaa-canonicalize",
    "tileaa-select-libdevice",
    "tileaa-plan-tokens",
    "convert-tileaa-to-tileas",
    "tileas-queue-to-pipeline",
    "tileas-materialize-convert-layout",
    "tileas-prepare-for-scheduling",
    "tileas-generate-schedule",
    "tileas-materialize-schedule",
    "tileas-materialize-async",
    "tileas-specialized-pipeline",
    "tileas-bulk-stores",
    "tileas-unspecialized-pipeline",
    "tileas-assign-buffers",
    "tileas-unroll-register-loops",
    "tileas-static-persistent",
    "tileas-dynamic-persistent",
    "convert-tileas-to-nvvm",
    "tileas-inject-tcgen05-fence",
    "canonicalize",
    "cse"};

/// Of the driver's and LLVM's hundreds, what is used with our passes.
static constexpr llvm::StringLiteral driverOptions[] = {
    "o",
    "pass-pipeline",
    "split-input-file",
    "verify-diagnostics",
    "verify-each",
    "verify-roundtrip",
    "allow-unregistered-dialect",
    "emit-bytecode",
    "mlir-print-op-generic",
    "mlir-print-debuginfo",
    "mlir-print-ir-before-all",
    "mlir-print-ir-after-all",
    "mlir-print-ir-after-change",
    "mlir-print-ir-after-failure",
    "mlir-timing",
    "mlir-pass-statistics",
    "mlir-disable-threading",
    "show-dialects",
    "list-passes"};

static void printPasses(llvm::raw_ostream &os) {
  os << "\nPasses:\n\n";
  os.flush();
  // A name or option beyond `width` would be followed by 2^32 spaces.
  size_t width = 0;
  for (llvm::StringRef name : passes)
    width = std::max({width, name.size() + 4,
                      mlir::PassInfo::lookup(name)->getOptionWidth() + 2});
  for (llvm::StringRef name : passes)
    mlir::PassInfo::lookup(name)->printHelpStr(/*indent=*/2, width);
  for (llvm::StringRef name : driverOptions)
    driverGroup.addLibraryOption(name);
}

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
  setHelp(
      "tile-opt",
      "Runs passes on tile programs: parses, verifies, runs passes, prints. "
      "A named file may be Tile IR bytecode; standard input is text.\n\n"
      "Exit codes: 0 done, 1 bad usage or input, or a pass failed.\n"
      "  tile-opt MODULE.mlir --cuda-tile-canonicalize\n"
      "  tile-opt MODULE.tilebc "
      "--convert-cuda-tile-to-tileaa=compute-capability=sm_90a\n"
      "  tile-opt TESTS.mlir --split-input-file --verify-diagnostics\n",
      printPasses);
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-opt (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "tilefuzz optimiser driver", registry);
  mlir::MlirOptMainConfig config =
      mlir::MlirOptMainConfig::createFromCLOptions();
  tilefuzz::watchOutput("tile-opt");
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, "-", registry));
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  if (!file) {
    llvm::errs() << "tile-opt: error: " << message << '\n';
    return 1;
  }
  if (input != "-" && tilefuzz::isBytecode(file->getBuffer()))
    file = toText(std::move(file), registry);
  if (!file)
    return 1;
  if (output == "-")
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(llvm::outs(), std::move(file), registry, config));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(mlir::MlirOptMain(os, std::move(file), registry, config)))
    return 1;
  if (llvm::Error error = tilefuzz::writeWholeFile(output, text)) {
    llvm::errs() << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return 0;
}
