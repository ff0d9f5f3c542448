//===- CompareTest.cpp - Every row of the comparison ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Compare/Compare.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tilefuzz;

static Outcome withBits(ElementKind kind, std::vector<uint32_t> elements) {
  Outcome outcome;
  BufferImage image;
  image.name = "out";
  image.kind = kind;
  for (uint32_t element : elements)
    for (unsigned i = 0; i < 4; ++i)
      image.bytes.push_back(element >> (8 * i));
  outcome.buffers.push_back(image);
  return outcome;
}
static Outcome withStatus(RunStatus status) {
  Outcome outcome = withBits(ElementKind::I32, {1});
  outcome.status = status;
  return outcome;
}

static const uint32_t one = 0x3f800000, nan1 = 0x7fc00000, nan2 = 0xff800001;

TEST(Compare, EqualCountsElements) {
  Outcome a = withBits(ElementKind::I32, {1, 2});
  ComparisonVerdict verdict = compare(a, a);
  EXPECT_EQ(verdict.kind, ComparisonKind::Equal);
  EXPECT_EQ(verdict.observed, 2u);
}

TEST(Compare, DifferenceNamesElementAndValues) {
  ComparisonVerdict verdict = compare(withBits(ElementKind::I32, {1, 2}),
                                      withBits(ElementKind::I32, {1, 3}));
  EXPECT_EQ(verdict.kind, ComparisonKind::Differs);
  EXPECT_EQ(verdict.reason, "out[1]: source 2 (0x2), target 3 (0x3)");
}

static Outcome withText(llvm::StringRef text) {
  Outcome outcome = withBits(ElementKind::I32, {1});
  outcome.printed = text;
  outcome.printedLines.isKept = true;
  outcome.printedLines.add("0:", text);
  return outcome;
}

TEST(Compare, LinesThatAreKeptOnBothSides) {
  EXPECT_EQ(compare(withText("a\nb\n"), withText("b\na\n")).kind,
            ComparisonKind::Equal);
  ComparisonVerdict verdict =
      compare(withText("v 1 2\n"), withText("v 2 1\nv 3\n"));
  EXPECT_EQ(verdict.kind, ComparisonKind::Differs);
  EXPECT_EQ(verdict.reason, "printed: source 'v 1 2', target 'v 2 1'");
  EXPECT_EQ(compare(withText("v 1\n"), withText("")).reason,
            "printed: source 'v 1', target nothing more");
  Outcome loose = withText("v 2\n"), unknown = loose;
  loose.printedLines.isLoose = true;
  unknown.printedLines.isKept = false;
  EXPECT_EQ(compare(withText("v 1\n"), loose).kind, ComparisonKind::Equal);
  EXPECT_EQ(compare(loose, withText("v 1\n")).kind, ComparisonKind::Equal);
  EXPECT_EQ(compare(withText("v 1\n"), unknown).kind, ComparisonKind::Equal);
}

/// A run that goes on past a failed assertion and one that stops there are both
/// allowed; the error is part of the outcome.
TEST(Compare, FailedAssertions) {
  Outcome holds = withText(""), fails = withText("x\n"), traps = withText("");
  fails.failedAssertions = 1;
  traps.status = RunStatus::Trap;
  traps.buffers[0].bytes[0] = 2;
  EXPECT_EQ(compare(fails, traps).kind, ComparisonKind::Equal);
  EXPECT_EQ(compare(traps, traps).kind, ComparisonKind::Equal);
  EXPECT_EQ(compare(fails, holds).reason,
            "an assertion fails in the source only");
  EXPECT_EQ(compare(holds, traps).reason,
            "an assertion fails in the target only");
  EXPECT_EQ(compare(holds, fails).kind, ComparisonKind::Differs);
  // What was printed before is not all.
  Outcome more = fails;
  more.printedLines.add("0:", "y\n");
  EXPECT_EQ(compare(fails, more).kind, ComparisonKind::Equal);
  holds.printedLines.isKept = false;
  EXPECT_EQ(compare(holds, traps).kind, ComparisonKind::Unsupported);
}

TEST(Compare, NaNsAreEqualOnlyInFloatBuffers) {
  EXPECT_EQ(compare(withBits(ElementKind::F32, {nan1}),
                    withBits(ElementKind::F32, {nan2}))
                .kind,
            ComparisonKind::Equal);
  EXPECT_EQ(compare(withBits(ElementKind::I32, {nan1}),
                    withBits(ElementKind::I32, {nan2}))
                .kind,
            ComparisonKind::Differs);
  EXPECT_EQ(compare(withBits(ElementKind::F32, {nan1}),
                    withBits(ElementKind::F32, {one}))
                .kind,
            ComparisonKind::Differs);
}

