//===- BenchInterpreter.cpp - Elements per second, by class of operation --===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "interp/Program/Program.h"
#include "interp/Tile/DecodedProgram.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

namespace {
/// One operation on tiles of 1024 elements, in a loop of 64 rounds.
struct OperationClass {
  const char *name, *line;
};
} // namespace
static constexpr OperationClass classes[] = {
    {"integer", "%r = muli %i, %i : tile<1024xi32>"},
    {"float", "%r = addf %f, %f : tile<1024xf32>"},
    {"fma", "%r = fma %f, %f, %f : tile<1024xf32>"},
    {"compare", "%r = cmpi less_than %i, %j, signed : tile<1024xi32> -> "
                "tile<1024xi1>"},
    {"select", "%r = select %c, %i, %j : tile<1024xi1>, tile<1024xi32>"},
    {"convert", "%r = itof %i signed : tile<1024xi32> -> tile<1024xf32>"},
    {"address", "%r = offset %q, %i : tile<1024xptr<i32>>, tile<1024xi32> -> "
                "tile<1024xptr<i32>>"},
    {"load", "%r, %t = load_ptr_tko weak %a : tile<1024xptr<i32>> -> "
             "tile<1024xi32>, token"},
    {"reduce",
     "%r = reduce %i dim=0 identities=[0 : i32] : tile<1024xi32> -> tile<i32> "
     "(%x: tile<i32>, %y: tile<i32>) {\n%z = addi %x, %y : tile<i32>\nyield %z "
     ": tile<i32>\n}"},
};

static void elements(benchmark::State &state, const char *line) {
  std::string text = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer b : i32[1024] = iota(0, 1)
// tilefuzz.args &b
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rounds = constant <i32: 64> : tile<i32>
    %i = iota : tile<1024xi32>
    %j = constant <i32: 512> : tile<1024xi32>
    %f = constant <f32: 1.5> : tile<1024xf32>
    %c = constant <i1: true> : tile<1024xi1>
    %u = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
    %q = broadcast %u : tile<1xptr<i32>> -> tile<1024xptr<i32>>
    %a = offset %q, %i : tile<1024xptr<i32>>, tile<1024xi32> -> tile<1024xptr<i32>>
    for %k in (%zero to %rounds, step %one) : tile<i32> {
      )" + std::string(line) +
                     R"(
      continue
    }
    return
  }
})";
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  llvm::Expected<Program> program = parseProgram(text, "bench", *context);
  if (!program) {
    state.SkipWithError(llvm::toString(program.takeError()).c_str());
    return;
  }
  DecodedProgram decoded = llvm::cantFail(
      DecodedProgram::decode(program->module.get(), program->launch.kernel));
  for (auto _ : state)
    if (!llvm::cantFail(decoded.run(program->launch)).completed()) {
      state.SkipWithError("the run did not complete");
      return;
    }
  state.SetItemsProcessed(state.iterations() * 64 * 1024);
}

void registerInterpreterBenchmarks() {
  for (const OperationClass &row : classes)
    benchmark::RegisterBenchmark(
        (std::string("interpreter/") + row.name).c_str(), elements, row.line)
        ->Unit(benchmark::kMillisecond);
}
