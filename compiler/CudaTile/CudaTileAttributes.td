//===- CudaTileAttributes.td - Enums and assume predicates -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_ATTRIBUTES_TD
#define CUDA_TILE_ATTRIBUTES_TD

include "compiler/CudaTile/CudaTileDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Enums: spelling = integer value as in the public dialect (part 1, 1.6).
//===----------------------------------------------------------------------===//

class CudaTile_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::cuda_tile";
  let genSpecializedAttr = 0;
}

class CudaTile_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<CudaTile_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def CudaTile_SignednessEnum : CudaTile_I32Enum<"Signedness",
    "how an integer's bits are read", [
      I32EnumAttrCase<"Unsigned", 0, "unsigned">,
      I32EnumAttrCase<"Signed", 1, "signed">]>;
def CudaTile_SignednessAttr : CudaTile_EnumAttr<CudaTile_SignednessEnum, "signedness">;

def CudaTile_OverflowEnum : CudaTile_I32Enum<"Overflow",
    "promise that an integer operation does not wrap", [
      I32EnumAttrCase<"None", 0, "none">,
      I32EnumAttrCase<"NoSignedWrap", 1, "no_signed_wrap">,
      I32EnumAttrCase<"NoUnsignedWrap", 2, "no_unsigned_wrap">,
      I32EnumAttrCase<"NoWrap", 3, "no_wrap">]>;
def CudaTile_OverflowAttr : CudaTile_EnumAttr<CudaTile_OverflowEnum, "overflow">;

def CudaTile_RoundingEnum : CudaTile_I32Enum<"Rounding", "rounding mode", [
      I32EnumAttrCase<"NearestEven", 0, "nearest_even">,
      I32EnumAttrCase<"Zero", 1, "zero">,
      I32EnumAttrCase<"NegativeInf", 2, "negative_inf">,
      I32EnumAttrCase<"PositiveInf", 3, "positive_inf">,
      I32EnumAttrCase<"Approx", 4, "approx">,
      I32EnumAttrCase<"Full", 5, "full">,
      I32EnumAttrCase<"NearestIntToZero", 6, "nearest_int_to_zero">,
      I32EnumAttrCase<"NearestAway", 7, "nearest_away">]>;
def CudaTile_RoundingAttr : CudaTile_EnumAttr<CudaTile_RoundingEnum, "rounding">;

def CudaTile_ComparisonPredicateEnum : CudaTile_I32Enum<"ComparisonPredicate",
    "relation of a comparison", [
      I32EnumAttrCase<"Equal", 0, "equal">,
      I32EnumAttrCase<"NotEqual", 1, "not_equal">,
      I32EnumAttrCase<"LessThan", 2, "less_than">,
      I32EnumAttrCase<"LessThanOrEqual", 3, "less_than_or_equal">,
      I32EnumAttrCase<"GreaterThan", 4, "greater_than">,
      I32EnumAttrCase<"GreaterThanOrEqual", 5, "greater_than_or_equal">]>;
def CudaTile_ComparisonPredicateAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonPredicateEnum, "comparison_predicate">;

def CudaTile_ComparisonOrderingEnum : CudaTile_I32Enum<"ComparisonOrdering",
    "result of a float comparison when an operand is NaN", [
      I32EnumAttrCase<"Unordered", 0, "unordered">,
      I32EnumAttrCase<"Ordered", 1, "ordered">]>;
def CudaTile_ComparisonOrderingAttr
    : CudaTile_EnumAttr<CudaTile_ComparisonOrderingEnum, "comparison_ordering">;

def CudaTile_PaddingValueEnum : CudaTile_I32Enum<"PaddingValue",
    "value of the elements of a view tile that lie outside the tensor", [
      I32EnumAttrCase<"Zero", 0, "zero">,
      I32EnumAttrCase<"NegZero", 1, "neg_zero">,
      I32EnumAttrCase<"NaN", 2, "nan">,
      I32EnumAttrCase<"PosInf", 3, "pos_inf">,
      I32EnumAttrCase<"NegInf", 4, "neg_inf">]>;
// The standalone form is `#cuda_tile<padding_value zero>`, unlike the others.
def CudaTile_PaddingValueAttr
    : EnumAttr<CudaTile_Dialect, CudaTile_PaddingValueEnum, "padding_value"> {
  let assemblyFormat = "$value";
}

// 13.4 additions, 2.2: a type that says `none` is not one that says nothing.
def CudaTile_PtrEnum : CudaTile_I32Enum<"PtrKind", "what kind of address a pointer holds", [
      I32EnumAttrCase<"None", 0, "none">]>;
def CudaTile_PtrAttr : CudaTile_EnumAttr<CudaTile_PtrEnum, "ptr_attr">;

// Ordering and scope are stored as builtin i32 attributes (part 2, 0.4).
def CudaTile_MemoryOrderingAttr : I32EnumAttr<"MemoryOrdering",
    "memory ordering of an access", [
      I32EnumAttrCase<"Weak", 0, "weak">,
      I32EnumAttrCase<"Relaxed", 1, "relaxed">,
      I32EnumAttrCase<"Acquire", 2, "acquire">,
      I32EnumAttrCase<"Release", 3, "release">,
      I32EnumAttrCase<"AcqRel", 4, "acq_rel">]> {
  let cppNamespace = "::mlir::cuda_tile";
}
def CudaTile_MemoryScopeAttr : I32EnumAttr<"MemoryScope",
    "who may access a location concurrently", [
      I32EnumAttrCase<"TileBlock", 0, "tl_blk">,
      I32EnumAttrCase<"Device", 1, "device">,
      I32EnumAttrCase<"System", 2, "sys">]> {
  let cppNamespace = "::mlir::cuda_tile";
}

