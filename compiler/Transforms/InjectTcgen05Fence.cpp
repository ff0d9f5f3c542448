//===- InjectTcgen05Fence.cpp - Fences of tensor memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/InjectTcgen05Fence.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/Transforms/Fences/EventTable.h"
#include "compiler/Transforms/NVVMEvents.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

namespace {
/// What the pass has to know of it.
struct FenceTarget {
  TargetVariant variant;
  /// It has a number only: the suffix comes with the back end.
  bool isNumber = false;

  bool hasTensorMemory() const {
    return isNumber ? bool(variant.row->has & TensorMemory)
                    : variant.hasTcgen05();
  }
  /// MLIR 22 takes its operations there (facts, 5.5, N9).
  bool takesOperations() const {
    int32_t capability = variant.row->capability;
    return !isNumber && variant.suffix == 'a' &&
           (capability == 100 || capability == 101);
  }
};
} // namespace

/// Nothing, if none is named.
static FailureOr<std::optional<FenceTarget>> findTarget(ModuleOp module,
                                                        StringRef option) {
  std::string name = option.str();
  if (name.empty())
    module.walk([&](gpu::GPUModuleOp inner) {
      if (ArrayAttr targets = inner.getTargetsAttr())
        for (auto target : targets.getAsRange<Attribute>())
          if (auto machine = dyn_cast<NVVM::NVVMTargetAttr>(target))
            name = machine.getChip().str();
    });
  if (!name.empty()) {
    llvm::Expected<TargetVariant> target = parseTarget(name);
    if (!target)
      return module.emitError(llvm::toString(target.takeError()));
    return std::optional(FenceTarget{*target});
  }
  std::optional<int64_t> number;
  module.walk([&](Operation *op) {
    if (auto attribute =
            op->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability"))
      number = attribute.getInt();
  });
  if (!number)
    return std::optional<FenceTarget>();
  llvm::Expected<const TargetRow *> row = getTargetRow(*number);
  if (!row)
    return module.emitError(llvm::toString(row.takeError()));
  return std::optional(FenceTarget{{*row, 0}, true});
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void emitPtx(OpBuilder &builder, Location loc, StringRef text) {
  auto *context = builder.getContext();
  // It orders what LLVM sees as accesses of memory.
  LLVM::InlineAsmOp::create(
      builder, loc, TypeRange(), ValueRange(), text, "~{memory}",
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None,
      LLVM::AsmDialectAttr::get(context, LLVM::AsmDialect::AD_ATT),
      /*operand_attrs=*/ArrayAttr());
}

static void emitFence(OpBuilder &builder, Location loc, TensorEvent kind,
                      const FenceTarget &target) {
  if (!target.takesOperations())
    return emitPtx(builder, loc, getFencePtx(kind));
  switch (kind) {
  case TensorEvent::BeforeFence:
    NVVM::Tcgen05FenceOp::create(builder, loc,
                                 NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC);
    return;
  case TensorEvent::AfterFence:
    NVVM::Tcgen05FenceOp::create(builder, loc,
                                 NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC);
    return;
  case TensorEvent::WaitLoads:
    NVVM::Tcgen05WaitOp::create(builder, loc, NVVM::Tcgen05WaitKind::LOAD);
    return;
  case TensorEvent::WaitStores:
    NVVM::Tcgen05WaitOp::create(builder, loc, NVVM::Tcgen05WaitKind::STORE);
    return;
  default:
    llvm_unreachable("not a fence");
  }
}

/// What the seeded bugs make of a kind.
static TensorEvent emittedKind(TensorEvent kind, const BugSet &bugs) {
  bool isBefore = kind == TensorEvent::BeforeFence;
  if (isBefore || kind == TensorEvent::AfterFence)
    return bugs.pick(SeededBug::FenceKindsSwapped, kind,
                     isBefore ? TensorEvent::AfterFence
                              : TensorEvent::BeforeFence);
  if (kind == TensorEvent::WaitLoads)
    return bugs.pick(SeededBug::FenceWaitOfOtherKind, kind,
                     TensorEvent::WaitStores);
  return kind;
}

static LogicalResult fenceFunction(FunctionOpInterface function,
                                   const ModuleEvents &events, FenceForm form,
                                   const FenceTarget &target,
                                   const BugSet &bugs) {
  FailureOr<FunctionEvents> found = events.build(function);
  if (failed(found))
    return failure();
  OpBuilder builder(function.getContext());
  // What stands behind the same operation keeps its order.
  DenseMap<Operation *, Operation *> last;
  for (const FenceInsertion &fence : findFences(found->graph, form, bugs)) {
    Operation *op = found->operations[fence.block][fence.event];
    if (fence.isBehind)
      builder.setInsertionPointAfter(last.try_emplace(op, op).first->second);
    else
      builder.setInsertionPoint(op);
    TensorEvent kind = emittedKind(fence.kind, bugs);
    emitFence(builder, op->getLoc(), kind, target);
    if (fence.kind == TensorEvent::BeforeFence &&
        bugs.acts(SeededBug::FenceEmittedTwice))
      emitPtx(builder, op->getLoc(), getFencePtx(kind));
    if (fence.isBehind)
      last[op] = builder.getInsertionPoint()->getPrevNode();
  }
  return success();
}

namespace {
class InjectTcgen05FencePass
    : public PassWrapper<InjectTcgen05FencePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InjectTcgen05FencePass)

  InjectTcgen05FencePass() = default;
  InjectTcgen05FencePass(const InjectTcgen05FencePass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit InjectTcgen05FencePass(const InjectTcgen05FenceOptions &options)
      : bugs(options.bugs) {
    target = options.target;
    form = options.form;
  }

  StringRef getArgument() const override {
    return "tileas-inject-tcgen05-fence";
  }
  StringRef getDescription() const override {
    return "Put fences of tensor memory where threads hand it over";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult run(ModuleOp module);
  LogicalResult checkTarget(const FenceTarget &target, Operation *use,
                            const BugSet &all);

  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("Compiles for this target, as \"sm_100a\".")};
  Option<FenceForm> form{
      *this, "form", llvm::cl::desc("How fences are placed."),
      llvm::cl::init(FenceForm::Dataflow),
      llvm::cl::values(
          clEnumValN(FenceForm::Linear, "linear",
                     "by scans of blocks, as seed 004 states them"),
          clEnumValN(FenceForm::Dataflow, "dataflow", "along all paths"))};
  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  BugSet bugs;
};
} // namespace

LogicalResult InjectTcgen05FencePass::checkTarget(const FenceTarget &target,
                                                  Operation *use,
                                                  const BugSet &all) {
  if (target.hasTensorMemory())
    return success();
  const TargetRow &row = *target.variant.row;
  if (row.capability >= 100 && !(row.has & TensorMemory) &&
      all.acts(SeededBug::FenceAnyTargetFrom100))
    return success();
  if (row.has & TensorMemory)
    return refuse(use) << "needs a target with tcgen05: " << row.getName()
                       << "a has it, " << target.variant.getName()
                       << " has not";
  return refuse(use) << "needs tensor memory, which "
                     << target.variant.getName() << " has not";
}

LogicalResult InjectTcgen05FencePass::run(ModuleOp module) {
  BugSet all = bugs;
  for (const std::string &name : injectBug) {
    std::optional<SeededBug> bug = findSeededBug(name);
    if (!bug)
      return module.emitError("unknown seeded bug '") << name << "'";
    all.insert(*bug);
  }
  ModuleEvents events(module, all);
  // X2.
  if (!events.hasUse())
    return success();
  FailureOr<std::optional<FenceTarget>> found = findTarget(module, target);
  if (failed(found))
    return failure();
  if (!*found)
    return success();
  const FenceTarget &machine = **found;
  if (failed(checkTarget(machine, events.getFirstUse(), all)))
    return failure();
  if (machine.variant.row->capability != 100 &&
      all.acts(SeededBug::FenceOnlyForFirstTarget))
    return success();
  auto walked = module.walk([&](FunctionOpInterface function) {
    return function.isExternal() || succeeded(fenceFunction(function, events,
                                                            form, machine, all))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

std::unique_ptr<Pass>
tilefuzz::createInjectTcgen05FencePass(InjectTcgen05FenceOptions options) {
  return std::make_unique<InjectTcgen05FencePass>(options);
}

void tilefuzz::registerInjectTcgen05FencePass() {
  PassRegistration<InjectTcgen05FencePass>();
}
