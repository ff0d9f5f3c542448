//===- MatrixProduct.cpp - Products of matrices of a warp -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/MatrixProduct.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

MatrixFragment MatrixProduct::fragmentOf(MatrixRole role) const {
  MatrixFragment fragment;
  fragment.type = typeOf(role);
  fragment.rows = role == MatrixRole::B ? k : m;
  fragment.columns = role == MatrixRole::A ? storedDepth() : n;
  uint32_t width = fragment.type.width;
  bool hasByte = isPadded && width < 8;
  fragment.containerBits = hasByte ? 8 : width;
  // PTX ISA, mma: e2m1 in the middle of its byte, those of 6 bits at its end.
  fragment.shift = hasByte && width == 4 ? 2 : 0;
  fragment.elements = fragment.rows * fragment.columns * products() / 32;
  // A register for each two halves of wmma, of which some are copies.
  if (layout == FragmentLayout::Opaque && fragment.type.kind == TypeKind::F16 &&
      (role == MatrixRole::A || role == MatrixRole::B))
    fragment.elements = 16;
  fragment.registerBits = hasHalvesApart && fragment.type.kind == TypeKind::F16
                              ? 16
                              : std::max(32u, fragment.containerBits);
  return fragment;
}

/// PTX ISA, 9.7.14.5.1 (m8n8k4 of f16): lanes 4 p to 4 p + 3 and those sixteen
/// on have product p; the latter have the rows, or columns, from 4 on.
static FragmentPlace placeInQuads(const MatrixProduct &shape, MatrixRole role,
                                  uint32_t lane, uint32_t i) {
  uint32_t product = lane % 16 / 4, own = lane % 4, upper = lane / 16 * 4;
  switch (role) {
  case MatrixRole::A:
    return shape.isFirstByColumn ? FragmentPlace{product, i + upper, own}
                                 : FragmentPlace{product, own + upper, i};
  case MatrixRole::B:
    return shape.isSecondByColumn ? FragmentPlace{product, i, own + upper}
                                  : FragmentPlace{product, own, i + upper};
  case MatrixRole::C:
  case MatrixRole::D:
    if (shape.typeOf(role).kind == TypeKind::F16)
      return {product, own + upper, i};
    return {product, (lane & 1) + (i & 2) + upper,
            (i & 4) + (lane & 2) + (i & 1)};
  }
  llvm_unreachable("covered roles");
}

/// PTX ISA, 9.7.14.5.2 to .13: a group of four lanes has a row of A, a column
/// of B or a row of C, and of 16 rows the one eight below, too. Each lane has a
/// register of each run of four registers along k, and two neighbours of C.
FragmentPlace MatrixProduct::placeOf(MatrixRole role, uint32_t lane,
                                     uint32_t i) const {
  MatrixFragment fragment = fragmentOf(role);
  if (layout == FragmentLayout::Quads)
    return placeInQuads(*this, role, lane, i);
  if (layout == FragmentLayout::Opaque) {
    // By rows, and B by columns, one lane behind the other.
    uint32_t all = fragment.rows * fragment.columns;
    uint32_t at = lane * fragment.elements + i;
    bool isCopy = at >= all;
    at %= all;
    return role == MatrixRole::B ? FragmentPlace{0, at % fragment.rows,
                                                 at / fragment.rows, isCopy}
                                 : FragmentPlace{0, at / fragment.columns,
                                                 at % fragment.columns, isCopy};
  }
  uint32_t group = lane / 4, own = lane % 4;
  if (role == MatrixRole::C || role == MatrixRole::D)
    return {0, group + 8 * (i / 2), 2 * own + i % 2};
  // Elements of 32 bits, or one.
  uint32_t run = std::max(32 / fragment.containerBits, 1u);
  uint32_t number = i / run, within = own * run + i % run;
  if (role == MatrixRole::B)
    return {0, number * 4 * run + within, group};
  uint32_t halves = m / 8;
  return {0, group + 8 * (number % halves), number / halves * 4 * run + within};
}

