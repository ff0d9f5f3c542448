//===- TensorLayout.cpp - Where parts of matrices are ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/TensorLayout.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

char DescriptorError::ID = 0;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

namespace {
struct ShapeRow {
  StringLiteral spelling;
  unsigned lanes, words;
};
} // namespace

static const ShapeRow &rowOf(TensorShape shape) {
  static constexpr ShapeRow rows[] = {
#define SIMT_TENSOR_SHAPE(NAME, SPELLING, LANES, WORDS)                        \
  {SPELLING, LANES, WORDS},
#include "interp/Simt/Machine/TensorOperations.def"
  };
  return rows[unsigned(shape)];
}

StringRef simt::spellingOf(TensorShape shape) { return rowOf(shape).spelling; }
unsigned simt::lanesOf(TensorShape shape) { return rowOf(shape).lanes; }
unsigned simt::registersOf(TensorShape shape) {
  return rowOf(shape).lanes * rowOf(shape).words / 32;
}

TensorPlace simt::fragmentPlace(TensorShape shape, uint32_t thread,
                                uint32_t index) {
  switch (shape) {
  case TensorShape::Of32x32b:
    return {thread, index};
  case TensorShape::Of16x64b:
    return {thread / 4 + 8 * (thread % 2), thread / 2 % 2 + 2 * index};
  case TensorShape::Of16x128b:
    return {thread / 4 + 8 * (index % 2), thread % 4 + 4 * (index / 2)};
  case TensorShape::Of16x256b:
    return {thread / 4 + 8 * (index / 2 % 2),
            index % 2 + 2 * (thread % 4) + 8 * (index / 4)};
  case TensorShape::Of16x32bx2:
    return {thread % 16, index, thread >= 16};
  }
  llvm_unreachable("covered shapes");
}

StringRef simt::spellingOf(TensorCopy copy) {
  static constexpr StringLiteral names[] = {
#define SIMT_TENSOR_COPY(NAME, LLVM, ROWS, WORDS) LLVM,
#include "interp/Simt/Machine/TensorOperations.def"
  };
  return names[unsigned(copy)];
}

CopyExtent simt::extentOf(TensorCopy copy) {
  static constexpr CopyExtent extents[] = {
#define SIMT_TENSOR_COPY(NAME, LLVM, ROWS, WORDS) {ROWS, WORDS},
#include "interp/Simt/Machine/TensorOperations.def"
  };
  return extents[unsigned(copy)];
}

