//===- Patterns.h - What the conversion patterns share ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
#define TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_PATTERNS_H

#include "compiler/Conversion/CudaTileToTileAA/CudaTileToTileAA.h"
#include "compiler/Conversion/CudaTileToTileAA/DirectConversion.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilefuzz {

/// Sets what `op` carries beside its own attributes (`fastmath` among them) on
/// the operations that replace it.
inline void carryAttributes(mlir::Operation *op, mlir::ValueRange operands,
                            mlir::ValueRange results) {
  if (op->getDiscardableAttrDictionary().empty())
    return;
  for (mlir::Value result : results)
    // An operand that is passed through belongs to another operation.
    if (mlir::Operation *made = result.getDefiningOp();
        made && !llvm::is_contained(operands, result))
      for (mlir::NamedAttribute attribute : op->getDiscardableAttrs()) {
        mlir::Attribute value = attribute.getValue();
        auto stated = llvm::dyn_cast<mlir::arith::FastMathFlagsAttr>(value);
        auto own = made->getAttrOfType<mlir::arith::FastMathFlagsAttr>(
            attribute.getName());
        if (stated && own)
          value = mlir::arith::FastMathFlagsAttr::get(
              op->getContext(), stated.getValue() | own.getValue());
        made->setAttr(attribute.getName(), value);
      }
}

/// A pattern that both drivers take: MLIR's, which can leave what it cannot
/// convert, and the direct one (DirectConversion.h). `Self` gives, for either
/// rewriter,
///   LogicalResult rewrite(OpTy op, Adaptor in, RewriterT &rewriter) const;
template <typename OpTy, typename Self>
class PatternFor : public DirectPattern {
public:
  using Adaptor = typename OpTy::Adaptor;
  PatternFor(const mlir::TypeConverter &converter, mlir::MLIRContext *context)
      : DirectPattern(converter, OpTy::getOperationName(), /*benefit=*/1,
                      context) {
    this->setDebugName(OpTy::getOperationName());
  }

  mlir::LogicalResult
  matchAndRewrite(mlir::Operation *op, llvm::ArrayRef<mlir::Value> operands,
                  mlir::ConversionPatternRewriter &rewriter) const final {
    return rewriteBy(op, operands, rewriter);
  }
  mlir::LogicalResult convert(mlir::Operation *op,
                              llvm::ArrayRef<mlir::Value> operands,
                              DirectRewriter &rewriter) const final {
    return rewriteBy(op, operands, rewriter);
  }

private:
  template <typename RewriterT>
  mlir::LogicalResult rewriteBy(mlir::Operation *op,
                                llvm::ArrayRef<mlir::Value> operands,
                                RewriterT &rewriter) const {
    auto source = llvm::cast<OpTy>(op);
    return static_cast<const Self *>(this)->rewrite(
        source, Adaptor(operands, source), rewriter);
  }
};

/// A pattern given by a function of the operation and its converted operands.
template <typename OpTy>
class Conversion : public PatternFor<OpTy, Conversion<OpTy>> {
public:
  using Base = PatternFor<OpTy, Conversion<OpTy>>;
  using Adaptor = typename Base::Adaptor;
  /// Returns the results' replacements, none to refuse; `type` is the converted
  /// first result.
  using Function = std::function<llvm::SmallVector<mlir::Value>(
      OpTy, Adaptor, mlir::Type type, mlir::OpBuilder &)>;
  Conversion(const mlir::TypeConverter &converter, mlir::MLIRContext *context,
             Function function)
      : Base(converter, context), function(std::move(function)) {}

  template <typename RewriterT>
  mlir::LogicalResult rewrite(OpTy op, Adaptor adaptor,
                              RewriterT &rewriter) const {
    mlir::Type type;
    if (op->getNumResults())
      type = this->getTypeConverter()->convertType(op->getResult(0).getType());
    if (op->getNumResults() && !type)
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    llvm::SmallVector<mlir::Value> results =
        function(op, adaptor, type, rewriter);
    if (results.size() != op->getNumResults())
      return rewriter.notifyMatchFailure(op, "has no counterpart");
    carryAttributes(op, adaptor.getOperands(), results);
    rewriter.replaceOp(op, results);
    return mlir::success();
  }

private:
  Function function;
};

struct Populator {
  const mlir::TypeConverter &converter;
  mlir::RewritePatternSet &patterns;
  BugSet bugs = {};
  template <typename OpTy>
  void add(typename Conversion<OpTy>::Function function) {
    patterns.add<Conversion<OpTy>>(converter, patterns.getContext(),
                                   std::move(function));
  }
};

using Rewriter = mlir::OpBuilder &;
using Values = llvm::SmallVector<mlir::Value>;

/// The scalar constant, splatted if `type` is a tensor.
mlir::Value createConstant(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Type type, mlir::TypedAttr value);
mlir::Value createInt(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type, uint64_t value);
mlir::nv_tileaa::RoundingModeAttr
convertRounding(mlir::MLIRContext *context, mlir::cuda_tile::Rounding rounding);
mlir::arith::IntegerOverflowFlags
convertOverflow(mlir::cuda_tile::Overflow overflow);

template <typename OpTy> bool isSigned(OpTy op) {
  return op.getSignedness() == mlir::cuda_tile::Signedness::Signed;
}

// Of part A.
void populateMath(Populator &to);
void populateShapes(Populator &to);
void populateControlFlow(Populator &to);
// Of part B.
void populateViews(Populator &to);
void populateAtomics(Populator &to);
void populateModules(const mlir::TypeConverter &converter,
                     mlir::RewritePatternSet &patterns,
                     const CudaTileToTileAAOptions &options);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_CUDATILETOTILEAA_PATTERNS_H
