//===- TensorFunctions.cpp - Functions of linalg over tensors -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Structured operations, slices, and loops that carry tensors: what
// bufferization, fusion and the lowering to loops are given. A tensor is often
// used again after something was made of it, so that whoever overwrites it is
// seen. Sums are of integers, as their order is free.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::AffineExpr;
using mlir::AffineMap;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;

namespace {
class TensorDraft {
public:
  explicit TensorDraft(FunctionDraft &draft)
      : d(draft), choices(draft.choices), builder(draft.builder) {}

  void make(unsigned depth = 0);

private:
  mlir::Location loc() { return builder.getUnknownLoc(); }
  Value pickTensor(llvm::function_ref<bool(RankedTensorType)> wanted);
  Value pickTensor() {
    return pickTensor([](RankedTensorType) { return true; });
  }
  /// Of that type: one that there is, or a new one.
  Value outOf(RankedTensorType type);
  static RankedTensorType typeOf(Value value) {
    return llvm::cast<RankedTensorType>(value.getType());
  }

  void makeGeneric();
  void makeReduce();
  void makeProduct();
  void makeNamed();
  void makeFill();
  void makeTurned();
  void makeSlice();
  void makeElement();
  void makeLoop(unsigned depth);
  void makeIf(unsigned depth);
  void bring(Value value) { d.bring(value); }

  FunctionDraft &d;
  ByteSource &choices;
  mlir::OpBuilder &builder;
};
} // namespace

Value TensorDraft::pickTensor(
    llvm::function_ref<bool(RankedTensorType)> wanted) {
  return d.pickWhere([&](Type type) {
    auto tensor = llvm::dyn_cast<RankedTensorType>(type);
    return tensor && wanted(tensor);
  });
}

Value TensorDraft::outOf(RankedTensorType type) {
  if (!choices.oneIn(3))
    if (Value value = pickTensor([&](RankedTensorType t) { return t == type; }))
      return value;
  if (choices.oneIn(3)) {
    Value empty = mlir::tensor::EmptyOp::create(builder, loc(), type.getShape(),
                                                type.getElementType());
    Value scalar = d.pick(type.getElementType());
    return mlir::linalg::FillOp::create(builder, loc(), scalar, empty)
        .getResult(0);
  }
  return d.constant(type);
}

/// Elements of some tensors become elements of one, each at the place that its
/// map says; what stood there may count, too.
void TensorDraft::makeGeneric() {
  Value shaped = pickTensor();
  if (!shaped)
    return;
  RankedTensorType loops = typeOf(shaped);
  unsigned rank = loops.getRank();
  mlir::MLIRContext *context = builder.getContext();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned n = 1 + choices.below(2); n; --n) {
    Value input = pickTensor([&](RankedTensorType t) {
      // Its dimensions are loops, in order, turned, or some of them.
      return t.getShape() == loops.getShape() ||
             (rank == 2 && t.getRank() == 1 &&
              (t.getDimSize(0) == loops.getDimSize(0) ||
               t.getDimSize(0) == loops.getDimSize(1))) ||
             (rank == 2 && t.getRank() == 2 &&
              t.getDimSize(0) == loops.getDimSize(1) &&
              t.getDimSize(1) == loops.getDimSize(0));
    });
    if (!input)
      break;
    RankedTensorType t = typeOf(input);
    AffineMap map = AffineMap::getMultiDimIdentityMap(rank, context);
    if (t.getRank() < int64_t(rank)) {
      unsigned dim = t.getDimSize(0) == loops.getDimSize(0) ? 0 : 1;
      map = AffineMap::get(rank, 0, builder.getAffineDimExpr(dim), context);
    } else if (t.getShape() != loops.getShape() ||
               (rank == 2 && t.getDimSize(0) == t.getDimSize(1) &&
                choices.oneIn(2))) {
      map = AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, context);
    }
    inputs.push_back(input);
    maps.push_back(map);
  }
  SmallVector<Value> outs;
  SmallVector<Type> types;
  for (unsigned n = 1 + choices.oneIn(5); n; --n) {
    Type element = choices.oneIn(2) ? loops.getElementType() : d.anyElement();
    auto type = RankedTensorType::get(loops.getShape(), element);
    outs.push_back(outOf(type));
    types.push_back(type);
    maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
  }
  SmallVector<mlir::utils::IteratorType> iterators(
      rank, mlir::utils::IteratorType::parallel);
  auto op = mlir::linalg::GenericOp::create(
      builder, loc(), types, inputs, outs, maps, iterators,
      [&](mlir::OpBuilder &inner, mlir::Location where,
          mlir::ValueRange arguments) {
        DraftScope scope(d);
        mlir::OpBuilder::InsertPoint before = builder.saveInsertionPoint();
        builder.restoreInsertionPoint(inner.saveInsertionPoint());
        // Scalars only, as a tensor is of the loops outside.
        std::vector<Value> outside;
        std::swap(outside, d.scope);
        for (Value value : outside)
          if (!llvm::isa<mlir::ShapedType>(value.getType()))
            d.bring(value);
        for (Value argument : arguments)
          d.bring(argument);
        if (rank && choices.oneIn(5))
          d.bring(mlir::linalg::IndexOp::create(builder, where,
                                                choices.below(rank)));
        d.budget = 4;
        for (unsigned n = 1 + choices.below(3); n; --n)
          makeSomething(d);
        SmallVector<Value> values;
        for (Type type : types)
          values.push_back(d.pickVariable(FunctionDraft::elementOf(type)));
        mlir::linalg::YieldOp::create(builder, where, values);
        std::swap(outside, d.scope);
        builder.restoreInsertionPoint(before);
      });
  for (Value result : op.getResults())
    bring(result);
}

