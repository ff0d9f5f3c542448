//===- Control.cpp - Functions, structured control flow and branches ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Neither scf nor cf says what a condition that is poison does; as they lower
// to branches of LLVM IR, it is undefined behaviour here.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMachine.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;

static Step leave(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  return Step::Leave;
}

static Step evalCall(Machine &machine, const Instruction &in) {
  auto callee = in.op->getAttrOfType<mlir::FlatSymbolRefAttr>("callee");
  auto found = callee ? machine.functions.find(callee.getValue())
                      : machine.functions.end();
  if (found == machine.functions.end())
    return machine.unsupported(in, "the callee has no body");
  if (machine.depth > 64)
    return machine.unsupported(in, "calls are too deep");
  machine.carryOperands(in);
  std::vector<FunctionValue> arguments = std::move(machine.carried);
  if (machine.call(found->second, arguments) == Step::Stop)
    return Step::Stop;
  return machine.setResults(in);
}

//===----------------------------------------------------------------------===//
// cf
//===----------------------------------------------------------------------===//

static Step evalBranch(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  machine.target = in.successors[0];
  return Step::Branch;
}

/// Operands `first` to `first + count` become the arguments of a successor.
static Step branchWith(Machine &machine, const Instruction &in,
                       unsigned successor, unsigned first, unsigned count) {
  std::vector<FunctionValue> values;
  for (unsigned i = first; i < first + count; ++i)
    values.push_back(machine.operand(in, i));
  machine.carried = std::move(values);
  machine.target = in.successors[successor];
  return Step::Branch;
}

static llvm::ArrayRef<int32_t> segmentsOf(mlir::Operation *op) {
  auto sizes =
      op->getAttrOfType<mlir::DenseI32ArrayAttr>("operandSegmentSizes");
  return sizes ? sizes.asArrayRef() : llvm::ArrayRef<int32_t>();
}

static Step evalConditionalBranch(Machine &machine, const Instruction &in) {
  uint64_t condition;
  if (!machine.decide(in, 0, condition))
    return Step::Stop;
  llvm::ArrayRef<int32_t> segments = segmentsOf(in.op);
  if (segments.size() != 3)
    return machine.unsupported(in, "this form");
  return condition ? branchWith(machine, in, 0, 1, segments[1])
                   : branchWith(machine, in, 1, 1 + segments[1], segments[2]);
}

static Step evalSwitch(Machine &machine, const Instruction &in) {
  uint64_t flag;
  if (!machine.decide(in, 0, flag))
    return Step::Stop;
  auto operands =
      in.op->getAttrOfType<mlir::DenseI32ArrayAttr>("case_operand_segments");
  auto values = in.op->getAttrOfType<mlir::DenseIntElementsAttr>("case_values");
  llvm::ArrayRef<int32_t> segments = segmentsOf(in.op);
  if (segments.size() != 3)
    return machine.unsupported(in, "this form");
  unsigned first = 1 + segments[1];
  if (values) {
    unsigned index = 0;
    for (const APInt &value : values.getValues<APInt>()) {
      unsigned count = operands ? operands[index] : 0;
      if (value.getZExtValue() == flag)
        return branchWith(machine, in, 1 + index, first, count);
      first += count;
      ++index;
    }
  }
  return branchWith(machine, in, 0, 1, segments[1]);
}

static Step evalAssert(Machine &machine, const Instruction &in) {
  uint64_t condition;
  if (!machine.decide(in, 0, condition))
    return Step::Stop;
  return condition ? Step::Next
                   : machine.undefined(in, Undefined::FailedAssertion);
}

//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

static Step runArm(Machine &machine, const Instruction &in,
                   const Region &region) {
  if (region.empty())
    return Step::Next;
  if (machine.runRegion(region, {}) == Step::Stop)
    return Step::Stop;
  return machine.setResults(in);
}
static Step evalIf(Machine &machine, const Instruction &in) {
  uint64_t condition;
  if (!machine.decide(in, 0, condition))
    return Step::Stop;
  return runArm(machine, in, in.regions[condition ? 0 : 1]);
}
static Step evalExecuteRegion(Machine &machine, const Instruction &in) {
  return runArm(machine, in, in.regions[0]);
}
static Step evalIndexSwitch(Machine &machine, const Instruction &in) {
  uint64_t value;
  if (!machine.decide(in, 0, value))
    return Step::Stop;
  auto cases = in.op->getAttrOfType<mlir::DenseI64ArrayAttr>("cases");
  for (auto [i, known] : llvm::enumerate(cases.asArrayRef()))
    if (uint64_t(known) == value)
      return runArm(machine, in, in.regions[1 + i]);
  return runArm(machine, in, in.regions[0]);
}

