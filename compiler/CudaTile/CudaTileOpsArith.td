//===- CudaTileOpsArith.td - Element-wise operations -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Integer and float arithmetic, comparison, selection, conversions
// (part 1, 3.1 to 3.3).
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_ARITH_TD
#define CUDA_TILE_OPS_ARITH_TD

include "compiler/CudaTile/CudaTileOpBase.td"

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

class IntOverflowOp<string mnemonic, string meaning>
    : CudaTile_BinaryOp<mnemonic, IntTile, [Pure]> {
  let summary = meaning;
  let description = [{
    Wraps modulo 2^n. `overflow` is a promise; breaking it is undefined.
  }];
  let arguments = (ins IntTile:$lhs, IntTile:$rhs,
      DefaultValuedAttr<CudaTile_OverflowAttr, "::mlir::cuda_tile::Overflow::None">:$overflow);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<OverflowModifier>($overflow) attr-dict `:` custom<TileIRType>(type($result))
  }];
}
def CudaTile_AddIOp : IntOverflowOp<"addi", "x + y">;
def CudaTile_SubIOp : IntOverflowOp<"subi", "x - y">;
def CudaTile_MulIOp : IntOverflowOp<"muli", "low half of x * y">;
def CudaTile_NegIOp : CudaTile_UnaryOp<"negi", IntTile> {
  let summary = "-x";
  let arguments = (ins IntTile:$source,
      DefaultValuedAttr<CudaTile_OverflowAttr, "::mlir::cuda_tile::Overflow::None">:$overflow);
  let assemblyFormat = [{
    $source custom<OverflowModifier>($overflow) attr-dict `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_AbsIOp : CudaTile_UnaryOp<"absi", IntTile> {
  let summary = "magnitude of the signed reading, to be read unsigned";
  let assemblyFormat = "$source attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_MulhiIOp : CudaTile_BinaryOp<"mulhii", IntTile, [Pure]> {
  let summary = "high half of the unsigned product";
  let arguments = (ins IntTile:$x, IntTile:$y);
  let assemblyFormat = "$x `,` $y attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_ShLIOp : IntOverflowOp<"shli", "x << y, amount read unsigned">;

class IntBitwiseOp<string mnemonic, string meaning>
    : CudaTile_BinaryOp<mnemonic, IntTile, [Pure, Commutative]> {
  let summary = meaning;
  let arguments = (ins IntTile:$lhs, IntTile:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_AndIOp : IntBitwiseOp<"andi", "bitwise and">;
def CudaTile_OrIOp : IntBitwiseOp<"ori", "bitwise or">;
def CudaTile_XOrIOp : IntBitwiseOp<"xori", "bitwise exclusive or">;

class IntSignedOp<string mnemonic, string meaning>
    : CudaTile_BinaryOp<mnemonic, IntTile, [Pure]> {
  let summary = meaning;
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<SignednessKeyword>($signedness) attr-dict `:` custom<TileIRType>(type($result))
  }];
}
def CudaTile_MaxIOp : IntSignedOp<"maxi", "larger value in the given reading">;
def CudaTile_MinIOp : IntSignedOp<"mini", "smaller value in the given reading">;
def CudaTile_RemIOp : IntSignedOp<"remi", "x - trunc(x / y) * y; y = 0 is undefined">;
def CudaTile_ShRIOp : IntSignedOp<"shri", "arithmetic (signed) or logical shift right">;

def CudaTile_DivIOp : CudaTile_BinaryOp<"divi", IntTile, [NoMemoryEffect]> {
  let summary = "quotient, truncated, floored or ceiled; y = 0 and minimum / -1 are undefined";
  let arguments = (ins IntTile:$lhs, IntTile:$rhs, CudaTile_SignednessAttr:$signedness,
      DefaultValuedAttr<CudaTile_RoundingAttr, "::mlir::cuda_tile::Rounding::Zero">:$rounding);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<SignednessKeyword>($signedness) custom<DivRounding>($rounding) attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

class CompareOp<string mnemonic>
    : CudaTile_Op<mnemonic, [Pure, SameTypeOperands,
        TypesMatchWith<"Result type has i1 element type and same shape", "lhs", "result",
                       "::mlir::cuda_tile::getI1SameShape($_self)">]> {
  let results = (outs BoolTile:$result);
}
def CudaTile_CmpIOp : CompareOp<"cmpi"> {
  let summary = "integer comparison";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
      IntTile:$lhs, IntTile:$rhs, CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    custom<PredicateKeyword>($comparison_predicate) $lhs `,` $rhs `,`
    custom<SignednessKeyword>($signedness) attr-dict `:` custom<TileIRType>(type($lhs))
    `->` custom<TileIRType>(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

class FloatBinaryOp<string mnemonic, string meaning>
    : CudaTile_BinaryOp<mnemonic, BaseFloatTile, [Pure]> {
  let summary = meaning;
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs,
      CudaTile_RoundingAttr:$rounding_mode, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<IEEERounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_AddFOp : FloatBinaryOp<"addf", "x + y, rounded once">;
def CudaTile_SubFOp : FloatBinaryOp<"subf", "x - y, rounded once">;
def CudaTile_MulFOp : FloatBinaryOp<"mulf", "x * y, rounded once">;

def CudaTile_FmaOp : CudaTile_Op<"fma", [Pure, SameOperandsAndResultType]> {
  let summary = "x * y + z with a single rounding";
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs, BaseFloatTile:$acc,
      CudaTile_RoundingAttr:$rounding_mode, UnitAttr:$flush_to_zero);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<IEEERounding>($rounding_mode)
    (`flush_to_zero` $flush_to_zero^)? attr-dict `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

class FloatMinMaxOp<string mnemonic, string meaning>
    : CudaTile_BinaryOp<mnemonic, BaseFloatTile, [Pure]> {
  let summary = meaning;
  let description = [{
    IEEE 754-2019 maximumNumber/minimumNumber, or maximum/minimum with
    `propagate_nan`; +0 orders above -0 in both.
  }];
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs, UnitAttr:$propagate_nan,
      UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<MinMaxFlags>($flush_to_zero, $propagate_nan) attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_MaxFOp : FloatMinMaxOp<"maxf", "larger value">;
def CudaTile_MinFOp : FloatMinMaxOp<"minf", "smaller value">;

def CudaTile_CmpFOp : CompareOp<"cmpf"> {
  let summary = "float comparison; ordered: false with a NaN, unordered: true";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
      CudaTile_ComparisonOrderingAttr:$comparison_ordering,
      BaseFloatTile:$lhs, BaseFloatTile:$rhs);
  let assemblyFormat = [{
    custom<PredicateKeyword>($comparison_predicate) custom<OrderingKeyword>($comparison_ordering)
    $lhs `,` $rhs attr-dict `:` custom<TileIRType>(type($lhs)) `->` custom<TileIRType>(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Conversions and selection
//===----------------------------------------------------------------------===//

class ConvertOp<string mnemonic, Type toType>
    : CudaTile_Op<mnemonic, [Pure, SameOperandsAndResultShape]> {
  let results = (outs toType:$to);
  let hasVerifier = 1;
}
def CudaTile_ExtIOp : ConvertOp<"exti", WideIntTile> {
  let summary = "sign- or zero-extend";
  let arguments = (ins WideIntTile:$from, CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $from custom<SignednessKeyword>($signedness) attr-dict
    `:` custom<TileIRType>(type($from)) `->` custom<TileIRType>(type($to))
  }];
}
def CudaTile_TruncIOp : ConvertOp<"trunci", WideIntTile> {
  let summary = "keep the low bits; a broken overflow promise is undefined";
  let arguments = (ins WideIntTile:$from,
      DefaultValuedAttr<CudaTile_OverflowAttr, "::mlir::cuda_tile::Overflow::None">:$overflow);
  let assemblyFormat = [{
    $from custom<OverflowModifier>($overflow) attr-dict
    `:` custom<TileIRType>(type($from)) `->` custom<TileIRType>(type($to))
  }];
}
def CudaTile_FToFOp : ConvertOp<"ftof", FloatTile> {
  let summary = "float to float";
  let arguments = (ins FloatTile:$from,
      DefaultValuedAttr<CudaTile_RoundingAttr, "::mlir::cuda_tile::Rounding::NearestEven">:$rounding_mode);
  let assemblyFormat = [{
    $from custom<FormatRounding>($rounding_mode) attr-dict
    `:` custom<TileIRType>(type($from)) `->` custom<TileIRType>(type($to))
  }];
}
def CudaTile_FToIOp : ConvertOp<"ftoi", IntTile> {
  let summary = "float to integer, toward zero; NaN and out of range are undefined";
  let description = [{ With `saturating`: NaN is 0, out of range the nearest end of the range. }];
  let arguments = (ins FloatTile:$from, CudaTile_SignednessAttr:$signedness,
      CudaTile_RoundingAttr:$rounding_mode, UnitAttr:$saturating);
  let assemblyFormat = [{
    $from custom<SignednessKeyword>($signedness) (`saturating` $saturating^)?
    custom<IntRounding>($rounding_mode) attr-dict
    `:` custom<TileIRType>(type($from)) `->` custom<TileIRType>(type($to))
  }];
}
def CudaTile_IToFOp : ConvertOp<"itof", FloatTile> {
  let summary = "integer to float, nearest even";
  let arguments = (ins IntTile:$from, CudaTile_SignednessAttr:$signedness,
      CudaTile_RoundingAttr:$rounding_mode);
  let assemblyFormat = [{
    $from custom<SignednessKeyword>($signedness) custom<IEEERounding>($rounding_mode) attr-dict
    `:` custom<TileIRType>(type($from)) `->` custom<TileIRType>(type($to))
  }];
}

def CudaTile_SelectOp : CudaTile_Op<"select", [Pure,
    AllTypesMatch<["val_if_true", "val_if_false", "result"]>]> {
  let summary = "per element, the first or the second value";
  let arguments = (ins BoolTile:$cond, AnyTile:$val_if_true, AnyTile:$val_if_false);
  let results = (outs AnyTile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict
    `:` custom<TileIRType>(type($cond)) `,` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

#endif
