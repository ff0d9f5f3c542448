//===- PatternProof.cpp - Prove a named pattern of the compiler -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternProof.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/InstanceSearch.h"
#include "oracle/Smt/TileEncoding.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <chrono>

using namespace tilefuzz;

unsigned PatternProof::count(ProofKind kind) const {
  return llvm::count_if(instances, [kind](const InstanceProof &proof) {
    return proof.verdict.kind == kind;
  });
}

std::vector<std::string> tilefuzz::patternNames() {
  std::vector<std::string> names;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (!llvm::is_contained(names, row.name.str()))
        names.push_back(row.name.str());
  return names;
}

static const PatternTable *tableOf(llvm::ArrayRef<PatternTable> tables,
                                   llvm::StringRef pattern) {
  for (const PatternTable &table : tables)
    for (const PatternRow &row : table.rows)
      if (row.name == pattern)
        return &table;
  return nullptr;
}

static bool isConversion(llvm::StringRef name) {
  return name.starts_with(conversionPrefix);
}

static mlir::Block *bodyOf(mlir::ModuleOp module) {
  mlir::Block *body = nullptr;
  module.walk([&](mlir::FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  return body;
}

/// Applies the pattern alone, and counts its firings. Gives what of the
/// compiler's code ran.
static BranchesRun applyPattern(mlir::ModuleOp module,
                                const PatternTable *table,
                                llvm::StringRef pattern,
                                const PatternProofOptions &options,
                                FiringCounts &firings) {
  NamedPatternOptions only;
  only.bugs = options.bugs;
  only.firings = &firings;
  only.enabled.assign(options.enabled.begin(), options.enabled.end());
  for (const std::string &name : patternNames())
    if (name != pattern)
      only.disabled.push_back(name);
  BranchesRun run;
  run.taken = BranchTable::get().record(
      [&] {
        if (isConversion(pattern))
          firings.counts[pattern] =
              applyConversion(module, pattern, options.bugs);
        else if (!table)
          firings.counts[pattern] = applyFold(module, pattern);
        // A pattern that does not converge has done its work all the same.
        if (table)
          (void)applyNamedPatterns(module, table->rows, only);
        if (table && table->finish)
          table->finish(module, only);
      },
      run.entered);
  return run;
}

/// One instance: before, the pattern, after. Adds what of the compiler's code
/// ran.
static ProofVerdict
proveInstance(mlir::MLIRContext &context, const PatternTable *table,
              llvm::StringRef pattern, const PatternInstance &instance,
              const PatternProofOptions &options, BranchesRun &branches) {
  std::string diagnostic;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &message) {
                                          if (diagnostic.empty())
                                            diagnostic = message.str();
                                          return mlir::success();
                                        });
  mlir::OwningOpRef<mlir::ModuleOp> source =
      mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
  // A type that is asked for need not be one of the operation's.
  if (!source)
    return {options.types.empty() ? ProofKind::Unknown : ProofKind::NotApplied,
            "the instance does not parse: " + diagnostic};
  numberAccesses(source.get());
  mlir::OwningOpRef<mlir::ModuleOp> target = source->clone();

  FiringCounts firings;
  branches.add(applyPattern(target.get(), table, pattern, options, firings));
  if (!firings.counts.lookup(pattern))
    return {ProofKind::NotApplied, "the pattern does not match"};
  if (failed(mlir::verify(target.get())))
    return {ProofKind::Refuted,
            "the rewritten code does not verify: " + diagnostic};
  RefinementOptions refinement = options.refinement;
  refinement.mayBeUnspecified = true;
  if (options.queries)
    refinement.sink =
        options.queries->sinkFor((pattern + "." + instance.name).str());
  return checkRefinement(*bodyOf(source.get()), *bodyOf(target.get()),
                         refinement);
}

namespace {
/// One instance of one task.
struct Job {
  size_t task;
  PatternInstance instance;
  ProofVerdict verdict;
  double seconds = 0;
  bool isLeftOut = false;
  BranchesRun branches = {};
};
} // namespace

/// As proofs want one.
static std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  auto context = std::make_unique<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  context->loadAllAvailableDialects();
  return context;
}

/// Templates, and what is found from them.
static std::vector<PatternInstance> instancesFor(mlir::MLIRContext &context,
                                                 const PatternTable *table,
                                                 const ProofTask &task) {
  const PatternProofOptions &options = task.options;
  std::vector<PatternInstance> instances =
      instancesOf(task.pattern, options.types);
  if (!options.searchTries || !options.types.empty())
    return instances;
  std::vector<PatternInstance> found = searchInstances(
      context, task.pattern, instances, options.searchTries,
      [&](mlir::ModuleOp module) {
        FiringCounts firings;
        return applyPattern(module, table, task.pattern, options, firings);
      });
  for (PatternInstance &instance : found)
    instances.push_back(std::move(instance));
  return instances;
}

