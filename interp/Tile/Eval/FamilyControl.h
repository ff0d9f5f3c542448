//===- FamilyControl.h - Regions, reductions and scans ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same operation exists at several levels under several names. What it does
// is here, once; the tables of a level (Eval<Level>*.cpp) read its attributes
// and call this.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_EVAL_FAMILYCONTROL_H
#define TILEFUZZ_INTERP_TILE_EVAL_FAMILYCONTROL_H

#include "interp/Tile/Machine.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace tilefuzz {

/// Ends a region; its operands are what the region's operation takes.
template <Flow flow>
Flow evalTerminator(Machine &machine, const Instruction &in) {
  machine.carried.clear();
  for (unsigned operand : in.operands)
    machine.carried.push_back(machine.slots[operand]);
  return flow;
}

/// Operand: condition. Regions: then, else (may be empty).
Flow evalIf(Machine &machine, const Instruction &in);
/// Operands: lower bound, upper bound, step, initial values.
Flow evalFor(Machine &machine, const Instruction &in, bool unsignedCompare);
/// Operands: initial values. Ends with a break, whose operands are the results.
Flow evalLoop(Machine &machine, const Instruction &in);
/// Regions: one that ends with a continue to the other or with a break, whose
/// operands are the results; one that yields what the first begins with.
Flow evalWhile(Machine &machine, const Instruction &in);
/// Runs the region once; it yields the results.
Flow evalRegion(Machine &machine, const Instruction &in);
/// Operands: the function's arguments; its return gives the results.
Flow evalCall(Machine &machine, const Instruction &in);
/// Region arguments: CombinedArguments.h.
Flow evalReduce(Machine &machine, const Instruction &in, unsigned dim);
/// Prefixes, inclusive without `identities`, which are what the first exclusive
/// prefix is; `reverse`: from the end.
Flow evalScan(Machine &machine, const Instruction &in, unsigned dim,
              bool reverse, mlir::ArrayAttr identities = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_EVAL_FAMILYCONTROL_H
