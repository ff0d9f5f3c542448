//===- tile-run.cpp - Execute a program on the tile interpreter -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Exit codes: 0 completed, 1 bad input, 2 undefined behaviour, a race, a limit
// or an operation that cannot be executed.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional, cl::desc("PROGRAM"),
                                  cl::init("-"));
static cl::opt<std::string>
    launchFile("launch", cl::desc("Take the launch lines from this file"),
               cl::value_desc("FILE"));
static cl::opt<bool> json("json", cl::desc("Print the outcome as JSON"));
static cl::opt<bool> all("all", cl::desc("Print every element"));
static cl::opt<bool>
    reverseBlocks("reverse-blocks",
                  cl::desc("Run the blocks from the last to the first"));
static cl::opt<uint64_t>
    stepLimit("step-limit", cl::desc("Operations until the run is ended"),
              cl::init(TileRunOptions().stepLimit));

static int badInput(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  if (!llvm::StringRef(text).contains("error: "))
    text = input + ": error: " + text;
  llvm::errs() << text << '\n';
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "  tile-run (tilefuzz " << TILEFUZZ_VERSION << ")\n";
  });
  cl::ParseCommandLineOptions(
      argc, argv,
      "executes a program: a cuda_tile module with its launch in leading "
      "comment lines\n\nExit codes: 0 completed, 1 bad input, 2 undefined "
      "behaviour, a race, a limit or an operation that cannot be executed.\n");

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  if (!file)
    return badInput(llvm::createStringError(message));
  std::unique_ptr<llvm::MemoryBuffer> launchText;
  if (!launchFile.empty() &&
      !(launchText = mlir::openInputFile(launchFile, &message)))
    return badInput(llvm::createStringError(message));
  const llvm::MemoryBuffer &launchSource = launchText ? *launchText : *file;
  llvm::Expected<Launch> launch =
      parseLaunch(launchSource.getBuffer(), launchSource.getBufferIdentifier());
  if (!launch)
    return badInput(launch.takeError());

  mlir::DialectRegistry registry;
  registry.insert<mlir::cuda_tile::CudaTileDialect>();
  mlir::MLIRContext context(registry);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return 1;

  llvm::Expected<DecodedProgram> program =
      DecodedProgram::decode(*module, launch->kernel);
  if (!program)
    return badInput(program.takeError());
  TileRunOptions options;
  options.reverseBlocks = reverseBlocks;
  options.stepLimit = stepLimit;
  llvm::Expected<Outcome> outcome = program->run(*launch, options);
  if (!outcome)
    return badInput(outcome.takeError());
  if (json)
    llvm::outs() << llvm::formatv("{0:2}\n", outcome->toJSON());
  else
    outcome->print(llvm::outs(), all ? 0 : 16);
  return outcome->completed() ? 0 : 2;
}
