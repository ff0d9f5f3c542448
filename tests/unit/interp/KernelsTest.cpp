//===- KernelsTest.cpp - Real kernels against independent references ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What the memory must hold is computed here in plain C++, not by another run.
// Each kernel is executed after every stage that can be.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Execute/Executor.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

namespace {
class Kernels : public ::testing::Test {
protected:
  Kernels() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void load(llvm::StringRef name) {
    std::string path = TILEFUZZ_CORPUS "/kernels/" + name.str() + ".mlir";
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(file)) << path;
    llvm::Expected<Launch> parsed = parseLaunch((*file)->getBuffer(), path);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    launch = *parsed;
    module =
        mlir::parseSourceString<mlir::ModuleOp>((*file)->getBuffer(), &context);
    ASSERT_TRUE(bool(module));
  }

  Outcome run(Schedule schedule = {}) {
    llvm::Expected<DecodedProgram> program =
        DecodedProgram::decode(*module, launch.kernel);
    EXPECT_TRUE(bool(program));
    TileRunOptions options;
    options.schedule = schedule;
    llvm::Expected<Outcome> outcome = program->run(launch, options);
    EXPECT_TRUE(bool(outcome));
    return *outcome;
  }

  /// Compiles the loaded module up to a stage.
  void lowerTo(const Stage &stage) {
    CompileOptions options;
    options.stopAfter = stage.name.str();
    ASSERT_TRUE(succeeded(compile(*module, options)));
  }

  template <typename T> std::vector<T> before(size_t buffer) {
    return as<T>(*initialContents(launch, buffer));
  }
  template <typename T>
  static std::vector<T> as(llvm::ArrayRef<uint8_t> bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Launch launch;
};

/// Program order, reverse, and some random ones.
static std::vector<Schedule> everySchedule() {
  std::vector<Schedule> schedules = {{Schedule::Kind::ProgramOrder, 0},
                                     {Schedule::Kind::Reverse, 0}};
  for (uint64_t seed = 0; seed < 4; ++seed)
    schedules.push_back({Schedule::Kind::Random, seed});
  return schedules;
}

class KernelsAtStage : public Kernels,
                       public ::testing::WithParamInterface<const Stage *>,
                       Observer {
protected:
  void load(llvm::StringRef name) {
    Kernels::load(name);
    if (isTileLevel(GetParam()->level))
      lowerTo(*GetParam());
  }

  Outcome run(Schedule schedule = {}) {
    if (isTileLevel(GetParam()->level))
      return Kernels::run(schedule);
    CompileOptions options;
    options.stopAfter = GetParam()->name.str();
    machineSchedule = schedule;
    mlir::OwningOpRef<mlir::ModuleOp> copy = module->clone();
    EXPECT_TRUE(succeeded(compile(*copy, options, this)));
    return machineOutcome;
  }

private:
  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    if (&stage == GetParam())
      execute({&stage, module});
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &machine) override {
    StagedProgram program{&stage};
    program.machine = &machine;
    this->machine = &machine;
    if (&stage == GetParam())
      execute(program);
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::StringRef code) override {
    StagedProgram program{&stage};
    program.machine = machine;
    program.code = code;
    if (&stage == GetParam())
      execute(program);
    return mlir::success();
  }
  void execute(const StagedProgram &program) {
    const Executor &executor = *getExecutors(program.stage->level).front();
    auto execution = llvm::cantFail(executor.prepare(program, launch, {}));
    machineOutcome = llvm::cantFail(execution->run(machineSchedule));
    // Tokens are gone: only the source can say that all was ordered.
    machineOutcome.isFullyOrdered = true;
  }
  Schedule machineSchedule;
  Outcome machineOutcome;
  const llvm::Module *machine = nullptr;
};
} // namespace

