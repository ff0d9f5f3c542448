//===- TileAADialect.td - The alias-aware tile dialect -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, section 2.
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
  let hasOperationAttrVerify = 1;
  let hasCanonicalizer = 1;
  // What its rewrites make.
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::ub::UBDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();

    /// The token type of an alias scope in a function (null: in none). The
    /// first request makes it; every later one gives the same pointer.
    ::mlir::Type getTokenType(::mlir::StringAttr function, unsigned aliasScope);

  private:
    ::llvm::sys::SmartMutex<true> tokenTypesLock;
    ::llvm::DenseMap<std::pair<::mlir::StringAttr, unsigned>, ::mlir::Type> tokenTypes;

  public:
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
  I32EnumAttrCase<"Approx", 4, "approx">, I32EnumAttrCase<"Full", 5, "full">,
  I32EnumAttrCase<"NearestAway", 6, "rna">]>;
def TileAA_RoundingModeAttr : TileAA_EnumAttr<TileAA_RoundingEnum, "rounding_mode">;

def TileAA_SyncKindEnum : TileAA_I32Enum<"SyncKind", "what a mem_sync does", [
  I32EnumAttrCase<"WaitDependency", 0, "wait_dependency">,
  I32EnumAttrCase<"LaunchDependents", 1, "launch_dependents">,
  I32EnumAttrCase<"AliasFence", 2, "alias_fence">]>;
def TileAA_SyncKindAttr : TileAA_EnumAttr<TileAA_SyncKindEnum, "sync_kind">;

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

// Numbered as the updates of the public dialect.
def TileAA_RmwModeEnum : TileAA_I32Enum<"RmwMode", "update of an atomic operation", [
  I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">,
  I32EnumAttrCase<"XOr", 2, "xor">, I32EnumAttrCase<"Add", 3, "add">,
  I32EnumAttrCase<"AddF", 4, "addf">, I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"Min", 6, "min">, I32EnumAttrCase<"UMax", 7, "umax">,
  I32EnumAttrCase<"UMin", 8, "umin">, I32EnumAttrCase<"Xchg", 9, "xchg">]>;
def TileAA_RmwModeAttr : TileAA_EnumAttr<TileAA_RmwModeEnum, "rmw_mode">;

def TileAA_SignednessEnum : TileAA_I32Enum<"Signedness", "how an integer's bits are read", [
  I32EnumAttrCase<"Unsigned", 0, "unsigned">, I32EnumAttrCase<"Signed", 1, "signed">]>;
def TileAA_SignednessAttr : TileAA_EnumAttr<TileAA_SignednessEnum, "signedness">;

def TileAA_CacheModifierEnum : TileAA_I32Enum<"CacheModifier", "cache policy of an access", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"CA", 1, "ca">,
  I32EnumAttrCase<"CG", 2, "cg">, I32EnumAttrCase<"CS", 3, "cs">,
  I32EnumAttrCase<"LU", 4, "lu">, I32EnumAttrCase<"CV", 5, "cv">]>;
def TileAA_CacheModifierAttr : TileAA_EnumAttr<TileAA_CacheModifierEnum, "cache_modifier">;

def TileAA_EvictionEnum : TileAA_I32Enum<"EvictionPolicy", "what a cache drops first", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"First", 1, "first">,
  I32EnumAttrCase<"Last", 2, "last">, I32EnumAttrCase<"Normal", 3, "normal">]>;
def TileAA_EvictionPolicyAttr : TileAA_EnumAttr<TileAA_EvictionEnum, "eviction_policy">;

def TileAA_ActivationLayoutEnum : TileAA_I32Enum<"ActivationLayout",
    "where a convolution's channels are", [
  I32EnumAttrCase<"ChannelsLast", 0, "channels_last">,
  I32EnumAttrCase<"ChannelsFirst", 1, "channels_first">]>;
def TileAA_ActivationLayoutAttr
    : TileAA_EnumAttr<TileAA_ActivationLayoutEnum, "activation_layout">;

def TileAA_ConvParamsAttr : AttrDef<TileAA_Dialect, "ConvParams"> {
  let mnemonic = "conv_params";
  let summary = "a convolution's filter, one entry per spatial axis";
  let parameters = (ins "::mlir::DenseI64ArrayAttr":$filter, "::mlir::DenseI64ArrayAttr":$stride,
      "::mlir::DenseI64ArrayAttr":$pad, "::mlir::DenseI64ArrayAttr":$dilation);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Assumptions; legal on `assume` only
//===----------------------------------------------------------------------===//

def TileAA_DivByAttr : AttrDef<TileAA_Dialect, "DivBy"> {
  let mnemonic = "div_by";
  let summary = "elements (or every `every`-th along `along`) are multiples of the divisor";
  let parameters = (ins "uint64_t":$divisor, OptionalParameter<"std::optional<int64_t>">:$every,
      OptionalParameter<"std::optional<int64_t>">:$along);
  let assemblyFormat = "`<` $divisor (`,` `every` `=` $every^)? (`,` `along` `=` $along^)? `>`";
}

def TileAA_BoundedAttr : AttrDef<TileAA_Dialect, "Bounded"> {
  let mnemonic = "bounded";
  let summary = "inclusive bounds on the signed reading; absent means unbounded";
  let parameters = (ins OptionalParameter<"std::optional<int64_t>">:$lower,
      OptionalParameter<"std::optional<int64_t>">:$upper);
  let assemblyFormat = "`<` ($lower^) : (`?`)? `,` ($upper^) : (`?`)? `>`";
}

def TileAA_SameElementsAttr : AttrDef<TileAA_Dialect, "SameElements"> {
  let mnemonic = "same_elements";
  let summary = "each block of the given shape is constant";
  let parameters = (ins "::mlir::DenseI64ArrayAttr":$values);
  let assemblyFormat = "`<` $values `>`";
}

def TileAA_KernelSpecAttr : AttrDef<TileAA_Dialect, "KernelSpec"> {
  let mnemonic = "kernel_spec";
  let summary = "launch resources of a kernel";
  let parameters = (ins "int32_t":$numWarps, "int32_t":$numCtas, "int32_t":$occupancy);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif
