//===- SelectLibdevice.cpp - Functions as calls of libdevice --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/SelectLibdevice.h"
#include "compiler/Support/CarryAttributes.h"
#include "compiler/Support/FastMath.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tilefuzz;

/// Square roots and quotients are exact in the dialect, and libdevice's are not
/// unless a compiler says so. Nor has it remainders other than those that the
/// lowering has.
static constexpr LibdeviceFunction functions[] = {
    {"math.exp", "exp", /*hasFast=*/true},
    {"math.tanh", "tanh", /*hasFast=*/true},
    {"nv_tileaa.exp2", "exp2"},
    {"nv_tileaa.rsqrt", "rsqrt"},
    {"math.log", "log"},
    {"math.log2", "log2"},
    {"math.sin", "sin"},
    {"math.cos", "cos"},
    {"math.tan", "tan"},
    {"math.sinh", "sinh"},
    {"math.cosh", "cosh"},
    {"math.powf", "pow"},
    {"math.atan2", "atan2"},
    {"atan2", "atan2"},
};
ArrayRef<LibdeviceFunction> nv_tileaa::getLibdeviceFunctions() {
  return functions;
}

std::string LibdeviceFunction::symbol(bool isFloat, bool isFast) const {
  return (libdevicePrefix + (isFast ? "fast_" : "") + name +
          (isFloat ? "f" : ""))
      .str();
}

static const LibdeviceFunction *findFunction(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (auto call = dyn_cast<CallElementwiseIntrinsicOp>(op))
    name = call.getIntrinsic();
  const auto *row = llvm::find_if(functions, [&](const LibdeviceFunction &one) {
    return one.operation == name;
  });
  return row == std::end(functions) ? nullptr : row;
}

/// libdevice flushes everywhere or nowhere.
static bool flushes(Operation *op) {
  if (auto exp2 = dyn_cast<Exp2Op>(op))
    return exp2.getFlushToZero();
  if (auto root = dyn_cast<RsqrtOp>(op))
    return root.getFlushToZero();
  return false;
}

namespace {
class SelectLibdevicePass
    : public PassWrapper<SelectLibdevicePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SelectLibdevicePass)

  StringRef getArgument() const override { return selectLibdeviceStage; }
  StringRef getDescription() const override {
    return "Call libdevice for functions of f32 and f64";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<TileAADialect>();
  }

  void runOnOperation() override {
    // Rewritten behind the walk, which would lose its place.
    SmallVector<std::pair<Operation *, const LibdeviceFunction *>> found;
    getOperation().walk([&](Operation *op) {
      const LibdeviceFunction *function = findFunction(op);
      if (!function || flushes(op))
        return;
      Type element = getElementTypeOrSelf(op->getResult(0).getType());
      if ((element.isF32() || element.isF64()) &&
          llvm::all_of(op->getOperandTypes(), [&](Type type) {
            return type == op->getResult(0).getType();
          }))
        found.emplace_back(op, function);
    });
    IRRewriter rewriter(&getContext());
    for (auto [op, function] : found) {
      Type type = op->getResult(0).getType();
      bool isFloat = getElementTypeOrSelf(type).isF32();
      bool isFast = isFloat && function->hasFast && mayApproximate(op);
      rewriter.setInsertionPoint(op);
      auto call = ExternElementwiseOp::create(
          rewriter, op->getLoc(), type, op->getOperands(),
          rewriter.getStringAttr(libdeviceName),
          rewriter.getStringAttr(function->symbol(isFloat, isFast)),
          rewriter.getUnitAttr());
      carryAttributes(op, call);
      rewriter.replaceOp(op, call);
    }
  }
};
} // namespace

std::unique_ptr<Pass> nv_tileaa::createSelectLibdevicePass() {
  return std::make_unique<SelectLibdevicePass>();
}
void nv_tileaa::registerSelectLibdevicePass() {
  PassRegistration<SelectLibdevicePass>();
}
