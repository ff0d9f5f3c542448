//===- TileASDialect.td - The scheduled tile dialect ---------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAS_DIALECT_TD
#define TILEAS_DIALECT_TD

include "compiler/TileAA/TileAATypes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def TileAS_Dialect : Dialect {
  let name = "nv_tileas";
  let cppNamespace = "::mlir::nv_tileas";
  let summary = "tiles distributed over the threads of a CTA";
  let description = [{
    The contract between the meaning of tiles and code generation: every tile is
    a tensor whose encoding is a layout, which says which thread holds which
    elements. A layout changes neither shape nor values. Pointers, memrefs and
    memory tokens are nv_tileaa's.
  }];
  let dependentDialects = ["::mlir::nv_tileaa::TileAADialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let usePropertiesForAttributes = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

def TileAS_LinearLayoutAttr : AttrDef<TileAS_Dialect, "LinearLayout"> {
  let mnemonic = "linear";
  let summary = "which thread holds which elements, linear over F2";
  let description = [{
    Entry i of `reg`, `lane` or `warp` is the row-major element index that bit i
    of the register, lane or warp number contributes; the element that a
    register of a thread holds is the exclusive or of the entries of the bits
    that are set. Shapes are powers of two, so these are linear maps. An entry 0
    replicates: all holders have equal values.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$reg, ArrayRefParameter<"int64_t">:$lane,
                        ArrayRefParameter<"int64_t">:$warp);
  let assemblyFormat = [{
    `<` `reg` `=` custom<IndexList>($reg) `,` `lane` `=` custom<IndexList>($lane) `,`
    `warp` `=` custom<IndexList>($warp) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Registers of one thread.
    int64_t getNumRegisters() const { return int64_t(1) << getReg().size(); }
    int64_t getNumWarps() const { return int64_t(1) << getWarp().size(); }
    int64_t getNumThreads() const { return 32 * getNumWarps(); }
    /// Row-major index of the element in register `reg` of thread 0; thread t
    /// adds (exclusive or) getThreadIndex(t).
    int64_t getRegisterIndex(int64_t reg) const;
    int64_t getThreadIndex(int64_t thread) const;
  }];
}

class TileAS_Type<string name, string mnemonic_> : TypeDef<TileAS_Dialect, name> {
  let mnemonic = mnemonic_;
}

def TileAS_TiledViewType : TileAS_Type<"TiledView", "tiled_view"> {
  let summary = "a memref in global memory, read and written tile by tile";
  let description = [{
    Tile axis i lies along memref axis dimMap[i]; coordinate i counts tiles along
    tile axis i, or steps of `steps[i]` elements if there are any. Along a sparse
    dimension (else -1) the coordinate is a tile of rows, and the others count
    elements. Sizes and strides stay run-time values of the memref.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$tileShape,
      "::mlir::nv_tileaa::StridedMemRefType":$memref, ArrayRefParameter<"int64_t">:$dimMap,
      ArrayRefParameter<"int64_t">:$steps, "int64_t":$sparseDim);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getTileShape().size(); }
    ::mlir::Type getElementType() const { return getMemref().getElementType(); }
    bool isSparse() const { return getSparseDim() >= 0; }
    /// Elements from one tile to the next along a tile axis.
    int64_t getStep(int64_t axis) const {
      return isSparse() ? 1 : getSteps().empty() ? getTileShape()[axis] : getSteps()[axis];
    }
  }];
}

#endif
