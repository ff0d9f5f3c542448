//===- CudaTileDialect.cpp - Registration ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/PrinterBugs.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "compiler/CudaTile/CudaTileDialect.cpp.inc"
#include "compiler/CudaTile/CudaTileEnums.cpp.inc"

namespace {
/// Nothing in the dialect forbids inlining.
struct CudaTileInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const override {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};

/// Debug information prints as aliases named like the attribute (part 1, 1.9).
struct CudaTileAliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<DIFileAttr>(attr))
      os << DIFileAttr::getMnemonic();
    else if (isa<DICompileUnitAttr>(attr))
      os << DICompileUnitAttr::getMnemonic();
    else if (isa<DISubprogramAttr>(attr))
      os << DISubprogramAttr::getMnemonic();
    else if (isa<DILexicalBlockAttr>(attr))
      os << DILexicalBlockAttr::getMnemonic();
    else if (isa<DILocAttr>(attr))
      os << DILocAttr::getMnemonic();
    else
      return AliasResult::NoAlias;
    return AliasResult::OverridableAlias;
  }
};
} // namespace

static ParseResult parsePow(OpAsmParser &parser, OperationState &state) {
  state.name = OperationName(PowOp::getOperationName(), parser.getContext());
  return PowOp::parse(parser, state);
}

/// Tools of 13.4 print `pow` of every version as `fpowf` (13.4 additions, 4).
std::optional<Dialect::ParseOpHook>
CudaTileDialect::getParseOperationHook(StringRef opName) const {
  if (opName.consume_front(getDialectNamespace()) && opName == ".fpowf")
    return ParseOpHook(parsePow);
  return std::nullopt;
}

void CudaTileDialect::initialize() {
  addInterfaces<CudaTileInliner, CudaTileAliases, PrinterBugs>();
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "compiler/CudaTile/CudaTileOps.cpp.inc"
      >();
}
