//===- GrowthPrograms.h - Programs of a shape and a size --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs of cuda_tile, with their launch, and modules of nv_tileaa, of about
// as many operations as is asked for. Every value is used, most of them twice:
// rewrites that repeat what leads to a value show as growth that is not linear.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_GROWTH_GROWTHPROGRAMS_H
#define TILEFUZZ_TESTS_GROWTH_GROWTHPROGRAMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tilefuzz {

struct GrowthShape {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  std::string (*make)(unsigned operations);
  /// The last stage that takes them; empty: all do. Then it is a program with a
  /// launch, else a module.
  llvm::StringLiteral lastStage = "";
};

/// straight, nested, fan-in, fan-out, chains.
llvm::ArrayRef<GrowthShape> getGrowthShapes();

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_GROWTH_GROWTHPROGRAMS_H
