//===- CudaTileOpsAtomic.td - Atomic read-modify-writes ----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 3 and 5.8.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_ATOMIC_TD
#define CUDA_TILE_OPS_ATOMIC_TD

include "compiler/CudaTile/CudaTileOpBase.td"

def CudaTile_AtomicRMWTkoOp : CudaTile_Op<"atomic_rmw_tko", [AttrSizedOperandSegments]> {
  let summary = "per element, one atomic update that returns the old value";
  let arguments = (ins PointerTile:$pointers, NumberTile:$arg, Optional<BoolTile>:$mask,
      Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope, CudaTile_AtomicModeAttr:$mode);
  let results = (outs NumberTile:$result, CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_AtomicCASTkoOp : CudaTile_Op<"atomic_cas_tko", [AttrSizedOperandSegments]> {
  let summary = "per element, one atomic compare (of bits) and swap";
  let arguments = (ins PointerTile:$pointers, NumberTile:$cmp, NumberTile:$val,
      Optional<BoolTile>:$mask, Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope);
  let results = (outs NumberTile:$result, CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_AtomicRedViewTkoOp
    : CudaTile_Op<"atomic_red_view_tko", [AttrSizedOperandSegments]> {
  let summary = "per element of a view's tile, one atomic update";
  let arguments = (ins TileViewOperand:$view, Variadic<AnyTile>:$index, NumberTile:$value,
      Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope, CudaTile_AtomicModeAttr:$mode);
  let results = (outs CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif
