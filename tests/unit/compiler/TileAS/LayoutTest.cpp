//===- LayoutTest.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Layouts against the rule that they state, element by element.
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Layout.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace {
class LayoutTest : public ::testing::Test {
protected:
  LayoutTest() { context.loadDialect<TileASDialect>(); }

  int64_t elementOf(LinearLayoutAttr layout, int64_t reg, int64_t thread) {
    return layout.getRegisterIndex(reg) ^ layout.getThreadIndex(thread);
  }
  bool isValid(LinearLayoutAttr layout, ArrayRef<int64_t> shape) {
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    return succeeded(verifyLayout(
        [&] { return emitError(UnknownLoc::get(&context)); }, layout, shape));
  }

  MLIRContext context;
};
} // namespace

/// The rule of tier 0, as the facts state it.
TEST_F(LayoutTest, RowMajorRule) {
  for (int64_t numWarps : {1, 2, 4, 8})
    for (int64_t count = 1; count <= 4096; count *= 2) {
      LinearLayoutAttr layout = getRowMajorLayout(&context, {count}, numWarps);
      int64_t threads = 32 * numWarps;
      ASSERT_EQ(layout.getNumThreads(), threads);
      int64_t perThread = std::max<int64_t>(1, count / threads);
      ASSERT_EQ(layout.getNumRegisters(), perThread);
      for (int64_t thread = 0; thread < threads; ++thread)
        for (int64_t reg = 0; reg < perThread; ++reg)
          ASSERT_EQ(elementOf(layout, reg, thread),
                    count >= threads ? thread * perThread + reg
                                     : thread % count)
              << count << " elements, thread " << thread;
      EXPECT_TRUE(isValid(layout, {count}));
    }
}

/// A thread of the source holds, register by register, what the grown tile
/// needs.
TEST_F(LayoutTest, BroadcastSourcesNeedNoExchange) {
  SmallVector<int64_t> shape = {4, 16, 8}, source = {4, 1, 8};
  LinearLayoutAttr grown = getRowMajorLayout(&context, shape, 2);
  LinearLayoutAttr layout = getBroadcastSourceLayout(grown, source, shape);
  EXPECT_TRUE(isValid(layout, source));
  for (int64_t thread = 0; thread < 64; ++thread)
    for (int64_t reg = 0; reg < grown.getNumRegisters(); ++reg) {
      int64_t element = elementOf(grown, reg, thread);
      int64_t i = element / 128, k = element % 8;
      EXPECT_EQ(elementOf(layout, reg, thread), i * 8 + k);
    }
}

TEST_F(LayoutTest, BadLayoutsAreRefused) {
  LinearLayoutAttr layout =
      LinearLayoutAttr::get(&context, {}, {1, 2, 4, 8, 16}, {});
  EXPECT_TRUE(isValid(layout, {32}));
  EXPECT_TRUE(isValid(layout, {4, 8}));
  EXPECT_FALSE(isValid(layout, {64})); // elements without owner
  EXPECT_FALSE(isValid(layout, {16})); // an entry outside
  EXPECT_FALSE(isValid(layout, {3}));
}
