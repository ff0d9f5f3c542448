//===- Fallback.cpp - The PDL fallback ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What no C++ pattern takes is left to patterns written in PDL, which are
// compiled into the frozen set. Compiling them takes longer than converting a
// small program: they are only added for programs that need one.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

// One operand, one result, no attributes of its own; what it carries goes
// along.
static constexpr StringLiteral renames[][2] = {
    {"cuda_tile.ceil", "math.ceil"},
    {"cuda_tile.floor", "math.floor"},
};

static std::string patternOf(StringRef from, StringRef to) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "pdl.pattern : benefit(0) {"
         "  %type = pdl.type"
         "  %operand = pdl.operand"
         "  %root = pdl.operation \""
      << from
      << "\"(%operand : !pdl.value)"
         "      -> (%type : !pdl.type)"
         "  pdl.rewrite %root {"
         "    %value = pdl.apply_native_rewrite \"convertValue\"(%operand"
         "        : !pdl.value) : !pdl.value"
         "    %new = pdl.apply_native_rewrite \"convertType\"(%type"
         "        : !pdl.type) : !pdl.type"
         "    %made = pdl.operation \""
      << to
      << "\"(%value : !pdl.value)"
         "        -> (%new : !pdl.type)"
         "    pdl.apply_native_rewrite \"carryAttributes\"(%root, %made"
         "        : !pdl.operation, !pdl.operation)"
         "    pdl.replace %root with %made"
         "  }"
         "}";
  return text;
}

bool tilefuzz::hasFallback(StringRef operation) {
  return llvm::any_of(renames,
                      [&](const auto &row) { return row[0] == operation; });
}

LogicalResult tilefuzz::addFallback(const TypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    ArrayRef<std::string> disabled) {
  MLIRContext *context = patterns.getContext();
  std::string text;
  for (const auto &[from, to] : renames)
    if (!llvm::is_contained(disabled, from))
      text += patternOf(from, to);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context);
  if (!module)
    return failure();
  PDLPatternModule fallback(std::move(module), PDLConversionConfig(&converter));
  fallback.registerRewriteFunction(
      "carryAttributes", [](PatternRewriter &, Operation *from, Operation *to) {
        carryPublicAttributes(from, from->getOperands(), to->getResults());
      });
  patterns.getPDLPatterns().mergeIn(std::move(fallback));
  registerConversionPDLFunctions(patterns);
  return success();
}
