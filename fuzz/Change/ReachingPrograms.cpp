//===- ReachingPrograms.cpp - Programs that come to a change --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Change/ReachingPrograms.h"
#include "compiler/Branches/Branches.h"
#include "compiler/Support/Clock/Clock.h"
#include "compiler/Support/Files/WholeFile.h"
#include "compiler/Support/Process/ForkedProcess.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Score/ScoreUnit.h"
#include "fuzz/Stages/StageComparison.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <map>
#include <set>
#include <sys/mman.h>

using namespace tilefuzz;

static constexpr uint64_t memoryMiB = 4096;
/// After so many deaths the compiler is broken enough to say so.
static constexpr uint64_t maxDeaths = 5;
/// Of the child.
static constexpr int exitCannotWrite = 2;

namespace {
/// In memory that parent and child share, as the child may die.
struct Place {
  /// Programs that were begun.
  std::atomic<uint64_t> begun;
  std::atomic<uint64_t> kept;
  static constexpr unsigned maxFunctions = 16384;
  std::atomic<bool> entered[maxFunctions];
};

class Collector {
public:
  Collector(const ChangeChoice &choice, const ReachingOptions &options,
            Place &place, uint64_t end)
      : choice(choice), options(options), place(place), end(end) {
    const Stage *last = &getStages().front();
    for (const Chosen &chosen : choice.stages)
      last = findStage(chosen.name);
    stopAfter = last->name.str();
    for (const Chosen &chosen : choice.stages)
      for (const ProgramLanguage &language :
           languagesFor(*findStage(chosen.name))) {
        if (llvm::any_of(configs, [&](const WorkerConfig &known) {
              return known.language == language.language;
            }))
          continue;
        WorkerConfig &config = configs.emplace_back();
        config.seed = options.seed;
        config.language = language.language.str();
        config.knobs = language.knobs.str();
      }
    config.corpus = options.files;
    config.seed = options.seed;
  }

  bool isOver() const {
    return monotonicTime() > end || place.kept >= options.maxPrograms ||
           (options.maxTried && place.begun >= options.maxTried);
  }
  /// In the child, from the program that the place says.
  int work();
  /// In a child: writes the program that killed another one.
  int writeDeath(uint64_t index);

private:
  llvm::Expected<Program> make(uint64_t index);
  /// False: nothing can be written.
  bool tryProgram(uint64_t index);
  bool write(const Program &program, llvm::StringRef text, uint64_t index);

  const ChangeChoice &choice;
  const ReachingOptions &options;
  Place &place;
  uint64_t end;
  std::string stopAfter;
  WorkerConfig config;
  std::vector<WorkerConfig> configs;
  std::vector<std::unique_ptr<ProgramSource>> sources;
  /// By the branches that they take.
  std::map<size_t, unsigned> alike;
};
} // namespace

llvm::Expected<Program> Collector::make(uint64_t index) {
  if (sources.empty()) {
    sources.push_back(std::make_unique<ProgramSource>(config));
    for (const WorkerConfig &language : configs)
      sources.push_back(std::make_unique<ProgramSource>(language));
  }
  if (index < options.files.size())
    return sources.front()->get(index);
  uint64_t random = index - options.files.size();
  return sources[1 + random % configs.size()]->get(random / configs.size());
}

bool Collector::write(const Program &program, llvm::StringRef text,
                      uint64_t index) {
  unsigned size = 0;
  program.module.get()->walk([&](mlir::Operation *) { ++size; });
  llvm::SmallString<128> path(options.folder);
  llvm::sys::path::append(
      path, llvm::formatv("{0,0+6}-{1,0+8}.mlir", size, index).str());
  if (llvm::Error error = writeWholeFile(path, text)) {
    llvm::errs() << "tile-fuzz: " << llvm::toString(std::move(error)) << "\n";
    return false;
  }
  ++place.kept;
  return true;
}

bool Collector::tryProgram(uint64_t index) {
  llvm::Expected<Program> program = make(index);
  if (!program) {
    llvm::consumeError(program.takeError());
    return true;
  }
  std::string text;
  Program original = program->clone();
  if (choice.isAnyProgram)
    return write(original, program->toString(), index);
  mlir::ScopedDiagnosticHandler silent(
      program->module->getContext(),
      [](mlir::Diagnostic &) { return mlir::success(); });
  CompileOptions compileOptions;
  compileOptions.stopAfter = stopAfter;
  const BranchTable &table = BranchTable::get();
  llvm::BitVector entered;
  llvm::BitVector taken = table.record(
      [&] {
        text = program->toString();
        llvm::consumeError(
            parseProgram(text, "program", *program->module->getContext())
                .takeError());
        (void)compile(program->module.get(), compileOptions);
      },
      entered);
  entered &= choice.functions;
  if (entered.none())
    return true;
  for (unsigned function : entered.set_bits())
    if (function < Place::maxFunctions)
      place.entered[function] = true;
  llvm::hash_code kind = 0;
  for (unsigned branch : taken.set_bits())
    if (choice.functions.test(table.branches()[branch].function))
      kind = llvm::hash_combine(kind, branch);
  for (unsigned function : entered.set_bits())
    kind = llvm::hash_combine(kind, function);
  return ++alike[kind] > options.maxAlike || write(original, text, index);
}

int Collector::work() {
  limitMemory(memoryMiB);
  while (!isOver())
    if (!tryProgram(place.begun++))
      return exitCannotWrite;
  return 0;
}

int Collector::writeDeath(uint64_t index) {
  limitMemory(memoryMiB);
  llvm::Expected<Program> program = make(index);
  if (!program) {
    llvm::consumeError(program.takeError());
    return 0;
  }
  return write(*program, program->toString(), index) ? 0 : exitCannotWrite;
}

llvm::Expected<ReachingPrograms>
tilefuzz::collectReachingPrograms(const ChangeChoice &choice,
                                  const ReachingOptions &options) {
  void *page = ::mmap(nullptr, sizeof(Place), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        "no shared memory for programs");
  auto &place = *new (page) Place;
  uint64_t end = monotonicTime() + uint64_t(options.seconds * 1e9);
  ReachingPrograms reached;
  while (reached.deaths < maxDeaths) {
    // What a death loses is how many programs were alike.
    Collector collector(choice, options, place, end);
    if (collector.isOver())
      break;
    ProcessEnd process =
        runInChild([&] { return collector.work(); }, options.seconds + 10);
    if (process.succeeded() || process.exitCode == exitCannotWrite)
      break;
    ++reached.deaths;
    uint64_t last = place.begun - 1;
    runInChild([&] { return collector.writeDeath(last); }, /*cpuSeconds=*/10);
  }
  reached.tried = place.begun;
  reached.kept = place.kept;
  reached.entered.resize(choice.functions.size());
  for (unsigned function : choice.functions.set_bits())
    if (function < Place::maxFunctions && place.entered[function])
      reached.entered.set(function);
  ::munmap(page, sizeof(Place));
  return reached;
}
