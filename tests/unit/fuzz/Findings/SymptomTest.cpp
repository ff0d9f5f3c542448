//===- SymptomTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Symptom.h"
#include "fuzz/Findings/Finding.h"
#include <gtest/gtest.h>

using namespace tilefuzz;

TEST(SymptomTest, SurvivesJSON) {
  for (unsigned kind = 0; kind <= unsigned(Symptom::Kind::Disagreement); ++kind)
    for (unsigned change = 0; change <= unsigned(Symptom::Change::Scope);
         ++change)
      for (bool isFull : {false, true}) {
        Symptom symptom;
        symptom.kind = Symptom::Kind(kind);
        symptom.change = Symptom::Change(change);
        if (isFull) {
          symptom.rule = "undefined-behaviour: \"x\"";
          symptom.access = "cuda_tile.load_ptr_tko";
          symptom.isShared = true;
          symptom.detail = "drop, hoist";
        }
        std::optional<Symptom> read = parseSymptom(symptom.toJSON());
        ASSERT_TRUE(read);
        EXPECT_EQ(read->toJSON(), symptom.toJSON());
        EXPECT_EQ(read->key(), symptom.key());
      }
  EXPECT_FALSE(parseSymptom("lost order"));
  EXPECT_FALSE(parseSymptom(llvm::json::Object{{"kind", "mood"}}));
  EXPECT_FALSE(parseSymptom(
      llvm::json::Object{{"kind", "weakened"}, {"change", "colour"}}));
}

TEST(SymptomTest, MessagesLoseWhatVaries) {
  EXPECT_EQ(Symptom::message("a/b.mlir:12:7: error: no %3 of 4x8xf32").key(),
            "no % of f32");
}

/// Sentences as the versions before symptoms stored them, and the keys that
/// they were signed by.
TEST(SymptomTest, FindingsWithoutSymptomAreRead) {
  struct Row {
    FindingKind kind;
    const char *reason, *key;
  };
  const Row rows[] = {
      {FindingKind::Differs, "b0[3]: source 1, target 2", ""},
      {FindingKind::TargetUndefined,
       "target: race: data-race at nv_tileaa.load", "race"},
      {FindingKind::TargetUndefined,
       "target: race: race on 'b0' at store (main:%2:0)", "race"},
      {FindingKind::TargetUndefined,
       "target: race: race on 'global_smem' at store (m:%2:0)",
       "race in shared memory"},
      {FindingKind::TargetUndefined,
       "target: undefined-behaviour: out-of-bounds at store (m)",
       "undefined-behaviour: out-of-bounds"},
      {FindingKind::TargetUndefined,
       "target: undefined-behaviour: signed-division-overflow at sdiv (m)",
       "undefined-behaviour: division-overflow"},
      {FindingKind::TargetUndefined, "target: deadlock", "deadlock"},
      {FindingKind::Order,
       "lost order (conflict): cuda_tile.load_ptr_tko (#1) before "
       "cuda_tile.store_ptr_tko (#2) on x+0",
       "lost order"},
      {FindingKind::Order,
       "weakened: cuda_tile.store_ptr_tko (#2), now nv_tileaa.store (#2): "
       "release sys -> relaxed sys",
       "weakened ordering: load or store"},
      {FindingKind::Order,
       "weakened: cuda_tile.atomic_rmw_tko (#2), now nv_tileaa.atomic_rmw "
       "(#2): release sys -> release device",
       "weakened scope: atomic_rmw_tko"},
      {FindingKind::Order,
       "weakened: nv_tileaa.atomic_rmw (#2), now nv_tileaa.load (#2): one "
       "atomic update -> a load and a store",
       "weakened ordering: atomic_rmw"},
      {FindingKind::Order, "gone: cuda_tile.print_tko (#8) on +-1; and 1 more",
       "gone: cuda_tile.print_tko"},
      {FindingKind::Order, "new: nv_tileaa.load (#1) on b0+160",
       "new: nv_tileaa.load"},
      {FindingKind::CompileFailure, "a:1:2: error: no %3", "no %"},
      {FindingKind::AssemblerRejected, "error: line 12; oops", "line #; oops"},
      {FindingKind::Crash, "signal 11 (Segmentation fault) in compile",
       "signal # (Segmentation fault) in compile"},
      {FindingKind::OracleDisagreement, "proved, but new: drop, hoist",
       "proved, but new: drop, hoist"},
  };
  for (const Row &row : rows) {
    EXPECT_EQ(readLegacyReason(row.kind, row.reason).key(), row.key);
    Finding finding;
    finding.kind = row.kind;
    finding.reason = row.reason;
    llvm::json::Value stored = finding.toJSON();
    stored.getAsObject()->erase("symptom");
    EXPECT_EQ(llvm::cantFail(parseFinding(stored)).symptom.key(), row.key);
  }
  EXPECT_EQ(readLegacyReason(FindingKind::OracleDisagreement,
                             "proved, but new: drop, hoist")
                .rule,
            "proved, but new");
}
