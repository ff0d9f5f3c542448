//===- Firings.h - Instances and weights from programs ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_FIRINGS_H
#define TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_FIRINGS_H

#include "oracle/Patterns/Harvest.h"
#include "llvm/Support/Error.h"

namespace tilefuzz {

/// How often each pattern fired in a campaign: of its database, or of what
/// `tile-fuzz run --json` or `tile-fuzz stats --json` prints.
llvm::Expected<std::map<std::string, uint64_t>>
readFirings(llvm::StringRef path);

/// Programs to harvest from.
struct HarvestSources {
  /// Files, or folders of which every .mlir file is read. A campaign's database
  /// stands for the folder of the programs that it kept.
  std::vector<std::string> paths;
  /// Random programs, from this seed on.
  uint64_t programs = 0, seed = 1;
};
/// Programs that do not compile are counted in `failed`; `firings` are those of
/// the databases.
llvm::Error harvestPrograms(const HarvestSources &sources, Harvest &harvest,
                            uint64_t &failed,
                            std::map<std::string, uint64_t> &firings);

/// Writes FOLDER/PATTERN.N.mlir.
llvm::Error writeInstances(const Harvest &harvest, llvm::StringRef folder);

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_VERIFY_FOLD_FIRINGS_H
