//===- PatternRunner.cpp - Apply a named pattern to instances -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternRunner.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "oracle/Patterns/Conversions.h"
#include "oracle/Patterns/Folds.h"
#include "oracle/Patterns/InstanceSearch.h"
#include "oracle/Patterns/SystematicTemplates.h"
#include "oracle/Smt/TileEncoding.h"

using namespace tilefuzz;

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

PatternRunner::PatternRunner()
    : tables(getPatternTables()), context(makeContext()) {}
PatternRunner::~PatternRunner() = default;

static const PatternTable *findTable(llvm::ArrayRef<PatternTable> tables,
                                     llvm::StringRef pattern) {
  for (const PatternTable &table : tables)
    for (const PatternRow &row : table.rows)
      if (row.name == pattern)
        return &table;
  return nullptr;
}

const PatternTable *PatternRunner::tableOf(llvm::StringRef pattern) const {
  return findTable(tables, pattern);
}

bool PatternRunner::isKnown(llvm::StringRef pattern) {
  return findTable(getPatternTables(), pattern) ||
         llvm::is_contained(foldNames(), pattern) ||
         llvm::is_contained(conversionNames(), pattern);
}

static mlir::Block *bodyOf(mlir::ModuleOp module) {
  mlir::Block *body = nullptr;
  module.walk([&](mlir::FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  return body;
}

BranchesRun PatternRunner::apply(mlir::ModuleOp module, llvm::StringRef pattern,
                                 const PatternProofOptions &options,
                                 FiringCounts &firings) {
  const PatternTable *table = tableOf(pattern);
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
        if (pattern.starts_with(conversionPrefix))
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

ProofVerdict PatternRunner::prove(llvm::StringRef pattern,
                                  const PatternInstance &instance,
                                  const PatternProofOptions &options,
                                  BranchesRun &branches) {
  std::string diagnostic;
  mlir::ScopedDiagnosticHandler handler(context.get(),
                                        [&](mlir::Diagnostic &message) {
                                          if (diagnostic.empty())
                                            diagnostic = message.str();
                                          return mlir::success();
                                        });
  mlir::OwningOpRef<mlir::ModuleOp> source =
      mlir::parseSourceString<mlir::ModuleOp>(instance.text, context.get());
  // A type that is asked for need not be one of the operation's.
  if (!source)
    return {options.types.empty() ? ProofKind::Unknown : ProofKind::NotApplied,
            "the instance does not parse: " + diagnostic};
  numberAccesses(source.get());
  mlir::OwningOpRef<mlir::ModuleOp> target = source->clone();

  FiringCounts firings;
  branches.add(apply(target.get(), pattern, options, firings));
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

std::vector<PatternInstance>
PatternRunner::instancesFor(llvm::StringRef pattern,
                            const PatternProofOptions &options) {
  std::vector<PatternInstance> instances = instancesOf(pattern, options.types);
  if (!options.types.empty())
    return instances;
  std::vector<PatternInstance> found;
  if (options.searchTries)
    found = searchInstances(*context, pattern, instances, options.searchTries,
                            [&](mlir::ModuleOp module) {
                              FiringCounts firings;
                              return apply(module, pattern, options, firings);
                            });
  for (PatternInstance &instance : found)
    instances.push_back(std::move(instance));
  if (options.combines)
    llvm::append_range(instances, combinationsOf(pattern));
  return instances;
}
