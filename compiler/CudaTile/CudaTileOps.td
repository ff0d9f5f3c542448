//===- CudaTileOps.td - All operations of the dialect ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

include "compiler/CudaTile/CudaTileOpsArith.td"
include "compiler/CudaTile/CudaTileOpsAtomic.td"
include "compiler/CudaTile/CudaTileOpsControlFlow.td"
include "compiler/CudaTile/CudaTileOpsConvert.td"
include "compiler/CudaTile/CudaTileOpsMath.td"
include "compiler/CudaTile/CudaTileOpsMemory.td"
include "compiler/CudaTile/CudaTileOpsMisc.td"
include "compiler/CudaTile/CudaTileOpsMma.td"
include "compiler/CudaTile/CudaTileOpsShape.td"
