//===- TileASToNVVM.cpp - The pass ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/TileASToNVVM.h"
#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// PTX ISA 9.0, "setmaxnreg": of sm_90a and later with a suffix.
static bool hasBudgets(const TargetVariant &variant) {
  constexpr int64_t first = 90;
  return variant.row->capability >= first && variant.suffix;
}

namespace {
class TileASToNVVMPass
    : public PassWrapper<TileASToNVVMPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileASToNVVMPass)

  TileASToNVVMPass() = default;
  TileASToNVVMPass(const TileASToNVVMPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit TileASToNVVMPass(const TileASToNVVMOptions &options)
      : bugs(options.bugs) {
    target = options.target;
  }

  StringRef getArgument() const override { return "convert-tileas-to-nvvm"; }
  StringRef getDescription() const override {
    return "Lower nv_tileas to LLVM/NVVM, one thread's view";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }

  void runOnOperation() override {
    BugSet all = bugs;
    for (const std::string &name : injectBug) {
      std::optional<SeededBug> bug = findSeededBug(name);
      if (!bug) {
        getOperation().emitError("unknown seeded bug '") << name << "'";
        return signalPassFailure();
      }
      all.insert(*bug);
    }
    llvm::Expected<TargetVariant> variant = parseTarget(target);
    if (!variant) {
      getOperation().emitError(llvm::toString(variant.takeError()));
      return signalPassFailure();
    }
    for (Operation &op : *getOperation().getBody()) {
      auto module = dyn_cast<gpu::GPUModuleOp>(op);
      if (!module) {
        refuse(&op) << "is not supported by the lowering to NVVM";
        return signalPassFailure();
      }
      if (failed(lower(module, hasBudgets(*variant), all)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult lower(gpu::GPUModuleOp module, bool hasBudgets,
                      const BugSet &all) {
    Emitter emitter(module, all);
    emitter.hasBudgets = hasBudgets;
    for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
      if (isa<LLVM::LLVMFuncOp, LLVM::GlobalOp>(op))
        continue;
      if (auto global = dyn_cast<aa::GlobalOp>(op)) {
        if (failed(emitter.emitGlobal(global)))
          return failure();
        continue;
      }
      auto function = dyn_cast<aa::FuncOp>(op);
      if (!function)
        return refuse(&op) << "is not supported by the lowering to NVVM";
      if (failed(emitter.emitKernel(function)))
        return failure();
    }
    return emitter.finish();
  }

  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("The target, such as sm_90a."),
                             llvm::cl::init(TileASToNVVMOptions().target)};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createTileASToNVVMPass(TileASToNVVMOptions options) {
  return std::make_unique<TileASToNVVMPass>(options);
}

void tilefuzz::registerTileASToNVVMPass() {
  PassRegistration<TileASToNVVMPass>();
}
