//===- SymbolicValue.h - Tiles and tokens as terms --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the operands and results of tile programs are in formulas.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_SYMBOLICVALUE_H
#define TILEFUZZ_ORACLE_SMT_SYMBOLICVALUE_H

#include "oracle/Smt/SymbolicDomain.h"
#include <map>

namespace tilefuzz {

struct SymbolicElement {
  Term bits;
  /// Unspecified (or poison, or masked off without padding).
  Term unspecified;
  /// Where it is unspecified, under this condition it has the value of `bits`,
  /// which is any value (part 2, 2.1), and so have results that are computed
  /// from it; else, and without a condition, it is poison, and so are they.
  Term isAnyValue = {};
};
/// Where results that are computed from the element are unspecified, too.
inline Term spreadOf(SymbolicDomain &d, const SymbolicElement &element) {
  return element.isAnyValue.ast
             ? d.land(element.unspecified, d.lnot(element.isAnyValue))
             : element.unspecified;
}
/// It is poison under that condition, too.
inline void makePoison(SymbolicDomain &d, SymbolicElement &element,
                       Term condition) {
  element.unspecified = d.lor(element.unspecified, condition);
  if (element.isAnyValue.ast)
    element.isAnyValue = d.land(element.isAnyValue, d.lnot(condition));
}
/// `x` where the condition holds, else `y`.
SymbolicElement mergeElements(SymbolicDomain &d, Term condition,
                              const SymbolicElement &x,
                              const SymbolicElement &y);

/// Under which condition each access (by number) is ordered before a point.
using SymbolicToken = std::map<unsigned, Term>;

/// A tile, row-major, or a token.
struct SymbolicValue {
  std::vector<SymbolicElement> elements;
  SymbolicToken token;
};

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_SYMBOLICVALUE_H
