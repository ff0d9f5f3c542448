//===- TileAAOps.td - All operations of the dialect ----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

include "compiler/TileAA/TileAAOpsArith.td"
include "compiler/TileAA/TileAAOpsFunction.td"
include "compiler/TileAA/TileAAOpsMemory.td"
include "compiler/TileAA/TileAAOpsShape.td"
