//===- InexactBits.cpp - Moving values that are not unique ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Shifts, permutations, masks and accesses of memory pack floats into registers
// and take them out again, on the way to a matrix product most of all. None of
// them looks at a value: what a float may be instead stays with its bits.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using semantics::Enclosure;

/// A run that makes more of them is too large to be followed.
static constexpr size_t mostEnclosures = size_t(1) << 22;

//===----------------------------------------------------------------------===//
// Parts of lanes
//===----------------------------------------------------------------------===//

InexactParts Machine::partsOf(const Lane &lane) const {
  InexactParts parts;
  if (lane.isInexact)
    for (uint32_t i = lane.allocation; i != LaneEnclosure::none;
         i = enclosures[i].next)
      parts.push_back(enclosures[i].part);
  return parts;
}

bool Machine::setParts(Lane &lane, llvm::ArrayRef<InexactPart> parts,
                       const Instruction &at) {
  if (!options.keepsEnclosures)
    return true;
  uint32_t next = LaneEnclosure::none;
  for (const InexactPart &part : llvm::reverse(parts)) {
    if (part.bounds.exact)
      continue;
    if (enclosures.size() == mostEnclosures)
      return stop(RunStatus::Unsupported,
                  "a run with more than " + llvm::Twine(mostEnclosures) +
                      " values that are not unique",
                  &at);
    enclosures.push_back({part, next});
    next = uint32_t(enclosures.size() - 1);
  }
  if (next == LaneEnclosure::none)
    return true;
  lane.isInexact = true;
  lane.allocation = next;
  return true;
}

std::optional<Enclosure> simt::resized(const InexactPart &part,
                                       unsigned width) {
  Enclosure bounds = part.bounds;
  unsigned from = part.integerWidth;
  auto shift = [&](double by) {
    bounds.lo += by;
    bounds.hi += by;
    return bounds;
  };
  if (width == from || (width == 1 && bounds.lo >= 0 && bounds.hi <= 1))
    return bounds;
  // Unsigned, members on both sides of zero are far apart.
  if (width > from) {
    if (bounds.lo >= 0)
      return bounds;
    double range = std::ldexp(1.0, int(from));
    if (bounds.hi >= 0 || bounds.hi + range > semantics::largestInteger)
      return std::nullopt;
    return shift(range);
  }
  double half = std::ldexp(1.0, int(width) - 1);
  if (width == 1)
    return std::nullopt;
  if (bounds.lo >= -half && bounds.hi < half)
    return bounds;
  if (bounds.lo >= half && bounds.hi < 2 * half)
    return shift(-2 * half);
  return std::nullopt;
}

