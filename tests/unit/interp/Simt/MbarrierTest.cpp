//===- MbarrierTest.cpp - Threads that meet at mbarriers ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Memory model, 5.5, and its litmus tests L05 to L08 and L15.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/Mbarriers.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::simt;

static Launch launchOf(const char *count) {
  return llvm::cantFail(parseLaunch(
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
      "// tilefuzz.buffer out : i32[" +
          std::string(count) + "] = fill(9)\n// tilefuzz.args &out\n",
      "test"));
}

static uint32_t first(const Outcome &outcome) {
  uint32_t value = 0;
  if (!outcome.buffers.empty())
    memcpy(&value, outcome.buffers[0].bytes.data(), 4);
  return value;
}

/// Two threads of PTX: the first initialises `b` and `c` for `count` arrivals,
/// and after a barrier each does its part. `x` is shared; what is in `v` at the
/// end of the second one's is stored.
static Outcome run(const std::string &zero, const std::string &one,
                   unsigned count = 1, unsigned schedule = 1,
                   uint64_t limit = 100'000) {
  std::string text =
      ".version 9.0\n.target sm_100a\n.address_size 64\n"
      ".shared .align 8 .b64 b; .shared .align 8 .b64 c;\n"
      ".shared .align 8 .b64 fresh[2]; .shared .align 4 .b32 x;\n"
      ".entry k(.param .u64 out)\n.reqntid 2\n{\n"
      ".reg .b64 %out, s, s2; .reg .b32 %t, v, i, r; .reg .pred %one, p, q;\n"
      "ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 v, 0;\n"
      "setp.ne.u32 %one, %t, 0; @%one bra $ready;\n"
      "st.shared.b32 [x], 0;\n"
      "mbarrier.init.shared.b64 [b], " +
      std::to_string(count) + "; mbarrier.init.shared.b64 [c], " +
      std::to_string(count) + ";\n$ready: bar.sync 0; @%one bra $second;\n" +
      zero + "\nbra $end;\n$second:\n" + one +
      "\nst.global.b32 [%out], v;\n$end: ret; }\n";
  llvm::Expected<PtxModule> module = parsePtxModule(text);
  llvm::Expected<Kernel> kernel =
      module ? decodePtxKernel(*module, "", 2) : module.takeError();
  if (!kernel) {
    ADD_FAILURE() << llvm::toString(kernel.takeError());
    return {};
  }
  SimtOptions options;
  options.schedule = schedule;
  options.stepLimit = limit;
  return runKernel(*kernel, launchOf("2"), options);
}

/// Waits for the phase of this parity.
static std::string wait(const std::string &object, unsigned parity,
                        const std::string &more = "") {
  static unsigned number = 0;
  std::string label = "$wait" + std::to_string(number++);
  return label + ": mbarrier.try_wait.parity" + more + ".shared.b64 p, [" +
         object + "], " + std::to_string(parity) + "; @!p bra " + label + ";\n";
}

static std::string summary(const Outcome &outcome) { return outcome.summary(); }

static const std::string put = "st.shared.b32 [x], 5;\n",
                         take = "ld.shared.b32 v, [x];\n",
                         arrive = "mbarrier.arrive.shared.b64 s, [b];\n";

TEST(Mbarrier, HandsOver) {
  for (unsigned schedule = 1; schedule <= 16; ++schedule) {
    Outcome outcome = run(put + arrive, wait("b", 0) + take, 1, schedule);
    EXPECT_TRUE(outcome.completed()) << summary(outcome);
    EXPECT_EQ(first(outcome), 5u);
    // Without a wait, or with one that acquires nothing, or an arrival that
    // releases nothing, nothing orders the two accesses.
    EXPECT_EQ(run(put + arrive, take, 1, schedule).status, RunStatus::Race);
    EXPECT_EQ(
        run(put + arrive, wait("b", 0, ".relaxed.cta") + take, 1, schedule)
            .status,
        RunStatus::Race);
    EXPECT_EQ(run(put + "mbarrier.arrive.relaxed.cta.shared.b64 s, [b];\n",
                  wait("b", 0) + take, 1, schedule)
                  .status,
              RunStatus::Race);
  }
}

TEST(Mbarrier, FencesMakeRelaxedOnesOrder) {
  for (unsigned schedule = 1; schedule <= 16; ++schedule) {
    Outcome outcome =
        run(put + "fence.acq_rel.cta;\n"
                  "mbarrier.arrive.relaxed.cta.shared.b64 s, [b];\n",
            wait("b", 0, ".relaxed.cta") + "fence.acq_rel.cta;\n" + take, 1,
            schedule);
    EXPECT_TRUE(outcome.completed()) << summary(outcome);
    EXPECT_EQ(first(outcome), 5u);
  }
}

