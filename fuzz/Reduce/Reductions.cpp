//===- Reductions.cpp - The table of reductions, and the measure ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilefuzz;

unsigned tilefuzz::oneLevel(const Subject &) { return 1; }
unsigned tilefuzz::twoLevels(const Subject &) { return 2; }
unsigned tilefuzz::threeLevels(const Subject &) { return 3; }
unsigned tilefuzz::fourLevels(const Subject &) { return 4; }
unsigned tilefuzz::onePlace(const Subject &, unsigned) { return 1; }

llvm::ArrayRef<Reduction> tilefuzz::getReductions() {
  static const Reduction rows[] = {
#define REDUCTION(NAME) NAME##Row,
#include "fuzz/Reduce/Reductions.def"
  };
  return rows;
}

uint64_t tilefuzz::structureOf(const Subject &subject) {
  uint64_t weight = 0;
  subject.module.get()->walk([&](Operation *operation) {
    if (operation == subject.module.get().getOperation())
      return;
    if (isFrame(operation))
      weight += 4000;
    else if (!isBlockEnd(operation))
      weight += matchPattern(operation, m_Constant()) ? 2000 : 3000;
    weight += operation->getNumOperands() + operation->getNumResults();
    weight += operation->getNumSuccessors() * 500;
    for (Type type : operation->getResultTypes())
      if (auto shaped = dyn_cast<ShapedType>(type);
          shaped && shaped.hasStaticShape())
        weight +=
            llvm::Log2_64_Ceil(std::max<int64_t>(shaped.getNumElements(), 1));
    for (Region &region : operation->getRegions())
      for (Block &block : region)
        weight += 100 * (1 + block.getNumArguments());
    // A store of a constant is simpler than numbers from elsewhere.
    if (isa<cuda_tile::LoadPtrTkoOp, cuda_tile::LoadViewTkoOp>(operation))
      weight += 2500;
    // Its body twice is simpler, if it is short.
    if (isa<LoopLikeOpInterface, cuda_tile::ForOp>(operation))
      weight += 12000;
  });
  const Launch &launch = subject.launch;
  weight += 100 * launch.buffers.size();
  // A constant is simpler than a number that comes from elsewhere.
  for (const ArgSpec &arg : launch.args)
    weight += arg.buffer >= 0 ? 100 : 2100;
  weight += 100 * (launch.grid != std::array<uint32_t, 3>{1, 1, 1});
  return weight;
}
