//===- TileAATypes.td - Types of nv_tileaa --------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_TYPES_TD
#define TILEAA_TYPES_TD

include "compiler/TileAA/TileAADialect.td"

class TileAA_Type<string name, string mnemonic_> : TypeDef<TileAA_Dialect, name> {
  let mnemonic = mnemonic_;
}

def TileAA_PtrType : TileAA_Type<"Ptr", "ptr"> {
  let summary = "one typed address";
  let parameters = (ins "::mlir::Type":$pointeeType, "unsigned":$addressSpace);
  let assemblyFormat = "`<` $pointeeType `,` $addressSpace `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
      CArg<"unsigned", "1">:$addressSpace), [{
    return $_get(pointeeType.getContext(), pointeeType, addressSpace);
  }]>];
}

def TileAA_MemTokenType : TileAA_Type<"MemToken", "mem_token"> {
  let summary = "ordering edge; no payload";
}

// Not named MemRefType: the builtin type of that name is visible wherever this is.
def TileAA_StridedMemRefType : TileAA_Type<"StridedMemRef", "memref"> {
  let summary = "a strided tensor in memory; base and dynamic parts are run-time values";
  let parameters = (ins "::mlir::Type":$elementType, ArrayRefParameter<"int64_t">:$shape,
      ArrayRefParameter<"int64_t">:$strides, "unsigned":$addressSpace);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    int64_t getNumDynamicSizes() const;
    int64_t getNumDynamicStrides() const;
  }];
}

def TileAA_TiledViewType : TileAA_Type<"TiledView", "tiled_view"> {
  let summary = "a memref read and written tile by tile";
  let description = [{
    Tile axis i lies along memref axis dimMap[i]; view index i counts tiles
    along tile axis i.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape,
      "::mlir::nv_tileaa::StridedMemRefType":$memref, ArrayRefParameter<"int64_t">:$dimMap,
      "::mlir::nv_tileaa::Padding":$padding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getTileShape().size(); }
    ::mlir::Type getElementType() const { return getMemref().getElementType(); }
    /// The tile of one index: a tensor, or the bare element at rank 0.
    ::mlir::Type getTileType() const;
  }];
}

#endif
