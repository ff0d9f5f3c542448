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

/// Renewed now and then: a context keeps every type and attribute ever made.
static mlir::MLIRContext &getContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (!context || ++uses % 512 == 0)
    context = createContext();
  return *context;
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

void tilefuzz::compareProgramText(llvm::StringRef text) {
  mlir::MLIRContext &context = getContext();
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program = parseProgram(text, "input", context);
  if (!program) {
    llvm::consumeError(program.takeError());
    return;
  }
  ComparisonOptions options;
  options.maxSteps = 200'000;
  options.compile.bugs = bugsOfEnvironment();
  ComparisonReport report = compareStages(*program, options);
  if (!report.finding)
    return;
  storeFinding(*program, *report.finding, options);
  llvm::errs() << "finding after " << report.finding->stage->name << ": "
               << report.finding->reason << '\n';
  std::abort();
}

void tilefuzz::parseProgramText(llvm::StringRef text) {
  mlir::MLIRContext &context = getContext();
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::Expected<Program> program = parseProgram(text, "input", context);
  if (!program)
    llvm::consumeError(program.takeError());
}

std::string tilefuzz::mutateProgramText(llvm::StringRef text, uint64_t seed,
                                        size_t maxSize) {
  mlir::MLIRContext &context = getContext();
  ByteSource choices(seed);
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::string result;
  llvm::Expected<Program> program = parseProgram(text, "input", context);
  if (program && !choices.oneIn(16)) {
    for (unsigned i = 0, count = 1 + choices.below(4); i < count; ++i)
      mutate(*program, choices);
    result = program->toString();
  } else {
    llvm::consumeError(program.takeError());
    result = llvm::cantFail(generateProgram(context, choices)).toString();
  }
  return result.size() <= maxSize ? result : text.str();
}
