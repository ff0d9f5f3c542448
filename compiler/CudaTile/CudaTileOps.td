//===- CudaTileOps.td - All operations of the dialect ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

include "compiler/CudaTile/CudaTileOpsArith.td"
include "compiler/CudaTile/CudaTileOpsControlFlow.td"
include "compiler/CudaTile/CudaTileOpsMemory.td"
include "compiler/CudaTile/CudaTileOpsShape.td"
