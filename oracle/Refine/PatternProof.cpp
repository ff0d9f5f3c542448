//===- PatternProof.cpp - Prove a named pattern of the compiler -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/PatternProof.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Refine/PatternInstances.h"
#include "oracle/Smt/TileEncoding.h"
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

static mlir::Block *bodyOf(mlir::ModuleOp module) {
  mlir::Block *body = nullptr;
  module.walk([&](mlir::FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  return body;
}

/// One instance: before, the pattern, after.
static ProofVerdict proveInstance(mlir::MLIRContext &context,
                                  const PatternTable &table,
                                  llvm::StringRef pattern,
                                  const PatternInstance &instance,
                                  const PatternProofOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> source =
      mlir::parseSourceString<mlir::ModuleOp>(instance.text, &context);
  if (!source)
    return {ProofKind::Unknown, "the instance does not parse"};
  numberAccesses(source.get());
  mlir::OwningOpRef<mlir::ModuleOp> target = source->clone();

  FiringCounts firings;
  NamedPatternOptions only;
  only.bugs = options.bugs;
  only.firings = &firings;
  only.enabled.assign(options.enabled.begin(), options.enabled.end());
  for (const std::string &name : patternNames())
    if (name != pattern)
      only.disabled.push_back(name);
  // A pattern that does not converge has done its work all the same.
  (void)applyNamedPatterns(target.get(), table.rows, only);
  if (table.finish)
    table.finish(target.get(), only);
  if (!firings.counts.lookup(pattern))
    return {ProofKind::NotApplied, "the pattern does not match"};
  if (failed(mlir::verify(target.get())))
    return {ProofKind::Refuted, "the rewritten code does not verify"};
  return checkRefinement(*bodyOf(source.get()), *bodyOf(target.get()),
                         options.refinement);
}

PatternProof tilefuzz::provePattern(llvm::StringRef pattern,
                                    const PatternProofOptions &options) {
  auto start = std::chrono::steady_clock::now();
  PatternProof proof;
  proof.pattern = pattern.str();
  llvm::SmallVector<PatternTable> tables = getPatternTables();
  const PatternTable *table = tableOf(tables, pattern);
  if (!table) {
    proof.verdict = {ProofKind::Unknown, "no pattern is called that"};
    return proof;
  }
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadAllAvailableDialects();

  proof.verdict = {ProofKind::NotApplied, "no instance"};
  for (const PatternInstance &instance : instancesOf(pattern)) {
    ProofVerdict verdict =
        proveInstance(context, *table, pattern, instance, options);
    proof.verdict =
        proof.instances.empty() ? verdict : combine(proof.verdict, verdict);
    proof.instances.push_back({instance.name, std::move(verdict)});
  }
  proof.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  return proof;
}
