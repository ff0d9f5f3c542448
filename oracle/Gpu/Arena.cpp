//===- Arena.cpp - A case's buffers in one allocation ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Arena.h"
#include <algorithm>

using namespace tilefuzz::conform;

static constexpr size_t alignment = 256, marginFactor = 64;
/// Widths of guards, in multiples of the least one.
static constexpr size_t widths[] = {1, 5, 2, 17, 3, 9};

static size_t alignUp(size_t offset) {
  return (offset + alignment - 1) / alignment * alignment;
}

/// Differs from its neighbours, so that a guard that is copied over another one
/// is noticed; neither 0 nor 255, which kernels write most.
static uint8_t guardByte(size_t offset) {
  uint64_t mixed = (offset + 1) * 0x9E3779B97F4A7C15u;
  return uint8_t(1 + (mixed >> 32) % 254);
}

Arena::Arena(const Case &one, size_t guard) : one(one) {
  size_t next = 0;
  for (char c : one.name)
    next = next * 31 + uint8_t(c);
  size_t end = marginFactor * guard;
  for (const Buffer &buffer : one.buffers) {
    offsets.push_back(alignUp(end));
    end = offsets.back() + buffer.input.size() +
          guard * widths[next++ % std::size(widths)];
  }
  before.resize(alignUp(end + marginFactor * guard));
  for (size_t i = 0; i < before.size(); ++i)
    before[i] = guardByte(i);
  for (size_t i = 0; i < one.buffers.size(); ++i)
    std::copy(one.buffers[i].input.begin(), one.buffers[i].input.end(),
              before.begin() + offsets[i]);
}

Bytes Arena::contentsOf(size_t buffer, const Bytes &after) const {
  auto begin = after.begin() + offsets[buffer];
  return Bytes(begin, begin + one.buffers[buffer].input.size());
}

std::string Arena::findStrayWrite(const Bytes &after) const {
  size_t at = 0;
  for (size_t i = 0; i <= offsets.size(); ++i) {
    size_t end = i < offsets.size() ? offsets[i] : before.size();
    auto [was, is] = std::mismatch(before.begin() + at, before.begin() + end,
                                   after.begin() + at);
    size_t stray = was - before.begin();
    if (stray < end) {
      size_t distance = stray - at;
      // The first guard has no buffer before it, the last one none behind it.
      if (i < offsets.size() && (i == 0 || end - stray < distance))
        return "written outside buffer " + one.buffers[i].name + ", " +
               std::to_string(end - stray) + " bytes before its begin";
      return i == 0
                 ? "written in an arena without buffers"
                 : "written outside buffer " + one.buffers[i - 1].name + ", " +
                       std::to_string(distance) + " bytes after its end";
    }
    if (i < offsets.size())
      at = end + one.buffers[i].input.size();
  }
  return "";
}
