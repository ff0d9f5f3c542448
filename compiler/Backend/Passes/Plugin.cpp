//===- Plugin.cpp - Our passes for anybody's opt --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// `opt --load-pass-plugin=TileLlvmPasses.so --passes=nvvm-pretreat`.
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Passes/LlvmPasses.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  llvm::PassPluginLibraryInfo info;
  info.APIVersion = LLVM_PLUGIN_API_VERSION;
  info.PluginName = "TileLlvmPasses";
  info.PluginVersion = TILEFUZZ_VERSION;
  info.RegisterPassBuilderCallbacks = [](llvm::PassBuilder &builder) {
    tilefuzz::registerLlvmPasses(builder);
  };
  return info;
}