TEST(Compare, SignedZerosDiffer) {
  EXPECT_EQ(compare(withBits(ElementKind::F32, {0}),
                    withBits(ElementKind::F32, {0x80000000u}))
                .kind,
            ComparisonKind::Differs);
}

TEST(Compare, UnspecifiedSourceBytesMatchAnything) {
  Outcome source = withBits(ElementKind::I32, {1, 0x0102});
  source.buffers[0].unspecified.assign(8, false);
  for (int i = 0; i < 5; ++i)
    source.buffers[0].unspecified[i] = true;
  EXPECT_EQ(compare(source, withBits(ElementKind::I32, {9, 0x01ff})).kind,
            ComparisonKind::Equal);
  EXPECT_EQ(compare(source, withBits(ElementKind::I32, {9, 0x03ff})).kind,
            ComparisonKind::Differs);
  EXPECT_EQ(compare(source, withBits(ElementKind::I32, {9, 0x0102})).observed,
            1u);
}

TEST(Compare, TargetMayNotBeLessSpecified) {
  Outcome source = withBits(ElementKind::I32, {1});
  Outcome target = source;
  target.buffers[0].unspecified = {false, true, false, false};
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Differs);
  source.buffers[0].unspecified = target.buffers[0].unspecified;
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Equal);
}

TEST(Compare, WhatIsComputedFromAnUnspecifiedElementMayBeSpecified) {
  Outcome source = withBits(ElementKind::I32, {1, 2});
  Outcome target = source;
  target.buffers[0].unspecified.assign(8, false);
  target.buffers[0].unspecified[0] = true;
  target.derivesUnspecified = true;
  ComparisonVerdict verdict = compare(source, target);
  EXPECT_EQ(verdict.kind, ComparisonKind::ResourceLimit);
  EXPECT_EQ(verdict.observed, 1u);
  // Another element shows the difference all the same.
  target.buffers[0].bytes[4] = 3;
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Differs);
}

TEST(Compare, HalvesOfBytesAreElements) {
  Outcome source = withBits(ElementKind::F4E2M1FN, {0x76543210});
  EXPECT_EQ(compare(source, source).observed, 8);
  ComparisonVerdict verdict =
      compare(source, withBits(ElementKind::F4E2M1FN, {0x76543310}));
  EXPECT_EQ(verdict.kind, ComparisonKind::Differs);
  EXPECT_EQ(verdict.reason,
            "out[2]: source 1 (0x2), target 1.5 (0x3), 1 unit in the last "
            "place above");
  source.buffers[0].unspecified = {false, true, false, false};
  EXPECT_EQ(
      compare(source, withBits(ElementKind::F4E2M1FN, {0x76548910})).observed,
      6);
}

TEST(Compare, EnclosureAcceptsItsBoundsOnly) {
  Outcome source = withBits(ElementKind::F32, {one});
  BufferImage::Enclosure bounds;
  bounds.lo = 1.0;
  bounds.hi = 2.0;
  bounds.exact = false;
  source.buffers[0].enclosures = {bounds};
  auto judge = [&](uint32_t bits) {
    return compare(source, withBits(ElementKind::F32, {bits})).kind;
  };
  EXPECT_EQ(judge(one), ComparisonKind::Equal);
  EXPECT_EQ(judge(0x40000000), ComparisonKind::Equal);
  EXPECT_EQ(judge(0x40000001), ComparisonKind::Differs);
  EXPECT_EQ(judge(nan1), ComparisonKind::Differs);
  source.buffers[0].enclosures[0].mayBeNaN = true;
  EXPECT_EQ(judge(nan1), ComparisonKind::Equal);
  // Bounds say which zeros may be.
  source.buffers[0].enclosures[0].lo = 0.0;
  EXPECT_EQ(judge(0), ComparisonKind::Equal);
  EXPECT_EQ(judge(0x80000000), ComparisonKind::Differs);
  source.buffers[0].enclosures[0].lo = -0.0;
  EXPECT_EQ(judge(0x80000000), ComparisonKind::Equal);
}

