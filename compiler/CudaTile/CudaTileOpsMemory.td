//===- CudaTileOpsMemory.td - Memory, tokens and views -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, sections 2, 4 and 5. Loads and stores declare no effect interface:
// their effects are unknown to generic passes, which therefore never remove,
// merge or move them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_MEMORY_TD
#define CUDA_TILE_OPS_MEMORY_TD

include "compiler/CudaTile/CudaTileOpBase.td"

def CudaTile_MakeTokenOp : CudaTile_Op<"make_token", [Pure]> {
  let summary = "a token ordered after nothing";
  let results = (outs CudaTile_TokenType:$result);
  let assemblyFormat = "attr-dict `:` custom<TileIRType>(type($result))";
}

def CudaTile_JoinTokensOp : CudaTile_Op<"join_tokens", [Pure]> {
  let summary = "a token ordered after every operand";
  let arguments = (ins Variadic<CudaTile_TokenType>:$tokens);
  let results = (outs CudaTile_TokenType:$result);
  let assemblyFormat = "$tokens attr-dict `:` custom<TileIRType>(type($result))";
  let hasVerifier = 1;
}

// What orders without being an access (13.4 additions, 3.3 and 3.4). No effect
// interface: generic passes neither remove nor merge it.
class TokenSyncOp<string mnemonic, string meaning> : CudaTile_Op<mnemonic> {
  let summary = meaning;
  let results = (outs CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
}
def CudaTile_GdcWaitTkoOp : TokenSyncOp<"gdc_wait_tko",
    "waits until the kernel before this one has completed; its stores are visible after"> {
  let arguments = (ins Optional<CudaTile_TokenType>:$token);
}
def CudaTile_GdcLaunchDependentsTkoOp : TokenSyncOp<"gdc_launch_dependents_tko",
    "lets dependent kernels start; says nothing of this one's stores"> {
  let arguments = (ins Optional<CudaTile_TokenType>:$token);
}
def CudaTile_MemoryFenceAliasTkoOp : TokenSyncOp<"memory_fence_alias_tko",
    "orders accesses to the same memory through different virtual addresses"> {
  let arguments = (ins CudaTile_TokenType:$token);
}

def CudaTile_LoadPtrTkoOp : CudaTile_Op<"load_ptr_tko", [AttrSizedOperandSegments]> {
  let summary = "gather through a tile of pointers";
  let arguments = (ins PointerTile:$source, Optional<BoolTile>:$mask,
      Optional<NumberTile>:$paddingValue, Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs NumberTile:$result, CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_StorePtrTkoOp : CudaTile_Op<"store_ptr_tko", [AttrSizedOperandSegments]> {
  let summary = "scatter through a tile of pointers";
  let arguments = (ins PointerTile:$destination, NumberTile:$value, Optional<BoolTile>:$mask,
      Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_MakeTensorViewOp : CudaTile_Op<"make_tensor_view", [NoMemoryEffect,
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "bundle a pointer with run-time sizes and strides (read unsigned)";
  let arguments = (ins ScalarPointerTile:$base, Variadic<ScalarIntTile>:$dynamicShape,
      Variadic<ScalarIntTile>:$dynamicStrides);
  let results = (outs CudaTile_TensorViewType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class MakeTileViewOp<string mnemonic, Type view, string viewClass> : CudaTile_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    TypesMatchWith<"operand type is the view's tensor_view type", "result", "tensor_view",
                   "::llvm::cast<::mlir::cuda_tile::" # viewClass # ">($_self).getTensorView()">]> {
  let arguments = (ins CudaTile_TensorViewType:$tensor_view);
  let results = (outs view:$result);
  let assemblyFormat = "$tensor_view attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_MakePartitionViewOp
    : MakeTileViewOp<"make_partition_view", CudaTile_PartitionViewType, "PartitionViewType"> {
  let summary = "cut a tensor view into tiles";
}
def CudaTile_MakeStridedViewOp
    : MakeTileViewOp<"make_strided_view", CudaTile_StridedViewType, "StridedViewType"> {
  let summary = "tiles of a tensor view at regular steps";
}
def CudaTile_MakeGatherScatterViewOp
    : MakeTileViewOp<"make_gather_scatter_view", CudaTile_GatherScatterViewType,
                     "GatherScatterViewType"> {
  let summary = "tiles of a tensor view whose rows are chosen by a tile of indices";
}

// No effect, but not speculatable in the public dialect: not for `reduce` bodies.
class ShapeQueryOp<string mnemonic, Type source, string meaning>
    : CudaTile_Op<mnemonic, [NoMemoryEffect]> {
  let summary = meaning;
  let arguments = (ins source:$src);
  let results = (outs Variadic<ScalarIntTile>:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
def CudaTile_GetTensorShapeOp
    : ShapeQueryOp<"get_tensor_shape", CudaTile_TensorViewType, "sizes, read unsigned">;
def CudaTile_GetIndexSpaceShapeOp
    : ShapeQueryOp<"get_index_space_shape", TileViewOperand, "how many tiles, read unsigned">;

// Per index, `inbounds` promises that the whole tile lies inside of the tensor
// along that dimension of the tile; absent, there is no promise (13.4
// additions, 4.2).
def CudaTile_LoadViewTkoOp : CudaTile_Op<"load_view_tko", [AttrSizedOperandSegments]> {
  let summary = "load one tile of a view";
  let arguments = (ins TileViewOperand:$view, Variadic<AnyTile>:$index,
      Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
      OptionalAttr<DenseBoolArrayAttr>:$inbounds);
  let results = (outs NumberTile:$tile, CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_StoreViewTkoOp : CudaTile_Op<"store_view_tko", [AttrSizedOperandSegments]> {
  let summary = "store one tile of a view; elements outside the tensor are not written";
  let arguments = (ins NumberTile:$tile, TileViewOperand:$view, Variadic<AnyTile>:$index,
      Optional<CudaTile_TokenType>:$token,
      CudaTile_MemoryOrderingAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
      OptionalAttr<DenseBoolArrayAttr>:$inbounds);
  let results = (outs CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif
