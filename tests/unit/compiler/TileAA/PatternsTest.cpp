//===- PatternsTest.cpp - Every row of nv_tileaa's table fires ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAA/TileAAOps.h"
#include "compiler/TileAA/TileAAPatterns.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tilefuzz;

namespace {
/// The hand-written programs of the lit tests, each canonicalised alone.
struct Patterns : ::testing::Test {
  Patterns() {
    context.loadDialect<TileAADialect, arith::ArithDialect, math::MathDialect,
                        ub::UBDialect>();
  }
  static std::vector<std::string> files() {
    std::vector<std::string> names;
    for (const char *name :
         {"patterns", "patterns-memory", "patterns-shape", "patterns-element",
          "patterns-product", "patterns-region", "patterns-atomic",
          "patterns-slice"})
      names.push_back(std::string(TILEFUZZ_TILEAA_LIT "/") + name + ".mlir");
    return names;
  }
  /// What the patterns make of all of them; invalid code says so.
  std::string run(NamedPatternOptions options) {
    std::string text;
    llvm::raw_string_ostream os(text);
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    for (const std::string &file : files()) {
      OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
      EXPECT_TRUE(bool(module)) << file;
      if (!module)
        continue;
      EXPECT_TRUE(succeeded(
          applyNamedPatterns(module.get(), getPatternRows(), options)));
      if (failed(verify(module.get())))
        os << "does not verify\n";
      else
        os << *module;
    }
    return text;
  }
  NamedPatternOptions everything() {
    NamedPatternOptions options;
    for (const PatternRow &row : getPatternRows())
      options.enabled.push_back(row.name.str());
    return options;
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(Patterns, EveryRowFires) {
  FiringCounts firings;
  NamedPatternOptions options = everything();
  options.firings = &firings;
  std::string text = run(options);
  EXPECT_EQ(text.find("does not verify"), std::string::npos);
  for (const PatternRow &row : getPatternRows())
    EXPECT_GT(firings.counts.lookup(row.name), 0u) << row.name.str();
}

TEST_F(Patterns, RowsThatAreOffDoNotFire) {
  FiringCounts firings;
  NamedPatternOptions options;
  options.firings = &firings;
  run(options);
  unsigned off = 0;
  for (const PatternRow &row : getPatternRows())
    if (row.offByDefault) {
      ++off;
      EXPECT_EQ(firings.counts.lookup(row.name), 0u) << row.name.str();
    }
  EXPECT_EQ(off, 2u);
}

TEST_F(Patterns, EverySeededVariantChangesSomething) {
  std::string sound = run(NamedPatternOptions());
  std::set<SeededBug> seen;
  for (const PatternRow &row : getPatternRows()) {
    if (!row.bug)
      continue;
    EXPECT_TRUE(seen.insert(*row.bug).second) << getInfo(*row.bug).name.str();
    EXPECT_EQ(getInfo(*row.bug).where.str(), row.name.str());
    NamedPatternOptions options;
    options.bugs.insert(*row.bug);
    // Not EXPECT_NE, which would print both.
    EXPECT_TRUE(run(options) != sound) << getInfo(*row.bug).name.str();
  }
  EXPECT_GE(seen.size(), 21u);
}

/// Without any pattern nothing of the dialect changes.
TEST_F(Patterns, EveryRowCanBeDisabled) {
  FiringCounts firings;
  NamedPatternOptions options = everything();
  options.firings = &firings;
  options.disabled = options.enabled;
  run(options);
  EXPECT_EQ(firings.total, 0u);
}
