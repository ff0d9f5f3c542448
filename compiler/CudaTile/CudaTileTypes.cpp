//===- CudaTileTypes.cpp - Types, their syntax and invariants -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, sections 1.1, 1.3 and 2.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "compiler/CudaTile/CudaTileTypeInterfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/CudaTile/CudaTileTypes.cpp.inc"

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/CudaTile/CudaTileTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element classes
//===----------------------------------------------------------------------===//

bool cuda_tile::isIntElement(Type type) {
  return type.isSignlessInteger(1) || type.isSignlessInteger(8) ||
         type.isSignlessInteger(16) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(64);
}
bool cuda_tile::isIntOrI4Element(Type type) {
  return isIntElement(type) || type.isSignlessInteger(4);
}
bool cuda_tile::isBoolElement(Type type) { return type.isSignlessInteger(1); }
bool cuda_tile::isI32Element(Type type) { return type.isSignlessInteger(32); }
bool cuda_tile::isBaseFloatElement(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}
bool cuda_tile::isFloatElement(Type type) {
  return isBaseFloatElement(type) ||
         isa<FloatTF32Type, Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType>(type);
}
bool cuda_tile::isNumberElement(Type type) {
  return isIntElement(type) || isFloatElement(type);
}
bool cuda_tile::isPointerElement(Type type) { return isa<PointerType>(type); }
bool cuda_tile::isAnyElement(Type type) {
  return isIntOrI4Element(type) || isFloatElement(type) ||
         isPointerElement(type);
}

bool cuda_tile::isTileOf(Type type, bool (*element)(Type)) {
  auto tile = dyn_cast<TileType>(type);
  return tile && element(tile.getElementType());
}

Type cuda_tile::getI1SameShape(Type type) {
  return TileType::get(cast<TileType>(type).getShape(),
                       IntegerType::get(type.getContext(), 1));
}

//===----------------------------------------------------------------------===//
// Short forms
//===----------------------------------------------------------------------===//

ParseResult cuda_tile::parseTileIRType(AsmParser &parser, Type &type) {
  // The order of part 1, 1.1 rule 2: builtin or `!...` first, then mnemonics.
  OptionalParseResult builtin = parser.parseOptionalType(type);
  if (builtin.has_value())
    return *builtin;
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  OptionalParseResult parsed = generatedTypeParser(parser, &mnemonic, type);
  if (parsed.has_value())
    return *parsed;
  return parser.emitError(loc) << "unknown type '" << mnemonic << "'";
}

void cuda_tile::printTileIRType(AsmPrinter &printer, Type type) {
  if (!isa<CudaTileDialect>(type.getDialect()) ||
      failed(generatedTypePrinter(type, printer)))
    printer.printType(type);
}

static void printDimensions(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  for (int64_t dim : dims) {
    if (ShapedType::isDynamic(dim))
      printer << "?x";
    else
      printer << dim << "x";
  }
}

//===----------------------------------------------------------------------===//
// ptr
//===----------------------------------------------------------------------===//

Type PointerType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  if (parser.parseLess() || parseTileIRType(parser, pointee) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(loc, parser.getContext(), pointee);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileIRType(printer, getPointeeType());
  printer << '>';
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointee) {
  if (!isNumberElement(pointee))
    return emitError() << "pointee type must be a number type but got "
                       << pointee;
  return success();
}

//===----------------------------------------------------------------------===//
// tile
//===----------------------------------------------------------------------===//

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type element;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parseTileIRType(parser, element) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape, element);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  printDimensions(printer, getShape());
  printTileIRType(printer, getElementType());
  printer << '>';
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type element) {
  if (!isAnyElement(element))
    return emitError() << "tile element type must be an integer, float or "
                          "pointer type of the dialect but got "
                       << element;
  if (isa<Float4E2M1FNType>(element) &&
      llvm::none_of(shape, [](int64_t dim) { return dim % 2 == 0; }))
    return emitError() << "F4E2M1FN tiles must have an even number of elements";
  int64_t count = 1;
  for (int64_t dim : shape) {
    if (dim <= 0)
      return emitError() << "all dimensions must be positive constants, got "
                         << dim;
    if (!llvm::isPowerOf2_64(dim))
      return emitError() << "all dimensions must be powers of two, got " << dim;
    if (dim > maxElements / count)
      return emitError() << "tile would exceed the maximum of " << maxElements
                         << " elements";
    count *= dim;
  }
  return success();
}

TileType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                             Type elementType) const {
  return TileType::get(shape.value_or(getShape()), elementType);
}

//===----------------------------------------------------------------------===//
// tensor_view
//===----------------------------------------------------------------------===//

int64_t TensorViewType::getNumDynamicSizes() const {
  return llvm::count_if(getShape(), ShapedType::isDynamic);
}
int64_t TensorViewType::getNumDynamicStrides() const {
  return llvm::count_if(getStrides(), ShapedType::isDynamic);
}

Type TensorViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape, strides;
  Type element;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parseTileIRType(parser, element))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    auto parseStride = [&]() -> ParseResult {
      if (succeeded(parser.parseOptionalQuestion())) {
        strides.push_back(ShapedType::kDynamic);
        return success();
      }
      return parser.parseInteger(strides.emplace_back());
    };
    if (parser.parseKeyword("strides") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseStride))
      return {};
    if (shape.empty()) {
      parser.emitError(loc, "strides must not be provided for 0-d tensor view");
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorViewType>(loc, parser.getContext(), element,
                                           shape, strides);
}

void TensorViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printDimensions(printer, getShape());
  printTileIRType(printer, getElementType());
  if (!getStrides().empty()) {
    printer << ", strides=[";
    llvm::interleave(
        getStrides(), printer,
        [&](int64_t stride) {
          if (ShapedType::isDynamic(stride))
            printer << '?';
          else
            printer << stride;
        },
        ",");
    printer << ']';
  }
  printer << '>';
}

LogicalResult
TensorViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type element, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> strides) {
  if (!isNumberElement(element))
    return emitError() << "tensor view element type must be a number type but "
                          "got "
                       << element;
  if (shape.size() != strides.size())
    return emitError() << "rank mismatch: shape has " << shape.size()
                       << " dimensions but there are " << strides.size()
                       << " strides";
  auto positive = [](int64_t n) { return ShapedType::isDynamic(n) || n > 0; };
  if (!llvm::all_of(shape, positive))
    return emitError() << "sizes must be dynamic or strictly positive";
  if (!llvm::all_of(strides, positive))
    return emitError() << "strides must be dynamic or strictly positive";
  return success();
}

//===----------------------------------------------------------------------===//
// partition_view
//===----------------------------------------------------------------------===//

int64_t PartitionViewType::getViewIndexRank() const {
  return getTileShape().size();
}

Type PartitionViewType::getViewTileType() const {
  SmallVector<int64_t> shape(getTileShape());
  return TileType::get(shape, getTensorView().getElementType());
}

LogicalResult
PartitionViewType::verifyIndices(function_ref<InFlightDiagnostic()> emitError,
                                 TypeRange types) const {
  for (Type type : types) {
    if (!isTileOf(type, isIntElement) ||
        !cast<TileType>(type).getShape().empty())
      return emitError() << "view indices must be scalar integer tiles, got "
                         << type;
    if (type != types.front())
      return emitError() << "view indices must all have the same type, got "
                         << types.front() << " and " << type;
  }
  return success();
}

Type PartitionViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> tile;
  Type viewType;
  PaddingValueAttr padding;
  if (parser.parseLess() || parser.parseKeyword("tile") ||
      parser.parseEqual() || parser.parseLParen())
    return {};
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseDimensionList(tile, /*allowDynamic=*/false,
                                 /*withTrailingX=*/false) ||
       parser.parseRParen()))
    return {};
  SmallVector<int32_t> tileShape;
  for (int64_t dim : tile) {
    if (dim <= 0 || dim > std::numeric_limits<int32_t>::max()) {
      parser.emitError(loc, "tile dimension exceeds i32 limitations: ") << dim;
      return {};
    }
    tileShape.push_back(dim);
  }
  if (parser.parseComma())
    return {};
  if (succeeded(parser.parseOptionalKeyword("padding_value"))) {
    StringRef word;
    SMLoc wordLoc;
    if (parser.parseEqual() || parser.getCurrentLocation(&wordLoc) ||
        parser.parseKeyword(&word))
      return {};
    std::optional<PaddingValue> value = symbolizePaddingValue(word);
    if (!value) {
      parser.emitError(wordLoc, "unknown padding value '") << word << "'";
      return {};
    }
    padding = PaddingValueAttr::get(parser.getContext(), *value);
    if (parser.parseComma())
      return {};
  }
  SMLoc viewLoc = parser.getCurrentLocation();
  if (parseTileIRType(parser, viewType))
    return {};
  auto view = dyn_cast<TensorViewType>(viewType);
  if (!view) {
    parser.emitError(viewLoc, "expected a tensor_view type");
    return {};
  }
  SmallVector<int32_t> dimMap;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("dim_map") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(dimMap.emplace_back());
        }))
      return {};
  } else {
    for (unsigned i = 0; i < tileShape.size(); ++i)
      dimMap.push_back(i);
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<PartitionViewType>(loc, parser.getContext(),
                                              tileShape, view, dimMap, padding);
}

void PartitionViewType::print(AsmPrinter &printer) const {
  printer << "<tile=(";
  llvm::interleave(getTileShape(), printer.getStream(), "x");
  printer << "), ";
  if (getPadding())
    printer << "padding_value = "
            << stringifyPaddingValue(getPadding().getValue()) << ", ";
  printTileIRType(printer, getTensorView());
  bool identity = true;
  for (auto [i, dim] : llvm::enumerate(getDimMap()))
    identity &= dim == int32_t(i);
  if (!identity) {
    printer << ", dim_map=[";
    llvm::interleaveComma(getDimMap(), printer);
    printer << ']';
  }
  printer << '>';
}

LogicalResult
PartitionViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int32_t> tileShape, TensorViewType view,
                          ArrayRef<int32_t> dimMap, PaddingValueAttr padding) {
  size_t rank = tileShape.size();
  if (rank == 0)
    return emitError() << "0-dimension tile shape is not supported";
  if (rank != view.getShape().size())
    return emitError() << "rank mismatch: tile has rank " << rank
                       << " but the tensor view has rank "
                       << view.getShape().size();
  if (dimMap.size() != rank)
    return emitError() << "dim_map must map exactly all " << rank
                       << " dimensions of the tile, got " << dimMap.size();
  for (int32_t dim : tileShape)
    if (dim <= 0 || !llvm::isPowerOf2_32(dim))
      return emitError() << "tile dimensions must have positive power of two "
                            "length, got "
                         << dim;
  SmallVector<bool> seen(rank, false);
  for (int32_t dim : dimMap) {
    if (dim < 0)
      return emitError() << "dim_map entries must not be negative, got " << dim;
    if (size_t(dim) >= rank)
      return emitError() << "dim_map entry " << dim
                         << " is outside of the tensor view's rank " << rank;
    if (seen[dim])
      return emitError() << "dimension " << dim << " is mapped at least twice";
    seen[dim] = true;
  }
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
