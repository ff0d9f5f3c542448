//===- TensorMap.cpp - What a tensor map says -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/TensorMap.h"
#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

static constexpr uint32_t addressAt = 0, sizesAt = 8, rankAt = 28,
                          stridesAt = 32, boxAt = 64, stepsAt = 84,
                          typeAt = 104, interleaveAt = 105, swizzleAt = 106,
                          fillAt = 107, atomicityAt = 108;

TensorMapPlace simt::placeOf(TensorMapField field, uint32_t ordinal) {
  switch (field) {
  case TensorMapField::GlobalAddress:
    return {addressAt, 8};
  case TensorMapField::Rank:
    return {rankAt, 4};
  case TensorMapField::BoxDim:
    return {boxAt + 4 * ordinal, 4};
  case TensorMapField::GlobalDim:
    return {sizesAt + 4 * ordinal, 4};
  case TensorMapField::GlobalStride:
    return {stridesAt + 8 * ordinal, 8};
  case TensorMapField::ElementStride:
    return {stepsAt + 4 * ordinal, 4};
  case TensorMapField::ElementType:
    return {typeAt, 1};
  case TensorMapField::InterleaveLayout:
    return {interleaveAt, 1};
  case TensorMapField::SwizzleMode:
    return {swizzleAt, 1};
  case TensorMapField::SwizzleAtomicity:
    return {atomicityAt, 1};
  case TensorMapField::FillMode:
    return {fillAt, 1};
  }
  llvm_unreachable("covered fields");
}

uint32_t TensorMap::extent(uint32_t dimension) const {
  return divideCeil(box[dimension], steps[dimension]);
}

uint32_t TensorMap::boxBytes() const {
  uint32_t bytes = elementBytes();
  for (uint32_t i = 0; i < rank; ++i)
    bytes *= extent(i);
  return bytes;
}

uint64_t TensorMap::fill() const {
  if (!fillsNaN)
    return 0;
  switch (type.kind) {
  case TypeKind::F64:
    return 0x7ff8000000000000;
  case TypeKind::F32:
    return 0x7fc00000;
  case TypeKind::F16:
    return 0x7e00;
  default:
    return 0x7fc0;
  }
}

static Error broken() { return make_error<DescriptorError>(); }
static Error unsupported(const Twine &what) {
  return make_error<DescriptorError>(what.str());
}

/// The table of `.elemtype` of tensormap.replace.
static Expected<RegisterType> typeOf(uint8_t number) {
  static constexpr RegisterType types[] = {{TypeKind::Unsigned, 8},
                                           {TypeKind::Unsigned, 16},
                                           {TypeKind::Unsigned, 32},
                                           {TypeKind::Signed, 32},
                                           {TypeKind::Unsigned, 64},
                                           {TypeKind::Signed, 64},
                                           {TypeKind::F16, 16},
                                           {TypeKind::F32, 32},
                                           {},
                                           {TypeKind::F64, 64},
                                           {TypeKind::BF16, 16}};
  constexpr uint8_t count = 16;
  if (number >= count)
    return broken();
  if (number >= std::size(types) || !types[number].width)
    return unsupported("a tensor map of element type " +
                       Twine(unsigned(number)));
  return types[number];
}

Expected<TensorMap> simt::parseTensorMap(ArrayRef<uint8_t> bytes) {
  TensorMap map;
  auto word = [&](uint32_t offset) {
    return support::endian::read32le(bytes.data() + offset);
  };
  auto wide = [&](uint32_t offset) {
    return support::endian::read64le(bytes.data() + offset);
  };
  Expected<RegisterType> type = typeOf(bytes[typeAt]);
  if (!type)
    return type.takeError();
  map.type = *type;
  map.address = wide(addressAt);
  map.rank = word(rankAt) + 1;
  constexpr uint32_t maxBox = 256, maxStep = 8, chunk = 16;
  if (map.rank < 1 || map.rank > TensorMap::maxRank || map.address % chunk)
    return broken();
  map.strides[0] = map.elementBytes();
  for (uint32_t i = 0; i < map.rank; ++i) {
    map.sizes[i] = word(sizesAt + 4 * i);
    map.box[i] = word(boxAt + 4 * i);
    map.steps[i] = word(stepsAt + 4 * i);
    if (i)
      map.strides[i] = wide(stridesAt + 8 * (i - 1));
    if (!map.sizes[i] || !map.box[i] || map.box[i] > maxBox || !map.steps[i] ||
        map.steps[i] > maxStep ||
        (i && (map.strides[i] % chunk || map.strides[i] >> 40)))
      return broken();
  }
  if (map.steps[0] != 1)
    return unsupported("a tensor map with a step in its first dimension");
  if (bytes[interleaveAt])
    return bytes[interleaveAt] > 2 ? broken()
                                   : unsupported("an interleaved tensor map");
  if (bytes[atomicityAt])
    return bytes[atomicityAt] > 3
               ? broken()
               : unsupported("a tensor map whose swizzle moves more than 16 "
                             "bytes");
  constexpr uint8_t by128 = 3, by96 = 4;
  if (bytes[swizzleAt] == by96)
    return unsupported("a tensor map swizzled by 96 bytes");
  if (bytes[swizzleAt] > by96 || bytes[fillAt] > 1)
    return broken();
  map.swizzle = bytes[swizzleAt] ? chunk << bytes[swizzleAt] : 0;
  static_assert(chunk << by128 == 128, "the largest swizzle");
  map.fillsNaN = bytes[fillAt];
  uint32_t line = map.box[0] * map.elementBytes();
  if (line % chunk || (map.fillsNaN && !map.type.isFloat()) ||
      (map.swizzle && line > map.swizzle))
    return broken();
  if (map.swizzle && line < map.swizzle)
    return unsupported("a box whose lines are shorter than its swizzle");
  return map;
}

std::vector<BoxRun> simt::runsOf(const TensorMap &map,
                                 ArrayRef<int32_t> coordinates,
                                 uint64_t address) {
  constexpr uint32_t chunk = 16;
  std::vector<BoxRun> runs;
  uint32_t element = map.elementBytes(), line = map.box[0] * element;
  uint32_t lines = map.boxBytes() / line;
  // Of the first dimension, which elements are inside.
  int64_t first = coordinates[0], size = map.sizes[0], length = map.box[0];
  int64_t begin = std::clamp<int64_t>(-first, 0, length),
          end = std::clamp<int64_t>(size - first, begin, length);
  for (uint32_t number = 0; number < lines; ++number) {
    int64_t global = 0;
    bool isOutside = false;
    uint32_t rest = number;
    for (uint32_t i = 1; i < map.rank; ++i) {
      int64_t at = int64_t(coordinates[i]) +
                   int64_t(rest % map.extent(i)) * map.steps[i];
      rest /= map.extent(i);
      isOutside |= at < 0 || at >= int64_t(map.sizes[i]);
      global += at * int64_t(map.strides[i]);
    }
    auto append = [&](int64_t from, int64_t to, bool outside) {
      while (from < to) {
        uint64_t place = address + uint64_t(number) * line + from;
        int64_t bytes = to - from;
        if (map.swizzle) {
          bytes = std::min<int64_t>(bytes, chunk - place % chunk);
          place ^= (place >> 7 & (map.swizzle / chunk - 1)) << 4;
        }
        runs.push_back({outside ? 0 : global + first * element + from,
                        int64_t(place - address), uint32_t(bytes), outside});
        from += bytes;
      }
    };
    append(0, begin * element, true);
    append(begin * element, end * element, isOutside);
    append(end * element, line, true);
  }
  return runs;
}
