//===- EncodeShape.cpp - Constants, shapes, addresses, borders ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Convert.h"
#include "interp/TileTypes/Pointees.h"
#include "interp/TileTypes/Tiling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

static bool isToken(mlir::Type type) {
  return llvm::isa<ct::TokenType, aa::MemTokenType>(type);
}

/// Numbers of input tokens: what they stand for came before all accesses.
static constexpr unsigned firstInputToken = 1u << 16;

/// Named `x.base`, and what the type does not say: `x.size0`, `x.stride0`.
static SymbolicValue viewInput(Encoder &e, const StridedShape &type,
                               const std::string &name) {
  S &d = e.domain;
  Term base = d.input(name + ".base", 64);
  if (std::optional<uint64_t> bytes = e.options.bufferSize)
    e.addUndefined(d.lnot(d.ult(base, d.constant(64, *bytes))));
  SymbolicValue value;
  value.elements.push_back({base, d.truth(false)});
  for (auto [list, part] :
       {std::pair(type.shape, ".size"), std::pair(type.strides, ".stride")})
    for (auto [k, known] : llvm::enumerate(list)) {
      Term term = mlir::ShapedType::isDynamic(known)
                      ? d.input(name + part + std::to_string(k), 64)
                      : d.constant(64, known);
      e.addUndefined(d.eq(term, d.constant(64, 0)));
      value.elements.push_back({term, d.truth(false)});
    }
  return value;
}

/// Every element is an input of its own, named `x[3]`; a bare scalar is `x`.
llvm::Expected<SymbolicValue> tilefuzz::inputValue(Encoder &e, mlir::Type type,
                                                   const std::string &name) {
  SymbolicValue value;
  if (isToken(type)) {
    value.token[firstInputToken + e.domain.numberOf(name)] =
        e.domain.truth(true);
    return value;
  }
  if (std::optional<StridedShape> strided = stridedShapeOf(type))
    return viewInput(e, *strided, name);
  TileShape shape = tileShapeOf(type);
  if (!pointeeOf(shape.element) && !shape.element.isIntOrIndexOrFloat())
    return llvm::createStringError("an input cannot be of this type");
  for (size_t i = 0, n = shape.numElements(); i < n; ++i) {
    std::string element = name;
    if (!shape.shape.empty())
      element += "[" + std::to_string(i) + "]";
    Term unspecified = e.domain.truth(false);
    if (e.options.mayBeUnspecified)
      unspecified =
          e.domain.eq(e.domain.input(element + unspecifiedSuffix.str(), 1),
                      e.domain.constant(1, 1));
    value.elements.push_back(
        {e.domain.input(element, widthOf(shape.element)), unspecified});
    if (std::optional<uint64_t> bytes = e.options.bufferSize;
        bytes && pointeeOf(shape.element))
      e.addUndefined(e.domain.lnot(e.domain.ult(
          value.elements.back().bits, e.domain.constant(64, *bytes))));
  }
  return value;
}
static llvm::Error input(Encoder &e, mlir::Operation *op) {
  auto name = op->getAttrOfType<mlir::StringAttr>("name");
  if (!name || op->getNumResults() != 1)
    return llvm::createStringError(
        "'tilefuzz.input' needs a name and one result");
  mlir::Value result = op->getResult(0);
  if (llvm::isa<aa::QueueType>(result.getType())) {
    Term queue = e.domain.input(name.str(), 64);
    e.result.given = e.domain.land(
        e.result.given,
        e.domain.ult(queue, e.domain.constant(64, firstCreatedQueue)));
    e.valueOf(result).elements = {{queue, e.domain.truth(false)}};
    return llvm::Error::success();
  }
  llvm::Expected<SymbolicValue> value =
      inputValue(e, result.getType(), name.str());
  if (!value)
    return value.takeError();
  e.valueOf(result) = std::move(*value);
  return llvm::Error::success();
}

