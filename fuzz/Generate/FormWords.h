//===- FormWords.h - How forms are called -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the lists of forms of both dialects share.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H
#define TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include <string>
#include <vector>

namespace tilefuzz {

using Forms = std::vector<std::string>;

inline std::string there(llvm::StringRef name, bool isThere) {
  return (isThere ? name : "no " + name).str();
}

/// "none", "one" or "several".
inline std::string counted(llvm::StringRef name, size_t count) {
  static constexpr llvm::StringLiteral words[] = {"none", "one", "several"};
  return (name + ": " + words[std::min<size_t>(count, 2)]).str();
}

/// The sizes of the operands' groups; null: at most one group has any size. A
/// foreign attribute of that name means nothing.
inline mlir::DenseI32ArrayAttr segmentsOf(mlir::Operation *op) {
  if (!op->hasTrait<mlir::OpTrait::AttrSizedOperandSegments>())
    return nullptr;
  return llvm::dyn_cast_or_null<mlir::DenseI32ArrayAttr>(
      op->getInherentAttr("operandSegmentSizes").value_or(mlir::Attribute()));
}

namespace tileaa {
Forms formsOf(mlir::Operation *op);
/// Named without its dialect.
Forms possibleForms(llvm::StringRef operation);
} // namespace tileaa

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H
