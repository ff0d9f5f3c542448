//===- TileAAOpBase.td - Base classes of the operations ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OP_BASE_TD
#define TILEAA_OP_BASE_TD

include "compiler/TileAA/TileAATypes.td"
include "compiler/Support/OperandSegments.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TileAA_Op<string mnemonic, list<Trait> traits_ = []>
    : Op<TileAA_Dialect, mnemonic> {
  let traits = WithRequiredSegments<traits_, arguments>.ret;
}

/// VA5b. In a function of some dialect: what a token orders is order within one
/// run of it.
def TileAA_InFunction : NativeOpTrait<"InFunction"> {
  let cppNamespace = "::mlir::nv_tileaa";
}

defvar NearestEven = "::mlir::nv_tileaa::RoundingMode::NearestEven";
defvar WeakAccess = "::mlir::nv_tileaa::MemSemantic::Weak";

/// Always none below the public dialect unless the program states flags.
def TileAA_FastMathFlags
    : Attr<CPred<"::llvm::isa<::mlir::arith::FastMathFlagsAttr>($_self)">,
           "fast-math flags of arith"> {
  let storageType = "::mlir::arith::FastMathFlagsAttr";
  let returnType = "::mlir::arith::FastMathFlagsAttr";
  let convertFromStorage = "$_self";
}
def TileAA_FastMath : OptionalAttr<TileAA_FastMathFlags>;

#endif
