//===- TileAAOpsFunction.td - Functions and the grid -----*- tablegen -*-===//
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

def TileAA_YieldOp : TileAA_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["ReduceOp", "ScanOp", "GenerateOp", "PragmaOp", "ExecuteOp"]>]> {
  let summary = "ends the body of a region operation";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def TileAA_CallOp : TileAA_Op<"call", [CallOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of the module, which is no kernel";
  let description = [{ A call is no access: order is in the tokens that it passes. }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$operands,
      OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)";
  let extraClassDeclaration = [{
    operand_range getArgOperands() { return getOperands(); }
    ::mlir::MutableOperandRange getArgOperandsMutable() { return getOperandsMutable(); }
    ::mlir::CallInterfaceCallable getCallableForCallee() { return getCalleeAttr(); }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
  }];
}

def TileAA_LaunchFuncOp : TileAA_Op<"launch_func"> {
  let summary = "host side: runs a kernel over a grid";
  let arguments = (ins SymbolRefAttr:$kernel, AnySignlessInteger:$gridX, AnySignlessInteger:$gridY,
      AnySignlessInteger:$gridZ, Variadic<AnyType>:$kernelOperands);
  let assemblyFormat = [{
    $kernel `grid` `(` $gridX `,` $gridY `,` $gridZ `)` `args` `(` $kernelOperands `)` attr-dict
    `:` type(operands)
  }];
}

class TileAA_GridOp<string mnemonic, string meaning> : TileAA_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<2>]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}
def TileAA_GetProgramIdOp : TileAA_GridOp<"get_program_id", "this tile block's grid coordinate">;
def TileAA_GetNumProgramsOp : TileAA_GridOp<"get_num_programs", "the grid's extent">;

def TileAA_IsValidProgramIdOp : TileAA_Op<"is_valid_program_id", [Pure]> {
  let summary = "whether a tile block is left to take over";
  let arguments = (ins TileAA_ProgramIdType:$id);
  let results = (outs I1:$result);
  let assemblyFormat = "$id attr-dict `:` type($result)";
}

// No effect interface: each one takes another tile block.
def TileAA_CancelNextProgramIdOp : TileAA_Op<"cancel_next_program_id"> {
  let summary = "takes over a tile block that has not started";
  let description = [{
    May fail at any time, as when every tile block has started; then the id is
    not valid. No operation reads the coordinates in an id.
  }];
  let results = (outs TileAA_ProgramIdType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

#endif
