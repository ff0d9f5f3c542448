//===- AuditRules.cpp - What the seeds prescribe --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/Audit.h"

using namespace tilefuzz;

using Bug = SeededBug;

static constexpr llvm::StringLiteral casSame = "tileaa-atomic-cas-same",
                                     rmwIdentity = "tileaa-atomic-rmw-identity";

const std::vector<AuditRule> &tilefuzz::getAuditRules() {
  static const std::vector<AuditRule> rules = {
      //===----------------------------------------------------------------===//
      // Seed 000: nv_tileaa
      //===----------------------------------------------------------------===//
      {"000",
       "fold_constant_dot",
       "a zero multiplicand makes the result the accumulator; constant "
       "operands make it a constant.",
       {{"tileaa-dot-zero", Bug::DotZeroOfFloats}, {"tileaa-dot-constants"}},
       {"tileaa-dot-zero", "tileaa-dot-constants"},
       "a zero multiplicand of integers only: with floats 0 * inf and 0 * NaN "
       "are NaN, and -0.0 + 0.0 is 0.0. Constants: integers always, modulo the "
       "accumulator's width; floats only where no order of summation rounds, "
       "since the order is open."},
      {"000",
       "fuse_addptr_chain",
       "addptr(addptr(base, a), b) becomes addptr(base, a + b), if both "
       "offsets count the same elements of one address space; they are "
       "normalised before the addition.",
       {{"tileaa-addptr-chain", Bug::AddPtrNarrowAdd}},
       {"tileaa-addptr-chain"},
       "the sum is taken in i64, of sign-extended offsets: in a narrow type "
       "a + b wraps where p + a + b does not."},
      {"000",
       "push_assume_through_splat",
       "assume(splat(x), p) becomes splat(assume(x, p)), if p is elementwise "
       "and does not depend on the lane.",
       {{"tileaa-assume-of-splat", Bug::AssumeAnyOfSplat}},
       {"tileaa-assume-of-splat"},
       "bounded, and div_by without every and along. div_by with every speaks "
       "of distances between lanes, and same_elements of blocks of them."},
      {"000",
       "push_select_through_splat",
       "splat(select(c, t, f)) becomes select(splat(c), splat(t), splat(f)), "
       "if the three splats have one shape.",
       {{"tileaa-splat-of-select"}},
       {"tileaa-splat-of-select"},
       "as stated; the other direction is no row, or the two would go on for "
       "ever."},
      {"000",
       "canonicalize_masked_load",
       "a constant-true mask is dropped; with a constant-false mask the result "
       "becomes the fallback, or undef, and the token the input token.",
       {{"tileaa-masked-load", Bug::MaskedLoadLosesAcquire}},
       {"tileaa-masked-load"},
       "erased only if weak or relaxed; a missing input token becomes a fresh "
       "one; without a fallback the value is unspecified (ub.poison), never "
       "the padding of something else. That an acquire stays is a rule of the "
       "checker (facts, 8.31); the memory model lets an acquire without "
       "elements go, since it synchronises with nothing."},
      {"000",
       "canonicalize_masked_store",
       "a constant-true mask is dropped; a store with a constant-false mask is "
       "erased and its token becomes the input token.",
       {{"tileaa-masked-store", Bug::MaskedStoreLosesRelease}},
       {"tileaa-masked-store"},
       "erased only if weak or relaxed, as above."},
      {"000",
       "fold_expand_dims_of_splat",
       "expand_dims of a splat becomes a splat of the result type.",
       {{"tileaa-expand-dims-of-splat"}},
       {"tileaa-expand-dims-of-splat"},
       "as stated."},
      {"000",
       "fold_view_chain (view of view)",
       "a view of a view becomes one view of the source; a shape wrapper that "
       "keeps the element count is one.",
       {{"tileaa-view-chain", Bug::ViewThroughPermute}, {"tileaa-view-chain"}},
       {"tileaa-view-chain"},
       "views only, which keep the row-major order of elements: a permute has "
       "the same element count and another order."},
      {"000",
       "fold_view_chain (view of splat)",
       "a view of a splat becomes a splat of the result type.",
       {{"tileaa-view-of-splat"}},
       {"tileaa-view-of-splat"},
       "as stated."},
      {"000",
       "fold_broadcast_of_splat",
       "a broadcast of a splat becomes a splat of the result type.",
       {{"tileaa-broadcast-of-splat"}},
       {"tileaa-broadcast-of-splat"},
       "as stated."},
      {"000",
       "hoist_extract_through_elementwise",
       "extract moves through elementwise operations and matching "
       "expand_dims, if the extracted lane maps one-to-one to the source lane.",
       {{"tileaa-extract-of-elementwise"}, {"tileaa-extract-of-expand-dims"}},
       {"tileaa-extract-of-elementwise", "tileaa-extract-of-expand-dims"},
       "operations without effects whose operands all have the shape; one with "
       "other uses only if it is cheap, since the whole tile stays."},
      {"000",
       "prune_queue_get_results",
       "unused results of queue.get are dropped, with what its queue.yield "
       "yields for them; the order of the others stays.",
       {{"tileaa-queue-get-results"}},
       {"tileaa-queue-get-results"},
       "as stated; the order of what is left stays, and so does a token that "
       "is used. What the agent at the other end of the queue does is left "
       "open: a get takes any values, the same before and after."},
      {"000",
       "prune_pragma_results",
       "unused results of a pragma are dropped, with what its region yields "
       "for them, if the pragma's payload does not depend on them.",
       {{"tileaa-pragma-results"},
        {"tileaa-pragma-results", Bug::PragmaDropsToken}},
       {"tileaa-pragma-results"},
       "as stated; a token that is used stays (the second row drops it)."},
      {"000",
       "fold_atomic_cas",
       "with equal constants as compare and replacement the operation becomes "
       "an atomic load of the same ordering and scope.",
       {{casSame, Bug::AtomicCASLosesRelease},
        {casSame, Bug::AtomicCASByNumber}},
       {},
       "off by default. `--enable-pattern=tileaa-atomic-cas-same` does it for "
       "relaxed updates of constants with equal bits, which is still refuted: "
       "a load may read an older value than the update would have.",
       {{"A08", {casSame, Bug::AtomicCASLosesRelease}}, {"A27", {casSame}}}},
      {"000",
       "fold_atomic_rmw",
       "add, or, xor of zero and `and` of all ones become an atomic load of "
       "the same ordering and scope.",
       {{rmwIdentity, Bug::AtomicRMWLosesRelease},
        {rmwIdentity, Bug::AtomicAddPlusZero}},
       {},
       "off by default. `--enable-pattern=tileaa-atomic-rmw-identity` does it "
       "for relaxed updates of integers, which is still refuted: a load may "
       "read an older value. For floats +0.0 is no identity: it turns -0.0 "
       "into +0.0.",
       {{"A06", {rmwIdentity, Bug::AtomicRMWLosesRelease}},
        {"A11", {rmwIdentity}}}},

      //===----------------------------------------------------------------===//
      // Seed 001: folds of cuda_tile
      //===----------------------------------------------------------------===//
      {"001",
       "constant",
       "folding a constant returns its attribute.",
       {},
       {},
       "the folder of `cuda_tile.constant`; nothing is rewritten."},
      {"001",
       "addf",
       "a constant plus a constant becomes the constant sum, if both are "
       "finite, in the declared rounding.",
       {{"cuda-tile-addf-constants"},
        {"cuda-tile-addf-constants", Bug::AddFFoldIgnoresRounding}},
       {"cuda-tile-addf-constants"},
       "as stated, flushed as declared; the second row forgets the rounding."},
      {"001",
       "if (negated condition)",
       "if (xori(cond, true)) then A else B becomes if (cond) then B else A, "
       "where the else region is present.",
       {{"cuda-tile-if-negated-condition"}},
       {"cuda-tile-if-negated-condition"},
       "as stated."},
      {"001",
       "select (identity)",
       "equal arms: the arm.",
       {{"cuda-tile-select-same-arm"}},
       {"cuda-tile-select-same-arm"},
       "as stated."},
      {"001",
       "select (constant condition)",
       "a constant condition: the arm that it takes.",
       {{"cuda-tile-select-constant-condition"}},
       {"cuda-tile-select-constant-condition"},
       "as stated."},
      {"001",
       "select (boolean)",
       "arms true and false of an i1 tile: the condition.",
       {{"cuda-tile-select-identity"}},
       {"cuda-tile-select-identity"},
       "as stated."},
      {"001",
       "select (compare)",
       "a select whose condition compares its arms.",
       {{"cuda-tile-select-of-compare"}},
       {"cuda-tile-select-of-compare"},
       "cmpi equal or not_equal of integers only: equal floats may differ in "
       "the sign of zero."},
      {"001",
       "select (invert)",
       "a condition xori(p, true): the condition p with the arms swapped.",
       {{"cuda-tile-select-negated-condition"}},
       {"cuda-tile-select-negated-condition"},
       "as stated."},
      {"001",
       "select (nested)",
       "select(c, select(c, a, b), d) loses the second test of c.",
       {{"cuda-tile-select-nested"}},
       {"cuda-tile-select-nested"},
       "as stated; both selects have one condition value."},

      //===----------------------------------------------------------------===//
      // Seed 001: patterns of if and select
      //===----------------------------------------------------------------===//
      {"001",
       "RemoveUnusedResults",
       "results of an if without uses are dropped.",
       {{"cuda-tile-if-remove-unused-results"}},
       {"cuda-tile-if-remove-unused-results"},
       "as stated."},
      {"001",
       "ReplaceYieldWithValue",
       "an if whose branches yield the same values is replaced by them.",
       {{"cuda-tile-if-replace-yield-with-value", Bug::IfReplaceDropsBranches}},
       {"cuda-tile-if-replace-yield-with-value"},
       "the results are replaced, one by one; the if stays with what its "
       "branches do."},
      {"001",
       "RemoveStaticCondition",
       "an if with a constant condition becomes the chosen branch's contents.",
       {{"cuda-tile-if-constant-condition"}},
       {"cuda-tile-if-constant-condition"},
       "where that branch yields; one that returns or leaves a loop stays."},
      {"001",
       "ConvertToSelect",
       "an if whose branches only yield becomes a select.",
       {{"cuda-tile-if-convert-to-select"}},
       {"cuda-tile-if-convert-to-select"},
       "for tiles that select takes; an if that yields a token stays, since a "
       "token cannot be selected."},
      {"001",
       "RemoveEmptyElseBranch",
       "an else branch that does and yields nothing is dropped.",
       {{"cuda-tile-if-empty-else"}},
       {"cuda-tile-if-empty-else"},
       "as stated."},
      {"001",
       "CombineIfs",
       "two adjacent ifs with the same condition value become one.",
       {{"cuda-tile-if-combine"}},
       {"cuda-tile-if-combine"},
       "the first if's branches yield; nothing stands between the two."},
      {"001",
       "CombineNestedIfs",
       "if (a) { if (b) X else W } else poison becomes if (a and b) X else "
       "poison.",
       {{"cuda-tile-if-combine-nested", Bug::NestedIfDropsElse},
        {"cuda-tile-if-combine-nested", Bug::NestedIfPlainAnd}},
       {"cuda-tile-if-combine-nested"},
       "both else branches yield the same values, or one of them poison, "
       "which the other's value replaces (the seed's example drops what W "
       "yields); `andi` only if b is known to be specified where a is "
       "false, else select(a, b, false)."},
      {"001",
       "MoveTerminatorToParent",
       "a return that ends a branch is hoisted past the if.",
       {{"cuda-tile-if-move-terminator", Bug::ReturnHoistedFromOneBranch}},
       {"cuda-tile-if-move-terminator"},
       "both branches end with a return."},
      {"001",
       "ReplaceConstantSelect",
       "select(true, a, b) becomes a; select(false, a, b) becomes b.",
       {{"cuda-tile-select-replace-constant"}},
       {"cuda-tile-select-replace-constant"},
       "as stated, for conditions that spread a constant over a shape."},
      {"001",
       "ReplaceIdenticalSelect",
       "select(c, a, a) becomes a.",
       {{"cuda-tile-select-replace-identical"}},
       {"cuda-tile-select-replace-identical"},
       "as stated, also for two constants of equal bits."},
      {"001",
       "InverseConditionSelect",
       "select(not c, a, b) becomes select(c, b, a).",
       {{"cuda-tile-select-inverse-condition"}},
       {"cuda-tile-select-inverse-condition"},
       "as stated; `not` also as a comparison with a constant."},

      //===----------------------------------------------------------------===//
      // Seed 001: the expression simplifier
      //===----------------------------------------------------------------===//
      {"001",
       "simplifier: boolean negation cleanup",
       "a negation moves into comparisons, and and or; two cancel.",
       {{"cuda-tile-simplify-negation"}},
       {"cuda-tile-simplify-negation"},
       "as stated, of i1."},
      {"001",
       "simplifier: variadic and/or folding",
       "repeated, neutral, deciding, complementary and absorbed operands of "
       "and and or.",
       {{"cuda-tile-simplify-and-or"}},
       {"cuda-tile-simplify-and-or"},
       "as stated."},
      {"001",
       "simplifier: integer comparison folding",
       "comparisons of equal values, with bounds, and of sums with constants.",
       {{"cuda-tile-simplify-compare"},
        {"cuda-tile-simplify-compare", Bug::SimplifyCompareSignedness}},
       {"cuda-tile-simplify-compare"},
       "in the declared reading (the second row takes every one for unsigned); "
       "x + k < l stays, since it may wrap, and x + k == l moves k."},
      {"001",
       "simplifier: arithmetic simplification",
       "neutral and deciding operands, cancelled sums, shifts, minima and "
       "maxima, repeated extensions and truncations, shared subexpressions.",
       {{"cuda-tile-simplify-sum"},
        {"cuda-tile-simplify-product"},
        {"cuda-tile-simplify-shift"},
        {"cuda-tile-simplify-xor"},
        {"cuda-tile-simplify-min-max"},
        {"cuda-tile-simplify-convert"},
        {"cuda-tile-simplify-share"}},
       {"cuda-tile-simplify-sum", "cuda-tile-simplify-product",
        "cuda-tile-simplify-shift", "cuda-tile-simplify-xor",
        "cuda-tile-simplify-min-max", "cuda-tile-simplify-convert",
        "cuda-tile-simplify-share"},
       "integers modulo 2^n; a promise of no overflow is dropped, never "
       "carried to another operation."},
      {"001",
       "simplifier: bit-vector constants",
       "operations of constants become constants.",
       {{"cuda-tile-simplify-constants"}},
       {"cuda-tile-simplify-constants"},
       "as stated, of integers; divisions stay, since they may be undefined."},
      {"001",
       "simplifier: select simplification",
       "the folds of select, deeper in an expression.",
       {{"cuda-tile-simplify-select"}},
       {"cuda-tile-simplify-select"},
       "never as `andi` or `ori`, which read the arm that is not taken."},
  };
  return rules;
}
