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
    "operandSegmentSizes"};

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
/// operands (`fixed`), the largest number of operands and the results.
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
    segments[i] = 1;
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
  printOperandsAndTypes(printer, data,
                        [&] { printTail(printer, *this, "token=", ""); });
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

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  UnresolvedOperand base;
  MixedList shape, strides;
  if (parser.parseOperand(base) || parseMixedList(parser, "shape", shape) ||
      parseMixedList(parser, "strides", strides) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  bool anyDynamic = !shape.dynamic.empty() || !strides.dynamic.empty();
  Type index, type;
  if (anyDynamic && (parseTileIRType(parser, index) || parser.parseArrow()))
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parseTileIRType(parser, type))
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
  auto baseType = TileType::get(ArrayRef<int64_t>(),
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
  if (getNumOperands() > 1) {
    printTileIRType(printer, getOperand(1).getType());
    printer << " -> ";
  }
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
