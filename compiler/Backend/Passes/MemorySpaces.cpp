//===- MemorySpaces.cpp - Where a pointer points --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/MemorySpaces.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr unsigned generic = NVPTXAS::ADDRESS_SPACE_GENERIC;

MemorySpace tilefuzz::meet(MemorySpace a, MemorySpace b) {
  if (!a || !b)
    return a ? a : b;
  return *a == *b ? *a : generic;
}

namespace {
class SpaceReader {
public:
  SpaceReader(const BugSet &bugs, const MemorySpaceBugs &mine)
      : bugs(bugs), mine(mine) {}

  MemorySpace read(const Value &pointer) {
    // Past that, what a tool made is looked at no further.
    constexpr unsigned depthLimit = 64;
    if (!pointer.getType()->isPointerTy())
      return generic;
    if (unsigned space = pointer.getType()->getPointerAddressSpace())
      return space;
    if (isa<UndefValue>(pointer))
      return std::nullopt;
    if (isa<AllocaInst>(pointer))
      return unsigned(NVPTXAS::ADDRESS_SPACE_LOCAL);
    if (depth == depthLimit)
      return generic;
    ++depth;
    MemorySpace space = generic;
    if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
      space = read(*cast->getPointerOperand());
    else if (auto *address = dyn_cast<GEPOperator>(&pointer))
      space = read(*address->getPointerOperand());
    else if (auto *frozen = dyn_cast<FreezeInst>(&pointer))
      // A frozen poison may be any address.
      space = meet(read(*frozen->getOperand(0)),
                   isa<UndefValue>(frozen->getOperand(0)) ? MemorySpace(generic)
                                                          : std::nullopt);
    else if (auto *select = dyn_cast<SelectInst>(&pointer)) {
      MemorySpace first = read(*select->getTrueValue());
      space = bugs.pick(mine.firstArm,
                        meet(first, read(*select->getFalseValue())), first);
    } else if (auto *phi = dyn_cast<PHINode>(&pointer))
      space = readPhi(*phi);
    --depth;
    return space;
  }

private:
  MemorySpace readPhi(const PHINode &phi) {
    // Around a loop a phi adds nothing to itself.
    if (!visited.insert(&phi).second)
      return std::nullopt;
    MemorySpace space, first;
    for (auto [i, incoming] : enumerate(phi.incoming_values())) {
      MemorySpace one = read(*incoming);
      space = meet(space, one);
      if (i == 0)
        first = one;
    }
    return bugs.pick(mine.firstIncoming, space, first);
  }

  const BugSet &bugs;
  const MemorySpaceBugs &mine;
  SmallPtrSet<const PHINode *, 8> visited;
  unsigned depth = 0;
};
} // namespace

MemorySpace tilefuzz::spaceOf(const Value &pointer, const BugSet &bugs,
                              const MemorySpaceBugs &mine) {
  return SpaceReader(bugs, mine).read(pointer);
}
