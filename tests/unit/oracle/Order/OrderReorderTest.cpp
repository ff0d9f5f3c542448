//===- OrderReorderTest.cpp - Reordered text loses nothing ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Program order orders nothing (memory model, 1.3): random litmus programs with
// their operations in another order of text, all tokens and operands the same,
// must never be called lost.
//
// TILEFUZZ_REORDERINGS makes the run longer.
//
//===----------------------------------------------------------------------===//

#include "../../interp/Explore/LitmusProgram.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Order/OrderVerdict.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace tilefuzz;

namespace {
/// Whether an operation, or one inside of it, takes a result of the other.
bool uses(mlir::Operation *op, mlir::Operation *other) {
  bool found = false;
  op->walk([&](mlir::Operation *inner) {
    for (mlir::Value operand : inner->getOperands())
      found |= operand.getDefiningOp() == other;
  });
  return found;
}

/// Exchanges neighbours that do not depend on each other.
void reorder(mlir::ModuleOp module, std::mt19937_64 &random) {
  std::vector<mlir::Operation *> movable;
  module.walk([&](mlir::Operation *op) {
    if (op->getParentOp() &&
        llvm::isa<mlir::cuda_tile::IfOp, mlir::cuda_tile::EntryOp>(
            op->getParentOp()) &&
        !op->hasTrait<mlir::OpTrait::IsTerminator>())
      movable.push_back(op);
  });
  for (size_t i = 0; i < 8 * movable.size(); ++i) {
    mlir::Operation *op = movable[random() % movable.size()];
    for (unsigned steps = random() % 12; steps; --steps) {
      mlir::Operation *before = op->getPrevNode();
      if (!before || uses(op, before))
        break;
      op->moveBefore(before);
    }
  }
}

std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo();
  module.print(os, flags);
  return text;
}
} // namespace

TEST(OrderReorder, OtherTextLosesNothing) {
  const char *number = std::getenv("TILEFUZZ_REORDERINGS");
  uint64_t count = number ? std::strtoull(number, nullptr, 10) : 1200;
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  unsigned kept = 0, unmatched = 0, failures = 0;
  // And those that once were called lost.
  const uint64_t known[] = {3648};
  for (uint64_t at = 0; at < count + std::size(known) && failures < 3; ++at) {
    uint64_t i = at < count ? at : known[at - count];
    std::mt19937_64 random(2'000'003 + i);
    std::string text = litmus::toText(litmus::drawProgram(random));
    Launch launch = llvm::cantFail(parseLaunch(text, "litmus"));
    auto source = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(source) << text;
    mlir::OwningOpRef<mlir::ModuleOp> target(source->clone());
    reorder(*target, random);
    ASSERT_TRUE(mlir::succeeded(mlir::verify(*target)));
    // As another tool would leave it.
    if (i % 3 == 0)
      target->walk([&](mlir::Operation *op) {
        op->setLoc(mlir::UnknownLoc::get(&context));
      });
    OrderVerdict verdict;
    llvm::cantFail(compareOrder(*source, *target, launch, verdict));
    kept += !verdict.isLost() && verdict.cannotMatch.empty();
    unmatched += !verdict.cannotMatch.empty();
    if (!verdict.isLost())
      continue;
    ++failures;
    ADD_FAILURE() << "program " << i << " is called lost: "
                  << (verdict.losses.empty() ? verdict.newOutcome
                                             : verdict.losses[0].toString())
                  << "\n"
                  << text << "\n"
                  << print(*target);
  }
  llvm::outs() << count << " reorderings: " << kept << " kept, " << unmatched
               << " of racy sources or not matched\n";
  EXPECT_GE(kept, count / 2);
}