static llvm::Error observe(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  // Where the run has ended, nothing is observed.
  bool always = d.isTrue(e.guard);
  for (mlir::Value operand : op->getOperands()) {
    SymbolicValue value = e.valueOf(operand);
    for (SymbolicElement &element : value.elements) {
      if (always)
        break;
      element.bits =
          d.ite(e.guard, element.bits, d.constant(d.width(element.bits), 0));
      element.unspecified = d.land(e.guard, element.unspecified);
    }
    for (auto &[number, holds] : value.token)
      holds = always ? holds : d.land(e.guard, holds);
    e.result.observed.push_back(std::move(value));
    e.result.observedTypes.push_back(operand.getType());
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static llvm::Error denseConstant(Encoder &e, mlir::Operation *op,
                                 mlir::DenseElementsAttr dense) {
  SymbolicValue value;
  auto add = [&](const llvm::APInt &bits) {
    value.elements.push_back({e.domain.constant(bits), e.domain.truth(false)});
  };
  if (llvm::isa<mlir::FloatType>(dense.getElementType()))
    for (const llvm::APFloat &element : dense.getValues<llvm::APFloat>())
      add(element.bitcastToAPInt());
  else
    for (const llvm::APInt &element : dense.getValues<llvm::APInt>())
      add(element);
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error tileConstant(Encoder &e, mlir::Operation *op) {
  return denseConstant(e, op, llvm::cast<ct::ConstantOp>(op).getDense());
}
static llvm::Error arithConstant(Encoder &e, mlir::Operation *op) {
  mlir::Attribute value = llvm::cast<mlir::arith::ConstantOp>(op).getValue();
  if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(value))
    return denseConstant(e, op, dense);
  llvm::APInt bits;
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value))
    bits = integer.getValue();
  else if (auto real = llvm::dyn_cast<mlir::FloatAttr>(value))
    bits = real.getValue().bitcastToAPInt();
  else
    return llvm::createStringError(
        "'arith.constant' of a dense resource has no encoding");
  e.valueOf(op->getResult(0)).elements = {
      {e.domain.constant(bits), e.domain.truth(false)}};
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The result's element i is the source's element `position(i)`.
template <typename F>
static llvm::Error pick(Encoder &e, mlir::Operation *op, F position) {
  const SymbolicValue source = e.valueOf(op->getOperand(0));
  SymbolicValue value;
  size_t count = tileShapeOf(op->getResult(0)).numElements();
  for (size_t i = 0; i < count; ++i)
    value.elements.push_back(source.elements[position(i)]);
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error sameElements(Encoder &e, mlir::Operation *op) {
  return pick(e, op, [](size_t i) { return i; });
}
/// The bits of a NaN as another type are unspecified (semantics.md): of the
/// operation's operand, whose elements these are.
static void leaveNaNs(Encoder &e, mlir::Operation *op,
                      llvm::MutableArrayRef<SymbolicElement> elements) {
  mlir::Type from = elementOf(op->getOperand(0));
  FloatFormat format =
      llvm::isa<mlir::FloatType>(from) && from != elementOf(op->getResult(0))
          ? formatOf(from)
          : nullptr;
  if (!format || !llvm::APFloat::semanticsHasNaN(*format))
    return;
  for (SymbolicElement &element : elements)
    makePoison(e.domain, element, e.domain.isNaN(format, element.bits));
}
static llvm::Error bitcast(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = sameElements(e, op))
    return error;
  leaveNaNs(e, op, e.valueOf(op->getResult(0)).elements);
  return llvm::Error::success();
}
static llvm::Error splat(Encoder &e, mlir::Operation *op) {
  return pick(e, op, [](size_t) { return size_t(0); });
}
static llvm::Error broadcast(Encoder &e, mlir::Operation *op) {
  llvm::ArrayRef<int64_t> from = tileShapeOf(op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> to = tileShapeOf(op->getResult(0)).shape;
  return pick(e, op, [&](size_t i) {
    size_t position = 0, stride = 1;
    for (size_t d = to.size(); d-- > 0;) {
      if (from[d] != 1)
        position += i % to[d] * stride;
      i /= to[d];
      stride *= from[d];
    }
    return position;
  });
}
static llvm::Error permuted(Encoder &e, mlir::Operation *op,
                            llvm::ArrayRef<int32_t> permutation) {
  llvm::ArrayRef<int64_t> from = tileShapeOf(op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> to = tileShapeOf(op->getResult(0)).shape;
  std::vector<size_t> strides(from.size(), 1);
  for (size_t d = from.size(); d-- > 1;)
    strides[d - 1] = strides[d] * from[d];
  return pick(e, op, [&](size_t i) {
    size_t position = 0;
    for (size_t d = to.size(); d-- > 0;) {
      position += i % to[d] * strides[permutation[d]];
      i /= to[d];
    }
    return position;
  });
}
static llvm::Error permute(Encoder &e, mlir::Operation *op) {
  return permuted(e, op, llvm::cast<aa::PermuteOp>(op).getPermutation());
}
static llvm::Error tilePermute(Encoder &e, mlir::Operation *op) {
  return permuted(e, op, llvm::cast<ct::PermuteOp>(op).getPermutation());
}
/// The first operand, then the second, along one dimension.
static llvm::Error concatenate(Encoder &e, mlir::Operation *op, unsigned dim) {
  llvm::ArrayRef<int64_t> from = tileShapeOf(op->getOperand(0)).shape,
                          to = tileShapeOf(op->getResult(0)).shape;
  SymbolicValue value;
  for (size_t i = 0, n = tileShapeOf(op->getResult(0)).numElements(); i < n;
       ++i) {
    int64_t at = coordinate(to, i, dim);
    unsigned side = at >= from[dim];
    llvm::ArrayRef<int64_t> shape = tileShapeOf(op->getOperand(side)).shape;
    size_t position = 0;
    for (size_t k = 0; k < to.size(); ++k)
      position = position * shape[k] + (k == dim ? at - (side ? from[dim] : 0)
                                                 : coordinate(to, i, k));
    value.elements.push_back(
        e.valueOf(op->getOperand(side)).elements[position]);
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error tileCat(Encoder &e, mlir::Operation *op) {
  return concatenate(e, op, llvm::cast<ct::CatOp>(op).getDim());
}
static llvm::Error aaCat(Encoder &e, mlir::Operation *op) {
  return concatenate(e, op, llvm::cast<aa::CatOp>(op).getAxis());
}
/// One of the slices that the tile falls into; indices are numbers of slices.
static llvm::Error tileExtract(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  llvm::ArrayRef<int64_t> from = tileShapeOf(op->getOperand(0)).shape,
                          to = tileShapeOf(op->getResult(0)).shape;
  const SymbolicValue source = e.valueOf(op->getOperand(0));
  size_t slices = 1;
  for (size_t k = 0; k < from.size(); ++k) {
    const SymbolicElement index =
        e.valueOf(op->getOperand(1 + k)).elements.front();
    e.addUndecided(index.unspecified);
    e.addUndefined(
        d.lnot(d.ult(d.zext(index.bits, 64), d.constant(64, from[k] / to[k]))));
    slices *= from[k] / to[k];
  }
  SymbolicValue value;
  for (size_t i = 0, n = tileShapeOf(op->getResult(0)).numElements(); i < n;
       ++i)
    for (size_t slice = slices; slice-- > 0;) {
      Term here = d.truth(true);
      size_t position = 0, stride = 1, rest = slice;
      for (size_t k = from.size(); k-- > 0; rest /= from[k] / to[k]) {
        size_t number = rest % (from[k] / to[k]);
        Term index = e.valueOf(op->getOperand(1 + k)).elements.front().bits;
        here = d.land(here, d.eq(d.zext(index, 64), d.constant(64, number)));
        position += (number * to[k] + coordinate(to, i, k)) * stride;
        stride *= from[k];
      }
      const SymbolicElement &element = source.elements[position];
      if (slice + 1 == slices)
        value.elements.push_back(element);
      else
        value.elements.back() =
            mergeElements(d, here, element, value.elements.back());
    }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
/// A tile of which one slice is another; indices are numbers of slices.
static llvm::Error tileInsert(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  llvm::ArrayRef<int64_t> slice = tileShapeOf(op->getOperand(0)).shape,
                          whole = tileShapeOf(op->getOperand(1)).shape;
  const SymbolicValue source = e.valueOf(op->getOperand(0));
  SymbolicValue value = e.valueOf(op->getOperand(1));
  for (size_t k = 0; k < whole.size(); ++k) {
    const SymbolicElement index =
        e.valueOf(op->getOperand(2 + k)).elements.front();
    e.addUndecided(index.unspecified);
    e.addUndefined(d.lnot(
        d.ult(d.zext(index.bits, 64), d.constant(64, whole[k] / slice[k]))));
  }
  for (size_t i = 0; i < value.elements.size(); ++i) {
    Term here = d.truth(true);
    size_t position = 0;
    for (size_t k = 0; k < whole.size(); ++k) {
      size_t at = coordinate(whole, i, k);
      Term index = e.valueOf(op->getOperand(2 + k)).elements.front().bits;
      here =
          d.land(here, d.eq(d.zext(index, 64), d.constant(64, at / slice[k])));
      position = position * slice[k] + at % slice[k];
    }
    value.elements[i] =
        mergeElements(d, here, source.elements[position], value.elements[i]);
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
/// One element; an index outside, or an unspecified one, is undefined.
static llvm::Error extract(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  auto typed = llvm::cast<aa::ExtractOp>(op);
  llvm::ArrayRef<int64_t> shape = tileShapeOf(typed.getSource()).shape;
  std::vector<Term> indices;
  for (auto [index, size] : llvm::zip_equal(typed.getIndices(), shape)) {
    const SymbolicElement element = e.valueOf(index).elements.front();
    Term wide = d.zext(element.bits, 64);
    e.addUndecided(element.unspecified);
    e.addUndefined(d.lnot(d.ult(wide, d.constant(64, size))));
    indices.push_back(wide);
  }
  const std::vector<SymbolicElement> source =
      e.valueOf(typed.getSource()).elements;
  SymbolicElement result = source.front();
  for (size_t i = 1; i < source.size(); ++i) {
    Term here = d.truth(true);
    size_t rest = i;
    for (size_t k = shape.size(); k-- > 0; rest /= shape[k])
      here = d.land(here, d.eq(indices[k], d.constant(64, rest % shape[k])));
    result = mergeElements(d, here, source[i], result);
  }
  e.valueOf(op->getResult(0)).elements = {result};
  return llvm::Error::success();
}
/// Elements offset, offset + stride, ...; of every offset that is possible.
static llvm::Error extractSlice(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  llvm::ArrayRef<int64_t> from = tileShapeOf(op->getOperand(0)).shape,
                          to = tileShapeOf(op->getResult(0)).shape,
                          strides =
                              llvm::cast<aa::ExtractSliceOp>(op).getStrides();
  // So many offsets along each dimension lead to elements of the source.
  std::vector<size_t> offsets;
  std::vector<Term> starts;
  for (size_t k = 0; k < from.size(); ++k) {
    offsets.push_back(from[k] - (to[k] - 1) * strides[k]);
    const SymbolicElement start =
        e.valueOf(op->getOperand(1 + k)).elements.front();
    starts.push_back(d.zext(start.bits, 64));
    e.addUndecided(start.unspecified);
    e.addUndefined(
        d.lnot(d.ult(starts.back(), d.constant(64, offsets.back()))));
  }
  const std::vector<SymbolicElement> source =
      e.valueOf(op->getOperand(0)).elements;
  SymbolicValue value;
  for (size_t i = 0, n = tileShapeOf(op->getResult(0)).numElements(); i < n;
       ++i) {
    std::optional<SymbolicElement> result;
    for (size_t at = 0; at < source.size(); ++at) {
      Term here = d.truth(true);
      bool isPossible = true;
      for (size_t k = 0; k < from.size(); ++k) {
        int64_t start =
            coordinate(from, at, k) - coordinate(to, i, k) * strides[k];
        isPossible &= start >= 0 && start < int64_t(offsets[k]);
        if (isPossible)
          here = d.land(here, d.eq(starts[k], d.constant(64, start)));
      }
      if (!isPossible)
        continue;
      result =
          result ? mergeElements(d, here, source[at], *result) : source[at];
    }
    value.elements.push_back(*result);
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
/// Elements as bytes, or bytes as elements.
static llvm::Error repack(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  std::vector<SymbolicElement> source = e.valueOf(op->getOperand(0)).elements;
  leaveNaNs(e, op, source);
  llvm::SmallVector<Term> bits;
  for (const SymbolicElement &element : source)
    bits.push_back(element.bits);
  llvm::SmallVector<Term> repacked =
      llvm::isa<ct::PackOp, aa::PackOp>(op)
          ? semantics::pack(d, llvm::ArrayRef<Term>(bits))
          : semantics::unpack(d, llvm::ArrayRef<Term>(bits),
                              widthOf(elementOf(op->getResult(0))));
  SymbolicValue value;
  for (Term element : repacked)
    value.elements.push_back({element, d.truth(false)});
  // Several of one side make one of the other.
  size_t inputs = source.size(), outputs = repacked.size();
  for (size_t i = 0, n = std::max(inputs, outputs); i < n; ++i) {
    Term &unspecified = value.elements[i * outputs / n].unspecified;
    unspecified = d.lor(unspecified, spreadOf(d, source[i * inputs / n]));
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error makeRange(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  const SymbolicElement start = e.valueOf(op->getOperand(0)).elements.front();
  SymbolicValue value;
  for (size_t i = 0, n = tileShapeOf(op->getResult(0)).numElements(); i < n;
       ++i)
    value.elements.push_back(
        {d.add(start.bits, d.constant(d.width(start.bits), i)),
         spreadOf(d, start)});
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}
static llvm::Error poison(Encoder &e, mlir::Operation *op) {
  TileShape type = tileShapeOf(op->getResult(0));
  if (isToken(type.element))
    return llvm::createStringError("an unspecified token has no encoding");
  e.valueOf(op->getResult(0))
      .elements.assign(
          type.numElements(),
          {e.domain.constant(widthOf(type.element), 0), e.domain.truth(true)});
  return llvm::Error::success();
}
static llvm::Error iota(Encoder &e, mlir::Operation *op) {
  TileShape type = tileShapeOf(op->getResult(0));
  SymbolicValue value;
  for (size_t i = 0, n = type.numElements(); i < n; ++i)
    value.elements.push_back(
        {e.domain.constant(widthOf(type.element), i), e.domain.truth(false)});
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}

/// The product leaves 64 bits, read as signed, or the sum does, read as signed
/// or not. Elements have at most 8 bytes, so that 72 bits hold both.
static Term offsetOverflows(S &d, Term pointer, Term offset, unsigned size,
                            ReadAs read) {
  auto extended = [&](Term value, ReadAs as) {
    return as == ReadAs::Signed ? d.sext(value, 72) : d.zext(value, 72);
  };
  Term wide = d.mul(d.sext(offset, 72), d.constant(72, size));
  Term sum = d.add(extended(pointer, read), wide);
  auto fits = [&](Term value, ReadAs as) {
    return d.eq(extended(d.trunc(value, 64), as), value);
  };
  return d.lnot(d.land(fits(wide, ReadAs::Signed), fits(sum, read)));
}

/// Pointer plus signed offset in elements of the pointee. Where it overflows,
/// the result of cuda_tile.offset is unspecified (part 1, 3.5); nothing is said
/// of nv_tileaa.addptr, which wraps, as its chains are folded (facts, 2.5).
/// Within a buffer the first ends the run, as in the interpreter. Of whole
/// functions one value of the code before is enough, the one that wraps, but
/// any of the code after must do: there it is as poison.
static llvm::Error pointerOffset(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Type pointee = pointeeOf(elementOf(op->getResult(0)));
  if (hasHalfSteps(pointee))
    return llvm::createStringError(
        "a pointer to elements that share bytes has no encoding");
  const auto &pointers = e.valueOf(op->getOperand(0)).elements;
  const auto &offsets = e.valueOf(op->getOperand(1)).elements;
  SymbolicValue value;
  for (auto [pointer, offset] : llvm::zip_equal(pointers, offsets)) {
    Term bytes =
        d.mul(d.sext(offset.bits, 64), d.constant(64, stepOf(pointee)));
    Term unspecified = d.lor(pointer.unspecified, offset.unspecified);
    ReadAs read = e.options.bufferSize ? ReadAs::Signed : ReadAs::Unsigned;
    Term overflows =
        offsetOverflows(d, pointer.bits, offset.bits, stepOf(pointee), read);
    bool mayOverflow = !llvm::isa<ct::OffsetOp>(op);
    if (!mayOverflow && e.options.bufferSize)
      e.addUndefined(overflows);
    else if (!mayOverflow)
      unspecified = d.lor(unspecified, overflows);
    SymbolicElement moved = {d.add(pointer.bits, bytes), unspecified};
    if (e.options.allowOpaque && !e.result.hasPoison) {
      Term poison = d.lor(spreadOf(d, pointer), spreadOf(d, offset));
      if (e.options.other && !mayOverflow)
        poison = d.lor(poison, overflows);
      moved.isAnyValue = d.lnot(poison);
    }
    value.elements.push_back(moved);
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}

static constexpr EncoderRow rows[] = {
    {"tilefuzz.input", input},
    {"tilefuzz.observe", observe},
    {"cuda_tile.constant", tileConstant},
    {"cuda_tile.iota", iota},
    {"cuda_tile.reshape", sameElements},
    {"cuda_tile.broadcast", broadcast},
    {"cuda_tile.permute", tilePermute},
    {"cuda_tile.cat", tileCat},
    {"cuda_tile.extract", tileExtract},
    {"cuda_tile.insert", tileInsert},
    {"cuda_tile.bitcast", bitcast},
    {"cuda_tile.pack", repack},
    {"cuda_tile.unpack", repack},
    {"cuda_tile.offset", pointerOffset},
    {"ub.poison", poison},
    {"arith.constant", arithConstant},
    {"nv_tileaa.splat", splat},
    {"nv_tileaa.broadcast", broadcast},
    {"nv_tileaa.view", sameElements},
    {"nv_tileaa.expand_dims", sameElements},
    {"nv_tileaa.permute", permute},
    {"nv_tileaa.extract", extract},
    {"nv_tileaa.cat", aaCat},
    {"nv_tileaa.bitcast", bitcast},
    {"nv_tileaa.extract_slice", extractSlice},
    {"nv_tileaa.pack", repack},
    {"nv_tileaa.unpack", repack},
    {"nv_tileaa.make_range", makeRange},
    {"nv_tileaa.optimization_barrier", sameElements},
    {"nv_tileaa.ptr_to_int", sameElements},
    {"nv_tileaa.int_to_ptr", sameElements},
    {"cuda_tile.ptr_to_int", sameElements},
    {"cuda_tile.int_to_ptr", sameElements},
    {"cuda_tile.ptr_to_ptr", sameElements},
    {"nv_tileaa.addptr", pointerOffset},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getShapeEncoders() { return rows; }
