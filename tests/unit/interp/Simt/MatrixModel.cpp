//===- MatrixModel.cpp - Products of matrices by their names --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "MatrixModel.h"
#include "PtxModelFloat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace matrixmodel;
using llvm::StringRef;

static bool isType(StringRef part) {
  static const char *const all[] = {
      "f16",  "bf16", "tf32", "f32", "f64", "e4m3", "e5m2", "e3m2",
      "e2m3", "e2m1", "s8",   "u8",  "s4",  "u4",   "b1",   "s32"};
  return llvm::is_contained(all, part);
}

Shape::Shape(const ptxmodel::Name &name) : rounding(FE_TONEAREST) {
  std::vector<std::string> found;
  unsigned layouts = 0;
  for (StringRef part : name.parts) {
    if (sscanf(part.str().c_str(), "m%un%uk%u", &m, &n, &k) == 3)
      continue;
    if (part == "row" || part == "col")
      (layouts++ ? secondByColumn : firstByColumn) = part == "col";
    if (isType(part))
      found.push_back(part.str());
    if (part == "ue8m0" || part == "ue4m3")
      scaleType = part.str();
    if (part.ends_with_insensitive("1x") || part.ends_with_insensitive("2x") ||
        part.ends_with_insensitive("4x"))
      scales = part[part.size() - 2] - '0';
    if (part == "xor" || part == "and")
      bitOperation = part.str();
    if (auto mode = ptxmodel::modeNamed(part))
      rounding = *mode;
  }
  isSparse = name.whole.contains("mma.sp");
  isOrdered = name.whole.contains("ordered");
  saturates = name.has("satfinite");
  isPadded = name.whole.contains("f8f6f4");
  if (!scaleType.empty() && !scales)
    scales = isPadded ? 1 : 2;
  auto sum = [](const std::string &type) -> std::string {
    if (type == "f64")
      return "f64";
    return type == "bf16" || type == "tf32" ? "f32" : "s32";
  };
  if (found.size() == 4) {
    types[D] = found[0];
    types[A] = found[1];
    types[B] = found[2];
    types[C] = found[3];
  } else if (found.size() == 2 && (found[0] == "f16" || found[0] == "f32")) {
    types[A] = types[B] = "f16";
    types[D] = found[0];
    types[C] = found[1];
  } else {
    types[A] = found.front();
    types[B] = found.back();
    types[C] = types[D] = sum(found.front());
  }
}

unsigned matrixmodel::widthOf(const std::string &type) {
  if (type == "tf32")
    return 32;
  if (const ptxmodel::Format *format = ptxmodel::formatNamed(type))
    return format->width;
  return std::stoul(type.substr(1));
}

unsigned Shape::container(Role role) const {
  return isPadded && (role == A || role == B) ? 8 : widthOf(types[role]);
}

/// 9.7.14.5.1, for m8n8k4 of f16.
static ElementPlace quadPlace(const Shape &shape, Role role, unsigned lane,
                              unsigned i) {
  // Threads 0 to 3 and 16 to 19 have the first product, and so on.
  unsigned product = (lane & 15) >> 2;
  unsigned four = lane < 16 ? 0 : 4;
  if (role == A)
    return shape.firstByColumn ? ElementPlace{product, i % 4 + four, lane % 4}
                               : ElementPlace{product, lane % 4 + four, i};
  if (role == B)
    return shape.secondByColumn ? ElementPlace{product, i, lane % 4 + four}
                                : ElementPlace{product, lane % 4, i + four};
  if (shape.types[role] == "f16")
    return {product, lane % 4 + four, i};
  return {product, (lane & 1) + (i & 2) + four, (i & 4) + (lane & 2) + (i & 1)};
}

ElementPlace matrixmodel::placeOf(const Shape &shape, Role role, unsigned lane,
                                  unsigned i) {
  if (shape.isQuads())
    return quadPlace(shape, role, lane, i);
  unsigned group = lane >> 2, t = lane % 4;
  // Sections 9.7.14.6.2.1 to .8: what is stored of a sparse A lies as an A that
  // is half as deep.
  auto is = [&](unsigned m, unsigned k, unsigned bits) {
    return shape.m == m && (role == A ? shape.columns(A) : shape.k) == k &&
           shape.container(role) == bits;
  };
  auto at = [](unsigned row, unsigned column) {
    return ElementPlace{0, row, column};
  };
  if (role == C || role == D)
    return at(shape.m == 8 || i < 2 ? group : group + 8, t * 2 + (i & 1));
  bool isA = role == A;
  // Sections 9.7.14.5.2 to .13, by shape and by the width of the elements.
  if (is(8, 4, 64))
    return isA ? at(group, t) : at(t, group);
  if (is(8, 16, 8))
    return isA ? at(group, t * 4 + i) : at(t * 4 + i, group);
  if (is(8, 32, 4))
    return isA ? at(group, t * 8 + i) : at(t * 8 + i, group);
  if (is(8, 128, 1))
    return isA ? at(group, t * 32 + i) : at(t * 32 + i, group);
  if (is(16, 4, 32) || is(16, 4, 64))
    return isA ? at(i == 0 ? group : group + 8, t) : at(t, group);
  if (is(16, 8, 16))
    return isA ? at(i < 2 ? group : group + 8, t * 2 + (i & 1))
               : at(t * 2 + i, group);
  if (is(16, 8, 32) || is(16, 8, 64))
    return isA ? at(i == 0 || i == 2 ? group : group + 8, i < 2 ? t : t + 4)
               : at(i == 0 ? t : t + 4, group);
  if (is(16, 16, 16))
    return isA ? at(i < 2 || (4 <= i && i < 6) ? group : group + 8,
                    i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8)
               : at(i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, group);
  if (is(16, 16, 64))
    return isA ? at(i % 2 == 0 ? group : group + 8,
                    i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t)
               : at(t + i * 4, group);
  if (is(16, 16, 8))
    return isA ? at(i < 4 ? group : group + 8, t * 4 + (i & 3))
               : at(t * 4 + i, group);
  if (is(16, 32, 8))
    return isA ? at(i < 4 || (8 <= i && i < 12) ? group : group + 8,
                    i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16)
               : at(i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, group);
  if (is(16, 32, 4))
    return isA ? at(i < 8 ? group : group + 8, t * 8 + (i & 7))
               : at(t * 8 + i, group);
  if (is(16, 64, 4))
    return isA ? at(i < 8 || (16 <= i && i < 24) ? group : group + 8,
                    i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32)
               : at(i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, group);
  if (is(16, 128, 1))
    return isA ? at(i < 32 ? group : group + 8, t * 32 + (i & 31))
               : at(t * 32 + i, group);
  if (is(16, 256, 1))
    return isA ? at(i < 32 || (64 <= i && i < 96) ? group : group + 8,
                    i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128)
               : at(i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128,
                    group);
  // Of sparse ones alone.
  if (is(16, 32, 16) && !isA)
    return at(i / 2 * 8 + t * 2 + (i & 1), group);
  if (is(16, 16, 32) && !isA)
    return at(i * 4 + t, group);
  if (is(16, 64, 8) && !isA)
    return at(i / 4 * 16 + t * 4 + (i & 3), group);
  if (is(16, 128, 4) && !isA)
    return at(i / 8 * 32 + t * 8 + (i & 7), group);
  // No section has it.
  return at(~0u, ~0u);
}

unsigned matrixmodel::selectorsOf(const Shape &shape) {
  switch (shape.container(A)) {
  case 32:
    return shape.k == 8 ? 4 : 2;
  case 16:
    return shape.k == 16 ? 4 : 2;
  case 8:
    return shape.k == 32 ? 2 : 1;
  default:
    return shape.k == 64 ? 2 : 1;
  }
}

IndexPlace matrixmodel::indexPlace(const Shape &shape, unsigned selector,
                                   unsigned row, unsigned index) {
  unsigned first = row % 8 * 4;
  bool isLower = row >= 8;
  if (shape.types[A] == "tf32") {
    unsigned bit = index % 4 * 4 + (isLower ? 16 : 0);
    return shape.k == 8
               ? IndexPlace{first + selector, bit}
               : IndexPlace{first + selector * 2 + (index < 4 ? 0 : 1), bit};
  }
  if (shape.container(A) == 16) {
    unsigned bit = index % 8 * 2 + (isLower ? 16 : 0);
    return shape.k == 16
               ? IndexPlace{first + selector, bit}
               : IndexPlace{first + selector * 2 + (index < 8 ? 0 : 1), bit};
  }
  return {first + selector * 2 + (isLower ? 1 : 0) + (index < 16 ? 0 : 2),
          index % 16 * 2};
}

Matrix matrixmodel::emptyMatrix(const Shape &shape, Role role) {
  return Matrix(shape.rows(role), std::vector<uint64_t>(shape.columns(role)));
}

static long double realOf(const std::string &type, uint64_t bits) {
  if (type == "tf32")
    return ptxmodel::decode(*ptxmodel::formatNamed("f32"),
                            bits & ~uint64_t(0x1fff));
  return ptxmodel::decode(*ptxmodel::formatNamed(type), bits);
}

