//===- CudaTileAtomic.cpp - Atomic read-modify-writes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3 and 5.8; labels (RW1, CA1, RV1, ...) are theirs.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::cuda_tile;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static ParseResult parseMode(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<AtomicMode> mode = symbolizeAtomicMode(word);
  if (!mode)
    return parser.emitError(loc, "unknown atomic mode '") << word << "'";
  result.addAttribute("mode",
                      parser.getBuilder().getI32IntegerAttr(int32_t(*mode)));
  return success();
}

/// `ord scope`; unlike for loads and stores the scope is no option.
static ParseResult parseOrderingAndScope(OpAsmParser &parser,
                                         OperationState &result) {
  if (parseOrdering(parser, result))
    return failure();
  if (!result.attributes.get("memory_scope"))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a memory scope");
  return success();
}

/// What follows the operands: `[, mask] [token = %t] {..} : types -> types`.
/// The types are those of the pointers, of all values together, and of the
/// mask.
static ParseResult parseAtomicTail(OpAsmParser &parser, OperationState &result,
                                   UnresolvedOperand pointers,
                                   ArrayRef<UnresolvedOperand> values) {
  SmallVector<UnresolvedOperand> mask, token;
  SmallVector<Type> types, results;
  SMLoc loc;
  if (succeeded(parser.parseOptionalComma()) &&
      parser.parseOperand(mask.emplace_back()))
    return failure();
  if (parseOptionalToken(parser, token) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&loc) || parseTileIRTypes(parser, types))
    return failure();
  if (types.size() != 2 + mask.size())
    return parser.emitError(loc, "expected ")
           << 2 + mask.size() << " operand types, got " << types.size();
  if (parser.parseArrow() || parser.getCurrentLocation(&loc) ||
      parseTileIRTypes(parser, results))
    return failure();
  auto tokenType = TokenType::get(parser.getContext());
  if (results.size() != 2 || results.back() != tokenType)
    return parser.emitError(loc, "expected result types 'tile, token'");
  result.addTypes(results);
  if (parser.resolveOperand(pointers, types[0], result.operands))
    return failure();
  for (const UnresolvedOperand &value : values)
    if (parser.resolveOperand(value, types[1], result.operands))
      return failure();
  if ((!mask.empty() &&
       parser.resolveOperand(mask[0], types[2], result.operands)) ||
      parser.resolveOperands(token, tokenType, result.operands))
    return failure();
  SmallVector<int32_t> segments(1 + values.size(), 1);
  segments.push_back(mask.size());
  segments.push_back(token.size());
  addOperandSegments(parser, result, segments);
  return success();
}

static constexpr StringLiteral elided[] = {
    "memory_ordering_semantics", "memory_scope", "mode", "operandSegmentSizes"};

template <typename OpT>
static void printAtomicTail(OpAsmPrinter &printer, OpT op, Value pointers,
                            Value value) {
  if (op.getMask())
    printer << ", " << op.getMask();
  if (op.getToken())
    printer << " token=" << op.getToken();
  printer.printOptionalAttrDict(op->getAttrs(), ownNames(op, elided));
  printer << " : ";
  printTileIRType(printer, pointers.getType());
  printer << ", ";
  printTileIRType(printer, value.getType());
  if (op.getMask()) {
    printer << ", ";
    printTileIRType(printer, op.getMask().getType());
  }
  printer << " -> ";
  printTileIRTypes(printer, op->getResultTypes());
}

ParseResult AtomicRMWTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  UnresolvedOperand pointers, argument;
  return failure(parseOrderingAndScope(parser, result) ||
                 parser.parseOperand(pointers) || parser.parseComma() ||
                 parseMode(parser, result) || parser.parseComma() ||
                 parser.parseOperand(argument) ||
                 parseAtomicTail(parser, result, pointers, argument));
}
void AtomicRMWTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  printer << getPointers() << ", " << stringifyAtomicMode(getMode()) << ", "
          << getArg();
  printAtomicTail(printer, *this, getPointers(), getArg());
}

