//===- SutBatch.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutBatch.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Random/Random.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Sut/KernelShapes.h"
#include "fuzz/Sut/MutateFunction.h"
#include "fuzz/Sut/TileTrial.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace tilefuzz;

std::vector<std::string> SutHit::operations() const {
  if (!llvm.empty())
    return llvmOperations;
  if (!broken.empty())
    return {brokenOperation};
  return tile ? tileOperationsOf(*tile) : operationsOf(function.function);
}

SutBatch::SutBatch(const SutDescription &sut, const SutOptions &options,
                   llvm::StringRef folder, KeptPrograms *kept)
    : context(sut.language == SutLanguage::CudaTile ? createTileContext()
                                                    : createFunctionContext()),
      quiet(context.get(), [](mlir::Diagnostic &) { return mlir::success(); }),
      sut(sut), options(options), folder(folder.str()), kept(kept) {}

bool SutBatch::isWanted(const SutRun &run) const {
  return options.runs.empty() || llvm::is_contained(options.runs, run.name);
}

std::vector<const SutRun *> SutBatch::runsOf(uint64_t number) const {
  std::vector<const SutRun *> wanted;
  for (const SutRun &run : sut.runs)
    if (isWanted(run))
      wanted.push_back(&run);
  uint64_t each = options.runsPerProgram, all = wanted.size();
  if (!each || each >= all)
    return wanted;
  // Runs side by side, which may have the same preparation, one program after
  // the other: each run gets its turn as often as every other one.
  std::vector<const SutRun *> chosen;
  for (uint64_t i = 0; i < each; ++i)
    chosen.push_back(wanted[(number % all * each + i) % all]);
  return chosen;
}

bool SutBatch::isInterrupted() const {
  return options.interrupted && *options.interrupted;
}

llvm::Error SutBatch::note(const SutRun &run, const TrialResult &result) {
  if (llvm::Error error = result.failure())
    return error;
  counts.comparisons += result.comparisons;
  counts.observed += result.observed;
  counts.comparisonsPerRun[run.name] += result.comparisons;
  for (const std::string &reason : result.skipped)
    ++counts.skipped[reason];
  if (llvm::is_contained(result.effects, "changes"))
    ++counts.changedPerRun[run.name];
  for (llvm::StringRef effect : result.effects)
    if (effect.consume_front("gains "))
      ++counts.gainsPerRun[run.name][effect.str()];
  if (result.verdict == TrialVerdict::Skipped && result.skipped.empty())
    ++counts.skipped[run.name + ": " + result.detail];
  return llvm::Error::success();
}

/// Its place in the batch, from its name.
static uint64_t numberOf(const TrialFunction &function) {
  uint64_t number = 0;
  function.function.getName().drop_front().getAsInteger(10, number);
  return number;
}

/// Some programs have no room for the wanted operation: others are tried.
static constexpr unsigned maxFunctions = 1000, maxTiles = 100;
static uint64_t seedOfAttempt(uint64_t seed, unsigned attempt) {
  return seed + attempt * randomIncrement;
}
static constexpr const char *noAttempt = "no attempt has the wanted operation";

