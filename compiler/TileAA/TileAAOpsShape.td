//===- TileAAOpsShape.td - Construction and shapes of tiles -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_SHAPE_TD
#define TILEAA_OPS_SHAPE_TD

include "compiler/TileAA/TileAAOpBase.td"

def TileAA_SplatOp : TileAA_Op<"splat", [Pure]> {
  let summary = "a tensor whose every element is the scalar";
  let arguments = (ins TileAA_AnyTile:$source);
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


def TileAA_ExtractSliceOp : TileAA_Op<"extract_slice", [Pure]> {
  let summary = "the elements offset, offset + stride, ... of a tensor";
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

def TileAA_CatOp : TileAA_Op<"cat", [Pure]> {
  let summary = "one tensor after the other along an axis";
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs, I32Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_PermuteOp : TileAA_Op<"permute", [Pure]> {
  let summary = "dimension i of the result is dimension p[i] of the source";
  let arguments = (ins AnyStaticShapeTensor:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_GenerateOp : TileAA_Op<"generate", [RecursiveMemoryEffects]> {
  let summary = "each element is what the body yields for its coordinates";
  let results = (outs AnyStaticShapeTensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict `:` type($result)";
  let hasRegionVerifier = 1;
}

class TileAA_PackingOp<string mnemonic, string meaning> : TileAA_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{ Little-endian, the first element in the low bits. }];
  let arguments = (ins AnyStaticShapeTensor:$source);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}
def TileAA_PackOp : TileAA_PackingOp<"pack", "a tensor's bits as bytes">;
def TileAA_UnpackOp : TileAA_PackingOp<"unpack", "bytes as the bits of a tensor">;

#endif