SmallVector<uint32_t, 4> simt::lanesOfRow(TensorCopy copy, uint32_t row) {
  constexpr uint32_t warp = 32;
  switch (copy) {
  case TensorCopy::Of128x256b:
  case TensorCopy::Of128x128b:
    return {row};
  case TensorCopy::Of4x256b:
    return {row * warp};
  case TensorCopy::Of64x128bPairs02:
    return {row, row + 2 * warp};
  case TensorCopy::Of64x128bPairs01: {
    uint32_t lane = row / warp * 2 * warp + row % warp;
    return {lane, lane + warp};
  }
  case TensorCopy::Of32x128b:
    return {row, row + warp, row + 2 * warp, row + 3 * warp};
  }
  llvm_unreachable("covered copies");
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

uint32_t SharedMatrix::addressOf(uint32_t line, uint32_t byte,
                                 bool isByK) const {
  constexpr uint32_t chunk = 16, group = 8;
  uint32_t within = line % group, groups = line / group;
  if (swizzle == chunk) {
    // Eight lines of 16 bytes lie together. Which stride leads to the next
    // eight and which to the next 16 bytes depends on how it is stored.
    uint32_t ofGroups = isByK ? stride : leading,
             ofChunks = isByK ? leading : stride;
    return start + within * chunk + groups * ofGroups +
           byte / chunk * ofChunks + byte % chunk;
  }
  // By K, a line never leaves its bytes: the leading stride is not looked at.
  uint32_t address = start + within * swizzle + groups * stride;
  address += isByK ? byte : byte / swizzle * leading + byte % swizzle;
  // Chunks of 16 bytes change places by the number of their 128 bytes.
  return address ^ (((address >> 7) & (swizzle / chunk - 1)) << 4);
}

Expected<uint32_t> SharedPlaces::add(const Object &object) {
  constexpr uint32_t gap = 16, limit = 1 << 18;
  uint64_t address = alignTo(end + gap, std::max(object.alignment, gap));
  end = object.hasLaunchSize ? limit : address + object.bytes.size();
  if (address > limit || end > limit)
    return createStringError("more shared memory than 256 KiB");
  addresses.push_back(address);
  return address;
}

Expected<std::vector<uint32_t>> simt::placeShared(ArrayRef<Object> objects) {
  SharedPlaces places;
  for (const Object &object : objects) {
    if (object.space != StateSpace::Shared)
      continue;
    if (Expected<uint32_t> address = places.add(object); !address)
      return address.takeError();
  }
  return std::move(places.addresses);
}

static Error broken() { return make_error<DescriptorError>(); }
static Error unsupported(const Twine &what) {
  return make_error<DescriptorError>(what.str());
}
static uint64_t bitsOf(uint64_t word, unsigned first, unsigned count) {
  return word >> first & ((uint64_t(1) << count) - 1);
}

Expected<SharedMatrix> simt::parseSharedMatrix(uint64_t descriptor,
                                               DescriptorKind kind) {
  if (bitsOf(descriptor, 46, 3) != uint64_t(kind) ||
      bitsOf(descriptor, 53, 8) != 0)
    return broken();
  if (bitsOf(descriptor, 49, 3))
    return unsupported("a matrix descriptor with a base offset");
  if (bitsOf(descriptor, 52, 1) && kind == DescriptorKind::Warpgroup)
    return broken();
  if (bitsOf(descriptor, 52, 1))
    return unsupported("a matrix descriptor with an absolute address");
  SharedMatrix matrix;
  matrix.start = bitsOf(descriptor, 0, 14) << 4;
  matrix.leading = bitsOf(descriptor, 16, 14) << 4;
  matrix.stride = bitsOf(descriptor, 32, 14) << 4;
  switch (bitsOf(descriptor, 61, 3)) {
  case 0:
    break;
  case 1:
    // Of wgmma the field has two bits.
    return kind == DescriptorKind::Warpgroup
               ? broken()
               : unsupported("a matrix swizzled by 32 bytes within 128");
  case 2:
    matrix.swizzle = 128;
    break;
  case 4:
    matrix.swizzle = 64;
    break;
  case 6:
    matrix.swizzle = 32;
    break;
  default:
    return broken();
  }
  return matrix;
}

bool simt::readFactor(const SharedMatrix &at, const TensorFactor &factor,
                      function_ref<bool(uint32_t, MutableArrayRef<Lane>)> read,
                      std::vector<Lane> &elements) {
  constexpr uint32_t chunkBytes = 16;
  uint32_t size = TensorProduct::bytesOf(factor.type);
  uint32_t stored = factor.isTransposed ? factor.depth : factor.lines;
  uint32_t lineBytes =
      size * (factor.isTransposed ? factor.lines : factor.depth);
  elements.resize(factor.lines * factor.depth);
  for (uint32_t line = 0; line < stored; ++line)
    for (uint32_t byte = 0; byte < lineBytes; byte += chunkBytes) {
      Lane chunk[chunkBytes];
      uint32_t count = std::min(chunkBytes, lineBytes - byte);
      if (!read(at.addressOf(line, byte, !factor.isTransposed),
                MutableArrayRef(chunk, count)))
        return false;
      for (uint32_t i = 0; i < count; ++i) {
        uint32_t along = (byte + i) / size;
        Lane &element = factor.isTransposed
                            ? elements[along * factor.depth + line]
                            : elements[line * factor.depth + along];
        element.bits |= chunk[i].bits << (8 * ((byte + i) % size));
        element.poison |= chunk[i].poison;
        // Of a value of several legal ones, with its first byte.
        if (chunk[i].isInexact) {
          element.isInexact = true;
          element.allocation = chunk[i].allocation;
        }
      }
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

uint32_t TensorProduct::bytesOf(RegisterType type) {
  return (type.width + 7) / 8;
}

/// The format that number `code` stands for; width 0: none. E2M3, E3M2 and E2M1
/// lie in memory with gaps, which nothing here reads.
static RegisterType factorType(TensorKind kind, unsigned code) {
  auto at = [&](std::initializer_list<RegisterType> types) {
    return code < types.size() ? types.begin()[code] : RegisterType();
  };
  switch (kind) {
  case TensorKind::F16:
    return at({{TypeKind::F16, 16}, {TypeKind::BF16, 16}});
  case TensorKind::TF32:
    return at({{}, {}, {TypeKind::TF32, 32}});
  case TensorKind::F8F6F4:
    return at({{TypeKind::E4M3, 8},
               {TypeKind::E5M2, 8},
               {},
               {TypeKind::E2M3, 6},
               {TypeKind::E3M2, 6},
               {TypeKind::E2M1, 4}});
  case TensorKind::I8:
    return at({{TypeKind::Unsigned, 8}, {TypeKind::Signed, 8}});
  }
  llvm_unreachable("covered kinds");
}

/// The format of D; width 0: none.
static RegisterType sumType(TensorKind kind, unsigned code) {
  if (kind == TensorKind::I8)
    return code == 2 ? RegisterType{TypeKind::Signed, 32} : RegisterType();
  if (code == 1)
    return {TypeKind::F32, 32};
  return code == 0 && (kind == TensorKind::F16 || kind == TensorKind::F8F6F4)
             ? RegisterType{TypeKind::F16, 16}
             : RegisterType();
}

/// 9.7.16.2.1, without pairs of CTAs.
static bool isShape(TensorKind kind, uint32_t rows, uint32_t columns) {
  if (columns == 0 || columns > 256)
    return false;
  if (rows == 128)
    return columns % 16 == 0;
  if (rows != 64)
    return false;
  if (kind == TensorKind::I8)
    return columns % 16 == 0 || columns == 8 || columns == 24;
  return columns % 8 == 0;
}

Expected<TensorProduct> simt::parseTensorProduct(TensorKind kind,
                                                 uint32_t descriptor) {
  TensorProduct product;
  bool isInteger = kind == TensorKind::I8;
  for (unsigned reserved : {6, 23, 29})
    if (bitsOf(descriptor, reserved, 1))
      return broken();
  if (bitsOf(descriptor, 2, 1))
    return unsupported("a sparse matrix");
  product.saturates = bitsOf(descriptor, 3, 1);
  product.sum = sumType(kind, bitsOf(descriptor, 4, 2));
  product.first = factorType(kind, bitsOf(descriptor, 7, 3));
  product.second = factorType(kind, bitsOf(descriptor, 10, 3));
  product.negatesFirst = bitsOf(descriptor, 13, 1);
  product.negatesSecond = bitsOf(descriptor, 14, 1);
  product.isFirstTransposed = bitsOf(descriptor, 15, 1);
  product.isSecondTransposed = bitsOf(descriptor, 16, 1);
  product.columns = bitsOf(descriptor, 17, 6) << 3;
  product.rows = bitsOf(descriptor, 24, 5) << 4;
  if (!product.sum.width || !product.first.width || !product.second.width ||
      (product.saturates && !isInteger) ||
      ((product.negatesFirst || product.negatesSecond) && isInteger) ||
      !isShape(kind, product.rows, product.columns))
    return broken();
  // Both factors have one format, and sums of bf16 none of 16 bits.
  if (kind == TensorKind::F16 && (product.first.kind != product.second.kind ||
                                  (product.first.kind == TypeKind::BF16 &&
                                   product.sum.kind == TypeKind::F16)))
    return broken();
  if (product.first.width < 8 || product.second.width < 8)
    return unsupported("a matrix of 4 or 6 bits");
  if (kind == TensorKind::TF32 &&
      (product.isFirstTransposed || product.isSecondTransposed))
    return unsupported("a transposed matrix of tf32");
  return product;
}
