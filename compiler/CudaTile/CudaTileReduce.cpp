//===- CudaTileReduce.cpp - Reductions ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 7.7; labels (RS1, ...) are theirs.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::cuda_tile;

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types, results;
  SmallVector<OpAsmParser::Argument> arguments;
  int32_t dim;
  SMLoc loc = parser.getCurrentLocation(), identitiesLoc;
  Attribute identities;
  auto parseArgument = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    return failure(parser.parseArgument(argument) || parser.parseColon() ||
                   parseTileIRType(parser, argument.type));
  };
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseKeyword("dim") || parser.parseEqual() ||
      parser.parseInteger(dim) || parser.parseKeyword("identities") ||
      parser.parseEqual() || parser.getCurrentLocation(&identitiesLoc) ||
      parser.parseAttribute(identities) || parser.parseColon() ||
      parseTileIRTypes(parser, types) || parser.parseArrow() ||
      parseTileIRTypes(parser, results) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     parseArgument) ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  if (!isa<ArrayAttr>(identities))
    return parser.emitError(identitiesLoc, "expected an array of identities");
  result.addAttribute("dim", parser.getBuilder().getI32IntegerAttr(dim));
  result.addAttribute("identities", identities);
  result.addTypes(results);
  return parser.parseRegion(*result.addRegion(), arguments);
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printOperands(getOperands());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dim", "identities"});
  printer << " dim=" << getDim() << " identities=" << getIdentities() << " : ";
  printTileIRTypes(printer, getOperandTypes());
  printer << " -> ";
  printTileIRTypes(printer, getResultTypes());
  printer << " (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument argument) {
                          printer << argument << ": ";
                          printTileIRType(printer, argument.getType());
                        });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult ReduceOp::verify() {
  size_t count = getOperands().size();
  if (count == 0)
    return emitOpError("expects at least one operand"); // RS1
  if (getNumResults() != count || getIdentities().size() != count)
    return emitOpError("expects as many results and identities as operands (")
           << count << "), got " << getNumResults() << " and "
           << getIdentities().size();
  auto first = cast<TileType>(getOperands().front().getType());
  int64_t rank = first.getShape().size(), dim = getDim();
  if (dim < 0 || dim >= rank) // RS3
    return emitOpError("dim ")
           << dim << " is outside of the operand's rank " << rank;
  SmallVector<int64_t> shape(first.getShape());
  shape.erase(shape.begin() + dim);
  for (auto [operand, result, identity] :
       llvm::zip_equal(getOperands(), getResults(), getIdentities())) {
    auto type = cast<TileType>(operand.getType());
    if (type.getShape() != first.getShape()) // RS2
      return emitOpError("all operands must have the same shape");
    auto typed = dyn_cast<TypedAttr>(identity); // RS4
    if (!typed || typed.getType() != type.getElementType())
      return emitOpError("identity ")
             << identity << " must have the operand's element type "
             << type.getElementType();
    Type expected = TileType::get(shape, type.getElementType()); // RS5
    if (result.getType() != expected)
      return emitOpError("result type must be ")
             << expected << ", got " << result.getType();
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getNumArguments() != 2 * getOperands().size()) // RS6
    return emitOpError("body must have ")
           << 2 * getOperands().size() << " arguments, got "
           << body.getNumArguments();
  for (BlockArgument argument : body.getArguments()) {
    auto operand =
        cast<TileType>(getOperands()[argument.getArgNumber() / 2].getType());
    if (argument.getType() !=
        TileType::get(ArrayRef<int64_t>(), operand.getElementType()))
      return emitOpError("body argument ")
             << argument.getArgNumber() << " must be a scalar tile of "
             << operand.getElementType() << ", got " << argument.getType();
  }
  auto yield = dyn_cast_or_null<YieldOp>(body.empty() ? nullptr : &body.back());
  if (!yield || yield.getNumOperands() != getOperands().size()) // RS7
    return emitOpError("body must end in a yield of ")
           << getOperands().size() << " values";
  for (auto [value, operand] :
       llvm::zip_equal(yield.getOperands(), getOperands()))
    if (value.getType() !=
        TileType::get(ArrayRef<int64_t>(),
                      cast<TileType>(operand.getType()).getElementType()))
      return yield.emitOpError("operand must be a scalar tile of the reduced "
                               "element type, got ")
             << value.getType();
  for (Operation &op : body) // RS8
    if (!isPure(&op))
      return op.emitOpError("is not pure and cannot be used in the body of a "
                            "reduce");
  return success();
}
