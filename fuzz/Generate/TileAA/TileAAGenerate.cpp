//===- TileAAGenerate.cpp - Random programs of nv_tileaa ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Languages.h"
#include "fuzz/Generate/Liveness.h"
#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

llvm::ArrayRef<TileAARow> tilefuzz::getTileAARows() {
  static const std::vector<TileAARow> table = [] {
    std::vector<TileAARow> all;
    for (ArrayRef<TileAARow> rows :
         {getTileAAArithRows(), getTileAAShapeRows(), getTileAAComputeRows(),
          getTileAAAccessRows(), getTileAAViewRows(), getTileAAControlRows(),
          getTileAAQueueRows(), getTileAAForeignRows()})
      all.insert(all.end(), rows.begin(), rows.end());
    return all;
  }();
  return table;
}

/// How likely the row is here; 0: not.
static unsigned weightOf(const TileAADraft &draft, const TileAARow &row) {
  bool fits = draft.swarm >> unsigned(row.group) & 1;
  fits &= !row.topLevel || draft.depth == 0;
  fits &= !row.nests || draft.depth < draft.options.maxDepth;
  if (!fits)
    return 0;
  switch (row.group) {
  case TileAAGroup::Load:
  case TileAAGroup::Store:
  case TileAAGroup::View:
  case TileAAGroup::Memory:
    return row.weight * draft.options.memory;
  case TileAAGroup::Atomic:
    return row.weight * draft.options.atomics;
  default:
    return row.weight * 100;
  }
}

void tilefuzz::makeTileAASteps(TileAADraft &draft, unsigned count) {
  unsigned total = 0;
  SmallVector<unsigned, 128> weights;
  for (const TileAARow &row : getTileAARows()) {
    weights.push_back(weightOf(draft, row));
    total += weights.back();
  }
  if (!total)
    return;
  for (unsigned i = 0; i < count && !draft.choices.exhausted(); ++i) {
    unsigned ticket = draft.choices.below(total);
    for (auto [row, weight] : llvm::zip_equal(getTileAARows(), weights)) {
      if (ticket < weight) {
        TileAADraft::Taking taking(draft, row.takesInexact);
        row.make(draft);
        break;
      }
      ticket -= weight;
    }
  }
}

/// Each group is in one program of two: rewrites of one family are then likely
/// to meet. What makes a program unstable is in one of 16 in any case.
static uint64_t chooseSwarm(TileAADraft &draft) {
  uint64_t swarm = 0;
  for (unsigned i = 0; i < numTileAAGroups; ++i) {
    bool in = TileAAGroup(i) == TileAAGroup::Addresses
                  ? draft.choices.oneIn(16)
                  : !draft.options.swarm || draft.choices.oneIn(2);
    swarm |= uint64_t(in) << i;
  }
  return swarm;
}

/// What is not stored cannot be compared: the newest values that nothing uses;
/// of a program that has none, one of the type it began with.
static void observeResults(TileAADraft &draft, Type first) {
  SmallVector<Value, 4> unused;
  size_t most = 1 + draft.choices.below(3);
  for (Value value : llvm::reverse(draft.valuesInScope()))
    if (unused.size() < most && value.use_empty() &&
        !value.getDefiningOp<arith::ConstantOp>())
      unused.push_back(value);
  for (Value value : unused)
    draft.observe(value);
  if (unused.empty())
    draft.observe(draft.value(draft.vector(first)));
}

static Program makeTileAAProgram(MLIRContext &context, ByteSource &source,
                                 const GenerateOptions &options) {
  TileAADraft draft(context, source, options);
  draft.swarm = chooseSwarm(draft);
  Type first = draft.chooseNumber();
  loadFrom(draft, draft.readOnlyBuffer(*elementKindOf(first)));
  if (!options.operation.empty())
    for (const TileAARow &row : getTileAARows())
      if (row.name == options.operation)
        row.make(draft);
  makeTileAASteps(draft, 1 + source.below(options.maxSteps));
  observeResults(draft, first);
  // Dead code has its own defects.
  bool keepsDead = !options.operation.empty() || source.oneIn(32);
  Program program{draft.finish(), std::move(draft.launch)};
  if (!keepsDead) {
    removeDeadOperations(*program.module);
    Block &body = draft.kernel().getBody().front();
    removeUnusedParameters(body, program.launch);
    draft.kernel().setFunctionType(
        FunctionType::get(&context, body.getArgumentTypes(), {}));
  }
  return program;
}

static std::vector<StringRef> tileAAOperations() {
  std::vector<StringRef> names;
  for (const TileAARow &row : getTileAARows())
    names.push_back(row.name);
  return names;
}

const GeneratedLanguage tilefuzz::tileAALanguage = {makeTileAAProgram,
                                                    tileAAOperations};