def CudaTile_AtomicModeAttr : I32EnumAttr<"AtomicMode",
    "update of an atomic operation", [
      I32EnumAttrCase<"And", 0, "and">,
      I32EnumAttrCase<"Or", 1, "or">,
      I32EnumAttrCase<"XOr", 2, "xor">,
      I32EnumAttrCase<"Add", 3, "add">,
      I32EnumAttrCase<"AddF", 4, "addf">,
      I32EnumAttrCase<"Max", 5, "max">,
      I32EnumAttrCase<"Min", 6, "min">,
      I32EnumAttrCase<"UMax", 7, "umax">,
      I32EnumAttrCase<"UMin", 8, "umin">,
      I32EnumAttrCase<"Xchg", 9, "xchg">]> {
  let cppNamespace = "::mlir::cuda_tile";
}

def CudaTile_SymbolVisibilityEnum : CudaTile_I32Enum<"SymbolVisibility",
    "who may refer to a global", [
      I32EnumAttrCase<"Public", 0, "public">,
      I32EnumAttrCase<"Private", 1, "private">]>;
def CudaTile_SymbolVisibilityAttr
    : CudaTile_EnumAttr<CudaTile_SymbolVisibilityEnum, "symbol_visibility">;

//===----------------------------------------------------------------------===//
// Debug information (part 1, 1.9)
//===----------------------------------------------------------------------===//

class CudaTile_DIAttr<string name, string mnemonic_> : AttrDef<CudaTile_Dialect, name> {
  let mnemonic = mnemonic_;
}

def CudaTile_DIFileAttr : CudaTile_DIAttr<"DIFile", "di_file"> {
  let summary = "a source file and its directory";
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::StringAttr":$directory);
  let assemblyFormat = "`<` $name `in` $directory `>`";
}

def CudaTile_DICompileUnitAttr : CudaTile_DIAttr<"DICompileUnit", "di_compile_unit"> {
  let summary = "a unit of compilation";
  let parameters = (ins "::mlir::cuda_tile::DIFileAttr":$file);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DISubprogramAttr : CudaTile_DIAttr<"DISubprogram", "di_subprogram"> {
  let summary = "a function; a local scope";
  let parameters = (ins "::mlir::cuda_tile::DIFileAttr":$file, "unsigned":$line,
      "::mlir::StringAttr":$name, "::mlir::StringAttr":$linkageName,
      "::mlir::cuda_tile::DICompileUnitAttr":$compileUnit,
      OptionalParameter<"unsigned">:$scopeLine);
  let assemblyFormat = "`<` struct(params) `>`";
}

def CudaTile_DILexicalBlockAttr : CudaTile_DIAttr<"DILexicalBlock", "di_lexical_block"> {
  let summary = "a block within a function; a local scope";
  let parameters = (ins "::mlir::Attribute":$scope, "::mlir::cuda_tile::DIFileAttr":$file,
      "unsigned":$line, OptionalParameter<"unsigned">:$column);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def CudaTile_DILocAttr : LocationAttrDef<CudaTile_Dialect, "DILoc"> {
  let mnemonic = "di_loc";
  let cppClassName = "DILocAttr";
  let summary = "a source position in a local scope";
  let parameters = (ins "::mlir::FileLineColLoc":$sourceLoc, "::mlir::Attribute":$scope);
  let assemblyFormat = "`<` $sourceLoc `in` $scope `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Assume predicates (part 1, 1.7 and 3.7)
//===----------------------------------------------------------------------===//

def CudaTile_AssumePredicateInterface : AttrInterface<"AssumePredicateInterface"> {
  let cppNamespace = "::mlir::cuda_tile";
  let description = [{ A fact that `assume` may state about a value. }];
  let methods = [InterfaceMethod<
    "Checks that the predicate can be stated about a value of `type`.",
    "::llvm::LogicalResult", "verifyWithAssume",
    (ins "::mlir::Operation *":$op, "::mlir::Type":$type)>];
}

class CudaTile_Predicate<string name, string mnemonic_>
    : AttrDef<CudaTile_Dialect, name,
              [DeclareAttrInterfaceMethods<CudaTile_AssumePredicateInterface>]> {
  let mnemonic = mnemonic_;
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_DivByAttr : CudaTile_Predicate<"DivBy", "div_by"> {
  let summary = "elements (or every `every`-th along `along`) are multiples of the divisor";
  let parameters = (ins "uint64_t":$divisor, "std::optional<int64_t>":$every,
                        "std::optional<int64_t>":$along);
}

def CudaTile_SameElementsAttr : CudaTile_Predicate<"SameElements", "same_elements"> {
  let summary = "each block of the given shape is constant";
  let parameters = (ins ArrayRefParameter<"int64_t">:$values);
}

def CudaTile_BoundedAttr : CudaTile_Predicate<"Bounded", "bounded"> {
  let summary = "inclusive bounds on the signed reading; absent means unbounded";
  let parameters = (ins "std::optional<int64_t>":$lb, "std::optional<int64_t>":$ub);
}

def CudaTile_OptimizationHintsAttr : AttrDef<CudaTile_Dialect, "OptimizationHints"> {
  let mnemonic = "optimization_hints";
  let summary = "per-target hints: architecture -> hint -> value; never change meaning";
  let parameters = (ins "::mlir::DictionaryAttr":$hints);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif
