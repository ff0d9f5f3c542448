//===- TileAAOpsContract.td - Products, reductions, scans -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_CONTRACT_TD
#define TILEAA_OPS_CONTRACT_TD

include "compiler/TileAA/TileAAOpBase.td"

class TileAA_DotLikeOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat([Pure, AllTypesMatch<["acc", "result"]>], traits)> {
  let results = (outs AnyStaticShapeTensor:$result);
  let hasVerifier = 1;
}

def TileAA_DotOp : TileAA_DotLikeOp<"dot", [AttrSizedOperandSegments]> {
  let summary = "acc + lhs * rhs; float products are summed in any order";
  let description = [{
    M x K times K x N, or batches of them. With scale operands, element (i, k)
    is scaled by its block along K first.
  }];
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs,
      AnyStaticShapeTensor:$acc, Optional<AnyStaticShapeTensor>:$lhs_scale,
      Optional<AnyStaticShapeTensor>:$rhs_scale, OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
      OptionalAttr<TileAA_SignednessAttr>:$signedness_b, UnitAttr:$propagate_nan,
      OptionalAttr<StrAttr>:$input_precision, UnitAttr:$fast_acc, TileAA_FastMath:$fastmath);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`scales` $lhs_scale^ `,` $rhs_scale)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def TileAA_ConvDotOp : TileAA_DotLikeOp<"conv_dot"> {
  let summary = "acc + activation * filter for one tap of a convolution";
  let description = [{
    Pixels x channels times channels x filters: what `conv_tile` has cut out.
  }];
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs,
      AnyStaticShapeTensor:$acc, OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
      OptionalAttr<TileAA_SignednessAttr>:$signedness_b, TileAA_FastMath:$fastmath);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc attr-dict `:` functional-type(operands, results)
  }];
}

def TileAA_ConvTileOp : TileAA_Op<"conv_tile", [Pure]> {
  let summary = "cut an activation memref into the tiles that one filter tap reads";
  let arguments = (ins TileAA_StridedMemRefType:$source, DenseI64ArrayAttr:$tileSizes,
      TypedArrayAttrBase<DenseI64ArrayAttr, "groups of axes">:$dimGroups,
      TileAA_ConvParamsAttr:$params, TileAA_ActivationLayoutAttr:$activation_layout);
  let results = (outs TileAA_TiledViewType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_HistogramOp : TileAA_Op<"histogram", [Pure]> {
  let summary = "element b of the result counts the elements equal to b";
  let description = [{
    Elements are read unsigned; those not below the number of bins, and those
    whose mask is false, are not counted.
  }];
  let arguments = (ins TensorOf<[AnySignlessInteger]>:$source, Optional<BoolLike>:$mask);
  let results = (outs 1DTensorOf<[AnySignlessInteger]>:$result);
  let assemblyFormat = [{
    $source (`mask` $mask^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class TileAA_CombineOp<string mnemonic> : TileAA_Op<mnemonic, [RecursiveMemoryEffects]> {
  let description = [{
    The body takes, per operand, an element and an accumulator as scalars
    (pairwise: of a reduction %e0, %a0, %e1, %a1, ..., of a scan %a0, %e0, ...),
    and yields the new accumulators.
  }];
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$operands $body attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}
def TileAA_ReduceOp : TileAA_CombineOp<"reduce"> {
  let summary = "combines the elements along one axis, in any association";
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands, I32Attr:$axis,
      ArrayAttr:$identities);
}
def TileAA_ScanOp : TileAA_CombineOp<"scan"> {
  let summary = "prefixes along one axis, from either end";
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands, I32Attr:$axis,
      DefaultValuedAttr<BoolAttr, "true">:$inclusive, DefaultValuedAttr<BoolAttr, "false">:$reverse,
      ArrayAttr:$identities);
}

#endif