template <class Matches>
static bool has(mlir::func::FuncOp function, Matches matches) {
  return function
      .walk([&](mlir::Operation *op) {
        return matches(op->getName().getStringRef())
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

/// Null: there is none to mutate, or it is time for something new.
llvm::Expected<mlir::func::FuncOp> SutBatch::mutateKept(
    mlir::ModuleOp module, const FunctionGeneratorOptions &generator,
    llvm::ArrayRef<const SutRun *> runs, unsigned place, uint64_t seed) {
  ByteSource choices(seed ^ 0x6B657074);
  mlir::func::FuncOp none;
  // Those that have the wanted operation are found otherwise.
  if (!kept || !options.operation.empty() || choices.oneIn(2))
    return none;
  llvm::Expected<std::string> text = kept->pick(choices, runs);
  if (!text)
    return text.takeError();
  if (text->empty())
    return none;
  mlir::OwningOpRef<mlir::ModuleOp> parsed =
      mlir::parseSourceString<mlir::ModuleOp>(
          *text, mlir::ParserConfig(context.get()));
  auto functions = parsed ? parsed->getOps<mlir::func::FuncOp>()
                          : module.getOps<mlir::func::FuncOp>();
  if (!parsed || functions.empty()) {
    ++counts.skipped["a program that was kept cannot be read"];
    return none;
  }
  mlir::func::FuncOp function = (*functions.begin()).clone();
  function.setName(("f" + llvm::Twine(place)).str());
  module.push_back(function);
  bool isChanged = false;
  for (unsigned n = 1 + choices.below(3); n; --n)
    isChanged |= mutateFunction(function, choices, generator);
  if (isChanged && mlir::succeeded(mlir::verify(function)) &&
      !has(function,
           [&](llvm::StringRef name) { return isExcluded(generator, name); })) {
    ++counts.mutants;
    return function;
  }
  function.erase();
  return none;
}

/// Null: it is counted why.
mlir::func::FuncOp
SutBatch::makeFunction(mlir::ModuleOp module,
                       const FunctionGeneratorOptions &generator,
                       unsigned place, uint64_t seed) {
  llvm::StringRef wanted = options.operation;
  unsigned attempts = wanted.empty() ? 1 : maxFunctions;
  for (unsigned k = 0; k < attempts && !isInterrupted(); ++k) {
    mlir::func::FuncOp function =
        generateFunction(module, ("f" + llvm::Twine(place)).str(),
                         seedOfAttempt(seed, k), generator);
    bool isValid = mlir::succeeded(mlir::verify(function));
    if (!isValid)
      ++counts.skipped["the generated function is not valid"];
    if (isValid &&
        !has(function,
             [&](llvm::StringRef name) {
               return isExcluded(generator, name);
             }) &&
        (wanted.empty() ||
         has(function, [&](llvm::StringRef name) { return name == wanted; })))
      return function;
    function.erase();
  }
  if (!wanted.empty() && !isInterrupted())
    ++counts.skipped[noAttempt];
  return nullptr;
}

llvm::Expected<std::vector<TrialFunction>> SutBatch::makeFunctions(
    mlir::ModuleOp module, const FunctionGeneratorOptions &generator,
    llvm::ArrayRef<const SutRun *> runs, uint64_t first, unsigned count) {
  std::vector<TrialFunction> functions;
  for (unsigned i = 0; i < count; ++i) {
    uint64_t seed = options.seed * 1'000'000'007 + first + i;
    TrialFunction function;
    llvm::Expected<mlir::func::FuncOp> mutant =
        mutateKept(module, generator, runs, i, seed);
    if (!mutant)
      return mutant.takeError();
    function.isMutant = bool(*mutant);
    function.function =
        *mutant ? *mutant : makeFunction(module, generator, i, seed);
    if (!function.function)
      continue;
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
  if (kept)
    for (TrialFunction &function : functions)
      function.form = std::make_shared<ProgramForm>(formOf(function.function));
  return functions;
}

llvm::Error SutBatch::runFunctions(uint64_t first, unsigned count) {
  // Runs that leave the same operations out share their programs.
  using Profile = std::tuple<std::vector<std::string>, std::vector<unsigned>,
                             bool, FunctionTopic>;
  std::map<Profile, std::vector<const SutRun *>> groups;
  for (const SutRun &run : sut.runs)
    if (isWanted(run))
      groups[{run.without, run.widths, run.hasIndex, run.topic}].push_back(
          &run);
  for (const auto &[profile, runs] : groups) {
    modules.push_back(
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get())));
    FunctionGeneratorOptions generator;
    generator.maxOperations = options.maxOperations;
    std::tie(generator.without, generator.widths, generator.hasIndex,
             generator.topic) = profile;
    llvm::Expected<std::vector<TrialFunction>> made =
        makeFunctions(*modules.back(), generator, runs, first, count);
    if (!made)
      return made.takeError();
    std::vector<TrialFunction> &functions = *made;
    counts.made += functions.size();
    for (const SutRun *run : runs) {
      if (isInterrupted())
        return llvm::Error::success();
      FunctionTrial trial(sut, *run, folder, options.interrupted);
      std::vector<TrialResult> results = trial.tryAll(functions);
      counts.processes += trial.processes;
      for (auto [i, result] : llvm::enumerate(results)) {
        if (result.interrupted)
          continue;
        counts.programs = count;
        if (llvm::Error error = note(*run, result))
          return error;
        uint64_t number = first + numberOf(functions[i]);
        const TrialFunction &source = functions[i];
        auto print = [&] {
          std::string text;
          llvm::raw_string_ostream(text) << source.function << "\n";
          return text;
        };
        if (kept && options.feedback)
          if (llvm::Error error =
                  kept->keep(*run, number, result.effects, print))
            return error;
        if (result.isFinding())
          hits.push_back({run,
                          result,
                          number,
                          source,
                          std::nullopt,
                          "",
                          "",
                          {},
                          "",
                          "",
                          source.isMutant});
      }
    }
    if (functions.empty())
      counts.programs = count;
  }
  return llvm::Error::success();
}

/// None: it is counted why.
std::optional<Program> SutBatch::makeTile(uint64_t seed) {
  ByteSource shape(seed ^ 0x6b65726e656c);
  if (shape.below(100) < options.kernelShare) {
    llvm::Expected<Program> kernel =
        parseProgram(makeKernelShape(shape), "kernel", *context);
    if (kernel)
      return std::move(*kernel);
    ++counts.skipped["no program: " + llvm::toString(kernel.takeError())];
    return std::nullopt;
  }
  GenerateOptions generate = options.generate;
  generate.operation = options.operation;
  // An external tool need not know the dialects of what means nothing.
  generate.notes = 0;
  unsigned attempts = options.operation.empty() ? 1 : maxTiles;
  for (unsigned k = 0; k < attempts && !isInterrupted(); ++k) {
    llvm::Expected<Program> program =
        generateProgram(*context, seedOfAttempt(seed, k), generate);
    if (!program) {
      ++counts.skipped[llvm::toString(program.takeError())];
      return std::nullopt;
    }
    if (options.operation.empty() ||
        containsOperation(*program->module, "cuda_tile." + options.operation))
      return std::move(*program);
  }
  if (!isInterrupted())
    ++counts.skipped[noAttempt];
  return std::nullopt;
}

/// The program of the corpus that this number has, mutated from the second time
/// around on. None: it is counted why.
std::optional<Program> SutBatch::takeTile(uint64_t number, uint64_t seed) {
  llvm::ArrayRef<std::string> corpus = options.corpus;
  llvm::Expected<Program> program =
      readProgram(corpus[number % corpus.size()], *context);
  if (!program) {
    ++counts.skipped["no program: " + llvm::toString(program.takeError())];
    return std::nullopt;
  }
  if (number < corpus.size())
    return std::move(*program);
  ByteSource choices(seed ^ 0x6d7574616e74);
  std::optional<llvm::Expected<Program>> donor;
  auto getDonor = [&]() -> Program * {
    if (!donor)
      donor.emplace(readProgram(choices.pick(corpus), *context));
    return *donor ? &**donor : nullptr;
  };
  bool isChanged = false;
  for (unsigned i = 0, count = 1 + choices.below(4); i < count; ++i)
    isChanged |= !mutate(*program, choices, getDonor).empty();
  if (donor && !*donor)
    llvm::consumeError(donor->takeError());
  if (isChanged)
    return std::move(*program);
  ++counts.skipped["no mutation applies"];
  return std::nullopt;
}

llvm::Error SutBatch::runTiles(uint64_t first, unsigned count) {
  std::vector<Program> programs;
  // By number: subjects point to them.
  programs.reserve(count);
  std::vector<TileSubject> subjects;
  std::vector<uint64_t> numbers;
  for (unsigned i = 0; i < count && !isInterrupted(); ++i) {
    uint64_t seed = options.seed * 1'000'000'007 + first + i;
    std::optional<Program> program =
        options.corpus.empty() ? makeTile(seed) : takeTile(first + i, seed);
    counts.programs += !isInterrupted();
    if (!program)
      continue;
    ++counts.made;
    programs.push_back(std::move(*program));
    TileSubject subject = prepareTileProgram(sut, programs.back());
    if (!subject.skipped.empty()) {
      ++counts.skipped[subject.skipped];
      continue;
    }
    subjects.push_back(std::move(subject));
    numbers.push_back(first + i);
  }
  std::vector<const TileSubject *> pointers;
  for (const TileSubject &subject : subjects)
    pointers.push_back(&subject);
  for (const SutRun *chosen : runsOf(first / options.batch)) {
    const SutRun &run = *chosen;
    if (isInterrupted())
      return llvm::Error::success();
    TileTrial trial(sut, run, folder, options.interrupted);
    std::vector<TrialResult> results = trial.tryAll(pointers);
    counts.processes += trial.processes;
    for (auto [i, result] : llvm::enumerate(results)) {
      if (result.interrupted)
        continue;
      if (llvm::Error error = note(run, result))
        return error;
      if (result.isFinding())
        hits.push_back({&run,
                        result,
                        numbers[i],
                        {},
                        subjects[i].program->clone(),
                        "",
                        "",
                        {},
                        "",
                        "",
                        false});
    }
  }
  return llvm::Error::success();
}

llvm::Error SutBatch::run(uint64_t first, unsigned count) {
  if (llvm::Error error = writeInput(folder + "/in.mlir", ""))
    return error;
  switch (sut.language) {
  case SutLanguage::Functions:
    return runFunctions(first, count);
  case SutLanguage::CudaTile:
    return options.invalid ? runBroken(first, count) : runTiles(first, count);
  case SutLanguage::Llvm:
    return runModules(first, count);
  }
  llvm_unreachable("unknown language");
}