/// Integers along one or all dimensions.
void TensorDraft::makeReduce() {
  Value from = pickTensor([](RankedTensorType t) {
    return llvm::isa<mlir::IntegerType>(t.getElementType()) && t.getRank() > 0;
  });
  if (!from)
    return;
  RankedTensorType type = typeOf(from);
  unsigned rank = type.getRank();
  Type element = type.getElementType();
  SmallVector<int64_t> kept;
  SmallVector<AffineExpr> exprs;
  SmallVector<mlir::utils::IteratorType> iterators(
      rank, mlir::utils::IteratorType::reduction);
  if (rank == 2) {
    unsigned dim = choices.below(2);
    kept.push_back(type.getDimSize(dim));
    exprs.push_back(builder.getAffineDimExpr(dim));
    iterators[dim] = mlir::utils::IteratorType::parallel;
  }
  auto result = RankedTensorType::get(kept, element);
  static constexpr llvm::StringLiteral kinds[] = {
      "arith.addi",  "arith.muli",  "arith.maxsi", "arith.minui",
      "arith.maxui", "arith.minsi", "arith.xori",  "arith.andi"};
  llvm::StringRef kind = kinds[choices.below(8)];
  AffineMap maps[] = {
      AffineMap::getMultiDimIdentityMap(rank, builder.getContext()),
      AffineMap::get(rank, 0, exprs, builder.getContext())};
  Value out = outOf(result);
  auto op = mlir::linalg::GenericOp::create(
      builder, loc(), result, from, out, maps, iterators,
      [&](mlir::OpBuilder &inner, mlir::Location where,
          mlir::ValueRange arguments) {
        mlir::OperationState state(where, kind);
        state.addOperands({arguments[1], arguments[0]});
        state.addTypes(element);
        mlir::linalg::YieldOp::create(inner, where,
                                      inner.create(state)->getResult(0));
      });
  bring(op.getResult(0));
}

