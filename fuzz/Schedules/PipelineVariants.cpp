//===- PipelineVariants.cpp - The rings that the compiler makes -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Schedules/PipelineVariants.h"
#include "compiler/Schedule/MaterializeSchedule.h"
#include "compiler/Schedule/UnspecializedPipeline.h"
#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefuzz;

static bool hasRings(mlir::Operation *op) {
  return op
      ->walk([](mlir::nv_tileas::CreatePipelineOp) {
        return mlir::WalkResult::interrupt();
      })
      .wasInterrupted();
}

ExploredFunctions tilefuzz::exploreFunctions(mlir::ModuleOp module,
                                             const ExploreLimits &limits) {
  ExploredFunctions functions;
  module.walk([&](mlir::nv_tileaa::FuncOp function) {
    if (hasRings(function))
      functions[function.getSymName().str()] = {
          1, explorePipelines(function, {}, limits)};
  });
  return functions;
}

/// Adds what was found of one variant, which `name` tells from others.
static void add(ExploredFunctions &all, ExploredFunctions found,
                const std::string &name) {
  for (auto &[function, explored] : found) {
    PipelineExploration &sum = all[function].sum;
    if (!sum.violations.empty())
      continue;
    ++all[function].variants;
    sum.ways += explored.sum.ways;
    sum.protocols += explored.sum.protocols;
    sum.states += explored.sum.states;
    for (Violation &violation : explored.sum.violations) {
      violation.what = name + ": " + violation.what;
      sum.violations.push_back(std::move(violation));
    }
    for (std::string &open : explored.sum.open)
      sum.open.push_back(name + ": " + open);
  }
}

using PassList = std::vector<std::unique_ptr<mlir::Pass>>;

/// A copy of the module whose loops run so often, behind passes.
static llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
makeVariant(mlir::ModuleOp module, unsigned trips, PassList passes) {
  mlir::OwningOpRef<mlir::ModuleOp> variant = module.clone();
  boundLoops(*variant, trips);
  // Remarks of each variant would say the same again.
  mlir::ScopedDiagnosticHandler quiet(
      module.getContext(), [](mlir::Diagnostic &diagnostic) {
        return mlir::success(diagnostic.getSeverity() ==
                             mlir::DiagnosticSeverity::Remark);
      });
  mlir::PassManager manager(module.getContext());
  for (std::unique_ptr<mlir::Pass> &pass : passes)
    manager.addPass(std::move(pass));
  if (failed(manager.run(*variant)))
    return llvm::createStringError("the loops cannot be pipelined");
  return std::move(variant);
}

llvm::Expected<ExploredFunctions>
tilefuzz::explorePipelinedLoops(mlir::ModuleOp module,
                                const VariantOptions &options) {
  ExploredFunctions all;
  if (hasRings(module))
    return all;
  for (unsigned depth : options.depths)
    for (unsigned trips = 0; trips <= options.trips; ++trips) {
      PassList passes;
      passes.push_back(createUnspecializedPipelinePass({depth, options.bugs}));
      auto variant = makeVariant(module, trips, std::move(passes));
      if (!variant)
        return variant.takeError();
      add(all, exploreFunctions(**variant, options.limits),
          llvm::formatv("{0} slots, {1} iterations", depth, trips).str());
    }
  return all;
}

llvm::Expected<ExploredFunctions>
tilefuzz::exploreScheduledLoops(mlir::ModuleOp module,
                                const VariantOptions &options) {
  ExploredFunctions all;
  if (!hasRings(module))
    return all;
  add(all, exploreFunctions(module, options.limits), "as it stands");
  for (unsigned trips = 0; trips <= options.trips; ++trips) {
    auto before = makeVariant(module, trips, {});
    if (!before)
      return before.takeError();
    ExploredFunctions right = exploreFunctions(**before, options.limits);
    PassList passes;
    passes.push_back(createGenerateSchedulePass(options.schedule));
    passes.push_back(createMaterializeSchedulePass(options.bugs));
    auto variant = makeVariant(module, trips, std::move(passes));
    if (!variant)
      return variant.takeError();
    ExploredFunctions found = exploreFunctions(**variant, options.limits);
    for (const auto &[function, explored] : right)
      if (!explored.sum.violations.empty() || !explored.sum.open.empty())
        found.erase(function);
    add(all, std::move(found),
        llvm::formatv("scheduled, {0} iterations", trips).str());
  }
  return all;
}
