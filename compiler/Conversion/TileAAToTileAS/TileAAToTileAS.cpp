//===- TileAAToTileAS.cpp - The pass and its types ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/Schedule/QueueToPipeline.h"
#include "compiler/Support/ChoiceRemarks.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// PTX ISA, 2.2.2: on every target that has clusters.
static constexpr int64_t ctasPerCluster = 8;

void tilefuzz::populateLayoutConversions(TypeConverter &converter,
                                         int64_t numWarps, const BugSet &bugs) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([numWarps](RankedTensorType type) -> Type {
    if (as::getLayout(type))
      return type;
    return as::withLayout(
        type,
        as::getRowMajorLayout(type.getContext(), type.getShape(), numWarps));
  });
  converter.addConversion([&converter](aa::QueueType type) -> Type {
    SmallVector<Type> types;
    if (failed(converter.convertTypes(type.getElementTypes(), types)))
      return {};
    return aa::QueueType::get(type.getContext(), types, type.getIsolated());
  });
  converter.addConversion([&bugs](aa::TiledViewType type) -> Type {
    ArrayRef<int64_t> steps = type.getSteps();
    if (!steps.empty())
      steps =
          bugs.pick(SeededBug::ViewStepsOfTiles, steps, type.getTileShape());
    return as::TiledViewType::get(type.getContext(), type.getTileShape(),
                                  type.getMemref(), type.getDimMap(), steps,
                                  type.getSparseDim());
  });
}

bool tilefuzz::isPartOfQueue(Operation *op) {
  return isa<aa::CreateQueueOp, aa::QueuePutOp, aa::QueueGetOp,
             aa::QueueYieldOp, aa::MarkForReuseOp>(op);
}

bool tilefuzz::isKeptElementwise(Operation *op) {
  return isa<aa::DivFOp, aa::SqrtOp, aa::RsqrtOp, aa::Exp2Op, aa::ClampFOp,
             aa::MulHiUIOp, aa::BitcastOp, aa::IntToPtrOp, aa::PtrToIntOp,
             aa::CallElementwiseIntrinsicOp, aa::ExternElementwiseOp>(op);
}

/// An operation that makes agents, or the end of one.
static bool isPartOfAgents(Operation *op) {
  return isa<aa::ExecuteOp>(op) ||
         (isa<aa::YieldOp>(op) && isa<aa::ExecuteOp>(op->getParentOp()));
}

/// Operations of nv_tileaa that stay, some with other types.
static bool isKept(Operation *op) {
  return isKeptElementwise(op) || isPartOfAgents(op) ||
         isa<aa::FuncOp, aa::ReturnOp, aa::MakeMemrefOp, aa::CreateMemTokenOp,
             aa::JoinMemTokenOp, aa::MemSyncOp, aa::GetGlobalOp, aa::AllocaOp,
             aa::SplatOp, aa::AddPtrOp, aa::ExtractOp, aa::AtomicRMWOp,
             aa::AtomicCASOp, aa::PrintOp, aa::MessageOp, aa::AssertOp,
             aa::PackOp, aa::UnpackOp, ub::PoisonOp>(op) ||
         isPartOfQueue(op);
}

/// Whether a value of the type needs what this lowering does not have.
static bool isUnsupported(Type type) { return isa<aa::ProgramIdType>(type); }

