//===- SlotBarriers.h - The mbarriers of a ring's slots ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 3.6 and 7.1. Each slot of a ring has an mbarrier that says full and
// one that says empty. All threads of the CTA arrive at either and wait for
// either; of a ring that is filled by copies each arrives twice at the full
// one, for what it stored and for what it copies. They are made once, where the
// ring is made, which is outside of all loops.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_SLOTBARRIERS_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_SLOTBARRIERS_H

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/TileAS/Pipelines.h"

namespace tilefuzz {

/// Makes those of a ring and lets `Emitter::slotBarriers` know them. Refuses a
/// ring in a loop, of which each iteration would need new ones, and one that
/// some writers copy to and others do not.
mlir::LogicalResult makeSlotBarriers(Emitter &e,
                                     mlir::nv_tileas::CreatePipelineOp op);

void waitUntilEmpty(Emitter &e, mlir::nv_tileas::ProducerAcquireOp op);
void arriveAtFull(Emitter &e, mlir::nv_tileas::ProducerCommitOp op);
void waitUntilFull(Emitter &e, mlir::nv_tileas::ConsumerWaitOp op);
void arriveAtEmpty(Emitter &e, mlir::nv_tileas::ConsumerReleaseOp op);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_SLOTBARRIERS_H