/// The stages that some executor takes; the llvm dialect is executed as LLVM
/// IR.
static std::vector<const Stage *> executedStages() {
  std::vector<const Stage *> stages;
  for (const Stage &stage : getStages())
    if (!stage.isRoundTrip() && !getExecutors(stage.level).empty() &&
        !isExecutedAsTheNext(stage.level))
      stages.push_back(&stage);
  return stages;
}
INSTANTIATE_TEST_SUITE_P(Every, KernelsAtStage,
                         ::testing::ValuesIn(executedStages()),
                         [](const auto &info) {
                           std::string name = info.param->name.str();
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(KernelsAtStage, Saxpy) {
  load("saxpy");
  std::vector<float> x = before<float>(0), y = before<float>(1);
  for (const Schedule &schedule : everySchedule()) {
    Outcome outcome = run(schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    EXPECT_TRUE(outcome.isFullyOrdered);
    std::vector<float> out = as<float>(outcome.buffers[2].bytes);
    ASSERT_EQ(out.size(), 1024u);
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], i < 1000 ? std::fma(2.5f, x[i], y[i]) : -1.0f) << i;
  }
}

TEST_P(KernelsAtStage, InPlaceSwap) {
  load("in_place_swap");
  std::vector<float> x = before<float>(0);
  for (const Schedule &schedule : everySchedule()) {
    Outcome outcome = run(schedule);
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    EXPECT_TRUE(outcome.isFullyOrdered);
    std::vector<float> got = as<float>(outcome.buffers[0].bytes);
    for (size_t i = 0; i < got.size(); ++i) {
      bool first = i % 128 < 64;
      ASSERT_EQ(got[i], first ? x[i + 64] + 1 : x[i - 64]) << i;
    }
  }
}

TEST_P(KernelsAtStage, CollatzSteps) {
  load("collatz_steps");
  // Values whose 3v+1 overflows, beside the small ones.
  launch.buffers[0].init = "list(0, 1, 27, 97, 871, 1431655765, 2147483647, "
                           "-5, 715827883, 1000, 6, 3)";
  std::vector<int32_t> x = before<int32_t>(0);
  Outcome outcome = run();
  ASSERT_TRUE(outcome.completed()) << outcome.summary();
  std::vector<int32_t> got = as<int32_t>(outcome.buffers[1].bytes);
  for (size_t i = 0; i < got.size(); ++i) {
    int32_t value = x[i], steps = 0;
    for (int round = 0; round < 64; ++round) {
      if (value <= 1)
        continue;
      ++steps;
      value = value & 1 ? int32_t(3u * uint32_t(value) + 1u) : value >> 1;
    }
    ASSERT_EQ(got[i], steps) << i << ": " << x[i];
  }
}

/// The token edges of in_place_swap: deleting one that orders conflicting
/// accesses is seen as a race, deleting one that orders nothing is not.
TEST_F(Kernels, LostTokenEdgesOfInPlaceSwapAreSeen) {
  load("in_place_swap");
  // All operands of type token, as (operation number, operand number).
  std::vector<std::pair<unsigned, unsigned>> edges;
  llvm::SmallVector<mlir::Operation *> ops;
  module->walk([&](mlir::Operation *op) { ops.push_back(op); });
  for (auto [n, op] : llvm::enumerate(ops))
    for (mlir::OpOperand &operand : op->getOpOperands())
      if (llvm::isa<ct::TokenType>(operand.get().getType()))
        edges.push_back({n, operand.getOperandNumber()});
  ASSERT_EQ(edges.size(), 12u);

  // In order: load A; join(start, A); load B; join(.., B); store A; store B;
  // load A; join(store B, load A); store A. Edges from the start order nothing,
  // and the join's edge from store B is implied by the load after it.
  const bool expected[] = {false, false, true, false, true, true,
                           true,  true,  true, false, true, true};
  for (auto [edge, needed] : llvm::zip_equal(edges, expected)) {
    mlir::OwningOpRef<mlir::ModuleOp> whole = module->clone();
    llvm::SmallVector<mlir::Operation *> copy;
    module->walk([&](mlir::Operation *op) { copy.push_back(op); });
    mlir::Operation *op = copy[edge.first];
    mlir::OpBuilder builder(op);
    mlir::Value fresh = ct::MakeTokenOp::create(builder, op->getLoc(),
                                                ct::TokenType::get(&context));
    op->setOperand(edge.second, fresh);
    Outcome outcome = run();
    EXPECT_EQ(outcome.status == RunStatus::Race, needed)
        << "operand " << edge.second << " of operation " << edge.first;
    // Where no edge is missed, every schedule gives the same memory.
    for (const Schedule &schedule : everySchedule()) {
      if (!needed) {
        EXPECT_EQ(run(schedule).buffers[0].bytes, outcome.buffers[0].bytes)
            << schedule.toString();
      }
    }
    if (needed) {
      ASSERT_FALSE(outcome.races.empty());
      EXPECT_EQ(outcome.races.front().first.buffer, "x");
    }
    module = std::move(whole);
  }
  EXPECT_TRUE(run().completed());
}

/// A lost edge from a store shows in a value, too: the reverse schedule
/// performs the store late.
TEST_F(Kernels, ALostStoreToLoadEdgeChangesMemory) {
  load("in_place_swap");
  std::vector<uint8_t> expected = run().buffers[0].bytes;
  mlir::Operation *lastLoad = nullptr;
  module->walk([&](ct::LoadViewTkoOp op) { lastLoad = op; });
  ASSERT_TRUE(lastLoad);
  mlir::OpBuilder builder(lastLoad);
  mlir::Value fresh = ct::MakeTokenOp::create(builder, lastLoad->getLoc(),
                                              ct::TokenType::get(&context));
  lastLoad->setOperand(lastLoad->getNumOperands() - 1, fresh);
  EXPECT_EQ(run().buffers[0].bytes, expected);
  EXPECT_NE(run({Schedule::Kind::Reverse, 0}).buffers[0].bytes, expected);
}

static const char *const reduceText = R"(// tilefuzz.launch grid=1,1,1
// tilefuzz.buffer x : f32[64] = list(VALUES)
// tilefuzz.buffer out : f32[1] = fill(0)
// tilefuzz.args &x &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
    %u = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b = broadcast %u : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %i = iota : tile<64xi32>
    %a = offset %b, %i : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %x, %t = load_ptr_tko weak %a : tile<64xptr<f32>> -> tile<64xf32>, token
    %s = reduce %x dim=0 identities=[IDENTITY : f32] : tile<64xf32> -> tile<f32> (%l: tile<f32>, %r: tile<f32>) {
      %y = COMBINE %l, %r : tile<f32>
      yield %y : tile<f32>
    }
    MORE
    %w = store_ptr_tko weak %q, RESULT : tile<ptr<f32>>, tile<f32> -> token
    return
  }
})";