static void workOn(std::vector<Job> &jobs, std::atomic<size_t> &next,
                   llvm::ArrayRef<ProofTask> tasks,
                   llvm::ArrayRef<const PatternTable *> tables) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  // Of the task that this thread is at.
  std::optional<size_t> refuted;
  for (size_t i = next++; i < jobs.size(); i = next++) {
    Job &job = jobs[i];
    auto start = std::chrono::steady_clock::now();
    const ProofTask &task = tasks[job.task];
    job.isLeftOut = task.options.stopAtRefutation && refuted == job.task;
    if (job.isLeftOut)
      continue;
    job.verdict = proveInstance(*context, tables[job.task], task.pattern,
                                job.instance, task.options, job.branches);
    if (job.verdict.kind == ProofKind::Refuted)
      refuted = job.task;
    job.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }
}

std::vector<PatternProof>
tilefuzz::provePatterns(llvm::ArrayRef<ProofTask> tasks, unsigned threads) {
  llvm::SmallVector<PatternTable> allTables = getPatternTables();
  std::vector<PatternProof> proofs(tasks.size());
  std::vector<const PatternTable *> tables;
  std::vector<char> isKnown(tasks.size());
  std::vector<std::string> conversions = conversionNames();
  std::vector<Job> jobs;
  for (auto [i, task] : llvm::enumerate(tasks)) {
    proofs[i].pattern = task.pattern;
    proofs[i].verdict = {ProofKind::NotApplied, "no instance"};
    tables.push_back(tableOf(allTables, task.pattern));
    if (!tables.back() && !llvm::is_contained(foldNames(), task.pattern) &&
        !llvm::is_contained(conversions, task.pattern)) {
      proofs[i].verdict = {ProofKind::Unknown, "no pattern is called that"};
      continue;
    }
    isKnown[i] = true;
  }
  llvm::DefaultThreadPool pool(
      llvm::hardware_concurrency(std::max(1u, threads)));
  // Instances first: one task's take as long as all proofs of another.
  std::vector<std::vector<PatternInstance>> instances(tasks.size());
  std::atomic<size_t> next = 0;
  for (size_t k = 0; k < std::min<size_t>(threads, tasks.size()); ++k)
    pool.async([&] {
      std::unique_ptr<mlir::MLIRContext> context = makeContext();
      for (size_t i = next++; i < tasks.size(); i = next++)
        if (isKnown[i])
          instances[i] = tasks[i].instances.empty()
                             ? instancesFor(*context, tables[i], tasks[i])
                             : tasks[i].instances;
    });
  pool.wait();
  for (auto [i, own] : llvm::enumerate(instances))
    for (PatternInstance &instance : own)
      jobs.push_back({i, std::move(instance), {}});
  next = 0;
  for (size_t k = 0; k < std::min<size_t>(threads, jobs.size()); ++k)
    pool.async([&] { workOn(jobs, next, tasks, tables); });
  pool.wait();
  std::vector<BranchesRun> branches(tasks.size());
  for (Job &job : jobs) {
    if (job.isLeftOut)
      continue;
    PatternProof &proof = proofs[job.task];
    branches[job.task].add(job.branches);
    proof.verdict = proof.instances.empty()
                        ? job.verdict
                        : combine(proof.verdict, job.verdict);
    proof.seconds += job.seconds;
    for (const std::string &base : job.verdict.basis)
      if (!llvm::is_contained(proof.basis, base))
        proof.basis.push_back(base);
    proof.instances.push_back(
        {job.instance.name, std::move(job.verdict), job.instance.firings});
  }
  for (auto [proof, run] : llvm::zip_equal(proofs, branches))
    proof.coverage = coverageOf(proof.pattern, run);
  return proofs;
}

PatternProof tilefuzz::provePattern(llvm::StringRef pattern,
                                    const PatternProofOptions &options) {
  return provePatterns({ProofTask{pattern.str(), options}}, 1).front();
}

std::vector<BranchesRun>
tilefuzz::runPatterns(llvm::ArrayRef<std::string> patterns) {
  llvm::SmallVector<PatternTable> tables = getPatternTables();
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::ScopedDiagnosticHandler silent(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<BranchesRun> runs(patterns.size());
  for (auto [pattern, run] : llvm::zip_equal(patterns, runs)) {
    PatternProofOptions options;
    options.enabled = {pattern};
    for (const PatternInstance &instance : instancesOf(pattern)) {
      mlir::OwningOpRef<mlir::ModuleOp> module =
          mlir::parseSourceString<mlir::ModuleOp>(instance.text, context.get());
      FiringCounts firings;
      if (module)
        run.add(applyPattern(module.get(), tableOf(tables, pattern), pattern,
                             options, firings));
    }
  }
  return runs;
}
