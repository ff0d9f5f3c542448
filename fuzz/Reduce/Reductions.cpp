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
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefuzz;

unsigned tilefuzz::oneLevel(const Subject &) { return 1; }
unsigned tilefuzz::twoLevels(const Subject &) { return 2; }
unsigned tilefuzz::threeLevels(const Subject &) { return 3; }
unsigned tilefuzz::fourLevels(const Subject &) { return 4; }
unsigned tilefuzz::onePlace(const Subject &, unsigned) { return 1; }

static constexpr Reduction reductionTable[] = {
    {"drop-passes", "leave passes and their options out of the pipeline",
     twoLevels, countPasses, dropPasses, /*ranged=*/true},
    {"erase-symbols", "erase functions and other symbols", oneLevel,
     countSymbols, eraseSymbols, /*ranged=*/true},
    {"erase-slices", "erase unused operations with all that only they need",
     oneLevel, countRoots, eraseSlices, /*ranged=*/true},
    {"erase-subtrees", "erase operations with their regions, outermost first",
     countDepths, countAtDepth, eraseSubtrees, /*ranged=*/true},
    {"inline-region", "put a region in the place of its operation", twoLevels,
     countRegions, inlineRegion},
    {"erase-to-operand", "replace an operation by one of its operands",
     oneLevel, countOperations, eraseToOperand, /*ranged=*/true},
    {"erase-to-zero", "replace an operation by zeros, ones, fresh tokens",
     twoLevels, countOperations, eraseToZero, /*ranged=*/true},
    {"merge-equal", "merge equal operations, erase dead ones", twoLevels,
     onePlace, mergeEqual},
    {"reduce-blocks", "fewer branches and blocks", threeLevels, countBlocks,
     reduceBlocks},
    {"drop-block-arguments", "drop unused arguments of blocks", oneLevel,
     countBlockArguments, dropBlockArguments, /*ranged=*/true, /*risky=*/true},
    {"drop-region-results", "drop results of ifs, loops and reductions",
     oneLevel, countRegionResults, dropRegionResults, /*ranged=*/true},
    {"drop-parameters", "drop parameters of functions and buffers of launches",
     threeLevels, countParameters, dropParameters, /*ranged=*/true},
    {"drop-function-results", "drop results of functions", oneLevel,
     countFunctionResults, dropFunctionResults, /*ranged=*/true},
    {"cut-tokens", "drop token operands, or give fresh tokens", twoLevels,
     countTokenOperands, cutTokens, /*ranged=*/true,
     /*risky=*/true},
    {"erase-to-earlier", "replace an operation by an earlier value", oneLevel,
     countOperations, eraseToEarlier},
    {"erase-with-users", "erase an operation and all that uses it", oneLevel,
     countErasable, eraseWithUsers},
    {"empty-region", "erase all blocks of a region", oneLevel, countRegions,
     emptyRegion},
    {"unroll-twice", "run a loop's body twice without a loop", oneLevel,
     countLoops, unrollTwice},
    {"drop-operands", "drop operands that an operation can do without",
     oneLevel, countOperands, dropOperands, /*ranged=*/true,
     /*risky=*/true},
    {"replace-operands", "zero, one or an earlier value for an operand",
     threeLevels, countOperands, replaceOperands},
    {"load-to-store", "store ones instead of loading, and go on with ones",
     oneLevel, countLoads, loadToStore},
    {"shrink-shapes", "smaller tiles, vectors and tensors, everywhere alike",
     threeLevels, countTileSizes, shrinkTiles},
    {"make-view-static", "move constant sizes into the type of a view",
     oneLevel, countTensorViews, makeViewStatic},
    {"first-tile", "access the first tile of a smaller tensor", oneLevel,
     countLaterTiles, takeFirstTile},
    {"drop-attributes", "leave attributes and flags out", oneLevel,
     countAttributes, dropAttributes, /*ranged=*/true},
    {"weaken-orderings", "weaker memory orderings and scopes", twoLevels,
     countOrderings, weakenOrderings, /*ranged=*/true},
    {"simplify-numbers", "constants and numbers in attributes: 0, 1, splats",
     fourLevels, countNumbers, simplifyNumbers, /*ranged=*/true},
    {"shrink-launch", "smaller grid, buffers, data and scalars", oneLevel,
     countLaunchEdits, editLaunch},
};

llvm::ArrayRef<Reduction> tilefuzz::getReductions() { return reductionTable; }

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

uint64_t tilefuzz::textMeasureOf(llvm::StringRef text) {
  uint64_t cost = 0;
  bool isNumber = false, isName = false;
  char before = ' ';
  for (char c : text) {
    // Names of values come from the printer: one more constant may lengthen
    // that of another.
    isName = c == '%' || (isName && (llvm::isAlnum(c) || c == '_' || c == '#'));
    cost += isName ? 0 : 4;
    if (!llvm::isDigit(c))
      isNumber = false;
    else if (!llvm::isDigit(before))
      // Digits in names say nothing.
      isNumber = !llvm::isAlpha(before) && before != '_' && before != '%' &&
                 before != '#';
    if (isNumber)
      cost += c == '0' ? 0 : c == '1' ? 1 : 2;
    before = c;
  }
  return cost;
}
