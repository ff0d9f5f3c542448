//===- ShrinkTypes.cpp - Smaller tiles, static sizes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include <set>

using namespace mlir;
using namespace tilefuzz;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Tiles, vectors, tensors
//===----------------------------------------------------------------------===//

/// Every static size above 1 of a dimension of a value.
static std::set<int64_t> dimensionsOf(mlir::ModuleOp module) {
  std::set<int64_t> dimensions;
  auto add = [&](TypeRange types) {
    for (Type type : types)
      if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
        for (int64_t dimension : shaped.getShape())
          if (dimension > 1)
            dimensions.insert(dimension);
  };
  module.walk([&](Operation *operation) {
    add(operation->getResultTypes());
    for (Region &region : operation->getRegions())
      for (Block &block : region)
        add(block.getArgumentTypes());
  });
  return dimensions;
}

/// log2 of the largest dimension, or how many different sizes there are.
static unsigned countTileSizes(const Subject &subject, unsigned level) {
  std::set<int64_t> dimensions = dimensionsOf(subject.module.get());
  if (level > 0)
    return dimensions.size();
  return dimensions.empty() ? 0 : llvm::Log2_64_Ceil(*dimensions.rbegin());
}

/// The first elements of `elements`, as far as the smaller type has room.
static DenseElementsAttr truncateElements(DenseElementsAttr elements,
                                          ShapedType type) {
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

/// Replaces every dimension in every type of the module.
static void resize(mlir::ModuleOp module,
                   llvm::function_ref<int64_t(int64_t)> newSize) {
  AttrTypeReplacer replacer;
  auto shrink = [&](auto shape) {
    for (auto &dimension : shape)
      if (dimension > 1)
        dimension = newSize(dimension);
    return shape;
  };
  replacer.addReplacement([&](ShapedType type) -> std::optional<Type> {
    if (!type.hasRank() ||
        !isa<TileType, VectorType, RankedTensorType, MemRefType>(type))
      return std::nullopt;
    return type.clone(shrink(llvm::SmallVector<int64_t>(type.getShape())));
  });
  replacer.addReplacement([&](PartitionViewType type) {
    return PartitionViewType::get(
        type.getContext(),
        shrink(llvm::SmallVector<int32_t>(type.getTileShape())),
        type.getTensorView(), type.getDimMap(), type.getPadding());
  });
  replacer.addReplacement(
      [&](DenseElementsAttr elements) -> std::optional<Attribute> {
        auto smaller = cast<ShapedType>(replacer.replace(elements.getType()));
        return smaller == elements.getType()
                   ? elements
                   : truncateElements(elements, smaller);
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

static bool shrinkTiles(Subject &subject, unsigned level, unsigned begin,
                        unsigned) {
  mlir::ModuleOp module = subject.module.get();
  if (level == 0) {
    int64_t limit = int64_t(1) << begin;
    resize(module, [&](int64_t size) { return std::min(size, limit); });
    return true;
  }
  std::set<int64_t> dimensions = dimensionsOf(module);
  if (begin >= dimensions.size())
    return false;
  int64_t shrunk = *std::next(dimensions.begin(), begin);
  int64_t smaller = level == 1 ? shrunk / 2 : 1;
  resize(module, [&](int64_t size) { return size == shrunk ? smaller : size; });
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

/// Places are `make_tensor_view`s: constant sizes and strides go into the type.
static unsigned countTensorViews(const Subject &subject, unsigned) {
  return tensorViews(subject.module.get()).size();
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

static bool makeViewStatic(Subject &subject, unsigned, unsigned begin,
                           unsigned) {
  llvm::SmallVector<MakeTensorViewOp> views = tensorViews(subject.module.get());
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

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::shrinkTilesRow = {
    "shrink-shapes", "smaller tiles, vectors and tensors, everywhere alike",
    threeLevels, countTileSizes, shrinkTiles};
const Reduction tilefuzz::makeViewStaticRow = {
    "make-view-static", "move constant sizes into the type of a view", oneLevel,
    countTensorViews, makeViewStatic};
