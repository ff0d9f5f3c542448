//===- CudaTileOpsMma.td - Matrix multiply-accumulate ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 8. The type of the result is that of the accumulator.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_MMA_TD
#define CUDA_TILE_OPS_MMA_TD

include "compiler/CudaTile/CudaTileOpBase.td"

class MmaOp<string mnemonic> : CudaTile_Op<mnemonic, [Pure, AllTypesMatch<["acc", "result"]>]> {
  let results = (outs NumberTile:$result);
  let hasVerifier = 1;
}

def CudaTile_MmaFOp : MmaOp<"mmaf"> {
  let summary = "acc + lhs * rhs over floats, products summed in any order";
  let arguments = (ins NumberTile:$lhs, NumberTile:$rhs, NumberTile:$acc, UnitAttr:$fast_acc);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`fast_acc` $fast_acc^)? attr-dict `:` custom<TileIRType>(type($lhs)) `,`
    custom<TileIRType>(type($rhs)) `,` custom<TileIRType>(type($acc))
  }];
}

def CudaTile_MmaIOp : MmaOp<"mmai"> {
  let summary = "acc + lhs * rhs over integers";
  let arguments = (ins NumberTile:$lhs, NumberTile:$rhs, NumberTile:$acc,
      CudaTile_SignednessAttr:$signedness_lhs, CudaTile_SignednessAttr:$signedness_rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<SignednessKeyword>($signedness_lhs)
    custom<SignednessKeyword>($signedness_rhs) attr-dict `:` custom<TileIRType>(type($lhs)) `,`
    custom<TileIRType>(type($rhs)) `,` custom<TileIRType>(type($acc))
  }];
}

def CudaTile_MmaFScaledOp : MmaOp<"mmaf_scaled"> {
  let summary = "mmaf whose operands are scaled block by block along K";
  let arguments = (ins NumberTile:$lhs, NumberTile:$rhs, NumberTile:$acc, NumberTile:$lhs_scale,
      NumberTile:$rhs_scale);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `,` $lhs_scale `,` $rhs_scale attr-dict `:`
    custom<TileIRType>(type($lhs)) `,` custom<TileIRType>(type($rhs)) `,`
    custom<TileIRType>(type($acc)) `,` custom<TileIRType>(type($lhs_scale)) `,`
    custom<TileIRType>(type($rhs_scale))
  }];
}

#endif