uint32_t MatrixAccess::usualStride() const {
  MatrixFragment fragment = shape.fragmentOf(role);
  return isByColumn ? fragment.rows : fragment.columns;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::optional<RegisterType> simt::parseMatrixType(StringRef part) {
  using Row = std::optional<RegisterType>;
  return StringSwitch<Row>(part)
      .Case("f16", RegisterType{TypeKind::F16, 16})
      .Case("bf16", RegisterType{TypeKind::BF16, 16})
      .Case("tf32", RegisterType{TypeKind::TF32, 32})
      .Case("f32", RegisterType{TypeKind::F32, 32})
      .Case("f64", RegisterType{TypeKind::F64, 64})
      .Case("e4m3", RegisterType{TypeKind::E4M3, 8})
      .Case("e5m2", RegisterType{TypeKind::E5M2, 8})
      .Case("e3m2", RegisterType{TypeKind::E3M2, 6})
      .Case("e2m3", RegisterType{TypeKind::E2M3, 6})
      .Case("e2m1", RegisterType{TypeKind::E2M1, 4})
      .Case("s8", RegisterType{TypeKind::Signed, 8})
      .Case("u8", RegisterType{TypeKind::Unsigned, 8})
      .Case("s4", RegisterType{TypeKind::Signed, 4})
      .Case("u4", RegisterType{TypeKind::Unsigned, 4})
      .Case("b1", RegisterType{TypeKind::Bits, 1})
      .Case("s32", RegisterType{TypeKind::Signed, 32})
      .Default(std::nullopt);
}

bool simt::parseMatrixShape(StringRef part, uint32_t &m, uint32_t &n,
                            uint32_t &k) {
  return part.consume_front("m") && !part.consumeInteger(10, m) &&
         part.consume_front("n") && !part.consumeInteger(10, n) &&
         part.consume_front("k") && !part.consumeInteger(10, k) && part.empty();
}

/// What a name says once.
static void parsePart(StringRef part, MatrixProduct &product) {
  parseMatrixShape(part, product.m, product.n, product.k);
  product.saturates |= part == "satfinite";
  // LLVM writes the colons as a dot.
  product.isPadded |= part.ends_with("f8f6f4");
  // LLVM: `sp.ordered.metadata`.
  if (part == "sp")
    product.sparsity = MatrixSparsity::AnyOrder;
  else if (part == "sp::ordered_metadata" || part == "ordered")
    product.sparsity = MatrixSparsity::Ordered;
  product.scales = StringSwitch<uint32_t>(part)
                       .Cases({"scale_vec::1X", "1x"}, 1)
                       .Cases({"scale_vec::2X", "2x"}, 2)
                       .Cases({"scale_vec::4X", "4x"}, 4)
                       .Default(product.scales);
  product.scaleType = StringSwitch<RegisterType>(part)
                          .Case("ue8m0", RegisterType{TypeKind::UE8M0, 8})
                          .Case("ue4m3", RegisterType{TypeKind::E4M3, 8})
                          .Default(product.scaleType);
  product.bits = StringSwitch<BitProduct>(part)
                     .Case("xor", BitProduct::Xor)
                     .Case("and", BitProduct::And)
                     .Default(product.bits);
  product.rounding = StringSwitch<RoundingMode>(part)
                         .Case("rz", RoundingMode::Zero)
                         .Case("rm", RoundingMode::NegativeInf)
                         .Case("rp", RoundingMode::PositiveInf)
                         .Default(product.rounding);
}

/// What sums have where only factors are named.
static RegisterType sumOf(RegisterType factor) {
  if (factor.kind == TypeKind::F64)
    return factor;
  return factor.isFloat() ? RegisterType{TypeKind::F32, 32}
                          : RegisterType{TypeKind::Signed, 32};
}

/// Four types are those of D, A, B and C; two are those of D and C, where
/// factors are f16, or else of A and B; one is that of A and B.
static bool setTypes(ArrayRef<RegisterType> types, MatrixProduct &product) {
  auto isSum = [](RegisterType type) {
    return type.kind == TypeKind::F16 || type.kind == TypeKind::F32;
  };
  RegisterType half = {TypeKind::F16, 16};
  if (types.size() == 4)
    product.types = {types[1], types[2], types[3], types[0]};
  else if (types.size() == 2 && isSum(types[0]) && isSum(types[1]))
    product.types = {half, half, types[1], types[0]};
  else if (types.size() == 2 || types.size() == 1)
    product.types = {types.front(), types.back(), sumOf(types.front()),
                     sumOf(types.front())};
  else
    return false;
  return true;
}

std::optional<MatrixProduct>
simt::parseMatrixProduct(ArrayRef<StringRef> parts) {
  MatrixProduct product;
  bool isWhole = parts.front() == "wmma" && is_contained(parts, "mma");
  if (!isWhole && parts.front() != "mma")
    return std::nullopt;
  SmallVector<RegisterType, 4> types;
  SmallVector<bool, 2> areByColumn;
  bool isScaled = false;
  for (StringRef part : parts.drop_front()) {
    isScaled |= part == "block_scale" || part == "block";
    if (part == "row" || part == "col")
      areByColumn.push_back(part == "col");
    else if (auto type = parseMatrixType(part))
      types.push_back(*type);
    parsePart(part, product);
  }
  if (!product.k || areByColumn.size() != 2 || !setTypes(types, product))
    return std::nullopt;
  // PTX ISA: removed from wmma of floats.
  if (product.saturates && product.types[0].isFloat())
    return std::nullopt;
  // Table 36: what names need not say.
  if (isScaled && !product.scales)
    product.scales = product.isPadded ? 1 : 2;
  product.isFirstByColumn = areByColumn[0];
  product.isSecondByColumn = areByColumn[1];
  bool isQuads = product.m == 8 && product.k == 4 &&
                 product.typeOf(MatrixRole::A).kind == TypeKind::F16;
  product.layout = isWhole   ? FragmentLayout::Opaque
                   : isQuads ? FragmentLayout::Quads
                             : FragmentLayout::Groups;
  return product;
}

std::optional<MatrixAccess> simt::parseMatrixAccess(ArrayRef<StringRef> parts) {
  if (parts.front() != "wmma" ||
      !(is_contained(parts, "load") || is_contained(parts, "store")))
    return std::nullopt;
  MatrixAccess access;
  access.shape.layout = FragmentLayout::Opaque;
  std::optional<MatrixRole> role;
  for (StringRef part : parts.drop_front()) {
    if (auto found = StringSwitch<std::optional<MatrixRole>>(part)
                         .Case("a", MatrixRole::A)
                         .Case("b", MatrixRole::B)
                         .Case("c", MatrixRole::C)
                         .Case("d", MatrixRole::D)
                         .Default(std::nullopt))
      role = found;
    if (auto type = parseMatrixType(part))
      access.shape.types.fill(*type);
    access.isByColumn |= part == "col";
    parseMatrixShape(part, access.shape.m, access.shape.n, access.shape.k);
  }
  if (!role || !access.shape.k || !access.shape.types[0].width)
    return std::nullopt;
  access.role = *role;
  return access;
}
