//===- RegisterLoops.cpp - Copies of registers, one by one ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Schedule/RegisterLoops.h"
#include "compiler/Schedule/GenerateSchedule.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"
#include <set>

using namespace mlir;
using namespace tilefuzz;
using Names = RegisterLoopAttributes;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// One vector copy of a target is so long; with less, elements go one by one.
static constexpr unsigned vectorBytes = 16;

/// Whether each thread holds already what it shall hold.
static bool staysInThread(as::LinearLayoutAttr from, as::LinearLayoutAttr to) {
  for (int64_t thread = 0; thread < to.getNumThreads(); ++thread) {
    std::set<int64_t> held;
    for (int64_t r = 0; r < from.getNumRegisters(); ++r)
      held.insert(from.getRegisterIndex(r) ^ from.getThreadIndex(thread));
    for (int64_t r = 0; r < to.getNumRegisters(); ++r)
      if (!held.count(to.getRegisterIndex(r) ^ to.getThreadIndex(thread)))
        return false;
  }
  return true;
}

namespace {
/// A way to change a layout, and what it costs a byte: shared memory is written
/// and read once, between two barriers.
struct Plan {
  StringLiteral name;
  unsigned cost;
  bool (*isFeasible)(as::LinearLayoutAttr from, as::LinearLayoutAttr to);
};
} // namespace

/// By cost; the first that is feasible is taken.
static constexpr Plan plans[] = {
    {"registers", 0, staysInThread},
    {"shared", 2,
     [](as::LinearLayoutAttr, as::LinearLayoutAttr) { return true; }},
};

namespace {
class MaterializeConvertLayoutPass
    : public PassWrapper<MaterializeConvertLayoutPass,
                         OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MaterializeConvertLayoutPass)

  MaterializeConvertLayoutPass() = default;
  MaterializeConvertLayoutPass(const MaterializeConvertLayoutPass &other)
      : PassWrapper(other) {}
  explicit MaterializeConvertLayoutPass(unsigned size) { vectorSize = size; }

  StringRef getArgument() const override {
    return "tileas-materialize-convert-layout";
  }
  StringRef getDescription() const override {
    return "Choose how each change of a layout is done";
  }

  void runOnOperation() override {
    getOperation().walk([&](as::ConvertLayoutOp op) {
      if (failed(choose(op)))
        signalPassFailure();
    });
  }

private:
  LogicalResult choose(as::ConvertLayoutOp op) {
    IntegerAttr capability;
    for (Operation *at = op; at && !capability; at = at->getParentOp())
      capability =
          at->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability");
    if (!capability || !findTargetRow(capability.getInt()))
      return op.emitError("failed to query target spec for convert_layout");
    as::LinearLayoutAttr from = as::getLayout(op.getSource().getType());
    as::LinearLayoutAttr to = as::getLayout(op.getType());
    const Plan *plan = llvm::find_if(
        plans, [&](const Plan &plan) { return plan.isFeasible(from, to); });
    Builder builder(op.getContext());
    op->setDiscardableAttr(Names::plan, builder.getStringAttr(plan->name));
    // Loops over one register are none.
    bool isLoop = plan->cost > 0 && vectorSize < vectorBytes &&
                  std::max(from.getNumRegisters(), to.getNumRegisters()) > 1;
    if (isLoop)
      op->setDiscardableAttr(Names::root, builder.getUnitAttr());
    else
      op->removeDiscardableAttr(Names::root);
    return success();
  }

  Option<unsigned> vectorSize{
      *this, "reg2reg-vec-size",
      llvm::cl::desc("Bytes of registers that are copied at once; 15 and less: "
                     "element by element."),
      llvm::cl::init(vectorBytes)};
};

class UnrollRegisterLoopsPass
    : public PassWrapper<UnrollRegisterLoopsPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UnrollRegisterLoopsPass)

  StringRef getArgument() const override {
    return "tileas-unroll-register-loops";
  }
  StringRef getDescription() const override {
    return "Unroll loops that access slices of register tensors";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<aa::TileAADialect, as::TileASDialect, LLVM::LLVMDialect>();
  }

  void runOnOperation() override {
    // Neither a count nor "full": LLVM chooses.
    auto unroll = LLVM::LoopUnrollAttr::get(
        &getContext(), /*disable=*/BoolAttr::get(&getContext(), false),
        /*count=*/{}, /*runtimeDisable=*/{}, /*full=*/{},
        /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
    auto annotation = LLVM::LoopAnnotationAttr::get(
        &getContext(), /*disableNonforced=*/{}, /*vectorize=*/{},
        /*interleave=*/{}, unroll, /*unrollAndJam=*/{}, /*licm=*/{},
        /*distribute=*/{}, /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{},
        /*mustProgress=*/{}, /*isVectorized=*/{}, /*startLoc=*/{},
        /*endLoc=*/{}, /*parallelAccesses=*/{});
    getOperation().walk([&](Operation *op) {
      if (op->hasAttr(Names::root))
        op->setDiscardableAttr(Names::annotation, annotation);
    });
  }
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createMaterializeConvertLayoutPass(unsigned vectorSize) {
  return std::make_unique<MaterializeConvertLayoutPass>(vectorSize);
}

std::unique_ptr<Pass> tilefuzz::createUnrollRegisterLoopsPass() {
  return std::make_unique<UnrollRegisterLoopsPass>();
}

void tilefuzz::registerMaterializeConvertLayoutPass() {
  PassRegistration<MaterializeConvertLayoutPass>();
}

void tilefuzz::registerUnrollRegisterLoopsPass() {
  PassRegistration<UnrollRegisterLoopsPass>();
}
