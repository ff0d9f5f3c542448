//===- FormWords.h - How forms are called -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the lists of forms of both dialects share.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H
#define TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H

#include "mlir/IR/Operation.h"
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

namespace tileaa {
Forms formsOf(mlir::Operation *op);
/// Named without its dialect.
Forms possibleForms(llvm::StringRef operation);
} // namespace tileaa

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_FORMWORDS_H
