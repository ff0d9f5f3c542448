//===- CudaTileMemorySyntax.cpp - Assembly of memory operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

// Part 2, sections 2, 5.2 and 5.7.

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"
#include "compiler/Support/Sizes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::cuda_tile;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

ParseResult cuda_tile::parseOrdering(OpAsmParser &parser,
                                     OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<MemoryOrdering> ordering = symbolizeMemoryOrdering(word);
  if (!ordering)
    return parser.emitError(loc, "unknown memory ordering '") << word << "'";
  Builder &builder = parser.getBuilder();
  result.addAttribute("memory_ordering_semantics",
                      builder.getI32IntegerAttr(int32_t(*ordering)));
  loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  std::optional<MemoryScope> scope = symbolizeMemoryScope(word);
  if (!scope)
    return parser.emitError(loc, "unknown memory scope '") << word << "'";
  result.addAttribute("memory_scope",
                      builder.getI32IntegerAttr(int32_t(*scope)));
  return success();
}

void cuda_tile::printOrdering(OpAsmPrinter &printer, MemoryOrdering ordering,
                              std::optional<MemoryScope> scope) {
  printer << ' ' << stringifyMemoryOrdering(ordering) << ' ';
  if (scope)
    printer << stringifyMemoryScope(*scope) << ' ';
}

ParseResult
cuda_tile::parseOptionalToken(OpAsmParser &parser,
                              SmallVectorImpl<UnresolvedOperand> &token) {
  if (failed(parser.parseOptionalKeyword("token")))
    return success();
  return failure(parser.parseEqual() ||
                 parser.parseOperand(token.emplace_back()));
}

static constexpr StringLiteral inherentNames[] = {
    "memory_ordering_semantics", "memory_scope", "optimization_hints",
    "inbounds", "operandSegmentSizes"};

/// `inbounds = [true, false]` if present; all false says nothing, is not
/// written and not kept (13.4 additions, 4.2).
static ParseResult parseOptionalInbounds(OpAsmParser &parser,
                                         OperationState &result,
                                         size_t numIndices) {
  if (failed(parser.parseOptionalKeyword("inbounds")))
    return success();
  SmallVector<bool> promises;
  auto parsePromise = [&]() -> ParseResult {
    bool isTrue = succeeded(parser.parseOptionalKeyword("true"));
    promises.push_back(isTrue);
    return isTrue ? success() : parser.parseKeyword("false");
  };
  if (parser.parseEqual() || parser.parseCommaSeparatedList(
                                 AsmParser::Delimiter::Square, parsePromise))
    return failure();
  // The verifier counts them.
  if (llvm::is_contained(promises, true) || promises.size() != numIndices)
    result.addAttribute("inbounds",
                        parser.getBuilder().getDenseBoolArrayAttr(promises));
  return success();
}
static void printInbounds(OpAsmPrinter &printer,
                          std::optional<ArrayRef<bool>> promises) {
  if (!promises || !llvm::is_contained(*promises, true))
    return;
  printer << " inbounds = [";
  llvm::interleaveComma(*promises, printer, [&](bool isTrue) {
    printer << (isTrue ? "true" : "false");
  });
  printer << ']';
}

template <typename OpT>
static void printTail(OpAsmPrinter &printer, OpT op, StringRef token,
                      StringRef dictKeyword) {
  if (op.getToken())
    printer << ' ' << token << op.getToken();
  if (op.getOptimizationHintsAttr() &&
      !op.getOptimizationHintsAttr().getHints().empty()) {
    printer << " optimization_hints = ";
    op.getOptimizationHintsAttr().print(printer);
  }
  if constexpr (std::is_same_v<OpT, LoadViewTkoOp> ||
                std::is_same_v<OpT, StoreViewTkoOp>)
    printInbounds(printer, op.getInbounds());
  SmallVector<StringRef> elided = ownNames(op, inherentNames);
  if (dictKeyword.empty())
    printer.printOptionalAttrDict(op->getAttrs(), elided);
  else
    printer.printOptionalAttrDictWithKeyword(op->getAttrs(), elided);
}