/// A matrix times a matrix or a vector.
void TensorDraft::makeProduct() {
  Value a = pickTensor([](RankedTensorType t) {
    return t.getRank() == 2 &&
           llvm::isa<mlir::IntegerType>(t.getElementType()) &&
           !t.getElementType().isInteger(1);
  });
  if (!a)
    return;
  RankedTensorType type = typeOf(a);
  Type element = type.getElementType();
  if (choices.oneIn(3)) {
    Value x = outOf(RankedTensorType::get({type.getDimSize(1)}, element));
    auto result = RankedTensorType::get({type.getDimSize(0)}, element);
    Value out = outOf(result);
    bring(mlir::linalg::MatvecOp::create(builder, loc(), result,
                                         mlir::ValueRange{a, x},
                                         mlir::ValueRange(out))
              .getResult(0));
    return;
  }
  Value b = pickTensor([&](RankedTensorType t) {
    return t.getRank() == 2 && t.getElementType() == element &&
           t.getDimSize(0) == type.getDimSize(1);
  });
  if (!b)
    return;
  auto result = RankedTensorType::get(
      {type.getDimSize(0), typeOf(b).getDimSize(1)}, element);
  Value out = outOf(result);
  bring(mlir::linalg::MatmulOp::create(builder, loc(), result,
                                       mlir::ValueRange{a, b},
                                       mlir::ValueRange(out))
            .getResult(0));
}

void TensorDraft::makeNamed() {
  Value a = pickTensor([](RankedTensorType t) {
    return !t.getElementType().isInteger(1) && !t.getElementType().isIndex();
  });
  if (!a)
    return;
  RankedTensorType type = typeOf(a);
  Value b = outOf(type), out = outOf(type);
  mlir::ValueRange none;
  SmallVector<Value> inputs = {a, b};
  mlir::Operation *op;
  switch (choices.below(4)) {
  case 0:
    op = mlir::linalg::AddOp::create(builder, loc(), type, inputs,
                                     mlir::ValueRange(out));
    break;
  case 1:
    op = mlir::linalg::SubOp::create(builder, loc(), type, inputs,
                                     mlir::ValueRange(out));
    break;
  case 2:
    op = mlir::linalg::MulOp::create(builder, loc(), type, inputs,
                                     mlir::ValueRange(out));
    break;
  default:
    op = mlir::linalg::CopyOp::create(builder, loc(), type, mlir::ValueRange(a),
                                      mlir::ValueRange(out));
  }
  bring(op->getResult(0));
}

void TensorDraft::makeFill() {
  Value out = pickTensor();
  if (!out)
    return;
  Value scalar = d.pickVariable(typeOf(out).getElementType());
  bring(mlir::linalg::FillOp::create(builder, loc(), scalar, out).getResult(0));
}

