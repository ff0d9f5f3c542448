//===- TileAATypes.td - Types of nv_tileaa --------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 2.1.
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
      ArrayRefParameter<"int64_t">:$strides, "unsigned":$addressSpace,
      "unsigned":$aliasScope);
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
      "::llvm::ArrayRef<int64_t>":$shape, "::llvm::ArrayRef<int64_t>":$strides,
      CArg<"unsigned", "1">:$addressSpace, CArg<"unsigned", "0">:$aliasScope), [{
    return $_get(elementType.getContext(), elementType, shape, strides, addressSpace, aliasScope);
  }]>];
  let description = [{
    Memrefs of different alias scopes do not overlap; scope 0 promises nothing.
  }];
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
    Tile axis i lies along memref axis dimMap[i]; view index i counts steps of
    `steps[i]` elements along tile axis i, of whole tiles if there are none.
    With a sparse dimension (else -1) that axis' index is a tile of rows, and
    the other indices count elements.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape,
      "::mlir::nv_tileaa::StridedMemRefType":$memref, ArrayRefParameter<"int64_t">:$dimMap,
      "::mlir::nv_tileaa::Padding":$padding, ArrayRefParameter<"int64_t">:$steps,
      "int64_t":$sparseDim);
  let builders = [TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$tileShape,
      "::mlir::nv_tileaa::StridedMemRefType":$memref, "::llvm::ArrayRef<int64_t>":$dimMap,
      "::mlir::nv_tileaa::Padding":$padding,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$steps, CArg<"int64_t", "-1">:$sparseDim), [{
    return $_get(memref.getContext(), tileShape, memref, dimMap, padding, steps, sparseDim);
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getTileShape().size(); }
    ::mlir::Type getElementType() const { return getMemref().getElementType(); }
    bool isSparse() const { return getSparseDim() >= 0; }
    /// The tile of one index: a tensor, or the bare element at rank 0.
    ::mlir::Type getTileType() const;
  }];
}

def TileAA_QueueType : TileAA_Type<"Queue", "queue"> {
  let summary = "carries values from the agent that puts to the agent that gets";
  let description = [{
    The agents on either side of an isolated queue share nothing else: a promise
    to the lowering, which changes no meaning.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$elementTypes, "bool":$isolated);
  let hasCustomAssemblyFormat = 1;
}

def TileAA_ProgramIdType : TileAA_Type<"ProgramId", "program_id"> {
  let summary = "the coordinates of a tile block that a persistent kernel may take over";
}

//===----------------------------------------------------------------------===//
// Operand classes
//===----------------------------------------------------------------------===//

/// A tensor or a bare scalar.
def TileAA_AnyTile : Type<CPred<"::mlir::nv_tileaa::isTile($_self)">, "tile or scalar">;
def TileAA_PointerTile
    : Type<CPred<"::llvm::isa<::mlir::nv_tileaa::PtrType>(::mlir::nv_tileaa::getTileElementType($_self))">,
           "pointer or tile of pointers">;

#endif
