//===- LaneEncoding.cpp - One element of a tile at any index --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/LaneEncoding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "oracle/Smt/MemoryEncoding.h"
#include "llvm/ADT/StringSet.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

static llvm::Error notByElement(mlir::Operation *op) {
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' is not element by element");
}

llvm::Expected<SymbolicElement> LaneEncoder::at(mlir::Value value,
                                                const Index &index) {
  std::pair<void *, std::vector<void *>> key = {value.getAsOpaquePointer(), {}};
  for (Term term : index)
    key.second.push_back(term.ast);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  mlir::Operation *op = value.getDefiningOp();
  if (!op)
    return llvm::createStringError("an argument has no element");
  if (op->getNumResults() != 1 || isTokenType(value.getType()))
    return notByElement(op);
  llvm::Expected<SymbolicElement> element = compute(op, index);
  if (element)
    known[key] = *element;
  return element;
}

/// Moves along the dimensions that both have, or counts elements.
LaneEncoder::Index LaneEncoder::reshaped(llvm::ArrayRef<int64_t> from,
                                         llvm::ArrayRef<int64_t> to,
                                         const Index &index) {
  SymbolicDomain &d = domain;
  auto isUnit = [](int64_t size) { return size == 1; };
  std::vector<int64_t> a(from.begin(), from.end()), b(to.begin(), to.end());
  llvm::erase_if(a, isUnit);
  llvm::erase_if(b, isUnit);
  Index result;
  if (a == b) {
    size_t next = 0;
    for (int64_t size : from) {
      while (size != 1 && to[next] == 1)
        ++next;
      result.push_back(size == 1 ? number(0) : index[next++]);
    }
    return result;
  }
  usesExtents = true;
  Term position = number(0);
  for (size_t k = 0; k < to.size(); ++k)
    position = d.add(d.mul(position, number(to[k])), index[k]);
  result.resize(from.size());
  for (size_t k = from.size(); k-- > 0;) {
    result[k] = d.urem(position, number(from[k]));
    position = d.udiv(position, number(from[k]));
  }
  return result;
}

llvm::Expected<SymbolicElement> LaneEncoder::constant(mlir::Operation *op,
                                                      const Index &index) {
  mlir::Attribute value;
  if (auto tile = llvm::dyn_cast<ct::ConstantOp>(op))
    value = tile.getDense();
  else
    value = llvm::cast<mlir::arith::ConstantOp>(op).getValue();
  auto bitsOf = [&](mlir::Attribute element) -> std::optional<Term> {
    if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(element))
      return domain.constant(integer.getValue());
    if (auto real = llvm::dyn_cast<mlir::FloatAttr>(element))
      return domain.constant(real.getValue().bitcastToAPInt());
    return std::nullopt;
  };
  if (auto dense = llvm::dyn_cast<mlir::DenseElementsAttr>(value)) {
    if (!dense.isSplat() && dense.getNumElements() != 1)
      return notByElement(op);
    value = *dense.value_begin<mlir::Attribute>();
  }
  std::optional<Term> bits = bitsOf(value);
  if (!bits)
    return notByElement(op);
  return SymbolicElement{*bits, domain.truth(false)};
}

llvm::Expected<SymbolicElement> LaneEncoder::extract(mlir::Operation *op) {
  auto typed = llvm::cast<aa::ExtractOp>(op);
  Index index;
  usesExtents = true;
  for (auto [value, size] : llvm::zip_equal(
           typed.getIndices(), tileShapeOf(typed.getSource()).shape)) {
    llvm::Expected<SymbolicElement> element = at(value, {});
    if (!element)
      return element.takeError();
    Term wide = domain.zext(element->bits, 64);
    undefined = domain.lor(
        undefined, domain.lor(element->unspecified,
                              domain.lnot(domain.ult(wide, number(size)))));
    index.push_back(wide);
  }
  return at(typed.getSource(), index);
}

