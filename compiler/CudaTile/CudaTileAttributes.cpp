//===- CudaTileAttributes.cpp - Assume predicates and hints ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, sections 1.6 to 1.8 and the predicates of 3.7.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "compiler/CudaTile/CudaTileAttrInterfaces.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/CudaTile/CudaTileAttributes.cpp.inc"

void CudaTileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/CudaTile/CudaTileAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// div_by
//===----------------------------------------------------------------------===//

Attribute DivByAttr::parse(AsmParser &parser, Type) {
  uint64_t divisor;
  std::optional<int64_t> every, along;
  if (parser.parseLess() || parser.parseInteger(divisor))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("every") || parser.parseInteger(every.emplace()) ||
        parser.parseKeyword("along") || parser.parseInteger(along.emplace()))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return DivByAttr::get(parser.getContext(), divisor, every, along);
}

void DivByAttr::print(AsmPrinter &printer) const {
  printer << '<' << getDivisor();
  if (getEvery())
    printer << ", every " << *getEvery() << " along " << getAlong().value_or(0);
  printer << '>';
}

LogicalResult DivByAttr::verifyWithAssume(Operation *op, Type type) const {
  auto tile = dyn_cast<TileType>(type);
  bool divisible = isa<TensorViewType>(type) ||
                   (tile && (isIntOrI4Element(tile.getElementType()) ||
                             isPointerElement(tile.getElementType())));
  if (!divisible)
    return op->emitOpError("div_by requires a tile of integers or pointers or "
                           "a tensor_view, got ")
           << type;
  if (!llvm::isPowerOf2_64(getDivisor()))
    return op->emitOpError("div_by divisor must be a power of two, got ")
           << getDivisor();
  if (getDivisor() > uint64_t(1) << 62)
    return op->emitOpError("div_by divisor is too large: ") << getDivisor();
  if (getEvery().has_value() != getAlong().has_value())
    return op->emitOpError("div_by every and along must appear together");
  if (!getEvery())
    return success();
  if (!tile || tile.getShape().empty())
    return op->emitOpError("div_by every/along needs a tile of rank >= 1");
  if (*getAlong() < 0 || *getAlong() >= int64_t(tile.getShape().size()))
    return op->emitOpError("div_by along is outside of the tile's rank: ")
           << *getAlong();
  if (*getEvery() < 0 || *getEvery() > tile.getShape()[*getAlong()])
    return op->emitOpError("div_by every must be in [0, ")
           << tile.getShape()[*getAlong()] << "], got " << *getEvery();
  return success();
}

//===----------------------------------------------------------------------===//
// same_elements
//===----------------------------------------------------------------------===//

Attribute SameElementsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> values;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(values.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  return SameElementsAttr::get(parser.getContext(), values);
}

void SameElementsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getValues(), printer);
  printer << "]>";
}

LogicalResult SameElementsAttr::verifyWithAssume(Operation *op,
                                                 Type type) const {
  auto tile = dyn_cast<TileType>(type);
  if (!tile || !(isIntOrI4Element(tile.getElementType()) ||
                 isPointerElement(tile.getElementType())))
    return op->emitOpError("same_elements requires a tile of integers or "
                           "pointers, got ")
           << type;
  if (getValues().size() != tile.getShape().size())
    return op->emitOpError("same_elements needs one value per dimension, got ")
           << getValues().size() << " for rank " << tile.getShape().size();
  for (auto [value, dim] : llvm::zip_equal(getValues(), tile.getShape()))
    if (value < 0 || value > dim)
      return op->emitOpError("same_elements value must be in [0, ")
             << dim << "], got " << value;
  return success();
}

//===----------------------------------------------------------------------===//
// bounded
//===----------------------------------------------------------------------===//

Attribute BoundedAttr::parse(AsmParser &parser, Type) {
  std::optional<int64_t> lb, ub;
  auto parseBound = [&](std::optional<int64_t> &bound) -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    return parser.parseInteger(bound.emplace());
  };
  if (parser.parseLess() || parseBound(lb) || parser.parseComma() ||
      parseBound(ub) || parser.parseGreater())
    return {};
  return BoundedAttr::get(parser.getContext(), lb, ub);
}

void BoundedAttr::print(AsmPrinter &printer) const {
  auto printBound = [&](std::optional<int64_t> bound) {
    if (bound)
      printer << *bound;
    else
      printer << '?';
  };
  printer << '<';
  printBound(getLb());
  printer << ", ";
  printBound(getUb());
  printer << '>';
}

LogicalResult BoundedAttr::verifyWithAssume(Operation *op, Type type) const {
  auto tile = dyn_cast<TileType>(type);
  if (!tile || !isIntOrI4Element(tile.getElementType()))
    return op->emitOpError("bounded requires a tile of integers, got ") << type;
  unsigned width = tile.getElementType().getIntOrFloatBitWidth();
  for (std::optional<int64_t> bound : {getLb(), getUb()})
    if (bound && !llvm::isIntN(width, *bound))
      return op->emitOpError("bound ")
             << *bound << " exceeds the signed range of "
             << tile.getElementType();
  if (getLb() && getUb() && *getLb() > *getUb())
    return op->emitOpError("lower bound ")
           << *getLb() << " must not exceed upper bound " << *getUb();
  return success();
}

//===----------------------------------------------------------------------===//
// optimization_hints
//===----------------------------------------------------------------------===//

Attribute OptimizationHintsAttr::parse(AsmParser &parser, Type) {
  NamedAttrList archs;
  auto parseArch = [&]() -> ParseResult {
    std::string name;
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalString(&name))) {
      StringRef word;
      if (parser.parseKeyword(&word))
        return failure();
      name = word.str();
    }
    NamedAttrList hints;
    if (parser.parseEqual())
      return failure();
    SMLoc dictLoc = parser.getCurrentLocation();
    Attribute value;
    if (parser.parseAttribute(value))
      return failure();
    if (!isa<DictionaryAttr>(value))
      return parser.emitError(dictLoc, "expected a dictionary of hints for '")
             << name << "'";
    if (archs.get(name))
      return parser.emitError(loc, "repeated architecture '") << name << "'";
    archs.set(name, value);
    return success();
  };
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalGreater())) {
    if (parser.parseCommaSeparatedList(parseArch) || parser.parseGreater())
      return {};
  }
  return OptimizationHintsAttr::get(parser.getContext(),
                                    archs.getDictionary(parser.getContext()));
}

void OptimizationHintsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getHints(), printer, [&](NamedAttribute arch) {
    printer.printKeywordOrString(arch.getName().strref());
    printer << " = {";
    llvm::interleaveComma(cast<DictionaryAttr>(arch.getValue()), printer,
                          [&](NamedAttribute h) {
                            printer.printKeywordOrString(h.getName().strref());
                            printer << " = ";
                            printer.printAttributeWithoutType(h.getValue());
                          });
    printer << '}';
  });
  printer << '>';
}

LogicalResult
OptimizationHintsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr hints) {
  for (NamedAttribute arch : hints)
    if (!isa<DictionaryAttr>(arch.getValue()))
      return emitError() << "hints of '" << arch.getName().strref()
                         << "' must be a dictionary";
  return success();
}
