//===- CudaTileDialect.td - The public tile dialect --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_TILE_DIALECT_TD
#define CUDA_TILE_DIALECT_TD

include "mlir/IR/OpBase.td"

def CudaTile_Dialect : Dialect {
  let name = "cuda_tile";
  let cppNamespace = "::mlir::cuda_tile";
  let summary = "CUDA Tile IR, public dialect, version 13.4";
  let description = [{
    Tiles are immutable multi-dimensional values; memory operations are ordered
    by tokens and by nothing else. Textual form and rules follow the public
    dialect.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let usePropertiesForAttributes = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();

    /// Whether hints that no target honours are warned about, and whether the
    /// operation that carries them is then rejected.
    void checkHints(bool warn, bool reject) { warnHints = warn; rejectHints = reject; }
    bool warnsOnHints() const { return warnHints; }
    bool rejectsHints() const { return rejectHints; }

    /// Names that operations have in other versions' text.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;

  private:
    bool warnHints = false;
    bool rejectHints = false;

  public:
  }];
}

#endif
