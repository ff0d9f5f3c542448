//===- Generate.cpp - The subcommand that prints random programs ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "Commands.h"
#include "compiler/Bytecode/OperationTable.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Coverage.h"
#include "interp/Tile/DecodedProgram.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

bool tilefuzz::parseLanguage(llvm::StringRef text, unsigned &wholeOneIn) {
  if (text == "mixed")
    wholeOneIn = GenerateOptions().wholeOneIn;
  else if (text == "lowered" || text == "whole")
    wholeOneIn = text == "whole";
  else
    return false;
  return true;
}

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-fuzz: error: " << message << "\n";
  return exitBadUsage;
}

/// Every operation of the dialect, and who knows it.
static void listOperations(mlir::MLIRContext &context) {
  std::vector<llvm::StringRef> generated = generatedOperations();
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "cuda_tile")
      continue;
    llvm::StringRef text = name.stripDialect();
    auto say = [](bool yes, llvm::StringRef what) {
      return yes ? what : llvm::StringRef("-");
    };
    llvm::outs() << llvm::formatv(
        "{0,-26} {1,-10} {2,-10} {3,-10} {4}\n", text,
        say(llvm::is_contained(generated, text), "generated"),
        say(hasEvaluator(name.getStringRef()), "evaluated"),
        say(bytecode::findOperation(text) != nullptr, "encoded"),
        say(isLoweredOperation(text), "lowered"));
  }
}

static bool contains(const Program &program, llvm::StringRef operation) {
  return program.module.get()
      ->walk([&](mlir::Operation *op) {
        return op->getName().getStringRef() == operation
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

int tilefuzz::runGenerate(const GenerateRequest &request) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  if (request.list) {
    listOperations(*context);
    return exitClean;
  }
  GenerateOptions options;
  options.wholeOneIn = request.wholeOneIn;
  options.operation = request.operation;
  if (!request.operation.empty() &&
      !llvm::is_contained(generatedOperations(), request.operation))
    return fail("no operation '" + request.operation + "' is generated");
  Coverage coverage;
  uint64_t wanted = request.programs, seed = request.seed;
  // Some operations need several attempts.
  uint64_t attempts = request.operation.empty() ? wanted : wanted * 100;
  for (; wanted && attempts; --attempts, ++seed) {
    llvm::Expected<Program> program = generateProgram(*context, seed, options);
    if (!program)
      return fail(llvm::toString(program.takeError()));
    if (!request.operation.empty() &&
        !contains(*program, "cuda_tile." + request.operation))
      continue;
    --wanted;
    if (request.coverage)
      coverage.add(*program->module);
    else
      llvm::outs() << program->toString();
  }
  if (wanted)
    return fail("no program of this language has the operation '" +
                request.operation + "'");
  if (request.coverage)
    coverage.print(llvm::outs());
  return exitClean;
}
