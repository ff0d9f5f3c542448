//===- CudaTileViewTypes.cpp - Views that are accessed tile by tile -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, sections 1.3 and 2.6 to 2.8.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `tile = (4x8)`.
static ParseResult parseTileShape(AsmParser &parser,
                                  SmallVectorImpl<int32_t> &tileShape) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  if (parser.parseKeyword("tile") || parser.parseEqual() ||
      parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseDimensionList(dims, /*allowDynamic=*/false,
                                 /*withTrailingX=*/false) ||
       parser.parseRParen()))
    return failure();
  for (int64_t dim : dims) {
    if (dim <= 0 || dim > std::numeric_limits<int32_t>::max())
      return parser.emitError(loc, "tile dimension exceeds i32 limitations: ")
             << dim;
    tileShape.push_back(dim);
  }
  return success();
}

/// `padding_value = zero,` if present.
static ParseResult parseOptionalPadding(AsmParser &parser,
                                        PaddingValueAttr &padding) {
  if (failed(parser.parseOptionalKeyword("padding_value")))
    return success();
  StringRef word;
  SMLoc loc;
  if (parser.parseEqual() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&word))
    return failure();
  std::optional<PaddingValue> value = symbolizePaddingValue(word);
  if (!value)
    return parser.emitError(loc, "unknown padding value '") << word << "'";
  padding = PaddingValueAttr::get(parser.getContext(), *value);
  return parser.parseComma();
}

static ParseResult parseTensorView(AsmParser &parser, TensorViewType &view) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parseTileIRType(parser, type))
    return failure();
  view = dyn_cast<TensorViewType>(type);
  if (!view)
    return parser.emitError(loc, "expected a tensor_view type");
  return success();
}

/// What all views are written with, in this order.
struct ViewSyntax {
  /// `<tile=(..), `
  ParseResult parseStart(AsmParser &parser) {
    loc = parser.getCurrentLocation();
    return failure(parser.parseLess() || parseTileShape(parser, tileShape) ||
                   parser.parseComma());
  }
  /// The padding, and what is viewed.
  ParseResult parseViewed(AsmParser &parser) {
    return failure(parseOptionalPadding(parser, padding) ||
                   parseTensorView(parser, view));
  }
  /// The type, or none after an error at the view's begin.
  template <typename ViewT, typename... Args>
  ViewT get(AsmParser &parser, Args... args) {
    auto report = [&] { return parser.emitError(loc); };
    return ViewT::getChecked(EmitError(report), parser.getContext(),
                             ArrayRef<int32_t>(tileShape), args..., padding);
  }

  SMLoc loc;
  SmallVector<int32_t> tileShape;
  PaddingValueAttr padding;
  TensorViewType view;
};

static ParseResult parseIntegers(AsmParser &parser, StringRef keyword,
                                 SmallVectorImpl<int32_t> &values) {
  return failure(
      parser.parseKeyword(keyword) || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(values.emplace_back());
      }));
}

/// `, dim_map=[..]`, absent for the identity.
static ParseResult parseOptionalDimMap(AsmParser &parser, size_t rank,
                                       SmallVectorImpl<int32_t> &dimMap) {
  if (succeeded(parser.parseOptionalComma()))
    return parseIntegers(parser, "dim_map", dimMap);
  for (size_t i = 0; i < rank; ++i)
    dimMap.push_back(i);
  return success();
}

