//===- PtxModel.h - What an instruction's name says -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An independent reading of names of PTX instructions (PTX ISA 9.0, 9.7): which
// operands they have and what they compute, in the host's arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODEL_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ptxmodel {

struct Answer {
  uint64_t bits = 0;
  /// Of a second result, a predicate.
  bool second = false;
  /// The ISA does not say.
  bool isUnspecified = false;
};

struct Model {
  /// In bits; 1 is a predicate.
  unsigned result = 0;
  bool hasSecond = false;
  /// Types of the operands, as `f16x2`, `pred`, `amount` (a small u32).
  std::vector<std::string> operands;
  /// The statements, with `d`, `q` and `x0`, `x1`...; empty: the plain one.
  std::string text;
  /// The result is a float of that type, whose NaNs are all the same; packed
  /// ones have each.
  std::string floatResult;
  std::function<Answer(const uint64_t *)> compute;
};

/// Several where the text has constants or other operands to choose. None: the
/// model does not know the name.
std::vector<Model> modelsOf(llvm::StringRef name);
/// In bits.
unsigned widthOfType(llvm::StringRef type);
/// Values of each class of the type: boundaries, zeros, NaNs, subnormals, ties.
std::vector<uint64_t> valuesOf(llvm::StringRef type);
/// The bits with every NaN as one.
uint64_t canonical(llvm::StringRef floatType, uint64_t bits);

/// The parts of a name.
struct Name {
  llvm::StringRef whole;
  llvm::SmallVector<llvm::StringRef> parts;
  explicit Name(llvm::StringRef whole) : whole(whole) {
    whole.split(parts, '.');
  }
  bool has(llvm::StringRef part) const {
    for (size_t i = 1; i < parts.size(); ++i)
      if (parts[i] == part)
        return true;
    return false;
  }
  llvm::StringRef first() const { return parts[0]; }
  llvm::StringRef last() const { return parts.back(); }
};
std::vector<Model> integerModels(const Name &name);
std::vector<Model> floatModels(const Name &name);
std::vector<Model> conversionModels(const Name &name);
std::vector<Model> comparisonModels(const Name &name);

inline uint64_t low(uint64_t bits, unsigned width) {
  return width >= 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}
inline __int128 valueOf(llvm::StringRef type, uint64_t bits) {
  unsigned width = widthOfType(type);
  bits = low(bits, width);
  if (type.starts_with("s") && bits >> (width - 1) & 1)
    return __int128(bits) - (__int128(1) << width);
  return bits;
}

} // namespace ptxmodel

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXMODEL_H
