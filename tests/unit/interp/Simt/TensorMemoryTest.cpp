//===- TensorMemoryTest.cpp - Uses of tensor memory, in order -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 5.8. Warps 0 and 4 reach the same lanes.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;

static constexpr const char *declarations = R"(
target triple = "nvptx64-nvidia-cuda"
@a = internal addrspace(3) global i32 undef, align 4
@f = internal addrspace(3) global i32 undef, align 4
@b = internal addrspace(3) global i64 undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x4(ptr addrspace(6), <4 x i32>, i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.shift.down.cg2(ptr addrspace(6))
)";

namespace {
/// What stands for a statement of LLVM IR.
struct Word {
  const char *word, *text;
};
} // namespace

static constexpr Word words[] = {
    {"bar", "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"},
    {"st", "call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %m, i32 "
           "%t, i1 false)"},
    {"ld", "%v# = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) "
           "%m, i1 false)"},
    {"out", "store i32 %v#, ptr addrspace(1) %p"},
    {"waitst", "call void @llvm.nvvm.tcgen05.wait.st()"},
    {"waitld", "call void @llvm.nvvm.tcgen05.wait.ld()"},
    {"before", "call void @llvm.nvvm.tcgen05.fence.before.thread.sync()"},
    {"after", "call void @llvm.nvvm.tcgen05.fence.after.thread.sync()"},
    {"dealloc", "call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %m, "
                "i32 32)"},
    {"relinquish", "call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()"},
    {"arrive", "call i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space."
               "cta(ptr addrspace(3) @b, i32 1)"},
    {"commit", "call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr "
               "addrspace(3) @b)"},
    {"raise", "store atomic i32 1, ptr addrspace(3) @f monotonic, align 4"},
    {"look", "%w# = load atomic i32, ptr addrspace(3) @f monotonic, align 4"},
};

/// The words of `script`, of which `#` is a number of its own.
static std::string spell(llvm::StringRef script, unsigned number) {
  std::string text;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::SplitString(script, parts);
  for (llvm::StringRef part : parts) {
    std::string line;
    if (part == "wait") {
      std::string n = std::to_string(number);
      line = "br label %wait" + n + "\nwait" + n + ":\n  %d" + n +
             " = call i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta."
             "space.cta(ptr addrspace(3) @b, i32 0)\n  br i1 %d" +
             n + ", label %go" + n + ", label %wait" + n + "\ngo" + n + ":";
    }
    for (const Word &word : words)
      if (part == word.word)
        line = word.text;
    // A statement as it is.
    if (line.empty())
      line = part.str();
    for (size_t at; (at = line.find('#')) != line.npos;)
      line.replace(at, 1, std::to_string(number));
    llvm::replace(line, '_', ' ');
    text += "  " + line + "\n";
  }
  return text;
}

/// 160 threads: warp 0 allocates 32 columns, then what `zero` says, a barrier,
/// what warp 4 does in `four`, a barrier, and warp 0's `end`.
static Outcome run(llvm::StringRef zero, llvm::StringRef four,
                   llvm::StringRef end = "after dealloc",
                   uint64_t schedule = 1) {
  std::string text = std::string(declarations) + R"(
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  %warp = udiv i32 %t, 32
  %is0 = icmp eq i32 %warp, 0
  %is4 = icmp eq i32 %warp, 4
  br i1 %is0, label %alloc, label %ready
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @a, i32 32)
  %first = icmp eq i32 %t, 0
  br i1 %first, label %init, label %ready
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @b, i32 32)
  store atomic i32 0, ptr addrspace(3) @f monotonic, align 4
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %address = load i32, ptr addrspace(3) @a
  %m = inttoptr i32 %address to ptr addrspace(6)
  br i1 %is0, label %zero, label %meet
zero:
)" + spell(zero, 1) + R"(
  br label %meet
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is4, label %four, label %last
four:
)" + spell(four, 2) + R"(
  br label %last
last:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is0, label %end, label %exit
end:
)" + spell(end, 3) + R"(
  br label %exit
exit:
  ret void
}
)";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo()
                  << "\n"
                  << text;
    return {};
  }
  Launch launch =
      llvm::cantFail(parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 "
                                 "seed=1\n// tilefuzz.buffer out : "
                                 "i32[160] = fill(0)\n// tilefuzz.args &out\n",
                                 "test"));
  SimtOptions options;
  options.threads = 160;
  options.schedule = schedule;
  return runSimt(*module, launch, options);
}

static uint32_t element(const Outcome &outcome, size_t index) {
  uint32_t value = 0;
  memcpy(&value, outcome.buffers[0].bytes.data() + 4 * index, 4);
  return value;
}

/// Both places of what is not in order.
static std::string places(const Outcome &outcome) {
  if (outcome.races.size() != 1)
    return "";
  return outcome.races[0].first.operation + ", " +
         outcome.races[0].second.operation;
}

static const char *handOver = "ld waitld out before",
                  *store = "llvm.nvvm.tcgen05.st.32x32b.x1",
                  *load = "llvm.nvvm.tcgen05.ld.32x32b.x1",
                  *dealloc = "llvm.nvvm.tcgen05.dealloc.cg1";

