//===- FamilyView.cpp - Loads and stores through views --------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Part 2, section 5.
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyView.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace tilefuzz;

Flow tilefuzz::evalMakeStridedView(Machine &machine, const Instruction &in,
                                   llvm::ArrayRef<int64_t> shape,
                                   llvm::ArrayRef<int64_t> strides) {
  auto view = makeShared<ViewValue>();
  const TileValue &base = machine.tile(in, 0);
  if (base.isUnspecified(0))
    return machine.unstable(in, "an address");
  view->buffer = base.buffers[0];
  view->base = base.bits[0];
  unsigned next = 1;
  for (auto [list, values] :
       {std::pair(shape, &view->shape), std::pair(strides, &view->strides)})
    for (int64_t entry : list) {
      if (!mlir::ShapedType::isDynamic(entry)) {
        values->push_back(entry);
        continue;
      }
      const TileValue &dynamic = machine.tile(in, next++);
      if (dynamic.isUnspecified(0))
        return machine.unstable(in, "an address");
      if (dynamic.bits[0] == 0)
        return machine.undefined(in, Undefined::ZeroExtentOrStride);
      values->push_back(dynamic.bits[0]);
    }
  machine.slots[in.results[0]] = {nullptr, nullptr, std::move(view)};
  return Flow::Next;
}

namespace {
/// Where the elements of one tile of a partition view lie.
class TilePlace {
public:
  /// `firstIndex`: which operand is the first index. False ends the run.
  bool locate(Machine &machine, const Instruction &in, const Tiling &tiling,
              const ViewValue &value, unsigned firstIndex) {
    view = &value;
    this->tiling = &tiling;
    size = storageSize(tiling.element);
    isHalf = isHalfByte(tiling.element);
    for (size_t k = 0; k < tiling.tileShape.size(); ++k) {
      const TileValue &index = machine.tile(in, firstIndex + k);
      if (index.isUnspecified(0)) {
        machine.unstable(in, "an address");
        return false;
      }
      uint64_t extent = view->shape[tiling.dimMap[k]];
      if (tiling.sparseDim == k) {
        for (size_t row = 1; row < index.bits.size(); ++row)
          if (index.isUnspecified(row)) {
            machine.unstable(in, "an address");
            return false;
          }
        rows = index.bits;
        start.push_back(0);
        if (isPromised(k) &&
            llvm::any_of(rows, [&](uint64_t row) { return row >= extent; })) {
          machine.undefined(in, Undefined::BrokenInBoundsPromise);
          return false;
        }
        continue;
      }
      uint64_t step = tiling.sparseDim       ? 1
                      : tiling.steps.empty() ? tiling.tileShape[k]
                                             : tiling.steps[k];
      // Index space: ceil(extent / step), read unsigned.
      if (index.bits[0] >= llvm::divideCeil(extent, step)) {
        machine.undefined(in, Undefined::ViewIndex);
        return false;
      }
      start.push_back(index.bits[0] * step);
      // 13.4 additions, 4.2: of the whole tile.
      if (isPromised(k) &&
          (start.back() > extent ||
           extent - start.back() < uint64_t(tiling.tileShape[k]))) {
        machine.undefined(in, Undefined::BrokenInBoundsPromise);
        return false;
      }
    }
    prepareWalk();
    return true;
  }

  /// Whether the tile lies inside along its axis `k`, by what the access says.
  bool isPromised(size_t k) const {
    return k < tiling->promises.size() && tiling->promises[k];
  }

