//===- CudaTileOpsShape.td - Constants, shapes, grid -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.5 and 3.7.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_SHAPE_TD
#define CUDA_TILE_OPS_SHAPE_TD

include "compiler/CudaTile/CudaTileOpBase.td"

def CudaTile_ConstantOp : CudaTile_Op<"constant", [Pure, ConstantLike,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a literal tile";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs NumberTile:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::DenseElementsAttr getDense() {
      return ::llvm::cast<::mlir::DenseElementsAttr>(getValue());
    }
  }];
}

def CudaTile_IotaOp : CudaTile_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, ..., read unsigned";
  let results = (outs IntTile:$result);
  let assemblyFormat = "attr-dict `:` custom<TileIRType>(type($result))";
  let hasVerifier = 1;
}

class ShapeChangeOp<string mnemonic> : CudaTile_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins AnyTile:$source);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<TileIRType>(type($source)) `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_BroadcastOp : ShapeChangeOp<"broadcast"> {
  let summary = "replicate along dimensions of size 1; never changes the rank";
}
def CudaTile_ReshapeOp : ShapeChangeOp<"reshape"> {
  let summary = "row-major reinterpretation";
}


def CudaTile_PermuteOp : CudaTile_Op<"permute", [Pure]> {
  let summary = "dimension i of the result is dimension p[i] of the source";
  let arguments = (ins AnyTile:$source, DenseI32ArrayAttr:$permutation);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<TileIRType>(type($source))
    `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_CatOp : CudaTile_Op<"cat", [Pure]> {
  let summary = "one tile after the other along a dimension";
  let arguments = (ins AnyTile:$lhs, AnyTile:$rhs, I64Attr:$dim);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict `:` custom<TileIRType>(type($lhs)) `,`
    custom<TileIRType>(type($rhs)) `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_ExtractOp : CudaTile_Op<"extract", [Pure]> {
  let summary = "one slice of a tile cut into slices of the result's shape";
  let arguments = (ins AnyTile:$source, Variadic<IndexI32Tile>:$indices);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` custom<TileIRType>(type($source))
    `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_InsertOp : CudaTile_Op<"insert", [Pure, AllTypesMatch<["destination", "result"]>]> {
  let summary = "a tile of which one slice, of the source's shape, is the source";
  let arguments = (ins AnyTile:$source, AnyTile:$destination, Variadic<IndexI32Tile>:$indices);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $source `into` $destination `[` $indices `]` attr-dict `:` custom<TileIRType>(type($source))
    `,` custom<TileIRType>(type($destination)) `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_OffsetOp : CudaTile_Op<"offset", [Pure, AllTypesMatch<["ptr", "result"]>]> {
  let summary = "pointer plus signed offset in elements of the pointee";
  let arguments = (ins PointerTile:$ptr, IntTile:$offset);
  let results = (outs PointerTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` custom<TileIRType>(type($ptr)) `,` custom<TileIRType>(type($offset))
    `->` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

class GridOp<string mnemonic> : CudaTile_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    AllTypesMatch<["x", "y", "z"]>]> {
  let results = (outs ScalarI32Tile:$x, ScalarI32Tile:$y, ScalarI32Tile:$z);
  let assemblyFormat = "attr-dict `:` custom<TileIRType>(type($x))";
}
def CudaTile_GetTileBlockIdOp : GridOp<"get_tile_block_id"> {
  let summary = "coordinates of this tile block in the grid";
}
def CudaTile_GetNumTileBlocksOp : GridOp<"get_num_tile_blocks"> {
  let summary = "extents of the grid";
}

// No effect interface: unknown effects, never erased or merged (part 1, 3.0).
def CudaTile_AssumeOp : CudaTile_Op<"assume", [AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "passes a value through; a false predicate is undefined";
  let arguments = (ins CudaTile_AssumePredicateInterface:$predicate, AnyType:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<AssumePredicate>($predicate) `,` $value attr-dict `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

#endif
