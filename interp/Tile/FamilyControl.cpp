//===- FamilyControl.cpp - Branches, loops, reductions --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Families.h"
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

/// False if another order of combining may give another float: only taking the
/// larger or the smaller is exact in every order.
static bool isOrderIndependent(const Instruction &in) {
  for (const Instruction &inner : in.regions[0])
    for (mlir::Value result : inner.op->getResults()) {
      llvm::StringRef name = inner.op->getName().stripDialect();
      if (llvm::isa<mlir::FloatType>(elementOf(result)) &&
          !name.starts_with("max") && !name.starts_with("min"))
        return false;
    }
  return true;
}

Flow tilefuzz::evalReduce(Machine &machine, const Instruction &in,
                          unsigned dim) {
  if (!isOrderIndependent(in))
    machine.outcome.unstable = true;
  TileShape type = tileShapeOf(in.op->getOperand(0));
  llvm::ArrayRef<int64_t> shape = type.shape;
  unsigned count = in.operands.size();
  size_t inner = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d)
    inner *= shape[d];
  size_t length = shape[dim], results = type.numElements() / length;
  std::vector<TileValue> values(count);
  for (TileValue &value : values)
    value.bits.resize(results);
  auto scalar = [](uint64_t bits, bool unspecified) {
    TileValue value{{bits}, {}, {}};
    if (unspecified)
      value.markUnspecified(0);
    return Value{std::make_shared<const TileValue>(std::move(value)), nullptr,
                 nullptr};
  };
  for (size_t r = 0; r < results; ++r) {
    // Element j of this result's line.
    size_t base = r / inner * length * inner + r % inner;
    for (size_t j = 0; j < length; ++j) {
      // Argument pair k: (element, accumulator); the accumulator starts as
      // the first element, and an identity need never be combined.
      llvm::SmallVector<Value> accumulators = machine.carried;
      machine.carried.clear();
      for (unsigned k = 0; k < count; ++k) {
        const TileValue &operand = machine.tile(in, k);
        size_t position = base + j * inner;
        Value element =
            scalar(operand.bits[position], operand.isUnspecified(position));
        if (j == 0) {
          machine.carried.push_back(element);
          continue;
        }
        machine.slots[in.regionArguments[0][2 * k]] = element;
        machine.slots[in.regionArguments[0][2 * k + 1]] = accumulators[k];
      }
      if (j == 0)
        continue;
      Flow flow = machine.runBlock(in.regions[0]);
      if (flow != Flow::Yield)
        return flow;
    }
    for (unsigned k = 0; k < count; ++k) {
      const TileValue &value = *machine.carried[k].tile;
      values[k].bits[r] = value.bits[0];
      if (value.isUnspecified(0))
        values[k].markUnspecified(r);
    }
  }
  for (unsigned k = 0; k < count; ++k)
    machine.setTile(in, k, std::move(values[k]));
  return Flow::Next;
}
