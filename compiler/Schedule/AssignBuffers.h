//===- AssignBuffers.h - Slots and bytes of pipelines -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The pass `tileas-assign-buffers` (facts, 3.6): lifetimes, barrier slots,
// bytes of shared memory, sharing. The program is as it was if one of the first
// three fails.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_ASSIGNBUFFERS_H
#define TILEFUZZ_COMPILER_SCHEDULE_ASSIGNBUFFERS_H

#include "compiler/Support/SeededBugs.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// Of a pipeline: which of the CTA's pool of barriers are its.
inline constexpr llvm::StringLiteral ringBarrierName = "nv_tileas.barrier";

struct AssignBuffersOptions {
  /// Pipelines that a CTA may have at a time (facts, 8.18).
  unsigned barriers = 32;
  BugSet bugs;
};

llvm::LogicalResult assignBuffers(mlir::nv_tileaa::FuncOp function,
                                  const AssignBuffersOptions &options);

/// Of a builtin.module: every function.
std::unique_ptr<mlir::Pass>
createAssignBuffersPass(const AssignBuffersOptions &options = {});
void registerAssignBuffersPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_ASSIGNBUFFERS_H
