//===- DraftViews.cpp - Views of a draft's memory -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/RandomValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

ViewKind tilefuzz::chooseViewKind(Draft &draft, ViewUse use) {
  if (!draft.goesFurther)
    return ViewKind::Partition;
  return ViewKind(draft.choices.below(use == ViewUse::Atomic ? 2 : 3));
}

/// The operation's operands for sizes or strides: some are known in the type.
static SmallVector<int64_t> chooseDynamic(Draft &draft, ArrayRef<int64_t> sizes,
                                          unsigned oneIn, Type index,
                                          SmallVectorImpl<Value> &operands) {
  SmallVector<int64_t> shape(sizes);
  for (int64_t &size : shape)
    if (draft.choices.below(oneIn) == 0) {
      operands.push_back(draft.number(index, size));
      size = ShapedType::kDynamic;
    }
  return shape;
}

static ct::PaddingValueAttr choosePadding(Draft &draft, Type element,
                                          ViewUse use, bool isNeeded) {
  if (use == ViewUse::Atomic)
    return {};
  if (!isNeeded && draft.choices.oneIn(3))
    return {};
  // Infinity is what a format may lack.
  unsigned values = isa<FloatType>(element) ? 5 : 1;
  if (isa<FloatType>(element) && !ct::isBaseFloatElement(element) &&
      draft.choices.oneIn(2))
    return ct::PaddingValueAttr::get(draft.builder.getContext(),
                                     draft.choices.oneIn(2)
                                         ? ct::PaddingValue::PosInf
                                         : ct::PaddingValue::NegInf);
  return ct::PaddingValueAttr::get(
      draft.builder.getContext(),
      ct::PaddingValue(draft.choices.below(values)));
}

/// The rows that a gather names: this block's, in some order.
static Value chooseRows(Draft &draft, const DraftBuffer &buffer,
                        int64_t perBlock) {
  bool isSmall = draft.grid * perBlock < 128;
  Type element = draft.integer(
      isSmall && draft.choices.oneIn(3) ? 8 : 16u << draft.choices.below(3));
  TileType type = draft.tile(element, {perBlock});
  Value rows = draft.define("iota", type, {});
  if (perBlock > 1)
    rows = draft.define(
        "xori", type,
        {rows, draft.constant(type, int64_t(draft.choices.below(perBlock)))});
  if (buffer.hasOneBlock())
    return rows;
  Value first =
      draft.make("muli", draft.scalar(element),
                 {draft.blockIndex(element), draft.number(element, perBlock)});
  return draft.define("addi", type, {rows, draft.splat(first, {perBlock})});
}

DraftView tilefuzz::makeView(Draft &draft, const DraftBuffer &buffer,
                             ViewKind kind, ViewUse use,
                             std::optional<ArrayRef<int64_t>> shaped) {
  ByteSource &choices = draft.choices;
  MLIRContext *context = draft.builder.getContext();
  Type element = draft.elementOf(buffer.kind);
  int64_t rank = shaped ? shaped->size() : choices.oneIn(2) ? 2 : 1;
  if (!shaped && choices.oneIn(6))
    rank = 3;
  // Elements of a byte stay together.
  if (buffer.perBlock != draft.width || (rank == 3 && isF4(element)))
    rank = 1;
  bool isMatrix = rank > 1;
  int64_t blocks = buffer.hasOneBlock() ? 1 : draft.grid;
  SmallVector<int64_t> part = {buffer.perBlock};
  if (isMatrix)
    part = draft.sizes(rank == 2 ? DraftShape::Matrix : DraftShape::Cube);
  // The last part may reach beyond the view; never half of a byte.
  int64_t missing = isF4(element) ? 0 : choices.below(part[0]);
  SmallVector<int64_t> extents(part), strides = {1};
  extents[0] = blocks * part[0] - missing;
  if (rank == 2)
    strides = {draft.columns, 1};
  if (rank == 3)
    strides = {part[1] * part[2], part[2], 1};

  Type sizeType = draft.integer(16u << choices.below(3));
  SmallVector<Value> sizeOperands, strideOperands, operands;
  SmallVector<int64_t> shape =
      chooseDynamic(draft, extents, 2, sizeType, sizeOperands);
  SmallVector<int64_t> steps =
      chooseDynamic(draft, strides, 3, sizeType, strideOperands);
  auto tensorType = ct::TensorViewType::get(context, element, shape, steps);
  operands.push_back(draft.pointerTo(buffer));
  llvm::append_range(operands, sizeOperands);
  llvm::append_range(operands, strideOperands);
  DraftView result;
  result.tensor =
      draft.make("make_tensor_view", tensorType, operands,
                 {draft.segments({1, int32_t(sizeOperands.size()),
                                  int32_t(strideOperands.size())})});
  if (draft.goesFurther && choices.oneIn(6)) {
    auto divBy = ct::DivByAttr::get(context, 16, std::nullopt, std::nullopt);
    result.tensor = draft.make("assume", tensorType, result.tensor,
                               {draft.named("predicate", divBy)});
  }

  // Tile axis k runs along dimension dimMap[k].
  SmallVector<int32_t> dimMap = {0};
  if (isMatrix)
    dimMap = {0, 1};
  if (rank == 3)
    dimMap.push_back(2);
  if (isMatrix && kind != ViewKind::GatherScatter &&
      choices.oneIn(shaped ? 4 : 2))
    std::rotate(dimMap.begin(), dimMap.begin() + 1 + choices.below(rank - 1),
                dimMap.end());
  SmallVector<int32_t> tile;
  for (int32_t dim : dimMap)
    tile.push_back(part[dim]);
  ct::PaddingValueAttr padding =
      choosePadding(draft, element, use, /*isNeeded=*/missing > 0);
  Type indexType = draft.integer(8u << choices.below(4));
  auto indexOf = [&](int32_t dim) {
    return dim == 0 && !buffer.hasOneBlock() ? draft.blockIndex(indexType)
                                             : draft.number(indexType, 0);
  };
  Type viewType;
  StringRef name;
  switch (kind) {
  case ViewKind::Partition:
    name = "make_partition_view";
    viewType =
        ct::PartitionViewType::get(context, tile, tensorType, dimMap, padding);
    for (int32_t dim : dimMap)
      result.index.push_back(indexOf(dim));
    break;
  case ViewKind::Strided: {
    // Steps below the tile's size reach into what other blocks may write.
    SmallVector<int32_t> traversal(tile);
    if (use == ViewUse::Load && buffer.readOnly && choices.oneIn(2))
      for (int32_t &step : traversal)
        step = 1 + choices.below(step);
    name = "make_strided_view";
    viewType = ct::StridedViewType::get(context, tile, traversal, tensorType,
                                        dimMap, padding);
    for (int32_t dim : dimMap)
      result.index.push_back(indexOf(dim));
    break;
  }
  case ViewKind::GatherScatter:
    name = "make_gather_scatter_view";
    viewType = ct::GatherScatterViewType::get(context, tile, tensorType,
                                              /*sparseDim=*/0, padding);
    result.index.push_back(chooseRows(draft, buffer, part[0]));
    for (int64_t dim = 1; dim < rank; ++dim)
      result.index.push_back(draft.number(indexType, 0));
    break;
  }
  result.view = draft.make(name, viewType, result.tensor);
  result.tile =
      cast<TileType>(cast<ct::TileViewInterface>(viewType).getViewTileType());
  // Only the first dimension has parts of several blocks, or rows.
  for (int32_t dim : dimMap)
    result.inside.push_back(dim != 0 ||
                            (missing == 0 && kind != ViewKind::GatherScatter));
  return result;
}

