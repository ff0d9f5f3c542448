//===- BulkStores.cpp - Marks stores that bulk copies do ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/BulkStores.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/BulkStore.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

void tilefuzz::markBulkStores(aa::FuncOp function, scf::ForOp loop,
                              BulkStoreChoice choice) {
  auto stages = loop->getAttrOfType<IntegerAttr>(as::specializedStagesAttr);
  std::string why;
  FailureOr<as::SpecializedLoop> found =
      as::analyzeSpecializedLoop(loop, as::getProductUnit(loop), why);
  if (!stages || failed(found))
    return;
  int64_t ring = stages.getInt() * found->stageBytes();
  int64_t threads = found->computeWarps() * CommonLimits::threadsPerWarp;
  function.walk([&](as::TiledStoreOp store) {
    if (store->hasAttr(as::bulkStoreAttr))
      return;
    FailureOr<as::StagedFactor> tile =
        as::analyzeBulkStore(store, loop, ring, why);
    if (failed(tile)) {
      remarkMissed(store.getLoc(), "bulk-store")
          << "threads store it, because " << why;
      return;
    }
    as::BulkStoreCost cost = as::estimateBulkStore(*tile, threads);
    std::string numbers = "(" + std::to_string(cost.byCopies) +
                          " cycles by copies, " +
                          std::to_string(cost.byThreads) + " by threads)";
    if (choice == BulkStoreChoice::ByCost && !cost.isBetter()) {
      remarkMissed(store.getLoc(), "bulk-store")
          << "threads store it, which costs less " << numbers;
      return;
    }
    store->setAttr(as::bulkStoreAttr, UnitAttr::get(store.getContext()));
    remarkPassed(store.getLoc(), "bulk-store")
        << "cp.async.bulk.tensor stores it in " << std::to_string(tile->boxes())
        << " boxes of " << std::to_string(tile->boxBytes()) << " bytes "
        << numbers;
  });
}

namespace {
class BulkStoresPass
    : public PassWrapper<BulkStoresPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BulkStoresPass)

  StringRef getArgument() const override { return "tileas-bulk-stores"; }
  StringRef getDescription() const override {
    return "Results of kernels with agents are marked to be stored by copies";
  }

  void runOnOperation() override {
    getOperation().walk([](aa::FuncOp function) {
      function.walk([&](scf::ForOp loop) {
        if (loop->hasAttr(as::specializedStagesAttr))
          markBulkStores(function, loop, BulkStoreChoice::All);
      });
    });
  }
};
} // namespace

std::unique_ptr<Pass> tilefuzz::createBulkStoresPass() {
  return std::make_unique<BulkStoresPass>();
}

void tilefuzz::registerBulkStoresPass() { PassRegistration<BulkStoresPass>(); }
