//===- CudaTileGenerate.cpp - Random programs of cuda_tile ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/MatrixKernels.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/Languages.h"
#include "fuzz/Generate/Liveness.h"
#include <algorithm>

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

llvm::ArrayRef<OperationRow> tilefuzz::getOperationTable() {
  static const std::vector<OperationRow> table = [] {
    std::vector<OperationRow> all;
    for (ArrayRef<OperationRow> rows :
         {getArithOperations(), getExpressionOperations(), getMathOperations(),
          getConvertOperations(), getShapeOperations(), getControlOperations(),
          getGuardedOperations(), getReduceOperations(), getMemoryOperations(),
          getAtomicOperations(), getMmaOperations()})
      all.insert(all.end(), rows.begin(), rows.end());
    return all;
  }();
  return table;
}

static unsigned percent(unsigned weight, unsigned share) {
  return (weight * share + 99) / 100;
}

/// How likely the row is here; 0: not.
static unsigned weightOf(const Draft &draft, const OperationRow &row) {
  bool fits = hasGroup(draft, row.group);
  if (!draft.whole)
    fits &= (row.placement & Lowered) != 0;
  if (!draft.goesFurther)
    fits &= (row.placement & Further) != Further;
  if (row.placement & Nests)
    fits &= draft.depth < draft.options.maxDepth;
  if (row.placement & NotInLoops)
    fits &= draft.loops.empty();
  if (row.placement & MakesInexact)
    fits &= draft.loops.empty() || draft.options.inexact;
  if (row.placement & InLoops)
    fits &= !draft.loops.empty() && draft.loops.back().mayExit;
  if (row.placement & TopLevel)
    fits &= draft.depth == 0;
  if (!fits || !row.make)
    return 0;
  if (row.placement & Accesses)
    return percent(row.weight, draft.options.memory);
  switch (row.group) {
  case OperationGroup::Load:
  case OperationGroup::Store:
  case OperationGroup::Update:
  case OperationGroup::Storage:
    return percent(row.weight, draft.options.memory);
  case OperationGroup::Atomic:
    return percent(row.weight, draft.options.atomics);
  default:
    return row.weight;
  }
}

/// What the row computes with; none: it is no arithmetic.
static std::optional<bool> isOfFloats(const OperationRow &row) {
  switch (row.group) {
  case OperationGroup::Float:
  case OperationGroup::Math:
    return true;
  case OperationGroup::Integer:
  case OperationGroup::Boolean:
  case OperationGroup::Shift:
  case OperationGroup::Divide:
    return false;
  case OperationGroup::Compare:
    return row.name == "cmpf";
  default:
    return std::nullopt;
  }
}

/// Of rows whose placement has `needed`.
static void makeStepsOf(Draft &draft, unsigned count, unsigned needed) {
  ArrayRef<OperationRow> table = getOperationTable();
  // Arithmetic is of floats as often as the options say, if there is both.
  SmallVector<unsigned, 160> weights;
  unsigned arithmetic[2] = {};
  for (const OperationRow &row : table) {
    bool fits = (row.placement & needed) == needed;
    weights.push_back(fits ? weightOf(draft, row) : 0);
    if (std::optional<bool> isFloat = isOfFloats(row))
      arithmetic[*isFloat] += weights.back();
  }
  // An operation of integers brings others, of masks and divisors.
  unsigned shares[2] = {100 - draft.options.floats, 3 * draft.options.floats};
  // The sum of the weights up to each row.
  SmallVector<unsigned, 160> sums;
  unsigned total = 0;
  for (auto [row, weight] : llvm::zip_equal(table, weights)) {
    if (std::optional<bool> isFloat = isOfFloats(row); isFloat && weight) {
      unsigned all = arithmetic[0] + arithmetic[1];
      bool isAlone = arithmetic[*isFloat] == all && shares[*isFloat];
      weight *= isAlone ? 100
                        : 100 * shares[*isFloat] * all /
                              ((shares[0] + shares[1]) * arithmetic[*isFloat]);
    } else {
      weight *= 100;
    }
    sums.push_back(total += weight);
  }
  if (total == 0)
    return;
  for (unsigned i = 0; i < count && !draft.choices.exhausted(); ++i) {
    const OperationRow &row =
        table[llvm::upper_bound(sums, draft.choices.below(total)) -
              sums.begin()];
    Draft::Taking taking(draft, row.placement & TakesInexact);
    row.make(draft, row.name);
  }
}

void tilefuzz::makeSteps(Draft &draft, unsigned count) {
  makeStepsOf(draft, count, Anywhere);
}
void tilefuzz::makeStepsOfInexact(Draft &draft, unsigned count) {
  makeStepsOf(draft, count, TakesInexact);
}

/// Each group is in three programs of four; of those that go further, each
/// further group in one of three (functions of floats, whose results are not
/// unique, in one of two), and what makes a program unstable in one of 16.
static uint64_t chooseSwarm(Draft &draft) {
  uint64_t swarm = 0;
  for (unsigned i = 0; i < numOperationGroups; ++i) {
    auto group = OperationGroup(i);
    bool in = true;
    if (!draft.options.swarm && group != OperationGroup::Addresses)
      in = draft.goesFurther || group <= OperationGroup::Token;
    else if (group <= OperationGroup::Token)
      in = draft.choices.below(4) != 3;
    else if (!draft.goesFurther)
      in = false;
    else if (group == OperationGroup::Addresses)
      in = draft.choices.oneIn(16);
    else if (group == OperationGroup::Math)
      in = draft.options.inexact == 100 || draft.choices.oneIn(2);
    else
      in = draft.choices.oneIn(3);
    swarm |= uint64_t(in) << i;
  }
  return swarm;
}

/// The operation, wherever it may stand.
static void makeRequired(Draft &draft, StringRef name) {
  for (const OperationRow &row : getOperationTable()) {
    if (row.name != name || !row.make)
      continue;
    if (row.placement & InLoops)
      makeRequired(draft, "loop");
    else
      row.make(draft, row.name);
    return;
  }
}

bool tilefuzz::isLoweredOperation(StringRef name) {
  return llvm::any_of(getOperationTable(), [&](const OperationRow &row) {
    return row.name == name && row.placement & Lowered;
  });
}

/// What is not stored cannot be compared: the newest values that nothing uses;
/// of a program that stores nothing else, one of the type it began with.
static void observeResults(Draft &draft, Type first) {
  llvm::SmallSetVector<Value, 16> unused;
  for (Value value : llvm::reverse(draft.valuesInScope()))
    if (value.use_empty() && !value.getDefiningOp<ct::ConstantOp>())
      unused.insert(value);
  size_t most = 1 + draft.choices.below(3) + unused.size() / 8;
  for (Value value : unused.getArrayRef().take_front(most))
    draft.observe(value);
  if (unused.empty())
    draft.observe(draft.value(draft.tile(first, DraftShape::Vector)));
}

static void removeUnusedParameters(ct::EntryOp entry, Launch &launch) {
  removeUnusedParameters(entry.getBody().front(), launch);
  entry.setFunctionType(FunctionType::get(
      entry.getContext(), entry.getBody().getArgumentTypes(), {}));
}

static Program makeCudaTileProgram(MLIRContext &context, ByteSource &source,
                                   const GenerateOptions &options) {
  if (options.productsOneIn && source.oneIn(options.productsOneIn))
    return makeMatrixKernel(context, source, options);
  unsigned further = options.furtherOneIn;
  unsigned kind = source.below(options.wholeOneIn ? options.wholeOneIn
                                                  : std::max(further, 1u));
  bool whole = options.wholeOneIn && kind == options.wholeOneIn - 1;
  Draft draft(context, source, options, whole,
              whole || (further && kind % further == further - 1));
  draft.swarm = chooseSwarm(draft);
  Type first = draft.chooseNumber();
  loadFrom(draft, draft.readOnlyBuffer(*elementKindOf(first)));
  makeRequired(draft, options.operation);
  // Each program is to compute with values that are not unique.
  if (whole && options.inexact == 100)
    makeStepsOf(draft, 1, MakesInexact);
  makeSteps(draft, 1 + source.below(options.maxSteps));
  observeResults(draft, first);
  // Dead code has its own defects.
  bool keepsDead = !options.operation.empty() || source.oneIn(32);
  Program program{draft.finish(), std::move(draft.launch)};
  if (!keepsDead) {
    removeDeadOperations(*program.module);
    removeUnusedParameters(draft.entry(), program.launch);
  }
  return program;
}

static std::vector<StringRef> cudaTileOperations() {
  std::vector<StringRef> names;
  for (const OperationRow &row : getOperationTable())
    names.push_back(row.name);
  return names;
}

const GeneratedLanguage tilefuzz::cudaTileLanguage = {makeCudaTileProgram,
                                                      cudaTileOperations};
