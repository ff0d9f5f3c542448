//===- CudaTilePatterns.cpp - Named rewrites of the public dialect --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTilePatterns.h"
#include "compiler/CudaTile/CudaTileRewrites.h"
#include "compiler/CudaTile/ExpressionSimplifier.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using tilefuzz::PatternRow;

std::optional<bool> cuda_tile::constantBool(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !constant.getDense().isSplat() ||
      !constant.getDense().getElementType().isInteger(1))
    return std::nullopt;
  return !constant.getDense().getSplatValue<APInt>().isZero();
}

Value cuda_tile::negatedBool(Value value) {
  auto xorOp = value.getDefiningOp<XOrIOp>();
  if (!xorOp || constantBool(xorOp.getRhs()) != true)
    return {};
  return xorOp.getLhs();
}

ConstantOp cuda_tile::createConstant(OpBuilder &builder, Location loc,
                                     DenseElementsAttr value) {
  return ConstantOp::create(builder, loc, value.getType(),
                            cast<ElementsAttr>(value));
}

llvm::ArrayRef<PatternRow> cuda_tile::getPatternRows() {
  static const llvm::SmallVector<PatternRow> rows = [] {
    llvm::SmallVector<PatternRow> all;
    for (llvm::ArrayRef<PatternRow> family :
         {getArithmeticFoldRows(), getSelectRows(), getIfRows(),
          getExpressionRows()})
      all.append(family.begin(), family.end());
    return all;
  }();
  return rows;
}

// The simplifier is no pattern: MLIR's canonicaliser goes without it.
void CudaTileDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  tilefuzz::addCanonicalizationPatterns(getPatternRows(), patterns);
}

const tilefuzz::NamedPatternsPassInfo &cuda_tile::getCanonicalizePassInfo() {
  static const tilefuzz::NamedPatternsPassInfo info{
      "cuda-tile-canonicalize", "Apply the named rewrites of cuda_tile",
      getPatternRows(), simplifyExpressions};
  return info;
}

const tilefuzz::NamedPatternsPassInfo &cuda_tile::getSimplifyPassInfo() {
  static const tilefuzz::NamedPatternsPassInfo info{
      "cuda-tile-simplify-expressions",
      "Apply the recursive expression simplifier alone", getExpressionRows(),
      simplifyExpressions};
  return info;
}