/// What neither the patterns nor the layouts can express is refused first.
static LogicalResult
checkSupported(aa::FuncOp function,
               const llvm::DenseSet<OperationName> &converted) {
  WalkResult result = function.walk([&](Operation *op) -> WalkResult {
    bool isForeign =
        !isa_and_nonnull<aa::TileAADialect, ub::UBDialect>(op->getDialect());
    if (!isForeign && !isKept(op) && !converted.contains(op->getName()))
      return refuse(op) << "is not supported by the lowering to nv_tileas";
    if (auto execute = dyn_cast<aa::ExecuteOp>(op);
        execute && failed(checkAgents(execute)))
      return WalkResult::interrupt();
    if (isa<aa::LoadOp, aa::StoreOp, aa::AtomicRMWOp, aa::AtomicCASOp>(op) &&
        isa<aa::StridedMemRefType>(op->getOperand(0).getType()))
      return refuse(op) << "of a memref at indices, which no make_memref "
                           "gives, is not supported by the lowering to "
                           "nv_tileas";
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (isUnsupported(type))
          return refuse(op) << "concerns agents, which the lowering to "
                               "nv_tileas does not support";
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto tile = dyn_cast<RankedTensorType>(type))
          if (!tile.hasStaticShape() ||
              !llvm::all_of(tile.getShape(), [](int64_t size) {
                return size > 0 && llvm::isPowerOf2_64(size);
              }))
            return refuse(op) << "has a tile whose dimensions are not positive "
                                 "powers of two: "
                              << type;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
class TileAAToTileASPass
    : public PassWrapper<TileAAToTileASPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileAAToTileASPass)

  TileAAToTileASPass() = default;
  TileAAToTileASPass(const TileAAToTileASPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit TileAAToTileASPass(const TileAAToTileASOptions &options)
      : bugs(options.bugs) {}

  StringRef getArgument() const override { return "convert-tileaa-to-tileas"; }
  StringRef getDescription() const override {
    return "Lower nv_tileaa to nv_tileas: give every tile its layout";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<as::TileASDialect, arith::ArithDialect, gpu::GPUDialect,
                    math::MathDialect, scf::SCFDialect>();
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
    WalkResult result = getOperation().walk([&](aa::FuncOp function) {
      if (failed(convert(function, all)))
        return WalkResult::interrupt();
      return WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  /// Why no cluster can execute the blocks of a kernel; empty: one can.
  static std::string whyNoCluster(aa::FuncOp function,
                                  aa::KernelSpecAttr spec) {
    constexpr int64_t mostWarps = CommonLimits::warpsPerCTA;
    int64_t numCtas = spec.getNumCtas();
    if (numCtas > ctasPerCluster || numCtas < 1 ||
        !llvm::isPowerOf2_64(numCtas))
      return ("a cluster has 2, 4 or " + Twine(ctasPerCluster)).str();
    if (numCtas * spec.getNumWarps() > mostWarps)
      return ("its tiles are spread over at most " + Twine(mostWarps) +
              " warps")
          .str();
    std::string why;
    function.walk([&](Operation *op) {
      if (isa<aa::AllocaOp>(op))
        why = "its storage is the shared memory of one";
      else if (isa<aa::ExecuteOp>(op) || isPartOfQueue(op))
        why = "queues and their agents are in the shared memory of one";
      return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
    });
    return why;
  }
  /// How many CTAs execute a block: those that the kernel asks for, or one.
  static int64_t settleCluster(aa::FuncOp function, aa::KernelSpecAttr spec) {
    int64_t numCtas = spec.getNumCtas();
    if (numCtas == 1)
      return 1;
    std::string why = whyNoCluster(function, spec);
    if (why.empty()) {
      remarkPassed(function.getLoc(), "cluster")
          << "a cluster of " << std::to_string(numCtas)
          << " CTAs executes a block";
      return numCtas;
    }
    remarkMissed(function.getLoc(), "cluster")
        << "one CTA executes a block, not the " << std::to_string(numCtas)
        << " of the hint, because " << why;
    function.setKernelSpecAttr(aa::KernelSpecAttr::get(
        function.getContext(), spec.getNumWarps(), 1, spec.getOccupancy()));
    return 1;
  }

  LogicalResult convert(aa::FuncOp function, const BugSet &bugs) {
    aa::KernelSpecAttr spec = function.getKernelSpecAttr();
    if (!spec)
      return refuse(function) << "without kernel_spec is not supported by the "
                                 "lowering to nv_tileas";
    int64_t numWarps = spec.getNumWarps();
    if (numWarps < 1 || numWarps > 32 || !llvm::isPowerOf2_64(numWarps))
      return refuse(function)
             << "has " << numWarps
             << " warps; the lowering to nv_tileas supports 1, "
                "2, 4, 8, 16 and 32";
    numWarps *= settleCluster(function, spec);
    lowerIndexedAccesses(function, bugs);
    if (failed(checkSupported(function, findConverted(bugs))))
      return failure();
    // Agents first, each for warps of its own.
    SmallVector<aa::ExecuteOp> executes;
    function.walk([&](aa::ExecuteOp op) { executes.push_back(op); });
    for (aa::ExecuteOp execute : executes)
      for (Region &agent : execute.getAgents()) {
        SmallVector<Operation *> body;
        for (Operation &op : agent.front())
          body.push_back(&op);
        if (failed(convert(body, execute.getNumWarps()[agent.getRegionNumber()],
                           bugs)))
          return failure();
      }
    if (failed(convert({function}, numWarps, bugs)))
      return failure();
    for (aa::ExecuteOp execute : executes)
      resolveAgentBoundary(execute, bugs);
    return convertQueuesToPipelines(function, bugs);
  }

  void populate(TypeConverter &converter, RewritePatternSet &patterns,
                const BugSet &bugs) {
    populateTileASValueConversions(converter, patterns, bugs);
    populateTileASMemoryConversions(converter, patterns, bugs);
    populateTileASProductConversions(converter, patterns);
    populateTileASShapeConversions(converter, patterns, bugs);
  }

  /// What patterns have for a root.
  llvm::DenseSet<OperationName> findConverted(const BugSet &bugs) {
    TypeConverter converter;
    RewritePatternSet patterns(&getContext());
    populate(converter, patterns, bugs);
    llvm::DenseSet<OperationName> converted;
    for (const std::unique_ptr<RewritePattern> &pattern :
         patterns.getNativePatterns())
      if (std::optional<OperationName> root = pattern->getRootKind())
        converted.insert(*root);
    return converted;
  }

  /// Of what so many warps run.
  LogicalResult convert(ArrayRef<Operation *> ops, int64_t numWarps,
                        const BugSet &bugs) {
    TypeConverter converter;
    populateLayoutConversions(converter, numWarps, bugs);
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populate(converter, patterns, bugs);
    // What crosses the boundary of an agent is seen to when both sides are
    // converted.
    auto meet = [](OpBuilder &builder, Type type, ValueRange inputs,
                   Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    };
    converter.addTargetMaterialization(meet);
    converter.addSourceMaterialization(meet);
    target.addLegalOp<UnrealizedConversionCastOp>();
    target.addDynamicallyLegalOp<aa::ExecuteOp, aa::YieldOp>(isPartOfAgents);
    target.markOpRecursivelyLegal<aa::ExecuteOp>();
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    auto typesAreLegal = [&](Operation *op) { return converter.isLegal(op); };
    target.addLegalDialect<as::TileASDialect>();
    target.addDynamicallyLegalDialect<arith::ArithDialect, math::MathDialect,
                                      gpu::GPUDialect>(typesAreLegal);
    // Functions keep their types; memrefs, pointers and tokens have no layout.
    target.addLegalOp<aa::FuncOp, aa::ReturnOp, aa::MakeMemrefOp,
                      aa::CreateMemTokenOp, aa::JoinMemTokenOp, aa::MemSyncOp,
                      aa::GetGlobalOp, aa::AllocaOp>();
    target.addDynamicallyLegalOp<
        aa::GetDimSizeOp, aa::SplatOp, aa::AddPtrOp, aa::ExtractOp,
        aa::AtomicRMWOp, aa::AtomicCASOp, aa::PrintOp, aa::MessageOp,
        aa::AssertOp, aa::PackOp, aa::UnpackOp, ub::PoisonOp>(typesAreLegal);
    // Nearest-even without flushing is arith's; the other modes stay until the
    // machine level (facts, 5.2).
    auto isSpecial = [&](auto op) {
      return converter.isLegal(op.getOperation()) &&
             (op.getFlushToZero() ||
              op.getRoundingMode() != aa::RoundingMode::NearestEven);
    };
    target.addDynamicallyLegalOp<aa::AddFOp>(
        [=](aa::AddFOp op) { return isSpecial(op); });
    target.addDynamicallyLegalOp<aa::SubFOp>(
        [=](aa::SubFOp op) { return isSpecial(op); });
    target.addDynamicallyLegalOp<aa::MulFOp>(
        [=](aa::MulFOp op) { return isSpecial(op); });
    target.addDynamicallyLegalOp<aa::FmaOp>(
        [=](aa::FmaOp op) { return isSpecial(op); });
    target.addDynamicallyLegalOp<aa::FpToFpOp>([&](aa::FpToFpOp op) {
      return converter.isLegal(op.getOperation()) && !hasArithConversion(op);
    });
    target.addIllegalDialect<aa::TileAADialect>();
    target.addDynamicallyLegalOp<
        aa::DivFOp, aa::SqrtOp, aa::RsqrtOp, aa::Exp2Op, aa::ClampFOp,
        aa::MulHiUIOp, aa::BitcastOp, aa::IntToPtrOp, aa::PtrToIntOp,
        aa::CallElementwiseIntrinsicOp, aa::ExternElementwiseOp>(typesAreLegal);
    target.addDynamicallyLegalOp<aa::CreateQueueOp, aa::QueuePutOp,
                                 aa::QueueYieldOp, aa::MarkForReuseOp>(
        typesAreLegal);
    target.addDynamicallyLegalOp<aa::QueueGetOp>([&](aa::QueueGetOp op) {
      return converter.isLegal(op.getOperation()) &&
             converter.isLegal(&op.getBody());
    });
    return applyFullConversion(ops, target, std::move(patterns));
  }

  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createTileAAToTileASPass(TileAAToTileASOptions options) {
  return std::make_unique<TileAAToTileASPass>(options);
}

void tilefuzz::registerTileAAToTileASPass() {
  PassRegistration<TileAAToTileASPass>();
}
