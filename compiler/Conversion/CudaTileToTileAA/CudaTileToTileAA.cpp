//===- CudaTileToTileAA.cpp - The pass and its types ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Conversion/CudaTileToTileAA/ConvertEnums.h"
#include "compiler/Conversion/CudaTileToTileAA/DirectConversion.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// Tiles, pointers and tokens are bridged in both directions while a program is
/// half converted; no cast outlives the pass.
static void populateBridges(TypeConverter &converter) {
  auto toSource = [](OpBuilder &builder, Type type, ValueRange values,
                     Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, values)
        .getResult(0);
  };
  converter.addSourceMaterialization(
      [=](OpBuilder &builder, ct::TileType type, ValueRange values,
          Location loc) { return toSource(builder, type, values, loc); });
  converter.addSourceMaterialization(
      [=](OpBuilder &builder, ct::PointerType type, ValueRange values,
          Location loc) { return toSource(builder, type, values, loc); });
  converter.addSourceMaterialization(
      [=](OpBuilder &builder, ct::TokenType type, ValueRange values,
          Location loc) { return toSource(builder, type, values, loc); });
  converter.addTargetMaterialization([=](OpBuilder &builder, Type type,
                                         ValueRange values,
                                         Location loc) -> Value {
    if (aa::isTile(type))
      return toSource(builder, type, values, loc);
    return {};
  });
  converter.addTargetMaterialization(
      [=](OpBuilder &builder, aa::PtrType type, ValueRange values,
          Location loc) { return toSource(builder, type, values, loc); });
  converter.addTargetMaterialization(
      [=](OpBuilder &builder, aa::MemTokenType type, ValueRange values,
          Location loc) { return toSource(builder, type, values, loc); });
}

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
  auto widen = [](ArrayRef<int32_t> values) {
    return SmallVector<int64_t>(values.begin(), values.end());
  };
  auto convertPadding = [](ct::PaddingValueAttr padding) {
    return padding ? convertPaddingValue(padding.getValue())
                   : aa::Padding::None;
  };
  converter.addConversion([=](ct::PartitionViewType type) -> Type {
    return aa::TiledViewType::get(
        widen(type.getTileShape()), convertView(type.getTensorView()),
        widen(type.getDimMap()), convertPadding(type.getPadding()));
  });
  converter.addConversion([=](ct::StridedViewType type) -> Type {
    return aa::TiledViewType::get(
        widen(type.getTileShape()), convertView(type.getTensorView()),
        widen(type.getDimMap()), convertPadding(type.getPadding()),
        widen(type.getTraversalStrides()));
  });
  converter.addConversion([=](ct::GatherScatterViewType type) -> Type {
    SmallVector<int64_t> tile = widen(type.getTileShape());
    auto dimMap = llvm::to_vector(llvm::seq<int64_t>(0, tile.size()));
    return aa::TiledViewType::get(tile, convertView(type.getTensorView()),
                                  dimMap, convertPadding(type.getPadding()), {},
                                  type.getSparseDim());
  });
  populateBridges(converter);
}

bool tilefuzz::isLegalPoisonType(Type type) {
  return aa::isTile(type) || isa<aa::TileAADialect>(type.getDialect());
}

void tilefuzz::configureTarget(ConversionTarget &target) {
  target.addLegalDialect<arith::ArithDialect, aa::TileAADialect,
                         func::FuncDialect, gpu::GPUDialect, scf::SCFDialect,
                         math::MathDialect>();
  target.addLegalOp<ModuleOp>();
  target.addIllegalDialect<ct::CudaTileDialect>();
  target.addDynamicallyLegalOp<ub::PoisonOp>(
      [](ub::PoisonOp op) { return isLegalPoisonType(op.getType()); });
}

std::optional<int32_t> tilefuzz::parseComputeCapability(StringRef text) {
  llvm::Expected<TargetVariant> target = parseCapability(text);
  if (target)
    return target->row->capability;
  llvm::consumeError(target.takeError());
  return std::nullopt;
}