TEST(Compare, SaysHowFarOutAnElementLies) {
  Outcome source = withBits(ElementKind::F32, {one, one, one, one});
  BufferImage::Enclosure bounds;
  bounds.lo = 1.0;
  bounds.hi = 1.0 + 0x1p-20;
  bounds.exact = false;
  source.buffers[0].enclosures = {bounds, bounds, bounds, bounds};
  source.buffers[0].enclosures[3].mayBeNaN = true;
  // Inside; three units below, where units are half as large; NaN; an infinity.
  std::vector<ElementDifference> differences = findDifferences(
      source,
      withBits(ElementKind::F32, {one + 8, one - 6, 0x7fc00000, 0x7f800000}));
  ASSERT_EQ(differences.size(), 3u);
  EXPECT_EQ(differences[0].index, 1u);
  ASSERT_TRUE(differences[0].distance);
  EXPECT_FALSE(differences[0].distance->isAbove);
  EXPECT_EQ(differences[0].distance->units, 3.0);
  EXPECT_EQ(differences[0].distance->widths, 3.0 / 8);
  EXPECT_EQ(differences[0].description,
            "out[1]: source in [1, 1.00000095], target 0.999999642 "
            "(0x3f7ffffa), 3 units in the last place below, 0.375 times its "
            "width");
  EXPECT_FALSE(differences[1].distance);
  EXPECT_EQ(differences[1].description,
            "out[2]: source in [1, 1.00000095], target nan (0x7fc00000)");
  EXPECT_FALSE(differences[2].distance);
  EXPECT_EQ(differences[2].description,
            "out[3]: source in [1, 1.00000095] or nan, target inf "
            "(0x7f800000)");
  // The verdict names the first of them.
  EXPECT_EQ(
      compare(source, withBits(ElementKind::F32, {one, one - 6, 0, 0})).reason,
      differences[0].description);
}

TEST(Compare, DistancesCountInTheElementsFormat) {
  Outcome source = withBits(ElementKind::F16, {0x3c003c00});
  BufferImage::Enclosure bounds;
  bounds.lo = bounds.hi = 0.0;
  bounds.exact = false;
  source.buffers[0].enclosures = {bounds, bounds};
  // The least subnormal number, and the other zero.
  std::vector<ElementDifference> differences =
      findDifferences(source, withBits(ElementKind::F16, {0x80000001}));
  ASSERT_EQ(differences.size(), 2u);
  ASSERT_TRUE(differences[0].distance && differences[1].distance);
  EXPECT_EQ(differences[0].distance->units, 1.0);
  EXPECT_TRUE(std::isinf(differences[0].distance->widths));
  EXPECT_EQ(differences[1].distance->units, 0.0);
  EXPECT_EQ(differences[1].description,
            "out[1]: source in [0, 0], target -0 (0x8000), a zero of the other "
            "sign");
  // Of exact elements too; nothing finite lies near an infinity.
  source.buffers[0].enclosures.clear();
  differences =
      findDifferences(source, withBits(ElementKind::F16, {0x7c003c01}));
  ASSERT_EQ(differences.size(), 2u);
  ASSERT_TRUE(differences[0].distance);
  EXPECT_EQ(differences[0].distance->units, 1.0);
  EXPECT_FALSE(differences[1].distance);
}

TEST(Compare, SaysWhichOperationIsUnstable) {
  Outcome source = withBits(ElementKind::F32, {one});
  source.unstable = true;
  source.unstableSite.operation = "cuda_tile.ftoi";
  source.unstableSite.location = "here";
  ComparisonVerdict verdict = compare(source, source);
  EXPECT_EQ(verdict.kind, ComparisonKind::Unstable);
  EXPECT_NE(verdict.reason.find("cuda_tile.ftoi (here)"), std::string::npos);
}

TEST(Compare, StatusDecides) {
  Outcome good = withStatus(RunStatus::Completed);
  auto judge = [&](RunStatus source, RunStatus target) {
    return compare(withStatus(source), withStatus(target)).kind;
  };
  using S = RunStatus;
  using K = ComparisonKind;
  EXPECT_EQ(judge(S::UndefinedBehaviour, S::Completed), K::SourceUndefined);
  EXPECT_EQ(judge(S::Race, S::Race), K::SourceUndefined);
  EXPECT_EQ(judge(S::StepLimit, S::Completed), K::ResourceLimit);
  EXPECT_EQ(judge(S::Unsupported, S::Race), K::Unsupported);
  EXPECT_EQ(judge(S::Completed, S::UndefinedBehaviour), K::TargetUndefined);
  EXPECT_EQ(judge(S::Completed, S::Race), K::TargetUndefined);
  EXPECT_EQ(judge(S::Completed, S::Deadlock), K::TargetUndefined);
  EXPECT_EQ(judge(S::Completed, S::StepLimit), K::ResourceLimit);
  EXPECT_EQ(judge(S::Completed, S::Unsupported), K::Unsupported);
}

