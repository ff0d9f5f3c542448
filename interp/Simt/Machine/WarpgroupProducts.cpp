//===- WarpgroupProducts.cpp - Products of matrices of a warpgroup --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.15.5: wgmma.mma_async. All 128 threads are there.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using semantics::Enclosure;

namespace {
/// Rows of A, or columns of B, one behind the other.
struct WarpgroupFactor {
  uint32_t depth;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  /// Empty: all are unique.
  std::vector<Enclosure> bounds;
  /// By line.
  std::vector<bool> isPoison, isInexact;

  template <typename T>
  ArrayRef<T> lineOf(const std::vector<T> &all, uint32_t line) const {
    return all.empty() ? ArrayRef<T>()
                       : ArrayRef(all).slice(line * depth, depth);
  }
};
} // namespace

static Enclosure negated(const Enclosure &bounds) {
  return {-bounds.hi, -bounds.lo, bounds.exact, bounds.mayBeNaN};
}

/// At most 16 bytes, by each warp of the group, which has to be behind what was
/// written there.
bool Machine::readForWarpgroup(MutableArrayRef<Thread> group,
                               ArrayRef<Clock> clocks, const Instruction &op,
                               uint32_t address, uint32_t elementBytes,
                               MutableArrayRef<Lane> bytes) {
  std::optional<Lane> pointer = findShared(address);
  if (!pointer)
    return undefined(Undefined::OutOfBounds, op);
  AccessRange range = {*pointer,          bytes.size(), StateSpace::Shared, 1,
                       /*isWrite=*/false,
                       /*isAtomic=*/false};
  range.bulkAgent = warpgroupAgentOf(group.front());
  range.copy = group.front().warpgroup.issued;
  Allocation *allocation = nullptr;
  uint32_t offset = 0;
  for (auto [warp, clock] : enumerate(clocks)) {
    Thread &first = group[warp * warpSize];
    ThreadClock own = first.clock;
    first.clock = ThreadClock(clock, first.index);
    bool isRead = access(first, op, range, allocation, offset);
    first.clock = std::move(own);
    if (!isRead)
      return false;
  }
  // Without races every warp reads the same.
  if (clocks.empty() && !access(group.front(), op, range, allocation, offset))
    return false;
  for (auto [i, byte] : enumerate(bytes))
    byte = {allocation->bytes[offset + i], 0,
            allocation->undefined[offset + i] != 0};
  if (LLVM_LIKELY(allocation->inexact.empty()))
    return true;
  Allocation::InexactCopy held = allocation->copyInexact(offset, bytes.size());
  bool isWhole = !held.isCut;
  for (const auto &[place, value] : held.held) {
    isWhole &= place % elementBytes == 0 && value.size == elementBytes;
    bytes[place].isInexact = true;
    bytes[place].allocation = value.enclosure;
  }
  if (!isWhole)
    loseExactness(op);
  return true;
}

