//===- ElementwiseEncoding.h - What element-wise encoders share -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The meanings are the templates of interp/Semantics, over solver terms.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_SMT_ELEMENTWISEENCODING_H
#define TILEFUZZ_ORACLE_SMT_ELEMENTWISEENCODING_H

#include "interp/Semantics/ScalarOperations.h"
#include "interp/TileTypes/DialectEnums.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Smt/Encoder.h"

namespace tilefuzz {

using ScalarResult = Result<SymbolicDomain>;
using ScalarArgs = const std::vector<Term> &;

/// Whether `scalar` is undefined for some of the values that the operands'
/// elements can have: a poisonous element is any value, and undefined
/// behaviour only if one of these makes it so (part 2, 2.1). Where an operation
/// can be undefined, it is so at an end of a range, read either way.
template <typename F>
Term canBeUndefined(SymbolicDomain &d, llvm::ArrayRef<SymbolicElement> operands,
                    F scalar) {
  std::vector<std::vector<Term>> choices = {{}};
  for (const SymbolicElement &element : operands) {
    std::vector<Term> values = {element.bits};
    if (Term spreads = spreadOf(d, element); !d.isFalse(spreads)) {
      unsigned width = d.width(element.bits);
      values.clear();
      for (const llvm::APInt &value :
           {llvm::APInt(width, 0), llvm::APInt::getAllOnes(width),
            llvm::APInt::getSignedMinValue(width),
            llvm::APInt::getSignedMaxValue(width)})
        values.push_back(d.ite(spreads, d.constant(value), element.bits));
    }
    std::vector<std::vector<Term>> longer;
    for (const std::vector<Term> &choice : choices)
      for (Term value : values) {
        longer.push_back(choice);
        longer.back().push_back(value);
      }
    choices = std::move(longer);
  }
  Term undefined = d.truth(false);
  for (const std::vector<Term> &choice : choices)
    undefined = d.lor(undefined, scalar(choice).undefined);
  return undefined;
}

/// Applies `scalar` to the operands' elements at each position.
template <typename F>
llvm::Error mapElements(Encoder &encoder, mlir::Operation *op,
                        IfUndefined ifUndefined, F scalar) {
  SymbolicDomain &d = encoder.domain;
  SymbolicValue result;
  // One element where only one is asked for (LaneEncoding.h).
  size_t count = encoder.valueOf(op->getOperand(0)).elements.size();
  for (size_t i = 0; i < count; ++i) {
    std::vector<Term> args;
    std::vector<SymbolicElement> elements;
    Term unspecified = d.truth(false);
    for (mlir::Value operand : op->getOperands()) {
      const SymbolicElement &element = encoder.valueOf(operand).elements[i];
      args.push_back(element.bits);
      elements.push_back(element);
      unspecified = d.lor(unspecified, spreadOf(d, element));
    }
    ScalarResult r = scalar(args);
    if (ifUndefined == IfUndefined::EndsRun)
      encoder.addUndefined(canBeUndefined(d, elements, scalar));
    if (ifUndefined == IfUndefined::Poison)
      unspecified = d.lor(unspecified, r.undefined);
    result.elements.push_back({r.value, unspecified});
  }
  encoder.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

inline ScalarResult total(SymbolicDomain &d, Term value) {
  return {value, d.truth(false)};
}
inline FloatFormat resultFormat(mlir::Operation *op) {
  return formatOf(elementOf(op->getResult(0)));
}
inline unsigned resultWidth(mlir::Operation *op) {
  return widthOf(elementOf(op->getResult(0)));
}
inline llvm::Error noEncoding(mlir::Operation *op, const char *what) {
  return llvm::createStringError("'" + op->getName().getStringRef() + "' " +
                                 what + " has no encoding");
}
/// The solver's arithmetic is that of formats as IEEE 754 has them.
inline llvm::Error requireArithmetic(mlir::Operation *op, mlir::Type element) {
  if (SymbolicDomain::hasArithmetic(formatOf(element)))
    return llvm::Error::success();
  return noEncoding(op, "of a narrow float format");
}
template <auto meaning> llvm::Error bitwise(Encoder &e, mlir::Operation *op) {
  return mapElements(e, op, IfUndefined::Never, [&](ScalarArgs x) {
    return meaning(e.domain, x[0], x[1]);
  });
}
/// A scalar condition chooses whole tiles.
llvm::Error encodeSelect(Encoder &e, mlir::Operation *op);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_SMT_ELEMENTWISEENCODING_H
