//===- EncodeShape.cpp - Constants, shapes, addresses, borders ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/TileTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "oracle/Smt/TileEncoding.h"

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

/// Every element is an input of its own, named `x[3]`; a bare scalar is `x`.
static llvm::Error input(Encoder &e, mlir::Operation *op) {
  auto name = op->getAttrOfType<mlir::StringAttr>("name");
  if (!name || op->getNumResults() != 1)
    return llvm::createStringError(
        "'tilefuzz.input' needs a name and one result");
  mlir::Type type = op->getResult(0).getType();
  SymbolicValue value;
  if (isToken(type)) {
    unsigned number =
        firstInputToken +
        unsigned(llvm::hash_value(name.getValue()) % firstInputToken);
    value.token[number] = e.domain.truth(true);
  } else {
    TileShape shape = tileShapeOf(type);
    if (!pointeeOf(shape.element) && !shape.element.isIntOrIndexOrFloat())
      return llvm::createStringError("an input cannot be of this type");
    for (size_t i = 0, n = shape.numElements(); i < n; ++i) {
      std::string element = name.getValue().str();
      if (!shape.shape.empty())
        element += "[" + std::to_string(i) + "]";
      value.elements.push_back({e.domain.input(element, widthOf(shape.element)),
                                e.domain.truth(false)});
      if (std::optional<uint64_t> bytes = e.layout.bufferSize;
          bytes && pointeeOf(shape.element))
        e.addUndefined(e.domain.lnot(e.domain.ult(
            value.elements.back().bits, e.domain.constant(64, *bytes))));
    }
  }
  e.valueOf(op->getResult(0)) = std::move(value);
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
    return llvm::createStringError("this kind of constant has no encoding");
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
static llvm::Error iota(Encoder &e, mlir::Operation *op) {
  TileShape type = tileShapeOf(op->getResult(0));
  SymbolicValue value;
  for (size_t i = 0, n = type.numElements(); i < n; ++i)
    value.elements.push_back(
        {e.domain.constant(widthOf(type.element), i), e.domain.truth(false)});
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}

/// The sum or the product leaves 64 bits, read as signed.
static Term offsetOverflows(S &d, Term pointer, Term offset, unsigned size) {
  Term wide = d.mul(d.sext(offset, 128), d.constant(128, size));
  Term sum = d.add(d.sext(pointer, 128), wide);
  auto fits = [&](Term value) {
    return d.eq(d.sext(d.trunc(value, 64), 128), value);
  };
  return d.lnot(d.land(fits(wide), fits(sum)));
}

/// Pointer plus signed offset in elements of the pointee; wraps.
static llvm::Error pointerOffset(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Type pointee = pointeeOf(elementOf(op->getResult(0)));
  if (!hasPlainStorage(pointee))
    return llvm::createStringError(
        "a pointer to a narrow float format has no encoding");
  const auto &pointers = e.valueOf(op->getOperand(0)).elements;
  const auto &offsets = e.valueOf(op->getOperand(1)).elements;
  SymbolicValue value;
  for (auto [pointer, offset] : llvm::zip_equal(pointers, offsets)) {
    Term bytes =
        d.mul(d.sext(offset.bits, 64), d.constant(64, storageSize(pointee)));
    if (e.layout.bufferSize)
      e.addUndefined(
          offsetOverflows(d, pointer.bits, offset.bits, storageSize(pointee)));
    value.elements.push_back({d.add(pointer.bits, bytes),
                              d.lor(pointer.unspecified, offset.unspecified)});
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
    {"cuda_tile.offset", pointerOffset},
    {"arith.constant", arithConstant},
    {"nv_tileaa.splat", splat},
    {"nv_tileaa.broadcast", broadcast},
    {"nv_tileaa.view", sameElements},
    {"nv_tileaa.expand_dims", sameElements},
    {"nv_tileaa.addptr", pointerOffset},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getShapeEncoders() { return rows; }
