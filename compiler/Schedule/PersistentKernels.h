//===- PersistentKernels.h - Marks kernels for several blocks ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The passes `tileas-dynamic-persistent` and `tileas-static-persistent`
// (private dialects, 6.3; docs/persistence.md): CTAs run one block after
// another. A kernel stays as it is and is marked; convert-tileas-to-nvvm writes
// the loop.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SCHEDULE_PERSISTENTKERNELS_H
#define TILEFUZZ_COMPILER_SCHEDULE_PERSISTENTKERNELS_H

#include "mlir/Pass/Pass.h"
#include <string>

namespace tilefuzz {

struct DynamicPersistentOptions {
  std::string target = "sm_100a";
};

/// Of a builtin.module: a CTA asks for a block that has not started, where the
/// target has that.
std::unique_ptr<mlir::Pass>
createDynamicPersistentPass(DynamicPersistentOptions options = {});
/// As many CTAs as the launch has share the blocks, in equal steps.
std::unique_ptr<mlir::Pass> createStaticPersistentPass();
void registerPersistentPasses();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SCHEDULE_PERSISTENTKERNELS_H