/// Calls the operation's own encoder with tiles of one element.
llvm::Expected<SymbolicElement> LaneEncoder::elementwise(mlir::Operation *op,
                                                         const Index &index) {
  static const llvm::StringMap<EncoderFn> encoders = [] {
    llvm::StringMap<EncoderFn> map;
    for (llvm::ArrayRef<EncoderRow> rows :
         {getScalarEncoders(), getArithEncoders()})
      for (const EncoderRow &row : rows)
        map[row.operation] = row.encode;
    for (const EncoderRow &row : getShapeEncoders())
      for (llvm::StringRef name :
           {"cuda_tile.offset", "nv_tileaa.addptr", "nv_tileaa.ptr_to_int",
            "nv_tileaa.int_to_ptr", "nv_tileaa.optimization_barrier"})
        if (row.operation == name)
          map[name] = row.encode;
    return map;
  }();
  EncoderFn encode = encoders.lookup(op->getName().getStringRef());
  if (!encode)
    return notByElement(op);
  TileEncoding result;
  result.undefined = result.undecided = domain.truth(false);
  EncodingOptions options;
  Encoder encoder(domain, result, options);
  llvm::ArrayRef<int64_t> shape = tileShapeOf(op->getResult(0)).shape;
  for (mlir::Value operand : op->getOperands()) {
    llvm::ArrayRef<int64_t> own = tileShapeOf(operand).shape;
    if (!own.empty() && own != shape)
      return notByElement(op);
    llvm::Expected<SymbolicElement> element =
        at(operand, own.empty() ? Index() : index);
    if (!element)
      return element.takeError();
    encoder.valueOf(operand).elements = {*element};
  }
  // shape operations of one element copy it.
  if (llvm::Error error = encoder.encodeWith(encode, op))
    return std::move(error);
  uninterpreted.insert(result.uninterpreted.begin(),
                       result.uninterpreted.end());
  undefined = domain.lor(undefined, result.undefined);
  return encoder.valueOf(op->getResult(0)).elements.front();
}

llvm::Expected<SymbolicElement> LaneEncoder::compute(mlir::Operation *op,
                                                     const Index &index) {
  llvm::StringRef name = op->getName().getStringRef();
  TileShape type = tileShapeOf(op->getResult(0));
  if (name == "tilefuzz.input") {
    auto label = op->getAttrOfType<mlir::StringAttr>("name");
    if (!label ||
        (!pointeeOf(type.element) && !type.element.isIntOrIndexOrFloat()))
      return notByElement(op);
    auto part = [&](const std::string &suffix, unsigned width) {
      return type.shape.empty()
                 ? domain.input(label.str() + suffix, width)
                 : domain.function("input " + label.str() + suffix, index,
                                   width);
    };
    Term unspecified = domain.truth(false);
    if (mayBeUnspecified)
      unspecified =
          domain.eq(part(unspecifiedSuffix.str(), 1), domain.constant(1, 1));
    return SymbolicElement{part("", widthOf(type.element)), unspecified};
  }
  if (llvm::isa<ct::ConstantOp, mlir::arith::ConstantOp>(op))
    return constant(op, index);
  if (llvm::isa<aa::ExtractOp>(op))
    return extract(op);
  if (op->getNumOperands() == 0)
    return notByElement(op);
  mlir::Value source = op->getOperand(0);
  llvm::ArrayRef<int64_t> from = tileShapeOf(source).shape;
  if (llvm::isa<aa::SplatOp>(op))
    return at(source, {});
  if (llvm::isa<ct::BroadcastOp, aa::BroadcastOp>(op)) {
    Index inner = index;
    for (size_t k = 0; k < from.size(); ++k)
      if (from[k] == 1)
        inner[k] = number(0);
    return at(source, inner);
  }
  if (llvm::isa<ct::ReshapeOp, aa::ViewOp, aa::ExpandDimsOp>(op))
    return at(source, reshaped(from, type.shape, index));
  if (llvm::isa<ct::PermuteOp, aa::PermuteOp>(op)) {
    llvm::ArrayRef<int32_t> permutation =
        llvm::isa<ct::PermuteOp>(op)
            ? llvm::cast<ct::PermuteOp>(op).getPermutation()
            : llvm::cast<aa::PermuteOp>(op).getPermutation();
    Index inner(index.size());
    for (size_t k = 0; k < index.size(); ++k)
      inner[permutation[k]] = index[k];
    return at(source, inner);
  }
  return elementwise(op, index);
}