TEST(Mbarrier, WaitsByState) {
  std::string spin = "$spin: mbarrier.test_wait.shared.b64 p, [b], s; "
                     "@!p bra $spin;\n";
  for (unsigned schedule = 1; schedule <= 8; ++schedule) {
    Outcome outcome = run(put + arrive, arrive + spin + take, 2, schedule);
    EXPECT_TRUE(outcome.completed()) << summary(outcome);
    EXPECT_EQ(first(outcome), 5u);
  }
}

TEST(Mbarrier, FreshOnePassesParityOne) {
  EXPECT_TRUE(run("", wait("b", 1)).completed());
  Outcome outcome = run("", wait("b", 0));
  EXPECT_EQ(outcome.status, RunStatus::Deadlock);
  EXPECT_EQ(outcome.condition, "phase 0 of an mbarrier never completes: 1 "
                               "arrivals and 0 bytes are missing");
  EXPECT_EQ(outcome.site.operation, "mbarrier.try_wait.parity.shared.b64");
}

/// What does not wait for ever may go on when its time is over.
TEST(Mbarrier, TimeIsLimited) {
  Outcome outcome =
      run("", "mbarrier.try_wait.parity.shared.b64 p, [b], 0, 1000;\n"
              "selp.b32 v, 1, 2, p;\n");
  EXPECT_TRUE(outcome.completed()) << summary(outcome);
  EXPECT_EQ(first(outcome), 2u);
}

/// L05 and L06: two stages, or one phase after the other.
TEST(Mbarrier, PipelinesGoOn) {
  auto loop = [](const char *name, const std::string &body) {
    std::string label = std::string("$") + name;
    return "mov.u32 i, 0;\n" + label + ":\n" + body +
           "add.u32 i, i, 1; setp.lt.u32 q, i, 6; @q bra " + label + ";\n";
  };
  auto waitFor = [](const char *name, const char *object, const char *parity) {
    std::string label = std::string("$") + name;
    return std::string("and.b32 r, i, 1;\n") + parity + label +
           ": mbarrier.try_wait.parity.shared.b64 p, [" + object +
           "], r; @!p bra " + label + ";\n";
  };
  const char *flipped = "xor.b32 r, r, 1;\n";
  for (unsigned schedule = 1; schedule <= 8; ++schedule) {
    // `c` says that `x` is empty.
    std::string producer =
        loop("produce", waitFor("empty", "c", flipped) +
                            "st.shared.b32 [x], i;\n"
                            "mbarrier.arrive.shared.b64 s, [b];\n");
    std::string consumer =
        loop("consume", waitFor("full", "b", "") +
                            "ld.shared.b32 r, [x]; add.u32 v, v, r;\n"
                            "mbarrier.arrive.shared.b64 s, [c];\n");
    Outcome outcome = run(producer, consumer, 1, schedule);
    EXPECT_TRUE(outcome.completed()) << summary(outcome);
    EXPECT_EQ(first(outcome), 15u);
    // The producer begins with a phase that nobody completes.
    std::string stuck = loop("produce", waitFor("empty", "c", "") +
                                            "st.shared.b32 [x], i;\n" + arrive);
    EXPECT_EQ(run(stuck, consumer, 1, schedule).status, RunStatus::Deadlock);
    // L15: `empty` before the value is read, or without a release.
    std::string early =
        loop("consume", waitFor("full", "b", "") +
                            "ld.shared.b32 r, [x]; add.u32 v, v, r;\n"
                            "mbarrier.arrive.relaxed.cta.shared.b64 s, [c];\n");
    EXPECT_EQ(run(producer, early, 1, schedule).status, RunStatus::Race);
  }
}

TEST(Mbarrier, CountsBytes) {
  std::string expect =
      put + "mbarrier.arrive.expect_tx.shared.b64 s, [b], 128;\n";
  std::string complete = "mbarrier.complete_tx.shared.b64 [b], ";
  Outcome outcome = run(expect + complete + "128;\n", wait("b", 0) + take);
  EXPECT_TRUE(outcome.completed()) << summary(outcome);
  // L07.
  outcome = run(expect + complete + "64;\n", wait("b", 0) + take);
  EXPECT_EQ(outcome.status, RunStatus::Deadlock);
  EXPECT_EQ(outcome.condition, "phase 0 of an mbarrier never completes: 0 "
                               "arrivals and 64 bytes are missing");
  outcome = run("mbarrier.expect_tx.relaxed.cta.shared.b64 [b], 1048575;\n"
                "mbarrier.expect_tx.relaxed.cta.shared.b64 [b], 1;\n",
                "");
  EXPECT_EQ(outcome.condition, "tx-imbalance") << summary(outcome);
}

