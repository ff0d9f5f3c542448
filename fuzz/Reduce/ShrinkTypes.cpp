//===- ShrinkTypes.cpp - Smaller tiles, static sizes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// log2 of the largest tile dimension of the program.
unsigned tilefuzz::countTileSizes(const Program &program) {
  int64_t largest = 1;
  for (Operation *operation : reducibleOperations(program.module.get()))
    for (Type type : operation->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type))
        for (int64_t dimension : tile.getShape())
          largest = std::max(largest, dimension);
  return llvm::Log2_64(largest);
}

/// The first elements of `elements`, as far as the smaller type has room.
static DenseElementsAttr truncateElements(DenseElementsAttr elements,
                                          TileType type) {
  if (elements.isSplat())
    return elements.resizeSplat(type);
  llvm::SmallVector<Attribute> kept;
  int64_t count = type.getNumElements();
  for (Attribute element : elements.getValues<Attribute>()) {
    if (int64_t(kept.size()) == count)
      break;
    kept.push_back(element);
  }
  return DenseElementsAttr::get(type, kept);
}

bool tilefuzz::shrinkTiles(Program &program, unsigned begin, unsigned) {
  int64_t limit = int64_t(1) << begin;
  AttrTypeReplacer replacer;
  auto shrink = [limit](auto shape) {
    for (auto &dimension : shape)
      dimension = std::min<int64_t>(dimension, limit);
    return shape;
  };
  replacer.addReplacement([&](TileType type) {
    return TileType::get(shrink(llvm::SmallVector<int64_t>(type.getShape())),
                         type.getElementType());
  });
  replacer.addReplacement([&](PartitionViewType type) {
    return PartitionViewType::get(
        type.getContext(),
        shrink(llvm::SmallVector<int32_t>(type.getTileShape())),
        type.getTensorView(), type.getDimMap(), type.getPadding());
  });
  replacer.addReplacement(
      [&](DenseElementsAttr elements) -> std::optional<Attribute> {
        auto type = dyn_cast<TileType>(elements.getType());
        if (!type)
          return std::nullopt;
        auto smaller = cast<TileType>(replacer.replace(type));
        return smaller == type ? elements : truncateElements(elements, smaller);
      });
  replacer.recursivelyReplaceElementsIn(program.module.get(),
                                        /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return true;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static llvm::SmallVector<MakeTensorViewOp> tensorViews(mlir::ModuleOp module) {
  llvm::SmallVector<MakeTensorViewOp> views;
  module.walk([&](MakeTensorViewOp view) { views.push_back(view); });
  return views;
}

unsigned tilefuzz::countTensorViews(const Program &program) {
  return tensorViews(program.module.get()).size();
}

/// Writes constant `operands` into the places of `sizes` that are dynamic;
/// erases them. True if there was one.
static bool makeStatic(llvm::SmallVectorImpl<int64_t> &sizes,
                       MutableOperandRange operands) {
  bool changed = false;
  unsigned next = 0;
  for (int64_t &size : sizes) {
    if (!ShapedType::isDynamic(size))
      continue;
    auto constant = operands[next].get().getDefiningOp<ConstantOp>();
    llvm::APInt value(1, 0);
    if (constant)
      value = constant.getDense().getSplatValue<llvm::APInt>();
    if (value.isZero() || value.getActiveBits() > 62) {
      ++next;
      continue;
    }
    size = value.getZExtValue();
    operands.erase(next);
    changed = true;
  }
  return changed;
}

bool tilefuzz::makeViewStatic(Program &program, unsigned begin, unsigned) {
  llvm::SmallVector<MakeTensorViewOp> views = tensorViews(program.module.get());
  if (begin >= views.size())
    return false;
  MakeTensorViewOp view = views[begin];
  auto type = cast<TensorViewType>(view.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  llvm::SmallVector<int64_t> strides(type.getStrides());
  bool changed = makeStatic(shape, view.getDynamicShapeMutable());
  changed |= makeStatic(strides, view.getDynamicStridesMutable());
  if (!changed)
    return false;
  auto staticType = TensorViewType::get(type.getContext(),
                                        type.getElementType(), shape, strides);
  view.getResult().setType(staticType);
  // A view that goes through a region's arguments keeps its old type there; the
  // verifier then refuses the candidate.
  for (Operation *user : view.getResult().getUsers())
    if (auto partition = dyn_cast<MakePartitionViewOp>(user)) {
      auto old = cast<PartitionViewType>(partition.getType());
      partition.getResult().setType(PartitionViewType::get(
          old.getContext(), old.getTileShape(), staticType, old.getDimMap(),
          old.getPadding()));
    }
  return true;
}
