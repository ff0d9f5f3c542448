//===- TensorMachineTest.cpp - The order of tensor memory, twice ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the rules of two threads (TensorOrder.h) and the machine that executes
// LLVM IR say of the same programs: the one explores every execution of events,
// the other runs products of matrices with marks on every cell, under some
// schedules.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Simt.h"
#include "oracle/Fences/TensorOrder.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <random>

using namespace tilefuzz;

static constexpr TensorEvent all[] = {
    TensorEvent::Use,    TensorEvent::BeforeFence, TensorEvent::AfterFence,
    TensorEvent::Sync,   TensorEvent::Arrive,      TensorEvent::Wait,
    TensorEvent::Commit,
};

/// The statements of one thread's events; its k-th wait is for phase k.
static std::string spell(llvm::ArrayRef<TensorEvent> events, unsigned thread) {
  std::string text;
  unsigned waits = 0;
  for (TensorEvent event : events)
    switch (event) {
    case TensorEvent::Use:
      text += "call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %m, "
              "i64 %d, i64 %d, i32 67239952, i1 true, i32 0, i32 1, i32 0)\n";
      break;
    case TensorEvent::BeforeFence:
      text += "call void @llvm.nvvm.tcgen05.fence.before.thread.sync()\n";
      break;
    case TensorEvent::AfterFence:
      text += "call void @llvm.nvvm.tcgen05.fence.after.thread.sync()\n";
      break;
    case TensorEvent::Sync:
      text += "call void @sync()\n";
      break;
    case TensorEvent::Arrive:
      text += "call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr "
              "addrspace(3) @b, i32 1)\n";
      break;
    case TensorEvent::Wait: {
      std::string n = std::to_string(thread) + std::to_string(waits);
      text += "br label %w" + n + "\nw" + n + ":\n%p" + n +
              " = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space."
              "cta(ptr addrspace(3) @b, i32 " +
              std::to_string(waits % 2) + ")\nbr i1 %p" + n + ", label %g" + n +
              ", label %w" + n + "\ng" + n + ":\n";
      ++waits;
      break;
    }
    case TensorEvent::Commit:
      text += "call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr "
              "addrspace(3) @b)\n";
      break;
    default:
      ADD_FAILURE() << "no such event";
    }
  return text + "ret void\n";
}

namespace {
/// What runs say: nothing; that the mbarrier is used against its rules, where a
/// run ends; that two uses race anyway; or that a use is not ordered.
enum class Verdict { Ordered, Broken, Race, Unfenced };
} // namespace

static Verdict runAll(llvm::ArrayRef<TensorEvent> first,
                      llvm::ArrayRef<TensorEvent> second, unsigned count,
                      unsigned schedules) {
  std::string text = R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [4096 x i8] undef, align 1024
@a = internal addrspace(3) global i32 undef, align 4
@b = internal addrspace(3) global i64 undef, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
; Both threads come to one barrier.
define internal void @sync() {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %unused) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @a, i32 32)
  br i1 %first, label %init, label %ready
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @b, i32 )" +
                     std::to_string(count) + R"()
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %address = load i32, ptr addrspace(3) @a
  %m = inttoptr i32 %address to ptr addrspace(6)
  %n = ptrtoint ptr addrspace(3) @s to i64
  %h = lshr i64 %n, 4
  %d = or i64 %h, 70368744177664
  br i1 %first, label %zero, label %one
