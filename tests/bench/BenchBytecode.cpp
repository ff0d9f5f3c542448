//===- BenchBytecode.cpp - Loading and writing programs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

/// The largest kernel of the corpus, 2.2 KB.
static std::unique_ptr<llvm::MemoryBuffer> kernel(const char *extension) {
  return std::move(*llvm::MemoryBuffer::getFile(
      llvm::Twine(TILEFUZZ_CORPUS "/kernels/online_attention") + extension));
}

static void loadBytecode(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::unique_ptr<llvm::MemoryBuffer> file = kernel(".tilebc");
  for (auto _ : state)
    benchmark::DoNotOptimize(
        llvm::cantFail(readBytecode(file->getBuffer(), "kernel", *context))
            .get());
}
BENCHMARK(loadBytecode)->Unit(benchmark::kMicrosecond);

static void loadText(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::unique_ptr<llvm::MemoryBuffer> file = kernel(".mlir");
  for (auto _ : state)
    benchmark::DoNotOptimize(mlir::parseSourceString<mlir::ModuleOp>(
                                 file->getBuffer(), context.get())
                                 .get());
}
BENCHMARK(loadText)->Unit(benchmark::kMicrosecond);

static void writeKernel(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  std::unique_ptr<llvm::MemoryBuffer> file = kernel(".tilebc");
  auto module =
      llvm::cantFail(readBytecode(file->getBuffer(), "kernel", *context));
  for (auto _ : state)
    benchmark::DoNotOptimize(writeBytecode(*module)->size());
}
BENCHMARK(writeKernel)->Unit(benchmark::kMicrosecond);
