//===- TensorFencesTest.cpp - What the fence pass puts in, executed -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random kernels in which warps 0 and 4 hand the same lanes of tensor memory to
// each other, without a fence or a wait: with those that the pass puts in they
// run to their end and give what a model of the memory says; without one of
// them most do not. The machine shares nothing with the pass: it follows the
// memory model, 5.8.
//
//===----------------------------------------------------------------------===//

#include "compiler/Transforms/LlvmFences.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace tilefuzz;

static constexpr unsigned numThreads = 160, numColumns = 4;

namespace {
/// A kernel, and what each thread of the two warps reads, in order.
struct Program {
  std::string text;
  std::vector<std::array<uint32_t, 32>> expected;
};
} // namespace

static Program makeProgram(uint64_t seed) {
  std::mt19937_64 random(seed);
  Program program;
  std::string body;
  std::optional<std::array<uint32_t, 32>> cells[numColumns];
  auto line = [&](const std::string &text) { body += "  " + text + "\n"; };
  unsigned number = 0, phases = 2 + random() % 4;
  for (unsigned phase = 0; phase != phases; ++phase) {
    // One of the two, and sometimes the same one again.
    unsigned warp = random() % 2 ? 4 : 0;
    std::string n = std::to_string(number++);
    line("br i1 %is" + std::to_string(warp) + ", label %use" + n +
         ", label %meet" + n);
    body += "use" + n + ":\n";
    // What a thread does to a column twice it orders itself: the pass orders
    // threads.
    bool isStored[numColumns] = {}, isLoaded[numColumns] = {};
    for (unsigned step = 0, e = 1 + random() % 3; step != e; ++step) {
      std::string k = std::to_string(number++);
      unsigned column = random() % numColumns;
      line("%n" + k + " = add i32 %address, " + std::to_string(column));
      line("%m" + k + " = inttoptr i32 %n" + k + " to ptr addrspace(6)");
      if (isStored[column])
        line("call void @llvm.nvvm.tcgen05.wait.st()");
      if (random() % 2 || !cells[column]) {
        if (isLoaded[column])
          line("call void @llvm.nvvm.tcgen05.wait.ld()");
        isStored[column] = true;
        uint32_t factor = 1 + random() % 1000;
        line("%x" + k + " = mul i32 %t, " + std::to_string(factor));
        line("call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %m" +
             k + ", i32 %x" + k + ", i1 false)");
        cells[column].emplace();
        for (unsigned i = 0; i != 32; ++i)
          (*cells[column])[i] = (warp * 32 + i) * factor;
        continue;
      }
      isLoaded[column] = true;
      line("%v" + k +
           " = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr "
           "addrspace(6) %m" +
           k + ", i1 false)");
      // Several loads may be on their way.
      line("%p" + k + " = getelementptr i32, ptr addrspace(1) %own, i32 " +
           std::to_string(program.expected.size() * 32));
      line("store i32 %v" + k + ", ptr addrspace(1) %p" + k);
      program.expected.push_back(*cells[column]);
    }
    line("br label %meet" + n);
    body += "meet" + n + ":\n";
    line("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)");
  }
  program.text = R"(
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global i32 undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = urem i32 %t, 32
  %own = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  %warp = udiv i32 %t, 32
  %is0 = icmp eq i32 %warp, 0
  %is4 = icmp eq i32 %warp, 4
  br i1 %is0, label %alloc, label %ready
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @a, i32 32)
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %address = load i32, ptr addrspace(3) @a
  %all = inttoptr i32 %address to ptr addrspace(6)
)" + body + R"(
  br i1 %is0, label %free, label %exit
free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %all, i32 32)
  br label %exit
exit:
  ret void
}
)";
  return program;
}

static std::unique_ptr<llvm::Module> parse(const std::string &text,
                                           llvm::LLVMContext &context) {
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  if (!module)
    ADD_FAILURE() << error.getMessage().str() << "\n" << text;
  return module;
}

static Outcome execute(const llvm::Module &module, uint64_t schedule) {
  Launch launch =
      llvm::cantFail(parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 "
                                 "seed=1\n// tilefuzz.buffer out : "
                                 "i32[1024] = fill(0)\n// tilefuzz.args &out\n",
                                 "test"));
  SimtOptions options;
  options.threads = numThreads;
  options.schedule = schedule;
  return runSimt(module, launch, options);
}

static bool isFenceOrWait(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (!call)
    return false;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::nvvm_tcgen05_fence_before_thread_sync:
  case llvm::Intrinsic::nvvm_tcgen05_fence_after_thread_sync:
  case llvm::Intrinsic::nvvm_tcgen05_wait_ld:
  case llvm::Intrinsic::nvvm_tcgen05_wait_st:
    return true;
  default:
    return false;
  }
}

TEST(TensorFences, SufficeWhenExecuted) {
  unsigned wrongWithout = 0, put = 0, needed = 0;
  constexpr unsigned numPrograms = 150;
  for (uint64_t seed = 1; seed <= numPrograms; ++seed) {
    Program program = makeProgram(seed);
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module = parse(program.text, context);
    ASSERT_TRUE(module);
    wrongWithout += !execute(*module, seed).completed();
    llvm::Expected<bool> changed = injectTcgen05Fences(*module, "sm_100a");
    ASSERT_TRUE(bool(changed)) << llvm::toString(changed.takeError());
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    for (uint64_t schedule = 1; schedule <= 3; ++schedule) {
      Outcome outcome = execute(*module, schedule);
      ASSERT_TRUE(outcome.completed())
          << outcome.summary() << "\nseed " << seed << program.text;
      for (size_t i = 0; i != program.expected.size(); ++i)
        EXPECT_EQ(memcmp(outcome.buffers[0].bytes.data() + 128 * i,
                         program.expected[i].data(), 128),
                  0)
            << "load " << i << " of seed " << seed;
    }
    // Each left out in turn.
    std::vector<llvm::Instruction *> fences;
    for (llvm::Instruction &one : llvm::instructions(*module->getFunction("k")))
      if (isFenceOrWait(one))
        fences.push_back(&one);
    for (llvm::Instruction *fence : fences) {
      llvm::Instruction *next = fence->getNextNode();
      fence->removeFromParent();
      ++put;
      needed += !execute(*module, 1).completed();
      fence->insertBefore(next->getIterator());
    }
  }
  // All but those that use nothing twice.
  EXPECT_GT(wrongWithout, numPrograms * 9 / 10);
  // The pass knows one thread, and not which warp it is of: on the ways that
  // are taken some are for nothing.
  EXPECT_GT(needed, put / 4);
  RecordProperty("put", int(put));
  RecordProperty("needed", int(needed));
  llvm::errs() << put << " fences and waits, " << needed
               << " of them needed on the ways that are taken; " << wrongWithout
               << " of " << numPrograms << " programs are wrong without any\n";
}
