//===- Approximations.cpp - Instructions with several legal results -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Where enclosures begin in threads: approximate functions, and sums that may
// take a product in. Inexact.cpp carries on what they give.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/EnclosedLane.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Approximate functions
//===----------------------------------------------------------------------===//

/// One value of a register.
bool Machine::approximateOne(const Instruction &op, const Lane &a,
                             const Lane &b, Lane &result) {
  FloatFormat format = formatOf(op.type);
  bool flushes = op.has(Modifier::FlushSubnormals);
  result = {0, 0, a.poison || b.poison};
  if (result.poison)
    return true;
  std::optional<semantics::EnclosedValue> x = enclosedLane(enclosures, a,
                                                           op.type),
                                          y = enclosedLane(enclosures, b,
                                                           op.type);
  semantics::BoundedResult value = semantics::evaluate(
      op.approximation, format, APInt(op.type.width, a.bits),
      APInt(op.type.width, b.bits), flushes);
  result.bits = semantics::chooseResult(format, value, options.results,
                                        a.bits * 31 + b.bits)
                    .getZExtValue();
  if (!x || !y) {
    loseExactness(op);
    return true;
  }
  if (a.isInexact || b.isInexact)
    value.bounds =
        semantics::encloseFunction(op.approximation, format, *x, *y, flushes);
  return setEnclosure(result, format, value.bounds, op);
}

bool Machine::approximate(Thread &thread, const Instruction &op) {
  Lane *frame = thread.frame.data();
  bool hasTwo = semantics::hasTwoOperands(op.approximation);
  for (uint32_t i = 0; i < op.lanes; ++i) {
    const Lane a = frame[op.operands[0] + i],
               b = hasTwo ? frame[op.operands[1] + i] : a;
    Lane &result = frame[op.result + i];
    if (op.packed == 1) {
      if (!approximateOne(op, a, b, result))
        return false;
      continue;
    }
    Lane all;
    InexactParts parts;
    for (unsigned k = 0; k < op.packed; ++k) {
      unsigned width = op.type.width, firstBit = k * width;
      Lane x, y, one;
      if (!splitLane(a, firstBit, width, op, x) ||
          !splitLane(b, firstBit, width, op, y) ||
          !approximateOne(op, x, y, one))
        return false;
      all.bits |= one.bits << firstBit;
      all.poison |= one.poison;
      for (InexactPart part : partsOf(one)) {
        part.firstBit = firstBit;
        parts.push_back(part);
      }
    }
    result = all;
    if (!all.poison && !setParts(result, parts, op))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Contraction
//===----------------------------------------------------------------------===//

/// One of several legal results; the first one is the nearest to the text.
static Lane chosenOf(llvm::ArrayRef<Lane> results, FloatFormat format,
                     ResultChoice choice) {
  auto number = [&](const Lane &lane) {
    return semantics::numberOf(
        format, APInt(llvm::APFloat::getSizeInBits(*format), lane.bits));
  };
  auto isLess = [&](const Lane &a, const Lane &b) {
    return semantics::isBelow(number(a), number(b));
  };
  bool hasNaN = llvm::any_of(
      results, [&](const Lane &lane) { return std::isnan(number(lane)); });
  switch (choice) {
  case ResultChoice::Nearest:
    break;
  case ResultChoice::Least:
    return hasNaN ? results.front() : *llvm::min_element(results, isLess);
  case ResultChoice::Greatest:
    return hasNaN ? results.front() : *llvm::max_element(results, isLess);
  case ResultChoice::Mixed:
    return results[results.front().bits * 31 / 7 % results.size()];
  }
  return results.front();
}

/// The sum as it stands first, then each multiply-add that it may become.
bool Machine::contract(Thread &thread, const Instruction &op) {
  Lane *frame = thread.frame.data();
  unsigned width = op.type.width;
  Instruction sum = op, fused = op, negation = op;
  sum.packed = fused.packed = negation.packed = 1;
  sum.opcode = op.count ? Opcode::Sub : Opcode::Add;
  fused.opcode = Opcode::Fma;
  negation.opcode = Opcode::Neg;
  negation.modifiers = Modifier::None;
  auto factorsOf = [&](uint32_t slot) -> const Lane * {
    bool hasFactors = slot && frame[slot + 2].bits == uint64_t(op.immediate);
    return hasFactors ? frame + slot : nullptr;
  };
  const Lane *ofA = factorsOf(op.operands[2]), *ofB = factorsOf(op.operands[3]);
  Lane all;
  InexactParts parts;
  for (unsigned i = 0; i < op.packed; ++i) {
    unsigned firstBit = i * width;
    auto split = [&](const Lane &whole) {
      Lane part;
      splitLane(whole, firstBit, width, op, part);
      return part;
    };
    auto negate = [&](const Lane &lane) {
      Lane result;
      encloseLane(negation, lane, result);
      return result;
    };
    Lane a = split(frame[op.operands[0]]), b = split(frame[op.operands[1]]);
    llvm::SmallVector<Lane, 3> results(1 + (ofA != nullptr) + (ofB != nullptr));
    encloseLane(sum, {a, b}, results[0]);
    if (ofA)
      encloseLane(fused,
                  {split(ofA[0]), split(ofA[1]), op.count ? negate(b) : b},
                  results[1]);
    if (ofB) {
      Lane x = split(ofB[0]);
      encloseLane(fused, {op.count ? negate(x) : x, split(ofB[1]), a},
                  results.back());
    }
    if (stopped)
      return false;
    semantics::Hull hull;
    FloatFormat format = &semanticsOf(op.type.kind);
    for (const Lane &result : results) {
      all.poison |= result.poison;
      InexactParts held = partsOf(result);
      if (held.empty())
        hull.add(semantics::numberOf(format, APInt(width, result.bits)));
      else
        hull.add(held.front().bounds);
    }
    all.bits |= chosenOf(results, format, options.results).bits << firstBit;
    parts.push_back({firstBit, format, hull.get()});
  }
  frame[op.result] = {all.bits, 0, all.poison};
  return all.poison || setParts(frame[op.result], parts, op);
}
