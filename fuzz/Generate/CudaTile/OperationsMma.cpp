//===- OperationsMma.cpp - Matrix multiply-accumulate ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Products of floats are summed in any order, so that the result is not unique.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Operations.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

namespace {
struct MmaSizes {
  int64_t batches = 0, rows, columns, depth;

  SmallVector<int64_t> shape(int64_t a, int64_t b) const {
    if (batches)
      return {batches, a, b};
    return {a, b};
  }
};
} // namespace

static MmaSizes chooseSizes(Draft &draft, int64_t depth) {
  auto choose = [&] { return int64_t(1) << (1 + draft.choices.below(3)); };
  MmaSizes sizes;
  sizes.rows = choose();
  sizes.columns = choose();
  sizes.depth = depth ? depth : choose();
  if (draft.choices.oneIn(4))
    sizes.batches = 2;
  return sizes;
}

static void makeMmaF(Draft &draft, StringRef name) {
  struct Row {
    ElementKind operand, accumulator;
  };
  using K = ElementKind;
  static constexpr Row rows[] = {{K::F8E4M3FN, K::F16}, {K::F8E4M3FN, K::F32},
                                 {K::F8E5M2, K::F16},   {K::F8E5M2, K::F32},
                                 {K::F16, K::F16},      {K::F16, K::F32},
                                 {K::BF16, K::F32},     {K::TF32, K::F32},
                                 {K::F32, K::F32},      {K::F64, K::F64}};
  const Row &row = draft.choices.pick<Row>(rows);
  MmaSizes sizes = chooseSizes(draft, 0);
  Type operand = draft.elementOf(row.operand);
  Value lhs =
      draft.value(draft.tile(operand, sizes.shape(sizes.rows, sizes.depth)));
  Value rhs =
      draft.value(draft.tile(operand, sizes.shape(sizes.depth, sizes.columns)));
  Value acc = draft.value(draft.tile(draft.elementOf(row.accumulator),
                                     sizes.shape(sizes.rows, sizes.columns)));
  SmallVector<NamedAttribute> attributes;
  if (draft.choices.oneIn(4))
    attributes.push_back(draft.named("fast_acc", draft.builder.getUnitAttr()));
  draft.bringInexact(
      draft.make(name, acc.getType(), {lhs, rhs, acc}, attributes));
}

static void makeMmaI(Draft &draft, StringRef name) {
  MmaSizes sizes = chooseSizes(draft, 0);
  Value lhs = draft.value(
      draft.tile(draft.integer(8), sizes.shape(sizes.rows, sizes.depth)));
  Value rhs = draft.value(
      draft.tile(draft.integer(8), sizes.shape(sizes.depth, sizes.columns)));
  Value acc = draft.value(
      draft.tile(draft.integer(32), sizes.shape(sizes.rows, sizes.columns)));
  NamedAttribute left = draft.chooseSignedness();
  NamedAttribute right = draft.chooseSignedness();
  Value result =
      draft.define(name, acc.getType(), {lhs, rhs, acc},
                   {draft.named("signedness_lhs", left.getValue()),
                    draft.named("signedness_rhs", right.getValue())});
  int64_t count = cast<TileType>(result.getType()).getNumElements();
  if (count == draft.width)
    draft.bring(draft.reshape(result, {count}));
}

/// Scales are not negative: of constants without a sign.
static Value scalesOf(Draft &draft, TileType type) {
  static constexpr double numbers[] = {1.0, 2.0, 0.5, 4.0, 0.25};
  return draft.constant(type, draft.choices.pick<double>(numbers));
}

static void makeMmaFScaled(Draft &draft, StringRef name) {
  struct Row {
    ElementKind operand, scale;
    int64_t block;
  };
  using K = ElementKind;
  static constexpr Row rows[] = {{K::F8E4M3FN, K::F8E8M0FNU, 32},
                                 {K::F8E5M2, K::F8E8M0FNU, 32},
                                 {K::F4E2M1FN, K::F8E8M0FNU, 32},
                                 {K::F4E2M1FN, K::F8E8M0FNU, 16},
                                 {K::F4E2M1FN, K::F8E4M3FN, 16}};
  const Row &row = draft.choices.pick<Row>(rows);
  int64_t blocks = 1 + draft.choices.below(2);
  MmaSizes sizes = chooseSizes(draft, blocks * row.block);
  Type operand = draft.elementOf(row.operand);
  Type scale = draft.elementOf(row.scale);
  Value lhs =
      draft.value(draft.tile(operand, sizes.shape(sizes.rows, sizes.depth)));
  Value rhs =
      draft.value(draft.tile(operand, sizes.shape(sizes.depth, sizes.columns)));
  Value acc = draft.value(draft.tile(draft.elementOf(ElementKind::F32),
                                     sizes.shape(sizes.rows, sizes.columns)));
  Value lhsScale =
      scalesOf(draft, draft.tile(scale, sizes.shape(sizes.rows, blocks)));
  Value rhsScale =
      scalesOf(draft, draft.tile(scale, sizes.shape(blocks, sizes.columns)));
  draft.bringInexact(
      draft.make(name, acc.getType(), {lhs, rhs, acc, lhsScale, rhsScale}));
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"mmaf", makeMmaF, Group::Mma, 6, Further | TakesInexact | MakesInexact},
    {"mmai", makeMmaI, Group::Mma, 4, Further},
    {"mmaf_scaled", makeMmaFScaled, Group::Mma, 4,
     Further | TakesInexact | MakesInexact},
};
llvm::ArrayRef<OperationRow> tilefuzz::getMmaOperations() { return rows; }
