//===- FamilyControl.cpp - Branches and loops -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;

static void takeCarried(Machine &machine, const Instruction &in) {
  for (auto [slot, value] : llvm::zip_equal(in.results, machine.carried))
    machine.slots[slot] = value;
}

Flow tilefuzz::evalIf(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  if (condition.isUnspecified(0))
    return machine.unstable(in, "control flow");
  const DecodedBlock &branch = in.regions[condition.bits[0] ? 0 : 1];
  if (branch.empty())
    return Flow::Next;
  Flow flow = machine.runBlock(branch);
  if (flow != Flow::Yield)
    return flow;
  takeCarried(machine, in);
  return Flow::Next;
}

Flow tilefuzz::evalFor(Machine &machine, const Instruction &in,
                       bool isUnsigned) {
  unsigned width = widthOf(elementOf(in.op->getOperand(0)));
  // The mathematical range, one bit wider than i64 in either reading.
  using Wide = __int128;
  Wide bounds[3];
  for (unsigned k = 0; k < 3; ++k) {
    const TileValue &bound = machine.tile(in, k);
    if (bound.isUnspecified(0))
      return machine.unstable(in, "control flow");
    // The step is read signed in both cases: it must be positive.
    bounds[k] = isUnsigned && k < 2
                    ? Wide(bound.bits[0])
                    : Wide(llvm::SignExtend64(bound.bits[0], width));
  }
  if (bounds[2] <= 0)
    return machine.undefined(in, "loop-step-not-positive");
  machine.carried.clear();
  for (unsigned operand : llvm::ArrayRef(in.operands).drop_front(3))
    machine.carried.push_back(machine.slots[operand]);
  llvm::ArrayRef<unsigned> arguments = in.regionArguments[0];
  uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  for (Wide iv = bounds[0]; iv < bounds[1]; iv += bounds[2]) {
    machine.slots[arguments[0]].tile = std::make_shared<const TileValue>(
        TileValue{{uint64_t(iv) & mask}, {}, {}});
    for (auto [slot, value] :
         llvm::zip_equal(arguments.drop_front(), machine.carried))
      machine.slots[slot] = value;
    Flow flow = machine.runBlock(in.regions[0]);
    if (flow != Flow::Continue && flow != Flow::Yield)
      return flow;
  }
  takeCarried(machine, in);
  return Flow::Next;
}

Flow tilefuzz::evalLoop(Machine &machine, const Instruction &in) {
  machine.carried.clear();
  for (unsigned operand : in.operands)
    machine.carried.push_back(machine.slots[operand]);
  for (;;) {
    for (auto [slot, value] :
         llvm::zip_equal(in.regionArguments[0], machine.carried))
      machine.slots[slot] = value;
    Flow flow = machine.runBlock(in.regions[0]);
    if (flow == Flow::Break)
      break;
    if (flow != Flow::Continue)
      return flow;
  }
  takeCarried(machine, in);
  return Flow::Next;
}
