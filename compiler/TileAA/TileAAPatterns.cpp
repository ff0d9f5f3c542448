//===- TileAAPatterns.cpp - Named rewrites of nv_tileaa -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAPatterns.h"
#include "compiler/TileAA/TileAARewrites.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using tilefuzz::PatternRow;

//===----------------------------------------------------------------------===//
// What the families share
//===----------------------------------------------------------------------===//

DenseElementsAttr nv_tileaa::constantTile(Value value) {
  if (!value)
    return {};
  auto shaped = dyn_cast<RankedTensorType>(value.getType());
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getSource();
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    return dense;
  if (!isa<IntegerAttr, FloatAttr>(constant))
    return {};
  if (!shaped)
    shaped = RankedTensorType::get({}, value.getType());
  return DenseElementsAttr::get(shaped, constant);
}

SmallVector<APInt> nv_tileaa::elementBits(DenseElementsAttr dense) {
  SmallVector<APInt> bits;
  bits.reserve(dense.getNumElements());
  if (isa<FloatType>(dense.getElementType()))
    for (const APFloat &element : dense.getValues<APFloat>())
      bits.push_back(element.bitcastToAPInt());
  else
    for (const APInt &element : dense.getValues<APInt>())
      bits.push_back(element);
  return bits;
}

std::optional<APInt> nv_tileaa::uniformBits(DenseElementsAttr dense) {
  if (!dense || !dense.getNumElements())
    return std::nullopt;
  if (dense.isSplat()) {
    if (isa<FloatType>(dense.getElementType()))
      return dense.getSplatValue<APFloat>().bitcastToAPInt();
    return dense.getSplatValue<APInt>();
  }
  SmallVector<APInt> bits = elementBits(dense);
  if (!llvm::all_equal(bits))
    return std::nullopt;
  return bits.front();
}

Value nv_tileaa::tokenOrFresh(Value token, Location loc,
                              PatternRewriter &rewriter) {
  if (token)
    return token;
  return CreateMemTokenOp::create(rewriter, loc);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

llvm::ArrayRef<PatternRow> nv_tileaa::getPatternRows() {
  static const SmallVector<PatternRow> rows = [] {
    SmallVector<PatternRow> all;
    for (llvm::ArrayRef<PatternRow> family :
         {getMemoryRows(), getShapeRows(), getElementRows(), getSliceRows(),
          getProductRows(), getRegionRows(), getAtomicRows()})
      all.append(family.begin(), family.end());
    return all;
  }();
  return rows;
}

void TileAADialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  tilefuzz::addCanonicalizationPatterns(getPatternRows(), patterns);
}

static void addDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, ub::UBDialect>();
}

const tilefuzz::NamedPatternsPassInfo &nv_tileaa::getCanonicalizePassInfo() {
  static const tilefuzz::NamedPatternsPassInfo info{
      "tileaa-canonicalize", "Apply the named rewrites of nv_tileaa",
      getPatternRows(), /*finish=*/nullptr, addDialects};
  return info;
}