TEST(TensorMemory, IsHandedOver) {
  for (uint64_t schedule = 1; schedule <= 4; ++schedule) {
    Outcome outcome = run("st waitst before", std::string("after ") + handOver,
                          "after dealloc", schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    // Thread 128 + i reads what thread i stored.
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(element(outcome, 128 + i), i);
  }
}

TEST(TensorMemory, NeedsEachFenceAndWait) {
  struct Row {
    const char *zero, *four, *end, *condition;
    std::string places;
  };
  const std::string ofStore = std::string(store) + ", " + load,
                    ofDealloc = std::string(load) + ", " + dealloc;
  const Row rows[] = {
      {"st waitst", "after ld waitld before", "after dealloc",
       "tensor memory: handed over without fences", ofStore},
      {"st waitst before", "ld waitld before", "after dealloc",
       "tensor memory: handed over without fences", ofStore},
      // Fences do not wait (L19).
      {"st before", "after ld waitld before", "after dealloc",
       "tensor memory: handed over before a wait for the earlier use", ofStore},
      {"st before waitst", "after ld waitld before", "after dealloc",
       "tensor memory: handed over before a wait for the earlier use", ofStore},
      {"st waitst before", "after ld before", "after dealloc",
       "tensor memory: handed over before a wait for the earlier use",
       ofDealloc},
      {"st waitst before", "after ld waitld", "after dealloc",
       "tensor memory: handed over without fences", ofDealloc},
      {"st waitst before", "after ld waitld before", "dealloc",
       "tensor memory: handed over without fences", ofDealloc},
      // In one thread.
      {"st ld waitld waitst before", "", "after dealloc",
       "tensor memory: no wait for an earlier use", ofStore},
      {"st", "", "after dealloc", "tensor memory: no wait for an earlier use",
       std::string(store) + ", " + dealloc},
  };
  for (const Row &row : rows) {
    Outcome outcome = run(row.zero, row.four, row.end);
    EXPECT_EQ(outcome.status, RunStatus::Race) << row.zero << " | " << row.four;
    EXPECT_EQ(outcome.condition, row.condition)
        << row.zero << " | " << row.four << " | " << row.end;
    EXPECT_EQ(places(outcome), row.places);
  }
  EXPECT_TRUE(run("st waitst ld waitld", "", "dealloc").completed());
}

TEST(TensorMemory, ResultsAreReadBehindTheirWait) {
  Outcome outcome = run("st waitst ld out waitld", "", "dealloc");
  EXPECT_EQ(outcome.status, RunStatus::Race);
  EXPECT_EQ(outcome.condition,
            "a result of tensor memory is read before its wait");
  EXPECT_EQ(places(outcome), std::string(load) + ", store");
  // One wait too early is none.
  EXPECT_EQ(run("st waitst waitld ld out waitld", "", "dealloc").condition,
            "a result of tensor memory is read before its wait");
}

TEST(TensorMemory, OrderGoesThroughMbarriersAndStrongAccesses) {
  // Relaxed ones suffice, between fences.
  std::string four = "after ld waitld out before";
  Outcome outcome =
      run("st waitst before arrive", "wait " + four, "after dealloc");
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
  // A commit contains the fence before it.
  outcome = run("st waitst commit", "wait " + four, "after dealloc");
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
  outcome = run("st waitst before raise", "look " + four, "after dealloc");
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
}

TEST(TensorMemory, HasAllocations) {
  struct Row {
    const char *zero, *end, *condition;
  };
  const std::string alloc =
      "call_void_@llvm.nvvm.tcgen05.alloc.shared.cg1(ptr_addrspace(3)_@a,_i32_";
  auto condition = [](const std::string &zero,
                      const std::string &end = "dealloc") {
    Outcome outcome = run(zero, "", end);
    EXPECT_NE(outcome.status, RunStatus::Completed) << zero;
    return outcome.condition;
  };
  EXPECT_EQ(condition("", "before"), "tensor-leak");
  EXPECT_EQ(condition("dealloc"), "tensor-allocation");
  EXPECT_EQ(condition("dealloc st", "before"),
            "tensor memory is used after its dealloc");
  EXPECT_EQ(condition(alloc + "16)"), "tensor-allocation");
  EXPECT_EQ(condition(alloc + "48)"), "tensor-allocation");
  EXPECT_EQ(condition(alloc + "1024)"), "tensor-allocation");
  EXPECT_EQ(condition("relinquish " + alloc + "32)"), "tensor-allocation");
  // There are 512 columns, of which 32 are gone: it waits for ever.
  EXPECT_EQ(run(alloc + "512)", "", "dealloc").status, RunStatus::Deadlock);
  const std::string next = "%n#_=_add_i32_%address,_";
  const std::string there = " %q#_=_inttoptr_i32_%n#_to_ptr_addrspace(6) "
                            "call_void_@llvm.nvvm.tcgen05.st.32x32b.x4(ptr_"
                            "addrspace(6)_%q#,_<4_x_i32>_zeroinitializer,_i1_"
                            "false) waitst";
  EXPECT_TRUE(run(next + "28" + there, "", "dealloc").completed());
  EXPECT_EQ(condition(next + "29" + there), "tensor-out-of-allocation");
  // Lanes of the next warp.
  EXPECT_EQ(condition(next + "2097152" + there), "tensor-lane");
  // What nobody wrote is unspecified.
  Outcome outcome = run("ld waitld out", "", "dealloc");
  EXPECT_TRUE(outcome.completed()) << outcome.summary();
  ASSERT_FALSE(outcome.buffers[0].unspecified.empty());
  EXPECT_TRUE(outcome.buffers[0].unspecified[0]);
}

TEST(TensorMemory, OtherOperationsAreRefusedByName) {
  for (const char *text :
       {"call_void_@llvm.nvvm.tcgen05.shift.down.cg2(ptr_addrspace(6)_%m)",
        "call_void_@llvm.nvvm.tcgen05.alloc.shared.cg2(ptr_addrspace(3)_@a,_"
        "i32_32)"}) {
    Outcome outcome = run(text, "", "dealloc");
    EXPECT_EQ(outcome.status, RunStatus::Unsupported) << outcome.summary();
    EXPECT_NE(outcome.condition.find("llvm.nvvm.tcgen05."), std::string::npos);
  }
}