static uint64_t sumOfDoubles(const Shape &shape, const Matrix &a,
                             const Matrix &b, uint64_t c, unsigned row,
                             unsigned column) {
  auto number = [](uint64_t bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
  };
  volatile double sum = number(c);
  fesetround(shape.rounding);
  for (unsigned k = 0; k < shape.k; ++k) {
    volatile double x = number(a[row][k]), y = number(b[k][column]);
    sum = std::fma(x, y, sum);
  }
  fesetround(FE_TONEAREST);
  double last = sum;
  memcpy(&c, &last, 8);
  return c;
}

static uint64_t element(const Shape &shape, const Matrix &a, const Matrix &b,
                        uint64_t c, unsigned row, unsigned column) {
  if (!shape.bitOperation.empty()) {
    uint32_t sum = uint32_t(c);
    for (unsigned k = 0; k < shape.k; ++k)
      sum += shape.bitOperation == "xor" ? a[row][k] != b[k][column]
                                         : a[row][k] == 1 && b[k][column] == 1;
    return sum;
  }
  if (shape.types[D] == "s32") {
    __int128 sum = int32_t(c);
    auto signedOf = [](const std::string &type, uint64_t bits) -> __int128 {
      unsigned width = widthOf(type);
      return type[0] == 's' && bits >> (width - 1) & 1
                 ? __int128(bits) - (__int128(1) << width)
                 : __int128(bits);
    };
    for (unsigned k = 0; k < shape.columns(A); ++k)
      sum += signedOf(shape.types[A], a[row][k]) *
             signedOf(shape.types[B], b[shape.columnOf(row, k)][column]);
    if (shape.saturates)
      sum = std::min<__int128>(std::max<__int128>(sum, INT32_MIN), INT32_MAX);
    return uint32_t(sum);
  }
  if (shape.types[D] == "f64")
    return sumOfDoubles(shape, a, b, c, row, column);
  long double sum = realOf(shape.types[C], c);
  for (unsigned k = 0; k < shape.columns(A); ++k) {
    unsigned at = shape.columnOf(row, k);
    sum += realOf(shape.types[A], a[row][k]) * shape.factorOf(A, row, at) *
           realOf(shape.types[B], b[at][column]) *
           shape.factorOf(B, column, at);
  }
  return ptxmodel::encode(*ptxmodel::formatNamed(shape.types[D]), sum,
                          FE_TONEAREST);
}

Matrix matrixmodel::multiply(const Shape &shape, const Matrix &a,
                             const Matrix &b, const Matrix &c) {
  Matrix d = emptyMatrix(shape, D);
  for (unsigned row = 0; row < shape.m; ++row)
    for (unsigned column = 0; column < shape.n; ++column)
      d[row][column] = element(shape, a, b, c[row][column], row, column);
  return d;
}

uint64_t matrixmodel::randomElement(const std::string &type,
                                    std::mt19937_64 &random) {
  unsigned width = widthOf(type);
  uint64_t bits = ptxmodel::low(random(), width);
  // Near the ends of their range, so that sums go beyond it.
  if (type == "s32" && random() % 2)
    return uint32_t(random() % 2 ? INT32_MAX - random() % 999
                                 : INT32_MIN + random() % 999);
  std::string formatName = type == "tf32" ? "f32" : type;
  const ptxmodel::Format *format = ptxmodel::formatNamed(formatName);
  if (!format)
    return bits;
  if (random() % 16 == 0)
    return bits & uint64_t(1) << (width - 1);
  // In the narrow ones every number.
  if (width <= 8) {
    while (!std::isfinite(ptxmodel::decode(*format, bits)))
      bits = ptxmodel::low(random(), width);
    return type == "e5m2" ? (bits & 0x87) | (12 + random() % 8) << 2 : bits;
  }
  uint64_t fraction = ptxmodel::low(bits, format->fraction);
  uint64_t field = format->bias - 4 + random() % 8;
  return (bits >> (width - 1) << (width - 1)) | field << format->fraction |
         fraction;
}

uint64_t matrixmodel::getBits(const std::vector<uint8_t> &bytes, size_t at,
                              unsigned width) {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= uint64_t(bytes[(at + i) / 8] >> ((at + i) % 8) & 1) << i;
  return value;
}
void matrixmodel::setBits(std::vector<uint8_t> &bytes, size_t at,
                          unsigned width, uint64_t value) {
  for (unsigned i = 0; i < width; ++i) {
    uint8_t bit = 1 << ((at + i) % 8), &byte = bytes[(at + i) / 8];
    byte = value >> i & 1 ? byte | bit : byte & ~bit;
  }
}
