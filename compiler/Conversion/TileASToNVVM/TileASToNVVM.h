//===- TileASToNVVM.h - Lower nv_tileas to LLVM/NVVM ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Facts, 5.3; order by barriers: facts, 7.3, I10 to I13, and memory model, 5.1.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEASTONVVM_H
#define TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEASTONVVM_H

#include "compiler/Support/SeededBugs.h"
#include "mlir/Pass/Pass.h"

namespace tilefuzz {

struct TileASToNVVMOptions {
  std::string target = "sm_90a";
  BugSet bugs;
};

/// The pass `convert-tileas-to-nvvm` on a builtin.module: every kernel becomes
/// an llvm.func that describes one thread.
std::unique_ptr<mlir::Pass>
createTileASToNVVMPass(TileASToNVVMOptions options = {});
void registerTileASToNVVMPass();

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_CONVERSION_TILEASTONVVM_TILEASTONVVM_H
