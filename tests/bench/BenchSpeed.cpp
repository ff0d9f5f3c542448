//===- BenchSpeed.cpp - Tiles against plain C++ loops ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The interpreter's figures that have a goal, each with the plain loop that it
// is measured against, one right after the other (scripts/bench
// --benchmark_filter=speed): `tile` and `plain` are seconds of processor time
// per operation, `ratio` is the one over the other. This file is compiled with
// -O2, as the loops are meant to be.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "interp/Program/Program.h"
#include "interp/Tile/DecodedProgram.h"
#include <benchmark/benchmark.h>
#include <ctime>

using namespace tilefuzz;

static constexpr size_t elements = 16 * 1024;
/// Operations in an iteration of the loop: their results live until the next
/// iteration, and all fit the cache, as the buffers of a plain loop do.
static constexpr unsigned unrolled = 4;

static double processorSeconds() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

/// A program whose loop runs `line` again and again, on values that `prologue`
/// defines, against `plain`.
static void runProgram(benchmark::State &state, const std::string &prologue,
                       const std::string &line, unsigned iterations,
                       llvm::function_ref<void()> plain = {}) {
  std::string body;
  for (unsigned i = 0; i < unrolled; ++i) {
    std::string numbered = line;
    for (size_t at; (at = numbered.find('#')) != std::string::npos;)
      numbered.replace(at, 1, std::to_string(i));
    body += "      " + numbered + "\n";
  }
  std::string text =
      "// tilefuzz.launch grid=1,1,1\n"
      "// tilefuzz.buffer b : i32[16] = fill(0)\n"
      "// tilefuzz.args &b\n"
      "cuda_tile.module @m {\n"
      "  entry @e(%p: tile<ptr<i32>>) {\n"
      "    %zero = constant <i32: 0> : tile<i32>\n"
      "    %one = constant <i32: 1> : tile<i32>\n"
      "    %iterations = constant <i32: " +
      std::to_string(iterations) + "> : tile<i32>\n" + prologue +
      "    for %k in (%zero to %iterations, step %one) : tile<i32> "
      "{\n" +
      body + "      continue\n    }\n    return\n  }\n}\n";
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  llvm::Expected<Program> program = parseProgram(text, "bench", *context);
  if (!program) {
    state.SkipWithError(llvm::toString(program.takeError()).c_str());
    return;
  }
  DecodedProgram decoded = llvm::cantFail(
      DecodedProgram::decode(program->module.get(), program->launch.kernel));
  double start = processorSeconds();
  for (auto _ : state)
    if (!llvm::cantFail(decoded.run(program->launch)).completed()) {
      state.SkipWithError("the run did not complete");
      return;
    }
  double tile = (processorSeconds() - start) /
                (double(state.iterations()) * unrolled * iterations);
  state.counters["tile"] = tile;
  if (!plain)
    return;
  // As long as one of the measurements of tiles, or 50 ms.
  start = processorSeconds();
  double seconds = 0;
  unsigned runs = 0;
  for (; seconds < 0.05; seconds = processorSeconds() - start, runs += 100)
    for (unsigned i = 0; i < 100; ++i) {
      plain();
      benchmark::ClobberMemory();
    }
  state.counters["plain"] = seconds / runs;
  state.counters["ratio"] = tile * runs / seconds;
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

static const std::string prologue = R"(
    %i = iota : tile<16384xi32>
    %j = constant <i32: 512> : tile<16384xi32>
    %a = itof %i signed : tile<16384xi32> -> tile<16384xf32>
    %b = constant <f32: 1.5> : tile<16384xf32>
    %c = cmpi less_than %i, %j, signed : tile<16384xi32> -> tile<16384xi1>
)";

namespace {
struct Buffers {
  std::vector<float> a = std::vector<float>(elements);
  std::vector<float> b = std::vector<float>(elements, 1.5f), x = b;
  std::vector<int32_t> i = std::vector<int32_t>(elements);
  std::vector<int32_t> j = std::vector<int32_t>(elements, 512), y = j;
  std::vector<uint8_t> c = std::vector<uint8_t>(elements), z = c;
  Buffers() {
    for (size_t n = 0; n < elements; ++n) {
      i[n] = n;
      a[n] = n;
      c[n] = n < 512;
    }
  }
};

/// As a plain loop would see them.
struct Pointers {
  explicit Pointers(Buffers &v)
      : a(v.a.data()), b(v.b.data()), x(v.x.data()), i(v.i.data()),
        j(v.j.data()), y(v.y.data()), c(v.c.data()), z(v.z.data()) {}
  const float *a, *b;
  float *x;
  const int32_t *i, *j;
  int32_t *y;
  const uint8_t *c;
  uint8_t *z;
};

struct ElementwiseRow {
  const char *name, *line;
  /// The plain loop over `elements` elements.
  void (*plain)(Buffers &);
};
} // namespace

#define PLAIN_LOOP(STATEMENT)                                                  \
  [](Buffers &buffers) {                                                       \
    Pointers v(buffers);                                                       \
    for (size_t n = 0; n < elements; ++n)                                      \
      STATEMENT;                                                               \
  }
static constexpr ElementwiseRow rows[] = {
    {"addf", "%r# = addf %a, %b : tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.a[n] + v.b[n])},
    {"mulf", "%r# = mulf %a, %b : tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.a[n] * v.b[n])},
    {"divf", "%r# = divf %a, %b : tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.a[n] / v.b[n])},
    {"fma", "%r# = fma %a, %b, %a : tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.a[n] * v.b[n] + v.a[n])},
    {"maxf", "%r# = maxf %a, %b : tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.a[n] < v.b[n] ? v.b[n] : v.a[n])},
    {"cmpf",
     "%r# = cmpf less_than ordered %a, %b : tile<16384xf32> -> "
     "tile<16384xi1>",
     PLAIN_LOOP(v.z[n] = v.a[n] < v.b[n])},
    {"addi", "%r# = addi %i, %j : tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = int32_t(uint32_t(v.i[n]) + uint32_t(v.j[n])))},
    {"muli", "%r# = muli %i, %j : tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = int32_t(uint32_t(v.i[n]) * uint32_t(v.j[n])))},
    {"shri", "%r# = shri %j, %i signed : tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = uint32_t(v.i[n]) < 32 ? v.j[n] >> v.i[n]
                         : v.j[n] < 0          ? -1
                                               : 0)},
    {"maxi", "%r# = maxi %i, %j signed : tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = v.i[n] < v.j[n] ? v.j[n] : v.i[n])},
    {"cmpi",
     "%r# = cmpi less_than %i, %j, signed : tile<16384xi32> -> "
     "tile<16384xi1>",
     PLAIN_LOOP(v.z[n] = v.i[n] < v.j[n])},
    {"select", "%r# = select %c, %i, %j : tile<16384xi1>, tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = v.c[n] ? v.i[n] : v.j[n])},
    {"itof", "%r# = itof %i signed : tile<16384xi32> -> tile<16384xf32>",
     PLAIN_LOOP(v.x[n] = v.i[n])},
    {"ftoi", "%r# = ftoi %a signed : tile<16384xf32> -> tile<16384xi32>",
     PLAIN_LOOP(v.y[n] = v.a[n])},
};

static void elementwise(benchmark::State &state, const ElementwiseRow *row) {
  Buffers buffers;
  runProgram(state, prologue, row->line, /*iterations=*/128,
             [&] { row->plain(buffers); });
}

//===----------------------------------------------------------------------===//
// Matrices and small tiles
//===----------------------------------------------------------------------===//

static void product(benchmark::State &state) {
  static float a[64][64], b[64][64], c[64][64];
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = i + 0.5f * j, b[i][j] = j - 0.25f * i;
  auto plain = [] {
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j) {
        float sum = c[i][j];
        for (int k = 0; k < 64; ++k)
          sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
  };
  runProgram(state, R"(
    %i = iota : tile<4096xi32>
    %h = itof %i signed : tile<4096xi32> -> tile<4096xf16>
    %third = constant <f16: 3.3325195e-01> : tile<4096xf16>
    %s = mulf %h, %third : tile<4096xf16>
    %a = reshape %s : tile<4096xf16> -> tile<64x64xf16>
    %z = constant <f32: 0.0> : tile<64x64xf32>
)",
             "%r# = mmaf %a, %a, %z : tile<64x64xf16>, tile<64x64xf16>, "
             "tile<64x64xf32>",
             /*iterations=*/4, plain);
}

static void oneElement(benchmark::State &state) {
  runProgram(state, "    %x = constant <f32: 1.5> : tile<f32>\n",
             "%r# = addf %x, %x : tile<f32>", /*iterations=*/1000);
}
static void oneInteger(benchmark::State &state) {
  runProgram(state, "", "%r# = addi %k, %one : tile<i32>", /*iterations=*/1000);
}
static void reduction(benchmark::State &state) {
  Buffers buffers;
  runProgram(state, prologue,
             "%r# = reduce %i dim=0 identities=[0 : i32] : tile<16384xi32> -> "
             "tile<i32> (%x: tile<i32>, %y: tile<i32>) {\n%z = addi %x, %y : "
             "tile<i32>\nyield %z : tile<i32>\n}",
             /*iterations=*/64, [&] {
               uint32_t sum = 0;
               for (int32_t x : buffers.i)
                 sum += x;
               benchmark::DoNotOptimize(sum);
             });
}

void registerSpeedBenchmarks() {
  auto add = [](const std::string &name, auto &&...function) {
    benchmark::RegisterBenchmark(("speed/" + name).c_str(), function...)
        ->Unit(benchmark::kMicrosecond);
  };
  for (const ElementwiseRow &row : rows)
    add(row.name, elementwise, &row);
  add("mma_64x64x64", product);
  add("reduce_addi", reduction);
  add("one_element/addf", oneElement);
  add("one_element/addi", oneInteger);
}
