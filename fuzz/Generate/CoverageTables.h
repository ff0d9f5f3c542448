//===- CoverageTables.h - What programs should contain ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_COVERAGETABLES_H
#define TILEFUZZ_FUZZ_GENERATE_COVERAGETABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tilefuzz::coverage {

enum Element : unsigned {
  I1,
  I4,
  I8,
  I16,
  I32,
  I64,
  F16,
  BF16,
  TF32,
  F32,
  F64,
  E4M3,
  E5M2,
  E8M0,
  E2M1,
  Ptr,
  NumElements
};
constexpr unsigned bit(Element element) { return 1u << element; }
template <typename... E> constexpr unsigned set(E... elements) {
  return (bit(elements) | ...);
}

inline constexpr unsigned Ints = set(I1, I8, I16, I32, I64),
                          WideInts = Ints | bit(I4),
                          BaseFloats = set(F16, BF16, F32, F64),
                          StorageFloats = set(TF32, E4M3, E5M2, E8M0, E2M1),
                          Floats = BaseFloats | StorageFloats,
                          Numbers = Ints | Floats, Any = Numbers | set(I4, Ptr);

/// Whose type counts.
enum class Counted {
  Operand0,
  Operand1,
  Result0,
  /// Both ends of a conversion.
  Ends,
  /// The types of the kernel's parameters.
  Arguments,
};

struct Rule {
  llvm::StringLiteral operations;
  Counted counted;
  unsigned legal;
  /// Pointers count as what they point to.
  bool throughPointers = false;
};

struct Reason {
  llvm::StringLiteral operations;
  unsigned elements;
  llvm::StringLiteral text;
};

/// Values of an attribute that some program must have.
struct AttributeRule {
  llvm::StringLiteral operations, attribute, values;
};

struct CoverageTables {
  llvm::ArrayRef<Rule> rules;
  llvm::ArrayRef<Reason> reasons;
  llvm::ArrayRef<AttributeRule> attributes;
};
const CoverageTables &getTileAACoverage();

} // namespace tilefuzz::coverage

#endif // TILEFUZZ_FUZZ_GENERATE_COVERAGETABLES_H
