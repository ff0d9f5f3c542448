//===- ReduceViews.cpp - Accesses to the first tile -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An access to a later tile becomes one to the first of a tensor that is so
// much smaller: an edge stays an edge, and the index is 0.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

namespace {
/// One index of an access to a partition view.
struct IndexOfAccess {
  Operation *access;
  OpOperand *view;
  OpOperand *index;
  unsigned axis;
};
} // namespace

/// The operand that is the view, and the first index, which follow each other.
static std::optional<std::pair<unsigned, unsigned>> placesOf(Operation *op) {
  if (!isa<LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp>(op))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<PartitionViewType>(operand.get().getType()))
      return std::pair(operand.getOperandNumber(),
                       operand.getOperandNumber() + 1);
  return std::nullopt;
}

static std::optional<uint64_t> constantOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto numbers =
      constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : nullptr;
  if (!numbers || !numbers.isSplat() ||
      numbers.getSplatValue<llvm::APInt>().getActiveBits() > 32)
    return std::nullopt;
  return numbers.getSplatValue<llvm::APInt>().getZExtValue();
}

static llvm::SmallVector<IndexOfAccess> laterTiles(mlir::ModuleOp module) {
  llvm::SmallVector<IndexOfAccess> found;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto places = placesOf(op);
    if (!places)
      return;
    OpOperand &view = op->getOpOperand(places->first);
    auto type = cast<PartitionViewType>(view.get().getType());
    for (unsigned axis = 0; axis < type.getTileShape().size(); ++axis) {
      if (places->second + axis >= op->getNumOperands())
        return;
      OpOperand &index = op->getOpOperand(places->second + axis);
      if (constantOf(index.get()).value_or(0))
        found.push_back({op, &view, &index, axis});
    }
  });
  return found;
}

/// Places are indices of accesses to partition views that are constant and not
/// 0.
static unsigned countLaterTiles(const Subject &subject, unsigned) {
  return laterTiles(subject.module.get()).size();
}

static bool takeFirstTile(Subject &subject, unsigned, unsigned begin,
                          unsigned) {
  llvm::SmallVector<IndexOfAccess> places = laterTiles(subject.module.get());
  if (begin >= places.size())
    return false;
  IndexOfAccess place = places[begin];
  auto partition = place.view->get().getDefiningOp<MakePartitionViewOp>();
  auto tensor =
      partition ? partition.getTensorView().getDefiningOp<MakeTensorViewOp>()
                : nullptr;
  if (!tensor)
    return false;
  auto type = cast<PartitionViewType>(partition.getType());
  auto tensorType = cast<TensorViewType>(tensor.getType());
  int64_t tile = type.getTileShape()[place.axis];
  unsigned dimension = type.getDimMap()[place.axis];
  llvm::SmallVector<int64_t> shape(tensorType.getShape());
  int64_t before = int64_t(*constantOf(place.index->get())) * tile;
  if (ShapedType::isDynamic(shape[dimension]) || shape[dimension] <= before)
    return false;
  shape[dimension] -= before;
  // Others may use the same view.
  OpBuilder builder(place.access);
  auto smallTensor =
      cast<MakeTensorViewOp>(builder.clone(*tensor.getOperation()));
  auto smallType =
      TensorViewType::get(tensorType.getContext(), tensorType.getElementType(),
                          shape, tensorType.getStrides());
  smallTensor.getResult().setType(smallType);
  auto smallPartition =
      cast<MakePartitionViewOp>(builder.clone(*partition.getOperation()));
  smallPartition->setOperand(0, smallTensor.getResult());
  smallPartition.getResult().setType(
      PartitionViewType::get(type.getContext(), type.getTileShape(), smallType,
                             type.getDimMap(), type.getPadding()));
  Value zero = makeFresh(place.access, place.index->get().getType());
  if (!zero)
    return false;
  Operation *index = place.index->get().getDefiningOp();
  place.index->set(zero);
  place.view->set(smallPartition.getResult());
  for (Operation *unused :
       {partition.getOperation(), tensor.getOperation(), index})
    if (unused->use_empty())
      unused->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::takeFirstTileRow = {
    "first-tile", "access the first tile of a smaller tensor", oneLevel,
    countLaterTiles, takeFirstTile};
