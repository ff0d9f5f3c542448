//===- CudaTileOps.h - The public tile dialect ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Types, attributes and operations of `cuda_tile`. Rules and their labels:
// the dialect specification, parts 1 and 2.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CUDATILE_CUDATILEOPS_H
#define TILEFUZZ_COMPILER_CUDATILE_CUDATILEOPS_H

#include "compiler/Support/OperandSegments.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "compiler/CudaTile/CudaTileDialect.h.inc"
#include "compiler/CudaTile/CudaTileEnums.h.inc"

#include "compiler/CudaTile/CudaTileAttrInterfaces.h.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/CudaTile/CudaTileAttributes.h.inc"

namespace mlir::cuda_tile {
class TileType;
} // namespace mlir::cuda_tile
#include "compiler/CudaTile/CudaTileTypeInterfaces.h.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/CudaTile/CudaTileTypes.h.inc"

namespace mlir::cuda_tile {

/// Element classes of part 1, section 0.
bool isIntElement(Type type);
bool isIntOrI4Element(Type type);
bool isBoolElement(Type type);
/// Of the exponent of fpowi.
bool isExponentElement(Type type);
bool isI8Element(Type type);
bool isI32Element(Type type);
bool isI64Element(Type type);
bool isBaseFloatElement(Type type);
bool isFloatElement(Type type);
bool isNumberElement(Type type);
bool isNumberOrI4Element(Type type);
bool isPointerElement(Type type);
bool isAnyElement(Type type);
/// True if `type` is a tile whose element type satisfies `element`.
bool isTileOf(Type type, bool (*element)(Type));
/// The i1 tile of the same shape as tile `type`.
Type getI1SameShape(Type type);

/// Types in their short form, `tile<4xf32>` for `!cuda_tile.tile<4xf32>`;
/// builtin and long forms are accepted too (part 1, 1.1).
ParseResult parseTileIRType(AsmParser &parser, Type &type);
void printTileIRType(AsmPrinter &printer, Type type);

} // namespace mlir::cuda_tile

#define GET_OP_CLASSES
#include "compiler/CudaTile/CudaTileOps.h.inc"

#endif // TILEFUZZ_COMPILER_CUDATILE_CUDATILEOPS_H