/// Every order of a sum lies in the enclosure, and it is not wider than needed.
TEST_F(Kernels, FloatSumsAreEnclosed) {
  auto runReduce = [&](const char *combine, const char *identity,
                       const char *more, const char *result,
                       llvm::ArrayRef<float> values) {
    std::string list, text = reduceText;
    for (float value : values) {
      if (!list.empty())
        list += ", ";
      list += std::to_string(value);
    }
    for (auto [from, to] :
         {std::pair<const char *, std::string>{"VALUES", list},
          {"COMBINE", combine},
          {"IDENTITY", identity},
          {"MORE", more},
          {"RESULT", result}})
      text.replace(text.find(from), std::strlen(from), to);
    launch = llvm::cantFail(parseLaunch(text, "t"));
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    return run();
  };
  std::vector<float> values;
  for (unsigned i = 0; i < 64; ++i)
    values.push_back((i % 2 ? -1.0f : 1.0f) * (i * i * 1000.5f + 0.25f));
  Outcome sum = runReduce("addf", "0.0", "", "%s", values);
  ASSERT_TRUE(sum.completed());
  EXPECT_FALSE(sum.unstable);
  ASSERT_EQ(sum.buffers[1].enclosures.size(), 1u);
  BufferImage::Enclosure bounds = sum.buffers[1].enclosures[0];
  EXPECT_FALSE(bounds.exact);
  // 2 * 65 roundings of at most 2^-23 of the sum of magnitudes, each way.
  EXPECT_LT(bounds.hi - bounds.lo, 3000.0);
  // Independent of the interpreter: random orders and associations.
  uint64_t state = 1;
  bool differ = false;
  std::vector<float> launched = before<float>(0);
  for (unsigned round = 0; round < 200; ++round) {
    std::vector<float> parts = launched;
    while (parts.size() > 1) {
      size_t i = nextRandom(state) % parts.size();
      std::swap(parts[i], parts.back());
      float last = parts.back();
      parts.pop_back();
      parts[nextRandom(state) % parts.size()] += last;
    }
    EXPECT_LE(bounds.lo, parts[0]);
    EXPECT_GE(bounds.hi, parts[0]);
    differ |= parts[0] != as<float>(sum.buffers[1].bytes)[0];
  }
  EXPECT_TRUE(differ);
  // The larger of two floats is exact in every order.
  Outcome largest = runReduce("maxf", "-1.0e30", "", "%s", values);
  EXPECT_FALSE(largest.unstable);
  EXPECT_TRUE(largest.buffers[1].enclosures.empty());
  // What is computed from an inexact value is enclosed, too.
  Outcome more =
      runReduce("addf", "0.0", "%z = addf %s, %s : tile<f32>", "%z", values);
  EXPECT_FALSE(more.unstable);
  ASSERT_EQ(more.buffers[1].enclosures.size(), 1u);
  // Doubling is exact, and of the numbers of the format between the bounds.
  EXPECT_GE(more.buffers[1].enclosures[0].lo, 2 * bounds.lo);
  EXPECT_LE(more.buffers[1].enclosures[0].hi, 2 * bounds.hi);
  // The larger of what no order tells apart, and a choice by a comparison that
  // is not decided; one that decides where the program goes makes it unstable.
  Outcome chosen = runReduce("addf", "0.0",
                             "%z = constant <f32: 0.0> : tile<f32>\n"
                             "%d = subf %s, %s : tile<f32>\n"
                             "%c = cmpf less_than ordered %s, %d : tile<f32> "
                             "-> tile<i1>\n"
                             "%v = select %c, %s, %z : tile<i1>, tile<f32>",
                             "%v", values);
  EXPECT_FALSE(chosen.unstable);
  // An integer is enclosed as long as nothing asks which one it is.
  Outcome whole = runReduce("addf", "0.0",
                            "%z = ftoi %s signed : tile<f32> -> tile<i32>\n"
                            "%v = itof %z signed : tile<i32> -> tile<f32>",
                            "%v", values);
  EXPECT_FALSE(whole.unstable);
  EXPECT_EQ(whole.buffers[1].enclosures[0].lo, std::trunc(bounds.lo));
  EXPECT_EQ(whole.buffers[1].enclosures[0].hi, std::trunc(bounds.hi));
  auto divide = [&](int number, int subtracted) {
    std::string body = ("%z = ftoi %s signed : tile<f32> -> tile<i32>\n"
                        "%m = constant <i32: " +
                        llvm::Twine(subtracted) +
                        "> : tile<i32>\n%k = subi %z, %m : tile<i32>\n"
                        "%o = constant <i32: " +
                        llvm::Twine(number) +
                        "> : tile<i32>\n%r = divi %o, %k signed : tile<i32>\n"
                        "%v = itof %r signed : tile<i32> -> tile<f32>")
                           .str();
    return runReduce("addf", "0.0", body.c_str(), "%v", values);
  };
  EXPECT_FALSE(divide(1000000000, 2000000000).unstable);
  // Of a divisor that may be zero, nothing is known.
  int lo = int(bounds.lo), hi = int(bounds.hi);
  bool isLowest = int(as<float>(sum.buffers[1].bytes)[0]) == lo;
  ASSERT_LT(lo, hi);
  Outcome decided = divide(7, isLowest ? hi : lo);
  EXPECT_TRUE(decided.unstable);
  EXPECT_EQ(decided.unstableSite.operation, "cuda_tile.divi");
}