/// Of both factors and the sums before: false, the run is at its end.
bool Machine::multiplyWarpgroup(MutableArrayRef<Thread> group,
                                const Instruction &op) {
  const WarpgroupForm &form = kernel.warpgroups[op.first];
  const TensorProduct &product = form.product;
  const Lane *uniform = group.front().frame.data();
  const Lane accumulates = uniform[op.operands[1]];
  for (const Thread &thread : group) {
    for (unsigned i = 1; i <= 3; ++i) {
      const Lane &one = thread.frame[op.operands[i]];
      if (one.poison)
        return undefined(
            i == 1 ? Undefined::BranchOnPoison : Undefined::PoisonAddress, op);
      if (one.isInexact)
        loseExactness(op);
      if (one.bits != uniform[op.operands[i]].bits)
        return undefined(Undefined::MatrixOperands, op);
    }
  }
  for (Thread &thread : group)
    if (!issueProduct(thread, op))
      return false;

  // What each warp knows.
  SmallVector<Clock, 4> clocks;
  for (size_t i = 0; options.detectRaces && i < group.size(); ++i) {
    if (i % warpSize == 0)
      clocks.emplace_back();
    group[i].clock.joinInto(clocks.back());
  }
  auto readShared = [&](const Lane &descriptor, RegisterType type,
                        uint32_t lines, bool isTransposed,
                        std::vector<Lane> &elements) {
    Expected<SharedMatrix> matrix =
        parseSharedMatrix(descriptor.bits, DescriptorKind::Warpgroup);
    if (!matrix)
      return rejectDescriptor(matrix.takeError(), op);
    uint32_t size = TensorProduct::bytesOf(type);
    return readFactor(
        *matrix, {type, lines, product.depth(), isTransposed},
        [&](uint32_t address, MutableArrayRef<Lane> bytes) {
          return readForWarpgroup(group, clocks, op, address, size, bytes);
        },
        elements);
  };
  auto readRegisters = [&](std::vector<Lane> &elements) {
    uint32_t width = 8 * TensorProduct::bytesOf(product.first);
    uint32_t perRegister = 32 / width;
    elements.resize(product.rows * product.depth());
    for (auto [number, thread] : enumerate(group))
      for (uint32_t i = 0; i < form.factors.size() * perRegister; ++i) {
        FragmentPlace place = warpgroupFactorPlace(width, number, i);
        const Lane &from = thread.frame[form.factors[i / perRegister]];
        unsigned bit = i % perRegister * width;
        Lane &element = elements[place.row * product.depth() + place.column];
        element = {maskTo(from.bits >> bit, width), 0, from.poison};
        if (LLVM_LIKELY(!from.isInexact))
          continue;
        std::optional<InexactParts> inside =
            partsWithin(partsOf(from), bit, width);
        if (!inside)
          loseExactness(op);
        else if (!setParts(element, *inside, op))
          return false;
      }
    return true;
  };
  bool isKnown = true;
  auto convert = [&](ArrayRef<Lane> elements, RegisterType type,
                     bool isNegated) {
    WarpgroupFactor factor{product.depth(), {}, {}, {}, {}, {}};
    size_t lines = elements.size() / factor.depth;
    factor.isPoison.resize(lines);
    factor.isInexact.resize(lines);
    RegisterType integer = form.bits == BitProduct::None
                               ? type
                               : RegisterType{TypeKind::Unsigned, 8};
    for (auto [i, element] : enumerate(elements)) {
      factor.isPoison[i / factor.depth] =
          factor.isPoison[i / factor.depth] || element.poison;
      if (!product.sum.isFloat()) {
        factor.integers.push_back(integerOf(integer, element.bits));
        isKnown &= !element.isInexact;
        continue;
      }
      double value = realOf(type, element.bits);
      factor.reals.push_back(isNegated ? -value : value);
      if (LLVM_LIKELY(!element.isInexact))
        continue;
      std::optional<Enclosure> bounds = boundsOf(partsOf(element), 0, type);
      isKnown &= bounds.has_value();
      if (!bounds || bounds->exact)
        continue;
      factor.bounds.resize(elements.size());
      factor.bounds[i] = isNegated ? negated(*bounds) : *bounds;
      factor.isInexact[i / factor.depth] = true;
    }
    return factor;
  };
  std::vector<Lane> elements;
  if (!(form.isFirstInRegisters
            ? readRegisters(elements)
            : readShared(uniform[op.operands[2]], product.first, product.rows,
                         product.isFirstTransposed, elements)))
    return false;
  WarpgroupFactor rows = convert(elements, product.first, product.negatesFirst);
  elements.clear();
  if (!readShared(uniform[op.operands[3]], product.second, product.columns,
                  product.isSecondTransposed, elements))
    return false;
  WarpgroupFactor columns =
      convert(elements, product.second, product.negatesSecond);

  auto multiply = [&](const FragmentPlace &at,
                      std::optional<uint64_t> start) -> uint64_t {
    if (product.sum.isFloat()) {
      std::optional<double> first;
      if (start)
        first = realOf(product.sum, *start);
      return sumOfReals(product.sum, rows.lineOf(rows.reals, at.row),
                        columns.lineOf(columns.reals, at.column), /*sign=*/1,
                        first);
    }
    ArrayRef<int64_t> row = rows.lineOf(rows.integers, at.row),
                      column = columns.lineOf(columns.integers, at.column);
    int64_t first = start ? SignExtend64<32>(*start) : 0;
    if (form.bits == BitProduct::None)
      return sumOfIntegers(row, column, first, product.saturates);
    for (auto [a, b] : zip_equal(row, column))
      first += popcount(uint64_t(a & b));
    return maskTo(first, 32);
  };
  auto enclose = [&](const FragmentPlace &at, std::optional<uint64_t> start,
                     const Enclosure &ofStart) {
    FloatFormat format = &semanticsOf(product.sum.kind);
    semantics::FreeOrderSum sum(format, semantics::coreUnit(format));
    if (start)
      sum.add(realOf(product.sum, *start), ofStart);
    ArrayRef<double> row = rows.lineOf(rows.reals, at.row),
                     column = columns.lineOf(columns.reals, at.column);
    ArrayRef<Enclosure> ofRow = rows.lineOf(rows.bounds, at.row),
                        ofColumn = columns.lineOf(columns.bounds, at.column);
    for (size_t k = 0; k < row.size(); ++k)
      sum.addProduct(row[k], ofRow.empty() ? Enclosure() : ofRow[k], column[k],
                     ofColumn.empty() ? Enclosure() : ofColumn[k]);
    return sum.get().bounds;
  };

  unsigned width = product.sum.width, perRegister = 32 / width;
  for (auto [number, thread] : enumerate(group))
    for (auto [r, slot] : enumerate(form.sums)) {
      Lane before = thread.frame[slot], after;
      InexactParts ofBefore = partsOf(before), parts;
      for (unsigned e = 0; e < perRegister; ++e) {
        FragmentPlace at = warpgroupSumPlace(number, r * perRegister + e);
        std::optional<uint64_t> start;
        Enclosure ofStart;
        if (accumulates.bits) {
          start = maskTo(before.bits >> (e * width), width);
          after.poison |= before.poison;
          if (LLVM_UNLIKELY(before.isInexact)) {
            std::optional<Enclosure> bounds =
                boundsOf(ofBefore, e * width, product.sum);
            isKnown &= bounds.has_value();
            ofStart = bounds.value_or(Enclosure());
          }
        }
        after.poison |= rows.isPoison[at.row] || columns.isPoison[at.column];
        if (after.poison)
          continue;
        after.bits |= multiply(at, start) << (e * width);
        if (LLVM_UNLIKELY(rows.isInexact[at.row] ||
                          columns.isInexact[at.column] || !ofStart.exact))
          parts.push_back({e * width, &semanticsOf(product.sum.kind),
                           enclose(at, start, ofStart)});
      }
      if (!setParts(after, after.poison ? InexactParts() : parts, op))
        return false;
      thread.frame[slot] = after;
    }
  if (!isKnown)
    loseExactness(op);
  return true;
}
