//===- ConvertProducts.cpp - Matrix products ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A product that the target's tensor cores do gets the atom, and sums in the
// layout of its fragments between two conversions; the others stay where they
// are.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileAAToTileAS/TileAAToTileAS.h"
#include "compiler/TileAS/Atoms.h"
#include "compiler/TileAS/Layout.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// 0: the module names no target.
static int64_t getCapability(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto attribute =
            op->getAttrOfType<IntegerAttr>("nv_tileaa.compute_capability"))
      return attribute.getInt();
  return 0;
}

namespace {
struct DotConversion : OpConversionPattern<aa::DotOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(aa::DotOp op, OpAdaptor in,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto plain = cast<RankedTensorType>(in.getAcc().getType());
    RankedTensorType type = plain;
    Value acc = in.getAcc();
    StringAttr name;
    const as::MmaAtom *atom = nullptr;
    if (!op.getLhsScale())
      atom = as::chooseMmaAtom(op.getLhs().getType(), op.getRhs().getType(),
                               op.getAcc().getType(), getCapability(op));
    if (atom) {
      name = rewriter.getStringAttr(atom->name);
      type = as::withLayout(
          plain, as::getFragmentLayout(getContext(), plain.getShape(),
                                       as::getLayout(plain).getNumWarps()));
    }
    if (type != plain)
      acc = as::ConvertLayoutOp::create(rewriter, loc, type, acc);
    auto dot = as::DotOp::create(
        rewriter, loc, type, in.getLhs(), in.getRhs(), acc, in.getLhsScale(),
        in.getRhsScale(), op.getSignednessAAttr(), op.getSignednessBAttr(),
        op.getPropagateNanAttr(), op.getInputPrecisionAttr(),
        op.getFastAccAttr(), name);
    carryAttributes(op, dot);
    Value result = dot;
    if (type != plain)
      result = as::ConvertLayoutOp::create(rewriter, loc, plain, result);
    rewriter.replaceOp(op, result); // carried
    return success();
  }
};
} // namespace

void tilefuzz::populateTileASProductConversions(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  patterns.add<DotConversion>(converter, patterns.getContext());
}
