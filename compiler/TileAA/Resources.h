//===- Resources.h - What agents and plugins may ask for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The resource model that `execute`, `plugin` and `inject_ir` are checked
// against: what one CTA of the module's target has (compiler/Target). A request
// that does not fit is an error, never a fallback.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_RESOURCES_H
#define TILEFUZZ_COMPILER_TILEAA_RESOURCES_H

#include "compiler/Target/TargetTable.h"
#include "mlir/IR/Operation.h"

namespace mlir::nv_tileaa {

/// Of one agent, or of a plugin.
struct ResourceRequest {
  int64_t warps = 0;
  /// Per thread.
  int64_t registers = 0;
  int64_t namedBarriers = 0;
  int64_t sharedBytes = 0;
  int64_t tensorBytes = 0;
};

struct ResourceModel {
  int64_t warps = tilefuzz::CommonLimits::warpsPerCTA;
  int64_t registersPerThread = tilefuzz::CommonLimits::registersPerThread;
  int64_t registers = tilefuzz::CommonLimits::registersPerSM;
  /// All but the barrier of the whole CTA.
  int64_t namedBarriers = tilefuzz::CommonLimits::barriersPerCTA - 1;
  int64_t sharedBytes = 0;
  int64_t tensorBytes = 0;
  /// Null: the module names no target. Then the most that some target has.
  const tilefuzz::TargetRow *target = nullptr;

  /// Of the target that the enclosing module's `nv_tileaa.compute_capability`
  /// names; fails, with an error at `op`, if nothing is compiled for that.
  static mlir::FailureOr<ResourceModel> of(Operation *op);

  /// Fails with an error if the requests do not fit together.
  llvm::LogicalResult
  fit(llvm::ArrayRef<ResourceRequest> requests,
      llvm::function_ref<InFlightDiagnostic()> emitError) const;
};

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_RESOURCES_H
