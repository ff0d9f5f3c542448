//===- OperationsShape.cpp - Constants, shapes, assumptions, the grid -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

static void makeConstant(Draft &draft, StringRef) {
  draft.randomConstant(draft.chooseTile(draft.whole ? draft.chooseAnyNumber()
                                                    : draft.chooseNumber()));
}

static void makeIota(Draft &draft, StringRef name) {
  Type element = draft.chooseInteger();
  if (element.isInteger(1)) {
    draft.define(name, draft.tile(element, {2}), {});
    return;
  }
  draft.define(name, draft.tile(element, DraftShape::Vector), {});
}

/// A scalar to a tile, or a tile along any of its axes.
static void makeBroadcast(Draft &draft, StringRef name) {
  Type element = draft.chooseAnyElement();
  // Rows of f4E2M1FN have an even number of elements.
  bool isPaired = isF4(element);
  if (isPaired ? draft.columns < 2 : draft.choices.oneIn(3)) {
    Value scalar = draft.scalarValue(isPaired ? draft.integer(8) : element);
    draft.bring(draft.splat(scalar, draft.sizes(DraftShape::Vector)));
    return;
  }
  TileType type = draft.tile(element, !isPaired && draft.choices.oneIn(3)
                                          ? DraftShape::Cube
                                          : DraftShape::Matrix);
  SmallVector<int64_t> sizes(type.getShape());
  unsigned axes =
      isPaired ? 1 : 1 + draft.choices.below((1u << sizes.size()) - 1);
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (axes >> axis & 1)
      size = 1;
  TileType from = draft.tile(element, sizes);
  Value source;
  if (!isPaired && !element.isInteger(4) && draft.choices.oneIn(3))
    source = draft.randomConstant(from);
  else if (draft.choices.oneIn(2))
    source = draft.counted(from);
  if (!source)
    source = draft.reshape(
        draft.value(draft.tile(element, {from.getNumElements()})), sizes);
  draft.define(name, type, source);
}

static void makeReshape(Draft &draft, StringRef name) {
  Type element = draft.chooseAnyElement();
  static constexpr DraftShape shapes[] = {DraftShape::Vector,
                                          DraftShape::Matrix, DraftShape::Cube};
  TileType from = draft.tile(element, draft.choices.pick<DraftShape>(shapes));
  TileType to = draft.tile(element, draft.choices.pick<DraftShape>(shapes));
  draft.define(name, to, draft.value(from));
}

static void makePermute(Draft &draft, StringRef name) {
  bool isCube = draft.choices.oneIn(2);
  TileType type = draft.tile(draft.chooseAnyElement(),
                             isCube ? DraftShape::Cube : DraftShape::Matrix);
  SmallVector<int32_t> permutation = {0, 1};
  if (isCube)
    permutation.push_back(2);
  for (size_t i = permutation.size(); i > 1; --i)
    std::swap(permutation[i - 1], permutation[draft.choices.below(i)]);
  // What is not its own inverse.
  if (isCube && draft.choices.oneIn(2))
    permutation = draft.choices.oneIn(2) ? SmallVector<int32_t>{1, 2, 0}
                                         : SmallVector<int32_t>{2, 0, 1};
  SmallVector<int64_t> shape;
  for (int32_t dim : permutation)
    shape.push_back(type.getShape()[dim]);
  draft.define(name, draft.tile(type.getElementType(), shape),
               draft.value(type),
               draft.named("permutation",
                           draft.builder.getDenseI32ArrayAttr(permutation)));
}

/// Result of `lhs` and `rhs` along `dim`.
static Value concatenate(Draft &draft, Value lhs, Value rhs, int64_t dim) {
  auto type = cast<TileType>(lhs.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] *= 2;
  return draft.define("cat", draft.tile(type.getElementType(), shape),
                      {lhs, rhs},
                      draft.named("dim", draft.builder.getI64IntegerAttr(dim)));
}

/// An index below `count`, a power of two.
static Value chooseIndex(Draft &draft, int64_t count) {
  Draft::Taking taking(draft, /*inexact=*/false);
  TileType type = draft.scalar(draft.integer(32));
  if (draft.choices.oneIn(2))
    return draft.number(type.getElementType(), draft.choices.below(count));
  return draft.masked(draft.value(type), count - 1);
}

/// What names one of the slices of `shape` that a tile falls into.
static void addIndices(Draft &draft, TileType type, ArrayRef<int64_t> shape,
                       SmallVectorImpl<Value> &operands) {
  for (auto [from, to] : llvm::zip_equal(type.getShape(), shape))
    operands.push_back(chooseIndex(draft, from / to));
}

/// The shape of a slice.
static SmallVector<int64_t> chooseSlice(Draft &draft, TileType type) {
  SmallVector<int64_t> shape;
  for (int64_t size : type.getShape())
    shape.push_back(int64_t(1) << draft.choices.below(llvm::Log2_64(size) + 1));
  // Pairs of f4E2M1FN share a byte.
  if (isF4(type.getElementType()))
    shape.assign(type.getShape().begin(), type.getShape().end());
  return shape;
}

static Value extract(Draft &draft, Value source, ArrayRef<int64_t> shape) {
  auto type = cast<TileType>(source.getType());
  SmallVector<Value> operands = {source};
  addIndices(draft, type, shape, operands);
  return draft.define("extract", draft.tile(type.getElementType(), shape),
                      operands);
}

/// Two tiles, and a part of them that has the shape of one.
static void makeCat(Draft &draft, StringRef) {
  TileType type = draft.tile(draft.chooseAnyElement(),
                             draft.choices.oneIn(2) ? DraftShape::Matrix
                                                    : DraftShape::Vector);
  int64_t dim = draft.choices.below(type.getShape().size());
  Value lhs = draft.value(type), rhs = draft.value(type);
  extract(draft, concatenate(draft, lhs, rhs, dim), type.getShape());
}

static void makeExtract(Draft &draft, StringRef name) {
  // All of a scalar.
  if (draft.choices.oneIn(12)) {
    Value source = draft.scalarValue(draft.chooseNumber());
    draft.define(name, source.getType(), source);
    return;
  }
  TileType type = draft.tile(draft.chooseAnyElement(), draft.choices.oneIn(2)
                                                           ? DraftShape::Matrix
                                                           : DraftShape::Cube);
  SmallVector<int64_t> shape = chooseSlice(draft, type);
  Value part = extract(draft, draft.value(type), shape);
  if (!llvm::all_of(shape, [](int64_t size) { return size == 1; }))
    return;
  draft.bring(draft.reshape(part, {}));
}

static void makeInsert(Draft &draft, StringRef name) {
  TileType type = draft.choices.oneIn(12)
                      ? draft.scalar(draft.chooseNumber())
                      : draft.tile(draft.chooseAnyElement(),
                                   DraftShape(1 + draft.choices.below(3)));
  SmallVector<int64_t> shape = chooseSlice(draft, type);
  SmallVector<Value> operands = {
      draft.value(draft.tile(type.getElementType(), shape)), draft.value(type)};
  addIndices(draft, type, shape, operands);
  draft.define(name, type, operands);
}

/// A tile of more bytes than shared memory has changes hands between threads;
/// a part of it is stored. Its code is long: few programs have one.
static void makeLargeExchange(Draft &draft, StringRef name) {
  Draft::Taking taking(draft, /*inexact=*/false);
  constexpr int64_t count = 8192;
  Type i64 = draft.integer(64);
  int64_t rows = 32 << draft.choices.below(3), columns = count / rows;
  TileType vector = draft.tile(i64, {count});
  Value factor = draft.splat(draft.value(draft.scalar(i64)), {count});
  Value numbers = draft.make(draft.choices.oneIn(2) ? "xori" : "addi", vector,
                             {draft.make("iota", vector, {}), factor});
  Value turned = draft.make(
      name, draft.tile(i64, {columns, rows}),
      draft.reshape(numbers, {rows, columns}),
      draft.named("permutation", draft.builder.getDenseI32ArrayAttr({1, 0})));
  Value part = extract(draft, turned, {1, rows});
  draft.observe(draft.reshape(part, {rows}));
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

static void makeAssume(Draft &draft, StringRef name) {
  MLIRContext *context = draft.builder.getContext();
  auto assume = [&](Value value, Attribute predicate) {
    draft.define(name, value.getType(), value,
                 draft.named("predicate", predicate));
  };
  auto bounded = [&](std::optional<int64_t> low, std::optional<int64_t> high) {
    return ct::BoundedAttr::get(context, low, high);
  };
  unsigned kinds = 5;
  Type element = draft.chooseWideInteger();
  TileType vector = draft.tile(element, DraftShape::Vector);
  switch (draft.choices.below(kinds)) {
  case 0: {
    // An i8 does not count so far.
    if (draft.width > 128 && element.isInteger(8))
      vector = draft.tile(draft.integer(16), DraftShape::Vector);
    // Either end may be left out.
    std::optional<int64_t> low = 0, high = draft.width - 1;
    unsigned ends = draft.choices.below(6);
    if (ends == 1 || ends == 2)
      high.reset();
    if (ends == 2)
      low.reset();
    assume(draft.define("iota", vector, {}), bounded(low, high));
    return;
  }
  case 1:
    assume(draft.masked(draft.value(vector), 15), bounded(std::nullopt, 15));
    return;
  case 2: {
    Value multiple =
        draft.define("shli", vector,
                     {draft.value(vector), draft.constant(vector, int64_t(3))});
    auto divBy = ct::DivByAttr::get(context, 8, std::nullopt, std::nullopt);
    assume(multiple, divBy);
    return;
  }
  case 3: {
    // Each group of `every` counts up from a multiple of the divisor.
    auto divBy = ct::DivByAttr::get(context, 4, 4, 0);
    assume(draft.define("iota", vector, {}), divBy);
    return;
  }
  default: {
    if (draft.whole && draft.choices.oneIn(4)) {
      element = draft.integer(4);
      vector = draft.tile(element, DraftShape::Vector);
    }
    Value same = draft.splat(draft.scalarValue(element), vector.getShape());
    assume(same, ct::SameElementsAttr::get(context, vector.getShape()));
  }
  }
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

static void makeBlockId(Draft &draft, StringRef) {
  draft.bring(draft.blockIndex(draft.integer(32)));
}

static void makeNumBlocks(Draft &draft, StringRef name) {
  Type i32 = draft.scalar(draft.integer(32));
  Operation *made = draft.create(name, {i32, i32, i32}, {});
  draft.bring(made->getResult(draft.choices.below(3)));
}

/// What the compiler does not know.
static void makeParameter(Draft &draft, StringRef) {
  if (draft.launch.args.size() >= 24)
    return;
  Type element = draft.chooseNumber();
  static constexpr StringLiteral integers[] = {"0", "1", "3", "7", "100", "-1"};
  static constexpr StringLiteral floats[] = {"0.0", "1.5", "-2.0", "0.125"};
  StringRef literal;
  if (element.isInteger(1))
    literal = draft.choices.oneIn(2) ? "1" : "0";
  else
    literal = draft.choices.pick(isa<FloatType>(element) ? ArrayRef(floats)
                                                         : ArrayRef(integers));
  std::string end;
  if (isa<IntegerType>(element) && draft.isAtEdge()) {
    unsigned width = element.getIntOrFloatBitWidth();
    end = std::to_string(
        chooseIntegerOf(draft.choices, width, /*atEdge=*/true).getSExtValue());
    literal = end;
  }
  Value parameter = draft.parameter(element, literal);
  if (draft.depth == 0)
    draft.bring(parameter);
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"module", nullptr, Group::Shape, 0, Lowered},
    {"entry", makeParameter, Group::Shape, 3, Lowered},
    {"constant", makeConstant, Group::Shape, 2, Lowered},
    {"iota", makeIota, Group::Shape, 2, Lowered},
    {"broadcast", makeBroadcast, Group::Shape, 4, Lowered | TakesInexact},
    {"reshape", makeReshape, Group::Shape, 2, Lowered | TakesInexact},
    {"permute", makePermute, Group::Shape, 5, Further | TakesInexact},
    {"permute", makeLargeExchange, Group::Shape, 1, Further | NotInLoops},
    {"cat", makeCat, Group::Shape, 3, Further | TakesInexact},
    {"extract", makeExtract, Group::Shape, 3, Further | TakesInexact},
    {"insert", makeInsert, Group::Shape, 2, Further | TakesInexact},
    {"assume", makeAssume, Group::Shape, 3, Lowered},
    {"get_tile_block_id", makeBlockId, Group::Shape, 1, Lowered},
    {"get_num_tile_blocks", makeNumBlocks, Group::Shape, 2, Lowered},
};
llvm::ArrayRef<OperationRow> tilefuzz::getShapeOperations() { return rows; }
