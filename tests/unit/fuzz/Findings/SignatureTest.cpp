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

static Symptom lostOrder() {
  Symptom symptom;
  symptom.kind = Symptom::Kind::LostOrder;
  return symptom;
}

static Symptom weakened(llvm::StringRef access, Symptom::Change change) {
  Symptom symptom;
  symptom.kind = Symptom::Kind::Weakened;
  symptom.access = access.str();
  symptom.change = change;
  return symptom;
}

static Symptom unequal(Symptom::Kind kind, llvm::StringRef access) {
  Symptom symptom;
  symptom.kind = kind;
  symptom.access = access.str();
  return symptom;
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
  finding.symptom = Symptom::message("no %3");
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
  first.symptom = Symptom::message(
      "x.mlir:3:1: error: failed to legalize %3 of tensor<8xf32>");
  second.symptom = Symptom::message(
      "y.mlir:9:5: error: failed to legalize %7 of tensor<2x2xf32>");
  second.operations.clear();
  EXPECT_EQ(signatureOf(first), signatureOf(second));
  second.symptom = Symptom::message(
      "y.mlir:9:5: error: failed to legalize %7 of tensor<2x2xf16>");
  EXPECT_NE(signatureOf(first), signatureOf(second));
}

TEST(SignatureTest, LostOrder) {
  Finding finding = sample();
  finding.kind = FindingKind::Order;
  finding.symptom =
      weakened("cuda_tile.store_ptr_tko", Symptom::Change::Ordering);
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "weakened ordering: load or store");
  finding.symptom =
      weakened("cuda_tile.atomic_rmw_tko", Symptom::Change::Scope);
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "weakened scope: atomic_rmw_tko");
  finding.symptom = unequal(Symptom::Kind::Gone, "cuda_tile.print_tko");
  EXPECT_EQ(signatureOf(finding), "order | convert-cuda-tile-to-tileaa | "
                                  "gone: cuda_tile.print_tko");
  // The ends of an edge are no part of the defect.
  finding.symptom = lostOrder();
  EXPECT_EQ(signatureOf(finding),
            "wrong-order | convert-cuda-tile-to-tileaa | ops cmpi");
  // A race is the same, seen by a run.
  std::string signature = signatureOf(finding);
  finding.kind = FindingKind::TargetUndefined;
  finding.symptom = Symptom::race(/*isShared=*/false);
  EXPECT_EQ(signatureOf(finding), signature);
  finding.symptom = Symptom::race(/*isShared=*/true);
  EXPECT_EQ(signatureOf(finding), "wrong-order | convert-cuda-tile-to-tileaa | "
                                  "race in shared memory");
  finding.symptom = Symptom::undefined("undefined-behaviour: out-of-bounds");
  EXPECT_EQ(signatureOf(finding),
            "target-undefined | convert-cuda-tile-to-tileaa | ops cmpi");
}

TEST(SignatureTest, EssenceOfAReducedProgram) {
  Finding finding = sample();
  finding.essence = {"mulf", "rounding"};
  EXPECT_EQ(signatureOf(finding),
            "differs | convert-cuda-tile-to-tileaa | ops mulf,rounding");
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
  known.symptom = Symptom::message("x.mlir:3:1: error: failed to legalize %3");
  met.symptom = Symptom::message("x.mlir:7:4: error: failed to legalize %12");
  EXPECT_TRUE(isSignedByReason(known));
  EXPECT_TRUE(looksLike(known, met));
  met.symptom = Symptom::message(
      "x.mlir:7:4: error: operand #0 does not dominate this use");
  EXPECT_FALSE(looksLike(known, met));
}

TEST(SignatureTest, LostOrderAndRacesLookAlike) {
  Finding known = sample(), met = sample();
  known.kind = FindingKind::Order;
  known.symptom = lostOrder();
  met.kind = FindingKind::TargetUndefined;
  met.symptom = Symptom::race(/*isShared=*/false);
  EXPECT_FALSE(isSignedByReason(known));
  EXPECT_TRUE(looksLike(known, met));
  known.symptom =
      weakened("cuda_tile.store_ptr_tko", Symptom::Change::Ordering);
  EXPECT_FALSE(looksLike(known, met));
}

// One is signed as lost order, the other as a wrong value.
TEST(SignatureTest, LostOrderAndAnAccessTooManyDoNotLookAlike) {
  Finding known = sample();
  known.kind = FindingKind::Order;
  known.symptom = lostOrder();
  Finding met = known;
  EXPECT_TRUE(looksLike(known, met));
  met.symptom = unequal(Symptom::Kind::Added, "cuda_tile.atomic_rmw_tko");
  EXPECT_FALSE(looksLike(known, met));
  EXPECT_FALSE(looksLike(met, known));
  // As a wrong value does.
  known.kind = FindingKind::Differs;
  known.symptom = {};
  EXPECT_TRUE(looksLike(known, met));
}

TEST(SignatureTest, AnAccessTooManyIsAWrongValue) {
  Finding finding = sample();
  finding.essence = {"load_ptr_tko masked"};
  std::string signature = signatureOf(finding);
  finding.kind = FindingKind::Order;
  finding.symptom = unequal(Symptom::Kind::Added, "nv_tileas.load");
  EXPECT_EQ(signatureOf(finding), signature);
  EXPECT_EQ(finding.symptom.unequalAccess(), "load");
  using Kind = Symptom::Kind;
  EXPECT_EQ(unequal(Kind::Gone, "cuda_tile.atomic_rmw_tko").unequalAccess(),
            "atomic_rmw_tko");
  EXPECT_EQ(unequal(Kind::Added, "nv_tileaa.tiled_atomic_rmw").unequalAccess(),
            "tiled_atomic_rmw");
  // Not an access, not unequal.
  EXPECT_EQ(unequal(Kind::Gone, "cuda_tile.print_tko").unequalAccess(), "");
  EXPECT_EQ(unequal(Kind::Weakened, "nv_tileaa.load").unequalAccess(), "");
}

/// What people read decides nothing.
TEST(SignatureTest, SentencesAreNoPartOfIt) {
  for (const Symptom &symptom :
       {Symptom(), Symptom::race(false), Symptom::race(true), lostOrder(),
        Symptom::undefined("deadlock"), Symptom::message("no %3"),
        Symptom::disagreement("proved, but new", "drop"),
        weakened("cuda_tile.load_ptr_tko", Symptom::Change::Scope),
        unequal(Symptom::Kind::Gone, "cuda_tile.load_ptr_tko")})
    for (FindingKind kind : getFindingKinds()) {
      Finding plain = sample();
      plain.kind = kind;
      plain.symptom = symptom;
      for (const char *sentence :
           {"", "lost order (conflict): a before b", "weakened: a, now b: c",
            "gone: a.load (#1) on x+0", "target: race: data-race at a",
            "x.mlir:1:1: error: no", "proved, but new: drop"}) {
        Finding worded = plain;
        worded.reason = sentence;
        EXPECT_EQ(signatureOf(worded), signatureOf(plain));
        EXPECT_EQ(isSignedByReason(worded), isSignedByReason(plain));
        EXPECT_TRUE(looksLike(worded, plain));
      }
    }
}
