//===- ProofChoice.cpp - Which instances come to some code ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/ProofChoice.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/PatternRunner.h"
#include "oracle/Patterns/SystematicTemplates.h"

using namespace tilefuzz;

std::vector<std::string> tilefuzz::proofsOf(const SeededBugInfo &bug) {
  if (bug.where == "convert-cuda-tile-to-tileaa")
    return conversionNames();
  std::vector<std::string> names;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if ((row.name == bug.where || table.pass == bug.where) &&
          !llvm::is_contained(names, row.name.str()))
        names.push_back(row.name.str());
  return names;
}

static std::string printed(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, mlir::OpPrintingFlags()
                        .printGenericOpForm()
                        .useLocalScope()
                        .enableDebugInfo(false));
  return text;
}

namespace {
struct Candidate {
  std::string pattern;
  PatternInstance instance;
  size_t number = 0;
};
} // namespace

/// What the bug changes, small ones first.
static std::vector<Candidate> findChanged(PatternRunner &runner,
                                          const SeededBugInfo &bug,
                                          const PatternProofOptions &options,
                                          BugProof &proof) {
  std::vector<Candidate> changed;
  mlir::MLIRContext &context = runner.getContext();
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  for (const std::string &pattern : proofsOf(bug)) {
    BugCanaries canaries;
    PatternProofOptions wrong = options, right = options;
    wrong.bugs.insert(bug.bug);
    wrong.bugs.canaries = &canaries;
    wrong.enabled.push_back(pattern);
    right.bugs = {};
    right.enabled.push_back(pattern);
    for (PatternInstance &instance : runner.instancesFor(pattern, wrong)) {
      canaries.clear();
      ++proof.tried;
      mlir::OwningOpRef<mlir::ModuleOp> module =
          mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
      if (!module)
        continue;
      mlir::OwningOpRef<mlir::ModuleOp> other = module->clone();
      FiringCounts firings;
      runner.apply(other.get(), pattern, wrong, firings);
      proof.reached += canaries.reached(bug.bug);
      proof.fired += canaries.fired(bug.bug);
      if (!canaries.reached(bug.bug))
        continue;
      runner.apply(module.get(), pattern, right, firings);
      if (printed(module.get()) != printed(other.get()))
        changed.push_back({pattern, std::move(instance)});
    }
  }
  // As they came, where they are of one size.
  for (auto [number, candidate] : llvm::enumerate(changed))
    candidate.number = number;
  llvm::sort(changed, [](const Candidate &a, const Candidate &b) {
    return std::pair(a.instance.text.size(), a.number) <
           std::pair(b.instance.text.size(), b.number);
  });
  return changed;
}

BugProof tilefuzz::proveBug(const SeededBugInfo &bug,
                            const PatternProofOptions &options,
                            const std::function<bool()> &goesOn) {
  BugProof proof;
  if (proofsOf(bug).empty())
    return proof;
  PatternRunner runner;
  std::vector<Candidate> changed = findChanged(runner, bug, options, proof);
  proof.changed = changed.size();
  for (const Candidate &candidate : changed) {
    if (!goesOn())
      break;
    PatternProofOptions right = options;
    right.bugs = {};
    right.enabled.push_back(candidate.pattern);
    PatternProofOptions wrong = right;
    wrong.bugs.insert(bug.bug);
    BranchesRun branches;
    auto prove = [&](const PatternProofOptions &variant) {
      return runner.prove(candidate.pattern, candidate.instance, variant,
                          branches);
    };
    proof.verdict = prove(wrong);
    proof.pattern = candidate.pattern;
    proof.instance = candidate.instance.name;
    ++proof.proved;
    if (proof.verdict.kind != ProofKind::Refuted)
      continue;
    // What is refuted without the bug, too, says nothing of it.
    if (prove(right).kind != ProofKind::Refuted)
      break;
    proof.verdict = {ProofKind::Unknown, "refuted without the bug, too"};
  }
  return proof;
}

std::vector<PatternRun>
tilefuzz::runPatterns(llvm::ArrayRef<std::string> patterns,
                      const llvm::BitVector &functions, bool ofCombinations) {
  PatternRunner runner;
  mlir::MLIRContext &context = runner.getContext();
  mlir::ScopedDiagnosticHandler silent(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<PatternRun> runs(patterns.size());
  for (auto [pattern, run] : llvm::zip_equal(patterns, runs)) {
    PatternProofOptions options;
    options.enabled = {pattern};
    for (PatternInstance &instance :
         ofCombinations ? combinationsOf(pattern) : instancesOf(pattern)) {
      mlir::OwningOpRef<mlir::ModuleOp> module =
          mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
      if (!module)
        continue;
      FiringCounts firings;
      BranchesRun own = runner.apply(module.get(), pattern, options, firings);
      run.branches.add(own);
      if (own.entered.anyCommon(functions))
        run.entering.push_back(std::move(instance));
    }
  }
  return runs;
}