DraftView tilefuzz::makeFarView(Draft &draft) {
  ByteSource &choices = draft.choices;
  MLIRContext *context = draft.builder.getContext();
  unsigned bits = choices.oneIn(16) ? 16 : 8;
  int64_t half = int64_t(1) << (bits - 1);
  int64_t size = bits == 16 ? 1 : int64_t(1) << choices.below(3);
  ElementKind kind = *elementKindOf(draft.chooseNumber());
  const DraftBuffer buffer = draft.buffers[draft.addBuffer(
      kind, 2 * half * size, chooseInit(choices, kind), /*readOnly=*/true,
      /*shared=*/true)];

  SmallVector<int64_t> extents = {2 * half * size}, strides = {1};
  SmallVector<int32_t> tile = {int32_t(size)}, dimMap = {0};
  Type indexType = draft.integer(bits);
  DraftView result;
  int64_t index = half + choices.below(half);
  result.index = {draft.number(indexType, index - 2 * half)};
  SmallVector<Value> operands = {draft.pointerTo(buffer)};
  std::optional<ct::PaddingValueAttr> padding;
  // A size that is negative where it is read signed; it cuts the tile.
  if (bits == 8 && choices.oneIn(2)) {
    int64_t count = int64_t(2) << choices.below(3);
    int64_t extent = half + 1 + choices.below(half - 1);
    if (extent % count == 0)
      --extent;
    operands.push_back(draft.number(indexType, extent - 2 * half));
    extents = {ShapedType::kDynamic};
    tile = {int32_t(count)};
    result.index = {draft.number(indexType, extent / count)};
    padding = choosePadding(draft, draft.elementOf(kind), ViewUse::Load,
                            /*isNeeded=*/true);
  } else if (size == 1 && index + 1 < 2 * half) {
    int64_t extent = index + 1 + choices.below(2 * half - 1 - index);
    operands.push_back(draft.number(indexType, extent - 2 * half));
    extents = {ShapedType::kDynamic};
  } else if (choices.oneIn(2)) {
    extents = {2 * half, size};
    strides = {size, 1};
    tile = {1, int32_t(size)};
    dimMap = {0, 1};
    result.index.push_back(draft.number(indexType, 0));
  }
  Type element = draft.elementOf(kind);
  auto tensorType = ct::TensorViewType::get(context, element, extents, strides);
  result.tensor =
      draft.make("make_tensor_view", tensorType, operands,
                 draft.segments({1, int32_t(operands.size() - 1), 0}));
  auto viewType = ct::PartitionViewType::get(
      context, tile, tensorType, dimMap,
      padding ? *padding
              : choosePadding(draft, element, ViewUse::Load,
                              /*isNeeded=*/false));
  result.view = draft.make("make_partition_view", viewType, result.tensor);
  result.tile = cast<TileType>(viewType.getViewTileType());
  return result;
}
