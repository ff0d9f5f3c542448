//===- TileASOps.h - The scheduled tile dialect -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAS_TILEASOPS_H
#define TILEFUZZ_COMPILER_TILEAS_TILEASOPS_H

#include "compiler/Support/OperandSegments.h"
#include "compiler/TileAA/TileAAOps.h"

#include "compiler/TileAS/TileASDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "compiler/TileAS/TileASAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "compiler/TileAS/TileASTypes.h.inc"

#define GET_OP_CLASSES
#include "compiler/TileAS/TileASOps.h.inc"

#endif // TILEFUZZ_COMPILER_TILEAS_TILEASOPS_H
