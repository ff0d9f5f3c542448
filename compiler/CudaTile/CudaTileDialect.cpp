//===- CudaTileDialect.cpp - Registration ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "compiler/CudaTile/CudaTileDialect.cpp.inc"
#include "compiler/CudaTile/CudaTileEnums.cpp.inc"

void CudaTileDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "compiler/CudaTile/CudaTileOps.cpp.inc"
      >();
}
