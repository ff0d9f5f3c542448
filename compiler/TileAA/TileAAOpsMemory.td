//===- TileAAOpsMemory.td - Accesses ---------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_MEMORY_TD
#define TILEAA_OPS_MEMORY_TD

include "compiler/TileAA/TileAAOpBase.td"

defvar AccessOrder = (ins DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
    OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
defvar AccessPolicy = (ins OptionalAttr<TileAA_CacheModifierAttr>:$cache_modifier,
    OptionalAttr<TileAA_EvictionPolicyAttr>:$eviction_policy,
    OptionalAttr<DictionaryAttr>:$optimization_hints);

// Accesses declare no effect interface: their effects are unknown to generic
// passes, which therefore never remove, merge or move them. Order between them
// comes from tokens only; the token operand is always the last.
class TileAA_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat(traits, [AttrSizedOperandSegments, TileAA_InFunction])> {
  let hasVerifier = 1;
}

defvar AccessBounds = (ins OptionalAttr<DenseBoolArrayAttr>:$in_bounds);

// An access of single elements: through pointers, or of a memref at indices.
class TileAA_ElementAccessOp<string mnemonic, string meaning> : TileAA_AccessOp<mnemonic> {
  let summary = meaning;
  let description = [{
    `addresses` is a pointer or a tile of pointers, without indices, or a memref
    with one index per axis: each a tile of the value's shape, or a scalar, which
    all elements share. Indices are read unsigned, as those of views. An index
    beyond its axis masks its element off, unless `in_bounds` promises of the
    axis that there is none: then it is undefined.
  }];
}

def TileAA_LoadOp : TileAA_ElementAccessOp<"load", "gather"> {
  let arguments = !con((ins AnyType:$addresses, Variadic<TileAA_AnyTile>:$indices,
      Optional<BoolLike>:$mask, Optional<AnyType>:$other,
      Optional<TileAA_MemTokenType>:$token), AccessOrder, AccessPolicy, AccessBounds);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let builders = [OpBuilder<(ins "Type":$result, "Type":$resultToken, "Value":$pointers,
      "Value":$mask, "Value":$other, "Value":$token, "MemSemanticAttr":$semantic,
      "MemScopeAttr":$scope, "CacheModifierAttr":$cache, "EvictionPolicyAttr":$eviction,
      "DictionaryAttr":$hints), [{
    build($_builder, $_state, result, resultToken, pointers, ValueRange(), mask, other, token,
          semantic, scope, cache, eviction, hints, DenseBoolArrayAttr());
  }]>];
  let assemblyFormat = [{
    $addresses (`[` $indices^ `]`)? (`mask` $mask^)? (`other` $other^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_StoreOp : TileAA_ElementAccessOp<"store", "scatter"> {
  let arguments = !con((ins AnyType:$addresses, AnyType:$value, Variadic<TileAA_AnyTile>:$indices,
      Optional<BoolLike>:$mask, Optional<TileAA_MemTokenType>:$token), AccessOrder, AccessPolicy,
      AccessBounds);
  let results = (outs TileAA_MemTokenType:$result_token);
  let builders = [OpBuilder<(ins "Type":$resultToken, "Value":$pointers, "Value":$value,
      "Value":$mask, "Value":$token, "MemSemanticAttr":$semantic, "MemScopeAttr":$scope,
      "CacheModifierAttr":$cache, "EvictionPolicyAttr":$eviction, "DictionaryAttr":$hints), [{
    build($_builder, $_state, resultToken, pointers, value, ValueRange(), mask, token, semantic,
          scope, cache, eviction, hints, DenseBoolArrayAttr());
  }]>];
  let assemblyFormat = [{
    $addresses `,` $value (`[` $indices^ `]`)? (`mask` $mask^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

// What a mask leaves out of an access: neither read nor written. An index into
// the view is in the index space, whatever the mask says.
class TileAA_ViewLoadOp<string mnemonic, string meaning, dag masks = (ins), string maskSyntax = "">
    : TileAA_AccessOp<mnemonic> {
  let summary = meaning;
  let arguments = !con((ins TileAA_TiledViewType:$view, Variadic<TileAA_AnyTile>:$indices), masks,
      (ins Optional<TileAA_MemTokenType>:$token), AccessOrder, AccessPolicy);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = "$view `[` $indices `]`" # maskSyntax #
      "(`token` $token^)? attr-dict `:` functional-type(operands, results)";
}
def TileAA_TiledLoadOp : TileAA_ViewLoadOp<"tiled_load", "load one tile of a view",
    (ins Optional<BoolLike>:$mask, Optional<AnyType>:$other),
    "(`mask` $mask^)? (`other` $other^)?"> {
  let description = [{
    A masked-off element is that of `other`, or unspecified without one; one that
    is not masked off and lies outside the tensor is the view's padding.
  }];
  let builders = [OpBuilder<(ins "Type":$result, "Type":$resultToken, "Value":$view,
      "ValueRange":$indices, "Value":$token, "MemSemanticAttr":$semantic, "MemScopeAttr":$scope,
      "CacheModifierAttr":$cache, "EvictionPolicyAttr":$eviction, "DictionaryAttr":$hints), [{
    build($_builder, $_state, result, resultToken, view, indices, Value(), Value(), token, semantic,
          scope, cache, eviction, hints);
  }]>];
}
def TileAA_GatherLoadOp
    : TileAA_ViewLoadOp<"gather_load", "load a tile of the rows that an index tile names">;

class TileAA_ViewStoreOp<string mnemonic, string meaning, dag masks = (ins), string maskSyntax = "">
    : TileAA_AccessOp<mnemonic> {
  let summary = meaning;
  let arguments = !con((ins TileAA_TiledViewType:$view, AnyType:$value,
      Variadic<TileAA_AnyTile>:$indices), masks, (ins Optional<TileAA_MemTokenType>:$token),
      AccessOrder, AccessPolicy);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = "$view `,` $value `[` $indices `]`" # maskSyntax #
      "(`token` $token^)? attr-dict `:` functional-type(operands, results)";
}
def TileAA_TiledStoreOp : TileAA_ViewStoreOp<"tiled_store",
    "store one tile of a view; elements outside the tensor, or masked off, are not written",
    (ins Optional<BoolLike>:$mask), "(`mask` $mask^)?"> {
  let builders = [OpBuilder<(ins "Type":$resultToken, "Value":$view, "Value":$value,
      "ValueRange":$indices, "Value":$token, "MemSemanticAttr":$semantic, "MemScopeAttr":$scope,
      "CacheModifierAttr":$cache, "EvictionPolicyAttr":$eviction, "DictionaryAttr":$hints), [{
    build($_builder, $_state, resultToken, view, value, indices, Value(), token, semantic, scope,
          cache, eviction, hints);
  }]>];
}
def TileAA_ScatterStoreOp
    : TileAA_ViewStoreOp<"scatter_store", "store a tile to the rows that an index tile names">;

//===----------------------------------------------------------------------===//
// Read-modify-writes
//===----------------------------------------------------------------------===//

def TileAA_AtomicRMWOp : TileAA_ElementAccessOp<"atomic_rmw",
    "per element, one atomic update that returns the old value"> {
  let arguments = !con((ins AnyType:$addresses, AnyType:$value, Variadic<TileAA_AnyTile>:$indices,
      Optional<BoolLike>:$mask, Optional<TileAA_MemTokenType>:$token,
      TileAA_RmwModeAttr:$rmw_mode), AccessOrder, AccessBounds);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let builders = [OpBuilder<(ins "Type":$result, "Type":$resultToken, "Value":$pointers,
      "Value":$value, "Value":$mask, "Value":$token, "RmwModeAttr":$mode,
      "MemSemanticAttr":$semantic, "MemScopeAttr":$scope), [{
    build($_builder, $_state, result, resultToken, pointers, value, ValueRange(), mask, token, mode,
          semantic, scope, DenseBoolArrayAttr());
  }]>];
  let assemblyFormat = [{
    $addresses `,` $value (`[` $indices^ `]`)? (`mask` $mask^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_AtomicCASOp : TileAA_ElementAccessOp<"atomic_cas",
    "per element, one atomic compare (of bits) and swap; a masked-off element gives what it would have compared with"> {
  let arguments = !con((ins AnyType:$addresses, AnyType:$compare, AnyType:$value,
      Variadic<TileAA_AnyTile>:$indices, Optional<BoolLike>:$mask,
      Optional<TileAA_MemTokenType>:$token), AccessOrder, AccessBounds);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let builders = [OpBuilder<(ins "Type":$result, "Type":$resultToken, "Value":$pointers,
      "Value":$compare, "Value":$value, "Value":$mask, "Value":$token,
      "MemSemanticAttr":$semantic, "MemScopeAttr":$scope), [{
    build($_builder, $_state, result, resultToken, pointers, compare, value, ValueRange(), mask,
          token, semantic, scope, DenseBoolArrayAttr());
  }]>];
  let assemblyFormat = [{
    $addresses `,` $compare `,` $value (`[` $indices^ `]`)? (`mask` $mask^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_TiledAtomicRMWOp : TileAA_AccessOp<"tiled_atomic_rmw"> {
  let summary = "per element of a view's tile, one atomic update";
  let description = [{ Elements outside the tensor are not updated; the old ones are given if asked for. }];
  let arguments = !con((ins TileAA_TiledViewType:$view, AnyType:$value,
      Variadic<TileAA_AnyTile>:$indices, Optional<TileAA_MemTokenType>:$token,
      TileAA_RmwModeAttr:$rmw_mode), AccessOrder);
  let results = (outs Optional<TileAA_AnyTile>:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $view `,` $value `[` $indices `]` (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif
