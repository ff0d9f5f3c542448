//===- StridedCopy.cpp - Elements from one tile to another ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/StridedCopy.h"

using namespace tilefuzz;

StridedPlacement StridedPlacement::whole(llvm::ArrayRef<int64_t> shape) {
  StridedPlacement places;
  places.strides.resize(shape.size());
  size_t stride = 1;
  for (size_t d = shape.size(); d-- > 0; stride *= shape[d])
    places.strides[d] = stride;
  return places;
}

TileValue tilefuzz::emptyTile(size_t count, const TileValue &like) {
  TileValue result;
  result.bits = ElementBits::uninitialized(count, like.bits.bytesPerElement());
  if (!like.buffers.empty())
    result.buffers.resize(count);
  return result;
}

template <typename T>
static void move(llvm::ArrayRef<int64_t> shape, const T *from,
                 llvm::ArrayRef<size_t> fromStrides, T *into,
                 llvm::ArrayRef<size_t> intoStrides) {
  if (shape.empty()) {
    *into = *from;
    return;
  }
  size_t size = shape[0], fromStride = fromStrides[0],
         intoStride = intoStrides[0];
  if (shape.size() > 1) {
    for (size_t i = 0; i < size; ++i)
      move(shape.drop_front(), from + i * fromStride, fromStrides.drop_front(),
           into + i * intoStride, intoStrides.drop_front());
    return;
  }
  if (fromStride == 0 && intoStride == 1)
    std::fill_n(into, size, *from);
  else if (fromStride == 1 && intoStride == 1)
    std::copy_n(from, size, into);
  else
    for (size_t i = 0; i < size; ++i)
      into[i * intoStride] = from[i * fromStride];
}

void tilefuzz::moveElements(llvm::ArrayRef<int64_t> shape,
                            const TileValue &from,
                            const StridedPlacement &fromPlaces, TileValue &into,
                            const StridedPlacement &intoPlaces) {
  auto moveAs = [&](const auto *source, auto *target) {
    move(shape, source + fromPlaces.start, fromPlaces.strides,
         target + intoPlaces.start, intoPlaces.strides);
  };
  const ElementBits *source = &from.bits;
  auto moveBits = [&](auto zero) {
    using T = decltype(zero);
    moveAs(static_cast<const T *>(source->data()),
           static_cast<T *>(into.bits.data()));
  };
  // The wider packing holds the elements of both.
  ElementBits repacked;
  unsigned bytes =
      std::max(into.bits.bytesPerElement(), from.bits.bytesPerElement());
  into.bits.pack(bytes);
  if (from.bits.bytesPerElement() != bytes) {
    repacked = from.bits;
    repacked.pack(bytes);
    source = &repacked;
  }
  switch (bytes) {
  case 1:
    moveBits(uint8_t());
    break;
  case 2:
    moveBits(uint16_t());
    break;
  case 4:
    moveBits(uint32_t());
    break;
  default:
    moveBits(uint64_t());
  }
  if (!from.buffers.empty())
    moveAs(from.buffers.data(), into.buffers.data());
  if (!from.unspecified.empty()) {
    into.unspecified.resize(into.bits.size());
    moveAs(from.unspecified.data(), into.unspecified.data());
  }
  if (!from.bounds.empty()) {
    into.bounds.resize(into.bits.size());
    moveAs(from.bounds.data(), into.bounds.data());
  }
  if (!from.forms.empty()) {
    into.forms.resize(into.bits.size());
    moveAs(from.forms.data(), into.forms.data());
  }
}
