//===- OperationCost.h - What an operation costs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_OPERATIONCOST_H
#define TILEFUZZ_COMPILER_SCHEDULE_OPERATIONCOST_H

#include "compiler/Target/MachineModel.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"

namespace tilefuzz {

/// Bytes of a value in registers of all threads of a CTA; 0 of tokens, views
/// and memrefs.
int64_t getStorageBytes(mlir::Type type, int64_t threads);

/// By the operation's row, or its element types; what its regions do comes one
/// after the other. An error at the operation if the target lacks it.
mlir::FailureOr<WorkCost> getOperationCost(mlir::Operation *op, int64_t threads,
                                           const MachineModel &model);

/// Threads of the CTA that runs the operation's function.
int64_t getThreads(mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_OPERATIONCOST_H
