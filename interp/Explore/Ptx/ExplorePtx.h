//===- ExplorePtx.h - All outcomes of a small PTX program -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As Explore.h, at the level of PTX: every consistent execution of a launch
// under the memory consistency model of the PTX ISA (docs/spec/ptx.md). Races
// of uniform size are part of that model: their outcomes are listed, and they
// are named beside them. Races of mixed size are not: a program with one has no
// outcome.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_EXPLORE_PTX_EXPLOREPTX_H
#define TILEFUZZ_INTERP_EXPLORE_PTX_EXPLOREPTX_H

#include "interp/Explore/Explore.h"

namespace tilefuzz {

/// Of the kernel that `launch` names. `options.reading` says nothing here.
/// Errors: what cannot be read or decoded, and mistakes of the launch.
llvm::Expected<Exploration> explorePtx(llvm::StringRef text,
                                       const Launch &launch,
                                       const ExploreOptions &options = {});

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_EXPLORE_PTX_EXPLOREPTX_H
