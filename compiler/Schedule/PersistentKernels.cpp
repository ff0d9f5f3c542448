//===- PersistentKernels.cpp - Marks kernels for several blocks -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/PersistentKernels.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/PersistentKernel.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// Why the kernel's CTAs run one block each; empty: nothing keeps them from
/// more.
static StringRef whyNot(aa::FuncOp kernel) {
  StringRef why;
  kernel.walk([&](Operation *op) {
    if (isa<as::AgentSwitchOp>(op))
      why = "it has agents, which wait for the next switch between blocks";
    // They are made where the ring is.
    else if (auto ring = dyn_cast<as::CreatePipelineOp>(op);
             ring && ring.getBarrierSlot())
      why = "it has a ring with mbarriers, which are made once for a CTA";
    else if (isa<aa::CancelNextProgramIdOp>(op))
      why = "it asks for blocks itself";
  });
  return why;
}

/// False: nothing was to be done, which is said.
static bool mark(aa::FuncOp kernel, StringRef kind) {
  if (!kernel.isKernel())
    return false;
  if (StringAttr known = as::getPersistence(kernel)) {
    kernel.emitWarning("Kernel is already ")
        << known.getValue() << " persistent";
    return false;
  }
  if (StringRef why = whyNot(kernel); !why.empty()) {
    remarkMissed(kernel.getLoc(), "persistent")
        << "a CTA runs one block, as " << why;
    return false;
  }
  kernel->setAttr(as::persistentAttr,
                  StringAttr::get(kernel.getContext(), kind));
  return true;
}

namespace {
class DynamicPersistentPass
    : public PassWrapper<DynamicPersistentPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DynamicPersistentPass)

  DynamicPersistentPass() = default;
  DynamicPersistentPass(const DynamicPersistentPass &other)
      : PassWrapper(other) {}
  explicit DynamicPersistentPass(const DynamicPersistentOptions &options) {
    target = options.target;
  }

  StringRef getArgument() const override { return "tileas-dynamic-persistent"; }
  StringRef getDescription() const override {
    return "Make the kernel into dynamic persistent kernels";
  }

  void runOnOperation() override {
    llvm::Expected<TargetVariant> variant = parseTarget(target);
    if (!variant) {
      getOperation().emitError(llvm::toString(variant.takeError()));
      return signalPassFailure();
    }
    // PTX ISA 9.0, clusterlaunchcontrol.try_cancel; to all CTAs of a cluster it
    // is only of targets with a suffix.
    constexpr int64_t first = 100;
    bool canAsk = variant->row->capability >= first && variant->suffix;
    getOperation().walk([&](aa::FuncOp kernel) {
      if (!canAsk && kernel.isKernel()) {
        remarkMissed(kernel.getLoc(), "persistent")
            << "a CTA runs one block, as the target has no "
               "clusterlaunchcontrol";
        return;
      }
      if (mark(kernel, as::persistentDynamic))
        remarkPassed(kernel.getLoc(), "persistent")
            << "a CTA asks for a block that has not started, until there is "
               "none";
    });
  }

private:
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("What is compiled for."),
                             llvm::cl::init("sm_100a")};
};

class StaticPersistentPass
    : public PassWrapper<StaticPersistentPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StaticPersistentPass)

  StringRef getArgument() const override { return "tileas-static-persistent"; }
  StringRef getDescription() const override {
    return "The CTAs of a launch share the blocks of a kernel in equal steps";
  }

  void runOnOperation() override {
    getOperation().walk([&](aa::FuncOp kernel) {
      if (mark(kernel, as::persistentStatic))
        remarkPassed(kernel.getLoc(), "persistent")
            << "the CTAs that a launch has share the blocks";
    });
  }
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createDynamicPersistentPass(DynamicPersistentOptions options) {
  return std::make_unique<DynamicPersistentPass>(options);
}
std::unique_ptr<Pass> tilefuzz::createStaticPersistentPass() {
  return std::make_unique<StaticPersistentPass>();
}

void tilefuzz::registerPersistentPasses() {
  PassRegistration<DynamicPersistentPass>();
  PassRegistration<StaticPersistentPass>();
}
