//===- ProgramFuzzing.cpp - What the fuzzing engines share ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Stages/Triage.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>

using namespace tilefuzz;

/// Programs that use one context: it keeps every type and attribute ever made.
static constexpr unsigned usesOfContext = 512;

namespace {
/// What is the same for many inputs: the context, the compiler's passes, and
/// the program that was made last, which is the next input as a rule.
class Session {
public:
  /// Renewed now and then, but not between making an input and running it.
  static Session &forNextInput() {
    if (!current || ++current->uses % usesOfContext == 0) {
      current.reset();
      current = std::make_unique<Session>();
    }
    return *current;
  }

  Session() : context(createContext()) {}
  ~Session() {
    compiler.reset();
    made.reset();
  }

  llvm::Expected<Program> programOf(llvm::StringRef text) {
    if (made && madeText == text) {
      Program program = std::move(*made);
      made.reset();
      return std::move(program);
    }
    return parseProgram(text, "input", *context);
  }
  void keep(llvm::StringRef text, Program program) {
    madeText = text.str();
    made = std::move(program);
  }
  Compiler *compilerFor(const ComparisonOptions &options) {
    if (!compiler)
      compiler = makeCompiler(options);
    return compiler.get();
  }

  std::unique_ptr<mlir::MLIRContext> context;

private:
  static std::unique_ptr<Session> current;
  unsigned uses = 0;
  std::unique_ptr<Compiler> compiler;
  std::string madeText;
  std::optional<Program> made;
};
} // namespace

std::unique_ptr<Session> Session::current;

static constexpr FuzzLevels levelRows[] = {
    {"tile", "convert-tileaa-to-tileas", 2, 5'000, 0},
    {"machine", "", 1, 5'000, 200'000},
    {"all", "", 3, 200'000, 50'000'000},
};

const FuzzLevels *tilefuzz::findFuzzLevels(llvm::StringRef name) {
  for (const FuzzLevels &row : levelRows)
    if (row.name == name)
      return &row;
  return nullptr;
}

/// TILEFUZZ_BUGS switches seeded bugs on, to see whether an engine finds them.
static BugSet bugsOfEnvironment() {
  BugSet bugs;
  const char *names = std::getenv("TILEFUZZ_BUGS");
  for (llvm::StringRef name : llvm::split(names ? names : "", ',')) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (bug)
      bugs.insert(*bug);
    else if (!name.empty())
      llvm::report_fatal_error("TILEFUZZ_BUGS: no seeded bug is called '" +
                                   name + "'",
                               /*gen_crash_diag=*/false);
  }
  return bugs;
}

/// With TILEFUZZ_DB, the finding waits for triage beside that database, under
/// the number of its content: a run of `tile-fuzz` decides about it.
static void storeFinding(const Program &program, const StageFinding &raw,
                         const ComparisonOptions &options) {
  const char *database = std::getenv("TILEFUZZ_DB");
  if (!database)
    return;
  Finding finding = describe(program, raw, options);
  finding.origin = "fuzzing engine";
  finding.programIndex = llvm::xxHash64(finding.program) >> 1;
  llvm::Expected<std::string> folder =
      FindingStore(FindingStore::rootFor(database)).addPending(finding);
  if (folder)
    llvm::errs() << "stored in " << *folder << '\n';
  else
    llvm::errs() << llvm::toString(folder.takeError()) << '\n';
}

void tilefuzz::compareProgramText(llvm::StringRef text,
                                  const FuzzLevels &levels) {
  Session &session = Session::forNextInput();
  mlir::ScopedDiagnosticHandler silence(
      session.context.get(),
      [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program = session.programOf(text);
  if (!program) {
    llvm::consumeError(program.takeError());
    return;
  }
  static const BugSet bugs = bugsOfEnvironment();
  ComparisonOptions options;
  options.schedules = levels.schedules;
  options.maxSteps = levels.maxSteps;
  options.maxMachineSteps = levels.maxMachineSteps;
  options.compile.bugs = bugs;
  options.compile.stopAfter = levels.stopAfter.str();
  options.compiler = session.compilerFor(options);
  ComparisonReport report = compareStages(*program, options);
  if (!report.finding)
    return;
  storeFinding(*program, *report.finding, options);
  llvm::errs() << "finding after " << report.finding->stage->name << ": "
               << report.finding->reason << '\n';
  std::abort();
}

void tilefuzz::parseProgramText(llvm::StringRef text) {
  Session &session = Session::forNextInput();
  mlir::ScopedDiagnosticHandler silence(
      session.context.get(),
      [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program =
      parseProgram(text, "input", *session.context);
  if (!program)
    llvm::consumeError(program.takeError());
}

std::string tilefuzz::mutateProgramText(llvm::StringRef text, uint64_t seed,
                                        size_t maxSize) {
  Session &session = Session::forNextInput();
  ByteSource choices(seed);
  mlir::ScopedDiagnosticHandler silence(
      session.context.get(),
      [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program =
      parseProgram(text, "input", *session.context);
  if (program && !choices.oneIn(16)) {
    for (unsigned i = 0, count = 1 + choices.below(4); i < count; ++i)
      mutate(*program, choices);
  } else {
    llvm::consumeError(program.takeError());
    program = generateProgram(*session.context, choices);
    llvm::cantFail(program.takeError());
  }
  std::string result = program->toString();
  if (result.size() > maxSize)
    return text.str();
  session.keep(result, std::move(*program));
  return result;
}