/// Whether a type or attribute of the public dialect is part of it. `clean`:
/// those of which it is known that none is.
template <typename T>
static bool mentionsCudaTile(T part, llvm::DenseSet<const void *> &clean) {
  if (clean.contains(part.getAsOpaquePointer()))
    return false;
  AttrTypeWalker walker;
  walker.addWalk([](Type type) {
    return isa<ct::CudaTileDialect>(type.getDialect()) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
  });
  walker.addWalk([](Attribute attribute) {
    if (isa<LocationAttr>(attribute))
      return WalkResult::skip();
    return isa<ct::CudaTileDialect>(attribute.getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (walker.walk(part).wasInterrupted())
    return true;
  clean.insert(part.getAsOpaquePointer());
  return false;
}

/// Names the first operation that keeps something of the public dialect.
static LogicalResult checkConverted(ModuleOp module,
                                    llvm::DenseSet<const void *> &clean) {
  auto isClean = [&](Type type) { return !mentionsCudaTile(type, clean); };
  NamedAttrList attributes;
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (isa_and_nonnull<ct::CudaTileDialect>(op->getDialect()) ||
        isa<UnrealizedConversionCastOp>(op))
      return op->emitError("'")
             << op->getName() << "' survives the lowering to nv_tileaa";
    auto refuseType = [&](Type type) -> WalkResult {
      return op->emitError("'") << op->getName() << "' keeps type " << type
                                << " beyond the lowering to nv_tileaa";
    };
    for (Value operand : op->getOperands())
      if (!isClean(operand.getType()))
        return refuseType(operand.getType());
    for (Type type : op->getResultTypes())
      if (!isClean(type))
        return refuseType(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          if (!isClean(type))
            return refuseType(type);
    // Not `getAttrs`, which makes a dictionary of those that are properties.
    attributes.assign(op->getRawDictionaryAttrs().getValue());
    if (op->getPropertiesStorageSize())
      op->getName().populateInherentAttrs(op, attributes);
    for (NamedAttribute attribute : attributes)
      if (mentionsCudaTile(attribute.getValue(), clean))
        return op->emitError("'")
               << op->getName() << "' keeps attribute '"
               << attribute.getName().getValue()
               << "' of cuda_tile beyond the lowering to nv_tileaa";
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
    numCtas = options.numCtas;
  }

  StringRef getArgument() const override {
    return "convert-cuda-tile-to-tileaa";
  }
  StringRef getDescription() const override {
    return "Lower cuda_tile to nv_tileaa";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<aa::TileAADialect, arith::ArithDialect, func::FuncDialect,
                gpu::GPUDialect, math::MathDialect, scf::SCFDialect,
                ub::UBDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
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
    CudaTileToTileAAOptions options{computeCapability, numWarps, numCtas, bugs};
    for (const std::string &name : injectBug) {
      std::optional<SeededBug> bug = findSeededBug(name);
      if (!bug) {
        module.emitError("unknown seeded bug '") << name << "'";
        return signalPassFailure();
      }
      options.bugs.insert(*bug);
    }
    llvm::Expected<TargetVariant> target =
        parseCapability(options.computeCapability);
    if (!target) {
      module.emitError("invalid or missing --compute-capability option: ")
          << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    if (failed(convert(module, options))) {
      module.emitError("failed to convert cuda_tile to nv_tileaa");
      return signalPassFailure();
    }
    module->setAttr("nv_tileaa.compute_capability",
                    IntegerAttr::get(IntegerType::get(&getContext(), 32),
                                     target->row->capability));
    stripScopes(module);
  }

private:
  LogicalResult convert(ModuleOp module,
                        const CudaTileToTileAAOptions &options) {
    // Most programs have one module.
    SmallVector<ct::ModuleOp, 1> modules;
    module.walk([&](ct::ModuleOp inner) { modules.push_back(inner); });
    bool needsFallback = false;
    for (ct::ModuleOp inner : modules) {
      if (failed(structureExits(inner, options.bugs)))
        return failure();
      for (auto entry : inner.getOps<ct::EntryOp>())
        for (Type type : entry.getArgumentTypes())
          if (!isa<ct::TileType>(type))
            return refuse(entry)
                   << "has a parameter of type " << type
                   << ", which the lowering to nv_tileaa does not support";
      inner.walk([&](Operation *op) {
        needsFallback |= hasFallback(op->getName().getStringRef());
      });
    }
    std::optional<FrozenRewritePatternSet> &frozen = patternSets[needsFallback];
    if (!frozen && failed(freeze(options, needsFallback, frozen)))
      return failure();
    // What follows actions wants to see each.
    if (!needsFallback && !alwaysGeneral && !getContext().hasActionHandler()) {
      if (!direct)
        direct.emplace(*frozen, *converter);
      if (direct->prepare(module)) {
        if (failed(direct->run()))
          return failure();
        return checkConverted(module, clean);
      }
    }
    ConversionTarget target(getContext());
    configureTarget(target);
    // A translation and nothing else: folding is the canonicaliser's.
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never;
    if (failed(applyPartialConversion(module, target, *frozen, config)))
      return failure();
    return checkConverted(module, clean);
  }

  /// Once per pass object: it runs on many programs of one context.
  LogicalResult freeze(const CudaTileToTileAAOptions &options,
                       bool needsFallback,
                       std::optional<FrozenRewritePatternSet> &frozen) {
    if (!converter) {
      converter = std::make_unique<TypeConverter>();
      populateTypeConversions(*converter);
    }
    RewritePatternSet patterns(&getContext());
    populatePartA(*converter, patterns, options);
    populatePartB(*converter, patterns, options);
    populatePartC(*converter, patterns, options);
    addSingletons(*converter, patterns, options.bugs);
    SmallVector<std::string> disabled(disablePatterns.begin(),
                                      disablePatterns.end());
    if (needsFallback && failed(addFallback(*converter, patterns, disabled)))
      return failure();
    frozen.emplace(std::move(patterns), disabled);
    return success();
  }

  /// Types and attributes of the context that hold none of cuda_tile.
  llvm::DenseSet<const void *> clean;
  Option<std::string> computeCapability{
      *this, "compute-capability",
      llvm::cl::desc(
          "Compiles for this target, such as 90 or sm_90a. It is required.")};
  Option<int32_t> numWarps{*this, "num-warps",
                           llvm::cl::desc("Gives a kernel so many warps."),
                           llvm::cl::init(4)};
  Option<int32_t> numCtas{
      *this, "num-ctas",
      llvm::cl::desc("Gives a block so many CTAs of a cluster."),
      llvm::cl::init(1)};
  ListOption<std::string> disablePatterns{
      *this, "disable-patterns",
      llvm::cl::desc("Leaves these operations of cuda_tile unconverted.")};
  ListOption<std::string> injectBug{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  Option<bool> alwaysGeneral{
      *this, "general-driver",
      llvm::cl::desc(
          "Converts with MLIR's driver, even what needs only one walk.")};
  BugSet bugs;
  /// Patterns keep a reference.
  std::unique_ptr<TypeConverter> converter;
  /// Without and with the PDL fallback.
  std::optional<FrozenRewritePatternSet> patternSets[2];
  /// Of the first.
  std::optional<DirectConversion> direct;
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createCudaTileToTileAAPass(CudaTileToTileAAOptions options) {
  return std::make_unique<CudaTileToTileAAPass>(options);
}

namespace {
/// The name that the known compiler's pass has.
class KnownNamePass : public CudaTileToTileAAPass {
public:
  StringRef getArgument() const override {
    return "convert-cudatile-to-tileaa";
  }
};
} // namespace

void tilefuzz::registerCudaTileToTileAAPass() {
  PassRegistration<CudaTileToTileAAPass>();
  PassRegistration<KnownNamePass>();
}
