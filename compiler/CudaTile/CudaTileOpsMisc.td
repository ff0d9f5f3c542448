//===- CudaTileOpsMisc.td - Globals, allocations, output ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.6 and 3.7. What prints, checks or allocates declares no effect
// interface, so that generic passes neither remove nor merge it.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_OPS_MISC_TD
#define CUDA_TILE_OPS_MISC_TD

include "compiler/CudaTile/CudaTileOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def CudaTile_AssertOp : CudaTile_Op<"assert"> {
  let summary = "prints the message for each false element and signals an error to the host";
  let arguments = (ins BoolTile:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` custom<TileIRType>(type($condition))";
}

def CudaTile_PrintTkoOp : CudaTile_Op<"print_tko", [AttrSizedOperandSegments]> {
  let summary = "formatted output, ordered by tokens";
  let arguments = (ins StrAttr:$str, Variadic<AnyTile>:$args, Optional<CudaTile_TokenType>:$token);
  let results = (outs CudaTile_TokenType:$result_token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def CudaTile_AllocaOp : CudaTile_Op<"alloca"> {
  let summary = "storage until the end of the enclosing block";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$num_elem,
      ConfinedAttr<I64Attr, [IntNonNegative]>:$alignment, UnitAttr:$global);
  let results = (outs ScalarPointerTile:$result);
  let assemblyFormat = [{
    `num_elem` `=` $num_elem `,` `alignment` `=` $alignment (`global` $global^)? attr-dict
    `:` custom<TileIRType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_GlobalOp : CudaTile_Op<"global", [Symbol]> {
  let summary = "a static array in global memory, initialised when the module is loaded";
  let arguments = (ins SymbolNameAttr:$sym_name, ElementsAttr:$value,
      DefaultValuedAttr<I64Attr, "0">:$alignment, UnitAttr:$constant,
      DefaultValuedAttr<CudaTile_SymbolVisibilityAttr,
                        "::mlir::cuda_tile::SymbolVisibility::Public">:$symbol_visibility);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::DenseElementsAttr getDense() {
      return ::llvm::cast<::mlir::DenseElementsAttr>(getValue());
    }
  }];
}

def CudaTile_GetGlobalOp
    : CudaTile_Op<"get_global", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "pointer to element 0 of a global";
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs ScalarPointerTile:$result);
  let assemblyFormat = "$name attr-dict `:` custom<TileIRType>(type($result))";
}

#endif
