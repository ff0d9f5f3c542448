//===- TileAAViews.cpp - Memrefs, views, accesses by indices --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

namespace {
/// A strided tensor, some of whose sizes and strides are known.
class MemrefBuilder {
public:
  MemrefBuilder(TileAADraft &draft, const TileAABuffer &buffer)
      : draft(draft), buffer(buffer) {}
  void axis(int64_t size, int64_t stride) {
    shape.push_back(place(size, sizes));
    this->stride.push_back(place(stride, strides));
  }
  Value finish();

private:
  int64_t place(int64_t number, SmallVectorImpl<Value> &dynamic) {
    if (!draft.choices.oneIn(3))
      return number;
    dynamic.push_back(draft.number(draft.integer(64), number));
    return ShapedType::kDynamic;
  }

  TileAADraft &draft;
  const TileAABuffer &buffer;
  SmallVector<int64_t, 3> shape, stride;
  SmallVector<Value, 3> sizes, strides;
};
} // namespace

Value MemrefBuilder::finish() {
  // All memrefs of a buffer are of one scope.
  unsigned index = &buffer - draft.buffers.data();
  unsigned aliasScope = index % 2 ? index : 0;
  Type type = aa::StridedMemRefType::get(draft.elementOf(buffer.kind), shape,
                                         stride, 1, aliasScope);
  SmallVector<Value, 8> operands = {buffer.pointer};
  operands.append(sizes);
  operands.append(strides);
  return draft.create<aa::MakeMemrefOp>(type, operands, [&](auto &p) {
    p.operandSegmentSizes = {1, int32_t(sizes.size()), int32_t(strides.size())};
    p.alias_scope = draft.i32Attr(aliasScope);
  });
}

static aa::Padding choosePadding(TileAADraft &draft, Type element,
                                 bool hasEdge) {
  if (!hasEdge && draft.choices.oneIn(2))
    return aa::Padding::None;
  if (isa<IntegerType>(element))
    return aa::Padding::Zero;
  static constexpr aa::Padding paddings[] = {
      aa::Padding::Zero, aa::Padding::NegZero, aa::Padding::NaN,
      aa::Padding::PosInf, aa::Padding::NegInf};
  return draft.choices.pick<aa::Padding>(paddings);
}

/// What one tap of a filter reads; of a filter of one it is what block_tile
/// cuts.
static Value makeTap(TileAADraft &draft, aa::TiledViewType type, Value memref) {
  Builder &builder = draft.builder;
  auto all = [&](int64_t value) { return builder.getDenseI64ArrayAttr(value); };
  auto made = draft.create<aa::ConvTileOp>(type, memref, [&](auto &p) {
    p.tileSizes = builder.getDenseI64ArrayAttr(type.getTileShape());
    p.dimGroups = builder.getArrayAttr({all(0), all(1)});
    p.params = aa::ConvParamsAttr::get(builder.getContext(), all(1), all(1),
                                       all(0), all(1));
    p.activation_layout = aa::ActivationLayoutAttr::get(
        builder.getContext(), draft.choices.oneIn(2)
                                  ? aa::ActivationLayout::ChannelsLast
                                  : aa::ActivationLayout::ChannelsFirst);
  });
  return made.getResult();
}

TileAAView tilefuzz::makeTileAAView(TileAADraft &draft,
                                    const TileAABuffer &given, bool maySparse) {
  const TileAABuffer &buffer = given;
  TileAAView result;
  Type element = draft.elementOf(buffer.kind);
  int64_t count = buffer.perBlock;
  int64_t blocks = buffer.hasOneBlock() ? 1 : draft.grid;
  auto block = [&] {
    return buffer.hasOneBlock() ? draft.constant(draft.i32(), int64_t(0))
                                : draft.blockNumber();
  };
  auto zero = [&] { return draft.number(draft.i32(), 0); };
  // Elements of the last block that are not in the tensor.
  int64_t missing = buffer.isStorage || !draft.choices.oneIn(4)
                        ? 0
                        : draft.choices.below(count);
  MemrefBuilder memref(draft, buffer);
  SmallVector<int64_t, 3> shape, dimMap, steps;
  int64_t sparse = -1;
  int64_t rows = count == int64_t(draft.width) ? draft.rows : 1;
  int64_t columns = count / rows;
  unsigned form = draft.choices.below(6);
  switch (form) {
  case 0: // Rows of the tile are rows of the tensor.
  case 1: // The other way round.
    missing = std::min(missing, rows - 1);
    memref.axis(blocks * rows - missing, columns);
    memref.axis(columns, 1);
    if (form == 0) {
      shape = {rows, columns};
      dimMap = {0, 1};
      result.index = {block(), zero()};
    } else {
      shape = {columns, rows};
      dimMap = {1, 0};
      result.index = {zero(), block()};
    }
    break;
  case 2:
    if (maySparse) {
      // Rows in some order; of one row, its elements.
      missing = 0;
      bool isVector = rows == 1;
      int64_t named = isVector ? columns : rows;
      memref.axis(blocks * named, isVector ? 1 : columns);
      shape = {named};
      dimMap = {0};
      if (!isVector) {
        memref.axis(columns, 1);
        shape.push_back(columns);
        dimMap.push_back(1);
      }
      sparse = 0;
      Value first = draft.make<arith::MulIOp>(
          draft.i32(), {block(), draft.number(draft.i32(), named)});
      result.index = {draft.make<arith::AddIOp>(
          draft.tile(draft.i32(), {named}),
          {draft.splat(first, {named}), draft.lanes(named)})};
      if (!isVector)
        result.index.push_back(zero());
      break;
    }
    [[fallthrough]];
  case 3: // Steps of one element, of half a tile, or of a tile.
    memref.axis(blocks * count - missing, 1);
    shape = {count};
    dimMap = {0};
    steps = {count};
    result.index = {block()};
    if (count % 2 == 0 && draft.choices.oneIn(2)) {
      steps = {count / 2};
      result.index = {draft.make<arith::MulIOp>(
          draft.i32(), {block(), draft.number(draft.i32(), 2)})};
    } else if (draft.choices.oneIn(2) && !buffer.hasOneBlock()) {
      steps = {1};
      result.index = {draft.firstElement(count)};
    }
    break;
  default:
    memref.axis(blocks * count - missing, 1);
    shape = {count};
    dimMap = {0};
    result.index = {block()};
    break;
  }
  result.memref = memref.finish();
  auto type = aa::TiledViewType::get(
      shape, cast<aa::StridedMemRefType>(result.memref.getType()), dimMap,
      choosePadding(draft, element, missing != 0), steps, sparse);
  result.view = form == 0 && draft.choices.oneIn(3)
                    ? makeTap(draft, type, result.memref)
                    : draft.make<aa::BlockTileOp>(type, result.memref);
  result.tile = type.getTileType();
  result.isSparse = sparse >= 0;
  return result;
}

//===----------------------------------------------------------------------===//
// By indices
//===----------------------------------------------------------------------===//

namespace {
/// This block's elements by their indices in a memref.
struct Indexed {
  Value memref;
  SmallVector<Value, 2> indices;
  SmallVector<bool, 2> inBounds;
  /// Some of them are not in the tensor.
  bool hasOutside = false;
};
} // namespace

/// Read unsigned; those that are narrower hold small numbers only.
static Value chooseIndexWidth(TileAADraft &draft, Value index, int64_t most) {
  if (draft.choices.oneIn(4))
    return draft.make<arith::ExtUIOp>(
        draft.like(index.getType(), draft.integer(64)), index);
  if (most < 256 && draft.choices.oneIn(3))
    return draft.make<arith::TruncIOp>(
        draft.like(index.getType(), draft.integer(8)), index);
  return index;
}

static Indexed makeIndexed(TileAADraft &draft, const TileAABuffer &given) {
  const TileAABuffer buffer = given;
  int64_t count = buffer.perBlock;
  int64_t all = (buffer.hasOneBlock() ? 1 : draft.grid) * count;
  Value number =
      buffer.hasOneBlock() ? draft.lanes(count) : draft.elementNumbers(count);
  Indexed result;
  MemrefBuilder memref(draft, given);
  SmallVector<int64_t, 2> outside = {0, 0};
  if (draft.choices.oneIn(2)) {
    if (!buffer.isStorage && draft.choices.oneIn(3))
      outside[0] = draft.choices.below(count);
    memref.axis(all - outside[0], 1);
    result.indices = {chooseIndexWidth(draft, number, all)};
  } else {
    // Of rows; the last columns may be outside of it.
    int64_t columns = count == int64_t(draft.width) ? draft.columns : count;
    if (!buffer.isStorage && draft.choices.oneIn(3))
      outside[1] = draft.choices.below(columns);
    memref.axis(all / columns, columns);
    memref.axis(columns - outside[1], 1);
    Value divisor = draft.constant(number.getType(), columns);
    Value row = draft.make<arith::DivUIOp>(number.getType(), {number, divisor});
    Value column =
        draft.make<arith::RemUIOp>(number.getType(), {number, divisor});
    result.indices = {chooseIndexWidth(draft, row, all / columns),
                      chooseIndexWidth(draft, column, columns)};
  }
  for (unsigned axis = 0; axis < result.indices.size(); ++axis) {
    result.inBounds.push_back(!outside[axis] && draft.choices.oneIn(2));
    result.hasOutside |= outside[axis] != 0;
  }
  result.memref = memref.finish();
  return result;
}

static int32_t one(Value value) { return value ? 1 : 0; }

/// Some axes promise that no index lies beyond them.
template <typename Properties>
static void setBounds(TileAADraft &draft, const Indexed &indexed,
                      Properties &properties) {
  if (llvm::is_contained(indexed.inBounds, true) || draft.choices.oneIn(4))
    properties.in_bounds =
        draft.builder.getDenseBoolArrayAttr(indexed.inBounds);
}

static void loadIndexed(TileAADraft &draft, unsigned index) {
  Indexed indexed = makeIndexed(draft, draft.buffers[index]);
  const TileAABuffer buffer = draft.buffers[index];
  Type type = draft.tile(draft.elementOf(buffer.kind), {buffer.perBlock});
  Value mask = chooseMask(draft, aa::getTileShape(type));
  // What is masked off, or outside, would be unspecified.
  Value other;
  if (mask || indexed.hasOutside)
    other = draft.value(type);
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/false);
  SmallVector<Value, 6> operands = {indexed.memref};
  llvm::append_range(operands, indexed.indices);
  for (Value operand : {mask, other, token})
    if (operand)
      operands.push_back(operand);
  AccessStrength order = chooseAccessOrder(draft, aa::MemSemantic::Acquire);
  auto load =
      draft.create<aa::LoadOp>({type, draft.token()}, operands, [&](auto &p) {
        p.operandSegmentSizes = {1, int32_t(indexed.indices.size()), one(mask),
                                 one(other), one(token)};
        order.set(p, draft.builder.getContext());
        chooseAccessPolicy(draft, p);
        setBounds(draft, indexed, p);
      });
  draft.accessed(index, /*isStore=*/false, load.getResultToken());
  draft.bring(load.getResult());
}

static void makeLoadIndexed(TileAADraft &draft) {
  loadIndexed(draft,
              draft.readOnlyBuffer(*elementKindOf(draft.chooseNumber())));
}

