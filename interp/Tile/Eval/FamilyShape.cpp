//===- FamilyShape.cpp - Choice, shapes, addresses, assumptions -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 1, 3.5 and 3.7.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Semantics/Atomic.h"
#include "interp/Tile/Eval/Enclosing.h"
#include "interp/Tile/Eval/StridedCopy.h"
#include "interp/TileTypes/Pointees.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

Flow tilefuzz::evalSelect(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  TileValue result = machine.tile(in, 2);
  const TileValue &onTrue = machine.tile(in, 1);
  bool whole = condition.bits.size() == 1;
  for (size_t i = 0; i < result.bits.size(); ++i) {
    size_t c = whole ? 0 : i;
    if (condition.isUnspecified(c)) {
      if (!result.buffers.empty())
        return machine.unstable(in, "an address");
      machine.outcome.derivesUnspecified = true;
      result.markUnspecified(i);
      continue;
    }
    if (condition.isInexact(c)) {
      if (!chooseEither(machine, in, i, condition.bits[c], onTrue, result))
        machine.loseExactness(in);
      continue;
    }
    if (!condition.bits[c])
      continue;
    result.bits[i] = onTrue.bits[i];
    if (!result.buffers.empty())
      result.buffers[i] = onTrue.buffers[i];
    result.copyMarks(i, onTrue, i);
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

TileValue tilefuzz::denseTile(mlir::DenseElementsAttr value) {
  TileValue result;
  mlir::Type element = value.getElementType();
  if (unsigned width = element.isIntOrFloat() ? widthOf(element) : 0;
      width % 8 == 0 && llvm::isPowerOf2_32(width)) {
    // As they lie in the attribute.
    size_t count = value.getNumElements();
    result.bits = ElementBits::uninitialized(count, width / 8);
    llvm::ArrayRef<char> raw = value.getRawData();
    char *into = static_cast<char *>(result.bits.data());
    if (!value.isSplat())
      std::memcpy(into, raw.data(), count * (width / 8));
    else
      for (size_t i = 0; i < count; ++i)
        std::memcpy(into + i * (width / 8), raw.data(), width / 8);
    return result;
  }
  auto fill = [&](auto elements) {
    auto bitsOf = [](const auto &element) {
      if constexpr (std::is_same_v<std::decay_t<decltype(element)>,
                                   llvm::APFloat>)
        return element.bitcastToAPInt().getZExtValue();
      else
        return element.getZExtValue();
    };
    if (value.isSplat()) {
      result.bits.assign(value.getNumElements(), bitsOf(*elements.begin()));
      return;
    }
    result.bits.reserve(value.getNumElements());
    for (const auto &element : elements)
      result.bits.push_back(bitsOf(element));
  };
  if (llvm::isa<mlir::FloatType>(element))
    fill(value.getValues<llvm::APFloat>());
  else
    fill(value.getValues<llvm::APInt>());
  return result;
}

Flow tilefuzz::evalSameElements(Machine &machine, const Instruction &in) {
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  return Flow::Next;
}

Flow tilefuzz::evalBroadcast(Machine &machine, const Instruction &in) {
  const TileValue &source = machine.tile(in, 0);
  llvm::ArrayRef<int64_t> from = tileShapeOf(in.op->getOperand(0)).shape;
  TileShape type = tileShapeOf(in.op->getResult(0));
  // Coordinates along dimensions of size 1 are 0.
  StridedPlacement places = StridedPlacement::whole(from);
  for (size_t d = 0; d < from.size(); ++d)
    if (from[d] == 1)
      places.strides[d] = 0;
  TileValue result = emptyTile(type.numElements(), source);
  moveElements(type.shape, source, places, result,
               StridedPlacement::whole(type.shape));
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalSlicedAt(Machine &machine, const Instruction &in,
                            llvm::ArrayRef<int64_t> strides) {
  llvm::ArrayRef<int64_t> shape = tileShapeOf(in.op->getOperand(0)).shape;
  llvm::ArrayRef<int64_t> slice = tileShapeOf(in.op->getResult(0)).shape;
  llvm::SmallVector<size_t> start;
  for (size_t d = 0; d < shape.size(); ++d) {
    const TileValue &offset = machine.tile(in, 1 + d);
    if (offset.isUnspecified(0))
      return machine.unstable(in, "a slice");
    uint64_t span = (slice[d] - 1) * strides[d];
    if (offset.bits[0] >= uint64_t(shape[d]) - span)
      return machine.undefined(in, Undefined::ExtractIndex);
    start.push_back(offset.bits[0]);
  }
  return evalSliced(machine, in, start, strides);
}

Flow tilefuzz::evalUnspecified(Machine &machine, const Instruction &in) {
  TileShape shape = tileShapeOf(in.op->getResult(0));
  TileValue result;
  result.bits.assign(shape.numElements(), 0);
  result.unspecified.assign(shape.numElements(), 1);
  if (pointeeOf(shape.element))
    result.buffers.assign(shape.numElements(), -1);
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

/// False: some address overflows.
template <typename T>
static bool addOffsets(ElementBits &addresses, const ElementBits &offsets,
                       int64_t size) {
  int64_t *into = static_cast<int64_t *>(addresses.data());
  const T *by = static_cast<const T *>(offsets.data());
  bool overflows = false;
  for (size_t i = 0; i < addresses.size(); ++i) {
    int64_t scaled;
    overflows |= __builtin_mul_overflow(int64_t(by[i]), size, &scaled);
    overflows |= __builtin_add_overflow(into[i], scaled, &into[i]);
  }
  return !overflows;
}

static Flow movePointers(Machine &machine, const Instruction &in, bool wraps) {
  TileValue result = machine.tile(in, 0);
  const TileValue &offset = machine.tile(in, 1);
  mlir::Type pointee = pointeeOf(elementOf(in.op->getOperand(0)));
  int64_t size = stepOf(pointee);
  unsigned width = widthOf(elementOf(in.op->getOperand(1)));
  bool isPlain = offset.unspecified.empty() && !hasHalfSteps(pointee) &&
                 result.bits.bytesPerElement() == 8 &&
                 width == 8 * offset.bits.bytesPerElement();
  if (isPlain && (width == 32 || width == 64)) {
    bool fits = width == 32
                    ? addOffsets<int32_t>(result.bits, offset.bits, size)
                    : addOffsets<int64_t>(result.bits, offset.bits, size);
    if (fits || wraps) {
      machine.setTile(in, 0, std::move(result));
      return Flow::Next;
    }
    result = machine.tile(in, 0); // The loop below finds the element.
  }
  for (size_t i = 0; i < result.bits.size(); ++i) {
    if (offset.isUnspecified(i))
      return machine.unstable(in, "an address");
    int64_t elements = llvm::SignExtend64(offset.bits[i], width);
    if (hasHalfSteps(pointee)) {
      if (elements % 2)
        return machine.unsupported(
            in, "a pointer to the second half of a byte: the dialect does not "
                "say how it addresses one");
      elements /= 2;
    }
    int64_t scaled, sum;
    bool overflows = llvm::MulOverflow(elements, size, scaled);
    overflows |= llvm::AddOverflow(int64_t(result.bits[i]), scaled, sum) != 0;
    if (overflows && !wraps)
      return machine.undefined(in, Undefined::PointerOffsetOverflow, i);
    result.bits[i] = sum;
  }
  machine.setTile(in, 0, std::move(result));
  return Flow::Next;
}

Flow tilefuzz::evalPointerOffset(Machine &machine, const Instruction &in) {
  return movePointers(machine, in, /*wraps=*/false);
}

Flow tilefuzz::evalWrappingOffset(Machine &machine, const Instruction &in) {
  return movePointers(machine, in, /*wraps=*/true);
}

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// Row-major coordinate of element `i` along dimension `dim`.
static int64_t coordinate(llvm::ArrayRef<int64_t> shape, size_t i, size_t dim) {
  for (size_t d = shape.size(); d-- > dim + 1;)
    i /= shape[d];
  return i % shape[dim];
}

/// Buffers are aligned to this many bytes; larger divisors say nothing that a
/// run could check.
static constexpr uint64_t bufferAlignment = 256;

static ConcreteDomain domain;

static bool holds(DivByAttr divBy, llvm::ArrayRef<int64_t> shape,
                  const TileValue &value, int64_t size, unsigned width) {
  uint64_t divisor = divBy.getDivisor();
  if (size)
    divisor = std::min(divisor, bufferAlignment);
  int64_t every = divBy.getEvery().value_or(0);
  size_t along = divBy.getAlong().value_or(0), stride = 1;
  if (every > 0)
    for (int64_t extent : shape.drop_front(along + 1))
      stride *= extent;
  for (size_t i = 0; i < value.bits.size(); ++i) {
    llvm::APInt element(width, value.bits[i]);
    int64_t distance = every > 0 ? coordinate(shape, i, along) % every : 0;
    if (distance == 0) {
      if (!semantics::isMultiple(domain, element, divisor))
        return false;
      continue;
    }
    // Group members follow their first element by 1, or by the pointee size.
    size_t first = i - distance * stride;
    if (!semantics::follows(domain, element,
                            llvm::APInt(width, value.bits[first]),
                            distance * (size ? size : 1)) ||
        (!value.buffers.empty() && value.buffers[i] != value.buffers[first]))
      return false;
  }
  return true;
}

static bool holds(SameElementsAttr same, llvm::ArrayRef<int64_t> shape,
                  const TileValue &value) {
  for (size_t i = 0; i < value.bits.size(); ++i) {
    // The first element of this element's block.
    size_t first = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      int64_t at = coordinate(shape, i, d);
      int64_t block = std::max<int64_t>(1, same.getValues()[d]);
      first = first * shape[d] + at / block * block;
    }
    if (value.bits[i] != value.bits[first] ||
        (!value.buffers.empty() && value.buffers[i] != value.buffers[first]))
      return false;
  }
  return true;
}

Flow tilefuzz::evalAssumption(Machine &machine, const Instruction &in,
                              mlir::Attribute predicate) {
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  if (auto view = machine.slots[in.operands[0]].view) {
    uint64_t divisor = llvm::cast<DivByAttr>(predicate).getDivisor();
    if (view->base % int64_t(std::min(divisor, bufferAlignment)))
      return machine.undefined(in, Undefined::FalseAssumption);
    return Flow::Next;
  }
  const TileValue &value = machine.tile(in, 0);
  TileShape type = tileShapeOf(in.op->getOperand(0));
  for (size_t i = 0; i < value.bits.size(); ++i)
    if (value.isUnspecified(i))
      return machine.unstable(in, "an assumption");
  mlir::Type pointee = pointeeOf(type.element);
  unsigned width = widthOf(type.element);
  bool ok = true;
  if (auto divBy = llvm::dyn_cast<DivByAttr>(predicate)) {
    ok = holds(divBy, type.shape, value, pointee ? stepOf(pointee) : 0, width);
  } else if (auto same = llvm::dyn_cast<SameElementsAttr>(predicate)) {
    ok = holds(same, type.shape, value);
  } else {
    auto bounded = llvm::cast<BoundedAttr>(predicate);
    for (uint64_t bits : value.bits) {
      llvm::APInt element(width, bits);
      ok &= (!bounded.getLb() ||
             semantics::isAtLeast(domain, element, *bounded.getLb())) &&
            (!bounded.getUb() ||
             semantics::isAtMost(domain, element, *bounded.getUb()));
    }
  }
  return ok ? Flow::Next : machine.undefined(in, Undefined::FalseAssumption);
}
