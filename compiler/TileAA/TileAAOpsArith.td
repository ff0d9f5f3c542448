//===- TileAAOpsArith.td - Float arithmetic ------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_ARITH_TD
#define TILEAA_OPS_ARITH_TD

include "compiler/TileAA/TileAAOpBase.td"

defvar NearestEven = "::mlir::nv_tileaa::RoundingMode::NearestEven";

class TileAA_FloatBinaryOp<string mnemonic, string meaning>
    : TileAA_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let summary = meaning;
  let arguments = (ins FloatLike:$lhs, FloatLike:$rhs,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}
def TileAA_AddFOp : TileAA_FloatBinaryOp<"addf", "x + y, rounded once">;
def TileAA_SubFOp : TileAA_FloatBinaryOp<"subf", "x - y, rounded once">;
def TileAA_MulFOp : TileAA_FloatBinaryOp<"mulf", "x * y, rounded once">;

def TileAA_FmaOp : TileAA_Op<"fma", [Pure, SameOperandsAndResultType]> {
  let summary = "x * y + z with a single rounding";
  let arguments = (ins FloatLike:$lhs, FloatLike:$rhs, FloatLike:$acc,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode,
      UnitAttr:$flush_to_zero);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$lhs `,` $rhs `,` $acc attr-dict `:` type($result)";
}

def TileAA_FpToFpOp : TileAA_Op<"fp_to_fp", [Pure, SameOperandsAndResultShape]> {
  let summary = "the only operation that changes a float format";
  let arguments = (ins FloatLike:$source,
      DefaultValuedAttr<TileAA_RoundingModeAttr, NearestEven>:$rounding_mode);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

#endif
