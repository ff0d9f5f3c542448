//===- SignatureTest.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Signature.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

static Finding sample() {
  Finding finding;
  finding.kind = FindingKind::Differs;
  finding.stage = "convert-cuda-tile-to-tileaa";
  finding.operations = {"cuda_tile.cmpi", "cuda_tile.constant",
                        "cuda_tile.select", "cuda_tile.store_ptr_tko"};
  return finding;
}

TEST(SignatureTest, KeepsEssentialOperations) {
  EXPECT_EQ(signatureOf(sample()),
            "differs | convert-cuda-tile-to-tileaa | ops cmpi");
}

TEST(SignatureTest, ScaffoldingStaysWhenNothingElseIsLeft) {
  EXPECT_EQ(essentialOperations({"cuda_tile.return", "cuda_tile.store_ptr_tko",
                                 "cuda_tile.constant", "cuda_tile.constant"}),
            (std::vector<std::string>{"store_ptr_tko"}));
  EXPECT_EQ(essentialOperations({"cuda_tile.return", "cuda_tile.iota"}),
            (std::vector<std::string>{"iota"}));
}

TEST(SignatureTest, CarriersSayLessThanTheOthers) {
  EXPECT_EQ(essentialOperations({"cuda_tile.exti", "cuda_tile.store_ptr_tko",
                                 "cuda_tile.iota"}),
            (std::vector<std::string>{"exti"}));
  EXPECT_EQ(essentialOperations({"cuda_tile.exti", "cuda_tile.reduce"}),
            (std::vector<std::string>{"reduce"}));
  // Views are seldom there for nothing.
  EXPECT_EQ(essentialOperations({"cuda_tile.exti", "cuda_tile.load_ptr_tko",
                                 "cuda_tile.store_view_tko"}),
            (std::vector<std::string>{"store_view_tko"}));
}

TEST(SignatureTest, PatternReplacesOperations) {
  Finding finding = sample();
  finding.pattern = "cuda-tile-select-constant-condition";
  EXPECT_EQ(signatureOf(finding),
            "wrong-code | convert-cuda-tile-to-tileaa | pattern "
            "cuda-tile-select-constant-condition");
  // What an earlier pass left could not be compared.
  finding.pass = "cuda-tile-canonicalize";
  EXPECT_EQ(signatureOf(finding),
            "wrong-code | cuda-tile-canonicalize | pattern "
            "cuda-tile-select-constant-condition");
  EXPECT_EQ(syntheticStack(finding).find("#0 cuda-tile-canonicalize\n"), 0u);
  // However it shows; but a failure is something else.
  std::string signature = signatureOf(finding);
  finding.kind = FindingKind::Order;
  EXPECT_EQ(signatureOf(finding), signature);
  finding.kind = FindingKind::CompileFailure;
  EXPECT_NE(signatureOf(finding), signature);
}

TEST(SignatureTest, MessagesLoseWhatVaries) {
  EXPECT_EQ(normalizeMessage("a/b.mlir:12:7: error: 'arith.addi' op on "
                             "tensor<4x8xf32> uses %12 and %arg0#1, 3 times\n"
                             "note: more"),
            "'arith.addi' op on tensor<f32> uses % and %, # times");
  // Digits inside words are names.
  EXPECT_EQ(normalizeMessage("cvt.f16.f32 on sm_90a"), "cvt.f16.f32 on sm_90a");
}

TEST(SignatureTest, TwoInstancesOfOneFailureAgree) {
  Finding first = sample(), second = sample();
  first.kind = second.kind = FindingKind::CompileFailure;
  first.reason = "x.mlir:3:1: error: failed to legalize %3 of tensor<8xf32>";
  second.reason = "y.mlir:9:5: error: failed to legalize %7 of tensor<2x2xf32>";
  second.operations.clear();
  EXPECT_EQ(signatureOf(first), signatureOf(second));
  second.reason = "y.mlir:9:5: error: failed to legalize %7 of tensor<2x2xf16>";
  EXPECT_NE(signatureOf(first), signatureOf(second));
}

TEST(SignatureTest, LostOrder) {
  Finding finding = sample();
  finding.kind = FindingKind::Order;
  finding.reason = "weakened: cuda_tile.store_ptr_tko (#2), now "
                   "nv_tileaa.store (#2): release sys -> relaxed sys";
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "weakened ordering: load or store");
  finding.reason = "weakened: cuda_tile.atomic_rmw_tko (#2), now "
                   "nv_tileaa.atomic_rmw (#2): release sys -> release device";
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "weakened scope: atomic_rmw_tko");
  finding.reason = "gone: cuda_tile.print_tko (#8) on +-1; and 1 more";
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "gone: cuda_tile.print_tko");
  // The ends of an edge are no part of the defect.
  finding.reason = "lost order (conflict): cuda_tile.load_ptr_tko (#1) before "
                   "cuda_tile.store_ptr_tko (#2) on x+0";
  EXPECT_EQ(signatureOf(finding),
            "wrong-order | convert-cuda-tile-to-tileaa | ops cmpi");
  // A race is the same, seen by a run.
  std::string signature = signatureOf(finding);
  finding.kind = FindingKind::TargetUndefined;
  finding.reason = "target: race: data-race at nv_tileaa.load";
  EXPECT_EQ(signatureOf(finding), signature);
  finding.reason =
      "target: undefined-behaviour: out-of-bounds at nv_tileaa.load";
  EXPECT_EQ(signatureOf(finding),
            "target-undefined | convert-cuda-tile-to-tileaa | ops cmpi");
}

