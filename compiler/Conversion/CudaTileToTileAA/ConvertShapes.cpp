//===- ConvertShapes.cpp - Part A: shapes, grid -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

void tilefuzz::populateShapes(Populator &to) {
  to.add<ct::IotaOp>([](ct::IotaOp op, auto, Type type,
                        Rewriter rewriter) -> Values {
    Type element = aa::getTileElementType(type);
    Value start = createInt(rewriter, op.getLoc(), element, 0);
    Value end = createInt(rewriter, op.getLoc(), element,
                          aa::getTileShape(type).front());
    return {aa::MakeRangeOp::create(rewriter, op.getLoc(), type, start, end)};
  });
  to.add<ct::BroadcastOp>(
      [](ct::BroadcastOp op, auto in, Type type, Rewriter rewriter) -> Values {
        if (in.getSource().getType() == type)
          return {in.getSource()};
        return {aa::BroadcastOp::create(rewriter, op.getLoc(), type,
                                        in.getSource())};
      });
  to.add<ct::ReshapeOp>([](ct::ReshapeOp op, auto in, Type type,
                           Rewriter rewriter) -> Values {
    Value source = in.getSource();
    if (source.getType() == type)
      return {source};
    if (!isa<RankedTensorType>(source.getType()))
      return {aa::SplatOp::create(rewriter, op.getLoc(), type, source)};
    if (isa<RankedTensorType>(type))
      return {aa::ViewOp::create(rewriter, op.getLoc(), type, source)};
    Value zero = createInt(rewriter, op.getLoc(), rewriter.getI32Type(), 0);
    SmallVector<Value> indices(aa::getTileShape(source.getType()).size(), zero);
    return {
        aa::ExtractOp::create(rewriter, op.getLoc(), type, source, indices)};
  });
  to.add<ct::GetTileBlockIdOp>([](ct::GetTileBlockIdOp op, auto, Type type,
                                  Rewriter rewriter) -> Values {
    Values values;
    for (int32_t axis = 0; axis < 3; ++axis)
      values.push_back(
          aa::GetProgramIdOp::create(rewriter, op.getLoc(), type, axis));
    return values;
  });
  to.add<ct::GetNumTileBlocksOp>([](ct::GetNumTileBlocksOp op, auto, Type type,
                                    Rewriter rewriter) -> Values {
    Values values;
    for (int32_t axis = 0; axis < 3; ++axis)
      values.push_back(
          aa::GetNumProgramsOp::create(rewriter, op.getLoc(), type, axis));
    return values;
  });
  to.add<ct::PermuteOp>(
      [](ct::PermuteOp op, auto in, Type type, Rewriter rewriter) -> Values {
        if (!isa<RankedTensorType>(type))
          return {in.getSource()};
        return {aa::PermuteOp::create(rewriter, op.getLoc(), type,
                                      in.getSource(), op.getPermutationAttr())};
      });
  to.add<ct::CatOp>([](ct::CatOp op, auto in, Type type,
                       Rewriter rewriter) -> Values {
    return {
        aa::CatOp::create(rewriter, op.getLoc(), type, in.getLhs(), in.getRhs(),
                          rewriter.getI32IntegerAttr(int32_t(op.getDim())))};
  });
  // Indices count slices, offsets elements.
  to.add<ct::ExtractOp>([](ct::ExtractOp op, auto in, Type type,
                           Rewriter rewriter) -> Values {
    if (!isa<RankedTensorType>(type))
      return {in.getSource()};
    Location loc = op.getLoc();
    SmallVector<Value> offsets;
    for (auto [index, size] :
         llvm::zip_equal(in.getIndices(), aa::getTileShape(type))) {
      Value length = createInt(rewriter, loc, index.getType(), size);
      offsets.push_back(arith::MulIOp::create(rewriter, loc, index, length));
    }
    SmallVector<int64_t> strides(offsets.size(), 1);
    return {aa::ExtractSliceOp::create(rewriter, loc, type, in.getSource(),
                                       offsets, strides)};
  });
}
