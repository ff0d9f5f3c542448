//===- TileAAOpsToken.td - Tokens, lifetime, facts -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_TOKEN_TD
#define TILEAA_OPS_TOKEN_TD

include "compiler/TileAA/TileAAOpBase.td"

def TileAA_CreateMemTokenOp : TileAA_Op<"create_mem_token",
    [Pure, TileAA_InFunction, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a token ordered after nothing";
  let description = [{
    The memrefs, if any, name the alias scope that the token belongs to;
    `producers` is how many arrivals complete it.
  }];
  let arguments = (ins Variadic<TileAA_StridedMemRefType>:$scope,
      OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$producers);
  // Not the buildable constraint: the type is inferred by our own hook.
  let results = (outs Type<CPred<"::llvm::isa<::mlir::nv_tileaa::MemTokenType>($_self)">,
                           "memory token", "::mlir::nv_tileaa::MemTokenType">:$result);
  let assemblyFormat = "(`(` $scope^ `:` type($scope) `)`)? attr-dict `:` type($result)";
  // The type is inferred.
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ::mlir::ValueRange(), ::mlir::IntegerAttr());
  }]>];
}

def TileAA_JoinMemTokenOp : TileAA_Op<"join_mem_token", [Pure, TileAA_InFunction]> {
  let summary = "a token ordered after every operand";
  let arguments = (ins Variadic<TileAA_MemTokenType>:$tokens);
  let results = (outs TileAA_MemTokenType:$result);
  let assemblyFormat = "$tokens attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$tokens), [{
    build($_builder, $_state, MemTokenType::get($_builder.getContext()), tokens);
  }]>];
}

// No effect interface: it stays where it is.
def TileAA_MemSyncOp : TileAA_Op<"mem_sync", [TileAA_InFunction]> {
  let summary = "orders along tokens what other kernels or other addresses see";
  let description = [{
    `wait_dependency` waits for the kernel before this one, `launch_dependents`
    lets those after it start, `alias_fence` orders accesses to one place through
    different virtual addresses.
  }];
  let arguments = (ins TileAA_SyncKindAttr:$kind, Optional<TileAA_MemTokenType>:$token);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $kind (`token` $token^)? attr-dict `:` functional-type(operands, results)
  }];
}

// No effect interface: the mark stays where it is.
def TileAA_MarkForReuseOp : TileAA_Op<"mark_for_reuse", [TileAA_InFunction]> {
  let summary = "the buffers behind the values live longer than the values";
  let arguments = (ins Variadic<AnyTypeOf<[TileAA_QueueType, TileAA_StridedMemRefType,
      TileAA_TiledViewType, TileAA_PtrType, AnyStaticShapeTensor]>>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
  let hasVerifier = 1;
}

// No effect interface: unknown effects, so that generic passes keep the fact.
def TileAA_AssumeOp : TileAA_Op<"assume", [AllTypesMatch<["value", "result"]>]> {
  let summary = "passes a value through; a false predicate is undefined";
  let arguments = (ins AnyType:$value, AnyAttr:$predicate);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$predicate `,` $value attr-dict `:` type($result)";
  let hasVerifier = 1;
}

// No effect interface: that is the barrier.
def TileAA_OptimizationBarrierOp
    : TileAA_Op<"optimization_barrier", [AllTypesMatch<["value", "result"]>]> {
  let summary = "passes a value through; optimisers cannot see which";
  let arguments = (ins AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Output: no effect interface
//===----------------------------------------------------------------------===//

def TileAA_AssertOp : TileAA_Op<"assert"> {
  let summary = "prints the message for each false element and signals an error to the host";
  let arguments = (ins BoolLike:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

class TileAA_OutputOp<string mnemonic, string meaning>
    : TileAA_Op<mnemonic, [AttrSizedOperandSegments]> {
  let summary = meaning;
  let arguments = (ins StrAttr:$format, Variadic<TileAA_AnyTile>:$args,
      Optional<TileAA_MemTokenType>:$token);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $format `(` $args `)` (`token` $token^)? attr-dict `:` functional-type(operands, results)
  }];
}
def TileAA_PrintOp : TileAA_OutputOp<"print", "formatted output, ordered by tokens">;
def TileAA_MessageOp : TileAA_OutputOp<"message", "a diagnostic for the host, ordered by tokens">;

#endif
