//===- tile-translate.cpp - Text to bytecode and back ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE"),
                                  cl::init("-"), cl::cat(toolOptions));

static OptionGroup formGroup("What is written");
static OutputOption output(formGroup);
static cl::opt<std::string> to("to", cl::value_desc("FORM"),
                               cl::desc("Writes text or bytecode. Default: the "
                                        "form that the input does not have."),
                               inGroup(formGroup));
static cl::opt<std::string>
    targetVersion("bytecode-version", cl::value_desc("13.x"),
                  cl::desc("Writes this version: 13.1, 13.2, 13.3 or 13.4. "
                           "--version=13.x means the same. Default: 13.3, or "
                           "13.4 for what only that has."),
                  inGroup(formGroup));
static cl::opt<bool> debugInfo("debug-info",
                               cl::desc("Writes locations into text."),
                               inGroup(formGroup));
static cl::opt<bool> noVerify(
    "no-verify",
    cl::desc("Does not verify text that becomes bytecode: it may be what a "
             "reader of bytecode must refuse."),
    inGroup(formGroup));
static cl::opt<bool>
    dump("dump", cl::desc("Prints every byte of a bytecode file, explained."),
         inGroup(formGroup));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-translate: error: " << message << '\n';
  return 1;
}

/// `--version` alone is the tool's; with a value it is the one to write.
static std::vector<const char *> spellVersion(int argc, char **argv,
                                              llvm::StringSaver &saver) {
  std::vector<const char *> arguments(argv, argv + argc);
  for (const char *&argument : arguments) {
    llvm::StringRef text = argument;
    if (text.consume_front("--version=") || text.consume_front("-version="))
      argument = saver.save("--bytecode-version=" + text).data();
  }
  return arguments;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  std::vector<const char *> arguments = spellVersion(argc, argv, saver);
  if (!parseToolOptions(
          argc, arguments.data(), "tile-translate",
          "Translates a cuda_tile module from text to bytecode or from "
          "bytecode to text; what the input is is told by its first bytes\n\n"
          "Exit codes: 0 translated, 1 bad usage, bad input or something that "
          "the version cannot express.\n"
          "  tile-translate MODULE.mlir --version=13.1 -o "
          "MODULE.tilebc\n"
          "  tile-translate MODULE.tilebc\n"
          "  tile-translate MODULE.tilebc --dump\n"))
    return 1;
  std::optional<BytecodeVersion> version =
      targetVersion.empty() ? BytecodeVersion()
                            : BytecodeVersion::parse(targetVersion);
  if (!version)
    return fail("unsupported version '" + targetVersion +
                "'; 13.1, 13.2, 13.3 and 13.4 are supported");
  if (!to.empty() && to != "text" && to != "bytecode")
    return fail("'" + to + "' is no form; say text or bytecode");

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  if (!file)
    return fail(message);
  std::string name = file->getBufferIdentifier().str();
  bool isBinary = isBytecode(file->getBuffer());

  std::string result;
  bool incomplete = false;
  if (dump) {
    llvm::raw_string_ostream os(result);
    if (llvm::Error error = dumpBytecode(file->getBuffer(), name, os)) {
      // What was understood is shown all the same.
      llvm::errs() << llvm::toString(std::move(error)) << '\n';
      incomplete = true;
    }
  } else {
    // Attributes that mean nothing may be of the next level's dialects.
    mlir::DialectRegistry registry;
    registry
        .insert<mlir::arith::ArithDialect, mlir::nv_tileaa::TileAADialect>();
    mlir::MLIRContext context(registry);
    context.disableMultithreading();
    context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
    mlir::SourceMgrDiagnosticHandler handler(sources, &context);
    mlir::OwningOpRef<mlir::ModuleOp> module =
        parseModuleFile(sources, context, !noVerify);
    if (!module)
      return 1;
    bool toText = to.empty() ? isBinary : to == "text";
    if (noVerify && (isBinary || toText))
      return fail("--no-verify is for text that becomes bytecode");
    if (toText) {
      mlir::OpPrintingFlags flags;
      if (debugInfo)
        flags.enableDebugInfo();
      llvm::raw_string_ostream os(result);
      // Only an operation without a parent is printed with aliases for its
      // locations, which share scopes.
      while (!module->getBody()->empty()) {
        mlir::Operation *op = &module->getBody()->front();
        op->remove();
        op->print(os, flags);
        if (!llvm::StringRef(result).ends_with("\n"))
          os << '\n';
        op->destroy();
      }
    } else {
      mlir::FailureOr<std::string> bytes =
          noVerify ? writeUnverifiedBytecode(module.get(), *version)
                   : writeBytecode(module.get(), *version);
      if (failed(bytes))
        return 1;
      result = std::move(*bytes);
    }
  }
  if (llvm::Error error = writeWholeFile(output, result)) {
    llvm::errs() << llvm::toString(std::move(error)) << '\n';
    return 1;
  }
  return incomplete ? 1 : 0;
}