TEST(Mbarrier, MayExpectFewer) {
  std::string drop = "mbarrier.arrive_drop.shared.b64 s, [b];\n";
  std::string zero = arrive + wait("b", 0) + arrive;
  Outcome outcome = run(zero + wait("b", 1), drop, 2);
  EXPECT_TRUE(outcome.completed()) << summary(outcome);
  EXPECT_EQ(run(zero + wait("b", 1), arrive, 2).status, RunStatus::Deadlock);
  drop = "mbarrier.arrive_drop.expect_tx.shared.b64 s, [b], 8;\n"
         "mbarrier.complete_tx.shared.b64 [b], 8;\n";
  EXPECT_TRUE(run(zero + wait("b", 1), drop, 2).completed());
  drop = "mbarrier.arrive_drop.noComplete.shared.b64 s, [b], 1;\n";
  EXPECT_TRUE(run("", drop, 2).completed());
}

TEST(Mbarrier, RulesHaveNames) {
  auto condition = [](const std::string &zero, unsigned count = 1) {
    Outcome outcome = run(zero, "", count);
    EXPECT_EQ(outcome.status, RunStatus::UndefinedBehaviour)
        << summary(outcome);
    return outcome.condition;
  };
  EXPECT_EQ(condition("mbarrier.arrive.shared.b64 s, [b], 2;\n"),
            "arrive-overflow");
  EXPECT_EQ(condition("mbarrier.arrive.noComplete.shared.b64 s, [b], 1;\n"),
            "arrive-overflow");
  EXPECT_EQ(condition(arrive + arrive), "phase-skipped");
  EXPECT_EQ(condition("mbarrier.init.shared.b64 [b], 1;\n"),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.init.shared.b64 [fresh], 0;\n"),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.init.shared.b64 [fresh], 1048576;\n"),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.arrive.shared.b64 s, [fresh];\n"),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.inval.shared.b64 [b];\n" + arrive),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.inval.shared.b64 [fresh];\n"),
            "mbarrier-lifetime");
  EXPECT_EQ(condition("st.shared.b32 [b+4], 1;\n"), "mbarrier-lifetime");
  EXPECT_EQ(condition("ld.shared.b64 s, [b];\n"), "mbarrier-lifetime");
  EXPECT_EQ(condition("mbarrier.init.shared.b64 [fresh+4], 1;\n"),
            "misaligned-access");
  EXPECT_EQ(condition("mbarrier.init.b64 [%out], 1;\n"), "wrong-state-space");
  // The state of phase 0, after phase 1.
  EXPECT_EQ(condition(arrive + "mov.b64 s2, s;\n" + wait("b", 0) + arrive +
                      wait("b", 1) +
                      "mbarrier.test_wait.shared.b64 p, [b], s2;\n"),
            "parity-alias");
  // After its end the bytes are anybody's.
  EXPECT_TRUE(run("mbarrier.inval.shared.b64 [b];\nst.shared.b32 [b], 1;\n"
                  "mbarrier.init.shared.b64 [b], 1;\n",
                  "")
                  .completed());
}

/// L08: the first thread's init is not ordered before the second one's use.
TEST(Mbarrier, InitIsOrderedBeforeUse) {
  for (unsigned schedule = 1; schedule <= 8; ++schedule) {
    Outcome outcome =
        run("mbarrier.init.shared.b64 [fresh], 1;\n",
            "mbarrier.arrive.shared.b64 s, [fresh];\n", 1, schedule);
    EXPECT_TRUE(outcome.status == RunStatus::Race ||
                outcome.condition == "mbarrier-lifetime")
        << summary(outcome);
  }
}

TEST(Mbarrier, OtherFormsAreRefusedByName) {
  for (const char *text :
       {"mbarrier.arrive.release.gpu.b64 s, [b];",
        "mbarrier.arrive.acquire.cta.shared.b64 s, [b];",
        "mbarrier.test_wait.parity.release.cta.shared.b64 p, [b], 0;",
        "mbarrier.init.global.b64 [b], 1;",
        "mbarrier.arrive.shared.b32 i, [b];", "mbarrier.hope.b64 s, [b];"}) {
    Outcome outcome = run(text, "");
    EXPECT_EQ(outcome.status, RunStatus::Unsupported) << text;
    std::string name = llvm::StringRef(text).split(' ').first.str();
    EXPECT_NE(outcome.condition.find(name), std::string::npos)
        << outcome.condition;
  }
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

static Outcome runLlvm(const std::string &zero, const std::string &one) {
  std::string text = R"(
target triple = "nvptx64-nvidia-cuda"
@b = internal addrspace(3) global i64 undef, align 8
@x = internal addrspace(3) global i32 undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare void @llvm.nvvm.mbarrier.inval.shared(ptr addrspace(3))
declare i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3))
declare i64 @llvm.nvvm.mbarrier.arrive.noComplete.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.drop.shared(ptr addrspace(3))
declare i1 @llvm.nvvm.mbarrier.test.wait.shared(ptr addrspace(3), i64)
declare i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.mbarrier.complete.tx.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.tl.relaxed.scope.cta.space.cta(ptr addrspace(3), i32, i32)
declare i32 @llvm.nvvm.mbarrier.pending.count(i64)
define ptx_kernel void @k(ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = icmp ne i32 %t, 0
  br i1 %one, label %ready, label %init
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @b, i32 1)
  store i32 0, ptr addrspace(3) @x
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %one, label %second, label %first
first:
)" + zero + "\n  ret void\nsecond:\n" +
                     one + R"(
  %v = load i32, ptr addrspace(3) @x
  store i32 %v, ptr addrspace(1) %out
  ret void
}
)";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo();
    return {};
  }
  SimtOptions options;
  options.threads = 2;
  options.stepLimit = 100'000;
  return runSimt(*module, launchOf("2"), options);
}

TEST(Mbarrier, IntrinsicsSayTheSame) {
  const std::string put = "store i32 5, ptr addrspace(3) @x\n";
  const std::string arrivals[] = {
      "call i64 @llvm.nvvm.mbarrier.arrive.shared(ptr addrspace(3) @b)\n",
      "call i64 @llvm.nvvm.mbarrier.arrive.drop.shared(ptr addrspace(3) @b)\n",
      "call i64 @llvm.nvvm.mbarrier.arrive.scope.cta.space.cta(ptr "
      "addrspace(3) @b, i32 1)\n",
      "call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr "
      "addrspace(3) @b, i32 8)\n"
      "call void @llvm.nvvm.mbarrier.complete.tx.scope.cta.space.cta(ptr "
      "addrspace(3) @b, i32 8)\n",
  };
  auto loop = [](const std::string &call) {
    return "  br label %again\nagain:\n  %done = " + call +
           "\n  br i1 %done, label %through, label %again\nthrough:\n";
  };
  const std::string waits[] = {
      loop("call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta("
           "ptr addrspace(3) @b, i32 0)"),
      // What MLIR's nvvm.mbarrier.try_wait.parity becomes.
      "call void asm sideeffect \"{ .reg .pred P1; LAB_WAIT: "
      "mbarrier.try_wait.parity.shared.b64 P1, [$0], $1, $2; @P1 bra.uni DONE; "
      "bra.uni LAB_WAIT; DONE: }\", \"r,r,n\"(ptr addrspace(3) @b, i32 0, i32 "
      "1000)\n",
  };
  for (const std::string &arrival : arrivals)
    for (const std::string &waiting : waits) {
      Outcome outcome = runLlvm(put + arrival, waiting);
      EXPECT_TRUE(outcome.completed()) << arrival << summary(outcome);
      EXPECT_EQ(first(outcome), 5u);
    }
  EXPECT_EQ(runLlvm(put + arrivals[0],
                    loop("call i1 @llvm.nvvm.mbarrier.try.wait.parity.tl."
                         "relaxed.scope.cta.space.cta(ptr addrspace(3) @b, i32 "
                         "0, i32 7)"))
                .status,
            RunStatus::Race);
  EXPECT_EQ(runLlvm(put +
                        "call i64 @llvm.nvvm.mbarrier.arrive.relaxed.scope.cta."
                        "space.cta(ptr addrspace(3) @b, i32 1)\n",
                    waits[0])
                .status,
            RunStatus::Race);
  EXPECT_EQ(runLlvm("call i64 @llvm.nvvm.mbarrier.arrive.noComplete.shared(ptr "
                    "addrspace(3) @b, i32 1)\n",
                    "")
                .condition,
            "arrive-overflow");
  Outcome outcome =
      runLlvm("call i32 @llvm.nvvm.mbarrier.pending.count(i64 0)\n", "");
  EXPECT_TRUE(outcome.completed()) << summary(outcome);
}