/// What an unstable source left is one of several outcomes; what a target left
/// that completed is one that is judged.
TEST(Compare, Unstable) {
  Outcome stable = withBits(ElementKind::I32, {1});
  Outcome open = withBits(ElementKind::I32, {2});
  open.unstable = true;
  EXPECT_EQ(compare(open, stable).kind, ComparisonKind::Unstable);
  EXPECT_EQ(compare(stable, open).kind, ComparisonKind::Differs);
  open.buffers[0].bytes[0] = 1;
  EXPECT_EQ(compare(stable, open).kind, ComparisonKind::Equal);
  for (RunStatus status :
       {RunStatus::Unsupported, RunStatus::UndefinedBehaviour}) {
    open.status = status;
    EXPECT_EQ(compare(stable, open).kind, ComparisonKind::Unstable);
  }
}

TEST(Compare, IntegersLieInTheirEnclosures) {
  Outcome source = withBits(ElementKind::I32, {0xffffffff, 7});
  source.buffers[0].enclosures = {{-2, 3, false, false}, {}};
  auto kindOf = [&](uint32_t first, uint32_t second) {
    return compare(source, withBits(ElementKind::I32, {first, second})).kind;
  };
  for (uint32_t inside : {0xfffffffeu, 0u, 3u})
    EXPECT_EQ(kindOf(inside, 7), ComparisonKind::Equal);
  EXPECT_EQ(kindOf(4, 7), ComparisonKind::Differs);
  EXPECT_EQ(kindOf(0xfffffffd, 7), ComparisonKind::Differs);
  EXPECT_EQ(kindOf(0, 8), ComparisonKind::Differs);
  std::vector<ElementDifference> differences =
      findDifferences(source, withBits(ElementKind::I32, {4, 7}));
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_NE(differences[0].description.find("source in [-2, 3], target 4"),
            std::string::npos)
      << differences[0].description;
}

TEST(Compare, NothingObservedIsNeverEqual) {
  Outcome empty;
  EXPECT_EQ(compare(empty, empty).kind, ComparisonKind::ResourceLimit);
  Outcome source = withBits(ElementKind::I32, {1});
  source.buffers[0].unspecified.assign(4, true);
  ComparisonVerdict verdict = compare(source, source);
  EXPECT_EQ(verdict.kind, ComparisonKind::ResourceLimit);
  EXPECT_EQ(verdict.reason, "nothing observed");
}

TEST(Compare, BuffersMatchByName) {
  Outcome source = withBits(ElementKind::I32, {1});
  Outcome target = source;
  target.buffers[0].name = "other";
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Differs);
  target = source;
  target.buffers[0].kind = ElementKind::F32;
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Differs);
  target.buffers.clear();
  EXPECT_EQ(compare(source, target).kind, ComparisonKind::Differs);
}

TEST(Refines, TargetMustMatchOneAllowedOutcome) {
  std::vector<Outcome> sources = {withBits(ElementKind::I32, {1}),
                                  withBits(ElementKind::I32, {2})};
  EXPECT_EQ(refines(sources, withBits(ElementKind::I32, {2})).kind,
            ComparisonKind::Equal);
  EXPECT_EQ(refines(sources, withBits(ElementKind::I32, {3})).kind,
            ComparisonKind::Differs);
  EXPECT_EQ(refines({}, sources[0]).kind, ComparisonKind::ResourceLimit);
}

TEST(Refines, UndefinedSourceExcusesAndLimitLeavesUndecided) {
  std::vector<Outcome> sources = {withBits(ElementKind::I32, {1}),
                                  withStatus(RunStatus::Race)};
  EXPECT_EQ(refines(sources, withBits(ElementKind::I32, {1})).kind,
            ComparisonKind::SourceUndefined);
  sources[1].status = RunStatus::StepLimit;
  EXPECT_EQ(refines(sources, withBits(ElementKind::I32, {3})).kind,
            ComparisonKind::ResourceLimit);
  EXPECT_EQ(refines(sources, withBits(ElementKind::I32, {1})).kind,
            ComparisonKind::Equal);
}