  /// Whether element `i` lies inside the tensor, and where: in bytes, or, of
  /// half-byte elements, in halves. None: the run has ended. Elements are
  /// asked for in their order.
  std::optional<bool> find(Machine &machine, const Instruction &in, size_t i,
                           int64_t &offset) {
    if (i < offsets.size()) {
      offset = offsets[i];
      return true;
    }
    if (isWalk) {
      offset = walkOffset;
      bool isInside = true;
      for (const Axis &axis : axes)
        isInside &= axis.at < axis.limit;
      step();
      if (isInside)
        return true;
    }
    bool overflow = false;
    if (!element(i, offset, overflow)) {
      if (!tiling->inBounds)
        return false;
      machine.undefined(in, Undefined::BrokenInBoundsPromise, i);
      return std::nullopt;
    }
    if (!overflow)
      return true;
    machine.undefined(in, Undefined::ViewOffsetOverflow, i);
    return std::nullopt;
  }

  /// The next element is not asked for.
  void skip() {
    if (isWalk)
      step();
  }

  /// The offsets of all elements, if they are all inside; else none.
  llvm::ArrayRef<int64_t> simpleOffsets(size_t count) {
    if (!isWalk || llvm::any_of(axes, [](const Axis &axis) {
          return axis.extent > axis.limit;
        }))
      return {};
    isWalk = false;
    offsets.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      offsets.push_back(walkOffset);
      step();
    }
    return offsets;
  }

private:
  struct Axis {
    uint64_t extent, limit;
    int64_t step;
    uint64_t at = 0;
  };
  /// Where no offset can overflow, they are found by going from one element to
  /// the next.
  void prepareWalk() {
    if (tiling->sparseDim || isHalf)
      return;
    isWalk = true;
    int64_t last = view->base;
    walkOffset = view->base;
    for (size_t k = 0; k < start.size(); ++k) {
      Axis axis;
      axis.extent = tiling->tileShape[k];
      uint64_t inTensor = view->shape[tiling->dimMap[k]];
      axis.limit = inTensor - std::min(inTensor, start[k]);
      int64_t most, span;
      isWalk =
          !llvm::MulOverflow(int64_t(view->strides[tiling->dimMap[k]]), size,
                             axis.step) &&
          axis.step >= 0 && start[k] <= INT32_MAX &&
          !llvm::AddOverflow(int64_t(start[k]), int64_t(axis.extent), most) &&
          !llvm::MulOverflow(most, axis.step, span) &&
          !llvm::AddOverflow(last, span, last);
      if (!isWalk)
        return;
      walkOffset += int64_t(start[k]) * axis.step;
      axes.push_back(axis);
    }
  }
  void step() {
    for (Axis &axis : llvm::reverse(axes)) {
      walkOffset += axis.step;
      if (++axis.at < axis.extent)
        return;
      walkOffset -= axis.step * int64_t(axis.extent);
      axis.at = 0;
    }
  }

  /// False if element `i` lies outside the tensor. Sets `overflow` if its
  /// offset does not fit 63 bits.
  bool element(size_t i, int64_t &offset, bool &overflow) const {
    llvm::ArrayRef<int64_t> tile = tiling->tileShape;
    offset = view->base;
    if (isHalf)
      overflow |= llvm::MulOverflow(offset, int64_t(2), offset);
    bool inside = true;
    for (size_t k = tile.size(); k-- > 0;) {
      uint64_t at =
          tiling->sparseDim == k ? rows[i % tile[k]] : start[k] + i % tile[k];
      i /= tile[k];
      unsigned dim = tiling->dimMap[k];
      inside &= at < view->shape[dim];
      // A row that is none has no address.
      if (tiling->sparseDim == k && at >= view->shape[dim])
        continue;
      int64_t bytes, step;
      overflow |= llvm::MulOverflow(int64_t(view->strides[dim]), size, step) ||
                  llvm::MulOverflow(int64_t(at), step, bytes) ||
                  llvm::AddOverflow(offset, bytes, offset);
    }
    return inside;
  }

  const ViewValue *view = nullptr;
  const Tiling *tiling = nullptr;
  int64_t size = 1;
  bool isHalf = false;
  llvm::SmallVector<uint64_t> start;
  std::vector<uint64_t> rows;
  bool isWalk = false;
  int64_t walkOffset = 0;
  llvm::SmallVector<Axis, 3> axes;
  llvm::SmallVector<int64_t, 32> offsets;
};
} // namespace

