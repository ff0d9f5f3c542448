//===- QueuesTest.cpp - Queues and agents under many schedules ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What each queue must give is computed here, not by another run.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstring>
#include <set>

using namespace tilefuzz;

namespace {
class Queues : public ::testing::Test {
protected:
  Queues() : context(mlir::MLIRContext::Threading::DISABLED) {
    context
        .loadDialect<mlir::nv_tileaa::TileAADialect, mlir::arith::ArithDialect,
                     mlir::scf::SCFDialect, mlir::gpu::GPUDialect>();
  }

  /// A kernel of one argument, a buffer `y` of 32 numbers -1; `agents` are the
  /// regions of its only execute, `after` follows it, and %0 to %9 the
  /// constants.
  Outcome run(const std::string &queues, const std::vector<std::string> &agents,
              Schedule schedule, const std::string &after = "") {
    std::string text = "gpu.module @m {\nnv_tileaa.func @k(%y: "
                       "!nv_tileaa.ptr<i32, 1>) attributes {cute.kernel} {\n";
    for (int i = 0; i < 10; ++i)
      text += "%" + std::to_string(i) + " = arith.constant " +
              std::to_string(i) + " : i32\n";
    text += queues + "nv_tileaa.execute ";
    std::string ones;
    for (size_t i = 0; i < agents.size(); ++i) {
      text += (i ? ", {\n" : "{\n") + agents[i] + "nv_tileaa.yield\n}";
      ones += i ? ", 1" : "1";
    }
    text += " {num_warps = array<i32: " + ones +
            ">, max_registers = array<i32: " + ones + ">}\n" + after +
            "nv_tileaa.return\n}\n}\n";
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(bool(module)) << text;
    llvm::Expected<Launch> launch = parseLaunch(
        "// tilefuzz.launch kernel=@k grid=1 seed=1\n"
        "// tilefuzz.buffer y : i32[32] = fill(-1)\n// tilefuzz.args &y\n",
        "launch");
    EXPECT_TRUE(bool(launch));
    llvm::Expected<DecodedProgram> program =
        DecodedProgram::decode(*module, launch->kernel);
    EXPECT_TRUE(bool(program));
    TileRunOptions options;
    options.schedule = schedule;
    options.stepLimit = 100'000;
    llvm::Expected<Outcome> outcome = program->run(*launch, options);
    EXPECT_TRUE(bool(outcome));
    return *outcome;
  }

  static std::vector<int32_t> numbers(const Outcome &outcome) {
    std::vector<int32_t> values(outcome.buffers[0].bytes.size() / 4);
    std::memcpy(values.data(), outcome.buffers[0].bytes.data(),
                outcome.buffers[0].bytes.size());
    return values;
  }

  static std::string create(const std::string &name, unsigned depth) {
    return name +
           " = nv_tileaa.create_queue {depth = " + std::to_string(depth) +
           " : i32} : !nv_tileaa.queue<i32>\n";
  }
  static std::string put(const std::string &queue, const std::string &value) {
    return "nv_tileaa.queue.put " + queue + " {\nnv_tileaa.queue.yield " +
           value + " : i32\n} : !nv_tileaa.queue<i32>\n";
  }
  /// Stores what it gets at y + `place`, in the body.
  static std::string getTo(const std::string &queue, const std::string &place) {
    return "nv_tileaa.queue.get " + queue +
           " {\n^bb0(%e: i32):\n%p = nv_tileaa.addptr %y, " + place +
           " : !nv_tileaa.ptr<i32, 1>, i32\n%t = nv_tileaa.store %p, %e : "
           "(!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token\n"
           "nv_tileaa.queue.yield\n} : (!nv_tileaa.queue<i32>) -> ()\n";
  }
  static std::string times(const std::string &count, const std::string &body) {
    return "scf.for %i = %0 to %" + count + " step %1 : i32 {\n" + body + "}\n";
  }

  mlir::MLIRContext context;
};

std::vector<Schedule> everySchedule() {
  using Kind = Schedule::Kind;
  std::vector<Schedule> schedules = {{Kind::ProgramOrder, 0},
                                     {Kind::Reverse, 0},
                                     {Kind::ReverseBlocks, 0},
                                     {Kind::RoundRobin, 0}};
  for (uint64_t seed = 0; seed < 20; ++seed)
    schedules.push_back({Kind::Random, seed});
  return schedules;
}
} // namespace

TEST_F(Queues, AreFirstInFirstOut) {
  for (unsigned depth : {1, 2, 3, 9, 1'000'000})
    for (const Schedule &schedule : everySchedule()) {
      Outcome outcome =
          run(create("%q", depth),
              {times("9", put("%q", "%i")), times("9", getTo("%q", "%i"))},
              schedule);
      ASSERT_TRUE(outcome.completed()) << outcome.summary();
      // One agent at each end: nothing is left to the schedule.
      EXPECT_TRUE(outcome.isFullyOrdered);
      for (int i = 0; i < 9; ++i)
        EXPECT_EQ(numbers(outcome)[i], i) << depth;
    }
}

