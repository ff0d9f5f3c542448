//===- OrderOracle.h - Does every stage keep the order? ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The ordering auditor inside a campaign: the order that the source requires
// between its accesses must be there after each pass, even when no run differs.
// It looks at the first run that a stage gets anyway.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_STAGES_ORDERORACLE_H
#define TILEFUZZ_FUZZ_STAGES_ORDERORACLE_H

#include "mlir/IR/BuiltinOps.h"
#include "oracle/Order/RequiredOrder.h"

namespace tilefuzz {

/// Gives the operations that take or make tokens names to be known by, where
/// they have no location: `#3` is the third of the program's text.
void nameAccesses(mlir::ModuleOp module);

/// One line: the first of the losses, and how many there are.
std::string describeLosses(llvm::ArrayRef<OrderLoss> losses);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_STAGES_ORDERORACLE_H
