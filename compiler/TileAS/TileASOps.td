//===- TileASOps.td - All operations of the dialect ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Of facts, 3.3, what tier 0 needs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEAS_OPS_TD
#define TILEAS_OPS_TD

include "compiler/TileAS/TileASDialect.td"
include "compiler/Support/OperandSegments.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TileAS_Op<string mnemonic, list<Trait> traits_ = []>
    : Op<TileAS_Dialect, mnemonic> {
  let traits = WithRequiredSegments<traits_, arguments>.ret;
}

defvar WeakAccess = "::mlir::nv_tileaa::MemSemantic::Weak";

//===----------------------------------------------------------------------===//
// Values that move between registers and threads
//===----------------------------------------------------------------------===//

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [Pure]> {
  let summary = "the same elements held by other threads";
  let arguments = (ins AnyStaticShapeTensor:$source);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_ReinterpretOp : TileAS_Op<"reinterpret", [Pure]> {
  let summary = "another shape over what each thread holds; no data moves";
  let description = [{
    Either another shape over the same row-major elements, with the same layout;
    or dimensions of size 1 grow (broadcast), the source's layout being the
    result's without the coordinates of those dimensions; or, with `permutation`,
    dimension i of the result is dimension p[i] of the source, and the result's
    layout is the source's with the coordinates in that order.
  }];
  let arguments = (ins AnyStaticShapeTensor:$source,
      OptionalAttr<DenseI32ArrayAttr>:$permutation);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $source (`permutation` `=` $permutation^)? attr-dict `:` type($source) `->` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$source), [{
    build($_builder, $_state, result, source, ::mlir::DenseI32ArrayAttr());
  }]>];
  let hasVerifier = 1;
}

