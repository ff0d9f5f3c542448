//===- LoopFunctions.cpp - Functions of loops over memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Nests of affine and scf loops that read and write a few small arrays, which
// meet each other through views, casts and selections. Every place is within
// its array by what its counters can be, so that no program is undefined for
// it. Functions end with elements, and with a sum of all of an array.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::AffineExpr;
using mlir::AffineMap;
using mlir::Type;
using mlir::Value;

namespace {
struct Array {
  Value memref;
  SmallVector<int64_t, 2> shape;
  Type element;
  /// Of an allocation on the heap: it may be ended.
  bool isHeap = false;
};
/// A loop's counter, which is from `low` to `high`.
struct Counter {
  Value value;
  int64_t low, high;
};
/// A number that depends on counters, and what it can be.
struct Place {
  AffineExpr expr;
  int64_t low, high;
};

class LoopDraft {
public:
  explicit LoopDraft(FunctionDraft &draft)
      : d(draft), choices(draft.choices), builder(draft.builder) {}

  void make();
  SmallVector<Value> results();

private:
  mlir::Location loc() { return builder.getUnknownLoc(); }
  int64_t number(int64_t low, int64_t high) {
    return low + int64_t(choices.below(unsigned(high - low + 1)));
  }

  void allocate();
  void initialise(const Array &array);
  void makeView();
  void makeCopy();
  void makeNest();
  void makeIndexedLoop();
  void fill(unsigned depth);
  void makeGuard(unsigned depth);
  template <typename Body>
  Value loop(int64_t low, int64_t high, Value init, Body body);

  Place place();
  std::optional<Place> placeWithin(int64_t extent);
  AffineMap subscripts(const Array &array, SmallVector<Value> &operands);
  SmallVector<Value> values() {
    SmallVector<Value> all;
    for (const Counter &counter : counters)
      all.push_back(counter.value);
    return all;
  }
  Value load(const Array &array);
  void store(const Array &array, Value value);
  const Array &anyArray() { return arrays[choices.below(arrays.size())]; }
  /// Of whatever is in scope, or made for it.
  Value computed(Type type);

