//===- Shapes.cpp - Operations of vector and tensor that move elements ----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Positions out of bounds are undefined; -1 in a static position or a mask is
// poison (VectorOps.td).
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMachine.h"
#include "interp/Semantics/Float.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;

static ArrayRef<int64_t> shapeOf(mlir::Type type) {
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}
static ArrayRef<int64_t> operandShape(const Instruction &in, unsigned i) {
  return shapeOf(in.op->getOperand(i).getType());
}
static ArrayRef<int64_t> resultShape(const Instruction &in) {
  return shapeOf(in.op->getResult(0).getType());
}
static int64_t product(ArrayRef<int64_t> shape) {
  int64_t n = 1;
  for (int64_t extent : shape)
    n *= extent;
  return n;
}
static SmallVector<int64_t> unravel(int64_t index, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> at(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    at[d] = index % shape[d];
    index /= shape[d];
  }
  return at;
}
static int64_t ravel(ArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  int64_t index = 0;
  for (auto [i, extent] : llvm::zip(at, shape))
    index = index * extent + i;
  return index;
}

//===----------------------------------------------------------------------===//
// Elements and slices at a position
//===----------------------------------------------------------------------===//

enum class At { Place, Poison, Ended };
/// The offset of a position: static numbers, with operands from `first` on
/// where the number is dynamic; all operands if there is no attribute.
static At positionOf(Machine &machine, const Instruction &in, unsigned first,
                     ArrayRef<int64_t> shape, int64_t &offset) {
  SmallVector<int64_t> at;
  auto fixed = in.op->getAttrOfType<mlir::DenseI64ArrayAttr>("static_position");
  size_t rank = fixed ? fixed.size() : in.operands.size() - first;
  for (size_t d = 0; d < rank; ++d) {
    if (fixed && !mlir::ShapedType::isDynamic(fixed[d])) {
      if (fixed[d] == -1)
        return At::Poison;
      at.push_back(fixed[d]);
      continue;
    }
    const Element &index = machine.operand(in, first++).front();
    if (index.certainty == Certainty::Poison)
      return At::Poison;
    if (index.certainty != Certainty::Exact) {
      machine.unstable(in, "a position is not determined");
      return At::Ended;
    }
    at.push_back(int64_t(index.bits));
  }
  for (auto [i, extent] : llvm::zip(at, shape))
    if (i < 0 || i >= extent) {
      machine.undefined(in, Undefined::ExtractIndex);
      return At::Ended;
    }
  offset = ravel(at, shape) * product(shape.drop_front(at.size()));
  return At::Place;
}

