//===- CudaTileConstant.cpp - Dense payloads ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The payload grammar `<elt: literal> : type` of part 1, 1.5.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {
/// Parses one literal: a scalar, or nested lists whose shape is recorded.
class PayloadParser {
public:
  PayloadParser(OpAsmParser &parser, Type element)
      : parser(parser), element(element) {}

  ParseResult parse() {
    if (succeeded(parser.parseOptionalLSquare())) {
      isList = true;
      return parseListTail(0);
    }
    return parseScalar();
  }

  ParseResult build(SMLoc loc, TileType type, DenseElementsAttr &value) {
    if (isList && ArrayRef<int64_t>(shape) != type.getShape())
      return parser.emitError(loc, "the nesting of the literal does not match "
                                   "the shape of ")
             << type;
    if (isa<IntegerType>(element))
      value = DenseElementsAttr::get(type, integers);
    else
      value = DenseElementsAttr::get(type, floats);
    return success();
  }

private:
  /// The rest of a list after `[`, at nesting depth `depth`. Siblings must
  /// agree in length and may not mix scalars and lists.
  ParseResult parseListTail(unsigned depth) {
    SMLoc loc = parser.getCurrentLocation();
    int64_t count = 0;
    bool lists = false;
    do {
      bool nested = succeeded(parser.parseOptionalLSquare());
      if (count && nested != lists)
        return parser.emitError(loc, "literal mixes scalars and lists");
      lists = nested;
      if (nested ? parseListTail(depth + 1) : parseScalar(depth + 1))
        return failure();
      ++count;
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRSquare())
      return failure();
    if (depth >= shape.size())
      shape.resize(depth + 1, -1);
    if (shape[depth] >= 0 && shape[depth] != count)
      return parser.emitError(loc, "ragged literal: sibling lists have ")
             << shape[depth] << " and " << count << " elements";
    shape[depth] = count;
    return success();
  }

  ParseResult parseScalar(unsigned depth = 0) {
    // Every scalar stands at the same depth, else the nesting is ragged.
    if (scalarDepth >= 0 && scalarDepth != int(depth))
      return parser.emitError(parser.getCurrentLocation(),
                              "ragged literal: scalars at different depths");
    scalarDepth = depth;
    if (auto type = dyn_cast<IntegerType>(element))
      return parseInteger(type);
    return parser.parseFloat(cast<FloatType>(element).getFloatSemantics(),
                             floats.emplace_back(0.0));
  }

  ParseResult parseInteger(IntegerType type) {
    SMLoc loc = parser.getCurrentLocation();
    unsigned width = type.getWidth();
    StringRef word;
    if (succeeded(parser.parseOptionalKeyword(&word, {"true", "false"}))) {
      if (width != 1)
        return parser.emitError(loc, "true and false are only for i1");
      integers.emplace_back(1, word == "true");
      return success();
    }
    APInt value;
    OptionalParseResult parsed = parser.parseOptionalInteger(value);
    if (!parsed.has_value())
      return parser.emitError(loc, "expected an integer literal");
    if (failed(*parsed))
      return failure();
    // The union of the signed and unsigned ranges; i64 must fit signed, i1
    // accepts -1, 0 and 1.
    unsigned limit = width == 64 ? 64 : width + 1;
    if (width == 1
            ? value.getSignificantBits() > 2 || value == 2 || value.slt(-1)
            : value.getSignificantBits() > limit ||
                  (value.isNegative() && value.getSignificantBits() > width))
      return parser.emitError(loc, "integer literal out of range for ") << type;
    integers.push_back(width == 1 ? APInt(1, !value.isZero())
                                  : value.sextOrTrunc(width));
    return success();
  }

  OpAsmParser &parser;
  Type element;
  bool isList = false;
  int scalarDepth = -1;
  SmallVector<int64_t> shape;
  SmallVector<APInt> integers;
  SmallVector<APFloat> floats;
};
} // namespace