/// The range is mathematical. A step that is not positive is undefined, and so
/// is a counter that leaves its type: scf does not say that it wraps.
static Step evalFor(Machine &machine, const Instruction &in) {
  uint64_t bounds[3];
  for (unsigned i = 0; i < 3; ++i)
    if (!machine.decide(in, i, bounds[i]))
      return Step::Stop;
  bool isUnsigned = in.op->hasAttr("unsignedCmp");
  unsigned width = widthOf(in.op->getOperand(0).getType());
  auto read = [&](uint64_t bits) -> __int128 {
    APInt value(width, bits);
    return isUnsigned ? __int128(value.getZExtValue())
                      : __int128(value.getSExtValue());
  };
  __int128 counter = read(bounds[0]), end = read(bounds[1]),
           step = read(bounds[2]);
  if (step <= 0)
    return machine.undefined(in, Undefined::LoopStepNotPositive);
  __int128 limit = __int128(1) << (isUnsigned ? width : width - 1);
  machine.carryOperands(in, 3);
  std::vector<FunctionValue> values = std::move(machine.carried);
  for (; counter < end; counter += step) {
    if (!machine.takeTrip(in))
      return Step::Stop;
    if (counter + step >= limit)
      return machine.undefined(in, Undefined::LoopCounterOverflow);
    std::vector<FunctionValue> arguments;
    arguments.push_back({exact(
        APInt(width, uint64_t(counter), false, /*implicitTrunc=*/true))});
    arguments.insert(arguments.end(), values.begin(), values.end());
    if (machine.runRegion(in.regions[0], arguments) == Step::Stop)
      return Step::Stop;
    values = std::move(machine.carried);
  }
  machine.carried = std::move(values);
  return machine.setResults(in);
}

/// A condition's first operand decides; the others go on.
static Step evalWhile(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  while (true) {
    std::vector<FunctionValue> values = std::move(machine.carried);
    if (machine.runRegion(in.regions[0], values) == Step::Stop)
      return Step::Stop;
    values = std::move(machine.carried);
    bool goesOn = values.front().front().bits;
    values.erase(values.begin());
    if (!goesOn) {
      machine.carried = std::move(values);
      return machine.setResults(in);
    }
    if (!machine.takeTrip(in))
      return Step::Stop;
    if (machine.runRegion(in.regions[1], values) == Step::Stop)
      return Step::Stop;
  }
}
static Step evalCondition(Machine &machine, const Instruction &in) {
  uint64_t condition;
  if (!machine.decide(in, 0, condition))
    return Step::Stop;
  return leave(machine, in);
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static Step evalSelect(Machine &machine, const Instruction &in) {
  const FunctionValue &condition = machine.operand(in, 0);
  FunctionValue result = machine.operand(in, 1);
  const FunctionValue &other = machine.operand(in, 2);
  for (auto [i, element] : llvm::enumerate(result)) {
    const Element &c = condition[condition.size() == 1 ? 0 : i];
    if (c.certainty == Certainty::Poison)
      element.certainty = Certainty::Poison;
    else if (c.certainty != Certainty::Exact)
      // Poison in one arm may not be what is chosen.
      element.certainty = element.certainty == Certainty::Poison &&
                                  other[i].certainty == Certainty::Poison
                              ? Certainty::Poison
                              : Certainty::Unspecified;
    else if (!c.bits)
      element = other[i];
  }
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"func.return", leave},
    {"func.call", evalCall},
    {"llvm.return", leave},
    {"cf.br", evalBranch},
    {"cf.cond_br", evalConditionalBranch},
    {"cf.switch", evalSwitch},
    {"cf.assert", evalAssert},
    {"scf.yield", leave},
    {"scf.if", evalIf},
    {"scf.execute_region", evalExecuteRegion},
    {"scf.index_switch", evalIndexSwitch},
    {"scf.for", evalFor},
    {"scf.while", evalWhile},
    {"scf.condition", evalCondition},
    {"arith.select", evalSelect},
};
llvm::ArrayRef<EvaluatorRow> function::getControlEvaluators() { return rows; }