static Step evalExtract(Machine &machine, const Instruction &in) {
  size_t count = numElements(in.op->getResult(0).getType());
  int64_t offset = 0;
  At place = positionOf(machine, in, 1, operandShape(in, 0), offset);
  if (place == At::Ended)
    return Step::Stop;
  const FunctionValue &source = machine.operand(in, 0);
  FunctionValue result(count, Element{0, Certainty::Poison});
  if (place == At::Place)
    std::copy_n(source.begin() + offset, count, result.begin());
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalInsert(Machine &machine, const Instruction &in) {
  const FunctionValue &value = machine.operand(in, 0);
  FunctionValue result = machine.operand(in, 1);
  int64_t offset = 0;
  At place = positionOf(machine, in, 2, operandShape(in, 1), offset);
  if (place == At::Ended)
    return Step::Stop;
  if (place == At::Poison)
    result.assign(result.size(), Element{0, Certainty::Poison});
  else
    llvm::copy(value, result.begin() + offset);
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Moves by index
//===----------------------------------------------------------------------===//

/// Result element i is element `source(i)` of operand 0.
template <typename SourceFn>
static Step gather(Machine &machine, const Instruction &in, SourceFn source) {
  const FunctionValue &operand = machine.operand(in, 0);
  FunctionValue result(numElements(in.op->getResult(0).getType()));
  for (auto [i, element] : llvm::enumerate(result))
    element = operand[source(int64_t(i))];
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static Step evalSame(Machine &machine, const Instruction &in) {
  machine.setResult(in, 0, machine.operand(in, 0));
  return Step::Next;
}
/// What a partial conversion leaves: one value of another type, same elements.
static Step evalCast(Machine &machine, const Instruction &in) {
  if (in.operands.size() != 1 || in.results.size() != 1)
    return machine.unsupported(in, "this form");
  mlir::Type from = in.op->getOperand(0).getType(),
             to = in.op->getResult(0).getType();
  if (numElements(from) != numElements(to) ||
      widthOf(elementOf(from)) != widthOf(elementOf(to)))
    return machine.unsupported(in, "this form");
  return evalSame(machine, in);
}
/// Extents of 1 and missing leading dimensions repeat.
static Step evalBroadcast(Machine &machine, const Instruction &in) {
  ArrayRef<int64_t> from = operandShape(in, 0), to = resultShape(in);
  return gather(machine, in, [=](int64_t i) {
    SmallVector<int64_t> at = unravel(i, to);
    SmallVector<int64_t> source(ArrayRef<int64_t>(at).take_back(from.size()));
    for (auto [k, extent] : llvm::zip(source, from))
      k = extent == 1 ? 0 : k;
    return ravel(source, from);
  });
}
static Step evalTranspose(Machine &machine, const Instruction &in) {
  auto order = in.op->getAttrOfType<mlir::DenseI64ArrayAttr>("permutation");
  ArrayRef<int64_t> from = operandShape(in, 0), to = resultShape(in);
  return gather(machine, in, [=](int64_t i) {
    SmallVector<int64_t> at = unravel(i, to), source(from.size());
    for (auto [d, k] : llvm::enumerate(order.asArrayRef()))
      source[k] = at[d];
    return ravel(source, from);
  });
}

static SmallVector<int64_t> integersOf(mlir::Operation *op,
                                       llvm::StringRef name) {
  SmallVector<int64_t> values;
  mlir::Attribute attribute = op->getAttr(name);
  if (auto dense = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attribute))
    llvm::append_range(values, dense.asArrayRef());
  else if (auto array = llvm::dyn_cast_or_null<mlir::ArrayAttr>(attribute))
    for (mlir::Attribute element : array)
      values.push_back(llvm::cast<mlir::IntegerAttr>(element).getInt());
  return values;
}

/// Offsets and strides may name fewer dimensions than there are.
static int64_t sliceElement(ArrayRef<int64_t> at, ArrayRef<int64_t> whole,
                            ArrayRef<int64_t> offsets,
                            ArrayRef<int64_t> strides) {
  SmallVector<int64_t> source(at);
  for (size_t d = 0; d < offsets.size(); ++d)
    source[d] = offsets[d] + source[d] * strides[d];
  return ravel(source, whole);
}
static Step evalExtractStrided(Machine &machine, const Instruction &in) {
  SmallVector<int64_t> offsets = integersOf(in.op, "offsets"),
                       strides = integersOf(in.op, "strides");
  ArrayRef<int64_t> from = operandShape(in, 0), to = resultShape(in);
  return gather(machine, in, [&](int64_t i) {
    return sliceElement(unravel(i, to), from, offsets, strides);
  });
}
static Step evalInsertStrided(Machine &machine, const Instruction &in) {
  SmallVector<int64_t> offsets = integersOf(in.op, "offsets"),
                       strides = integersOf(in.op, "strides");
  const FunctionValue &value = machine.operand(in, 0);
  FunctionValue result = machine.operand(in, 1);
  ArrayRef<int64_t> part = operandShape(in, 0), whole = operandShape(in, 1);
  // Strides are those of the inserted dimensions, which are the last ones.
  SmallVector<int64_t> steps(whole.size() - part.size(), 1);
  llvm::append_range(steps, strides);
  for (auto [i, element] : llvm::enumerate(value)) {
    SmallVector<int64_t> at(whole.size() - part.size(), 0);
    llvm::append_range(at, unravel(int64_t(i), part));
    result[sliceElement(at, whole, offsets, steps)] = element;
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

/// Indices are of the concatenation along the first dimension.
static Step evalShuffle(Machine &machine, const Instruction &in) {
  SmallVector<int64_t> mask = integersOf(in.op, "mask");
  const FunctionValue &a = machine.operand(in, 0), &b = machine.operand(in, 1);
  ArrayRef<int64_t> shape = operandShape(in, 0);
  size_t row = shape.empty() ? 1 : product(shape.drop_front());
  size_t rows = a.size() / row;
  FunctionValue result;
  for (int64_t index : mask)
    for (size_t k = 0; k < row; ++k)
      result.push_back(index < 0 ? Element{0, Certainty::Poison}
                       : size_t(index) < rows
                           ? a[size_t(index) * row + k]
                           : b[(size_t(index) - rows) * row + k]);
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalInterleave(Machine &machine, const Instruction &in) {
  const FunctionValue &a = machine.operand(in, 0), &b = machine.operand(in, 1);
  FunctionValue result;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    result.push_back(x);
    result.push_back(y);
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalDeinterleave(Machine &machine, const Instruction &in) {
  FunctionValue source = machine.operand(in, 0), even, odd;
  for (size_t i = 0; i < source.size(); i += 2) {
    even.push_back(source[i]);
    odd.push_back(source[i + 1]);
  }
  machine.setResult(in, 0, std::move(even));
  machine.setResult(in, 1, std::move(odd));
  return Step::Next;
}
static Step evalFromElements(Machine &machine, const Instruction &in) {
  FunctionValue result;
  for (unsigned i = 0; i < in.operands.size(); ++i)
    result.push_back(machine.operand(in, i).front());
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalToElements(Machine &machine, const Instruction &in) {
  FunctionValue source = machine.operand(in, 0);
  for (auto [i, element] : llvm::enumerate(source))
    machine.setResult(in, unsigned(i), {element});
  return Step::Next;
}

/// Between elements of other widths: the innermost dimension is one bit string,
/// its first element lowest.
static Step evalVectorBitcast(Machine &machine, const Instruction &in) {
  mlir::Type from = elementOf(in.op->getOperand(0)),
             to = elementOf(in.op->getResult(0));
  unsigned fromWidth = widthOf(from), toWidth = widthOf(to);
  if (fromWidth % toWidth && toWidth % fromWidth)
    return machine.unsupported(in, "these widths");
  FunctionValue source = machine.operand(in, 0), result;
  // The payload of a NaN is not determined.
  if (auto real = llvm::dyn_cast<mlir::FloatType>(from))
    for (Element &element : source)
      if (element.certainty == Certainty::Near ||
          element.certainty == Certainty::Rough ||
          (from != to && element.certainty == Certainty::Exact &&
           llvm::APFloat(real.getFloatSemantics(),
                         APInt(fromWidth, element.bits))
               .isNaN()))
        element.certainty = Certainty::Unspecified;
  if (fromWidth >= toWidth) {
    for (const Element &element : source)
      for (unsigned shift = 0; shift < fromWidth; shift += toWidth)
        result.push_back({toWidth == 64 ? element.bits
                                        : (element.bits >> shift) &
                                              ((uint64_t(1) << toWidth) - 1),
                          element.certainty});
  } else {
    for (size_t i = 0; i < source.size(); i += toWidth / fromWidth) {
      Element whole;
      for (unsigned k = 0; k < toWidth / fromWidth; ++k) {
        whole.bits |= source[i + k].bits << (k * fromWidth);
        whole.certainty = std::max(whole.certainty, source[i + k].certainty);
      }
      result.push_back(whole);
    }
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static Step evalStep(Machine &machine, const Instruction &in) {
  FunctionValue result(numElements(in.op->getResult(0).getType()));
  for (auto [i, element] : llvm::enumerate(result))
    element.bits = i;
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalConstantMask(Machine &machine, const Instruction &in) {
  SmallVector<int64_t> sizes = integersOf(in.op, "mask_dim_sizes");
  ArrayRef<int64_t> shape = resultShape(in);
  FunctionValue result(product(shape));
  for (auto [i, element] : llvm::enumerate(result)) {
    element.bits = 1;
    for (auto [k, size] : llvm::zip(unravel(int64_t(i), shape), sizes))
      element.bits &= k < size;
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step evalCreateMask(Machine &machine, const Instruction &in) {
  ArrayRef<int64_t> shape = resultShape(in);
  FunctionValue result(product(shape), Element{1});
  for (auto [i, element] : llvm::enumerate(result))
    for (auto [d, k] : llvm::enumerate(unravel(int64_t(i), shape))) {
      const Element &size = machine.operand(in, unsigned(d)).front();
      element.certainty = std::max(element.certainty, size.certainty);
      element.bits &= k < int64_t(size.bits);
    }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static ConcreteDomain domain;

static Element combine(mlir::vector::CombiningKind kind, mlir::Type type,
                       const Element &x, const Element &y) {
  using Kind = mlir::vector::CombiningKind;
  Certainty least = std::max(x.certainty, y.certainty);
  if (least >= Certainty::Unspecified)
    return {0, least};
  if (least != Certainty::Exact)
    least = Certainty::Rough;
  unsigned width = widthOf(type);
  APInt a(width, x.bits), b(width, y.bits);
  auto give = [&](const APInt &value) {
    return Element{value.getZExtValue(), least};
  };
  auto number = [&](semantics::Extremum extremum, semantics::OneNaN oneNaN) {
    // maxnumf and minnumf may give either zero.
    APInt value = semantics::maxOrMin(domain, formatOf(type), a, b, extremum,
                                      oneNaN, /*ftz=*/false);
    Element element = give(value);
    if (oneNaN == semantics::OneNaN::IsIgnored &&
        llvm::APFloat(*formatOf(type), value).isZero() && a != b)
      element.certainty = std::max(element.certainty, Certainty::Near);
    return element;
  };
  switch (kind) {
  case Kind::ADD:
    // Of floats, in an order that is not stated.
    return llvm::isa<mlir::FloatType>(type) ? Element{0, Certainty::Unspecified}
                                            : give(a + b);
  case Kind::MUL:
    return llvm::isa<mlir::FloatType>(type) ? Element{0, Certainty::Unspecified}
                                            : give(a * b);
  case Kind::MINUI:
    return give(a.ult(b) ? a : b);
  case Kind::MINSI:
    return give(a.slt(b) ? a : b);
  case Kind::MAXUI:
    return give(a.ugt(b) ? a : b);
  case Kind::MAXSI:
    return give(a.sgt(b) ? a : b);
  case Kind::AND:
    return give(a & b);
  case Kind::OR:
    return give(a | b);
  case Kind::XOR:
    return give(a ^ b);
  case Kind::MINNUMF:
    return number(semantics::Extremum::Min, semantics::OneNaN::IsIgnored);
  case Kind::MAXNUMF:
    return number(semantics::Extremum::Max, semantics::OneNaN::IsIgnored);
  case Kind::MINIMUMF:
    return number(semantics::Extremum::Min, semantics::OneNaN::Propagates);
  case Kind::MAXIMUMF:
    return number(semantics::Extremum::Max, semantics::OneNaN::Propagates);
  }
  return {0, Certainty::Unspecified};
}

static Step evalReduction(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::vector::ReductionOp>(in.op);
  if (op.getFastmath() != mlir::arith::FastMathFlags::none)
    return machine.unsupported(in, "fastmath flags");
  mlir::Type type = op.getResult().getType();
  const FunctionValue &source = machine.operand(in, 0);
  Element result = source.front();
  for (const Element &element : llvm::drop_begin(source))
    result = combine(op.getKind(), type, result, element);
  if (in.operands.size() == 2)
    result =
        combine(op.getKind(), type, result, machine.operand(in, 1).front());
  machine.setResult(in, 0, {result});
  return Step::Next;
}
static Step evalMultiReduction(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::vector::MultiDimReductionOp>(in.op);
  mlir::Type type = elementOf(in.op->getResult(0));
  ArrayRef<int64_t> from = operandShape(in, 0), to = resultShape(in);
  FunctionValue result = machine.operand(in, 1);
  for (auto [i, element] : llvm::enumerate(machine.operand(in, 0))) {
    SmallVector<int64_t> kept;
    for (auto [d, k] : llvm::enumerate(unravel(int64_t(i), from)))
      if (!op.isReducedDim(int64_t(d)))
        kept.push_back(k);
    Element &into = result[ravel(kept, to)];
    into = combine(op.getKind(), type, into, element);
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"vector.extract", evalExtract},
    {"vector.insert", evalInsert},
    {"tensor.extract", evalExtract},
    {"vector.broadcast", evalBroadcast},
    {"tensor.splat", evalBroadcast},
    {"vector.shape_cast", evalSame},
    {"tensor.expand_shape", evalSame},
    {"tensor.collapse_shape", evalSame},
    {"tensor.cast", evalSame},
    {"builtin.unrealized_conversion_cast", evalCast},
    {"tensor.insert", evalInsert},
    {"vector.transpose", evalTranspose},
    {"vector.extract_strided_slice", evalExtractStrided},
    {"vector.insert_strided_slice", evalInsertStrided},
    {"vector.shuffle", evalShuffle},
    {"vector.interleave", evalInterleave},
    {"vector.deinterleave", evalDeinterleave},
    {"vector.from_elements", evalFromElements},
    {"tensor.from_elements", evalFromElements},
    {"vector.to_elements", evalToElements},
    {"vector.bitcast", evalVectorBitcast},
    {"vector.step", evalStep},
    {"vector.constant_mask", evalConstantMask},
    {"vector.create_mask", evalCreateMask},
    {"vector.reduction", evalReduction},
    {"vector.multi_reduction", evalMultiReduction},
};
ArrayRef<EvaluatorRow> function::getShapeEvaluators() { return rows; }
