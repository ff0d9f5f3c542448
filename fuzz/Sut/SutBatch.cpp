//===- SutBatch.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutBatch.h"
#include "compiler/Support/StorageError.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Sut/TileTrial.h"
#include "mlir/IR/Verifier.h"

using namespace tilefuzz;

std::vector<std::string> SutHit::operations() const {
  return tile ? tileOperationsOf(*tile) : operationsOf(function.function);
}

SutBatch::SutBatch(const SutDescription &sut, const SutOptions &options,
                   llvm::StringRef folder)
    : context(sut.language == "cuda_tile" ? createTileContext()
                                          : createFunctionContext()),
      quiet(context.get(), [](mlir::Diagnostic &) { return mlir::success(); }),
      sut(sut), options(options), folder(folder.str()) {}

bool SutBatch::isWanted(const SutRun &run) const {
  return options.runs.empty() || llvm::is_contained(options.runs, run.name);
}

bool SutBatch::isInterrupted() {
  if (options.interrupted && *options.interrupted)
    whole = false;
  return !whole;
}

llvm::Error SutBatch::note(const SutRun &run, const TrialResult &result) {
  if (llvm::Error error = result.failure())
    return error;
  counts.comparisons += result.comparisons;
  counts.observed += result.observed;
  counts.comparisonsPerRun[run.name] += result.comparisons;
  for (const std::string &reason : result.skipped)
    ++counts.skipped[reason];
  if (result.kind == "skipped" && result.skipped.empty())
    ++counts.skipped[run.name + ": " + result.detail];
  return llvm::Error::success();
}

/// Its place in the batch, from its name.
static uint64_t numberOf(const TrialFunction &function) {
  uint64_t number = 0;
  function.function.getName().drop_front().getAsInteger(10, number);
  return number;
}

std::vector<TrialFunction>
SutBatch::makeFunctions(mlir::ModuleOp module,
                        const FunctionGeneratorOptions &generator,
                        uint64_t first, unsigned count) {
  std::vector<TrialFunction> functions;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t seed = options.seed * 1'000'000'007 + first + i;
    TrialFunction function;
    function.function =
        generateFunction(module, ("f" + llvm::Twine(i)).str(), seed, generator);
    if (mlir::failed(mlir::verify(function.function))) {
      ++counts.skipped["the generated function is not valid"];
      function.function.erase();
      continue;
    }
    if (function.function
            .walk([&](mlir::Operation *op) {
              return isExcluded(generator, op->getName().getStringRef())
                         ? mlir::WalkResult::interrupt()
                         : mlir::WalkResult::advance();
            })
            .wasInterrupted()) {
      function.function.erase();
      continue;
    }
    for (unsigned k = 0; k < options.inputs; ++k)
      function.inputs.push_back(
          generateArguments(function.function.getArgumentTypes(), seed, k));
    functions.push_back(std::move(function));
  }
  runSource(functions, module);
  llvm::erase_if(functions, [&](const TrialFunction &function) {
    bool defined = hasCompletedRun(function);
    if (!defined)
      ++counts.skipped["the function is undefined for every input"];
    return !defined;
  });
  return functions;
}

llvm::Error SutBatch::runFunctions(uint64_t first, unsigned count) {
  // Runs that leave the same operations out share their programs.
  using Profile =
      std::tuple<std::vector<std::string>, std::vector<unsigned>, bool>;
  std::map<Profile, std::vector<const SutRun *>> groups;
  for (const SutRun &run : sut.runs)
    if (isWanted(run))
      groups[{run.without, run.widths, run.hasIndex}].push_back(&run);
  for (const auto &[profile, runs] : groups) {
    modules.push_back(
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get())));
    FunctionGeneratorOptions generator;
    generator.maxOperations = options.maxOperations;
    std::tie(generator.without, generator.widths, generator.hasIndex) = profile;
    std::vector<TrialFunction> functions =
        makeFunctions(*modules.back(), generator, first, count);
    for (const SutRun *run : runs) {
      if (isInterrupted())
        return llvm::Error::success();
      FunctionTrial trial(sut, *run, folder, options.interrupted);
      std::vector<TrialResult> results = trial.tryAll(functions);
      if (isInterrupted())
        return llvm::Error::success();
      counts.processes += trial.processes;
      for (auto [i, result] : llvm::enumerate(results)) {
        if (llvm::Error error = note(*run, result))
          return error;
        if (result.isFinding())
          hits.push_back({run, result, first + numberOf(functions[i]),
                          functions[i], std::nullopt});
      }
    }
  }
  return llvm::Error::success();
}

/// One process per program: a module of cuda_tile has one launch.
llvm::Error SutBatch::runTiles(uint64_t first, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    llvm::Expected<Program> program = generateProgram(
        *context, options.seed * 1'000'000'007 + first + i, GenerateOptions());
    if (!program) {
      ++counts.skipped[llvm::toString(program.takeError())];
      continue;
    }
    for (const SutRun &run : sut.runs) {
      if (!isWanted(run))
        continue;
      if (isInterrupted())
        return llvm::Error::success();
      TrialResult result =
          tryTileProgram(sut, run, folder, *program, options.interrupted);
      if (isInterrupted())
        return llvm::Error::success();
      ++counts.processes;
      if (llvm::Error error = note(run, result))
        return error;
      if (result.isFinding())
        hits.push_back({&run, result, first + i, {}, program->clone()});
    }
  }
  return llvm::Error::success();
}

llvm::Error SutBatch::run(uint64_t first, unsigned count) {
  counts.programs = count;
  if (llvm::Error error = writeInput(folder + "/in.mlir", ""))
    return error;
  return sut.language == "cuda_tile" ? runTiles(first, count)
                                     : runFunctions(first, count);
}
