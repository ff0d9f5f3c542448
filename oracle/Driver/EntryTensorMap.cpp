//===- EntryTensorMap.cpp - Tensor maps -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// CUDA Driver API reference, "Tensor Map Object Management": what a map may say
// beside what the machine checks itself when it reads one.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/TensorLayout.h"
#include "interp/Simt/Machine/TensorMap.h"
#include "oracle/Driver/Process.h"
#include "llvm/Support/Endian.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::driver;
using simt::TensorMapField;

/// CUtensorMapDataType into the numbers of `.elemtype` (PTX ISA,
/// tensormap.replace): the two order some of the floats differently.
static constexpr uint8_t elementTypes[] = {0, 1,  2, 3,  4,  5,  6,  7,
                                           9, 10, 8, 11, 12, 13, 14, 15};

namespace {
/// CUtensorMapSwizzle: the bytes that change places, and what moves together.
struct Swizzle {
  uint8_t mode, atomicity;
};
constexpr Swizzle swizzles[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0},
                                {3, 1}, {3, 2}, {3, 3}};

/// The 128 bytes of a map that is being made.
class MapBytes {
public:
  void put(TensorMapField field, uint32_t ordinal, uint64_t value) {
    auto [offset, size] = simt::placeOf(field, ordinal);
    for (uint32_t i = 0; i < size; ++i)
      bytes[offset + i] = uint8_t(value >> (8 * i));
  }

  /// Writes the map if the machine takes it.
  Status write(void *map) const {
    llvm::Expected<simt::TensorMap> parsed = simt::parseTensorMap(bytes);
    if (parsed) {
      std::copy(bytes.begin(), bytes.end(), static_cast<uint8_t *>(map));
      return Status::Success;
    }
    // Without words it is wrong; with some it is more than the machine does.
    std::string refused;
    llvm::handleAllErrors(parsed.takeError(),
                          [&](const simt::DescriptorError &error) {
                            refused = error.unsupported;
                          });
    if (refused.empty())
      return Status::InvalidValue;
    report(refused);
    return Status::NotSupported;
  }

private:
  std::array<uint8_t, simt::TensorMap::size> bytes{};
};
} // namespace

static bool isPlaceForMap(const void *map) {
  return map &&
         reinterpret_cast<uintptr_t>(map) % simt::TensorMap::alignment == 0;
}

TILECUDA_API Status cuTensorMapEncodeTiled(
    void *map, unsigned type, unsigned rank, const void *address,
    const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
    const uint32_t *steps, unsigned interleave, unsigned swizzle,
    unsigned promotion, unsigned fill) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  constexpr unsigned promotions = 4;
  if (!isPlaceForMap(map) || type >= std::size(elementTypes) || !rank ||
      rank > simt::TensorMap::maxRank || !sizes || (rank > 1 && !strides) ||
      !box || !steps || swizzle >= std::size(swizzles) ||
      promotion >= promotions)
    return Status::InvalidValue;
  MapBytes bytes;
  bytes.put(TensorMapField::GlobalAddress, 0,
            reinterpret_cast<uintptr_t>(address));
  bytes.put(TensorMapField::Rank, 0, rank - 1);
  bytes.put(TensorMapField::ElementType, 0, elementTypes[type]);
  bytes.put(TensorMapField::InterleaveLayout, 0, std::min(interleave, 255u));
  bytes.put(TensorMapField::SwizzleMode, 0, swizzles[swizzle].mode);
  bytes.put(TensorMapField::SwizzleAtomicity, 0, swizzles[swizzle].atomicity);
  bytes.put(TensorMapField::FillMode, 0, std::min(fill, 255u));
  for (unsigned i = 0; i < rank; ++i) {
    // 2^32 is allowed, and does not fit where sizes stand.
    if (sizes[i] >> 32) {
      if (sizes[i] > uint64_t(1) << 32)
        return Status::InvalidValue;
      report("a tensor map of 2^32 elements in one dimension");
      return Status::NotSupported;
    }
    bytes.put(TensorMapField::GlobalDim, i, sizes[i]);
    bytes.put(TensorMapField::BoxDim, i, box[i]);
    bytes.put(TensorMapField::ElementStride, i, steps[i]);
    if (i)
      bytes.put(TensorMapField::GlobalStride, i - 1, strides[i - 1]);
  }
  return bytes.write(map);
}

TILECUDA_API Status cuTensorMapReplaceAddress(void *map, const void *address) {
  ReadyCall call;
  if (call.failed())
    return call.status;
  if (!isPlaceForMap(map) || !address ||
      reinterpret_cast<uintptr_t>(address) % 16)
    return Status::InvalidValue;
  llvm::support::endian::write64le(
      static_cast<uint8_t *>(map) +
          simt::placeOf(TensorMapField::GlobalAddress, 0).offset,
      reinterpret_cast<uintptr_t>(address));
  return Status::Success;
}