/// What element `i` is where there is none in the tensor.
static void pad(const Tiling &tiling, TileValue &result, size_t i) {
  if (tiling.padding == PaddingKind::Unspecified)
    result.markUnspecified(i);
  else
    result.bits[i] = paddingBits(tiling.padding, tiling.element);
}

/// The mask among the operands; null: all elements take part.
static const TileValue *maskAmong(Machine &machine, const Instruction &in,
                                  std::optional<unsigned> index) {
  return index ? &machine.tile(in, *index) : nullptr;
}
/// None: the run has ended.
static std::optional<bool> takesPart(Machine &machine, const Instruction &in,
                                     const TileValue *mask, size_t i) {
  if (!mask)
    return true;
  if (!mask->isUnspecified(i))
    return bool(mask->bits[i]);
  machine.unstable(in, "a mask");
  return std::nullopt;
}

Flow tilefuzz::evalTiledLoad(Machine &machine, const Instruction &in,
                             AccessKind kind, const Tiling &tiling,
                             unsigned viewIndex, unsigned firstIndex,
                             std::optional<unsigned> maskIndex,
                             std::optional<unsigned> otherIndex) {
  const ViewValue &view = *machine.slots[in.operands[viewIndex]].view;
  TilePlace place;
  if (!place.locate(machine, in, tiling, view, firstIndex))
    return Flow::Stop;
  Access access = beginAccess(machine, in, kind);
  Storage element(tiling.element);
  TileValue result;
  result.bits = ElementBits::zeros(
      tileShapeOf(in.op->getResult(0)).numElements(), in.resultBytes[0]);
  const TileValue *mask = maskAmong(machine, in, maskIndex);
  size_t done = 0;
  if (!mask)
    done = loadFast(machine, in, access, element, view.buffer,
                    place.simpleOffsets(result.bits.size()), result);
  for (size_t i = done; i < result.bits.size(); ++i) {
    std::optional<bool> isOn = takesPart(machine, in, mask, i);
    if (!isOn)
      return Flow::Stop;
    if (!*isOn) {
      place.skip();
      if (!otherIndex) {
        result.markUnspecified(i);
        continue;
      }
      const TileValue &other = machine.tile(in, *otherIndex);
      result.bits.set(i, other.bits[i]);
      result.copyMarks(i, other, i);
      continue;
    }
    int64_t offset;
    std::optional<bool> isInside = place.find(machine, in, i, offset);
    if (!isInside)
      return Flow::Stop;
    if (!*isInside) {
      pad(tiling, result, i);
      continue;
    }
    // Half a byte has its element above, or below, the other one.
    bool isHalf = element.isHalfByte;
    if (!loadElement(machine, in, access, element, view.buffer,
                     offset >> isHalf, result, i))
      return Flow::Stop;
    if (isHalf)
      result.bits[i] = result.bits[i] >> 4 * (offset & 1) & 0xF;
  }
  machine.setTile(in, 0, std::move(result));
  finishAccess(machine, in, access);
  return Flow::Next;
}

namespace {
/// The bytes that a store of half-byte elements writes: each whole, or not.
class HalfByteStore {
public:
  void add(int64_t half, const TileValue &value, size_t i) {
    Byte &byte = bytes[half >> 1];
    unsigned which = half & 1;
    byte.bits = (byte.bits & (which ? 0xF : 0xF0)) | value.bits[i] << 4 * which;
    byte.isUnspecified |= value.isUnspecified(i);
    ++byte.count[which];
  }