ParseResult AtomicCASTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  UnresolvedOperand pointers, values[2];
  return failure(parseOrderingAndScope(parser, result) ||
                 parser.parseOperand(pointers) || parser.parseComma() ||
                 parser.parseOperand(values[0]) || parser.parseComma() ||
                 parser.parseOperand(values[1]) ||
                 parseAtomicTail(parser, result, pointers, values));
}
void AtomicCASTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  printer << getPointers() << ", " << getCmp() << ", " << getVal();
  printAtomicTail(printer, *this, getPointers(), getVal());
}

ParseResult AtomicRedViewTkoOp::parse(OpAsmParser &parser,
                                      OperationState &result) {
  UnresolvedOperand view, value;
  SmallVector<UnresolvedOperand> index, token;
  SmallVector<Type> types;
  Type resultType;
  SMLoc loc, resultLoc;
  // RV8: a missing scope is left to the verifier.
  if (parseOrdering(parser, result) || parser.parseOperand(view) ||
      parser.parseOperandList(index, AsmParser::Delimiter::Square) ||
      parser.parseComma() || parseMode(parser, result) || parser.parseComma() ||
      parser.parseOperand(value) || parseOptionalToken(parser, token) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseColon() || parser.getCurrentLocation(&loc) ||
      parseTileIRTypes(parser, types) || parser.parseArrow() ||
      parser.getCurrentLocation(&resultLoc) ||
      parseTileIRType(parser, resultType))
    return failure();
  if (types.size() < 2)
    return parser.emitError(loc,
                            "expected the types of the value and the view");
  FailureOr<SmallVector<Type>> indexTypes = spreadIndexTypes(
      parser, loc, ArrayRef(types).drop_front(2), index.size());
  if (failed(indexTypes))
    return failure();
  auto tokenType = TokenType::get(parser.getContext());
  if (resultType != tokenType)
    return parser.emitError(resultLoc, "expected result type 'token'");
  result.addTypes(tokenType);
  if (parser.resolveOperand(view, types[1], result.operands) ||
      parser.resolveOperands(index, *indexTypes, loc, result.operands) ||
      parser.resolveOperand(value, types[0], result.operands) ||
      parser.resolveOperands(token, tokenType, result.operands))
    return failure();
  addOperandSegments(parser, result,
                     {1, int32_t(index.size()), 1, int32_t(token.size())});
  return success();
}
void AtomicRedViewTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  printer << getView() << '[' << getIndex() << "], "
          << stringifyAtomicMode(getMode()) << ", " << getValue();
  if (getToken())
    printer << " token = " << getToken();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           ownNames(*this, elided));
  printer << " : ";
  printTileIRType(printer, getValue().getType());
  printer << ", ";
  printTileIRType(printer, getView().getType());
  printIndexTypes(printer, getIndex());
  printer << " -> ";
  printTileIRType(printer, getResultToken().getType());
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// xchg, cas: MLIR's width decides, so that tf32 with its 19 bits is out.
static bool hasWordWidth(Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  return width == 32 || width == 64;
}

/// RW4, RV6
static LogicalResult verifyMode(Operation *op, AtomicMode mode, Type element) {
  bool fits = false;
  switch (mode) {
  case AtomicMode::AddF:
    fits = isBaseFloatElement(element);
    break;
  case AtomicMode::Xchg:
    fits = hasWordWidth(element);
    break;
  default:
    fits = isa<IntegerType>(element) && hasWordWidth(element);
    break;
  }
  if (!fits)
    return op->emitOpError("mode ")
           << stringifyAtomicMode(mode) << " is not supported for " << element;
  return success();
}

/// RW5, CA5
static LogicalResult verifyAtomicOrdering(Operation *op,
                                          MemoryOrdering ordering) {
  if (ordering == MemoryOrdering::Weak)
    return op->emitOpError("expects memory ordering to be one of relaxed, "
                           "acquire, release, acq_rel, got weak");
  return success();
}

