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

/// Seeded: where the result's shape stays the same.
static DenseI32ArrayAttr inverseIfSameShape(ct::PermuteOp op) {
  ArrayRef<int32_t> axes = op.getPermutation();
  SmallVector<int32_t> inverse(axes.size());
  for (auto [to, from] : llvm::enumerate(axes))
    inverse[from] = to;
  auto source = cast<ct::TileType>(op.getSource().getType());
  auto result = cast<ct::TileType>(op.getResult().getType());
  for (auto [to, from] : llvm::enumerate(inverse))
    if (result.getShape()[to] != source.getShape()[from])
      return op.getPermutationAttr();
  return DenseI32ArrayAttr::get(op.getContext(), inverse);
}

/// The source in every slice of the destination, of which the indices choose
/// one: an index beyond them, which is undefined, chooses none.
static Value insertSlice(OpBuilder &b, Location loc, Value source,
                         Value destination, ValueRange indices,
                         const BugSet &bugs) {
  auto whole = dyn_cast<RankedTensorType>(destination.getType());
  if (!whole || source.getType() == whole)
    return source;
  Type element = whole.getElementType();
  ArrayRef<int64_t> shape = whole.getShape();
  ArrayRef<int64_t> slice = aa::getTileShape(source.getType());
  // Number of the slice, then place in it, for each axis.
  SmallVector<int64_t> one, all;
  for (auto [from, to] : llvm::zip_equal(slice, shape)) {
    one.append({1, from});
    all.append({to / from, from});
  }
  Value spread =
      aa::ViewOp::create(b, loc, RankedTensorType::get(one, element), source);
  spread = aa::BroadcastOp::create(b, loc, RankedTensorType::get(all, element),
                                   spread);
  spread = aa::ViewOp::create(b, loc, whole, spread);
  Value chosen;
  for (auto [axis, index] : llvm::enumerate(indices)) {
    int64_t count = shape[axis] / slice[axis];
    if (count == 1)
      continue;
    // Seeded: what lies between the first and the last does not matter.
    if (chosen && axis + 1 < indices.size() &&
        bugs.acts(SeededBug::InsertIgnoresMiddleAxis))
      continue;
    Type i32 = b.getI32Type();
    Value numbers = aa::MakeRangeOp::create(
        b, loc, RankedTensorType::get(count, i32), createInt(b, loc, i32, 0),
        createInt(b, loc, i32, count));
    Value wanted = aa::SplatOp::create(b, loc, numbers.getType(), index);
    Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         numbers, wanted);
    SmallVector<int64_t> alone(all.size(), 1);
    alone[2 * axis] = count;
    Type i1 = b.getI1Type();
    isHere =
        aa::ViewOp::create(b, loc, RankedTensorType::get(alone, i1), isHere);
    isHere =
        aa::BroadcastOp::create(b, loc, RankedTensorType::get(all, i1), isHere);
    isHere =
        aa::ViewOp::create(b, loc, RankedTensorType::get(shape, i1), isHere);
    chosen =
        chosen ? Value(arith::AndIOp::create(b, loc, chosen, isHere)) : isHere;
  }
  return arith::SelectOp::create(b, loc, chosen, spread, destination);
}

void tilefuzz::populateShapes(Populator &to) {
  const BugSet &bugs = to.bugs;
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
  to.add<ct::GetTileBlockIdOp>([bugs](ct::GetTileBlockIdOp op, auto, Type type,
                                      Rewriter rewriter) -> Values {
    Values values;
    for (int32_t axis = 0; axis < 3; ++axis)
      values.push_back(aa::GetProgramIdOp::create(
          rewriter, op.getLoc(), type,
          bugs.pick(SeededBug::BlockIdReversesAxes, axis, 2 - axis)));
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
  to.add<ct::PermuteOp>([bugs](ct::PermuteOp op, auto in, Type type,
                               Rewriter rewriter) -> Values {
    if (!isa<RankedTensorType>(type))
      return {in.getSource()};
    auto axes = bugs.pick(SeededBug::PermuteInverse, op.getPermutationAttr(),
                          inverseIfSameShape(op));
    return {aa::PermuteOp::create(rewriter, op.getLoc(), type, in.getSource(),
                                  axes)};
  });
  to.add<ct::CatOp>([](ct::CatOp op, auto in, Type type,
                       Rewriter rewriter) -> Values {
    return {
        aa::CatOp::create(rewriter, op.getLoc(), type, in.getLhs(), in.getRhs(),
                          rewriter.getI32IntegerAttr(int32_t(op.getDim())))};
  });
  to.add<ct::InsertOp>(
      [bugs](ct::InsertOp op, auto in, Type, Rewriter rewriter) -> Values {
        return {insertSlice(rewriter, op.getLoc(), in.getSource(),
                            in.getDestination(), in.getIndices(), bugs)};
      });
  // Indices count slices, offsets elements.
  to.add<ct::ExtractOp>([bugs](ct::ExtractOp op, auto in, Type type,
                               Rewriter rewriter) -> Values {
    if (!isa<RankedTensorType>(type))
      return {in.getSource()};
    Location loc = op.getLoc();
    SmallVector<Value> offsets;
    for (auto [index, size] :
         llvm::zip_equal(in.getIndices(), aa::getTileShape(type))) {
      if (size > 1 && bugs.acts(SeededBug::ExtractCountsElements)) {
        offsets.push_back(index);
        continue;
      }
      Value length = createInt(rewriter, loc, index.getType(), size);
      offsets.push_back(arith::MulIOp::create(rewriter, loc, index, length));
    }
    SmallVector<int64_t> strides(offsets.size(), 1);
    return {aa::ExtractSliceOp::create(rewriter, loc, type, in.getSource(),
                                       offsets, strides)};
  });
}