std::optional<InexactParts> simt::partsWithin(llvm::ArrayRef<InexactPart> parts,
                                              unsigned firstBit,
                                              unsigned width) {
  InexactParts inside;
  unsigned endBit = firstBit + width;
  for (InexactPart part : parts) {
    if (part.endBit() <= firstBit || part.firstBit >= endBit)
      continue;
    if (part.firstBit < firstBit)
      return std::nullopt;
    if (part.endBit() > endBit) {
      auto bounds =
          part.format ? std::nullopt : resized(part, endBit - part.firstBit);
      if (!bounds)
        return std::nullopt;
      part.bounds = *bounds;
      part.integerWidth = endBit - part.firstBit;
    }
    part.firstBit -= firstBit;
    inside.push_back(part);
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// Instructions that only move bits
//===----------------------------------------------------------------------===//

/// How many of the operands, from the first on, are moved; the others say how.
/// 0: the operation does more than move bits.
static unsigned movedOperands(const Instruction &op) {
  if (op.type.isFloat() || op.packed != 1)
    return 0;
  switch (op.opcode) {
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::PermuteBytes:
  case Opcode::FunnelLeft:
  case Opcode::FunnelRight:
    return 2;
  case Opcode::Shl:
  case Opcode::Shr:
  case Opcode::ConvertInteger:
  case Opcode::ExtractField:
    return 1;
  case Opcode::Apply:
    switch (op.function) {
    case semantics::IntegerFunction::LogicTable:
      return 3;
    case semantics::IntegerFunction::FunnelLeftClamped:
    case semantics::IntegerFunction::FunnelRightClamped:
    case semantics::IntegerFunction::FunnelLeftWrapped:
    case semantics::IntegerFunction::FunnelRightWrapped:
      return 2;
    default:
      return 0;
    }
  default:
    return 0;
  }
}

/// Bits of the result that are functions of the same bits of all operands.
static bool isBitwise(const Instruction &op) {
  return op.opcode == Opcode::And || op.opcode == Opcode::Or ||
         op.opcode == Opcode::Xor ||
         (op.opcode == Opcode::Apply &&
          op.function == semantics::IntegerFunction::LogicTable);
}

bool simt::movesBits(const Instruction &op) { return movedOperands(op) != 0; }

static std::optional<Lane> computeMove(const Instruction &op,
                                       llvm::ArrayRef<Lane> operands) {
  std::optional<Undefined> undefined;
  Lane result;
  if (op.opcode == Opcode::Apply)
    result = applyFunction(op, operands);
  else if (op.opcode == Opcode::ConvertInteger)
    result = convert(op, operands[0]);
  else if (operands.size() > 2)
    result = computeThree(op, operands[0], operands[1], operands[2]);
  else
    result = compute(op, operands[0], operands[1], undefined);
  if (undefined || result.poison)
    return std::nullopt;
  return result;
}

static Enclosure negated(const Enclosure &set) {
  return {-set.hi, -set.lo, set.exact, set.mayBeNaN};
}

static Enclosure magnitude(const Enclosure &set) {
  if (!std::signbit(set.lo))
    return set;
  if (std::signbit(set.hi))
    return negated(set);
  return {0.0, std::max(-set.lo, set.hi), set.exact, set.mayBeNaN};
}

/// What becomes of `part` of operand `i`: gone, somewhere in the result, or,
/// with another sign, its negation or magnitude. Every bit of the result is
/// that of one bit of an operand, of its complement, or always the same, so
/// that changing the bits of the part one by one tells which go where. False:
/// the result has something else of it.
static bool findPart(const Instruction &op, llvm::MutableArrayRef<Lane> exact,
                     unsigned i, const InexactPart &part, uint64_t result,
                     InexactParts &moved) {
  const uint64_t before = exact[i].bits;
  unsigned width = part.width(), gone = 0;
  std::optional<unsigned> place;
  bool hasSign = true;
  for (unsigned k = 0; k < width; ++k) {
    exact[i].bits = before ^ (uint64_t(1) << (part.firstBit + k));
    std::optional<Lane> other = computeMove(op, exact);
    exact[i].bits = before;
    if (!other)
      return false;
    uint64_t changed = other->bits ^ result;
    if (!changed) {
      ++gone;
      hasSign &= k + 1 != width;
      continue;
    }
    if (!llvm::isPowerOf2_64(changed) || gone)
      return false;
    unsigned bit = llvm::countr_zero(changed);
    if (k == 0)
      place = bit;
    else if (bit != *place + k)
      return false;
  }
  if (gone == width)
    return true;
  if (gone && (gone > 1 || hasSign || !part.format))
    return false;
  InexactPart there = part;
  there.firstBit = *place;
  uint64_t sign = uint64_t(1) << (width - 1),
           now = maskTo(result >> *place, width),
           was = maskTo(before >> part.firstBit, width);
  bool isNegative = now & sign;
  if (!hasSign) {
    there.bounds = magnitude(part.bounds);
    if (isNegative)
      there.bounds = negated(there.bounds);
    was &= ~sign;
    now &= ~sign;
  } else if (part.format && (now ^ was) == sign) {
    there.bounds = negated(part.bounds);
    was = now;
  }
  if (now != was)
    return false;
  moved.push_back(there);
  return true;
}

bool Machine::moveParts(const Instruction &op, llvm::ArrayRef<Lane> operands,
                        Lane &result, InexactParts &parts) {
  unsigned moved = movedOperands(op);
  llvm::SmallVector<Lane, 4> exact;
  for (const Lane &lane : operands)
    exact.push_back({lane.bits, 0, lane.poison});
  std::optional<Lane> value = computeMove(op, exact);
  bool isKnown = value.has_value();
  if (isKnown)
    result = {value->bits};
  uint64_t taken = 0;
  for (unsigned i = 0; i < operands.size() && isKnown; ++i) {
    isKnown &= !operands[i].isInexact || i < moved;
    for (const InexactPart &part : partsOf(operands[i])) {
      uint64_t bits = maskTo(~uint64_t(0), part.width()) << part.firstBit;
      isKnown = isKnown && !(isBitwise(op) && (taken & bits)) &&
                findPart(op, exact, i, part, result.bits, parts);
      taken |= bits;
    }
  }
  llvm::sort(parts, [](const InexactPart &a, const InexactPart &b) {
    return a.firstBit < b.firstBit;
  });
  return isKnown;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Allocation::forgetInexact(uint32_t offset, uint32_t size) {
  auto it = inexact.lower_bound(offset);
  if (it != inexact.begin() &&
      std::prev(it)->first + std::prev(it)->second.size > offset)
    --it;
  while (it != inexact.end() && it->first < offset + size) {
    // A part of it stays.
    lostExactness |=
        it->first < offset || it->first + it->second.size > offset + size;
    it = inexact.erase(it);
  }
}

bool Allocation::holdsInexact(uint32_t offset, uint32_t size) const {
  auto it = inexact.lower_bound(offset);
  if (it != inexact.begin() &&
      std::prev(it)->first + std::prev(it)->second.size > offset)
    return true;
  return it != inexact.end() && it->first < offset + size;
}

Allocation::InexactCopy Allocation::copyInexact(uint32_t offset,
                                                uint32_t size) const {
  InexactCopy copy;
  auto it = inexact.lower_bound(offset);
  copy.isCut = it != inexact.begin() &&
               std::prev(it)->first + std::prev(it)->second.size > offset;
  for (; it != inexact.end() && it->first < offset + size; ++it) {
    copy.isCut |= it->first + it->second.size > offset + size;
    copy.held.push_back({it->first - offset, it->second});
  }
  return copy;
}

void Allocation::pasteInexact(uint32_t offset, const InexactCopy &copy) {
  lostExactness |= copy.isCut;
  for (const auto &[place, bytes] : copy.held)
    inexact[offset + place] = bytes;
}

bool Machine::keepInexact(const Instruction &op, Allocation &allocation,
                          uint32_t offset, const Lane &value, unsigned firstBit,
                          unsigned width) {
  std::optional<InexactParts> parts =
      partsWithin(partsOf(value), firstBit, width);
  if (!parts) {
    loseExactness(op);
    return true;
  }
  for (InexactPart part : *parts) {
    uint32_t place = offset + part.firstBit / 8;
    if (part.firstBit % 8) {
      loseExactness(op);
      continue;
    }
    uint32_t bytes = (part.width() + 7) / 8, number = value.allocation;
    if (const LaneEnclosure &whole = enclosures[number];
        whole.next != LaneEnclosure::none || whole.part.firstBit) {
      Lane alone;
      part.firstBit = 0;
      if (!setParts(alone, part, op))
        return false;
      number = alone.allocation;
    }
    allocation.inexact[place] = {number, bytes};
  }
  return true;
}

void Machine::readInexact(const Instruction &op, const Allocation &allocation,
                          uint32_t offset, uint32_t bytes, unsigned firstBit,
                          InexactParts &parts) {
  Allocation::InexactCopy copy = allocation.copyInexact(offset, bytes);
  for (const auto &[place, held] : copy.held) {
    InexactPart part = enclosures[held.enclosure].part;
    part.firstBit = firstBit + 8 * place;
    parts.push_back(part);
  }
  if (copy.isCut)
    loseExactness(op);
}

bool Machine::loadInexact(const Instruction &op, const Allocation &allocation,
                          uint32_t offset, Lane &value) {
  // One value alone stays the same one, which tells a square from a product.
  auto it = allocation.inexact.find(offset);
  if (it != allocation.inexact.end() && it->second.size == op.bytes) {
    value.isInexact = true;
    value.allocation = it->second.enclosure;
    return true;
  }
  InexactParts parts;
  readInexact(op, allocation, offset, op.bytes, 0, parts);
  return setParts(value, parts, op);
}

static bool hasFormat(ElementKind kind, const llvm::fltSemantics *format) {
  switch (kind) {
  case ElementKind::F16:
    return format == &llvm::APFloat::IEEEhalf();
  case ElementKind::BF16:
    return format == &llvm::APFloat::BFloat();
  case ElementKind::F32:
    return format == &llvm::APFloat::IEEEsingle();
  case ElementKind::F64:
    return format == &llvm::APFloat::IEEEdouble();
  case ElementKind::F8E4M3FN:
    return format == &llvm::APFloat::Float8E4M3FN();
  case ElementKind::F8E5M2:
    return format == &llvm::APFloat::Float8E5M2();
  default:
    return false;
  }
}

/// Of an element of memory, in which the enclosure begins at `offset`; none:
/// it is of another type, or more than that is inexact.
static std::optional<Enclosure> boundsOfElement(const Allocation &allocation,
                                                uint32_t offset,
                                                uint32_t heldBytes,
                                                const InexactPart &known,
                                                const BufferImage &image) {
  uint32_t size = byteSize(image.kind);
  if (offset % size || heldBytes > size)
    return std::nullopt;
  if (known.format || isFloat(image.kind)) {
    bool isThis = hasFormat(image.kind, known.format) && heldBytes == size;
    return isThis ? std::optional(known.bounds) : std::nullopt;
  }
  auto next = allocation.inexact.upper_bound(offset);
  if (next != allocation.inexact.end() && next->first < offset + size)
    return std::nullopt;
  if (known.integerWidth % 8 && known.integerWidth != 1)
    return std::nullopt;
  for (uint32_t i = heldBytes; i < size; ++i)
    if (image.bytes[offset + i])
      return std::nullopt;
  return resized(known, 8 * size);
}

void Machine::takeEnclosures(const Allocation &allocation, BufferImage &image) {
  outcome.unstable |= allocation.lostExactness;
  for (const auto &[offset, held] : allocation.inexact) {
    std::optional<Enclosure> bounds = boundsOfElement(
        allocation, offset, held.size, enclosures[held.enclosure].part, image);
    if (!bounds) {
      outcome.unstable = true;
      continue;
    }
    image.enclosures.resize(image.numElements());
    image.enclosures[offset / byteSize(image.kind)] = *bounds;
  }
}
