//===- NVVMAA.cpp - Spaces of NVPTX do not overlap ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "compiler/Backend/Passes/MemorySpaces.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace tilefuzz;

AnalysisKey NVVMAA::Key;

static bool overlap(unsigned a, unsigned b, const BugSet &bugs) {
  if (a == b)
    return true;
  auto isShared = [](unsigned space) {
    return space == NVPTXAS::ADDRESS_SPACE_SHARED ||
           space == NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER;
  };
  if (isShared(a) && isShared(b))
    return !bugs.acts(SeededBug::NVVMAAClusterIsDistinct);
  if (a == NVPTXAS::ADDRESS_SPACE_GENERIC ||
      b == NVPTXAS::ADDRESS_SPACE_GENERIC) {
    // What is not global itself then.
    if (a == NVPTXAS::ADDRESS_SPACE_GLOBAL ||
        b == NVPTXAS::ADDRESS_SPACE_GLOBAL)
      return true;
    return !bugs.acts(SeededBug::NVVMAAGenericIsGlobal);
  }
  return false;
}

bool tilefuzz::areDistinct(const Value &a, const Value &b, const BugSet &bugs) {
  constexpr MemorySpaceBugs mine = {SeededBug::NVVMAASelectFirstArm,
                                    SeededBug::NVVMAAPhiFirstIncoming};
  MemorySpace first = spaceOf(a, bugs, mine), second = spaceOf(b, bugs, mine);
  return first && second && !overlap(*first, *second, bugs);
}

AliasResult NVVMAAResult::alias(const MemoryLocation &a,
                                const MemoryLocation &b, AAQueryInfo &,
                                const Instruction *) {
  return areDistinct(*a.Ptr, *b.Ptr, bugs) ? AliasResult::NoAlias
                                           : AliasResult::MayAlias;
}
