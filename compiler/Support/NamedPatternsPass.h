//===- NamedPatternsPass.h - A canonicalisation pass per table --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A dialect's canonicalisation pass is its pattern table, and what it runs once
// after the patterns.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_NAMEDPATTERNSPASS_H
#define TILEFUZZ_COMPILER_SUPPORT_NAMEDPATTERNSPASS_H

#include "compiler/Support/PatternRegistry.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

/// What a table's pass is called on the command line.
struct NamedPatternsPassInfo {
  llvm::StringLiteral argument;
  llvm::StringLiteral description;
  llvm::ArrayRef<PatternRow> rows;
  /// Run once when no pattern fires any more; may be null.
  FinishFn finish = nullptr;
  /// The dialects whose operations the rows make; may be null.
  void (*addDialects)(mlir::DialectRegistry &registry) = nullptr;
  /// Every operation that was there is visited once, inner ones first; nothing
  /// else happens: no fixed point, no folding, and what is dead stays. Such a
  /// pass runs because somebody asked for it: rows that are off by default are
  /// on.
  bool walks = false;
};

/// The pass applies the rows greedily to the operation that it runs on. Its
/// textual options are `disable-patterns=NAME,..` and
/// `enable-patterns=NAME,..` (or `PREFIX*`) and `inject-bug=NAME,..`; all are
/// added to `options`. An unknown name fails the pass.
std::unique_ptr<mlir::Pass>
createNamedPatternsPass(const NamedPatternsPassInfo &info,
                        NamedPatternOptions options = {});

/// Makes the pass known to tile-opt and to textual pipelines.
void registerNamedPatternsPass(const NamedPatternsPassInfo &info);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_NAMEDPATTERNSPASS_H
