//===- TileAADialect.cpp - Dialect, types and attributes
//---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Sizes.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#include "compiler/TileAA/TileAADialect.cpp.inc"
#include "compiler/TileAA/TileAAEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/TileAA/TileAAAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/TileAA/TileAATypes.cpp.inc"

void TileAADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/TileAA/TileAAAttributes.cpp.inc"
      >();
}

void TileAADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/TileAA/TileAATypes.cpp.inc"
      >();
}

void TileAADialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "compiler/TileAA/TileAAOps.cpp.inc"
      >();
}

/// The target of a module has a row in the target table, also where nothing in
/// the module asks for its resources.
LogicalResult TileAADialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute named) {
  if (named.getName() != "nv_tileaa.compute_capability")
    return success();
  if (!op->hasTrait<OpTrait::SymbolTable>())
    return op->emitOpError("is no module, so it cannot have the attribute '")
           << named.getName().getValue() << "'";
  auto capability = dyn_cast<IntegerAttr>(named.getValue());
  if (!capability)
    return op->emitOpError("attribute '")
           << named.getName().getValue() << "' must be an integer, but is "
           << named.getValue();
  // A number of more than 64 bits has no row, whatever its low bits say.
  const APInt &number = capability.getValue();
  llvm::Expected<const tilefuzz::TargetRow *> row = tilefuzz::getTargetRow(
      number.getSignificantBits() > 64 ? -1 : number.getSExtValue());
  if (!row)
    return op->emitOpError("attribute '")
           << named.getName().getValue()
           << "': " << llvm::toString(row.takeError());
  return success();
}

Type nv_tileaa::getTileType(ArrayRef<int64_t> shape, Type element) {
  return shape.empty() ? element : Type(RankedTensorType::get(shape, element));
}

ArrayRef<int64_t> nv_tileaa::getTileShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

Type nv_tileaa::getTileElementType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

bool nv_tileaa::isTile(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape())
      return false;
    type = tensor.getElementType();
  }
  return isa<IntegerType, FloatType, PtrType>(type);
}

Type TileAADialect::getTokenType(StringAttr function, unsigned aliasScope) {
  llvm::sys::SmartScopedLock<true> lock(tokenTypesLock);
  Type &type = tokenTypes[{function, aliasScope}];
  if (!type)
    type = MemTokenType::get(getContext());
  return type;
}

//===----------------------------------------------------------------------===//
// memref and tiled_view
//===----------------------------------------------------------------------===//

int64_t StridedMemRefType::getNumDynamicSizes() const {
  return llvm::count(getShape(), ShapedType::kDynamic);
}

int64_t StridedMemRefType::getNumDynamicStrides() const {
  return llvm::count(getStrides(), ShapedType::kDynamic);
}

LogicalResult
StridedMemRefType::verify(function_ref<InFlightDiagnostic()> emitError, Type,
                          ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                          unsigned, unsigned) {
  if (shape.size() != strides.size())
    return emitError() << "expects as many strides as dimensions, but got "
                       << strides.size() << " vs " << shape.size();
  return success();
}

static ParseResult parseStrides(AsmParser &parser,
                                SmallVectorImpl<int64_t> &strides) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return tilefuzz::parseSize(parser, strides.emplace_back());
  });
}

static ParseResult parseIntList(AsmParser &parser,
                                SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

static void printIntList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer, [&](int64_t value) {
    tilefuzz::printSize(printer.getStream(), value);
  });
  printer << ']';
}

Type StridedMemRefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type element;
  unsigned space = 1, scope = 0;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseKeyword("strides") || parser.parseEqual() ||
      parseStrides(parser, strides) || parser.parseComma() ||
      parser.parseInteger(space))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("scope") || parser.parseEqual() ||
       parser.parseInteger(scope)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<StridedMemRefType>(parser.getContext(), element,
                                              shape, strides, space, scope);
}

void StridedMemRefType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  if (!getShape().empty())
    printer << 'x';
  printer << getElementType() << ", strides = ";
  printIntList(printer, getStrides());
  printer << ", " << getAddressSpace();
  if (getAliasScope())
    printer << ", scope = " << getAliasScope();
  printer << '>';
}

Type TiledViewType::getTileType() const {
  return nv_tileaa::getTileType(getTileShape(), getElementType());
}

