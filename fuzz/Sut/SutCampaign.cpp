//===- SutCampaign.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/SutCampaign.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Sut/FunctionGenerator.h"
#include "fuzz/Sut/FunctionReducer.h"
#include "fuzz/Sut/TileTrial.h"
#include "interp/Function/FunctionCalls.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include <chrono>

using namespace tilefuzz;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

static bool writeFile(const std::string &name, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(name, code);
  if (code)
    return false;
  os << text;
  return true;
}

namespace {
class Campaign {
public:
  Campaign(const SutDescription &sut, const SutOptions &options)
      : sut(sut), options(options) {
    summary.sut = sut.name;
  }

  void runBatch(uint64_t first, unsigned count);
  void runTileBatch(uint64_t first, unsigned count);
  SutSummary summary;

private:
  bool isMetAgain(const SutRun &run, const TrialFunction &function,
                  const TrialResult &result, uint64_t program);
  void recordTile(const SutRun &run, const Program &program,
                  const TrialResult &result, uint64_t number);
  bool store(SutFinding finding, llvm::StringRef text);
  void record(FunctionTrial &trial, const SutRun &run,
              const TrialFunction &function, const TrialResult &result,
              uint64_t program);

  const SutDescription &sut;
  const SutOptions &options;
  std::map<std::string, unsigned> reductions;
};
} // namespace

static std::string textOf(const ReducedFunction &reduced) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const std::vector<FunctionValue> &input : reduced.function.inputs)
    os << printFunctionCall("f", input);
  reduced.module.get()->print(os);
  os << "\n";
  return text;
}

/// Reducing is dear. A tool's message says enough; a program with all
/// operations of a finding most likely shows that one, so that only one in
/// eight is looked at.
bool Campaign::isMetAgain(const SutRun &run, const TrialFunction &function,
                          const TrialResult &result, uint64_t program) {
  bool isMessage = result.kind == "refused" || result.kind == "crash" ||
                   result.kind == "timeout" || result.kind == "invalid-output";
  std::vector<std::string> operations = operationsOf(function.function);
  for (SutFinding &other : summary.findings) {
    if (other.run != run.name || other.kind != result.kind)
      continue;
    bool same =
        isMessage
            ? other.message == result.detail
            : program % 8 != 0 &&
                  llvm::all_of(other.operations, [&](const std::string &name) {
                    return llvm::is_contained(operations, name);
                  });
    if (same) {
      ++other.times;
      return true;
    }
  }
  if (!isMessage && program % 8 != 0 &&
      !sut.knownFinding(run, result.kind, operations).empty()) {
    ++summary.knownAgain;
    return true;
  }
  unsigned &done = reductions[run.name + "|" + result.kind];
  if (done >= options.maxReductions) {
    ++summary.unreduced;
    return true;
  }
  ++done;
  return false;
}

/// False if the finding was met before.
bool Campaign::store(SutFinding finding, llvm::StringRef text) {
  for (SutFinding &other : summary.findings)
    if (other.run == finding.run && other.kind == finding.kind &&
        other.operations == finding.operations) {
      ++other.times;
      return false;
    }
  std::string key = finding.run + finding.kind;
  for (const std::string &name : finding.operations)
    key += name;
  finding.folder =
      llvm::formatv("{0}/{1}-{2}-{3:x-16}", options.output, finding.kind,
                    finding.run, llvm::xxh3_64bits(key));
  llvm::sys::fs::create_directories(finding.folder);
  writeFile(finding.folder + "/reproducer.mlir", text);
  json::Value record =
      json::Object{{"sut", sut.name},
                   {"run", finding.run},
                   {"kind", finding.kind},
                   {"detail", finding.detail},
                   {"seed", int64_t(options.seed)},
                   {"program", int64_t(finding.program)},
                   {"operations", json::Array(finding.operations)}};
  writeFile(finding.folder + "/finding.json",
            llvm::formatv("{0:2}\n", record).str());
  summary.findings.push_back(std::move(finding));
  return true;
}

