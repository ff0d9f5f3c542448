//===- CudaTileMisc.cpp - Globals, allocations, output --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.6 and 3.7; part 2, 4.3 and 4.4.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// alloca
//===----------------------------------------------------------------------===//

// AL1 to AL3. The natural size of tf32 (19 bits) counts as 2 bytes, that of
// f4E2M1FN as 0.
LogicalResult AllocaOp::verify() {
  uint64_t alignment = getAlignment();
  if (!llvm::isPowerOf2_64(alignment))
    return emitOpError("alignment must be a power of two, got ") << alignment;
  Type pointee =
      cast<PointerType>(cast<TileType>(getResult().getType()).getElementType())
          .getPointeeType();
  uint64_t natural =
      isBoolElement(pointee) ? 1 : pointee.getIntOrFloatBitWidth() / 8;
  if (alignment < natural)
    return emitOpError("alignment ")
           << alignment << " is less than the natural alignment " << natural
           << " of " << pointee;
  return success();
}

//===----------------------------------------------------------------------===//
// print_tko
//===----------------------------------------------------------------------===//

ParseResult PrintTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr format;
  SmallVector<OpAsmParser::UnresolvedOperand> arguments, token;
  if (parser.parseAttribute(format, "str", result.attributes))
    return failure();
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(arguments.emplace_back()))
      return failure();
  if (succeeded(parser.parseOptionalKeyword("token")) &&
      (parser.parseEqual() || parser.parseOperand(token.emplace_back())))
    return failure();
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalColon()) &&
      (parser.getCurrentLocation(&loc) || parseTileIRTypes(parser, types)))
    return failure();
  Type resultType;
  SMLoc resultLoc;
  if (parser.parseArrow() || parser.getCurrentLocation(&resultLoc) ||
      parseTileIRType(parser, resultType))
    return failure();
  auto tokenType = TokenType::get(parser.getContext());
  if (resultType != tokenType)
    return parser.emitError(resultLoc, "expected result type 'token'");
  result.addTypes(tokenType);
  if (parser.resolveOperands(arguments, types, loc, result.operands) ||
      parser.resolveOperands(token, tokenType, result.operands))
    return failure();
  result.addAttribute("operandSegmentSizes",
                      parser.getBuilder().getDenseI32ArrayAttr(
                          {int32_t(arguments.size()), int32_t(token.size())}));
  return success();
}

void PrintTkoOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getStrAttr();
  for (Value argument : getArgs())
    printer << ", " << argument;
  if (getToken())
    printer << " token=" << getToken();
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"str", "operandSegmentSizes"});
  if (!getArgs().empty()) {
    printer << " : ";
    printTileIRTypes(printer, getArgs().getTypes());
  }
  printer << " -> ";
  printTileIRType(printer, getResultToken().getType());
}

// PR1, PR2. A conversion ends at the first letter that can end one; the scan
// goes on right after its `%`, so that a `%` that ends a conversion starts
// another one. Only an immediate `%%` is an escape.
LogicalResult PrintTkoOp::verify() {
  static constexpr StringLiteral conversions = "diuoxXeEfFgGaAcsSpn%";
  StringRef format = getStr();
  size_t count = 0;
  for (size_t i = format.find('%'); i != StringRef::npos;
       i = format.find('%', i)) {
    size_t end = format.find_first_of(conversions, i + 1);
    if (end == StringRef::npos)
      return emitOpError("unterminated format expression at character ") << i;
    if (end == i + 1 && format[end] == '%') {
      i += 2;
      continue;
    }
    ++count;
    ++i;
  }
  if (count != getArgs().size())
    return emitOpError("has ") << count << " format expressions but "
                               << getArgs().size() << " operands";
  return success();
}

//===----------------------------------------------------------------------===//
// global, get_global
//===----------------------------------------------------------------------===//

ParseResult GlobalOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word, {"public", "private"})))
    result.addAttribute(
        "symbol_visibility",
        SymbolVisibilityAttr::get(parser.getContext(),
                                  *symbolizeSymbolVisibility(word)));
  if (succeeded(parser.parseOptionalKeyword("constant")))
    result.addAttribute("constant", builder.getUnitAttr());
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("alignment"))) {
    int64_t alignment;
    if (parser.parseEqual() || parser.parseInteger(alignment))
      return failure();
    result.addAttribute("alignment", builder.getI64IntegerAttr(alignment));
  }
  DenseElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parseDensePayload(parser, value))
    return failure();
  result.addAttribute("value", value);
  return success();
}

void GlobalOp::print(OpAsmPrinter &printer) {
  if (getSymbolVisibility() != SymbolVisibility::Public)
    printer << ' ' << stringifySymbolVisibility(getSymbolVisibility());
  if (getConstant())
    printer << " constant";
  printer << ' ';
  printer.printSymbolName(getSymName());
  if (getAlignment())
    printer << " alignment = " << int64_t(getAlignment());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"sym_name", "value", "alignment", "constant", "symbol_visibility"});
  printer << ' ';
  printDensePayload(printer, getDense());
}

LogicalResult GlobalOp::verify() {
  auto dense = dyn_cast<DenseIntOrFPElementsAttr>(getValue());
  if (!dense || !isa<TileType>(dense.getType()))
    return emitOpError("value must be a dense tile of integers or floats");
  if (dense.getType().getRank() != 1)
    return emitOpError("value must have rank 1, got ") << dense.getType();
  return success();
}

LogicalResult
GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto global =
      symbolTable.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr());
  if (!global)
    return emitOpError("'")
           << getName() << "' does not reference a valid global";
  Type pointee =
      cast<PointerType>(cast<TileType>(getResult().getType()).getElementType())
          .getPointeeType();
  if (pointee != global.getDense().getElementType())
    return emitOpError("pointee type ")
           << pointee << " must be the element type "
           << global.getDense().getElementType() << " of the global";
  return success();
}