  Flow perform(Machine &machine, const Instruction &in, Access &access,
               Storage element, int buffer) const {
    TileValue whole;
    for (auto [offset, byte] : bytes) {
      if (!byte.count[0] || !byte.count[1])
        return machine.unsupported(in, halfByteStore);
      whole.bits = {byte.bits};
      whole.unspecified = {byte.isUnspecified};
      // Elements that share a place conflict as others do.
      for (unsigned n = 0; n < std::max(byte.count[0], byte.count[1]); ++n)
        if (!storeElement(machine, in, access, element, buffer, offset, whole,
                          0))
          return Flow::Stop;
    }
    return Flow::Next;
  }

private:
  struct Byte {
    uint64_t bits = 0;
    uint8_t isUnspecified = 0;
    unsigned count[2] = {0, 0};
  };
  std::map<int64_t, Byte> bytes;
};
} // namespace

Flow tilefuzz::evalTiledStore(Machine &machine, const Instruction &in,
                              AccessKind kind, const Tiling &tiling,
                              unsigned viewIndex, unsigned valueIndex,
                              unsigned firstIndex,
                              std::optional<unsigned> maskIndex) {
  const TileValue &value = machine.tile(in, valueIndex);
  const ViewValue &view = *machine.slots[in.operands[viewIndex]].view;
  TilePlace place;
  if (!place.locate(machine, in, tiling, view, firstIndex))
    return Flow::Stop;
  Access access = beginAccess(machine, in, kind);
  HalfByteStore halves;
  Storage element(tiling.element);
  const TileValue *mask = maskAmong(machine, in, maskIndex);
  size_t done = 0;
  if (!mask)
    done = storeSimply(machine, in, access, element, view.buffer,
                       place.simpleOffsets(value.bits.size()), value);
  for (size_t i = done; i < value.bits.size(); ++i) {
    std::optional<bool> isOn = takesPart(machine, in, mask, i);
    if (!isOn)
      return Flow::Stop;
    if (!*isOn) {
      place.skip();
      continue;
    }
    int64_t offset;
    std::optional<bool> isInside = place.find(machine, in, i, offset);
    if (!isInside)
      return Flow::Stop;
    if (!*isInside)
      continue;
    if (element.isHalfByte) {
      // Memory keeps no enclosure of half a byte.
      if (value.isInexact(i))
        machine.loseExactness(in);
      halves.add(offset, value, i);
      continue;
    }
    if (!storeElement(machine, in, access, element, view.buffer, offset, value,
                      i))
      return Flow::Stop;
  }
  if (halves.perform(machine, in, access, element, view.buffer) != Flow::Next)
    return Flow::Stop;
  finishAccess(machine, in, access);
  return Flow::Next;
}

Flow tilefuzz::evalTiledAtomic(Machine &machine, const Instruction &in,
                               AccessKind kind, const Tiling &tiling,
                               unsigned viewIndex, unsigned valueIndex,
                               unsigned firstIndex,
                               semantics::AtomicUpdate update) {
  const TileValue &value = machine.tile(in, valueIndex);
  const ViewValue &view = *machine.slots[in.operands[viewIndex]].view;
  TilePlace place;
  if (!place.locate(machine, in, tiling, view, firstIndex))
    return Flow::Stop;
  Access access = beginAccess(machine, in, kind);
  bool hasOld = in.results.size() > 1;
  machine.outcome.showsOrderOfSums |= update == semantics::AtomicUpdate::AddF &&
                                      hasOld &&
                                      !in.op->getResult(0).use_empty();
  AtomicRule rule = {update, tiling.element, value};
  TileValue old;
  old.bits.resize(value.bits.size());
  for (size_t i = 0; i < value.bits.size(); ++i) {
    int64_t offset;
    std::optional<bool> isInside = place.find(machine, in, i, offset);
    if (!isInside)
      return Flow::Stop;
    // Elements outside of the tensor are left out, as those of a store.
    if (!*isInside) {
      pad(tiling, old, i);
      continue;
    }
    if (value.isUnspecified(i))
      return machine.unstable(in, "an atomic update");
    if (!updateElement(machine, in, access, rule, i, view.buffer, offset, old))
      return Flow::Stop;
  }
  if (hasOld)
    machine.setTile(in, 0, std::move(old));
  finishAccess(machine, in, access);
  return Flow::Next;
}
