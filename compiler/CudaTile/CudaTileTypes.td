//===- CudaTileTypes.td - Types of the public dialect ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_TYPES_TD
#define CUDA_TILE_TYPES_TD

include "compiler/CudaTile/CudaTileAttributes.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class CudaTile_Type<string name, string mnemonic_, list<Trait> traits = []>
    : TypeDef<CudaTile_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def CudaTile_PointerType : CudaTile_Type<"Pointer", "ptr"> {
  let summary = "one typed location in global memory";
  let parameters = (ins "::mlir::Type":$pointeeType,
                        OptionalParameter<"::mlir::cuda_tile::PtrKindAttr">:$ptrAttr);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
      CArg<"::mlir::cuda_tile::PtrKindAttr", "{}">:$ptrAttr), [{
    return $_get(pointeeType.getContext(), pointeeType, ptrAttr);
  }]>];
}

def CudaTile_TileType : CudaTile_Type<"Tile", "tile", [ShapedTypeInterface]> {
  let summary = "an immutable multi-dimensional value; rank 0 is a scalar";
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType), [{
    return $_get(elementType.getContext(), shape, elementType);
  }]>];
  let extraClassDeclaration = [{
    /// The largest number of elements of a tile (part 1, 2.3).
    static constexpr int64_t maxElements = 16777216;
    bool hasRank() const { return true; }
    TileType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                       ::mlir::Type elementType) const;
  }];
}

def CudaTile_TokenType : CudaTile_Type<"Token", "token"> {
  let summary = "orders token-consuming operations; not a run-time value";
}

def CudaTile_TensorViewType : CudaTile_Type<"TensorView", "tensor_view"> {
  let summary = "a strided tensor in global memory; strides in elements";
  let parameters = (ins "::mlir::Type":$elementType,
                        ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$strides,
                        OptionalParameter<"::mlir::cuda_tile::PtrKindAttr">:$ptrAttr);
  let builders = [TypeBuilder<(ins "::mlir::Type":$elementType,
      "::llvm::ArrayRef<int64_t>":$shape, "::llvm::ArrayRef<int64_t>":$strides), [{
    return $_get($_ctxt, elementType, shape, strides, ::mlir::cuda_tile::PtrKindAttr());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// How many sizes / strides are only known at run time.
    int64_t getNumDynamicSizes() const;
    int64_t getNumDynamicStrides() const;
  }];
}

def CudaTile_TileViewInterface : TypeInterface<"TileViewInterface"> {
  let cppNamespace = "::mlir::cuda_tile";
  let description = [{ A view that is read and written tile by tile. }];
  let methods = [
    InterfaceMethod<"Rank of the view index.", "int64_t", "getViewIndexRank">,
    InterfaceMethod<"Type of the tile that one index loads or stores.",
                    "::mlir::Type", "getViewTileType">,
    InterfaceMethod<"Checks the types of an access's index operands.",
                    "::llvm::LogicalResult", "verifyIndices",
                    (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
                         "::mlir::TypeRange":$indexTypes)>
  ];
}

def CudaTile_PartitionViewType
    : CudaTile_Type<"PartitionView", "partition_view",
                    [DeclareTypeInterfaceMethods<CudaTile_TileViewInterface>]> {
  let summary = "a tensor cut into tiles that follow each other without gaps";
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        "::mlir::cuda_tile::TensorViewType":$tensorView,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        "::mlir::cuda_tile::PaddingValueAttr":$padding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_StridedViewType
    : CudaTile_Type<"StridedView", "strided_view",
                    [DeclareTypeInterfaceMethods<CudaTile_TileViewInterface>]> {
  let summary = "tiles of a tensor at regular steps, with gaps or overlaps";
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        ArrayRefParameter<"int32_t">:$traversalStrides,
                        "::mlir::cuda_tile::TensorViewType":$tensorView,
                        ArrayRefParameter<"int32_t">:$dimMap,
                        "::mlir::cuda_tile::PaddingValueAttr":$padding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_GatherScatterViewType
    : CudaTile_Type<"GatherScatterView", "gather_scatter_view",
                    [DeclareTypeInterfaceMethods<CudaTile_TileViewInterface>]> {
  let summary = "tiles of a tensor whose rows along one dimension are named by indices";
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
                        "::mlir::cuda_tile::TensorViewType":$tensorView,
                        "uint32_t":$sparseDim,
                        "::mlir::cuda_tile::PaddingValueAttr":$padding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Operand classes (part 1, section 0)
//===----------------------------------------------------------------------===//

class TileOf<string pred, string text>
    : Type<CPred<"::mlir::cuda_tile::isTileOf($_self, ::mlir::cuda_tile::" # pred # ")">,
           "tile of " # text # " values", "::mlir::cuda_tile::TileType">;
class ScalarTileOf<string pred, string text>
    : Type<And<[CPred<"::mlir::cuda_tile::isTileOf($_self, ::mlir::cuda_tile::" # pred # ")">,
                CPred<"::llvm::cast<::mlir::cuda_tile::TileType>($_self).getShape().empty()">]>,
           "0D tile of " # text # " values", "::mlir::cuda_tile::TileType">;

def IntTile : TileOf<"isIntElement", "i1 or i8 or i16 or i32 or i64">;
def ExponentTile : TileOf<"isExponentElement", "i1 or i8 or i16 or i32">;
def WideIntTile : TileOf<"isIntOrI4Element", "i1 or i4 or i8 or i16 or i32 or i64">;
def BoolTile : TileOf<"isBoolElement", "i1">;
def BaseFloatTile : TileOf<"isBaseFloatElement", "f16 or bf16 or f32 or f64">;
def FloatTile : TileOf<"isFloatElement", "float">;
def NumberTile : TileOf<"isNumberElement", "number">;
def NumberOrI4Tile : TileOf<"isNumberOrI4Element", "number or i4">;
def I8Tile : TileOf<"isI8Element", "i8">;
def I64Tile : TileOf<"isI64Element", "i64">;
def PointerTile : TileOf<"isPointerElement", "pointer">;
def AnyTile : TileOf<"isAnyElement", "any element">;
def ScalarIntTile : ScalarTileOf<"isIntElement", "i1 or i8 or i16 or i32 or i64">;
def ScalarI32Tile : ScalarTileOf<"isI32Element", "i32">;
/// The same, for formats that do not spell the type.
def IndexI32Tile : ScalarTileOf<"isI32Element", "i32">,
    BuildableType<"::mlir::cuda_tile::TileType::get(::llvm::ArrayRef<int64_t>(), $_builder.getI32Type())">;
def ScalarBoolTile : ScalarTileOf<"isBoolElement", "i1">;
def ScalarPointerTile : ScalarTileOf<"isPointerElement", "pointer">;
def TileViewOperand : Type<CPred<"::llvm::isa<::mlir::cuda_tile::TileViewInterface>($_self)">,
                           "tile view">;

#endif
