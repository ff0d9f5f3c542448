//===- CudaTileReduce.cpp - Reductions and scans --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 7.7; labels (RS1, ...) are theirs. A scan differs from a reduction in
// its results and in a direction.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `reverse=true`
static ParseResult parseDirection(OpAsmParser &parser, OperationState &result) {
  StringRef word;
  SMLoc loc;
  if (parser.parseKeyword("reverse") || parser.parseEqual() ||
      parser.getCurrentLocation(&loc))
    return failure();
  if (failed(parser.parseOptionalKeyword(&word, {"true", "false"})))
    return parser.emitError(loc, "expected true or false");
  result.addAttribute("reverse",
                      parser.getBuilder().getBoolAttr(word == "true"));
  return success();
}

static ParseResult parseCombination(OpAsmParser &parser, OperationState &result,
                                    bool isScan) {
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
      parser.parseInteger(dim) || (isScan && parseDirection(parser, result)) ||
      parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.getCurrentLocation(&identitiesLoc) ||
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

template <typename OpT>
static void printCombination(OpAsmPrinter &printer, OpT op,
                             function_ref<void()> printDirection) {
  printer << ' ';
  printer.printOperands(op->getOperands());
  printer.printOptionalAttrDict(op->getAttrs(),
                                ownNames(op, {"dim", "reverse", "identities"}));
  printer << " dim=" << op.getDim();
  printDirection();
  printer << " identities=" << op.getIdentities() << " : ";
  printTileIRTypes(printer, op->getOperandTypes());
  printer << " -> ";
  printTileIRTypes(printer, op->getResultTypes());
  printer << " (";
  llvm::interleaveComma(op.getBody().getArguments(), printer,
                        [&](BlockArgument argument) {
                          printer << argument << ": ";
                          printTileIRType(printer, argument.getType());
                        });
  printer << ") ";
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombination(parser, result, /*isScan=*/false);
}
void ReduceOp::print(OpAsmPrinter &printer) {
  printCombination(printer, *this, [] {});
}
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCombination(parser, result, /*isScan=*/true);
}
void ScanOp::print(OpAsmPrinter &printer) {
  printCombination(printer, *this, [&] {
    printer << " reverse=" << (getReverse() ? "true" : "false");
  });
}

void ReduceOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "reduce");
}
void ReduceOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  // The number of the pair, where there are several.
  bool numbered = region.getNumArguments() > 2;
  for (BlockArgument argument : region.getArguments()) {
    std::string name =
        argument.getArgNumber() % 2 ? "reduce_rhs" : "reduce_lhs";
    if (numbered)
      name += std::to_string(argument.getArgNumber() / 2);
    setName(argument, name);
  }
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// RS4: the operand's element type; f16 and bf16 stand for each other.
static bool isIdentityOf(Attribute identity, Type element) {
  auto typed = dyn_cast<TypedAttr>(identity);
  if (!typed || !isa<IntegerAttr, FloatAttr>(identity))
    return false;
  auto isHalf = [](Type type) { return isa<Float16Type, BFloat16Type>(type); };
  return typed.getType() == element ||
         (isHalf(typed.getType()) && isHalf(element));
}

static LogicalResult verifyCombination(Operation *op, int64_t dim,
                                       ArrayAttr identities, bool isScan) {
  size_t count = op->getNumOperands();
  if (count == 0) // RS1
    return op->emitOpError("expects at least one operand");
  if (op->getNumResults() != count || identities.size() != count)
    return op->emitOpError("expects as many results and identities as "
                           "operands (")
           << count << "), got " << op->getNumResults() << " and "
           << identities.size();
  auto first = cast<TileType>(op->getOperand(0).getType());
  int64_t rank = first.getShape().size();
  if (dim < 0 || dim >= rank) // RS3
    return op->emitOpError("dim ")
           << dim << " is outside of the operand's rank " << rank;
  SmallVector<int64_t> shape(first.getShape());
  if (!isScan)
    shape.erase(shape.begin() + dim);
  for (auto [operand, result, identity] :
       llvm::zip_equal(op->getOperands(), op->getResults(), identities)) {
    auto type = cast<TileType>(operand.getType());
    if (type.getShape() != first.getShape()) // RS2
      return op->emitOpError("all operands must have the same shape");
    if (!isIdentityOf(identity, type.getElementType()))
      return op->emitOpError("identity ")
             << identity << " must have the operand's element type "
             << type.getElementType();
    Type expected = TileType::get(shape, type.getElementType()); // RS5
    if (result.getType() != expected)
      return op->emitOpError("result type must be ")
             << expected << ", got " << result.getType();
  }
  return success();
}

/// RS6 to RS8
static LogicalResult verifyBody(Operation *op, Block &body) {
  size_t count = op->getNumOperands();
  auto scalarOf = [&](size_t i) -> Type {
    return TileType::get(
        ArrayRef<int64_t>(),
        cast<TileType>(op->getOperand(i).getType()).getElementType());
  };
  if (body.getNumArguments() != 2 * count) // RS6
    return op->emitOpError("body must have ")
           << 2 * count << " arguments, got " << body.getNumArguments();
  for (BlockArgument argument : body.getArguments()) {
    Type expected = scalarOf(argument.getArgNumber() / 2);
    if (argument.getType() != expected)
      return op->emitOpError("body argument ")
             << argument.getArgNumber() << " must be " << expected << ", got "
             << argument.getType();
  }
  auto yield = dyn_cast_or_null<YieldOp>(body.empty() ? nullptr : &body.back());
  if (!yield || yield.getNumOperands() != count) // RS7
    return op->emitOpError("body must end in a yield of ")
           << count << " values";
  for (auto [i, value] : llvm::enumerate(yield.getOperands()))
    if (value.getType() != scalarOf(i))
      return yield.emitOpError("operand must be a scalar tile of the reduced "
                               "element type, got ")
             << value.getType();
  for (Operation &inner : body) // RS8
    if (!isPure(&inner))
      return inner.emitOpError("is not pure and cannot be used in the body of "
                               "a ")
             << op->getName().stripDialect();
  return success();
}

LogicalResult ReduceOp::verify() {
  return verifyCombination(*this, int32_t(getDim()), getIdentities(),
                           /*isScan=*/false);
}
LogicalResult ReduceOp::verifyRegions() {
  return verifyBody(*this, getBody().front());
}
LogicalResult ScanOp::verify() {
  return verifyCombination(*this, int32_t(getDim()), getIdentities(),
                           /*isScan=*/true);
}
LogicalResult ScanOp::verifyRegions() {
  return verifyBody(*this, getBody().front());
}
