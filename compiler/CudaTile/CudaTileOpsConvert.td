//===- CudaTileOpsConvert.td - Reinterpretations -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.3 and 3.4: conversions that keep the bits.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_CONVERT_TD
#define CUDA_TILE_OPS_CONVERT_TD

include "compiler/CudaTile/CudaTileOpBase.td"

class ReinterpretOp<string mnemonic, string meaning, Type from, Type to>
    : CudaTile_Op<mnemonic, [Pure, SameOperandsAndResultShape]> {
  let summary = meaning;
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileIRType>(type($source)) `->` custom<TileIRType>(type($result))
  }];
}
def CudaTile_BitcastOp
    : ReinterpretOp<"bitcast", "same bits, other type of equal width", NumberTile, NumberTile> {
  let hasVerifier = 1;
}
def CudaTile_IntToPtrOp
    : ReinterpretOp<"int_to_ptr", "address to pointer", I64Tile, PointerTile>;
def CudaTile_PtrToIntOp
    : ReinterpretOp<"ptr_to_int", "pointer to address", PointerTile, I64Tile>;
def CudaTile_PtrToPtrOp
    : ReinterpretOp<"ptr_to_ptr", "same address, other pointee", PointerTile, PointerTile>;

class PackingOp<string mnemonic, string meaning, Type from, Type to>
    : CudaTile_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileIRType>(type($source)) `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_PackOp
    : PackingOp<"pack", "a tile's bits as bytes", NumberOrI4Tile, I8Tile>;
def CudaTile_UnpackOp
    : PackingOp<"unpack", "bytes as the bits of a tile", I8Tile, NumberOrI4Tile>;

#endif