LogicalResult
TiledViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> tileShape, StridedMemRefType memref,
                      ArrayRef<int64_t> dimMap, Padding,
                      ArrayRef<int64_t> steps, int64_t sparseDim) {
  if (tileShape.size() != dimMap.size())
    return emitError() << "expects rank of tileSizes be equal to rank of "
                          "dimGroups, but got "
                       << tileShape.size() << " vs " << dimMap.size();
  if (llvm::any_of(tileShape, [](int64_t size) { return size <= 0; }))
    return emitError() << "expects all tile size bigger than zero";
  SmallVector<bool> tiled(memref.getRank(), false);
  for (int64_t dim : dimMap) {
    if (dim < 0 || dim >= memref.getRank())
      return emitError()
             << "expects dim_map entries below the memref's rank, but got "
             << dim;
    if (std::exchange(tiled[dim], true))
      return emitError() << "expects dim is being tiled only one time, but got "
                         << dim;
  }
  if (!steps.empty() && steps.size() != tileShape.size())
    return emitError() << "expects one step per tile axis, but got "
                       << steps.size() << " vs " << tileShape.size();
  if (llvm::any_of(steps, [](int64_t step) { return step <= 0; }))
    return emitError() << "expects all steps bigger than zero";
  if (sparseDim < -1 || sparseDim >= int64_t(tileShape.size()))
    return emitError() << "expects sparse_dim below the tile's rank, but got "
                       << sparseDim;
  if (sparseDim >= 0 && !steps.empty())
    return emitError() << "expects no steps beside sparse_dim";
  return success();
}

Type TiledViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, dimMap, steps;
  int64_t sparseDim = -1;
  Type element, memref;
  StringRef padding;
  SMLoc loc = parser.getCurrentLocation(), sparseLoc;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseKeyword("memref") || parser.parseEqual() ||
      parser.parseType(memref) || parser.parseComma() ||
      parser.parseKeyword("dim_map") || parser.parseEqual() ||
      parseIntList(parser, dimMap) || parser.parseComma())
    return {};
  if (succeeded(parser.parseOptionalKeyword("steps")) &&
      (parser.parseEqual() || parseIntList(parser, steps) ||
       parser.parseComma()))
    return {};
  if (succeeded(parser.parseOptionalKeyword("sparse_dim")) &&
      (parser.parseEqual() || parser.getCurrentLocation(&sparseLoc) ||
       parser.parseInteger(sparseDim) || parser.parseComma()))
    return {};
  // -1 stands for no dimension, which is not written.
  if (sparseLoc.isValid() && sparseDim < 0) {
    parser.emitError(sparseLoc, "expects sparse_dim below the tile's rank, "
                                "but got ")
        << sparseDim;
    return {};
  }
  if (parser.parseKeyword("padding") || parser.parseEqual() ||
      parser.parseKeyword(&padding) || parser.parseGreater())
    return {};
  std::optional<Padding> value = symbolizePadding(padding);
  auto source = dyn_cast<StridedMemRefType>(memref);
  if (!value || !source || source.getElementType() != element) {
    parser.emitError(
        loc, "expects a memref of the view's element type and a known padding");
    return {};
  }
  return parser.getChecked<TiledViewType>(parser.getContext(), shape, source,
                                          dimMap, *value, steps, sparseDim);
}

void TiledViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getTileShape());
  if (!getTileShape().empty())
    printer << 'x';
  printer << getElementType() << ", memref = " << getMemref() << ", dim_map = ";
  printIntList(printer, getDimMap());
  if (!getSteps().empty()) {
    printer << ", steps = ";
    printIntList(printer, getSteps());
  }
  if (isSparse())
    printer << ", sparse_dim = " << getSparseDim();
  printer << ", padding = " << stringifyPadding(getPadding()) << '>';
}

//===----------------------------------------------------------------------===//
// queue
//===----------------------------------------------------------------------===//

Type QueueType::parse(AsmParser &parser) {
  SmallVector<Type> types;
  if (parser.parseLess())
    return {};
  bool isolated = succeeded(parser.parseOptionalKeyword("isolated"));
  if (parser.parseTypeList(types) || parser.parseGreater())
    return {};
  return QueueType::get(parser.getContext(), types, isolated);
}

void QueueType::print(AsmPrinter &printer) const {
  printer << (getIsolated() ? "<isolated " : "<");
  llvm::interleaveComma(getElementTypes(), printer);
  printer << '>';
}
