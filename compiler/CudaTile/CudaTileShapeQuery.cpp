//===- CudaTileShapeQuery.cpp - Sizes of views ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, 5.6: as many results as dimensions, one type written for all.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/CudaTileSyntax.h"

using namespace mlir;
using namespace mlir::cuda_tile;

template <typename RankT>
static ParseResult parseShapeQuery(OpAsmParser &parser, OperationState &result,
                                   RankT rankOf) {
  OpAsmParser::UnresolvedOperand source;
  Type type, size;
  SMLoc loc;
  if (parser.parseOperand(source) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.getCurrentLocation(&loc) || parseTileIRType(parser, type) ||
      parser.parseArrow() || parseTileIRType(parser, size))
    return failure();
  std::optional<int64_t> rank = rankOf(type);
  if (!rank)
    return parser.emitError(loc, "expected a view type, got ") << type;
  result.types.append(*rank, size);
  return parser.resolveOperand(source, type, result.operands);
}

static void printShapeQuery(OpAsmPrinter &printer, Operation *op) {
  printer << ' ' << op->getOperand(0);
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : ";
  printTileIRType(printer, op->getOperand(0).getType());
  printer << " -> ";
  // A view of rank 0 has no sizes; the grammar wants a type all the same.
  Type size = op->getNumResults()
                  ? op->getResult(0).getType()
                  : TileType::get(ArrayRef<int64_t>(),
                                  IntegerType::get(op->getContext(), 64));
  printTileIRType(printer, size);
}

ParseResult GetTensorShapeOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  return parseShapeQuery(parser, result,
                         [](Type type) -> std::optional<int64_t> {
                           if (auto view = dyn_cast<TensorViewType>(type))
                             return view.getRank();
                           return std::nullopt;
                         });
}
void GetTensorShapeOp::print(OpAsmPrinter &printer) {
  printShapeQuery(printer, *this);
}

ParseResult GetIndexSpaceShapeOp::parse(OpAsmParser &parser,
                                        OperationState &result) {
  return parseShapeQuery(parser, result,
                         [](Type type) -> std::optional<int64_t> {
                           if (auto view = dyn_cast<TileViewInterface>(type))
                             return view.getViewIndexRank();
                           return std::nullopt;
                         });
}
void GetIndexSpaceShapeOp::print(OpAsmPrinter &printer) {
  printShapeQuery(printer, *this);
}