void cuda_tile::addOperandSegments(OpAsmParser &parser, OperationState &result,
                                   ArrayRef<int32_t> sizes) {
  result.addAttribute("operandSegmentSizes",
                      parser.getBuilder().getDenseI32ArrayAttr(sizes));
}

//===----------------------------------------------------------------------===//
// load_ptr_tko, store_ptr_tko
//===----------------------------------------------------------------------===//

/// The two pointer operations share everything but the number of leading
/// operands (`fixed`), the largest number of operands and the results. A
/// padding value without a mask, which front ends write in bytecode, would be
/// read as a mask in the reference's text: here it is `padding=%v`.
static ParseResult parsePointerAccess(OpAsmParser &parser,
                                      OperationState &result, unsigned fixed,
                                      unsigned most, bool isLoad) {
  SmallVector<UnresolvedOperand> operands, token;
  if (parseOrdering(parser, result) ||
      parser.parseOperand(operands.emplace_back()))
    return failure();
  while (operands.size() < most && succeeded(parser.parseOptionalComma())) {
    OptionalParseResult more =
        parser.parseOptionalOperand(operands.emplace_back());
    if (!more.has_value()) {
      // A dangling comma before `token` is tolerated (part 2, 2.1).
      operands.pop_back();
      break;
    }
    if (failed(*more))
      return failure();
  }
  if (operands.size() < fixed)
    return parser.emitError(parser.getCurrentLocation(), "expected ")
           << fixed << " operands";
  bool hasLonePadding = isLoad && operands.size() == fixed &&
                        succeeded(parser.parseOptionalKeyword("padding"));
  if (hasLonePadding &&
      (parser.parseEqual() || parser.parseOperand(operands.emplace_back())))
    return failure();
  SmallVector<Type> types;
  SMLoc typesLoc;
  if (parseOptionalToken(parser, token) || parseOptionalHints(parser, result) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&typesLoc) || parseTileIRTypes(parser, types))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(typesLoc, "expected ")
           << operands.size() << " operand types, got " << types.size();
  SmallVector<Type> results;
  if (parser.parseArrow() || parseTileIRTypes(parser, results))
    return failure();
  auto tokenType = TokenType::get(parser.getContext());
  if (results.size() != (isLoad ? 2 : 1) || results.back() != tokenType)
    return parser.emitError(typesLoc,
                            isLoad ? "expected result types 'tile, token'"
                                   : "expected result type 'token'");
  result.addTypes(results);
  if (parser.resolveOperands(operands, types, typesLoc, result.operands) ||
      parser.resolveOperands(token, tokenType, result.operands))
    return failure();
  SmallVector<int32_t> segments(most + 1, 0);
  for (unsigned i = 0; i < operands.size(); ++i)
    segments[hasLonePadding && i == fixed ? most - 1 : i] = 1;
  segments[most] = token.size();
  addOperandSegments(parser, result, segments);
  return success();
}

ParseResult LoadPtrTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePointerAccess(parser, result, 1, 3, /*isLoad=*/true);
}
ParseResult StorePtrTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePointerAccess(parser, result, 2, 3, /*isLoad=*/false);
}

static void printOperandsAndTypes(OpAsmPrinter &printer, OperandRange operands,
                                  function_ref<void()> printMiddle) {
  printer.printOperands(operands);
  printMiddle();
  printer << " : ";
  printTileIRTypes(printer, operands.getTypes());
}

void LoadPtrTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  OperandRange data = getToken() ? getOperands().drop_back() : getOperands();
  if (getPaddingValue() && !getMask()) {
    printer << getSource() << " padding=" << getPaddingValue();
    printTail(printer, *this, "token=", "");
    printer << " : ";
    printTileIRTypes(printer, data.getTypes());
  } else {
    printOperandsAndTypes(printer, data,
                          [&] { printTail(printer, *this, "token=", ""); });
  }
  printer << " -> ";
  printTileIRTypes(printer, getResultTypes());
}
void StorePtrTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  OperandRange data = getToken() ? getOperands().drop_back() : getOperands();
  printOperandsAndTypes(printer, data,
                        [&] { printTail(printer, *this, "token=", ""); });
  printer << " -> ";
  printTileIRType(printer, getResultToken().getType());
}

