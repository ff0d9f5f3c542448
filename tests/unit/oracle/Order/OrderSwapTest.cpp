//===- OrderSwapTest.cpp - Exchanged and deleted tokens -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every defined litmus program with the users of two of its tokens exchanged,
// and with one token operand taken away, with its locations and without. What
// the explorer sees must be reported; what is reported must be a required pair
// that is lost.
//
//===----------------------------------------------------------------------===//

#include "OrderTesting.h"
#include "compiler/Pipeline/Pipeline.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
struct Numbers {
  unsigned mutants = 0, worse = 0, reported = 0, unmatched = 0, alike = 0;
};

class OrderSwap : public testing::Test {
protected:
  OrderSwap() : context(makeRegistry()) {
    // Most exchanges break dominance.
    context.getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  }
  static mlir::DialectRegistry makeRegistry() {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    return registry;
  }

  /// Calls `mutate` with a clone and a number until it returns false.
  void check(llvm::StringRef path, bool isStripped,
             llvm::function_ref<bool(mlir::ModuleOp, unsigned)> mutate) {
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(file);
    llvm::StringRef text = (*file)->getBuffer();
    Launch launch = llvm::cantFail(parseLaunch(text, path));
    auto source = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(source);
    Explored original = exploreModule(*source, launch);
    ASSERT_FALSE(original.isRacy);
    for (unsigned i = 0;; ++i) {
      mlir::OwningOpRef<mlir::ModuleOp> mutant(source->clone());
      if (!mutate(*mutant, i))
        break;
      if (mlir::failed(mlir::verify(*mutant)))
        continue;
      if (isStripped)
        mutant->walk([&](mlir::Operation *op) {
          op->setLoc(mlir::UnknownLoc::get(&context));
        });
      ++numbers.mutants;
      std::string name = (path + " mutant " + llvm::Twine(i)).str();
      bool isWorse = !original.allows(exploreModule(*mutant, launch));
      Audited audited = audit(*source, *mutant, launch);
      numbers.worse += isWorse;
      numbers.reported += !audited.losses.empty();
      numbers.unmatched +=
          audited.losses.empty() && !audited.cannotMatch.empty();
      if (isWorse)
        EXPECT_FALSE(audited.losses.empty() && audited.cannotMatch.empty())
            << name << " is not reported";
      bool isLost = losesPairs(*source, *mutant, launch);
      if (!audited.losses.empty())
        EXPECT_TRUE(isLost) << name << ": " << audited.losses[0].toString();
      // Another operation does what the first did.
      numbers.alike += isLost && audited.losses.empty();
    }
  }

  void checkAll(bool isStripped,
                llvm::function_ref<bool(mlir::ModuleOp, unsigned)> mutate) {
    std::error_code code;
    unsigned programs = 0;
    for (llvm::sys::fs::directory_iterator it(TILEFUZZ_LITMUS, code), end;
         it != end && !code; it.increment(code)) {
      auto file = llvm::MemoryBuffer::getFile(it->path());
      if (!file || !(*file)->getBuffer().contains("tilefuzz.expect allowed"))
        continue;
      ++programs;
      check(it->path(), isStripped, mutate);
    }
    EXPECT_GE(programs, 60u);
    llvm::outs() << numbers.mutants << " mutants: the explorer sees "
                 << numbers.worse << ", the auditor reports "
                 << numbers.reported << " and cannot match "
                 << numbers.unmatched << "; " << numbers.alike
                 << " lose order between operations but not between accesses\n";
    EXPECT_GE(numbers.mutants, 100u);
    EXPECT_GE(numbers.worse, 20u);
    EXPECT_EQ(numbers.unmatched, 0u);
  }

  mlir::MLIRContext context;
  Numbers numbers;
};

bool exchange(mlir::ModuleOp module, unsigned number) {
  llvm::SmallVector<mlir::Value> tokens = tokensOf(module);
  for (unsigned a = 0; a < tokens.size(); ++a)
    for (unsigned b = a + 1; b < tokens.size(); ++b) {
      if (tokens[a].use_empty() && tokens[b].use_empty())
        continue;
      if (number-- == 0) {
        swapTokens(tokens[a], tokens[b]);
        return true;
      }
    }
  return false;
}

bool takeAway(mlir::ModuleOp module, unsigned number) {
  bool isDone = false;
  module.walk([&](mlir::Operation *op) {
    if (auto join = llvm::dyn_cast<mlir::cuda_tile::JoinTokensOp>(op)) {
      if (number < join->getNumOperands()) {
        join->eraseOperand(number);
        isDone = true;
        return mlir::WalkResult::interrupt();
      }
      number -= join->getNumOperands();
    }
    mlir::MutableOperandRange token = tokenOf(op);
    if (token.size() && number-- == 0) {
      token.clear();
      isDone = true;
    }
    return isDone ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return isDone;
}
} // namespace

TEST_F(OrderSwap, ExchangedTokens) { checkAll(false, exchange); }
TEST_F(OrderSwap, ExchangedTokensWithoutLocations) { checkAll(true, exchange); }
TEST_F(OrderSwap, TokensTakenAway) { checkAll(false, takeAway); }
TEST_F(OrderSwap, TokensTakenAwayWithoutLocations) { checkAll(true, takeAway); }
