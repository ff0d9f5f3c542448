//===- TileAAOpsFunction.td - Functions and reductions -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEAA_OPS_FUNCTION_TD
#define TILEAA_OPS_FUNCTION_TD

include "compiler/TileAA/TileAAOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def TileAA_FuncOp : TileAA_Op<"func", [IsolatedFromAbove, FunctionOpInterface]> {
  let summary = "a kernel (`cute.kernel`) or a function";
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs,
      OptionalAttr<TileAA_KernelSpecAttr>:$kernel_spec);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    bool isKernel() { return (*this)->hasAttr("cute.kernel"); }
  }];
}

def TileAA_ReturnOp : TileAA_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "ends a function";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let hasVerifier = 1;
}

def TileAA_YieldOp : TileAA_Op<"yield", [Pure, ReturnLike, Terminator, ParentOneOf<["ReduceOp"]>]> {
  let summary = "ends a reduction's body";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def TileAA_ReduceOp : TileAA_Op<"reduce", [RecursiveMemoryEffects]> {
  let summary = "combines the elements along one axis, in any association";
  let description = [{
    The body takes, per operand, the element and the accumulator (pairwise:
    %e0, %a0, %e1, %a1, ...) as scalars, and yields the new accumulators.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$operands, I32Attr:$axis,
      ArrayAttr:$identities);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$operands $body attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif
