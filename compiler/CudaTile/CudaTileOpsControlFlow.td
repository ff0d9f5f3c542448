//===- CudaTileOpsControlFlow.td - Modules, regions --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.6 and part 2, section 7.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_CONTROL_FLOW_TD
#define CUDA_TILE_OPS_CONTROL_FLOW_TD

include "compiler/CudaTile/CudaTileOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

/// Inside these operations mnemonics need no `cuda_tile.` prefix.
class CudaTile_RegionOp<string mnemonic, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat(traits, [OpAsmOpInterface])> {
  code defaultDialect = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
  }];
  let extraClassDeclaration = defaultDialect;
}

def CudaTile_ModuleOp : CudaTile_RegionOp<"module", [IsolatedFromAbove, NoRegionArguments,
    NoTerminator, SingleBlock, SymbolTable, RegionKindInterface]> {
  let summary = "a symbol table of entries and globals";
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$producer);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
  let extraClassDeclaration = defaultDialect # [{
    static ::mlir::RegionKind getRegionKind(unsigned) { return ::mlir::RegionKind::Graph; }
  }];
}

def CudaTile_EntryOp : CudaTile_RegionOp<"entry", [IsolatedFromAbove, FunctionOpInterface,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a kernel; one instance runs per point of the grid";
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = defaultDialect # [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

class CudaTile_TerminatorOp<string mnemonic, list<Trait> traits = []>
    : CudaTile_Op<mnemonic, !listconcat(traits, [Terminator])> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` custom<TileIRTypes>(type($operands)))?";
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}
def CudaTile_ReturnOp : CudaTile_TerminatorOp<"return", [ReturnLike]> {
  let summary = "ends this tile block";
}
def CudaTile_YieldOp : CudaTile_TerminatorOp<"yield", [Pure, ReturnLike]> {
  let summary = "results of an `if` branch or of a `reduce` body";
}
def CudaTile_ContinueOp : CudaTile_TerminatorOp<"continue"> {
  let summary = "next iteration of the nearest loop";
}

def CudaTile_BreakOp : CudaTile_TerminatorOp<"break", [ReturnLike]> {
  let summary = "ends the nearest `loop`; its operands are the results";
}

def CudaTile_IfOp : CudaTile_RegionOp<"if", [RecursiveMemoryEffects, NoRegionArguments]> {
  let summary = "runs one of two regions";
  let arguments = (ins ScalarBoolTile:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$thenRegion, MaxSizedRegion<1>:$elseRegion);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_ForOp : CudaTile_RegionOp<"for", [RecursiveMemoryEffects, AutomaticAllocationScope,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames", "getAsmBlockArgumentNames"]>,
    AllTypesMatch<["lowerBound", "upperBound", "step"]>]> {
  let summary = "counted loop over [lowerBound, upperBound) with carried values";
  let arguments = (ins ScalarIntTile:$lowerBound, ScalarIntTile:$upperBound,
      ScalarIntTile:$step, Variadic<AnyType>:$initValues, UnitAttr:$unsignedCmp);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = defaultDialect # [{
    ::mlir::Value getInductionVar() { return getRegion().front().getArgument(0); }
    ::llvm::ArrayRef<::mlir::BlockArgument> getIterArgs() {
      return getRegion().front().getArguments().drop_front();
    }
  }];
}

def CudaTile_LoopOp : CudaTile_RegionOp<"loop", [RecursiveMemoryEffects,
    AutomaticAllocationScope]> {
  let summary = "repeats until a break; carried values and results are independent";
  let arguments = (ins Variadic<AnyType>:$initValues);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def CudaTile_ScanOp : CudaTile_RegionOp<"scan", [RecursiveMemoryEffects]> {
  let summary = "inclusive prefixes along one dimension, from either end";
  let arguments = (ins Variadic<AnyTile>:$operands, I32Attr:$dim, BoolAttr:$reverse,
      ArrayAttr:$identities);
  let results = (outs Variadic<AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def CudaTile_ReduceOp : CudaTile_RegionOp<"reduce", [RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface,
                              ["getAsmResultNames", "getAsmBlockArgumentNames"]>]> {
  let summary = "combines the elements along one dimension, in any association";
  let arguments = (ins Variadic<AnyTile>:$operands, I32Attr:$dim, ArrayAttr:$identities);
  let results = (outs Variadic<AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif
