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
    nv_tileaa::StridedMemRefType memref, ArrayRef<int64_t> dimMap) {
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
  return success();
}