//===----------------------------------------------------------------------===//
// make_tensor_view
//===----------------------------------------------------------------------===//

/// `[elem, ..]`: integers and SSA values, in order; integers are checked
/// against the type once that is known (TV1).
struct MixedList {
  SmallVector<UnresolvedOperand> dynamic;
  SmallVector<int64_t> statics;
  SMLoc loc;
};
static ParseResult parseMixedList(OpAsmParser &parser, StringRef keyword,
                                  MixedList &list) {
  if (parser.parseComma() || parser.parseKeyword(keyword) ||
      parser.parseEqual() || parser.getCurrentLocation(&list.loc))
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        UnresolvedOperand operand;
        OptionalParseResult ssa = parser.parseOptionalOperand(operand);
        if (!ssa.has_value())
          return tilefuzz::parseStaticSize(parser, list.statics.emplace_back());
        list.dynamic.push_back(operand);
        list.statics.push_back(ShapedType::kDynamic);
        return *ssa;
      });
}

static PointerType pointerOf(Value tile) {
  return cast<PointerType>(cast<TileType>(tile.getType()).getElementType());
}

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  UnresolvedOperand base;
  MixedList shape, strides;
  if (parser.parseOperand(base) || parseMixedList(parser, "shape", shape) ||
      parseMixedList(parser, "strides", strides) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  bool anyDynamic = !shape.dynamic.empty() || !strides.dynamic.empty();
  SMLoc typeLoc = parser.getCurrentLocation();
  SmallVector<Type> types;
  Type type;
  if (parseTileIRTypes(parser, types))
    return failure();
  // The long form begins with the type of the base (13.4 additions, 2.2).
  bool isLong = isTileOf(types.front(), isPointerElement);
  if (types.size() != size_t(isLong) + anyDynamic + !isLong * !anyDynamic)
    return parser.emitError(typeLoc, "expected [the type of the base,] [the "
                                     "type of sizes ->] the type of the view");
  Type baseType = isLong ? types.front() : Type();
  Type index = anyDynamic ? types.back() : Type();
  if (!isLong && !anyDynamic)
    type = types.front();
  else if (parser.parseArrow() || parser.getCurrentLocation(&typeLoc) ||
           parseTileIRType(parser, type))
    return failure();
  auto view = dyn_cast<TensorViewType>(type);
  if (!view)
    return parser.emitError(typeLoc, "expected a tensor_view type");
  auto check = [&](const MixedList &list, ArrayRef<int64_t> expected,
                   StringRef what) -> ParseResult {
    if (list.statics.size() != expected.size())
      return parser.emitError(list.loc, "expected ")
             << expected.size() << " " << what << " values, got "
             << list.statics.size();
    for (auto [given, wanted] : llvm::zip_equal(list.statics, expected))
      if (given != wanted)
        return parser.emitError(list.loc, what)
               << " does not match the type " << view;
    return success();
  };
  if (check(shape, view.getShape(), "shape") ||
      check(strides, view.getStrides(), "strides"))
    return failure();
  if (!baseType)
    baseType = TileType::get(ArrayRef<int64_t>(),
                             PointerType::get(view.getElementType()));
  result.addTypes(view);
  if (parser.resolveOperand(base, baseType, result.operands) ||
      parser.resolveOperands(shape.dynamic, index, result.operands) ||
      parser.resolveOperands(strides.dynamic, index, result.operands))
    return failure();
  addOperandSegments(
      parser, result,
      {1, int32_t(shape.dynamic.size()), int32_t(strides.dynamic.size())});
  return success();
}

