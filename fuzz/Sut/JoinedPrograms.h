//===- JoinedPrograms.h - Several programs in one module --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_SUT_JOINEDPROGRAMS_H
#define TILEFUZZ_FUZZ_SUT_JOINEDPROGRAMS_H

#include "interp/Program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace tilefuzz {

/// Programs of cuda_tile in one module, in their order. Each has its entries
/// and globals under other names (`p2_main`).
struct JoinedPrograms {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// What starts each there.
  std::vector<Launch> launches;
};

/// None: their modules have something beside one `cuda_tile.module`, or
/// attributes that are not those of the first.
std::optional<JoinedPrograms>
joinPrograms(llvm::ArrayRef<const Program *> programs);

/// The entries that belong to program `number` of joined ones.
bool isOfJoined(llvm::StringRef name, size_t number);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_SUT_JOINEDPROGRAMS_H
