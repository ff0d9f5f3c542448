//===- Resources.h - What agents and plugins may ask for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The resource model that `execute`, `plugin` and `inject_ir` are checked
// against: what one CTA has. A request that does not fit is an error, never a
// fallback.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TILEAA_RESOURCES_H
#define TILEFUZZ_COMPILER_TILEAA_RESOURCES_H

#include "mlir/IR/Diagnostics.h"

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
  int64_t warps = 32;
  int64_t registersPerThread = 255;
  int64_t registers = 65536;
  /// Sixteen, but for the barrier of the whole CTA.
  int64_t namedBarriers = 15;
  /// 227 KiB.
  int64_t sharedBytes = 232448;
  /// 512 columns of 128 lanes of 4 bytes.
  int64_t tensorBytes = 262144;

  /// Fails with an error if the requests do not fit together.
  llvm::LogicalResult
  fit(llvm::ArrayRef<ResourceRequest> requests,
      llvm::function_ref<InFlightDiagnostic()> emitError) const;
};

} // namespace mlir::nv_tileaa

#endif // TILEFUZZ_COMPILER_TILEAA_RESOURCES_H
