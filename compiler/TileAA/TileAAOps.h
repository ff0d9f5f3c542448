//===- TileAAOps.h - The alias-aware tile dialect ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_TILEAAOPS_H
#define TILEFUZZ_COMPILER_TILEAA_TILEAAOPS_H

#include "compiler/Support/OperandSegments.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/Mutex.h"

#include "compiler/TileAA/TileAADialect.h.inc"
#include "compiler/TileAA/TileAAEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/TileAA/TileAAAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/TileAA/TileAATypes.h.inc"

namespace mlir::nv_tileaa {

/// `tensor<shape x element>`, or `element` itself at rank 0.
Type getTileType(llvm::ArrayRef<int64_t> shape, Type element);
/// Shape of a tile of this level; empty for a scalar.
llvm::ArrayRef<int64_t> getTileShape(Type type);
/// Element type of a tile of this level; a scalar's own type.
Type getTileElementType(Type type);
/// True for a tensor of numbers or pointers, and for a bare number or pointer.
bool isTile(Type type);

/// VA5b.
LogicalResult verifyInFunction(Operation *op);
template <typename ConcreteT>
class InFunction : public OpTrait::TraitBase<ConcreteT, InFunction> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyInFunction(op);
  }
};

} // namespace mlir::nv_tileaa

#define GET_OP_CLASSES
#include "compiler/TileAA/TileAAOps.h.inc"

#endif // TILEFUZZ_COMPILER_TILEAA_TILEAAOPS_H
