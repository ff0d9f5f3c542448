//===- ModulePrint.h - Did a stage change the module? -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_MODULEPRINT_H
#define TILEFUZZ_FUZZ_CAMPAIGN_MODULEPRINT_H

#include "mlir/IR/BuiltinOps.h"

namespace tilefuzz {

/// Of all operations, blocks and values of a module that lives on: equal for an
/// untouched module, different, but for a collision of 64 bits, for a changed
/// one. Locations do not count. What mlir::OperationFingerPrint is for, at a
/// twentieth of its cost, which is a cryptographic hash.
uint64_t printOfModule(mlir::ModuleOp module);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_MODULEPRINT_H
