//===- CudaTileOpsMath.td - Functions of one or two floats -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.2: everything but addition, multiplication and comparison.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_MATH_TD
#define CUDA_TILE_OPS_MATH_TD

include "compiler/CudaTile/CudaTileOpBase.td"

class FloatFunctionOp<string mnemonic, string meaning>
    : CudaTile_UnaryOp<mnemonic, BaseFloatTile> {
  let summary = meaning;
  let assemblyFormat = "$source attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_AbsFOp : FloatFunctionOp<"absf", "magnitude">;
def CudaTile_NegFOp : FloatFunctionOp<"negf", "flips the sign">;
def CudaTile_CeilOp : FloatFunctionOp<"ceil", "smallest integer not below x">;
def CudaTile_FloorOp : FloatFunctionOp<"floor", "largest integer not above x">;
def CudaTile_LogOp : FloatFunctionOp<"log", "natural logarithm">;
def CudaTile_Log2Op : FloatFunctionOp<"log2", "logarithm to base 2">;
def CudaTile_SinOp : FloatFunctionOp<"sin", "sine of radians">;
def CudaTile_CosOp : FloatFunctionOp<"cos", "cosine of radians">;
def CudaTile_TanOp : FloatFunctionOp<"tan", "tangent of radians">;
def CudaTile_SinHOp : FloatFunctionOp<"sinh", "hyperbolic sine">;
def CudaTile_CosHOp : FloatFunctionOp<"cosh", "hyperbolic cosine">;

class FloatFlushingOp<string mnemonic, string meaning>
    : CudaTile_UnaryOp<mnemonic, BaseFloatTile> {
  let summary = meaning;
  let arguments = (ins BaseFloatTile:$source, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source (`flush_to_zero` $flush_to_zero^)? attr-dict `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_Exp2Op : FloatFlushingOp<"exp2", "2 to the power of x">;
def CudaTile_RsqrtOp : FloatFlushingOp<"rsqrt", "1 / square root of x">;

def CudaTile_SqrtOp : CudaTile_UnaryOp<"sqrt", BaseFloatTile> {
  let summary = "square root";
  let arguments = (ins BaseFloatTile:$source, CudaTile_RoundingAttr:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source custom<AnyRounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

// Full: the accuracy of the CUDA math library; approx: the hardware's function.
class FloatFullOrApproxOp<string mnemonic, string meaning>
    : CudaTile_UnaryOp<mnemonic, BaseFloatTile> {
  let summary = meaning;
  let arguments = (ins BaseFloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingAttr, "::mlir::cuda_tile::Rounding::Full">:$rounding_mode);
  let assemblyFormat = [{
    $source custom<FullRounding>($rounding_mode) attr-dict `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}
def CudaTile_ExpOp : FloatFullOrApproxOp<"exp", "e to the power of x">;
def CudaTile_TanHOp : FloatFullOrApproxOp<"tanh", "hyperbolic tangent">;

def CudaTile_DivFOp : CudaTile_BinaryOp<"divf", BaseFloatTile, [Pure]> {
  let summary = "x / y";
  let description = [{
    `approx` multiplies by the reciprocal (at most 2 ulp for 2^-126 <= |y| <=
    2^126), `full` is at most 2 ulp over the full range.
  }];
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs,
      CudaTile_RoundingAttr:$rounding_mode, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<AnyRounding>($rounding_mode) (`flush_to_zero` $flush_to_zero^)? attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RemFOp : CudaTile_BinaryOp<"remf", BaseFloatTile, [Pure]> {
  let summary = "x - trunc(x / y) * y";
  let arguments = (ins BaseFloatTile:$lhs, BaseFloatTile:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_PowOp : CudaTile_BinaryOp<"pow", BaseFloatTile, [Pure]> {
  let summary = "x to the power of y";
  let arguments = (ins BaseFloatTile:$source, BaseFloatTile:$exponent);
  let assemblyFormat = "$source `,` $exponent attr-dict `:` custom<TileIRType>(type($result))";
}
def CudaTile_FPowIOp : CudaTile_Op<"fpowi", [Pure, SameOperandsAndResultShape,
    AllTypesMatch<["source", "result"]>]> {
  let summary = "x to the power of the integer n, read signed";
  let arguments = (ins BaseFloatTile:$source, ExponentTile:$exponent);
  let results = (outs BaseFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict `:` custom<TileIRType>(type($source)) `,`
    custom<TileIRType>(type($exponent))
  }];
}
def CudaTile_Atan2Op : CudaTile_BinaryOp<"atan2", BaseFloatTile, [Pure]> {
  let summary = "arctangent of the first over the second, quadrant from the signs";
  let arguments = (ins BaseFloatTile:$x, BaseFloatTile:$y);
  let assemblyFormat = "$x `,` $y attr-dict `:` custom<TileIRType>(type($result))";
}

#endif
