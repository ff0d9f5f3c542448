//===- BenchReduce.cpp - Reducing the function that reducers are compared by =//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Reduce/Reduce.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

/// Whether, inside a loop, the result of an shl is an operand of a rem.
static bool shiftFeedsRemainder(const Program &program) {
  bool found = false;
  program.module.get()->walk([&](mlir::Operation *loop) {
    if (loop->getName().getStringRef() != "scf.for")
      return;
    loop->walk([&](mlir::Operation *operation) {
      if (operation->getName().getStringRef() != "arith.remsi")
        return;
      for (mlir::Value operand : operation->getOperands()) {
        mlir::Operation *source = operand.getDefiningOp();
        found |= source && loop->isProperAncestor(source) &&
                 source->getName().getStringRef() == "arith.shli";
      }
    });
  });
  return found;
}

/// Operations left and questions asked stand beside the time.
static void reduction(benchmark::State &state) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  auto text = llvm::MemoryBuffer::getFile(
      TILEFUZZ_CORPUS "/../tests/lit/fuzz/Reduce/Inputs/long-function.mlir");
  Subject subject(
      llvm::cantFail(parseProgram((*text)->getBuffer(), "long", *context)));
  ReduceReport report;
  for (auto _ : state)
    report = reduce(subject, [](const Subject &candidate, unsigned) {
               return shiftFeedsRemainder(candidate);
             }).report;
  state.counters["operations"] = report.operationsAfter;
  state.counters["tries"] = report.tries;
}

void registerReduceBenchmarks() {
  benchmark::RegisterBenchmark("reduction/long-function", reduction)
      ->Unit(benchmark::kMillisecond);
}
