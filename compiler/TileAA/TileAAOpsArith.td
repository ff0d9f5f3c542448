//===- TileAAOpsArith.td - Element-wise operations -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_ARITH_TD
#define TILEAA_OPS_ARITH_TD

include "compiler/TileAA/TileAAOpBase.td"

//===----------------------------------------------------------------------===//
// Floats: what arith cannot say, which is rounding and flushing
//===----------------------------------------------------------------------===//

class TileAA_FloatBinaryOp<string mnemonic, string meaning>
    : TileAA_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = meaning;
  let arguments = (ins FloatLike:$lhs, FloatLike:$rhs,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
      UnitAttr:$flush_to_zero, TileAA_FastMath:$fastmath);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasVerifier = 1;
}
def TileAA_AddFOp : TileAA_FloatBinaryOp<"addf", "x + y, rounded once">;
def TileAA_SubFOp : TileAA_FloatBinaryOp<"subf", "x - y, rounded once">;
def TileAA_MulFOp : TileAA_FloatBinaryOp<"mulf", "x * y, rounded once">;
def TileAA_DivFOp : TileAA_FloatBinaryOp<"divf", "x / y, rounded once, or within 2 ulp"> {
  let description = [{
    `approx` multiplies by the reciprocal, `full` is at most 2 ulp off over the
    whole range.
  }];
}

def TileAA_FmaOp : TileAA_Op<"fma", [Pure, SameOperandsAndResultType]> {
  let summary = "x * y + z with a single rounding";
  let arguments = (ins FloatLike:$lhs, FloatLike:$rhs, FloatLike:$acc,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
      UnitAttr:$flush_to_zero, TileAA_FastMath:$fastmath);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` $acc attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileAA_SqrtOp : TileAA_Op<"sqrt", [Pure, SameOperandsAndResultType]> {
  let summary = "square root, rounded once or approximate";
  let arguments = (ins FloatLike:$source,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
      UnitAttr:$flush_to_zero, TileAA_FastMath:$fastmath);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class TileAA_FloatFlushingOp<string mnemonic, string meaning>
    : TileAA_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = meaning;
  let arguments = (ins FloatLike:$source, UnitAttr:$flush_to_zero, TileAA_FastMath:$fastmath);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$source attr-dict `:` type($result)";
  let hasVerifier = 1;
}
def TileAA_RsqrtOp : TileAA_FloatFlushingOp<"rsqrt", "1 / square root of x">;
def TileAA_Exp2Op : TileAA_FloatFlushingOp<"exp2", "2 to the power of x">;

def TileAA_ClampFOp : TileAA_Op<"clampf", [Pure, SameOperandsAndResultType]> {
  let summary = "min(max(x, low), high)";
  let description = [{ With `propagate_nan` any NaN gives NaN, else numbers win over NaN. }];
  let arguments = (ins FloatLike:$source, FloatLike:$low, FloatLike:$high, UnitAttr:$propagate_nan);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$source `,` $low `,` $high attr-dict `:` type($result)";
}

def TileAA_FpToFpOp : TileAA_Op<"fp_to_fp", [Pure, SameOperandsAndResultShape]> {
  let summary = "the only operation that changes a float format";
  let arguments = (ins TileAA_AnyTile:$source,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode);
  let results = (outs TileAA_AnyTile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

def TileAA_MulHiUIOp : TileAA_Op<"mulhiui", [Pure, SameOperandsAndResultType]> {
  let summary = "high half of the unsigned product";
  let arguments = (ins SignlessIntegerLike:$lhs, SignlessIntegerLike:$rhs);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Element-wise code that the dialect does not know
//===----------------------------------------------------------------------===//

class TileAA_OpaqueElementwiseOp<string mnemonic, string meaning>
    : TileAA_Op<mnemonic, [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = meaning;
  let description = [{ Without `pure` its effects are unknown. }];
  let results = (outs TileAA_AnyTile:$result);
  let hasVerifier = 1;
}
def TileAA_ExternElementwiseOp
    : TileAA_OpaqueElementwiseOp<"extern_elementwise", "a library function, per element"> {
  let arguments = (ins Variadic<TileAA_AnyTile>:$operands, StrAttr:$library, StrAttr:$symbol,
      UnitAttr:$pure);
  let assemblyFormat = [{
    $library `,` $symbol `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
}
def TileAA_ElementwiseInlineAsmOp
    : TileAA_OpaqueElementwiseOp<"elementwise_inline_asm", "PTX text, per element"> {
  let arguments = (ins Variadic<TileAA_AnyTile>:$operands, StrAttr:$asm_text, StrAttr:$constraints,
      UnitAttr:$pure);
  let assemblyFormat = [{
    $asm_text `,` $constraints `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
}
def TileAA_CallElementwiseIntrinsicOp
    : TileAA_OpaqueElementwiseOp<"call_elementwise_intrinsic", "an intrinsic, per element"> {
  let arguments = (ins Variadic<TileAA_AnyTile>:$operands, StrAttr:$intrinsic, UnitAttr:$pure);
  let assemblyFormat = [{
    $intrinsic `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
}

#endif
