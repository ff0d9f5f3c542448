//===- Questions.h - What makes a program interesting -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILEREDUCE_QUESTIONS_H
#define TILEFUZZ_TOOLS_TILEREDUCE_QUESTIONS_H

#include "fuzz/Reduce/Command.h"
#include "fuzz/Reduce/Reduce.h"
#include "fuzz/Stages/StageComparison.h"

namespace tilefuzz {

/// A program file, a finding's folder, or any MLIR file.
struct Input {
  Program program;
  /// Whether it has a launch.
  bool isLaunched = true;
  /// The lines of a file of functions that call them.
  std::string calls;
  std::optional<Finding> finding;
};

/// Reads what there is at `path`; files without launch lines and dialects that
/// are not linked are accepted if `anyFile`.
llvm::Expected<Input> readInput(llvm::StringRef path,
                                mlir::MLIRContext &context, bool anyFile);

/// A context that knows the compiler's dialects and all of MLIR's.
std::unique_ptr<mlir::MLIRContext> createReduceContext();

/// Why the program cannot be executed as its launch says, or is not defined;
/// empty if it can and is.
std::string whyUndefined(const Program &program);

/// The compiler miscompiles it as it does the program. The pattern that a
/// finding blames must be to blame. Null if nothing is miscompiled.
InterestingFn askComparison(const Program &program,
                            const ComparisonOptions &options,
                            const std::optional<Finding> &finding);

/// The command accepts what `print` makes of it. `mustBeDefined`: and the
/// interpreter finds it defined.
InterestingFn askCommand(const Command &command,
                         std::function<std::string(const Subject &)> print,
                         bool mustBeDefined);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILEREDUCE_QUESTIONS_H
