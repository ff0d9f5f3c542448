//===- BenchSimt.cpp - Instructions of threads per second -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <benchmark/benchmark.h>

using namespace tilefuzz;

namespace {
/// What 128 threads do in each of 256 iterations, to `%i` or `%f`.
struct LoopBody {
  const char *name, *lines, *next, *nextFloat;
};
} // namespace
static constexpr LoopBody bodies[] = {
    {"integer",
     "%a = mul i32 %i, 1664525\n%b = add i32 %a, 1013904223\n"
     "%c = lshr i32 %b, 5\n%d = xor i32 %b, %c\n%e = and i32 %d, 16777215\n"
     "%x = icmp slt i32 %e, 4096\n%y = select i1 %x, i32 %b, i32 %e\n",
     "%y", "%f"},
    {"float",
     "%a = fmul float %f, 5.000000e-01\n%b = fadd float %a, 1.000000e+00\n"
     "%c = fsub float %b, %f\n%d = fmul float %c, %b\n"
     "%x = fcmp olt float %d, 2.000000e+00\n"
     "%y = select i1 %x, float %d, float %b\n",
     "%i", "%y"},
    {"memory",
     "%q = getelementptr i32, ptr addrspace(1) %p, i64 0\n"
     "%a = load i32, ptr addrspace(1) %q, align 4\n%b = add i32 %a, 1\n"
     "store i32 %b, ptr addrspace(1) %q, align 4\n",
     "%i", "%f"},
};

static void threadInstructions(benchmark::State &state, const LoopBody &body) {
  std::string text = std::string(R"(target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %out) "nvvm.reqntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %i = phi i32 [ %t, %entry ], [ )") +
                     body.next +
                     ", %loop ]\n  %f = phi float [ 1.0, %entry ], [ " +
                     body.nextFloat + ", %loop ]\n" + body.lines + R"(
  %l = add i32 %k, 1
  %m = icmp ult i32 %l, 256
  br i1 %m, label %loop, label %end
end:
  store i32 %i, ptr addrspace(1) %p, align 4
  ret void
})";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module)
    return state.SkipWithError(error.getMessage().str().c_str());
  Launch launch = llvm::cantFail(
      parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                  "// tilefuzz.buffer out : i32[128] = fill(0)\n"
                  "// tilefuzz.args &out\n",
                  "bench"));
  uint64_t steps = 0;
  for (auto _ : state) {
    Outcome outcome = runSimt(*module, launch);
    if (!outcome.completed())
      return state.SkipWithError(outcome.summary().c_str());
    steps += outcome.steps;
  }
  state.SetItemsProcessed(steps);
}

void registerSimtBenchmarks() {
  for (const LoopBody &body : bodies)
    benchmark::RegisterBenchmark(
        (std::string("simt/") + body.name).c_str(),
        [&body](benchmark::State &state) { threadInstructions(state, body); })
        ->Unit(benchmark::kMillisecond);
}