zero:
)" + spell(first, 0) +
                     "one:\n" + spell(second, 1) + "}\n";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << text;
    return Verdict::Ordered;
  }
  Launch launch = llvm::cantFail(parseLaunch(
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n// tilefuzz.buffer out "
      ": i32[1] = fill(0)\n// tilefuzz.args &out\n",
      "test"));
  Verdict verdict = Verdict::Ordered;
  for (unsigned schedule = 0; schedule < schedules; ++schedule) {
    SimtOptions options;
    options.threads = 2;
    options.quantum = 1;
    options.schedule = schedule;
    Outcome outcome = runSimt(*module, launch, options);
    EXPECT_NE(outcome.status, RunStatus::Unsupported) << outcome.condition;
    if (outcome.status == RunStatus::UndefinedBehaviour &&
        outcome.condition != "tensor-leak" &&
        outcome.condition != "barrier-divergence")
      verdict = std::max(verdict, Verdict::Broken);
    if (outcome.status != RunStatus::Race)
      continue;
    if (outcome.condition == "race on tensor memory") {
      verdict = std::max(verdict, Verdict::Race);
      continue;
    }
    EXPECT_EQ(outcome.condition, "tensor memory: handed over without fences");
    return Verdict::Unfenced;
  }
  return verdict;
}

static std::string nameOf(llvm::ArrayRef<TensorEvent> events) {
  std::string text;
  for (TensorEvent event : events)
    text += stringify(event).str() + " ";
  return text;
}

namespace {
struct Counts {
  unsigned programs = 0, unfenced = 0, broken = 0;
};
} // namespace

static void compare(const EventList &first, const EventList &second,
                    unsigned count, unsigned schedules, Counts &counts) {
  // Others meet nowhere, or hand nothing over.
  auto takesPart = [](const EventList &events) {
    return llvm::is_contained(events, TensorEvent::Use) &&
           llvm::any_of(events, [](TensorEvent event) {
             return event == TensorEvent::Sync ||
                    event == TensorEvent::Arrive ||
                    event == TensorEvent::Wait || event == TensorEvent::Commit;
           });
  };
  if (!takesPart(first) || !takesPart(second))
    return;
  ++counts.programs;
  bool isUnfenced = findUnorderedUse(first, second, count).has_value();
  Verdict verdict = runAll(first, second, count, schedules);
  counts.unfenced += isUnfenced;
  counts.broken += isUnfenced && verdict == Verdict::Broken;
  if (!isUnfenced)
    EXPECT_NE(verdict, Verdict::Unfenced)
        << nameOf(first) << "|| " << nameOf(second) << " with " << count;
  else
    // A commit orders no other memory, and so the machine calls it a race.
    EXPECT_NE(verdict, Verdict::Ordered)
        << nameOf(first) << "|| " << nameOf(second) << " with " << count;
}

static EventList eventsOf(unsigned number, unsigned length) {
  EventList events;
  for (unsigned i = 0; i < length; ++i, number /= std::size(all))
    events.push_back(all[number % std::size(all)]);
  return events;
}

static unsigned power(unsigned length) {
  unsigned result = 1;
  for (unsigned i = 0; i < length; ++i)
    result *= std::size(all);
  return result;
}

TEST(TensorMachine, AgreesAboutSmallPrograms) {
  Counts counts;
  for (unsigned total = 2; total <= 5; ++total)
    for (unsigned split = 1; split < total; ++split)
      for (unsigned i = 0; i < power(split); ++i)
        for (unsigned j = 0; j < power(total - split); ++j)
          compare(eventsOf(i, split), eventsOf(j, total - split), 1,
                  /*schedules=*/8, counts);
  EXPECT_LT(10 * counts.broken, counts.unfenced);
  EXPECT_GT(counts.unfenced, 100u);
  printf("%u programs, %u of them unfenced (%u end before that)\n",
         counts.programs, counts.unfenced, counts.broken);
}

TEST(TensorMachine, AgreesAboutRandomPrograms) {
  std::mt19937 random(1);
  Counts counts;
  while (counts.programs < 400) {
    unsigned first = 2 + random() % 5, second = 2 + random() % 5;
    compare(eventsOf(random() % power(first), first),
            eventsOf(random() % power(second), second), 1 + random() % 2,
            /*schedules=*/40, counts);
  }
  // Some of them break rules of mbarriers before their use.
  EXPECT_GT(counts.unfenced, 4 * counts.broken);
  printf("%u programs, %u of them unfenced (%u end before that)\n",
         counts.programs, counts.unfenced, counts.broken);
}
