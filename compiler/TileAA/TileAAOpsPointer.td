//===- TileAAOpsPointer.td - Pointers, memrefs, views, storage -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_POINTER_TD
#define TILEAA_OPS_POINTER_TD

include "compiler/TileAA/TileAAOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

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

def TileAA_GetDimSizeOp : TileAA_Op<"get_dim_size", [NoMemoryEffect]> {
  let summary = "the size of a memref, or of a view's memref, along one axis; read unsigned";
  let description = [{ A size that the result's type cannot hold is undefined. }];
  let arguments = (ins AnyTypeOf<[TileAA_StridedMemRefType, TileAA_TiledViewType]>:$source, I32Attr:$dim);
  let results = (outs AnySignlessInteger:$result);
  let assemblyFormat = "$source `,` $dim attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

class TileAA_ReinterpretOp<string mnemonic, string meaning, Type from, Type to>
    : TileAA_Op<mnemonic, [Pure, SameOperandsAndResultShape]> {
  let summary = meaning;
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}
def TileAA_IntToPtrOp : TileAA_ReinterpretOp<"int_to_ptr", "address to pointer",
                                             SignlessIntegerLike, TileAA_PointerTile>;
def TileAA_PtrToIntOp : TileAA_ReinterpretOp<"ptr_to_int", "pointer to address",
                                             TileAA_PointerTile, SignlessIntegerLike>;
def TileAA_BitcastOp : TileAA_ReinterpretOp<"bitcast",
    "same bits, other type of equal width; of pointers: same address, other pointee",
    TileAA_AnyTile, TileAA_AnyTile>;

// No effect interface: storage is neither merged nor removed.
def TileAA_AllocaOp : TileAA_Op<"alloca"> {
  let summary = "storage until the end of the enclosing block";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$num_elem,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$alignment, UnitAttr:$global);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def TileAA_GlobalOp : TileAA_Op<"global", [Symbol]> {
  let summary = "a static array in global memory, initialised when the module is loaded";
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$sym_visibility,
      ElementsAttr:$value, DefaultValuedAttr<I64Attr, "0">:$alignment, UnitAttr:$constant);
  let assemblyFormat = "($sym_visibility^)? $sym_name `=` $value attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::DenseElementsAttr getDense() {
      return ::llvm::cast<::mlir::DenseElementsAttr>(getValue());
    }
  }];
}

def TileAA_GetGlobalOp
    : TileAA_Op<"get_global", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "pointer to element 0 of a global";
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$name attr-dict `:` type($result)";
}

#endif
