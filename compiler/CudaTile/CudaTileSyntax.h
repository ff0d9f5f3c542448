//===- CudaTileSyntax.h - Directives of the assembly formats ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The `custom<...>` directives that CudaTileOps*.td uses, and what the
// hand-written parsers share. Part 1, sections 1.1 and 1.6.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/CarryAttributes.h"

namespace mlir::cuda_tile {

/// A comma-separated list of short types, at least one.
ParseResult parseTileIRTypes(AsmParser &parser, SmallVectorImpl<Type> &types);
void printTileIRTypes(AsmPrinter &printer, TypeRange types);

/// `<elt: literal> : type` (part 1, 1.5).
ParseResult parseDensePayload(OpAsmParser &parser, DenseElementsAttr &value);
void printDensePayload(OpAsmPrinter &printer, DenseElementsAttr value);

/// `ord [scope]`; both are stored as builtin i32 attributes.
ParseResult parseOrdering(OpAsmParser &parser, OperationState &result);
void printOrdering(OpAsmPrinter &printer, MemoryOrdering ordering,
                   std::optional<MemoryScope> scope);

/// `token = %t` if present.
ParseResult
parseOptionalToken(OpAsmParser &parser,
                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &token);

/// Of `names`, which the syntax of a family shows in other places than the
/// attribute dictionary, those that this operation owns. An attribute of
/// another operation's name is printed like any that means nothing.
inline SmallVector<StringRef> ownNames(Operation *op,
                                       ArrayRef<StringLiteral> names) {
  SmallVector<StringRef> own(names.begin(), names.end());
  llvm::erase_if(
      own, [&](StringRef name) { return !tilefuzz::ownsAttribute(op, name); });
  return own;
}

void addOperandSegments(OpAsmParser &parser, OperationState &result,
                        ArrayRef<int32_t> sizes);

/// The types of view indices: one for all, or one each (LV2).
FailureOr<SmallVector<Type>> spreadIndexTypes(OpAsmParser &parser, SMLoc loc,
                                              ArrayRef<Type> types,
                                              size_t numIndices);
void printIndexTypes(OpAsmPrinter &printer, OperandRange index);

/// `optimization_hints = <...>` if present; stored under that name.
ParseResult parseOptionalHints(OpAsmParser &parser, OperationState &result);

} // namespace mlir::cuda_tile

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILESYNTAX_H
