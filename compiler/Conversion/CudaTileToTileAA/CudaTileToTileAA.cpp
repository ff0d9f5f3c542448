//===- CudaTileToTileAA.cpp - The pass and its types
//--------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

void tilefuzz::populateTypeConversions(TypeConverter &converter) {
  // Tried last: other types stay, except those of the dialect that goes away.
  converter.addConversion([](Type type) -> std::optional<Type> {
    if (isa<ct::CudaTileDialect>(type.getDialect()))
      return Type();
    return type;
  });
  converter.addConversion([](ct::PointerType type) -> Type {
    return aa::PtrType::get(type.getPointeeType());
  });
  converter.addConversion([&converter](ct::TileType type) -> Type {
    Type element = converter.convertType(type.getElementType());
    return element ? aa::getTileType(type.getShape(), element) : Type();
  });
  converter.addConversion([](ct::TokenType type) -> Type {
    return aa::MemTokenType::get(type.getContext());
  });
  auto convertView = [](ct::TensorViewType type) {
    return aa::StridedMemRefType::get(type.getElementType(), type.getShape(),
                                      type.getStrides());
  };
  converter.addConversion([convertView](ct::TensorViewType type) -> Type {
    return convertView(type);
  });
  converter.addConversion([convertView](ct::PartitionViewType type) -> Type {
    SmallVector<int64_t> tile(type.getTileShape().begin(),
                              type.getTileShape().end());
    SmallVector<int64_t> dimMap(type.getDimMap().begin(),
                                type.getDimMap().end());
    aa::Padding padding = aa::Padding::None;
    if (ct::PaddingValueAttr attr = type.getPadding())
      padding = aa::Padding(uint32_t(attr.getValue()) + 1);
    return aa::TiledViewType::get(tile, convertView(type.getTensorView()),
                                  dimMap, padding);
  });
}

/// True for `sm_90a`, `sm_100`, `90`: digits, then at most one letter.
static bool isComputeCapability(StringRef text) {
  text.consume_front("sm_");
  StringRef digits = text.take_while(llvm::isDigit);
  StringRef rest = text.drop_front(digits.size());
  return digits.size() >= 2 && (rest.empty() || rest == "a" || rest == "f");
}

/// What the patterns do not convert is refused first, by name.
static LogicalResult checkSupported(ModuleOp module,
                                    RewritePatternSet &patterns) {
  llvm::DenseSet<OperationName> converted;
  for (const std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns())
    if (std::optional<OperationName> root = pattern->getRootKind())
      converted.insert(*root);
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (isa_and_nonnull<ct::CudaTileDialect>(op->getDialect()) &&
        !converted.contains(op->getName()))
      return refuse(op) << "is not supported by the lowering to nv_tileaa";
    if (auto entry = dyn_cast<ct::EntryOp>(op))
      for (Type type : entry.getArgumentTypes())
        if (!isa<ct::TileType>(type))
          return refuse(op) << "has a parameter of type " << type
                            << ", which the lowering to nv_tileaa does not "
                               "support";
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
class CudaTileToTileAAPass
    : public PassWrapper<CudaTileToTileAAPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CudaTileToTileAAPass)

  CudaTileToTileAAPass() = default;
  CudaTileToTileAAPass(const CudaTileToTileAAPass &other)
      : PassWrapper(other), bugs(other.bugs) {}
  explicit CudaTileToTileAAPass(const CudaTileToTileAAOptions &options)
      : bugs(options.bugs) {
    computeCapability = options.computeCapability;
    numWarps = options.numWarps;
  }

  StringRef getArgument() const override {
    return "convert-cuda-tile-to-tileaa";
  }
  StringRef getDescription() const override {
    return "Lower cuda_tile to nv_tileaa";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<aa::TileAADialect, arith::ArithDialect, gpu::GPUDialect,
                    scf::SCFDialect>();
  }

  /// Scopes belong to the public dialect, and nothing below knows their
  /// locations: what stays is the position in the source.
  static void stripScopes(ModuleOp module) {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](ct::DILocAttr location) -> Attribute {
      return location.getSourceLoc();
    });
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/false,
                                          /*replaceLocs=*/true);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    CudaTileToTileAAOptions options{computeCapability, numWarps, bugs};
    for (const std::string &name : injectBug) {
      std::optional<SeededBug> bug = findSeededBug(name);
      if (!bug) {
        module.emitError("unknown seeded bug '") << name << "'";
        return signalPassFailure();
      }
      options.bugs.insert(*bug);
    }
    if (!isComputeCapability(options.computeCapability)) {
      module.emitError("invalid or missing --compute-capability option");
      return signalPassFailure();
    }
    TypeConverter converter;
    populateTypeConversions(converter);
    RewritePatternSet patterns(&getContext());
    populateArithmeticConversions(converter, patterns, options.bugs);
    populateMemoryConversions(converter, patterns, options.bugs);
    populateRegionConversions(converter, patterns, options);
    if (failed(structureExits(module)) ||
        failed(checkSupported(module, patterns)))
      return signalPassFailure();
    ConversionTarget target(getContext());
    target.addLegalDialect<aa::TileAADialect, arith::ArithDialect,
                           gpu::GPUDialect, scf::SCFDialect>();
    target.addLegalOp<ModuleOp>();
    target.addIllegalDialect<ct::CudaTileDialect>();
    if (failed(applyPartialConversion(module, target, std::move(patterns)))) {
      module.emitError("failed to convert cuda_tile to nv_tileaa");
      return signalPassFailure();
    }
    module.walk([&](Operation *op) {
      if (!isa_and_nonnull<ct::CudaTileDialect>(op->getDialect()) &&
          !isa<UnrealizedConversionCastOp>(op))
        return WalkResult::advance();
      op->emitError("'") << op->getName()
                         << "' survives the lowering to nv_tileaa";
      signalPassFailure();
      return WalkResult::interrupt();
    });
    stripScopes(module);
  }

private:
  Option<std::string> computeCapability{*this, "compute-capability",
                                        llvm::cl::desc("target, e.g. sm_90a"),
                                        llvm::cl::init("sm_90a")};
  Option<int32_t> numWarps{*this, "num-warps",
                           llvm::cl::desc("warps of a kernel"),
                           llvm::cl::init(4)};
  ListOption<std::string> injectBug{*this, "inject-bug",
                                    llvm::cl::desc("seeded bugs to switch on")};
  BugSet bugs;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createCudaTileToTileAAPass(CudaTileToTileAAOptions options) {
  return std::make_unique<CudaTileToTileAAPass>(options);
}

void tilefuzz::registerCudaTileToTileAAPass() {
  PassRegistration<CudaTileToTileAAPass>();
}
