//===- NamedPatternsPass.cpp - A canonicalisation pass per table ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/NamedPatternsPass.h"
#include "compiler/Support/GreedyRewriter.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
class NamedPatternsPass : public OperationPass<> {
public:
  // Shared by every table: the argument tells the passes apart.
  NamedPatternsPass(const NamedPatternsPassInfo &info,
                    NamedPatternOptions options)
      : OperationPass(TypeID::get<NamedPatternsPass>()), info(info),
        options(std::move(options)) {}
  NamedPatternsPass(const NamedPatternsPass &other)
      : OperationPass(other), info(other.info), options(other.options) {}

  StringRef getName() const override { return info.argument; }
  StringRef getArgument() const override { return info.argument; }
  StringRef getDescription() const override { return info.description; }
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<NamedPatternsPass>(*this);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    if (info.addDialects)
      info.addDialects(registry);
  }

  void runOnOperation() override {
    // Once per pass object: it runs on many programs of one context.
    if (!frozen && failed(freeze()))
      return signalPassFailure();
    if (failed(rewrite())) {
      getOperation()->emitError() << info.argument << " did not converge";
      return signalPassFailure();
    }
    if (info.finish)
      info.finish(getOperation(), all);
  }

private:
  LogicalResult rewrite() {
    if (info.walks) {
      AttributeCarrier carrier;
      walkAndApplyPatterns(getOperation(), *frozen, &carrier);
      return success();
    }
    if (!generalDriver)
      return rewriter->run(getOperation());
    // The driver removes dead operations itself, and regions have one block.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    AttributeCarrier carrier;
    config.setListener(&carrier);
    return applyPatternsGreedily(getOperation(), *frozen, config);
  }

  LogicalResult freeze() {
    all = options;
    if (failed(addNames(disablePatterns, all.disabled)) ||
        failed(addNames(enablePatterns, all.enabled)))
      return failure();
    for (const PatternRow &row : info.rows)
      if (info.walks && row.offByDefault)
        all.enabled.push_back(row.name.str());
    for (const std::string &name : injectBugs) {
      std::optional<SeededBug> bug = findSeededBug(name);
      if (!bug)
        return getOperation()->emitError()
               << "unknown seeded bug '" << name << "'";
      all.bugs.insert(*bug);
    }
    frozen = freezeNamedPatterns(&getContext(), info.rows, all);
    rewriter.emplace(&getContext(), *frozen);
    return success();
  }

  LogicalResult addNames(ArrayRef<std::string> asked,
                         SmallVectorImpl<std::string> &names) {
    for (StringRef name : asked) {
      // `prefix*` stands for every name that begins so.
      bool isPrefix = name.consume_back("*"), known = false;
      for (const PatternRow &row : info.rows) {
        if (isPrefix ? !row.name.starts_with(name) : row.name != name)
          continue;
        known = true;
        names.push_back(row.name.str());
      }
      if (!known)
        return getOperation()->emitError()
               << "unknown pattern '" << name << "'";
    }
    return success();
  }

  NamedPatternsPassInfo info;
  NamedPatternOptions options;
  /// With what the textual options add.
  NamedPatternOptions all;
  std::optional<FrozenRewritePatternSet> frozen;
  std::optional<GreedyRewriter> rewriter;
  ListOption<std::string> disablePatterns{
      *this, "disable-patterns",
      llvm::cl::desc("Does not use these patterns.")};
  ListOption<std::string> enablePatterns{
      *this, "enable-patterns",
      llvm::cl::desc("Uses these patterns although they are off by "
                     "default.")};
  ListOption<std::string> injectBugs{
      *this, "inject-bug", llvm::cl::desc("Switches these seeded bugs on.")};
  Option<bool> generalDriver{*this, "general-driver",
                             llvm::cl::desc("Rewrites with MLIR's driver.")};
};
} // namespace

std::unique_ptr<Pass>
tilefuzz::createNamedPatternsPass(const NamedPatternsPassInfo &info,
                                  NamedPatternOptions options) {
  return std::make_unique<NamedPatternsPass>(info, std::move(options));
}

void tilefuzz::registerNamedPatternsPass(const NamedPatternsPassInfo &info) {
  registerPass([info] { return createNamedPatternsPass(info); });
}
