//===- ProgramSeriesTest.cpp - Programs of one form that get larger -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/ProgramSeries.h"
#include "compiler/Bytecode/Bytecode.h"
#include "fuzz/Sut/TileTrial.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
/// Below 0: too long.
std::vector<SeriesPoint>
points(std::initializer_list<std::pair<double, unsigned>> list) {
  std::vector<SeriesPoint> points;
  for (auto [seconds, mebibytes] : list) {
    SeriesPoint &point = points.emplace_back();
    point.size = 1u << (points.size() - 1);
    if (seconds >= 0)
      point.seconds = seconds;
    point.mebibytes = mebibytes;
  }
  return points;
}

TEST(ProgramSeries, Explosions) {
  EXPECT_EQ(findExplosion(points({{0.1, 9}, {1, 9}, {10, 9}})),
            "2: 1.0 s 9 MiB, 4: 10.0 s 9 MiB");
  EXPECT_TRUE(findExplosion(points({{0.1, 9}, {0.1, 9}, {1, 9}, {10, 9}})));
  EXPECT_EQ(findExplosion(points({{0.1, 9}, {1, 9}, {-1, 9}})),
            "2: 1.0 s 9 MiB, 4: too long");
  EXPECT_TRUE(findExplosion(points({{0.1, 9}, {-1, 9}})));
  EXPECT_TRUE(findExplosion(points({{1, 100}, {1, 600}, {1, 3600}})));
}

TEST(ProgramSeries, OrdinaryGrowth) {
  EXPECT_FALSE(findExplosion({}));
  EXPECT_FALSE(findExplosion(points({{9, 9}})));
  // It doubles or quadruples, is fast all the same, or jumps once.
  EXPECT_FALSE(findExplosion(points({{1, 9}, {4, 9}, {16, 9}, {64, 9}})));
  EXPECT_FALSE(
      findExplosion(points({{0.001, 9}, {0.01, 9}, {0.1, 9}, {1, 9}})));
  EXPECT_FALSE(findExplosion(points({{0.1, 9}, {10, 9}, {20, 9}})));
  // It was slow before.
  EXPECT_FALSE(findExplosion(points({{8, 9}, {16, 9}, {-1, 9}})));
  EXPECT_FALSE(findExplosion(points({{1, 100}, {1, 600}, {1, 2000}})));
}

TEST(ProgramSeries, MoreToDoMayTakeMore) {
  std::vector<SeriesPoint> steep = points({{0.1, 9}, {1, 9}, {10, 9}});
  for (SeriesPoint &point : steep)
    point.growth = 8;
  EXPECT_FALSE(findExplosion(steep));
  // What did not end had no time for eight times as much.
  std::vector<SeriesPoint> endless = points({{3, 9}, {-1, 9}});
  EXPECT_TRUE(findExplosion(endless));
  endless.back().growth = 8;
  endless.back().limit = 60;
  EXPECT_FALSE(findExplosion(endless));
  endless.back().limit = 61;
  EXPECT_TRUE(findExplosion(endless));
}

TEST(ProgramSeries, FormsAreValidAndGrow) {
  std::unique_ptr<mlir::MLIRContext> context = createTileContext();
  for (const SeriesForm &form : getSeriesForms()) {
    EXPECT_EQ(findSeriesForm(form.name), &form);
    size_t before = 0;
    for (unsigned size = form.least; size <= form.greatest; size *= 4) {
      llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
          parseModule(form.make(size), "form", *context);
      ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
      mlir::FailureOr<std::string> bytes =
          writeBytecode(**module, *BytecodeVersion::parse("13.1"));
      ASSERT_TRUE(mlir::succeeded(bytes)) << form.name.str();
      EXPECT_GT(bytes->size(), before) << form.name.str();
      before = form.name == "product" ? 0 : bytes->size();
    }
  }
  EXPECT_EQ(findSeriesForm("other"), nullptr);
}
} // namespace
