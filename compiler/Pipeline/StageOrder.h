//===- StageOrder.h - What must stand before what ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The ordering rules of schedules and of the machine level (facts, 6.3 and 6.4)
// as properties of the rows of the stage table: a row says what it does, a rule
// which of two must come first. A path that breaks a rule is refused before
// anything runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_PIPELINE_STAGEORDER_H
#define TILEFUZZ_COMPILER_PIPELINE_STAGEORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace tilefuzz {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

struct Stage;

/// What the pass that leads to a stage does, as far as order depends on it.
enum class StageRole : uint16_t {
  None = 0,
  /// Decides which functions are kernels, or with which attributes.
  WritesKernelAttributes = 1 << 0,
  /// Selects kernels, or demotes what is none.
  ReadsKernels = 1 << 1,
  PropagatesSpaces = 1 << 2,
  /// Asks alias analysis.
  AsksAliases = 1 << 3,
  /// Says of loops that they are to be unrolled.
  TagsLoops = 1 << 4,
  UnrollsLoops = 1 << 5,
  Pretreats = 1 << 6,
  /// Reports what is not right in LLVM IR.
  VerifiesMachine = 1 << 7,
  WritesPTX = 1 << 8,
  PreparesLoops = 1 << 9,
  /// Decides when the operations of loops run.
  SchedulesLoops = 1 << 10,
  /// Makes programs of schedules.
  MaterializesSchedules = 1 << 11,
  MakesPipelines = 1 << 12,
  /// Gives pipelines barriers and bytes.
  AssignsBuffers = 1 << 13,
  /// Lets copies fill pipelines.
  MakesCopies = 1 << 14,
  LLVM_MARK_AS_BITMASK_ENUM(MakesCopies)
};

struct StageRule {
  StageRole first, second;
  /// Whether what does the second needs one that did the first.
  bool isNeeded;
  /// Why, as it is said.
  llvm::StringLiteral reason;
};
llvm::ArrayRef<StageRule> getStageRules();

/// Whether a stage that is asked for needs the stage before it.
bool isNeededBy(const Stage &stage, const Stage &asked);

/// Whether stages may run in this order: nothing that does the first of a rule
/// stands after anything that does the second. The error names both stages and
/// the rule.
llvm::Error checkStageOrder(llvm::ArrayRef<const Stage *> path);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_PIPELINE_STAGEORDER_H
