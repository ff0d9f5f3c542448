//===- EncodeLaunch.cpp - The grid, and what is promised of values --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Atomic.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

/// Of one axis: the block's coordinate, or the grid's extent. Extents have at
/// most 24 bits.
static Term gridNumber(Encoder &e, unsigned axis, bool isExtent) {
  S &d = e.domain;
  std::string number = std::to_string(axis);
  Term block = d.input("block " + number, 24),
       extent = d.input("grid " + number, 24);
  e.result.given = d.land(e.result.given, d.ult(block, extent));
  return d.zext(isExtent ? extent : block, 32);
}
static llvm::Error tileGrid(Encoder &e, mlir::Operation *op) {
  for (unsigned axis = 0; axis < 3; ++axis)
    e.valueOf(op->getResult(axis)).elements = {
        {gridNumber(e, axis, llvm::isa<ct::GetNumTileBlocksOp>(op)),
         e.domain.truth(false)}};
  return llvm::Error::success();
}
template <typename OpT>
static llvm::Error aaGrid(Encoder &e, mlir::Operation *op) {
  e.valueOf(op->getResult(0)).elements = {
      {gridNumber(e, llvm::cast<OpT>(op).getAxis(),
                  std::is_same_v<OpT, aa::GetNumProgramsOp>),
       e.domain.truth(false)}};
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Promises: what is promised of an unspecified element is undefined, too
//===----------------------------------------------------------------------===//

namespace {
struct PublicPredicates {
  using DivBy = ct::DivByAttr;
  using Bounded = ct::BoundedAttr;
  using Same = ct::SameElementsAttr;
  static std::pair<std::optional<int64_t>, std::optional<int64_t>>
  bounds(Bounded attribute) {
    return {attribute.getLb(), attribute.getUb()};
  }
};
struct LoweredPredicates {
  using DivBy = aa::DivByAttr;
  using Bounded = aa::BoundedAttr;
  using Same = aa::SameElementsAttr;
  static std::pair<std::optional<int64_t>, std::optional<int64_t>>
  bounds(Bounded attribute) {
    return {attribute.getLower(), attribute.getUpper()};
  }
};
} // namespace

template <typename OpT, typename Attributes>
static llvm::Error assume(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  mlir::Attribute predicate = llvm::cast<OpT>(op).getPredicate();
  TileShape type = tileShapeOf(op->getOperand(0));
  if (!type.element.isIntOrIndexOrFloat() && !pointeeOf(type.element))
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' of a view has no encoding");
  mlir::Type pointee = pointeeOf(type.element);
  const SymbolicValue value = e.valueOf(op->getOperand(0));
  for (auto [i, element] : llvm::enumerate(value.elements)) {
    Term kept = d.truth(true);
    if (auto divBy = llvm::dyn_cast<typename Attributes::DivBy>(predicate)) {
      uint64_t size = pointee ? storageSize(pointee) : 1;
      // How far the first element of the group is away, and where it is.
      uint64_t distance = 0;
      size_t first = i;
      if (divBy.getEvery().value_or(0) > 0) {
        size_t along = *divBy.getAlong();
        distance = coordinate(type.shape, i, along) % *divBy.getEvery();
        uint64_t stride = 1;
        for (int64_t extent : type.shape.drop_front(along + 1))
          stride *= extent;
        first -= distance * stride;
      }
      uint64_t divisor = divBy.getDivisor();
      // Buffers of the interpreter are aligned to so many bytes.
      if (pointee && e.options.bufferSize)
        divisor = std::min<uint64_t>(divisor, 256);
      kept = distance ? semantics::follows(d, element.bits,
                                           value.elements[first].bits,
                                           distance * size)
                      : semantics::isMultiple(d, element.bits, divisor);
    } else if (auto bounded =
                   llvm::dyn_cast<typename Attributes::Bounded>(predicate)) {
      auto [lower, upper] = Attributes::bounds(bounded);
      if (lower)
        kept = semantics::isAtLeast(d, element.bits, *lower);
      if (upper)
        kept = d.land(kept, semantics::isAtMost(d, element.bits, *upper));
    } else if (auto same =
                   llvm::dyn_cast<typename Attributes::Same>(predicate)) {
      size_t first = 0;
      for (size_t k = 0; k < type.shape.size(); ++k) {
        int64_t at = coordinate(type.shape, i, k),
                block = std::max<int64_t>(
                    1, llvm::ArrayRef<int64_t>(same.getValues())[k]);
        first = first * type.shape[k] + at / block * block;
      }
      kept = d.eq(element.bits, value.elements[first].bits);
    } else {
      return llvm::createStringError(
          "'" + op->getName().getStringRef() +
          "' of a predicate of another dialect has no encoding");
    }
    e.addUndefined(d.lor(spreadOf(d, element), d.lnot(kept)));
  }
  e.valueOf(op->getResult(0)) = value;
  return llvm::Error::success();
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.get_tile_block_id", tileGrid},
    {"cuda_tile.get_num_tile_blocks", tileGrid},
    {"nv_tileaa.get_program_id", aaGrid<aa::GetProgramIdOp>},
    {"nv_tileaa.get_num_programs", aaGrid<aa::GetNumProgramsOp>},
    {"nv_tileaa.assume", assume<aa::AssumeOp, LoweredPredicates>},
    {"cuda_tile.assume", assume<ct::AssumeOp, PublicPredicates>},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getLaunchEncoders() { return rows; }