/// Adding an operation to a tile dialect without an evaluator fails here, if
/// interp/Tile/Eval/OpaqueCode.cpp does not say why no run executes it.
TEST_F(Kernels, EveryOperationHasAnEvaluator) {
  llvm::StringMap<unsigned> counts;
  llvm::StringSet<> refused;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    llvm::StringRef dialect = name.getDialectNamespace();
    llvm::StringRef text = name.getStringRef();
    if (dialect != "cuda_tile" && dialect != "nv_tileaa" &&
        dialect != "nv_tileas")
      continue;
    EXPECT_NE(hasEvaluator(text), !refusalOf(text).empty()) << text.str();
    if (!refusalOf(text).empty())
      refused.insert(text);
    counts[dialect] += hasEvaluator(text);
  }
  // Holders of code, the host's, and code that is not there. A new row needs a
  // reason: tests/lit/interp/tileaa-refused.mlir shows it.
  EXPECT_EQ(refused.size(), 8u);
  for (llvm::StringRef name :
       {"cuda_tile.module", "cuda_tile.entry", "cuda_tile.global",
        "nv_tileaa.func", "nv_tileaa.global", "nv_tileaa.launch_func",
        "nv_tileaa.plugin", "nv_tileaa.inject_ir"})
    EXPECT_TRUE(refused.contains(name)) << name.str();
  // All operations of 13.4 that a body can hold.
  EXPECT_EQ(counts["cuda_tile"], 102u);
  EXPECT_EQ(counts["nv_tileaa"], 72u);
  EXPECT_GE(counts["nv_tileas"], 11u);
}