/// RW1 to RW3, CA1, CA2, CA4
static LogicalResult verifyAtomicTypes(Operation *op, Value pointers,
                                       Value value, Value mask, Value result) {
  auto pointerTile = cast<TileType>(pointers.getType());
  auto valueTile = cast<TileType>(value.getType());
  if (value.getType() != result.getType())
    return op->emitOpError("value and result must have the same type, got ")
           << valueTile << " and " << result.getType();
  if (pointerTile.getShape() != valueTile.getShape())
    return op->emitOpError("pointer and value tiles must have the same shape, "
                           "got ")
           << pointerTile << " and " << valueTile;
  if (cast<PointerType>(pointerTile.getElementType()).getPointeeType() !=
      valueTile.getElementType())
    return op->emitOpError("pointee type must match the value's element type, "
                           "got ")
           << pointerTile << " and " << valueTile;
  if (mask && cast<TileType>(mask.getType()).getShape() != valueTile.getShape())
    return op->emitOpError("mask must have the shape of the value tile, got ")
           << mask.getType() << " and " << valueTile;
  return success();
}

LogicalResult AtomicRMWTkoOp::verify() {
  if (failed(verifyAtomicTypes(*this, getPointers(), getArg(), getMask(),
                               getResult())) ||
      failed(verifyMode(*this, getMode(),
                        cast<TileType>(getArg().getType()).getElementType())))
    return failure();
  return verifyAtomicOrdering(*this, getMemoryOrderingSemantics());
}

LogicalResult AtomicCASTkoOp::verify() {
  if (getCmp().getType() != getVal().getType())
    return emitOpError("compared and stored value must have the same type, "
                       "got ")
           << getCmp().getType() << " and " << getVal().getType();
  if (failed(verifyAtomicTypes(*this, getPointers(), getVal(), getMask(),
                               getResult())))
    return failure();
  Type element = cast<TileType>(getVal().getType()).getElementType();
  if (!hasWordWidth(element)) // CA3
    return emitOpError("expects elements of 32 or 64 bits, got ") << element;
  return verifyAtomicOrdering(*this, getMemoryOrderingSemantics());
}

LogicalResult AtomicRedViewTkoOp::verify() {
  if (isa<GatherScatterViewType>(getView().getType())) // RV1
    return emitOpError("does not support gather_scatter views");
  auto view = cast<TileViewInterface>(getView().getType());
  PaddingValueAttr padding;
  if (auto partition = dyn_cast<PartitionViewType>(getView().getType()))
    padding = partition.getPadding();
  else
    padding = cast<StridedViewType>(getView().getType()).getPadding();
  if (padding) // RV2
    return emitOpError("does not support views with a padding value");
  auto tile = cast<TileType>(view.getViewTileType());
  auto value = cast<TileType>(getValue().getType());
  if (tile.getElementType() != value.getElementType()) // RV3
    return emitOpError("element type of the view must match the value's, got ")
           << tile.getElementType() << " and " << value.getElementType();
  if (tile.getShape() != value.getShape()) // RV4
    return emitOpError("tile shape of the view must be the value's, got ")
           << tile << " and " << value;
  if (getMode() == AtomicMode::Xchg) // RV5
    return emitOpError("does not support mode xchg");
  if (failed(verifyMode(*this, getMode(), value.getElementType())))
    return failure();
  if (getMemoryOrderingSemantics() != MemoryOrdering::Relaxed) // RV7
    return emitOpError("expects memory ordering relaxed, got ")
           << stringifyMemoryOrdering(getMemoryOrderingSemantics());
  if (getMemoryScope() == MemoryScope::System) // RV8
    return emitOpError("expects memory scope tl_blk or device, got sys");
  if (int64_t(getIndex().size()) != view.getViewIndexRank()) // RV9
    return emitOpError("expects ")
           << view.getViewIndexRank() << " indices, got " << getIndex().size();
  for (Type type : getIndex().getTypes()) // RV10
    if (!isTileOf(type, isIntElement) ||
        !cast<TileType>(type).getShape().empty())
      return emitOpError("view indices must be scalar integer tiles, got ")
             << type;
  return success();
}