TEST_F(Queues, AChainOfAgentsKeepsTheOrder) {
  std::string middle = times(
      "9", "%x = nv_tileaa.queue.get %q {\n^bb0(%e: i32):\n"
           "%d = arith.muli %e, %3 : i32\nnv_tileaa.queue.yield %d : i32\n"
           "} : (!nv_tileaa.queue<i32>) -> i32\n" +
               put("%r", "%x"));
  for (const Schedule &schedule : everySchedule()) {
    Outcome outcome = run(
        create("%q", 2) + create("%r", 1),
        {times("9", getTo("%r", "%i")), middle, times("9", put("%q", "%i"))},
        schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    for (int i = 0; i < 9; ++i)
      EXPECT_EQ(numbers(outcome)[i], 3 * i);
  }
}

/// Of two producers, each one's values stay in order; schedules show more than
/// one interleaving.
TEST_F(Queues, ProducersInterleave) {
  std::set<std::vector<int32_t>> seen;
  for (const Schedule &schedule : everySchedule()) {
    Outcome outcome =
        run(create("%q", 2),
            {put("%q", "%1") + put("%q", "%2") + put("%q", "%3"),
             put("%q", "%5") + put("%q", "%6"), times("5", getTo("%q", "%i"))},
            schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    EXPECT_FALSE(outcome.isFullyOrdered);
    std::vector<int32_t> values = numbers(outcome);
    values.resize(5);
    seen.insert(values);
    std::vector<int32_t> first, second;
    for (int32_t value : values)
      (value < 5 ? first : second).push_back(value);
    EXPECT_EQ(first, (std::vector<int32_t>{1, 2, 3}));
    EXPECT_EQ(second, (std::vector<int32_t>{5, 6}));
  }
  EXPECT_GT(seen.size(), 1u);
}

/// Counts that do not match are seen under every schedule.
TEST_F(Queues, CountsMustMatch) {
  for (const Schedule &schedule : everySchedule()) {
    Outcome more = run(
        create("%q", 4),
        {times("5", put("%q", "%i")), times("4", getTo("%q", "%i"))}, schedule);
    EXPECT_EQ(more.status, RunStatus::UndefinedBehaviour);
    EXPECT_EQ(more.condition, "queue-value-never-taken");
    EXPECT_EQ(more.site.operation, "nv_tileaa.queue.put");
    Outcome less = run(
        create("%q", 4),
        {times("4", put("%q", "%i")), times("5", getTo("%q", "%i"))}, schedule);
    EXPECT_EQ(less.status, RunStatus::Deadlock);
    EXPECT_EQ(less.condition, "every-agent-waits");
    ASSERT_EQ(less.waiting.size(), 1u);
    EXPECT_EQ(less.waiting[0].agent, "1");
    EXPECT_NE(less.waiting[0].waitsFor.find("after 4 puts and 4 gets"),
              std::string::npos)
        << less.waiting[0].waitsFor;
  }
}

/// Two locks taken in opposite order: a deadlock under some schedules only.
TEST_F(Queues, ADeadlockThatASchedulePrevents) {
  auto hold = [](const std::string &outer, const std::string &inner) {
    return "nv_tileaa.queue.get " + outer + " {\n^bb0(%e: i32):\n" +
           "nv_tileaa.queue.get " + inner +
           " {\n^bb0(%f: i32):\nnv_tileaa.queue.yield\n} : "
           "(!nv_tileaa.queue<i32>) -> ()\n" +
           "nv_tileaa.queue.put " + inner +
           " {\nnv_tileaa.queue.yield %1 : i32\n} : !nv_tileaa.queue<i32>\n"
           "nv_tileaa.queue.yield\n} : (!nv_tileaa.queue<i32>) -> ()\n"
           "nv_tileaa.queue.put " +
           outer +
           " {\nnv_tileaa.queue.yield %1 : i32\n} : !nv_tileaa.queue<i32>\n";
  };
  auto take = [](const std::string &queue) {
    return "nv_tileaa.queue.get " + queue +
           " {\n^bb0(%e: i32):\nnv_tileaa.queue.yield\n} : "
           "(!nv_tileaa.queue<i32>) -> ()\n";
  };
  unsigned deadlocks = 0, completed = 0;
  for (const Schedule &schedule : everySchedule()) {
    // The locks start free, and are taken away at the end.
    Outcome outcome = run(create("%a", 1) + create("%b", 1) + put("%a", "%1") +
                              put("%b", "%1"),
                          {hold("%a", "%b"), hold("%b", "%a")}, schedule,
                          take("%a") + take("%b"));
    completed += outcome.completed();
    if (outcome.status != RunStatus::Deadlock)
      continue;
    ++deadlocks;
    EXPECT_EQ(outcome.waiting.size(), 2u);
  }
  EXPECT_GT(deadlocks, 0u);
  EXPECT_GT(completed, 0u);
}
