//===- TileAADialect.td - The alias-aware tile dialect -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_DIALECT_TD
#define TILEAA_DIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def TileAA_Dialect : Dialect {
  let name = "nv_tileaa";
  let cppNamespace = "::mlir::nv_tileaa";
  let summary = "tiles with explicit provenance and memory order";
  let description = [{
    Tiles are builtin tensors (rank 0: bare scalars). Pointers, memrefs and
    views name where data lives; memory tokens order accesses.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let usePropertiesForAttributes = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

class TileAA_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::nv_tileaa";
  let genSpecializedAttr = 0;
}
class TileAA_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<TileAA_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def TileAA_RoundingEnum : TileAA_I32Enum<"RoundingMode", "rounding mode", [
  I32EnumAttrCase<"NearestEven", 0, "rn">, I32EnumAttrCase<"Zero", 1, "rz">,
  I32EnumAttrCase<"NegativeInf", 2, "rm">, I32EnumAttrCase<"PositiveInf", 3, "rp">,
  I32EnumAttrCase<"Approx", 4, "approx">, I32EnumAttrCase<"Full", 5, "full">]>;
def TileAA_RoundingModeAttr : TileAA_EnumAttr<TileAA_RoundingEnum, "rounding_mode">;

def TileAA_MemSemanticEnum : TileAA_I32Enum<"MemSemantic", "memory ordering of an access", [
  I32EnumAttrCase<"Weak", 0, "weak">, I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">, I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcqRel", 4, "acq_rel">]>;
def TileAA_MemSemanticAttr : TileAA_EnumAttr<TileAA_MemSemanticEnum, "mem_semantic">;

def TileAA_MemScopeEnum : TileAA_I32Enum<"MemScope", "who may access a location concurrently", [
  I32EnumAttrCase<"TileBlock", 0, "tl_blk">, I32EnumAttrCase<"Gpu", 1, "gpu">,
  I32EnumAttrCase<"System", 2, "sys">, I32EnumAttrCase<"Cluster", 3, "cluster">]>;
def TileAA_MemScopeAttr : TileAA_EnumAttr<TileAA_MemScopeEnum, "mem_scope">;

def TileAA_PaddingEnum : TileAA_I32Enum<"Padding",
    "value of the elements of a view tile outside the tensor", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"NegZero", 2, "neg_zero">, I32EnumAttrCase<"NaN", 3, "nan">,
  I32EnumAttrCase<"PosInf", 4, "pos_inf">, I32EnumAttrCase<"NegInf", 5, "neg_inf">]>;

def TileAA_PaddingAttr : TileAA_EnumAttr<TileAA_PaddingEnum, "padding">;

def TileAA_KernelSpecAttr : AttrDef<TileAA_Dialect, "KernelSpec"> {
  let mnemonic = "kernel_spec";
  let summary = "launch resources of a kernel";
  let parameters = (ins "int32_t":$numWarps, "int32_t":$numCtas, "int32_t":$occupancy);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif
