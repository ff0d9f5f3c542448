//===- Conversions.cpp - The lowering, operation by operation -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Conversions.h"
#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "oracle/Patterns/ConversionTemplates.h"
#include "llvm/Support/TypeName.h"

using namespace tilefuzz;

static constexpr UnprovedConversion unproved[] = {
#define UNPROVED_CONVERSION(Operation, Reason) {Operation, Reason},
#include "oracle/Patterns/UnprovedConversions.def"
#undef UNPROVED_CONVERSION
};
llvm::ArrayRef<UnprovedConversion> tilefuzz::getUnprovedConversions() {
  return unproved;
}

static bool isProved(llvm::StringRef operation) {
  return llvm::none_of(
      unproved, [&](const auto &row) { return row.operation == operation; });
}

namespace {
struct OperationNames {
  std::string name, className;
};
} // namespace

template <typename OpT> static OperationNames namesOfOne() {
  return {OpT::getOperationName().str(),
          llvm::getTypeName<OpT>().rsplit("::").second.str()};
}
template <typename... Ops> static std::vector<OperationNames> namesOf() {
  return {namesOfOne<Ops>()...};
}

static llvm::ArrayRef<OperationNames> operations() {
  static const std::vector<OperationNames> names = namesOf<
#define GET_OP_LIST
#include "compiler/CudaTile/CudaTileOps.cpp.inc"
      >();
  return names;
}

std::vector<std::string> tilefuzz::conversionNames() {
  std::vector<std::string> names;
  for (const OperationNames &operation : operations())
    if (isProved(operation.name))
      names.push_back((conversionPrefix + operation.name).str());
  return names;
}

std::map<std::string, std::string, std::less<>> tilefuzz::conversionsByClass() {
  std::map<std::string, std::string, std::less<>> names;
  for (const OperationNames &operation : operations())
    if (isProved(operation.name))
      names[operation.className] = (conversionPrefix + operation.name).str();
  return names;
}

namespace {
/// `tilefuzz.input` and `tilefuzz.observe`, of converted types.
struct BorderConversion : mlir::ConversionPattern {
  BorderConversion(const mlir::TypeConverter &converter, llvm::StringRef name,
                   mlir::MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}
  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    llvm::SmallVector<mlir::Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return mlir::failure();
    mlir::OperationState state(op->getLoc(), op->getName(), operands, types,
                               op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state));
    return mlir::success();
  }
};
} // namespace

static bool isPublicType(mlir::Type type) {
  return llvm::isa<mlir::cuda_tile::CudaTileDialect>(type.getDialect());
}
static bool isLowered(mlir::Operation *op) {
  return llvm::none_of(op->getOperandTypes(), isPublicType) &&
         llvm::none_of(op->getResultTypes(), isPublicType);
}

unsigned tilefuzz::applyConversion(mlir::ModuleOp module,
                                   llvm::StringRef conversion,
                                   const BugSet &bugs) {
  if (!conversion.consume_front(conversionPrefix))
    return 0;
  mlir::MLIRContext *context = module.getContext();
  unsigned count = 0;
  bool needsFallback = false;
  module.walk([&](mlir::Operation *op) {
    count += op->getName().getStringRef() == conversion;
    needsFallback |= hasFallback(op->getName().getStringRef());
  });
  CudaTileToTileAAOptions options;
  options.bugs = bugs;
  for (auto inner : module.getOps<mlir::cuda_tile::ModuleOp>())
    if (failed(structureExits(inner, bugs)))
      return 0;
  mlir::TypeConverter converter;
  populateTypeConversions(converter);
  mlir::RewritePatternSet patterns(context);
  populatePartA(converter, patterns, options);
  populatePartB(converter, patterns, options);
  populatePartC(converter, patterns, options);
  addSingletons(converter, patterns, bugs);
  if (needsFallback && failed(addFallback(converter, patterns)))
    return 0;
  for (const char *border : {"tilefuzz.input", "tilefuzz.observe"})
    patterns.add<BorderConversion>(converter, border, context);
  mlir::ConversionTarget target(*context);
  configureTarget(target);
  target.markUnknownOpDynamicallyLegal(
      [](mlir::Operation *op) { return isLowered(op); });
  mlir::ConversionConfig config;
  config.foldingMode = mlir::DialectConversionFoldingMode::Never;
  if (failed(
          applyPartialConversion(module, target, std::move(patterns), config)))
    return 0;
  bool leaves =
      module
          .walk([](mlir::Operation *op) {
            bool isCast = llvm::isa<mlir::UnrealizedConversionCastOp>(op);
            return isCast || !isLowered(op) ? mlir::WalkResult::interrupt()
                                            : mlir::WalkResult::advance();
          })
          .wasInterrupted();
  return leaves ? 0 : count;
}
