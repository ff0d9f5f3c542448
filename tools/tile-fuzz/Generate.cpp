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
#include "fuzz/Generate/Liveness.h"
#include "interp/Tile/DecodedProgram.h"
#include "llvm/Support/FormatVariadic.h"
#include <ctime>

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

namespace {
/// What becomes of programs: the numbers that --measure prints.
struct Measurement {
  void add(const Program &program);
  void print(llvm::raw_ostream &os, double generateSeconds) const;

  uint64_t programs = 0, operations = 0, defined = 0, stable = 0, live = 0;
};
} // namespace

void Measurement::add(const Program &program) {
  ++programs;
  program.module.get()->walk([&](mlir::Operation *) { ++operations; });
  live += findDeadOperations(*program.module).empty();
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module.get(), program.launch.kernel);
  llvm::Expected<Outcome> outcome =
      decoded ? decoded->run(program.launch)
              : llvm::Expected<Outcome>(decoded.takeError());
  if (!outcome) {
    llvm::consumeError(outcome.takeError());
    return;
  }
  defined += outcome->completed();
  stable += outcome->completed() && !outcome->unstable;
}

void Measurement::print(llvm::raw_ostream &os, double generateSeconds) const {
  auto share = [&](uint64_t part) { return 100.0 * part / programs; };
  os << llvm::formatv(
      "{0} programs, all verify; {1:f1} operations each\n"
      "{2:f2} % run without undefined behaviour\n"
      "{3:f2} % have results that every run agrees on\n"
      "{4:f2} % have no operation whose results reach no output\n"
      "{5:f0} programs per second of processor time, without running them\n",
      programs, double(operations) / programs, share(defined), share(stable),
      share(live), programs / generateSeconds);
}

int tilefuzz::runGenerate(const GenerateRequest &request) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  if (request.list) {
    listOperations(*context);
    return exitClean;
  }
  GenerateOptions options;
  options.wholeOneIn = request.wholeOneIn;
  if (request.size)
    options.maxSteps = request.size;
  options.operation = request.operation;
  if (!request.operation.empty() &&
      !llvm::is_contained(generatedOperations(), request.operation))
    return fail("no operation '" + request.operation + "' is generated");
  Coverage coverage;
  Measurement measurement;
  std::clock_t spent = 0;
  uint64_t wanted = request.programs, seed = request.seed;
  // Some operations need several attempts.
  uint64_t attempts = request.operation.empty() ? wanted : wanted * 100;
  for (; wanted && attempts; --attempts, ++seed) {
    // As a campaign does: types and attributes live as long as the context.
    if (wanted % 512 == 0)
      context = createContext();
    std::clock_t start = std::clock();
    llvm::Expected<Program> program = generateProgram(*context, seed, options);
    spent += std::clock() - start;
    if (!program)
      return fail(llvm::toString(program.takeError()));
    if (!request.operation.empty() &&
        !contains(*program, "cuda_tile." + request.operation))
      continue;
    --wanted;
    if (request.measure)
      measurement.add(*program);
    else if (request.coverage)
      coverage.add(*program->module);
    else
      llvm::outs() << program->toString();
  }
  if (wanted)
    return fail("no program of this language has the operation '" +
                request.operation + "'");
  if (request.measure)
    measurement.print(llvm::outs(), double(spent) / CLOCKS_PER_SEC);
  else if (request.coverage)
    coverage.print(llvm::outs());
  return exitClean;
}