def TileAS_ExpandDimsOp : TileAS_Op<"expand_dims", [Pure]> {
  let summary = "insert a dimension of size 1 before `axis`";
  let arguments = (ins AnyStaticShapeTensor:$source, I32Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_ExtractSliceOp : TileAS_Op<"extract_slice", [Pure]> {
  let summary = "the elements offset, offset + stride, ... of a tile";
  let description = [{ Offsets are read unsigned; an element outside is undefined. }];
  let arguments = (ins AnyStaticShapeTensor:$source, Variadic<AnySignlessInteger>:$offsets,
      DenseI64ArrayAttr:$strides);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` `strides` `=` $strides attr-dict `:` type($source)
    (`,` type($offsets)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAS_AllocTensorOp : TileAS_Op<"alloc_tensor", [Pure]> {
  let summary = "a tile that insert_slice fills; its elements are unspecified until then";
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileAS_InsertSliceOp : TileAS_Op<"insert_slice", [Pure, AllTypesMatch<["dest", "result"]>]> {
  let summary = "a tile with the slice at `offsets` replaced";
  let description = [{ Offsets are multiples of the slice's dimensions. }];
  let arguments = (ins AnyStaticShapeTensor:$data, AnyStaticShapeTensor:$dest,
      DenseI64ArrayAttr:$offsets);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $data `into` $dest $offsets attr-dict `:` type($data) `into` type($dest)
  }];
  let hasVerifier = 1;
}

def TileAS_GenerateOp : TileAS_Op<"generate", [Pure,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a tile computed from its coordinates";
  let description = [{ The body takes one i32 coordinate per dimension and yields the element. }];
  let results = (outs AnyStaticShapeTensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class TileAS_CombineOp<string mnemonic> : TileAS_Op<mnemonic, [RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$operands $body attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TileAS_ReduceOp : TileAS_CombineOp<"reduce"> {
  let summary = "combines the elements along one axis, in any association";
  let description = [{
    The body takes, per operand, the element and the accumulator (pairwise:
    %e0, %a0, %e1, %a1, ...) as scalars, and yields the new accumulators.
    Rank-1 operands give bare scalars.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands, I32Attr:$axis,
      ArrayAttr:$identities);
}

def TileAS_ScanOp : TileAS_CombineOp<"scan"> {
  let summary = "prefixes along one axis, from either end, in any association";
  let description = [{
    The body is as reduce's, but of each pair the accumulator comes first.
    Operands and results have one layout. An exclusive prefix starts with the
    identity.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands, I32Attr:$axis,
      DefaultValuedAttr<BoolAttr, "true">:$inclusive, DefaultValuedAttr<BoolAttr, "false">:$reverse,
      ArrayAttr:$identities);
}

def TileAS_DotOp : TileAS_Op<"dot", [Pure, AttrSizedOperandSegments,
    AllTypesMatch<["acc", "result"]>]> {
  let summary = "acc + lhs * rhs; float products are summed in any order";
  let description = [{
    As nv_tileaa.dot. `atom` names the instruction of tensor cores that does it
    (compiler/TileAS/Atoms.h); the sums then have the layout of its fragments.
    Without one, each thread sums the elements that it holds.
  }];
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs,
      AnyStaticShapeTensor:$acc, Optional<AnyStaticShapeTensor>:$lhs_scale,
      Optional<AnyStaticShapeTensor>:$rhs_scale, OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
      OptionalAttr<TileAA_SignednessAttr>:$signedness_b, UnitAttr:$propagate_nan,
      OptionalAttr<StrAttr>:$input_precision, UnitAttr:$fast_acc, OptionalAttr<StrAttr>:$atom);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`scales` $lhs_scale^ `,` $rhs_scale)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileAS_YieldOp : TileAS_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["GenerateOp", "ReduceOp", "ScanOp"]>]> {
  let summary = "ends the body of generate, reduce or scan";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def TileAS_ViewOp : TileAS_Op<"view", [Pure]> {
  let summary = "cut a memref into tiles; or the memref that a view cuts";
  let arguments = (ins AnyTypeOf<[TileAA_StridedMemRefType, TileAS_TiledViewType]>:$source);
  let results = (outs AnyTypeOf<[TileAA_StridedMemRefType, TileAS_TiledViewType]>:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

// Accesses declare no effect interface: their effects are unknown to generic
// passes, which therefore never remove, merge or move them.
class TileAS_AccessOp<string mnemonic> : TileAS_Op<mnemonic, [AttrSizedOperandSegments]> {
  let hasVerifier = 1;
}

def TileAS_LoadOp : TileAS_AccessOp<"load"> {
  let summary = "gather through pointers";
  let arguments = (ins AnyType:$addresses, Optional<BoolLike>:$mask, Optional<AnyType>:$other,
      Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
      OptionalAttr<TileAA_CacheModifierAttr>:$cache_modifier,
      OptionalAttr<TileAA_EvictionPolicyAttr>:$eviction_policy,
      OptionalAttr<DictionaryAttr>:$optimization_hints);
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $addresses (`mask` $mask^)? (`other` $other^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAS_StoreOp : TileAS_AccessOp<"store"> {
  let summary = "scatter through pointers";
  let arguments = (ins AnyType:$addresses, AnyType:$value, Optional<BoolLike>:$mask,
      Optional<TileAA_MemTokenType>:$token,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
      OptionalAttr<TileAA_CacheModifierAttr>:$cache_modifier,
      OptionalAttr<TileAA_EvictionPolicyAttr>:$eviction_policy,
      OptionalAttr<DictionaryAttr>:$optimization_hints);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $addresses `,` $value (`mask` $mask^)? (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

class TileAS_ViewLoadOp<string mnemonic, string meaning, Type coordinate, dag masks = (ins),
                        string maskSyntax = "">
    : TileAS_AccessOp<mnemonic> {
  let summary = meaning;
  let description = [{
    Elements outside the memref are the padding value; without one they are
    unspecified. `in_bounds` promises that there are none.
  }];
  let arguments = !con((ins TileAS_TiledViewType:$view, Variadic<coordinate>:$coordinates), masks,
      (ins Optional<TileAA_MemTokenType>:$token, UnitAttr:$in_bounds,
      OptionalAttr<TileAA_PaddingAttr>:$padding_value,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
      OptionalAttr<TileAA_CacheModifierAttr>:$cache_modifier,
      OptionalAttr<TileAA_EvictionPolicyAttr>:$eviction_policy,
      OptionalAttr<DictionaryAttr>:$optimization_hints));
  let results = (outs AnyType:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = "$view `[` $coordinates `]`" # maskSyntax #
      "(`token` $token^)? attr-dict `:` functional-type(operands, results)";
}
def TileAS_TiledLoadOp : TileAS_ViewLoadOp<"tiled_load", "load one tile of a view", Index,
    (ins Optional<BoolLike>:$mask, Optional<AnyType>:$other),
    "(`mask` $mask^)? (`other` $other^)?"> {
  let builders = [OpBuilder<(ins "Type":$result, "Type":$resultToken, "Value":$view,
      "ValueRange":$coordinates, "Value":$token, "UnitAttr":$inBounds,
      "nv_tileaa::PaddingAttr":$padding, "nv_tileaa::MemSemanticAttr":$semantic,
      "nv_tileaa::MemScopeAttr":$scope, "nv_tileaa::CacheModifierAttr":$cache,
      "nv_tileaa::EvictionPolicyAttr":$eviction, "DictionaryAttr":$hints), [{
    build($_builder, $_state, result, resultToken, view, coordinates, Value(), Value(), token,
          inBounds, padding, semantic, scope, cache, eviction, hints);
  }]>];
}
// The coordinate along the sparse dimension is a tile of rows.
def TileAS_GatherLoadOp : TileAS_ViewLoadOp<"gather_load",
    "load a tile of the rows that a tile of coordinates names", AnyType>;

class TileAS_ViewStoreOp<string mnemonic, string meaning, Type coordinate, dag masks = (ins),
                         string maskSyntax = "">
    : TileAS_AccessOp<mnemonic> {
  let summary = meaning;
  let description = [{ Elements outside the memref are not written. }];
  let arguments = !con((ins TileAS_TiledViewType:$view, AnyType:$value,
      Variadic<coordinate>:$coordinates), masks, (ins Optional<TileAA_MemTokenType>:$token, UnitAttr:$in_bounds,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope,
      OptionalAttr<TileAA_CacheModifierAttr>:$cache_modifier,
      OptionalAttr<TileAA_EvictionPolicyAttr>:$eviction_policy,
      OptionalAttr<DictionaryAttr>:$optimization_hints));
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = "$view `,` $value `[` $coordinates `]`" # maskSyntax #
      "(`token` $token^)? attr-dict `:` functional-type(operands, results)";
}
def TileAS_TiledStoreOp : TileAS_ViewStoreOp<"tiled_store", "store one tile of a view", Index,
    (ins Optional<BoolLike>:$mask), "(`mask` $mask^)?"> {
  let builders = [OpBuilder<(ins "Type":$resultToken, "Value":$view, "Value":$value,
      "ValueRange":$coordinates, "Value":$token, "UnitAttr":$inBounds,
      "nv_tileaa::MemSemanticAttr":$semantic, "nv_tileaa::MemScopeAttr":$scope,
      "nv_tileaa::CacheModifierAttr":$cache, "nv_tileaa::EvictionPolicyAttr":$eviction,
      "DictionaryAttr":$hints), [{
    build($_builder, $_state, resultToken, view, value, coordinates, Value(), token, inBounds,
          semantic, scope, cache, eviction, hints);
  }]>];
}
def TileAS_TiledAtomicRMWOp : TileAS_AccessOp<"tiled_atomic_rmw"> {
  let summary = "per element of a view's tile, one atomic update";
  let description = [{
    Elements outside the memref are not updated; the old ones are given if asked
    for. Along a sparse dimension the coordinate is a tile of rows.
  }];
  let arguments = (ins TileAS_TiledViewType:$view, AnyType:$value, Variadic<AnyType>:$coordinates,
      Optional<TileAA_MemTokenType>:$token, TileAA_RmwModeAttr:$rmw_mode,
      DefaultValuedAttr<TileAA_MemSemanticAttr, WeakAccess>:$mem_semantic,
      OptionalAttr<TileAA_MemScopeAttr>:$mem_scope);
  let results = (outs Optional<AnyType>:$result, TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $view `,` $value `[` $coordinates `]` (`token` $token^)? attr-dict
    `:` functional-type(operands, results)
  }];
}
def TileAS_ScatterStoreOp : TileAS_ViewStoreOp<"scatter_store",
    "store a tile to the rows that a tile of coordinates names", AnyType>;

include "compiler/TileAS/TileASOpsAsync.td"

#endif
