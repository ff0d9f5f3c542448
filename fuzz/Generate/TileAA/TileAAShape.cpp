//===- TileAAShape.cpp - Shapes, elements and promises --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAARows.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

static SmallVector<int64_t, 3> shapeOf(Value value) {
  return SmallVector<int64_t, 3>(aa::getTileShape(value.getType()));
}
static Type elementOf(Value value) {
  return aa::getTileElementType(value.getType());
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// By a condition of this type; one of two integers has no enclosure.
static Value chosen(TileAADraft &draft, Type conditionType, Value yes,
                    Value no) {
  TileAADraft::Taking taking(draft, isa<FloatType>(elementOf(yes)));
  Value condition = draft.condition(conditionType);
  return draft.make<arith::SelectOp>(yes.getType(), {condition, yes, no});
}

static void makeSplat(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  // The selection of scalars moves out.
  Value scalar = draft.value(element);
  if (draft.choices.oneIn(2))
    scalar = chosen(draft, draft.i1(), scalar, draft.value(element));
  Type type = draft.chooseTensor(element);
  draft.define<aa::SplatOp>(type, scalar);
}

static Value expanded(TileAADraft &draft, Value source, unsigned axis) {
  SmallVector<int64_t, 3> shape = shapeOf(source);
  shape.insert(shape.begin() + axis, 1);
  return draft.create<aa::ExpandDimsOp>(
      draft.tile(elementOf(source), shape), source,
      [&](auto &p) { p.axis = draft.i32Attr(axis); });
}

/// Along any of the axes; one row or one column also by expand_dims.
static void makeBroadcast(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  if (draft.choices.oneIn(3)) {
    bool isRow = draft.choices.oneIn(2);
    int64_t size = isRow ? draft.columns : draft.rows;
    Value source = draft.value(draft.tile(element, {size}));
    Value one = expanded(draft, source, isRow ? 0 : 1);
    draft.define<aa::BroadcastOp>(draft.matrix(element), one);
    return;
  }
  SmallVector<int64_t, 3> to = {draft.rows, draft.columns};
  if (draft.choices.oneIn(3))
    to = {2, draft.width / 4, 2};
  SmallVector<int64_t, 3> from(to);
  unsigned axes = 1 + draft.choices.below((1u << to.size()) - 1);
  for (auto [axis, size] : llvm::enumerate(from))
    if (axes >> axis & 1)
      size = 1;
  Type type = draft.tile(element, from);
  Value source =
      draft.choices.oneIn(3)
          ? draft.randomConstant(type)
          : draft.view(
                draft.value(draft.tile(element, {llvm::product_of(from)})),
                from);
  draft.define<aa::BroadcastOp>(draft.tile(element, to), source);
}

static void makeExpandDims(TileAADraft &draft) {
  Type type = draft.choices.oneIn(2) ? draft.vector(draft.chooseNumber())
                                     : draft.matrix(draft.chooseNumber());
  // Of equal elements, now and then.
  Value source = draft.choices.oneIn(3)
                     ? draft.make<aa::SplatOp>(
                           type, draft.value(aa::getTileElementType(type)))
                     : draft.value(type);
  unsigned axis =
      draft.choices.below(aa::getTileShape(source.getType()).size() + 1);
  Value result = expanded(draft, source, axis);
  // What has the new axis is for views and extractions; the rest is as before.
  if (draft.choices.oneIn(2))
    draft.bring(draft.view(result, aa::getTileShape(type)));
  draft.bring(result);
}

static SmallVector<int64_t, 3> otherShape(TileAADraft &draft, int64_t count) {
  if (count == int64_t(draft.width))
    switch (draft.choices.below(4)) {
    case 0:
      return {draft.rows, draft.columns};
    case 1:
      return {draft.columns, draft.rows};
    case 2:
      return {2, draft.width / 4, 2};
    default:
      return {draft.width};
    }
  return {count};
}

static Value permuted(TileAADraft &draft, Value source) {
  SmallVector<int64_t, 3> shape = shapeOf(source);
  static constexpr std::array<int32_t, 3> cubes[] = {
      {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  SmallVector<int32_t, 3> permutation = {1, 0};
  if (shape.size() == 3)
    permutation = llvm::to_vector<3>(cubes[draft.choices.below(5)]);
  SmallVector<int64_t, 3> result;
  for (int32_t axis : permutation)
    result.push_back(shape[axis]);
  return draft.create<aa::PermuteOp>(
      draft.tile(elementOf(source), result), source, [&](auto &p) {
        p.permutation = draft.builder.getDenseI32ArrayAttr(permutation);
      });
}

static void makeView(TileAADraft &draft) {
  Value source = draft.value(draft.chooseTensor(draft.chooseNumber()));
  int64_t count = llvm::product_of(shapeOf(source));
  Value first = draft.view(source, otherShape(draft, count));
  draft.bring(first);
  // A chain.
  if (draft.choices.oneIn(2))
    draft.bring(draft.view(first, otherShape(draft, count)));
}

static void makePermute(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Value source = draft.value(draft.choices.oneIn(3)
                                 ? draft.tile(element, {2, draft.width / 4, 2})
                                 : draft.matrix(element));
  Value result = permuted(draft, source);
  draft.bring(result);
  // A view of a permuted tile is no view of the tile.
  if (draft.choices.oneIn(2))
    draft.bring(draft.view(result, otherShape(draft, draft.width)));
}

static void makeRange(TileAADraft &draft) {
  Type element = draft.chooseInteger();
  int64_t first = draft.choices.below(20);
  Value start = draft.number(element, first);
  Value end = draft.number(element, first + draft.width);
  draft.define<aa::MakeRangeOp>(draft.vector(element), {start, end});
}

static void makeCat(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  unsigned axis = draft.choices.below(2);
  SmallVector<int64_t, 2> shape = {draft.rows, draft.columns};
  if (shape[axis] == 1)
    axis = 1 - axis;
  shape[axis] /= 2;
  Type half = draft.tile(element, shape);
  Value lhs = draft.value(half), rhs = draft.value(half);
  draft.bring(
      draft.create<aa::CatOp>(draft.matrix(element), {lhs, rhs},
                              [&](auto &p) { p.axis = draft.i32Attr(axis); }));
}

/// Every second element, or a half; a matrix of one row is a vector.
static void makeExtractSlice(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  bool isVector = draft.rows == 1;
  Value source =
      draft.value(isVector ? draft.vector(element) : draft.matrix(element));
  unsigned axis = isVector || draft.choices.oneIn(2) ? 0 : 1;
  SmallVector<int64_t, 2> shape = shapeOf(source);
  SmallVector<int64_t, 2> strides(shape.size(), 1), offsets(shape.size(), 0);
  if (shape[axis] == 1)
    axis = 1 - axis;
  shape[axis] /= 2;
  if (draft.choices.oneIn(2)) {
    strides[axis] = 2;
    offsets[axis] = draft.choices.below(2);
  } else {
    offsets[axis] = draft.choices.below(shape[axis] + 1);
  }
  SmallVector<Value, 3> operands = {source};
  for (int64_t offset : offsets)
    operands.push_back(draft.number(draft.i32(), offset));
  draft.bring(draft.create<aa::ExtractSliceOp>(
      draft.tile(element, shape), operands, [&](auto &p) {
        p.strides = draft.builder.getDenseI64ArrayAttr(strides);
      }));
}

static void makePack(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Value source = draft.value(draft.vector(element));
  int64_t bytes = draft.width * element.getIntOrFloatBitWidth() / 8;
  Value packed =
      draft.define<aa::PackOp>(draft.tile(draft.integer(8), {bytes}), source);
  if (draft.choices.oneIn(2))
    draft.define<aa::UnpackOp>(source.getType(), packed);
}

static void makeUnpack(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  int64_t bytes = draft.width * element.getIntOrFloatBitWidth() / 8;
  Value packed = draft.value(draft.tile(draft.integer(8), {bytes}));
  draft.define<aa::UnpackOp>(draft.vector(element), packed);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Inside the shape; known to the compiler or not.
static SmallVector<Value, 4> chooseIndices(TileAADraft &draft, Value tensor) {
  SmallVector<Value, 4> operands = {tensor};
  static constexpr unsigned widths[] = {32, 32, 64, 8};
  Type type = draft.integer(draft.choices.pick<unsigned>(widths));
  for (int64_t size : shapeOf(tensor))
    operands.push_back(draft.number(type, draft.choices.below(size)));
  return operands;
}

static void makeExtract(TileAADraft &draft) {
  Value source = draft.value(draft.chooseTensor(draft.chooseNumber()));
  draft.define<aa::ExtractOp>(elementOf(source), chooseIndices(draft, source));
}

/// Of a fresh element-wise operation, which may then move below.
static void makeExtractOfElementwise(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Type type = draft.choices.oneIn(3) ? draft.chooseTensor(element)
                                     : draft.matrix(element);
  bool isFloat = isa<FloatType>(element);
  Value lhs = draft.value(type), rhs = draft.value(type), result;
  switch (draft.choices.below(5)) {
  case 0:
    result = chosen(draft,
                    draft.choices.oneIn(2) ? draft.i1()
                                           : draft.like(type, draft.i1()),
                    lhs, rhs);
    break;
  case 1:
    result = isFloat ? draft.make<aa::MulFOp>(type, {lhs, rhs})
                     : draft.make<arith::MulIOp>(type, {lhs, rhs});
    break;
  case 2:
    result = isFloat ? draft.make<arith::NegFOp>(type, lhs)
                     : draft.make<arith::SubIOp>(type, {lhs, rhs});
    break;
  default:
    result = isFloat ? draft.make<aa::AddFOp>(type, {lhs, rhs})
                     : draft.make<arith::AddIOp>(type, {lhs, rhs});
    break;
  }
  draft.define<aa::ExtractOp>(element, chooseIndices(draft, result));
  if (draft.choices.oneIn(4))
    draft.bring(result);
}

static void makeExtractOfExpandDims(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Value source = draft.value(draft.choices.oneIn(3) ? draft.vector(element)
                                                    : draft.matrix(element));
  unsigned axis = draft.choices.below(shapeOf(source).size() + 1);
  Value result = expanded(draft, source, axis);
  draft.define<aa::ExtractOp>(element, chooseIndices(draft, result));
}

/// One half of the tile, or every second of its elements, along each axis of
/// more than one; from a place that the compiler knows or not.
static Value half(TileAADraft &draft, Value tensor) {
  SmallVector<Value, 4> operands = {tensor};
  SmallVector<int64_t> shape(shapeOf(tensor)), strides;
  Type type = draft.integer(draft.choices.oneIn(2) ? 32 : 64);
  for (int64_t &size : shape) {
    int64_t from = size;
    size = std::max<int64_t>(size / 2, 1);
    strides.push_back(from > 1 && draft.choices.oneIn(2) ? 2 : 1);
    int64_t last = from - (size - 1) * strides.back();
    operands.push_back(draft.number(type, draft.choices.below(last)));
  }
  return draft.create<aa::ExtractSliceOp>(
      draft.tile(elementOf(tensor), shape), operands, [&](auto &p) {
        p.strides = draft.builder.getDenseI64ArrayAttr(strides);
      });
}

/// What slices move up past: element-wise operations, expansions, splats, other
/// slices; and what elements are taken from.
static void makeMovingSlice(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Type type =
      draft.choices.oneIn(3) ? draft.vector(element) : draft.matrix(element);
  bool isFloat = isa<FloatType>(element);
  Value source = draft.value(type);
  switch (draft.choices.below(6)) {
  case 0:
    source = expanded(draft, source,
                      draft.choices.below(shapeOf(source).size() + 1));
    break;
  case 1:
    source = draft.make<aa::SplatOp>(type, draft.value(element));
    break;
  case 2:
    source = half(draft, source);
    break;
  case 3: {
    // All of it.
    SmallVector<Value, 4> operands = {source};
    size_t rank = shapeOf(source).size();
    for (size_t axis = 0; axis < rank; ++axis)
      operands.push_back(draft.number(draft.i32(), 0));
    SmallVector<int64_t> strides(rank, 1);
    draft.bring(draft.create<aa::ExtractSliceOp>(type, operands, [&](auto &p) {
      p.strides = draft.builder.getDenseI64ArrayAttr(strides);
    }));
    return;
  }
  default:
    source = isFloat
                 ? draft.make<aa::AddFOp>(type, {source, draft.value(type)})
                 : draft.make<arith::XOrIOp>(type, {source, draft.value(type)});
    break;
  }
  Value slice = half(draft, source);
  if (draft.choices.oneIn(3))
    draft.define<aa::ExtractOp>(element, chooseIndices(draft, slice));
  else
    draft.bring(slice);
}

/// Each element from its coordinates.
static void makeGenerate(TileAADraft &draft) {
  Type element = draft.chooseInteger();
  Type type = draft.chooseTensor(element);
  unsigned rank = aa::getTileShape(type).size();
  Value factor = draft.value(draft.i32());
  auto generate =
      draft.create<aa::GenerateOp>(type, {}, [](auto &) {}, /*regions=*/1);
  {
    TileAADraft::Scope scope(draft, generate.getBody(),
                             SmallVector<Type>(rank, draft.i32()));
    Value sum = scope.block.getArgument(0);
    for (unsigned i = 1; i < rank; ++i)
      sum = draft.make<arith::AddIOp>(
          draft.i32(), {draft.make<arith::MulIOp>(draft.i32(), {sum, factor}),
                        scope.block.getArgument(i)});
    unsigned width = element.getIntOrFloatBitWidth();
    if (width > 32)
      sum = draft.make<arith::ExtSIOp>(element, sum);
    else if (width < 32)
      sum = draft.make<arith::TruncIOp>(element, sum);
    aa::YieldOp::create(draft.builder, draft.loc, sum);
  }
  draft.bring(generate);
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// What holds of any value of the type, if all elements are the same.
static Attribute choosePredicate(TileAADraft &draft, Type type,
                                 bool isUniform) {
  MLIRContext *context = draft.builder.getContext();
  ArrayRef<int64_t> shape = aa::getTileShape(type);
  Type element = aa::getTileElementType(type);
  bool isInteger = isa<IntegerType>(element);
  unsigned choice = draft.choices.below(isInteger ? 5 : 1);
  switch (choice) {
  case 1: {
    int64_t bound = element.getIntOrFloatBitWidth() >= 64
                        ? std::numeric_limits<int64_t>::max()
                        : llvm::maxIntN(element.getIntOrFloatBitWidth());
    std::optional<int64_t> low, high;
    if (draft.choices.oneIn(2))
      low = -bound - 1;
    if (draft.choices.oneIn(2))
      high = bound;
    return aa::BoundedAttr::get(context, low, high);
  }
  case 2:
    if (!shape.empty())
      // Members of larger groups would have to count up.
      return aa::DivByAttr::get(context, 1, 1,
                                draft.choices.below(shape.size()));
    [[fallthrough]];
  case 3:
    return aa::DivByAttr::get(context, 1, std::nullopt, std::nullopt);
  default: {
    SmallVector<int64_t, 3> blocks(shape.size(), 1);
    if (isUniform)
      for (auto [block, size] : llvm::zip(blocks, shape))
        block = draft.choices.oneIn(2) ? size : 1;
    return aa::SameElementsAttr::get(context,
                                     DenseI64ArrayAttr::get(context, blocks));
  }
  }
}

static Value assumed(TileAADraft &draft, Value value, Attribute predicate) {
  return draft.create<aa::AssumeOp>(value.getType(), value,
                                    [&](auto &p) { p.predicate = predicate; });
}

static void makeAssume(TileAADraft &draft) {
  Type type = draft.chooseTile(draft.chooseNumber());
  Attribute predicate = choosePredicate(draft, type, /*isUniform=*/false);
  draft.bring(assumed(draft, draft.value(type), predicate));
}

static void makeAssumeOfSplat(TileAADraft &draft) {
  Type element = draft.chooseNumber();
  Type type = draft.chooseTensor(element);
  Value splat = draft.make<aa::SplatOp>(type, draft.value(element));
  draft.bring(
      assumed(draft, splat, choosePredicate(draft, type, /*isUniform=*/true)));
}

static void makeBarrier(TileAADraft &draft) {
  Value value = draft.value(draft.chooseTile(draft.chooseNumber()));
  draft.define<aa::OptimizationBarrierOp>(value.getType(), value);
}

static void makeMark(TileAADraft &draft) {
  Value value = draft.value(draft.chooseTensor(draft.chooseNumber()));
  draft.create<aa::MarkForReuseOp>({}, value, [](auto &) {});
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.splat", makeSplat, Group::Shape, 4, false, false, true},
    {"nv_tileaa.broadcast", makeBroadcast, Group::Shape, 2, false, false, true},
    {"nv_tileaa.expand_dims", makeExpandDims, Group::Shape, 4, false, false,
     true},
    {"nv_tileaa.view", makeView, Group::Shape, 3, false, false, true},
    {"nv_tileaa.permute", makePermute, Group::Shape, 3, false, false, true},
    {"nv_tileaa.make_range", makeRange, Group::Shape, 2},
    {"nv_tileaa.cat", makeCat, Group::Shape, 1, false, false, true},
    {"nv_tileaa.extract_slice", makeExtractSlice, Group::Extract, 2, false,
     false, true},
    {"nv_tileaa.pack", makePack, Group::Convert, 1},
    {"nv_tileaa.unpack", makeUnpack, Group::Convert, 1},
    {"nv_tileaa.extract", makeExtract, Group::Extract, 3, false, false, true},
    {"nv_tileaa.extract", makeExtractOfElementwise, Group::Extract, 5, false,
     false, true},
    {"nv_tileaa.extract", makeExtractOfExpandDims, Group::Extract, 4, false,
     false, true},
    {"nv_tileaa.extract_slice", makeMovingSlice, Group::Extract, 6, false,
     false, true},
    {"nv_tileaa.generate", makeGenerate, Group::Generate, 2},
    {"nv_tileaa.assume", makeAssume, Group::Assume, 2, false, false, true},
    {"nv_tileaa.assume", makeAssumeOfSplat, Group::Assume, 8, false, false,
     true},
    {"nv_tileaa.optimization_barrier", makeBarrier, Group::Assume, 1, false,
     false, true},
    {"nv_tileaa.mark_for_reuse", makeMark, Group::Assume, 1, false, false,
     true},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAShapeRows() { return rows; }
