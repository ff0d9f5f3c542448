//===- CudaTileOpBase.td - Base classes of the operations --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OP_BASE_TD
#define CUDA_TILE_OP_BASE_TD

include "compiler/CudaTile/CudaTileTypes.td"
include "compiler/Support/OperandSegments.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/IR/OpAsmInterface.td"

class CudaTile_Op<string mnemonic, list<Trait> traits_ = []>
    : Op<CudaTile_Dialect, mnemonic> {
  let traits = WithRequiredSegments<traits_, arguments>.ret;
}

/// `op %x : T`, one type for operand and result (shape U of part 1, 3.0).
class CudaTile_UnaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat(traits, [Pure, SameOperandsAndResultType])> {
  let arguments = (ins type:$source);
  let results = (outs type:$result);
}

/// `op %x, %y : T`, one type for operands and result (shape B).
class CudaTile_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat(traits, [SameOperandsAndResultType])> {
  let results = (outs type:$result);
}

#endif