  FunctionDraft &d;
  ByteSource &choices;
  mlir::OpBuilder &builder;
  std::vector<Array> arrays;
  std::vector<Counter> counters;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Over the counters as dimensions.
Place LoopDraft::place() {
  auto counter = [&] {
    // Inner ones more often.
    unsigned n = counters.size();
    unsigned i = choices.oneIn(2) ? n - 1 : choices.below(n);
    return Place{builder.getAffineDimExpr(i), counters[i].low,
                 counters[i].high};
  };
  if (counters.empty() || choices.oneIn(8)) {
    int64_t n = number(0, 9);
    return {builder.getAffineConstantExpr(n), n, n};
  }
  Place a = counter();
  switch (choices.below(9)) {
  case 0: {
    Place b = counter();
    return {a.expr + b.expr, a.low + b.low, a.high + b.high};
  }
  case 1: {
    int64_t factor = number(2, 3);
    return {a.expr * factor, a.low * factor, a.high * factor};
  }
  case 2: {
    int64_t n = number(2, 4);
    return {a.expr.floorDiv(n), a.low / n, a.high / n};
  }
  case 3: {
    int64_t n = number(2, 5);
    return {a.expr % n, 0, n - 1};
  }
  case 4: {
    int64_t n = number(2, 4);
    return {a.expr.ceilDiv(n), (a.low + n - 1) / n, (a.high + n - 1) / n};
  }
  case 5: {
    int64_t n = a.high + number(0, 2);
    return {n - a.expr, n - a.high, n - a.low};
  }
  case 6: {
    Place b = counter();
    int64_t factor = number(2, 4);
    return {a.expr * factor + b.expr, a.low * factor + b.low,
            a.high * factor + b.high};
  }
  default:
    return a;
  }
}

std::optional<Place> LoopDraft::placeWithin(int64_t extent) {
  for (unsigned tries = 0; tries < 6; ++tries) {
    Place a = place();
    int64_t most = extent - 1 - a.high;
    if (most + a.low < 0)
      continue;
    // Moved to somewhere within.
    int64_t by =
        choices.oneIn(2) && a.low >= 0 && most >= 0 ? 0 : number(-a.low, most);
    return Place{a.expr + by, a.low + by, a.high + by};
  }
  return std::nullopt;
}

AffineMap LoopDraft::subscripts(const Array &array,
                                SmallVector<Value> &operands) {
  SmallVector<AffineExpr> exprs;
  for (int64_t extent : array.shape) {
    std::optional<Place> within = placeWithin(extent);
    exprs.push_back(within ? within->expr
                           : builder.getAffineConstantExpr(
                                 int64_t(choices.below(unsigned(extent)))));
  }
  operands = values();
  return AffineMap::get(counters.size(), 0, exprs, builder.getContext());
}

Value LoopDraft::load(const Array &array) {
  SmallVector<Value> operands;
  AffineMap map = subscripts(array, operands);
  Value value = mlir::affine::AffineLoadOp::create(builder, loc(), array.memref,
                                                   map, operands);
  d.bring(value);
  return value;
}

void LoopDraft::store(const Array &array, Value value) {
  SmallVector<Value> operands;
  AffineMap map = subscripts(array, operands);
  mlir::affine::AffineStoreOp::create(builder, loc(), value, array.memref, map,
                                      operands);
}

Value LoopDraft::computed(Type type) {
  d.budget = 4;
  for (unsigned n = choices.below(3); n; --n)
    makeSomething(d);
  return d.pickVariable(type);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

void LoopDraft::allocate() {
  Array array;
  for (unsigned rank = 1 + choices.oneIn(3); rank; --rank)
    array.shape.push_back(number(2, rank == 1 && array.shape.empty() ? 9 : 5));
  if (choices.oneIn(8))
    array.shape.assign(1, 1);
  array.element = d.anyElement();
  // Arrays of one type meet each other.
  if (!arrays.empty() && choices.oneIn(2)) {
    array.shape = arrays.back().shape;
    array.element = arrays.back().element;
  }
  auto type = mlir::MemRefType::get(array.shape, array.element);
  array.isHeap = !choices.oneIn(4);
  if (array.isHeap)
    array.memref = mlir::memref::AllocOp::create(builder, loc(), type);
  else
    array.memref = mlir::memref::AllocaOp::create(builder, loc(), type);
  // Whatever nothing writes is read from an array in which all is written.
  initialise(array);
  arrays.push_back(array);
}

template <typename Body>
Value LoopDraft::loop(int64_t low, int64_t high, Value init, Body body) {
  SmallVector<Value> inits;
  if (init)
    inits.push_back(init);
  auto op = mlir::affine::AffineForOp::create(builder, loc(), low, high + 1, 1,
                                              inits);
  {
    DraftScope scope(d);
    builder.setInsertionPointToStart(op.getBody());
    counters.push_back({op.getInductionVar(), low, high});
    Value carried = init ? op.getRegionIterArgs().front() : Value();
    Value next = body(carried);
    if (init)
      mlir::affine::AffineYieldOp::create(builder, loc(), next);
    counters.pop_back();
  }
  return init ? op.getResult(0) : Value();
}

/// Each element is another one.
void LoopDraft::initialise(const Array &array) {
  SmallVector<Value> at;
  std::function<void(size_t)> nest = [&](size_t dim) {
    if (dim == array.shape.size()) {
      Value value = d.pickVariable(array.element);
      bool isNumber = llvm::isa<mlir::IntegerType>(array.element);
      for (Value index : at) {
        if (!isNumber)
          break;
        Value moved =
            d.make("arith.index_cast", index, array.element)->getResult(0);
        value = d.make(choices.oneIn(3) ? "arith.xori" : "arith.addi",
                       {value, moved}, array.element)
                    ->getResult(0);
      }
      if (!isNumber && llvm::isa<mlir::FloatType>(array.element)) {
        Value moved =
            d.make("arith.index_cast", at.back(), builder.getI32Type())
                ->getResult(0);
        moved = d.make("arith.sitofp", moved, array.element)->getResult(0);
        value =
            d.make("arith.addf", {value, moved}, array.element)->getResult(0);
      }
      AffineMap map =
          AffineMap::getMultiDimIdentityMap(at.size(), builder.getContext());
      mlir::affine::AffineStoreOp::create(builder, loc(), value, array.memref,
                                          map, at);
      return;
    }
    loop(0, array.shape[dim] - 1, {}, [&](Value) {
      at.push_back(counters.back().value);
      nest(dim + 1);
      at.pop_back();
      return Value();
    });
  };
  // The initial loops know of no others.
  std::vector<Counter> outer;
  std::swap(outer, counters);
  nest(0);
  std::swap(outer, counters);
}

/// A part of an array, or the whole of it by another name.
void LoopDraft::makeView() {
  // Passes over affine take two memrefs for two memories.
  if (!d.allows("memref.subview"))
    return;
  Array array = anyArray();
  array.isHeap = false;
  auto type = llvm::cast<mlir::MemRefType>(array.memref.getType());
  switch (choices.below(4)) {
  case 0:
  case 1: {
    SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
    SmallVector<int64_t, 2> shape;
    for (int64_t extent : array.shape) {
      int64_t stride = choices.oneIn(3) ? 2 : 1;
      int64_t size = number(1, (extent + stride - 1) / stride);
      int64_t last = (size - 1) * stride;
      offsets.push_back(builder.getIndexAttr(number(0, extent - 1 - last)));
      sizes.push_back(builder.getIndexAttr(size));
      strides.push_back(builder.getIndexAttr(stride));
      shape.push_back(size);
    }
    array.memref = mlir::memref::SubViewOp::create(builder, loc(), array.memref,
                                                   offsets, sizes, strides);
    array.shape = shape;
    break;
  }
  case 2: {
    SmallVector<int64_t> dynamic(array.shape.size(),
                                 mlir::ShapedType::kDynamic);
    array.memref = mlir::memref::CastOp::create(
        builder, loc(),
        mlir::MemRefType::get(dynamic, array.element, type.getLayout(),
                              type.getMemorySpace()),
        array.memref);
    break;
  }
  default: {
    // One of two, and nobody knows which.
    const Array &other = anyArray();
    if (other.memref.getType() != type)
      return;
    array.memref =
        d.make("arith.select",
               {d.pickVariable(d.i1()), array.memref, other.memref}, type)
            ->getResult(0);
  }
  }
  arrays.push_back(array);
}

void LoopDraft::makeCopy() {
  // What may be the same array in part is not copied onto itself.
  for (unsigned tries = 0; tries < 4; ++tries) {
    const Array &from = anyArray(), &to = anyArray();
    bool isOwn = from.memref.getDefiningOp<mlir::memref::AllocOp>() ||
                 from.memref.getDefiningOp<mlir::memref::AllocaOp>();
    bool isOther = to.memref.getDefiningOp<mlir::memref::AllocOp>() ||
                   to.memref.getDefiningOp<mlir::memref::AllocaOp>();
    if (!isOwn || !isOther || from.memref == to.memref ||
        from.memref.getType() != to.memref.getType())
      continue;
    mlir::memref::CopyOp::create(builder, loc(), from.memref, to.memref);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loads, what is computed of them, stores, and further loops and conditions.
void LoopDraft::fill(unsigned depth) {
  for (unsigned n = 1 + choices.below(3); n; --n) {
    switch (choices.below(8)) {
    case 0:
      if (depth < 2) {
        makeNest();
        break;
      }
      [[fallthrough]];
    case 1:
      if (depth < 3) {
        makeGuard(depth);
        break;
      }
      [[fallthrough]];
    case 2:
      load(anyArray());
      break;
    default: {
      for (unsigned loads = choices.below(3); loads; --loads)
        load(anyArray());
      const Array &array = anyArray();
      store(array, computed(array.element));
    }
    }
  }
}

void LoopDraft::makeGuard(unsigned depth) {
  if (counters.empty())
    return;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (unsigned n = 1 + choices.oneIn(3); n; --n) {
    Place a = place();
    int64_t middle = number(a.low - 1, a.high + 1);
    bool isEqual = choices.oneIn(4);
    equalities.push_back(isEqual);
    constraints.push_back(choices.oneIn(2) ? a.expr - middle : middle - a.expr);
  }
  auto set = mlir::IntegerSet::get(counters.size(), 0, constraints, equalities);
  bool hasElse = choices.oneIn(2);
  auto op =
      mlir::affine::AffineIfOp::create(builder, loc(), set, values(), hasElse);
  {
    DraftScope scope(d);
    builder.setInsertionPointToStart(op.getThenBlock());
    fill(depth + 1);
  }
  if (!hasElse)
    return;
  DraftScope scope(d);
  builder.setInsertionPointToStart(op.getElseBlock());
  fill(depth + 1);
}

void LoopDraft::makeNest() {
  if (counters.size() > 3)
    return;
  int64_t low = choices.oneIn(2) ? 0 : number(0, 3), high = low + number(0, 5);
  int64_t step = choices.oneIn(4) ? number(2, 3) : 1;
  AffineMap lower = builder.getConstantAffineMap(low),
            upper = builder.getConstantAffineMap(high + 1);
  SmallVector<Value> lowerOperands, upperOperands;
  if (!counters.empty() && choices.oneIn(3)) {
    // Of another counter, or the lesser of two.
    Place a = place();
    SmallVector<AffineExpr> ends = {a.expr + 1};
    if (choices.oneIn(2)) {
      ends.push_back(builder.getAffineConstantExpr(high + 1));
      high = std::min(high, a.high);
    } else {
      high = a.high;
    }
    high = std::max(high, low);
    upper = AffineMap::get(counters.size(), 0, ends, builder.getContext());
    upperOperands = values();
    if (high - low > 12)
      return;
  }
  // Some value goes from one iteration to the next.
  SmallVector<Value> inits;
  Type carried;
  if (choices.oneIn(3)) {
    carried = d.anyElement();
    inits.push_back(d.pick(carried));
  }
  auto op = mlir::affine::AffineForOp::create(
      builder, loc(), lowerOperands, lower, upperOperands, upper, step, inits);
  {
    DraftScope scope(d);
    builder.setInsertionPointToStart(op.getBody());
    counters.push_back({op.getInductionVar(), low, high});
    if (carried)
      d.bring(op.getRegionIterArgs().front());
    fill(counters.size());
    if (carried)
      mlir::affine::AffineYieldOp::create(builder, loc(), computed(carried));
    counters.pop_back();
  }
  for (Value result : op.getResults())
    d.bring(result);
}

/// Places that are computed, and kept within by a remainder.
void LoopDraft::makeIndexedLoop() {
  Value low = d.index(0), high = d.index(number(0, 6)), one = d.index(1);
  auto op = mlir::scf::ForOp::create(builder, loc(), low, high, one);
  DraftScope scope(d);
  builder.setInsertionPointToStart(op.getBody());
  std::vector<Counter> outer;
  std::swap(outer, counters);
  d.bring(op.getInductionVar());
  auto indices = [&](const Array &array) {
    SmallVector<Value> at;
    for (int64_t extent : array.shape) {
      Value index = choices.oneIn(2) ? Value(op.getInductionVar())
                                     : d.pickVariable(builder.getIndexType());
      at.push_back(d.make("arith.remui", {index, d.index(extent)},
                          builder.getIndexType())
                       ->getResult(0));
    }
    return at;
  };
  for (unsigned n = 1 + choices.below(3); n; --n) {
    const Array &from = anyArray();
    Value loaded = mlir::memref::LoadOp::create(builder, loc(), from.memref,
                                                indices(from));
    d.bring(loaded);
    if (llvm::isa<mlir::IntegerType>(from.element) && choices.oneIn(2))
      d.bring(d.make("arith.index_castui", loaded, builder.getIndexType())
                  ->getResult(0));
    const Array &to = anyArray();
    Value value = computed(to.element);
    mlir::memref::StoreOp::create(builder, loc(), value, to.memref,
                                  indices(to));
  }
  std::swap(outer, counters);
}

void LoopDraft::make() {
  for (unsigned n = 1 + choices.below(3); n; --n)
    allocate();
  for (unsigned n = 1 + choices.below(4); n; --n)
    switch (choices.below(8)) {
    case 0:
      makeView();
      break;
    case 1:
      makeCopy();
      break;
    case 2:
      makeIndexedLoop();
      break;
    case 3:
      d.budget = 2;
      makeSomething(d);
      [[fallthrough]];
    default:
      makeNest();
    }
}

SmallVector<Value> LoopDraft::results() {
  SmallVector<Value> all;
  for (const Array &array : arrays) {
    if (all.size() > 6)
      break;
    // Places in the order of the array, the last one first.
    SmallVector<Value> at;
    for (int64_t extent : array.shape)
      at.push_back(d.index(choices.oneIn(2)
                               ? extent - 1
                               : int64_t(choices.below(unsigned(extent)))));
    all.push_back(
        mlir::memref::LoadOp::create(builder, loc(), array.memref, at));
    if (array.shape.size() != 1 || !llvm::isa<mlir::IntegerType>(array.element))
      continue;
    // Of all elements, and where they are.
    Value factor = d.splat(array.element,
                           APInt(functionElementWidth(array.element), 5,
                                 /*isSigned=*/false, /*implicitTrunc=*/true));
    all.push_back(loop(
        0, array.shape[0] - 1,
        d.splat(array.element, APInt(functionElementWidth(array.element), 0)),
        [&](Value sum) {
          AffineMap map =
              AffineMap::getMultiDimIdentityMap(1, builder.getContext());
          Value element = mlir::affine::AffineLoadOp::create(
              builder, loc(), array.memref, map,
              mlir::ValueRange(counters.back().value));
          Value moved =
              d.make("arith.muli", {sum, factor}, array.element)->getResult(0);
          return d.make("arith.addi", {moved, element}, array.element)
              ->getResult(0);
        }));
  }
  for (const Array &array : arrays)
    if (array.isHeap && choices.oneIn(2))
      mlir::memref::DeallocOp::create(builder, loc(), array.memref);
  return all;
}

SmallVector<Value> tilefuzz::makeLoops(FunctionDraft &draft) {
  LoopDraft loops(draft);
  loops.make();
  return loops.results();
}