ParseResult cuda_tile::parseDensePayload(OpAsmParser &parser,
                                         DenseElementsAttr &value) {
  SMLoc loc = parser.getCurrentLocation();
  Type element, type;
  if (parser.parseLess() || parser.parseType(element))
    return failure();
  if (!isNumberElement(element))
    return parser.emitError(loc, "constants of element type ")
           << element << " are not supported";
  PayloadParser payload(parser, element);
  if (parser.parseColon() || payload.parse() || parser.parseGreater() ||
      parser.parseColon() || parser.getCurrentLocation(&loc) ||
      parseTileIRType(parser, type))
    return failure();
  auto tile = dyn_cast<TileType>(type);
  if (!tile || tile.getElementType() != element)
    return parser.emitError(loc, "expected a tile of ")
           << element << ", got " << type;
  return payload.build(loc, tile, value);
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  DenseElementsAttr value;
  if (parseDensePayload(parser, value) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  result.addAttribute("value", value);
  result.addTypes(value.getType());
  return success();
}

static void printScalar(OpAsmPrinter &printer, DenseElementsAttr value,
                        int64_t index) {
  if (isa<FloatType>(value.getElementType())) {
    printer.printFloat(value.getValues<APFloat>()[index]);
    return;
  }
  APInt integer = value.getValues<APInt>()[index];
  if (integer.getBitWidth() == 1)
    printer << (integer.isZero() ? "false" : "true");
  else
    integer.print(printer.getStream(), /*isSigned=*/true);
}

static void printList(OpAsmPrinter &printer, DenseElementsAttr value,
                      ArrayRef<int64_t> shape, int64_t &next) {
  if (shape.empty())
    return printScalar(printer, value, next++);
  printer << '[';
  for (int64_t i = 0; i < shape.front(); ++i) {
    if (i)
      printer << ", ";
    printList(printer, value, shape.drop_front(), next);
  }
  printer << ']';
}

void cuda_tile::printDensePayload(OpAsmPrinter &printer,
                                  DenseElementsAttr value) {
  printer << "<" << value.getElementType() << ": ";
  int64_t next = 0;
  if (value.isSplat())
    printScalar(printer, value, 0);
  else
    printList(printer, value, value.getType().getShape(), next);
  printer << "> : ";
  printTileIRType(printer, value.getType());
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printDensePayload(printer, getDense());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
}

LogicalResult ConstantOp::verify() {
  if (!isa<DenseIntOrFPElementsAttr>(getValue()))
    return emitOpError("value must be a dense integer or float elements "
                       "attribute");
  if (getValue().getType() != getResult().getType())
    return emitOpError("value type ")
           << getValue().getType() << " must match the result type "
           << getResult().getType();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  DenseElementsAttr value = dyn_cast<DenseElementsAttr>(getValue());
  if (!value)
    return;
  if (!value.isSplat()) {
    std::string name;
    llvm::raw_string_ostream(name) << "cst_" << value.getElementType();
    setName(getResult(), name);
    return;
  }
  Type element = value.getElementType();
  std::string name;
  llvm::raw_string_ostream os(name);
  if (element.isInteger(1)) {
    os << (value.getSplatValue<APInt>().isZero() ? "false" : "true");
  } else if (isa<IntegerType>(element)) {
    os << "cst_" << value.getSplatValue<APInt>().getSExtValue() << '_'
       << element;
  } else {
    APFloat number = value.getSplatValue<APFloat>();
    llvm::APSInt integer(64, /*isUnsigned=*/true);
    bool exact = false;
    bool whole = !number.isNegative() &&
                 number.convertToInteger(integer, APFloat::rmTowardZero,
                                         &exact) == APFloat::opOK &&
                 exact;
    os << "cst_";
    if (number.isNaN())
      os << "NaN_";
    else if (whole)
      os << integer << '_';
    os << element;
  }
  setName(getResult(), name);
}
