//===- EventTable.h - Which instruction is which event ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The one table for operations of the nvvm dialect, intrinsics of LLVM and
// instructions of PTX, which are called alike: `mbarrier.try_wait.parity`,
// `llvm.nvvm.mbarrier.try.wait.parity.scope...`,
// `mbarrier.try_wait.parity.b64`. Facts, 6.6, and the map of this table; PTX
// ISA 9.0, "tcgen05 instructions" and "Parallel synchronization and
// communication instructions".
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_TRANSFORMS_FENCES_EVENTTABLE_H
#define TILEFUZZ_COMPILER_TRANSFORMS_FENCES_EVENTTABLE_H

#include "compiler/Transforms/Fences/FenceGraph.h"
#include <optional>

namespace tilefuzz {

struct EventRow {
  /// Of the whole name or of what stands ahead of a dot, `_` and `::` written
  /// as dots; the longest row of a name decides.
  llvm::StringLiteral name;
  TensorEvent event;
  /// Why an instruction that has to do with order is no event.
  llvm::StringLiteral reason = "";
};

llvm::ArrayRef<EventRow> getEventRows();

/// `name` is without dialect or "llvm.nvvm.". Nothing: no row names it, and it
/// is no event.
std::optional<TensorEvent> findEvent(llvm::StringRef name,
                                     const BugSet &bugs = {});

/// The events of PTX text, in its order, without those that are none. Uses
/// alone, with the waits for all of their loads and stores behind them, are one
/// use: nothing is ever put between them.
llvm::SmallVector<TensorEvent, 1> findPtxEvents(llvm::StringRef text,
                                                const BugSet &bugs = {});

/// The PTX of a fence or wait, with its semicolon.
llvm::StringRef getFencePtx(TensorEvent event);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_TRANSFORMS_FENCES_EVENTTABLE_H
