//===- CudaTileTypes.cpp - Types, their syntax and invariants -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, sections 1.1, 1.3 and 2.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/Sizes.h"
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
bool cuda_tile::isI8Element(Type type) { return type.isSignlessInteger(8); }
bool cuda_tile::isI64Element(Type type) { return type.isSignlessInteger(64); }
bool cuda_tile::isI32Element(Type type) { return type.isSignlessInteger(32); }
bool cuda_tile::isExponentElement(Type type) {
  return isIntElement(type) && !isI64Element(type);
}
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
bool cuda_tile::isNumberOrI4Element(Type type) {
  return isNumberElement(type) || type.isSignlessInteger(4);
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

/// What follows the comma: `#cuda_tile.ptr_attr<none>`.
static ParseResult parsePtrAttr(AsmParser &parser, PtrKindAttr &ptrAttr) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  ptrAttr = dyn_cast<PtrKindAttr>(attribute);
  if (!ptrAttr)
    return parser.emitError(loc, "expected a ptr_attr, got ") << attribute;
  return success();
}
static void printPtrAttr(AsmPrinter &printer, PtrKindAttr ptrAttr) {
  if (ptrAttr)
    printer << ", " << Attribute(ptrAttr);
}

Type PointerType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  PtrKindAttr ptrAttr;
  if (parser.parseLess() || parseTileIRType(parser, pointee) ||
      (succeeded(parser.parseOptionalComma()) &&
       parsePtrAttr(parser, ptrAttr)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(loc, parser.getContext(), pointee,
                                        ptrAttr);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileIRType(printer, getPointeeType());
  printPtrAttr(printer, getPtrAttr());
  printer << '>';
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointee, PtrKindAttr) {
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
  PtrKindAttr ptrAttr;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parseTileIRType(parser, element))
    return {};
  bool more = succeeded(parser.parseOptionalComma());
  if (more && succeeded(parser.parseOptionalKeyword("strides"))) {
    auto parseStride = [&] {
      return tilefuzz::parseSize(parser, strides.emplace_back());
    };
    if (parser.parseEqual() || parser.parseCommaSeparatedList(
                                   AsmParser::Delimiter::Square, parseStride))
      return {};
    if (shape.empty()) {
      parser.emitError(loc, "strides must not be provided for 0-d tensor view");
      return {};
    }
    more = succeeded(parser.parseOptionalComma());
  }
  if ((more && parsePtrAttr(parser, ptrAttr)) || parser.parseGreater())
    return {};
  return parser.getChecked<TensorViewType>(loc, parser.getContext(), element,
                                           shape, strides, ptrAttr);
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
          tilefuzz::printSize(printer.getStream(), stride);
        },
        ",");
    printer << ']';
  }
  printPtrAttr(printer, getPtrAttr());
  printer << '>';
}

LogicalResult
TensorViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type element, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> strides, PtrKindAttr) {
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
