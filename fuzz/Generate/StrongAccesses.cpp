//===- StrongAccesses.cpp - Accesses that need not be so strong -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/StrongAccesses.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

template <typename Access>
static void strengthen(Access access, ct::MemoryOrdering strongest,
                       ByteSource &choices) {
  if (access.getMemoryOrderingSemantics() != ct::MemoryOrdering::Weak ||
      choices.oneIn(4))
    return;
  access.setMemoryOrderingSemantics(
      choices.oneIn(3) ? ct::MemoryOrdering::Relaxed : strongest);
  access.setMemoryScope(ct::MemoryScope(choices.below(3)));
}

template <typename Access>
static void strengthen(Access access, aa::MemSemantic strongest,
                       ByteSource &choices) {
  if (access.getMemSemantic() != aa::MemSemantic::Weak || choices.oneIn(4))
    return;
  access.setMemSemantic(choices.oneIn(3) ? aa::MemSemantic::Relaxed
                                         : strongest);
  access.setMemScope(aa::MemScope(choices.below(3)));
}

void tilefuzz::strengthenAccesses(ModuleOp module, ByteSource &choices) {
  module.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<ct::LoadPtrTkoOp, ct::LoadViewTkoOp>([&](auto load) {
          strengthen(load, ct::MemoryOrdering::Acquire, choices);
        })
        .Case<ct::StorePtrTkoOp, ct::StoreViewTkoOp>([&](auto store) {
          strengthen(store, ct::MemoryOrdering::Release, choices);
        })
        .Case<aa::LoadOp, aa::TiledLoadOp, aa::GatherLoadOp>([&](auto load) {
          strengthen(load, aa::MemSemantic::Acquire, choices);
        })
        .Case<aa::StoreOp, aa::TiledStoreOp, aa::ScatterStoreOp>(
            [&](auto store) {
              strengthen(store, aa::MemSemantic::Release, choices);
            });
  });
}