void MakeTensorViewOp::print(OpAsmPrinter &printer) {
  auto view = cast<TensorViewType>(getResult().getType());
  auto printList = [&](ArrayRef<int64_t> statics, OperandRange dynamic) {
    auto next = dynamic.begin();
    printer << '[';
    llvm::interleaveComma(statics, printer, [&](int64_t value) {
      if (ShapedType::isDynamic(value))
        printer << *next++;
      else
        printer << value;
    });
    printer << ']';
  };
  printer << ' ' << getBase() << ", shape = ";
  printList(view.getShape(), getDynamicShape());
  printer << ", strides = ";
  printList(view.getStrides(), getDynamicStrides());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes"});
  printer << " : ";
  bool isLong = view.getPtrAttr() || pointerOf(getBase()).getPtrAttr();
  if (isLong)
    printTileIRType(printer, getBase().getType());
  if (getNumOperands() > 1) {
    printer << (isLong ? ", " : "");
    printTileIRType(printer, getOperand(1).getType());
  }
  if (isLong || getNumOperands() > 1)
    printer << " -> ";
  printTileIRType(printer, view);
}

//===----------------------------------------------------------------------===//
// load_view_tko, store_view_tko
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Type>> cuda_tile::spreadIndexTypes(OpAsmParser &parser,
                                                         SMLoc loc,
                                                         ArrayRef<Type> types,
                                                         size_t numIndices) {
  if (types.size() != numIndices && (types.size() != 1 || numIndices == 0)) {
    parser.emitError(loc, "expected one index type, or one per index");
    return failure();
  }
  SmallVector<Type> spread(types);
  if (numIndices)
    spread.resize(numIndices, types.front());
  return spread;
}

static ParseResult parseViewAccess(OpAsmParser &parser, OperationState &result,
                                   bool isLoad) {
  SmallVector<UnresolvedOperand> index, token;
  UnresolvedOperand tile, view;
  if (parseOrdering(parser, result))
    return failure();
  if (!isLoad && (parser.parseOperand(tile) || parser.parseComma()))
    return failure();
  SmallVector<Type> types;
  SMLoc loc;
  if (parser.parseOperand(view) ||
      parser.parseOperandList(index, AsmParser::Delimiter::Square) ||
      parseOptionalToken(parser, token) || parseOptionalHints(parser, result) ||
      parseOptionalInbounds(parser, result, index.size()) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseColon() || parser.getCurrentLocation(&loc) ||
      parseTileIRTypes(parser, types) || parser.parseArrow())
    return failure();
  size_t fixed = isLoad ? 1 : 2;
  if (types.size() < fixed)
    return parser.emitError(loc, "expected the type of the view");
  FailureOr<SmallVector<Type>> perIndex = spreadIndexTypes(
      parser, loc, ArrayRef(types).drop_front(fixed), index.size());
  if (failed(perIndex))
    return failure();
  SmallVector<Type> results;
  if (parseTileIRTypes(parser, results))
    return failure();
  auto tokenType = TokenType::get(parser.getContext());
  if (results.size() != (isLoad ? 2 : 1) || results.back() != tokenType)
    return parser.emitError(loc, isLoad ? "expected result types 'tile, token'"
                                        : "expected result type 'token'");
  result.addTypes(results);
  if (!isLoad && parser.resolveOperand(tile, types[0], result.operands))
    return failure();
  if (parser.resolveOperand(view, types[fixed - 1], result.operands) ||
      parser.resolveOperands(index, *perIndex, loc, result.operands) ||
      parser.resolveOperands(token, tokenType, result.operands))
    return failure();
  SmallVector<int32_t> segments(fixed, 1);
  segments.push_back(index.size());
  segments.push_back(token.size());
  addOperandSegments(parser, result, segments);
  return success();
}

void cuda_tile::printIndexTypes(OpAsmPrinter &printer, OperandRange index) {
  if (index.empty())
    return;
  printer << ", ";
  if (llvm::all_equal(index.getTypes()))
    printTileIRType(printer, index.front().getType());
  else
    printTileIRTypes(printer, index.getTypes());
}

