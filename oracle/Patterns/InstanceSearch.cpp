//===- InstanceSearch.cpp - Instances that take other branches ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/InstanceSearch.h"
#include "compiler/Support/Random/Random.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/InstanceEdits.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

namespace {
/// The branches that are still to be taken.
class Progress {
public:
  explicit Progress(llvm::StringRef pattern) : pattern(pattern) {}

  /// Whether this run takes some that none before took. The first ones say
  /// whose code it is.
  bool add(const BranchesRun &run) {
    BranchesRun together = run;
    together.add(seen);
    bool isNew =
        together.taken != seen.taken || together.entered != seen.entered;
    seen = together;
    if (!isNew)
      return false;
    unsigned before = covered;
    BranchCoverage coverage = coverageOf(pattern, seen);
    covered = coverage.covered;
    left = coverage.problem.empty() ? coverage.unexplained() : 0;
    return covered > before;
  }
  bool isDone() const { return left == 0; }
  /// The integers in the conditions of the pattern's code.
  std::vector<int64_t> literals() const {
    std::vector<int64_t> found;
    for (const UncoveredBranch &branch : coverageOf(pattern, seen).uncovered) {
      llvm::StringRef text = branch.condition;
      while (!text.empty()) {
        bool isWord = llvm::isAlpha(text.front()) || text.front() == '_';
        llvm::StringRef word = text.take_while(
            [](char c) { return llvm::isAlnum(c) || c == '_'; });
        int64_t value;
        if (!isWord && !word.empty() && !word.getAsInteger(0, value))
          found.push_back(value);
        text = text.drop_front(std::max<size_t>(1, word.size()));
      }
    }
    return found;
  }

private:
  llvm::StringRef pattern;
  BranchesRun seen;
  unsigned covered = 0, left = 0;
};
} // namespace

std::vector<PatternInstance>
tilefuzz::searchInstances(mlir::MLIRContext &context, llvm::StringRef pattern,
                          llvm::ArrayRef<PatternInstance> from, unsigned tries,
                          ApplyFn apply) {
  std::vector<PatternInstance> found;
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> programs;
  Progress progress(pattern);
  for (const PatternInstance &instance : from) {
    auto program =
        mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
    if (!program)
      continue;
    mlir::OwningOpRef<mlir::ModuleOp> copy = program->clone();
    progress.add(apply(copy.get()));
    programs.push_back(std::move(program));
  }
  if (programs.empty() || progress.isDone())
    return found;

  uint64_t state = 0;
  for (char c : pattern)
    state = mixBits(state + uint8_t(c));
  InstanceEdits edits(context, state, progress.literals());
  for (const auto &program : programs)
    edits.addToPool(program.get());
  size_t templates = programs.size();
  for (unsigned i = 0; i < tries && !progress.isDone(); ++i) {
    // What was found lately is one step from what is still to be found.
    bool isFound = programs.size() > templates && edits.pick(2);
    size_t parent = isFound
                        ? templates + edits.pick(programs.size() - templates)
                        : edits.pick(templates);
    mlir::OwningOpRef<mlir::ModuleOp> program = programs[parent]->clone();
    for (unsigned count = 1 + edits.pick(4); count; --count)
      edits.editOnce(program.get());
    if (failed(mlir::verify(program.get())))
      continue;
    mlir::OwningOpRef<mlir::ModuleOp> copy = program->clone();
    if (!progress.add(apply(copy.get())))
      continue;
    PatternInstance &instance = found.emplace_back();
    instance.name = "found " + std::to_string(found.size());
    llvm::raw_string_ostream os(instance.text);
    program->print(os);
    programs.push_back(std::move(program));
  }
  return found;
}