/// Transposed, or a row of which a matrix is made.
void TensorDraft::makeTurned() {
  Value from = pickTensor([](RankedTensorType t) { return t.getRank() > 0; });
  if (!from)
    return;
  RankedTensorType type = typeOf(from);
  if (type.getRank() == 2) {
    auto turned = RankedTensorType::get(
        {type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
    Value out = outOf(turned);
    bring(mlir::linalg::TransposeOp::create(builder, loc(), from, out,
                                            ArrayRef<int64_t>{1, 0})
              ->getResult(0));
    return;
  }
  unsigned added = choices.below(2);
  SmallVector<int64_t> shape = {type.getDimSize(0)};
  shape.insert(shape.begin() + added, 2 + int64_t(choices.below(2)));
  auto wide = RankedTensorType::get(shape, type.getElementType());
  Value out = outOf(wide);
  bring(mlir::linalg::BroadcastOp::create(builder, loc(), from, out,
                                          ArrayRef<int64_t>{added})
            ->getResult(0));
}

/// A part of a tensor, or a tensor of which a part is another one.
void TensorDraft::makeSlice() {
  Value from = pickTensor([](RankedTensorType t) { return t.getRank() > 0; });
  if (!from)
    return;
  RankedTensorType type = typeOf(from);
  SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> shape;
  for (int64_t extent : type.getShape()) {
    int64_t stride = choices.oneIn(4) ? 2 : 1;
    int64_t size =
        1 + int64_t(choices.below(unsigned((extent + stride - 1) / stride)));
    int64_t room = extent - 1 - (size - 1) * stride;
    offsets.push_back(
        builder.getIndexAttr(int64_t(choices.below(unsigned(room + 1)))));
    sizes.push_back(builder.getIndexAttr(size));
    strides.push_back(builder.getIndexAttr(stride));
    shape.push_back(size);
  }
  auto part = RankedTensorType::get(shape, type.getElementType());
  if (choices.oneIn(2)) {
    bring(mlir::tensor::ExtractSliceOp::create(builder, loc(), from, offsets,
                                               sizes, strides));
    return;
  }
  Value source = outOf(part);
  bring(mlir::tensor::InsertSliceOp::create(builder, loc(), source, from,
                                            offsets, sizes, strides));
}

void TensorDraft::makeElement() {
  Value from = pickTensor();
  if (!from)
    return;
  RankedTensorType type = typeOf(from);
  SmallVector<Value> at;
  for (int64_t extent : type.getShape()) {
    Value index;
    if (choices.oneIn(3))
      index = d.pickWhere([](Type t) { return t.isIndex(); });
    if (index)
      index = d.make("arith.remui", {index, d.index(extent)}, index.getType())
                  ->getResult(0);
    at.push_back(index ? index
                       : d.index(int64_t(choices.below(unsigned(extent)))));
  }
  if (choices.oneIn(3)) {
    bring(mlir::tensor::ExtractOp::create(builder, loc(), from, at));
    return;
  }
  bring(mlir::tensor::InsertOp::create(
      builder, loc(), d.pickVariable(type.getElementType()), from, at));
}

/// Tensors that go from one iteration to the next, some of them unchanged or in
/// another order.
void TensorDraft::makeLoop(unsigned depth) {
  if (depth > 1)
    return;
  SmallVector<Value> inits;
  for (unsigned n = 1 + choices.below(2); n; --n)
    if (Value init = pickTensor())
      inits.push_back(init);
  if (choices.oneIn(3))
    inits.push_back(d.pick(d.anyElement()));
  Value low = d.index(0), high = d.index(int64_t(choices.below(5))),
        one = d.index(1);
  auto op = mlir::scf::ForOp::create(builder, loc(), low, high, one, inits);
  {
    DraftScope scope(d);
    builder.setInsertionPointToStart(op.getBody());
    for (Value argument : op.getBody()->getArguments())
      d.bring(argument);
    make(depth + 1);
    SmallVector<Value> next;
    for (Value init : inits)
      next.push_back(d.pickVariable(init.getType()));
    if (!inits.empty())
      mlir::scf::YieldOp::create(builder, loc(), next);
  }
  for (Value result : op.getResults())
    bring(result);
}

void TensorDraft::makeIf(unsigned depth) {
  if (depth > 1)
    return;
  Value sample = pickTensor();
  if (!sample)
    return;
  auto op = mlir::scf::IfOp::create(builder, loc(), sample.getType(),
                                    d.pickVariable(d.i1()), /*else=*/true);
  for (mlir::Block *arm : {op.thenBlock(), op.elseBlock()}) {
    DraftScope scope(d);
    builder.setInsertionPointToStart(arm);
    make(depth + 1);
    mlir::scf::YieldOp::create(builder, loc(),
                               d.pickVariable(sample.getType()));
  }
  bring(op.getResult(0));
}

void TensorDraft::make(unsigned depth) {
  for (unsigned n = depth ? 1 + choices.below(3) : 2 + choices.below(6); n; --n)
    switch (choices.below(14)) {
    case 0:
    case 1:
    case 2:
      makeGeneric();
      break;
    case 3:
      makeReduce();
      break;
    case 4:
      makeProduct();
      break;
    case 5:
      makeNamed();
      break;
    case 6:
      makeFill();
      break;
    case 7:
      makeTurned();
      break;
    case 8:
    case 9:
      makeSlice();
      break;
    case 10:
    case 11:
      makeElement();
      break;
    case 12:
      makeLoop(depth);
      break;
    default:
      makeIf(depth);
    }
}

void tilefuzz::makeTensors(FunctionDraft &draft) { TensorDraft(draft).make(); }
