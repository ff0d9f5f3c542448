//===- Executor.cpp - Who executes a program at a stage -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Execute/Executor.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tilefuzz;

Execution::~Execution() = default;

llvm::ArrayRef<const Executor *> tilefuzz::getExecutors() {
  static constexpr const Executor *table[] = {
#define EXECUTOR(constant) &constant,
#include "interp/Execute/Executors.def"
  };
  return table;
}

llvm::ArrayRef<const Executor *> tilefuzz::getExecutors(Level level) {
  static constexpr const Executor *ofTiles[] = {&tileExecutor};
  static constexpr const Executor *ofThreads[] = {&simtExecutor};
  static constexpr const Executor *ofPtx[] = {&ptxExecutor, &gpuExecutor};
  switch (level) {
  case Level::CudaTile:
  case Level::TileAA:
  case Level::TileAS:
    return ofTiles;
  case Level::LLVMDialect:
  case Level::LLVM:
    return ofThreads;
  case Level::PTX:
    return ofPtx;
  case Level::Cubin:
    return {};
  }
  llvm_unreachable("unknown level");
}

const Executor *tilefuzz::findExecutor(llvm::StringRef name) {
  for (const Executor *executor : getExecutors())
    if (executor->name == name)
      return executor;
  return nullptr;
}

bool tilefuzz::isExecutedAsTheNext(Level level) {
  return level == Level::LLVMDialect;
}
