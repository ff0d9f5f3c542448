//===- Templates.h - Instances put together, one by one ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_TEMPLATES_H
#define TILEFUZZ_ORACLE_PATTERNS_TEMPLATES_H

#include "oracle/Patterns/PatternInstances.h"

namespace tilefuzz {

/// The element types that a template is instantiated over; empty: it names its
/// own.
llvm::ArrayRef<llvm::StringLiteral> elementTypesOf(InstanceElements elements);
/// Whether the pattern, or fold, is one of cuda_tile.
bool isPublicPattern(llvm::StringRef pattern);
/// A module around code of either dialect.
std::string moduleOf(llvm::StringRef code, bool isPublic);
/// A module of the template's code, with these put in; `shape` ends with an x.
std::string instantiate(const PatternTemplate &row, llvm::StringRef element,
                        llvm::StringRef offset, llvm::StringRef shape);

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_TEMPLATES_H
