//===- TileAAOpsMemory.td - Accesses and tokens --------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_MEMORY_TD
#define TILEAA_OPS_MEMORY_TD

include "compiler/TileAA/TileAAOpBase.td"

defvar WeakAccess = "::mlir::nv_tileaa::MemSemantic::Weak";

def TileAA_CreateMemTokenOp : TileAA_Op<"create_mem_token", [Pure]> {
  let summary = "a token ordered after nothing";
  let results = (outs TileAA_MemTokenType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAA_JoinMemTokenOp : TileAA_Op<"join_mem_token", [Pure]> {
  let summary = "a token ordered after every operand";
  let arguments = (ins Variadic<TileAA_MemTokenType>:$tokens);
  let results = (outs TileAA_MemTokenType:$result);
  let assemblyFormat = "$tokens attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$tokens), [{
    build($_builder, $_state, MemTokenType::get($_builder.getContext()), tokens);
  }]>];
}

// Accesses declare no effect interface: their effects are unknown to generic
// passes, which therefore never remove, merge or move them.
class TileAA_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments])> {
  let hasVerifier = 1;
}

def TileAA_LoadOp : TileAA_AccessOp<"load"> {
  let summary = "gather through pointers";
  let arguments = (ins AnyType:$addresses, Optional<BoolLike>:$mask, Optional<AnyType>:$other,
      Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $addresses (`mask` $mask^)? (`other` $other^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_StoreOp : TileAA_AccessOp<"store"> {
  let summary = "scatter through pointers";
  let arguments = (ins AnyType:$addresses, AnyType:$value, Optional<BoolLike>:$mask,
      Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $addresses `,` $value (`mask` $mask^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_TiledLoadOp : TileAA_AccessOp<"tiled_load"> {
  let summary = "load one tile of a view";
  let arguments = (ins TileAA_TiledViewType:$view, Variadic<AnySignlessInteger>:$indices,
      Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $view `[` $indices `]` (`token` $token^)? attr-dict `:` functional-type(operands, results)
  }];
}

def TileAA_TiledStoreOp : TileAA_AccessOp<"tiled_store"> {
  let summary = "store one tile of a view; elements outside the tensor are not written";
  let arguments = (ins TileAA_TiledViewType:$view, AnyType:$value,
      Variadic<AnySignlessInteger>:$indices, Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $view `,` $value `[` $indices `]` (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif
