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
#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tilefuzz {

/// What the operations that give `results` take over from `op`, which they
/// replace: what it carries beside its own attributes
/// (compiler/Support/CarryAttributes.h), and the flags of float arithmetic,
/// which they have an attribute of their own for.
void carryPublicAttributes(mlir::Operation *op, mlir::ValueRange operands,
                           mlir::ValueRange results, const BugSet &bugs = {});
/// As above, of an operation without results.
void carryPublicAttributes(mlir::Operation *op, mlir::Operation *made,
                           const BugSet &bugs = {});

/// The only ways in which patterns replace an operation: nothing that it
/// carries is forgotten. (tests/lit/compiler/Conversion/carried-attributes.test
/// looks for others.)
template <typename RewriterT>
void replaceCarrying(mlir::Operation *op, mlir::ValueRange operands,
                     mlir::ValueRange results, RewriterT &rewriter,
                     const BugSet &bugs = {}) {
  carryPublicAttributes(op, operands, results, bugs);
  rewriter.replaceOp(op, results); // carried
}
/// `made` stands for `op`, which has no results.
template <typename RewriterT>
void eraseCarrying(mlir::Operation *op, mlir::Operation *made,
                   RewriterT &rewriter, const BugSet &bugs = {}) {
  carryPublicAttributes(op, made, bugs);
  rewriter.eraseOp(op); // carried
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

/// What a seeded bug makes of an operation whose result is not unique; null if
/// none does.
mlir::Value convertWrongly(mlir::Operation *op, mlir::ValueRange operands,
                           mlir::Type type, mlir::OpBuilder &builder,
                           const BugSet &bugs);
mlir::Value convertProductWrongly(mlir::cuda_tile::MmaFOp op,
                                  mlir::ValueRange operands, mlir::Type type,
                                  mlir::OpBuilder &builder, const BugSet &bugs);
/// A reduction's operands, or what a seeded bug makes of them.
llvm::SmallVector<mlir::Value> convertTermsWrongly(mlir::cuda_tile::ReduceOp op,
                                                   mlir::ValueRange operands,
                                                   mlir::OpBuilder &builder,
                                                   const BugSet &bugs);

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
             Function function, BugSet bugs)
      : Base(converter, context), function(std::move(function)), bugs(bugs) {}

  template <typename RewriterT>
  mlir::LogicalResult rewrite(OpTy op, Adaptor adaptor,
                              RewriterT &rewriter) const {
    mlir::Type type;
    if (op->getNumResults())
      type = this->getTypeConverter()->convertType(op->getResult(0).getType());
    if (op->getNumResults() && !type)
      return rewriter.notifyMatchFailure(op, "result type has no counterpart");
    llvm::SmallVector<mlir::Value> results;
    if (mlir::Value wrong =
            convertWrongly(op, adaptor.getOperands(), type, rewriter, bugs))
      results = {wrong};
    else
      results = function(op, adaptor, type, rewriter);
    if (results.size() != op->getNumResults())
      return rewriter.notifyMatchFailure(op, "has no counterpart");
    replaceCarrying(op, adaptor.getOperands(), results, rewriter, bugs);
    return mlir::success();
  }

private:
  Function function;
  BugSet bugs;
};

struct Populator {
  const mlir::TypeConverter &converter;
  mlir::RewritePatternSet &patterns;
  BugSet bugs = {};
  template <typename OpTy>
  void add(typename Conversion<OpTy>::Function function) {
    patterns.add<Conversion<OpTy>>(converter, patterns.getContext(),
                                   std::move(function), bugs);
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