static void makeStoreIndexed(TileAADraft &draft) {
  unsigned index = writtenBuffer(draft);
  const TileAABuffer buffer = draft.buffers[index];
  Type type = draft.tile(draft.elementOf(buffer.kind), {buffer.perBlock});
  Value value = draft.value(type);
  Indexed indexed = makeIndexed(draft, draft.buffers[index]);
  Value mask = chooseMask(draft, aa::getTileShape(type));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  SmallVector<Value, 6> operands = {indexed.memref, value};
  llvm::append_range(operands, indexed.indices);
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  AccessStrength order = chooseAccessOrder(draft, aa::MemSemantic::Release);
  auto store = draft.create<aa::StoreOp>(draft.token(), operands, [&](auto &p) {
    p.operandSegmentSizes = {1, 1, int32_t(indexed.indices.size()), one(mask),
                             one(token)};
    order.set(p, draft.builder.getContext());
    chooseAccessPolicy(draft, p);
    setBounds(draft, indexed, p);
  });
  draft.accessed(index, /*isStore=*/true, store.getResultToken());
  if (draft.choices.oneIn(2))
    loadIndexed(draft, index);
}

/// Of this block's elements: an update, or a compare and swap with what stands
/// at some of them.
template <typename OpTy> static void makeUpdateIndexed(TileAADraft &draft) {
  constexpr bool isSwap = std::is_same_v<OpTy, aa::AtomicCASOp>;
  ElementKind kind =
      draft.choices.oneIn(2) ? ElementKind::I32 : ElementKind::I64;
  unsigned index = draft.addBuffer(kind, draft.width, "uniform(-2, 2)",
                                   /*readOnly=*/false);
  const TileAABuffer buffer = draft.buffers[index];
  Type type = draft.tile(draft.elementOf(kind), {buffer.perBlock});
  SmallVector<Value, 2> values = {draft.value(type)};
  if (isSwap)
    values.insert(values.begin(),
                  draft.choices.oneIn(2)
                      ? draft.value(type)
                      : draft.constant(type, int64_t(draft.choices.below(3))));
  Indexed indexed = makeIndexed(draft, draft.buffers[index]);
  Value mask = chooseMask(draft, aa::getTileShape(type));
  Value token = draft.tokenFor(draft.buffers[index], /*isStore=*/true);
  SmallVector<Value, 6> operands = {indexed.memref};
  llvm::append_range(operands, values);
  llvm::append_range(operands, indexed.indices);
  for (Value operand : {mask, token})
    if (operand)
      operands.push_back(operand);
  MLIRContext *context = draft.builder.getContext();
  AccessStrength order;
  order.semantic = aa::MemSemantic(1 + draft.choices.below(4));
  order.scope = aa::MemScope(draft.choices.below(4));
  auto update =
      draft.create<OpTy>({type, draft.token()}, operands, [&](auto &p) {
        if constexpr (isSwap)
          p.operandSegmentSizes = {
              1, 1, 1, int32_t(indexed.indices.size()), one(mask), one(token)};
        else
          p.operandSegmentSizes = {1, 1, int32_t(indexed.indices.size()),
                                   one(mask), one(token)};
        if constexpr (!isSwap) {
          auto mode = aa::RmwMode(draft.choices.below(10));
          p.rmw_mode = aa::RmwModeAttr::get(
              context, mode == aa::RmwMode::AddF ? aa::RmwMode::Add : mode);
        }
        order.set(p, context);
        setBounds(draft, indexed, p);
      });
  draft.accessed(index, /*isStore=*/true, update.getResultToken());
  // What is masked off, or outside, has no old value.
  if (!mask && !indexed.hasOutside)
    draft.bring(update.getResult());
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.atomic_rmw", makeUpdateIndexed<aa::AtomicRMWOp>, Group::Atomic,
     2, true},
    {"nv_tileaa.atomic_cas", makeUpdateIndexed<aa::AtomicCASOp>, Group::Atomic,
     2, true},
    {"nv_tileaa.load", makeLoadIndexed, Group::View, 2},
    {"nv_tileaa.store", makeStoreIndexed, Group::View, 2, true},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAViewRows() { return rows; }