TEST(SignatureTest, EssenceOfAReducedProgram) {
  Finding finding = sample();
  finding.essence = {"mulf", "rounding"};
  EXPECT_EQ(signatureOf(finding),
            "differs | convert-cuda-tile-to-tileaa | ops mulf,rounding");
}

TEST(SignatureTest, Symptoms) {
  auto undefined = [](llvm::StringRef reason) {
    return symptomOf(FindingKind::TargetUndefined, reason);
  };
  EXPECT_EQ(undefined("target: race: data-race at nv_tileaa.load"), "race");
  EXPECT_EQ(undefined("target: race: race on 'b0' at store (main:%2:0)"),
            "race");
  EXPECT_EQ(undefined("target: race: race on 'global_smem' at store (m:%2:0)"),
            "race in shared memory");
  EXPECT_EQ(
      undefined("target: undefined-behaviour: out-of-bounds at store (m)"),
      "undefined-behaviour: out-of-bounds");
  EXPECT_EQ(symptomOf(FindingKind::Order, "new: nv_tileaa.load (#1) on b0+160"),
            "new: nv_tileaa.load");
  EXPECT_EQ(symptomOf(FindingKind::CompileFailure, "a:1:2: error: no %3"),
            "no %");
  EXPECT_EQ(symptomOf(FindingKind::Differs, "b0[3]: source 1, target 2"), "");
}

TEST(SignatureTest, LooksLike) {
  Finding known = sample(), met = sample();
  met.operations = {"cuda_tile.addf", "cuda_tile.cmpi"};
  EXPECT_TRUE(looksLike(known, met));
  met.kind = FindingKind::TargetUndefined;
  EXPECT_FALSE(looksLike(known, met));
  met.kind = known.kind;
  met.stage = "source";
  EXPECT_FALSE(looksLike(known, met));
  met.stage = known.stage;
  met.pattern = "p";
  EXPECT_FALSE(looksLike(known, met));
  // Without the comparison it is something else.
  met = sample();
  met.operations = {"cuda_tile.addf"};
  EXPECT_FALSE(looksLike(known, met));
}

TEST(SignatureTest, MessagesLookAlikeOnlyIfTheySayTheSame) {
  Finding known = sample(), met = sample();
  known.kind = met.kind = FindingKind::CompileFailure;
  known.reason = "x.mlir:3:1: error: failed to legalize %3";
  met.reason = "x.mlir:7:4: error: failed to legalize %12";
  EXPECT_TRUE(isSignedByReason(known));
  EXPECT_TRUE(looksLike(known, met));
  met.reason = "x.mlir:7:4: error: operand #0 does not dominate this use";
  EXPECT_FALSE(looksLike(known, met));
}

TEST(SignatureTest, LostOrderAndRacesLookAlike) {
  Finding known = sample(), met = sample();
  known.kind = FindingKind::Order;
  known.reason = "lost order (conflict): ...";
  met.kind = FindingKind::TargetUndefined;
  met.reason = "target: race: data-race at nv_tileaa.load";
  EXPECT_FALSE(isSignedByReason(known));
  EXPECT_TRUE(looksLike(known, met));
  known.reason = "weakened: cuda_tile.store_ptr_tko (#2), now ...";
  EXPECT_FALSE(looksLike(known, met));
}

// One is signed as lost order, the other as a wrong value.
TEST(SignatureTest, LostOrderAndAnAccessTooManyDoNotLookAlike) {
  Finding known = sample();
  known.kind = FindingKind::Order;
  known.reason = "lost order: load (#1) before load (#2)";
  Finding met = known;
  EXPECT_TRUE(looksLike(known, met));
  met.reason = "new: cuda_tile.atomic_rmw_tko (#1) on b0+160";
  EXPECT_FALSE(looksLike(known, met));
  EXPECT_FALSE(looksLike(met, known));
  // As a wrong value does.
  known.kind = FindingKind::Differs;
  known.reason = "b0[3]: source 1, target 2";
  EXPECT_TRUE(looksLike(known, met));
}

TEST(SignatureTest, AnAccessTooManyIsAWrongValue) {
  Finding finding = sample();
  finding.essence = {"load_ptr_tko masked"};
  std::string signature = signatureOf(finding);
  finding.kind = FindingKind::Order;
  finding.reason = "new: nv_tileas.load (#1) on b0+160; and 3 more";
  EXPECT_EQ(signatureOf(finding), signature);
  EXPECT_EQ(unequalAccess(finding.kind, finding.reason), "load");
  finding.reason = "gone: cuda_tile.atomic_rmw_tko (#1) on b0+160";
  EXPECT_EQ(unequalAccess(finding.kind, finding.reason), "atomic_rmw_tko");
  EXPECT_EQ(unequalAccess(finding.kind, "new: nv_tileaa.tiled_atomic_rmw (#1)"),
            "tiled_atomic_rmw");
  // Not an access, not equal, not order.
  EXPECT_EQ(unequalAccess(finding.kind, "gone: cuda_tile.print_tko (#8)"), "");
  EXPECT_EQ(unequalAccess(finding.kind, "weakened: nv_tileaa.load (#1)"), "");
  EXPECT_EQ(unequalAccess(FindingKind::Differs, finding.reason), "");
}