static void printViewed(AsmPrinter &printer, PaddingValueAttr padding,
                        TensorViewType view) {
  if (padding)
    printer << "padding_value = " << stringifyPaddingValue(padding.getValue())
            << ", ";
  printTileIRType(printer, view);
}
static void printTileShape(AsmPrinter &printer, ArrayRef<int32_t> tileShape) {
  printer << "<tile=(";
  llvm::interleave(tileShape, printer.getStream(), "x");
  printer << "), ";
}
static void printOptionalDimMap(AsmPrinter &printer, ArrayRef<int32_t> dimMap) {
  bool identity = true;
  for (auto [i, dim] : llvm::enumerate(dimMap))
    identity &= dim == int32_t(i);
  if (identity)
    return;
  printer << ", dim_map=[";
  llvm::interleaveComma(dimMap, printer);
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Rules that the views share
//===----------------------------------------------------------------------===//

static LogicalResult verifyRank(EmitError emitError,
                                ArrayRef<int32_t> tileShape,
                                TensorViewType view) {
  size_t rank = tileShape.size();
  if (rank == 0)
    return emitError() << "0-dimension tile shape is not supported";
  if (rank != view.getShape().size())
    return emitError() << "rank mismatch: tile has rank " << rank
                       << " but the tensor view has rank "
                       << view.getShape().size();
  return success();
}

static LogicalResult verifyTileDimensions(EmitError emitError,
                                          ArrayRef<int32_t> tileShape) {
  for (int32_t dim : tileShape)
    if (dim <= 0 || !llvm::isPowerOf2_32(dim))
      return emitError() << "tile dimensions must have positive power of two "
                            "length, got "
                         << dim;
  return success();
}

static LogicalResult verifyDimMapLength(EmitError emitError, size_t rank,
                                        ArrayRef<int32_t> dimMap) {
  if (dimMap.size() != rank)
    return emitError() << "dim_map must map exactly all " << rank
                       << " dimensions of the tile, got " << dimMap.size();
  return success();
}

static LogicalResult verifyDimMap(EmitError emitError,
                                  ArrayRef<int32_t> dimMap) {
  SmallVector<bool> seen(dimMap.size(), false);
  for (int32_t dim : dimMap) {
    if (dim < 0)
      return emitError() << "dim_map entries must not be negative, got " << dim;
    if (size_t(dim) >= dimMap.size())
      return emitError() << "dim_map entry " << dim
                         << " is outside of the tensor view's rank "
                         << dimMap.size();
    if (seen[dim])
      return emitError() << "dimension " << dim << " is mapped at least twice";
    seen[dim] = true;
  }
  return success();
}

/// That the tile is one, and that its elements have the padding value.
static LogicalResult verifyTileAndPadding(EmitError emitError,
                                          ArrayRef<int32_t> tileShape,
                                          TensorViewType view,
                                          PaddingValueAttr padding) {
  SmallVector<int64_t> shape(tileShape);
  if (failed(TileType::verify(emitError, shape, view.getElementType())))
    return failure();
  if (padding && padding.getValue() != PaddingValue::Zero &&
      !isFloatElement(view.getElementType()))
    return emitError() << "padding_value "
                       << stringifyPaddingValue(padding.getValue())
                       << " can only be used with floating point elements";
  return success();
}

static Type tileTypeOf(ArrayRef<int32_t> tileShape, TensorViewType view) {
  SmallVector<int64_t> shape(tileShape);
  return TileType::get(shape, view.getElementType());
}

/// LV6: scalar integer tiles of one type; `skipped` is judged elsewhere.
static LogicalResult verifyScalarIndices(EmitError emitError, TypeRange types,
                                         std::optional<unsigned> skipped) {
  Type first;
  for (auto [i, type] : llvm::enumerate(types)) {
    if (skipped && i == *skipped)
      continue;
    if (!isTileOf(type, isIntElement) ||
        !cast<TileType>(type).getShape().empty())
      return emitError() << "view indices must be scalar integer tiles, got "
                         << type;
    if (first && type != first)
      return emitError() << "view indices must all have the same type, got "
                         << first << " and " << type;
    first = type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// partition_view
//===----------------------------------------------------------------------===//

int64_t PartitionViewType::getViewIndexRank() const {
  return getTileShape().size();
}
Type PartitionViewType::getViewTileType() const {
  return tileTypeOf(getTileShape(), getTensorView());
}
LogicalResult PartitionViewType::verifyIndices(EmitError emitError,
                                               TypeRange types) const {
  return verifyScalarIndices(emitError, types, std::nullopt);
}

Type PartitionViewType::parse(AsmParser &parser) {
  ViewSyntax syntax;
  SmallVector<int32_t> dimMap;
  if (syntax.parseStart(parser) || syntax.parseViewed(parser) ||
      parseOptionalDimMap(parser, syntax.tileShape.size(), dimMap) ||
      parser.parseGreater())
    return {};
  return syntax.get<PartitionViewType>(parser, syntax.view,
                                       ArrayRef<int32_t>(dimMap));
}

void PartitionViewType::print(AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printViewed(printer, getPadding(), getTensorView());
  printOptionalDimMap(printer, getDimMap());
  printer << '>';
}

LogicalResult PartitionViewType::verify(EmitError emitError,
                                        ArrayRef<int32_t> tileShape,
                                        TensorViewType view,
                                        ArrayRef<int32_t> dimMap,
                                        PaddingValueAttr padding) {
  return failure(
      failed(verifyRank(emitError, tileShape, view)) ||
      failed(verifyDimMapLength(emitError, tileShape.size(), dimMap)) ||
      failed(verifyTileDimensions(emitError, tileShape)) ||
      failed(verifyDimMap(emitError, dimMap)) ||
      failed(verifyTileAndPadding(emitError, tileShape, view, padding)));
}

//===----------------------------------------------------------------------===//
// strided_view
//===----------------------------------------------------------------------===//

int64_t StridedViewType::getViewIndexRank() const {
  return getTileShape().size();
}
Type StridedViewType::getViewTileType() const {
  return tileTypeOf(getTileShape(), getTensorView());
}
LogicalResult StridedViewType::verifyIndices(EmitError emitError,
                                             TypeRange types) const {
  return verifyScalarIndices(emitError, types, std::nullopt);
}

Type StridedViewType::parse(AsmParser &parser) {
  ViewSyntax syntax;
  SmallVector<int32_t> strides, dimMap;
  if (syntax.parseStart(parser) ||
      parseIntegers(parser, "traversal_strides", strides) ||
      parser.parseComma() || syntax.parseViewed(parser) ||
      parseOptionalDimMap(parser, syntax.tileShape.size(), dimMap) ||
      parser.parseGreater())
    return {};
  return syntax.get<StridedViewType>(parser, ArrayRef<int32_t>(strides),
                                     syntax.view, ArrayRef<int32_t>(dimMap));
}

void StridedViewType::print(AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printer << "traversal_strides=[";
  llvm::interleave(getTraversalStrides(), printer.getStream(), ",");
  printer << "], ";
  printViewed(printer, getPadding(), getTensorView());
  printOptionalDimMap(printer, getDimMap());
  printer << '>';
}

LogicalResult
StridedViewType::verify(EmitError emitError, ArrayRef<int32_t> tileShape,
                        ArrayRef<int32_t> strides, TensorViewType view,
                        ArrayRef<int32_t> dimMap, PaddingValueAttr padding) {
  if (failed(verifyRank(emitError, tileShape, view)) ||
      failed(verifyDimMapLength(emitError, tileShape.size(), dimMap)) ||
      failed(verifyTileDimensions(emitError, tileShape)))
    return failure();
  if (strides.size() != tileShape.size())
    return emitError() << "expected " << tileShape.size()
                       << " traversal strides, got " << strides.size();
  for (int32_t stride : strides)
    if (stride <= 0)
      return emitError() << "traversal strides must be strictly positive, got "
                         << stride;
  return failure(
      failed(verifyDimMap(emitError, dimMap)) ||
      failed(verifyTileAndPadding(emitError, tileShape, view, padding)));
}

//===----------------------------------------------------------------------===//
// gather_scatter_view
//===----------------------------------------------------------------------===//

int64_t GatherScatterViewType::getViewIndexRank() const {
  return getTileShape().size();
}
Type GatherScatterViewType::getViewTileType() const {
  return tileTypeOf(getTileShape(), getTensorView());
}

// LV7
LogicalResult GatherScatterViewType::verifyIndices(EmitError emitError,
                                                   TypeRange types) const {
  if (types.size() > getSparseDim()) {
    Type sparse = types[getSparseDim()];
    if (!isTileOf(sparse, isIntElement) ||
        cast<TileType>(sparse).getShape().size() != 1)
      return emitError() << "the index of the sparse dimension must be a 1-d "
                            "integer tile, got "
                         << sparse;
    if (cast<TileType>(sparse).getShape()[0] != getTileShape()[getSparseDim()])
      return emitError() << "the index of the sparse dimension must have "
                         << getTileShape()[getSparseDim()] << " elements, got "
                         << sparse;
  }
  return verifyScalarIndices(emitError, types, getSparseDim());
}

Type GatherScatterViewType::parse(AsmParser &parser) {
  ViewSyntax syntax;
  int64_t sparseDim;
  SMLoc dimLoc;
  if (syntax.parseStart(parser) || syntax.parseViewed(parser) ||
      parser.parseComma() || parser.parseKeyword("sparse_dim") ||
      parser.parseEqual() || parser.getCurrentLocation(&dimLoc) ||
      parser.parseInteger(sparseDim) || parser.parseGreater())
    return {};
  // A negative number is as much outside of every rank as a large one.
  if (sparseDim < 0 || sparseDim > std::numeric_limits<uint32_t>::max()) {
    parser.emitError(dimLoc, "gather dimension ")
        << sparseDim << " is outside of the tensor view's rank";
    return {};
  }
  return syntax.get<GatherScatterViewType>(parser, syntax.view,
                                           uint32_t(sparseDim));
}

void GatherScatterViewType::print(AsmPrinter &printer) const {
  printTileShape(printer, getTileShape());
  printViewed(printer, getPadding(), getTensorView());
  printer << ", sparse_dim=" << getSparseDim() << '>';
}

LogicalResult GatherScatterViewType::verify(EmitError emitError,
                                            ArrayRef<int32_t> tileShape,
                                            TensorViewType view,
                                            uint32_t sparseDim,
                                            PaddingValueAttr padding) {
  if (failed(verifyRank(emitError, tileShape, view)) ||
      failed(verifyTileDimensions(emitError, tileShape)))
    return failure();
  if (sparseDim >= view.getShape().size())
    return emitError() << "gather dimension " << sparseDim
                       << " is outside of the tensor view's rank "
                       << view.getShape().size();
  return verifyTileAndPadding(emitError, tileShape, view, padding);
}
