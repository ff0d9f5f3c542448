//===- OrderMutationTest.cpp - The auditor over the litmus catalogue ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every defined litmus program with one token operand removed, one ordering
// weakened or one scope narrowed. Where the explorer, which knows nothing of
// required pairs, sees a race or an outcome that the program did not have, the
// auditor must report a loss; and what it reports must be the place that was
// changed.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "interp/Explore/Expectation.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Order/RequiredOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace mlir::cuda_tile;
using namespace tilefuzz;

namespace {
std::vector<std::string> definedPrograms() {
  std::vector<std::string> paths;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(TILEFUZZ_LITMUS, code), end;
       it != end && !code; it.increment(code)) {
    auto file = llvm::MemoryBuffer::getFile(it->path());
    if (file && (*file)->getBuffer().contains("// tilefuzz.expect allowed"))
      paths.push_back(it->path());
  }
  llvm::sort(paths);
  return paths;
}

mlir::MutableOperandRange tokenOf(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, mlir::MutableOperandRange>(op)
      .Case<LoadPtrTkoOp, StorePtrTkoOp, AtomicRMWTkoOp, AtomicCASTkoOp,
            PrintTkoOp>([](auto access) { return access.getTokenMutable(); })
      .Default([](mlir::Operation *op) {
        return mlir::MutableOperandRange(op, 0, 0);
      });
}

using Change = std::function<void(mlir::Operation *)>;

/// What can be made weaker at an operation, by name.
std::vector<std::pair<std::string, Change>> changesOf(mlir::Operation *op) {
  std::vector<std::pair<std::string, Change>> changes;
  if (tokenOf(op).size())
    changes.push_back(
        {"token", [](mlir::Operation *changed) { tokenOf(changed).clear(); }});
  auto ordering =
      op->getAttrOfType<MemoryOrderingAttr>("memory_ordering_semantics");
  if (ordering && ordering.getValue() != MemoryOrdering::Weak &&
      ordering.getValue() != MemoryOrdering::Relaxed)
    changes.push_back({"ordering", [](mlir::Operation *changed) {
                         changed->setAttr(
                             "memory_ordering_semantics",
                             MemoryOrderingAttr::get(changed->getContext(),
                                                     MemoryOrdering::Relaxed));
                       }});
  auto scope = op->getAttrOfType<MemoryScopeAttr>("memory_scope");
  if (scope && scope.getValue() != MemoryScope::TileBlock)
    changes.push_back({"scope", [](mlir::Operation *changed) {
                         changed->setAttr(
                             "memory_scope",
                             MemoryScopeAttr::get(changed->getContext(),
                                                  MemoryScope::TileBlock));
                       }});
  return changes;
}

/// Position of an operation in a walk, the same in a clone.
mlir::Operation *operationAt(mlir::ModuleOp module, unsigned position) {
  mlir::Operation *found = nullptr;
  module.walk([&](mlir::Operation *op) {
    if (position-- == 0)
      found = op;
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

struct Findings {
  std::set<std::string> outcomes;
  bool isRacy = false;
};

class OrderMutation : public testing::TestWithParam<std::string> {
protected:
  Findings exploreModule(mlir::ModuleOp module) {
    DecodedProgram program =
        llvm::cantFail(DecodedProgram::decode(module, launch.kernel));
    Exploration all = llvm::cantFail(explore(program, launch));
    EXPECT_TRUE(all.isComplete()) << all.incomplete;
    Findings findings;
    findings.isRacy = !all.races.empty();
    for (const ExploredOutcome &outcome : all.outcomes)
      findings.outcomes.insert(observe(outcome.outcome, expectation.observed));
    return findings;
  }

  std::vector<OrderLoss> audit(mlir::ModuleOp source, mlir::ModuleOp target) {
    std::vector<OrderLoss> losses;
    for (Schedule::Kind kind :
         {Schedule::Kind::ProgramOrder, Schedule::Kind::ReverseBlocks,
          Schedule::Kind::RoundRobin}) {
      DecodedProgram before =
          llvm::cantFail(DecodedProgram::decode(source, launch.kernel));
      DecodedProgram after =
          llvm::cantFail(DecodedProgram::decode(target, launch.kernel));
      TracedRun a = llvm::cantFail(traceOrder(before, launch, {kind, 0}));
      TracedRun b = llvm::cantFail(traceOrder(after, launch, {kind, 0}));
      OrderReport report = checkRequiredOrder(a, b);
      EXPECT_EQ(report.cannotMatch, "");
      losses.insert(losses.end(), report.losses.begin(), report.losses.end());
    }
    return losses;
  }

  Launch launch;
  Expectation expectation;
};
} // namespace

TEST_P(OrderMutation, ReportsWhatMatters) {
  auto file = llvm::MemoryBuffer::getFile(GetParam());
  ASSERT_TRUE(file);
  llvm::StringRef text = (*file)->getBuffer();
  launch = llvm::cantFail(parseLaunch(text, GetParam()));
  expectation = llvm::cantFail(parseExpectation(text, GetParam(), launch));
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  auto source = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(source);
  EXPECT_TRUE(audit(*source, *source).empty());
  Findings original = exploreModule(*source);
  ASSERT_FALSE(original.isRacy);

  unsigned position = 0;
  std::vector<std::pair<unsigned, mlir::Operation *>> accesses;
  source->walk(
      [&](mlir::Operation *op) { accesses.push_back({position++, op}); });
  for (auto [at, op] : accesses)
    for (auto &[name, change] : changesOf(op)) {
      mlir::OwningOpRef<mlir::ModuleOp> mutant(source->clone());
      mlir::Operation *changed = operationAt(*mutant, at);
      change(changed);
      std::string place;
      llvm::raw_string_ostream(place) << op->getLoc() << ' ' << name;
      Findings found = exploreModule(*mutant);
      bool isWorse =
          found.isRacy ||
          !std::includes(original.outcomes.begin(), original.outcomes.end(),
                         found.outcomes.begin(), found.outcomes.end());
      std::vector<OrderLoss> losses = audit(*source, *mutant);
      if (isWorse)
        EXPECT_FALSE(losses.empty()) << place << " is not reported";
      for (const OrderLoss &loss : losses) {
        if (name == "token") {
          // The loss ends at the operation, or behind it where it needs no
          // order of its own.
          EXPECT_EQ(loss.kind, OrderLoss::Kind::Edge) << loss.toString();
          std::string location;
          llvm::raw_string_ostream(location) << op->getLoc();
          llvm::erase(location, '"');
          EXPECT_TRUE(llvm::any_of(loss.path,
                                   [&](const std::string &step) {
                                     return location.find(step) !=
                                            std::string::npos;
                                   }))
              << place << ": " << loss.toString();
          continue;
        }
        EXPECT_EQ(loss.kind, OrderLoss::Kind::Strength) << loss.toString();
        EXPECT_EQ(loss.first.operation, op->getName().getStringRef().str());
      }
      // A weaker access is always a loss, if a run reaches it.
      if (name != "token" && losses.empty())
        EXPECT_FALSE(isWorse) << place;
    }
}

INSTANTIATE_TEST_SUITE_P(Corpus, OrderMutation,
                         testing::ValuesIn(definedPrograms()),
                         [](const auto &info) {
                           return llvm::sys::path::stem(info.param).str();
                         });

TEST(OrderMutationCorpus, IsThere) { EXPECT_GE(definedPrograms().size(), 60u); }
