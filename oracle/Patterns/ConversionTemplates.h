//===- ConversionTemplates.h - What conversions are proved on ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_CONVERSIONTEMPLATES_H
#define TILEFUZZ_ORACLE_PATTERNS_CONVERSIONTEMPLATES_H

#include "oracle/Patterns/Templates.h"
#include "llvm/ADT/STLExtras.h"

namespace tilefuzz {

/// Names of conversions (Conversions.h) begin so.
constexpr llvm::StringLiteral conversionPrefix = "convert:";

struct ConversionRow {
  std::string operation;
  InstanceElements elements;
  std::string body;
};
/// Rows of conversions, by the operation's name without the dialect's.
struct ConversionRows {
  std::vector<ConversionRow> rows;
  void add(llvm::StringRef operation, InstanceElements elements,
           std::string body) {
    rows.push_back({operation.str(), elements, std::move(body)});
  }
};

std::vector<ConversionRow> makeValueConversions();
std::vector<ConversionRow> makeMemoryConversions();
/// All of them.
llvm::ArrayRef<ConversionRow> getConversionRows();

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_CONVERSIONTEMPLATES_H
