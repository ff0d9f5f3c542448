//===- TileASDialect.cpp - Dialect, types and attributes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/TileASOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;

static ParseResult parseIndexList(AsmParser &parser,
                                  SmallVector<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}
static void printIndexList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer);
  printer << ']';
}

#include "compiler/TileAS/TileASDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/TileAS/TileASAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/TileAS/TileASTypes.cpp.inc"

void TileASDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "compiler/TileAS/TileASAttributes.cpp.inc"
      >();
}

void TileASDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "compiler/TileAS/TileASTypes.cpp.inc"
      >();
}

namespace {
/// Layouts are printed once, above the module.
struct LayoutAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override {
    if (!isa<LinearLayoutAttr>(attribute))
      return AliasResult::NoAlias;
    os << "linear";
    return AliasResult::FinalAlias;
  }
};
} // namespace

void TileASDialect::initialize() {
  addInterfaces<LayoutAliases>();
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "compiler/TileAS/TileASOps.cpp.inc"
      >();
}

LogicalResult TiledViewType::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> tileShape,
    nv_tileaa::StridedMemRefType memref, ArrayRef<int64_t> dimMap,
    ArrayRef<int64_t> steps, int64_t sparseDim) {
  if (tileShape.size() != dimMap.size())
    return emitError() << "expects one dim_map entry per tile dimension";
  for (int64_t size : tileShape)
    if (size <= 0 || !llvm::isPowerOf2_64(size))
      return emitError() << "tile dimensions must be positive powers of two";
  SmallVector<bool> used(memref.getRank(), false);
  for (int64_t dim : dimMap) {
    if (dim < 0 || dim >= memref.getRank())
      return emitError()
             << "expects dim_map entries below the memref's rank, but got "
             << dim;
    if (std::exchange(used[dim], true))
      return emitError() << "dim_map names dimension " << dim << " twice";
  }
  if (!steps.empty() && steps.size() != tileShape.size())
    return emitError() << "expects one step per tile dimension";
  if (llvm::any_of(steps, [](int64_t step) { return step <= 0; }))
    return emitError() << "steps must be positive";
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
  nv_tileaa::StridedMemRefType memref;
  auto parseList = [&](StringRef name, SmallVector<int64_t> &values) {
    return ParseResult(failure(parser.parseKeyword(name) ||
                               parser.parseEqual() ||
                               parseIndexList(parser, values)));
  };
  if (parser.parseLess() || parseList("tile", shape) || parser.parseComma() ||
      parser.parseKeyword("memref") || parser.parseEqual() ||
      parser.parseCustomTypeWithFallback(memref) || parser.parseComma() ||
      parseList("dim_map", dimMap))
    return {};
  // At most one of the two follows.
  if (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("sparse_dim"))) {
      if (parser.parseEqual() || parser.parseInteger(sparseDim))
        return {};
    } else if (parseList("steps", steps)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TiledViewType>(parser.getContext(), shape, memref,
                                          dimMap, steps, sparseDim);
}

void TiledViewType::print(AsmPrinter &printer) const {
  printer << "<tile = ";
  printIndexList(printer, getTileShape());
  printer << ", memref = ";
  printer.printStrippedAttrOrType(getMemref());
  printer << ", dim_map = ";
  printIndexList(printer, getDimMap());
  if (!getSteps().empty()) {
    printer << ", steps = ";
    printIndexList(printer, getSteps());
  }
  if (isSparse())
    printer << ", sparse_dim = " << getSparseDim();
  printer << '>';
}