void Campaign::record(FunctionTrial &trial, const SutRun &run,
                      const TrialFunction &function, const TrialResult &result,
                      uint64_t program) {
  if (isMetAgain(run, function, result, program))
    return;
  ReducedFunction reduced =
      reduceFunction(trial, function, result, options.reduce ? 60 : 0);
  SutFinding finding;
  finding.run = run.name;
  finding.kind = result.kind;
  finding.message = result.detail;
  finding.detail = reduced.result.detail;
  finding.operations = operationsOf(reduced.function.function);
  finding.program = program;
  finding.known = sut.knownFinding(run, finding.kind, finding.operations);
  if (!store(std::move(finding), textOf(reduced)))
    return;
  // The tool's word on the reduced program alone.
  FunctionTrial last(sut, run, options.output + "/work");
  last.keepOutput = true;
  (void)last.tryAll(reduced.function);
  writeFile(summary.findings.back().folder + "/output.mlir", last.lastOutput);
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// Its place in the batch, from its name.
static uint64_t numberOf(const TrialFunction &function) {
  uint64_t number = 0;
  function.function.getName().drop_front().getAsInteger(10, number);
  return number;
}

void Campaign::runBatch(uint64_t first, unsigned count) {
  std::unique_ptr<mlir::MLIRContext> context = createFunctionContext();
  mlir::ScopedDiagnosticHandler quiet(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  // Runs that leave the same operations out share their programs.
  using Profile =
      std::tuple<std::vector<std::string>, std::vector<unsigned>, bool>;
  std::map<Profile, std::vector<const SutRun *>> groups;
  for (const SutRun &run : sut.runs)
    if (options.runs.empty() || llvm::is_contained(options.runs, run.name))
      groups[{run.without, run.widths, run.hasIndex}].push_back(&run);
  for (const auto &[profile, runs] : groups) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
    FunctionGeneratorOptions generator;
    generator.maxOperations = options.maxOperations;
    std::tie(generator.without, generator.widths, generator.hasIndex) = profile;
    std::vector<TrialFunction> functions;
    for (unsigned i = 0; i < count; ++i) {
      uint64_t seed = options.seed * 1'000'000'007 + first + i;
      TrialFunction function;
      function.function = generateFunction(
          *module, ("f" + llvm::Twine(i)).str(), seed, generator);
      if (mlir::failed(mlir::verify(function.function))) {
        ++summary.skipped["the generated function is not valid"];
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
    runSource(functions, *module);
    llvm::erase_if(functions, [&](const TrialFunction &function) {
      bool defined = hasCompletedRun(function);
      if (!defined)
        ++summary.skipped["the function is undefined for every input"];
      return !defined;
    });
    for (const SutRun *run : runs) {
      FunctionTrial trial(sut, *run, options.output + "/work");
      std::vector<TrialResult> results = trial.tryAll(functions);
      for (auto [i, result] : llvm::enumerate(results)) {
        summary.comparisons += result.comparisons;
        summary.observed += result.observed;
        summary.comparisonsPerRun[run->name] += result.comparisons;
        for (const std::string &reason : result.skipped)
          ++summary.skipped[reason];
        if (result.kind == "skipped" && result.skipped.empty())
          ++summary.skipped[run->name + ": " + result.detail];
        if (result.isFinding())
          record(trial, *run, functions[i], result,
                 first + numberOf(functions[i]));
        if (options.interrupted && *options.interrupted)
          return;
      }
      summary.processes += trial.processes;
    }
  }
}

/// One process per program: a module of cuda_tile has one launch.
void Campaign::runTileBatch(uint64_t first, unsigned count) {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  mlir::ScopedDiagnosticHandler quiet(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  std::string folder = options.output + "/work";
  for (unsigned i = 0; i < count; ++i) {
    llvm::Expected<Program> program = generateProgram(
        *context, options.seed * 1'000'000'007 + first + i, GenerateOptions());
    if (!program) {
      ++summary.skipped[llvm::toString(program.takeError())];
      continue;
    }
    for (const SutRun &run : sut.runs) {
      if (options.interrupted && *options.interrupted)
        return;
      if (!options.runs.empty() && !llvm::is_contained(options.runs, run.name))
        continue;
      TrialResult result = tryTileProgram(sut, run, folder, *program);
      ++summary.processes;
      summary.comparisons += result.comparisons;
      summary.observed += result.observed;
      summary.comparisonsPerRun[run.name] += result.comparisons;
      if (result.kind == "skipped")
        ++summary.skipped[result.detail];
      if (result.isFinding())
        recordTile(run, *program, result, first + i);
    }
  }
}

void Campaign::recordTile(const SutRun &run, const Program &program,
                          const TrialResult &result, uint64_t number) {
  std::string folder = options.output + "/work";
  unsigned &done = reductions[run.name + "|" + result.kind];
  bool reduces = options.reduce && done++ < options.maxReductions;
  Program small =
      reduces ? reduceTileProgram(sut, run, folder, program, result.kind)
              : program.clone();
  SutFinding finding;
  finding.run = run.name;
  finding.kind = result.kind;
  finding.message = result.detail;
  finding.detail = tryTileProgram(sut, run, folder, small).detail;
  finding.operations = tileOperationsOf(small);
  finding.program = number;
  finding.known = sut.knownFinding(run, finding.kind, finding.operations);
  store(std::move(finding), small.toString());
}

llvm::Expected<SutSummary> tilefuzz::runSutCampaign(
    const SutDescription &sut, const SutOptions &options,
    llvm::function_ref<void(const SutSummary &)> progress) {
  if (sut.executable().empty())
    return llvm::createStringError("'" + sut.command.front() +
                                   "' is not on the PATH");
  for (const std::string &name : options.runs)
    if (llvm::none_of(sut.runs,
                      [&](const SutRun &run) { return run.name == name; }))
      return llvm::createStringError("the description has no run '" + name +
                                     "'");
  if (std::error_code code =
          llvm::sys::fs::create_directories(options.output + "/work"))
    return llvm::createStringError(options.output + ": " + code.message());
  auto begin = std::chrono::steady_clock::now();
  Campaign campaign(sut, options);
  uint64_t end = options.firstProgram + options.programs;
  for (uint64_t first = options.firstProgram; first < end;
       first += options.batch) {
    unsigned count = unsigned(std::min<uint64_t>(options.batch, end - first));
    if (sut.language == "cuda_tile")
      campaign.runTileBatch(first, count);
    else
      campaign.runBatch(first, count);
    campaign.summary.programs += count;
    campaign.summary.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    progress(campaign.summary);
    if (campaign.summary.seconds > options.seconds ||
        (options.interrupted && *options.interrupted))
      break;
  }
  return std::move(campaign.summary);
}