ParseResult LoadViewTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseViewAccess(parser, result, /*isLoad=*/true);
}
ParseResult StoreViewTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseViewAccess(parser, result, /*isLoad=*/false);
}

void LoadViewTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  printer << getView() << '[' << getIndex() << ']';
  printTail(printer, *this, "token = ", "attributes");
  printer << " : ";
  printTileIRType(printer, getView().getType());
  printIndexTypes(printer, getIndex());
  printer << " -> ";
  printTileIRTypes(printer, getResultTypes());
}
void StoreViewTkoOp::print(OpAsmPrinter &printer) {
  printOrdering(printer, getMemoryOrderingSemantics(), getMemoryScope());
  printer << getTile() << ", " << getView() << '[' << getIndex() << ']';
  printTail(printer, *this, "token = ", "attributes");
  printer << " : ";
  printTileIRType(printer, getTile().getType());
  printer << ", ";
  printTileIRType(printer, getView().getType());
  printIndexTypes(printer, getIndex());
  printer << " -> ";
  printTileIRType(printer, getResultToken().getType());
}

//===----------------------------------------------------------------------===//
// gdc_wait_tko, gdc_launch_dependents_tko, memory_fence_alias_tko
//===----------------------------------------------------------------------===//

/// `[token = %t] -> token`. Of the fence no public text shows the form; read is
/// also what ODS would make of it, `%t : token -> token` (13.4 additions, 3.4).
static ParseResult parseTokenSync(OpAsmParser &parser, OperationState &result,
                                  bool isFence) {
  SmallVector<UnresolvedOperand> token;
  auto tokenType = TokenType::get(parser.getContext());
  SMLoc loc;
  auto parseTokenType = [&]() -> ParseResult {
    Type type;
    if (parser.getCurrentLocation(&loc) || parseTileIRType(parser, type))
      return failure();
    if (type != tokenType)
      return parser.emitError(loc, "expected type 'token'");
    return success();
  };
  UnresolvedOperand bare;
  OptionalParseResult isBare = parser.parseOptionalOperand(bare);
  if (isBare.has_value()) {
    if (failed(*isBare))
      return failure();
    token.push_back(bare);
  } else if (parseOptionalToken(parser, token)) {
    return failure();
  }
  if (isFence && token.empty())
    return parser.emitError(parser.getCurrentLocation(),
                            "expected 'token = ' and the token to order");
  if (!isFence && isBare.has_value())
    return parser.emitError(parser.getCurrentLocation(),
                            "expected 'token = ' before the token");
  if (parser.parseOptionalAttrDict(result.attributes) ||
      (isBare.has_value() && (parser.parseColon() || parseTokenType())) ||
      parser.parseArrow() || parseTokenType())
    return failure();
  result.addTypes(tokenType);
  return parser.resolveOperands(token, tokenType, result.operands);
}
static void printTokenSync(OpAsmPrinter &printer, Operation *op) {
  if (op->getNumOperands())
    printer << " token = " << op->getOperand(0);
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " -> ";
  printTileIRType(printer, op->getResult(0).getType());
}

ParseResult GdcWaitTkoOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseTokenSync(parser, result, /*isFence=*/false);
}
ParseResult GdcLaunchDependentsTkoOp::parse(OpAsmParser &parser,
                                            OperationState &result) {
  return parseTokenSync(parser, result, /*isFence=*/false);
}
ParseResult MemoryFenceAliasTkoOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  return parseTokenSync(parser, result, /*isFence=*/true);
}
void GdcWaitTkoOp::print(OpAsmPrinter &printer) {
  printTokenSync(printer, *this);
}
void GdcLaunchDependentsTkoOp::print(OpAsmPrinter &printer) {
  printTokenSync(printer, *this);
}
void MemoryFenceAliasTkoOp::print(OpAsmPrinter &printer) {
  printTokenSync(printer, *this);
}
