//===- TileAAOpsShape.td - Shapes, addresses, grid -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_SHAPE_TD
#define TILEAA_OPS_SHAPE_TD

include "compiler/TileAA/TileAAOpBase.td"

def TileAA_SplatOp : TileAA_Op<"splat", [Pure]> {
  let summary = "a tensor whose every element is the scalar";
  let arguments = (ins AnyType:$source);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

class TileAA_ShapeChangeOp<string mnemonic, string meaning> : TileAA_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let arguments = (ins AnyStaticShapeTensor:$source);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}
def TileAA_BroadcastOp : TileAA_ShapeChangeOp<"broadcast", "replicate along dimensions of size 1">;
def TileAA_ViewOp : TileAA_ShapeChangeOp<"view", "another shape over the same row-major elements">;

def TileAA_ExpandDimsOp : TileAA_Op<"expand_dims", [Pure]> {
  let summary = "insert a dimension of size 1 before `axis`";
  let arguments = (ins AnyStaticShapeTensor:$source, I32Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_ExtractOp : TileAA_Op<"extract", [Pure]> {
  let summary = "one element of a tensor; an index out of bounds is undefined";
  let arguments = (ins AnyStaticShapeTensor:$source, Variadic<AnySignlessInteger>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` type($source) (`,` type($indices)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_MakeRangeOp : TileAA_Op<"make_range", [Pure, AllTypesMatch<["start", "end"]>]> {
  let summary = "start, start + 1, ..., end - 1 (modulo the width)";
  let arguments = (ins AnySignlessInteger:$start, AnySignlessInteger:$end);
  let results = (outs 1DTensorOf<[AnySignlessInteger]>:$result);
  let assemblyFormat = "$start `,` $end attr-dict `:` type($start) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_AddPtrOp : TileAA_Op<"addptr", [Pure, AllTypesMatch<["base", "result"]>]> {
  let summary = "pointer plus signed offset in elements of the pointee";
  let arguments = (ins AnyType:$base, SignlessIntegerLike:$offset);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$base `,` $offset attr-dict `:` type($base) `,` type($offset)";
  let hasVerifier = 1;
}

def TileAA_MakeMemrefOp : TileAA_Op<"make_memref", [NoMemoryEffect, AttrSizedOperandSegments]> {
  let summary = "bundle a pointer with run-time sizes and strides";
  let description = [{ Dynamic sizes and strides are i64, read unsigned; strides count elements. }];
  let arguments = (ins TileAA_PtrType:$base, Variadic<I64>:$dynamicSizes,
      Variadic<I64>:$dynamicStrides, I32Attr:$alias_scope);
  let results = (outs TileAA_StridedMemRefType:$result);
  let assemblyFormat = [{
    $base `,` `sizes` `=` `[` $dynamicSizes `]` `,` `strides` `=` `[` $dynamicStrides `]` attr-dict
    `:` type($base) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_BlockTileOp : TileAA_Op<"block_tile", [Pure]> {
  let summary = "cut a memref into tiles";
  let arguments = (ins TileAA_StridedMemRefType:$source);
  let results = (outs TileAA_TiledViewType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

class TileAA_GridOp<string mnemonic, string meaning> : TileAA_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<2>]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}
def TileAA_GetProgramIdOp : TileAA_GridOp<"get_program_id", "this tile block's grid coordinate">;
def TileAA_GetNumProgramsOp : TileAA_GridOp<"get_num_programs", "the grid's extent">;

// No effect interface: unknown effects, so that generic passes keep the fact.
def TileAA_AssumeOp : TileAA_Op<"assume", [AllTypesMatch<["value", "result"]>]> {
  let summary = "passes a value through; a false predicate is undefined";
  let arguments = (ins AnyType:$value, AnyAttr:$predicate);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$predicate `,` $value attr-dict `:` type($result)";
}

#endif
