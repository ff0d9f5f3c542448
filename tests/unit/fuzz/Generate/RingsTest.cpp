//===- RingsTest.cpp - Several queues of one agent, in loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Stages/StageComparison.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <gtest/gtest.h>
#include <map>

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

static GenerateOptions getOptions() {
  GenerateOptions options;
  options.tileAA = true;
  options.operation = "nv_tileaa.queue.put";
  // What it begins with, and little else.
  options.maxSteps = 1;
  return options;
}

static bool isSide(Operation *op) {
  return isa<aa::QueuePutOp, aa::QueueGetOp>(op);
}

static unsigned countLoopsAround(Operation *op, Operation *until) {
  unsigned loops = 0;
  for (Operation *at = op->getParentOp(); at && at != until->getParentOp();
       at = at->getParentOp())
    loops += isa<scf::ForOp>(at);
  return loops;
}

/// What stands in the program, by name.
static std::map<std::string, unsigned> findForms(ModuleOp module) {
  std::map<std::string, unsigned> forms;
  module.walk([&](aa::CreateQueueOp queue) {
    std::set<Operation *> loops;
    bool isBefore = false;
    for (Operation *user : queue->getUsers()) {
      if (!isSide(user))
        continue;
      Operation *around = user->getParentOp();
      forms["body"] |= isSide(around);
      forms["branch"] |= isa<scf::IfOp>(around);
      forms["begins again"] |= countLoopsAround(user, queue) > 1;
      if (Operation *loop = queue->getBlock()->findAncestorOpInBlock(*user);
          isa<scf::ForOp>(loop))
        loops.insert(loop);
      isBefore |= isa<aa::FuncOp>(around) && isa<aa::QueuePutOp>(user);
    }
    forms["loop after loop"] |= loops.size() > 1;
    forms["filled before"] |= isBefore && !loops.empty();
    forms["made in a loop"] |= isa<scf::ForOp>(queue->getParentOp());
  });
  module.walk([&](scf::ForOp loop) {
    std::set<Operation *> queues;
    for (Operation &op : *loop.getBody())
      if (isSide(&op))
        queues.insert(op.getOperand(0).getDefiningOp());
    forms["side by side"] |= queues.size() > 1;
  });
  module.walk([&](aa::StoreOp store) {
    forms["access"] |= isa<aa::QueuePutOp>(store->getParentOp());
  });
  return forms;
}

TEST(Rings, AreDefinedAndOfManyForms) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::map<std::string, unsigned> forms;
  unsigned unstable = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    llvm::Expected<Program> program =
        generateProgram(*context, seed, getOptions());
    ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
    DecodedProgram decoded = llvm::cantFail(
        DecodedProgram::decode(program->module.get(), program->launch.kernel));
    Outcome outcome = llvm::cantFail(decoded.run(program->launch));
    ASSERT_TRUE(outcome.completed())
        << seed << ": " << outcome.condition << "\n"
        << program->toString();
    unstable += outcome.unstable;
    for (auto &[form, isThere] : findForms(*program->module))
      forms[form] += isThere;
  }
  // Those with addresses as numbers.
  EXPECT_LE(unstable, 15u);
  EXPECT_EQ(forms.size(), 8u);
  for (auto &[form, count] : forms)
    EXPECT_GE(count, 15u) << form;
}

/// Queues whose sides are one agent's are all compiled, and do the same then.
TEST(Rings, AreCompiled) {
  std::unique_ptr<MLIRContext> context = createContext();
  unsigned compiled = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Program program =
        llvm::cantFail(generateProgram(*context, seed, getOptions()));
    ComparisonOptions options;
    options.compile.stopAfter = "convert-tileaa-to-tileas";
    ComparisonReport report = compareStages(program, options);
    EXPECT_FALSE(report.finding)
        << seed << ": " << report.finding->reason << "\n"
        << program.toString();
    const StageRecord &last = report.stages.back();
    compiled += last.stage->name == "convert-tileaa-to-tileas" &&
                last.verdict && last.verdict->kind == ComparisonKind::Equal;
    // Other operations may be refused.
    if (last.verdict && last.verdict->kind != ComparisonKind::Equal)
      EXPECT_EQ(last.verdict->reason.find("queue"), std::string::npos)
          << seed << ": " << last.verdict->reason;
  }
  EXPECT_GE(compiled, 30u);
}
