//===- AliasClaims.cpp - Whether pointers that do not alias meet ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "fuzz/Llvm/Trial.h"
#include "interp/Simt/Llvm/LlvmDecoder.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/TouchedBytes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Instructions.h"

using namespace tilefuzz;
using namespace llvm;

/// The one pointer that the instruction accesses memory through.
static const Value *pointerOf(const llvm::Instruction &at) {
  if (const Value *pointer = getLoadStorePointerOperand(&at))
    return pointer;
  return isa<AtomicRMWInst, AtomicCmpXchgInst>(at) ? at.getOperand(0) : nullptr;
}

/// Spaces do not change while a program runs: pointers of distinct ones never
/// touch the same byte, in whatever thread and iteration.
void Trial::checkAliases() {
  for (const std::string &name : program.kernels) {
    Launch launch = program.launch;
    launch.kernel = name;
    Expected<simt::Kernel> kernel =
        simt::decodeKernel(module, name, 1 + launch.buffers.size());
    if (!kernel) {
      consumeError(kernel.takeError());
      continue;
    }
    simt::TouchedBytes touched;
    SimtOptions simt;
    simt.stepLimit = options.maxSteps;
    simt.observer = &touched;
    (void)simt::runKernel(*kernel, launch, simt);
    using Place = std::pair<uint32_t, const Value *>;
    MapVector<const Function *, std::vector<Place>> places;
    for (uint32_t i = 0; i < kernel->code.size(); ++i) {
      auto *at = static_cast<const llvm::Instruction *>(kernel->originOf(i));
      const Value *pointer = pointerOf(*at);
      if (pointer && !touched.of(i).empty())
        places[at->getFunction()].push_back({i, pointer});
    }
    for (const auto &[function, accesses] : places)
      for (auto one = accesses.begin(); one != accesses.end(); ++one)
        for (auto other = std::next(one); other != accesses.end(); ++other) {
          count("aliasQueries");
          if (!areDistinct(*one->second, *other->second, options.bugs))
            continue;
          count("noAlias");
          if (!touched.overlap(one->first, other->first))
            continue;
          report("nvvm-aa", "alias",
                 "accesses at " + kernel->placeOf(one->first).location +
                     " and " + kernel->placeOf(other->first).location +
                     " touch the same byte");
          return;
        }
  }
}
