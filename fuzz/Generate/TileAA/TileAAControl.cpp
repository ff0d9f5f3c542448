//===- TileAAControl.cpp - Regions of nv_tileaa programs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A region that writes does so to one buffer, and gives the token of its last
// access to what follows.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/RandomValues.h"
#include "fuzz/Generate/TileAA/TileAAMemory.h"
#include "fuzz/Generate/TileAA/TileAARows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

/// What a region writes to; none in regions, where tokens do not come from.
static std::optional<unsigned> chooseWritten(TileAADraft &draft) {
  if (draft.depth || !draft.choices.oneIn(2))
    return std::nullopt;
  static constexpr ElementKind kinds[] = {ElementKind::I32, ElementKind::F32,
                                          ElementKind::I8, ElementKind::I64};
  ElementKind kind = draft.choices.pick<ElementKind>(kinds);
  for (const auto &[index, buffer] : llvm::enumerate(draft.buffers))
    if (!buffer.readOnly && buffer.kind == kind && !buffer.hasOneBlock() &&
        buffer.perBlock == draft.width)
      return index;
  return draft.addBuffer(kind, draft.width, chooseInit(draft.choices, kind),
                         /*readOnly=*/false);
}

/// Reads and writes it after `token`; returns the token of the last access.
static Value access(TileAADraft &draft, unsigned index, Value token) {
  Value pointers = draft.addresses(index);
  Type type = valueTypeOf(pointers);
  Value value;
  if (draft.choices.oneIn(2)) {
    aa::LoadOp load = makeLoad(draft, pointers, Value(), Value(), token);
    value = draft.bring(load.getResult());
    token = load.getResultToken();
  }
  if (!value || !draft.choices.oneIn(3))
    value = draft.value(type);
  Value mask = chooseMask(draft, aa::getTileShape(type));
  return makeStore(draft, pointers, value, mask, token).getResultToken();
}

static Value tokenBefore(TileAADraft &draft, std::optional<unsigned> written) {
  if (!written)
    return {};
  Value token = draft.tokenFor(draft.buffers[*written], /*isStore=*/true);
  return token ? token : draft.freshToken();
}

static SmallVector<Type> chooseTypes(TileAADraft &draft, unsigned most) {
  SmallVector<Type> types;
  for (unsigned i = 0, count = 1 + draft.choices.below(most); i < count; ++i)
    types.push_back(draft.chooseTile(
        draft.choices.oneIn(6) ? draft.i1() : draft.chooseNumber()));
  return types;
}

static SmallVector<Value> bodyValues(TileAADraft &draft, TypeRange types,
                                     bool mayBeInexact = false) {
  makeTileAASteps(draft, 1 + draft.choices.below(3));
  SmallVector<Value> values;
  for (Type type : types) {
    bool isFloat = isa<FloatType>(aa::getTileElementType(type));
    TileAADraft::Taking taking(draft, mayBeInexact && isFloat &&
                                          draft.choosesInexact());
    values.push_back(draft.value(type));
  }
  return values;
}

/// The results of regions come into scope; they are as unique as what the
/// regions yield.
static void bringResults(TileAADraft &draft, Operation *made, unsigned count) {
  for (Region &region : made->getRegions())
    for (unsigned i = 0; i < count; ++i)
      if (draft.isInexact(region.front().back().getOperand(i)))
        draft.markInexact(made->getResult(i));
  for (unsigned i = 0; i < count; ++i)
    draft.bring(made->getResult(i));
}

static void yield(TileAADraft &draft, ValueRange values) {
  scf::YieldOp::create(draft.builder, draft.loc, values);
}

static void makeIf(TileAADraft &draft) {
  SmallVector<Type> types = chooseTypes(draft, 2), results = types;
  Value condition = draft.condition(draft.i1());
  std::optional<unsigned> written = chooseWritten(draft);
  Value before = tokenBefore(draft, written);
  if (written)
    results.push_back(draft.token());
  auto made = draft.create<scf::IfOp>(
      results, condition, [](auto &) {},
      /*regions=*/2);
  for (Region *region : {&made.getThenRegion(), &made.getElseRegion()}) {
    TileAADraft::Scope scope(draft, *region);
    SmallVector<Value> values = bodyValues(draft, types, /*mayBeInexact=*/true);
    if (written)
      values.push_back(
          draft.choices.oneIn(4) ? before : access(draft, *written, before));
    yield(draft, values);
  }
  bringResults(draft, made, types.size());
  if (written)
    draft.accessed(*written, /*isStore=*/true, made.getResults().back());
}

static void makeFor(TileAADraft &draft) {
  SmallVector<Type> types = chooseTypes(draft, 2), results = types;
  static constexpr unsigned widths[] = {32, 32, 32, 32, 64, 16, 8};
  Type counter = draft.integer(draft.choices.pick<unsigned>(widths));
  bool isUnsigned = draft.choices.oneIn(4);
  SmallVector<Value> operands;
  if (draft.choices.below(100) < draft.options.edges) {
    for (const APInt &bound :
         chooseFarBounds(draft.choices, counter.getIntOrFloatBitWidth(),
                         isUnsigned, /*most=*/4))
      operands.push_back(draft.number(counter, bound.getSExtValue()));
  } else {
    operands = {draft.number(counter, draft.choices.below(3)),
                draft.number(counter, draft.choices.below(6)),
                draft.number(counter, 1 + draft.choices.below(2))};
  }
  for (Type type : types)
    operands.push_back(draft.value(type));
  std::optional<unsigned> written = chooseWritten(draft);
  if (written) {
    operands.push_back(tokenBefore(draft, written));
    results.push_back(draft.token());
  }
  auto made = draft.create<scf::ForOp>(
      results, operands,
      [&](auto &p) {
        if (isUnsigned)
          p.unsignedCmp = draft.builder.getUnitAttr();
      },
      /*regions=*/1);
  {
    SmallVector<Type> arguments = {counter};
    arguments.append(results);
    TileAADraft::Scope scope(draft, made.getRegion(), arguments);
    for (unsigned i = 0; i <= types.size(); ++i)
      draft.bring(scope.block.getArgument(i));
    SmallVector<Value> values = bodyValues(draft, types);
    if (written)
      values.push_back(
          access(draft, *written, scope.block.getArguments().back()));
    yield(draft, values);
  }
  for (unsigned i = 0; i < types.size(); ++i)
    draft.bring(made.getResult(i));
  if (written)
    draft.accessed(*written, /*isStore=*/true, made.getResults().back());
}

/// Counts its iterations in what it carries first.
static void makeWhile(TileAADraft &draft) {
  SmallVector<Type> types = {draft.i32(),
                             draft.chooseTile(draft.chooseNumber())};
  SmallVector<Value> operands = {draft.constant(types[0], int64_t(0)),
                                 draft.value(types[1])};
  Value iterations = draft.number(draft.i32(), draft.choices.below(4));
  auto made = draft.create<scf::WhileOp>(
      types, operands, [](auto &) {},
      /*regions=*/2);
  {
    TileAADraft::Scope scope(draft, made.getBefore(), types);
    draft.bring(scope.block.getArgument(1));
    Value next = draft.bodyValue(types[1]);
    Value goesOn = draft.create<arith::CmpIOp>(
        draft.i1(), {scope.block.getArgument(0), iterations}, [&](auto &p) {
          p.predicate = arith::CmpIPredicateAttr::get(
              draft.builder.getContext(), arith::CmpIPredicate::slt);
        });
    scf::ConditionOp::create(draft.builder, draft.loc, goesOn,
                             ValueRange{scope.block.getArgument(0), next});
  }
  {
    TileAADraft::Scope scope(draft, made.getAfter(), types);
    draft.bring(scope.block.getArgument(1));
    Value next = draft.bodyValue(types[1]);
    Value count = draft.make<arith::AddIOp>(
        draft.i32(),
        {scope.block.getArgument(0), draft.constant(draft.i32(), int64_t(1))});
    yield(draft, {count, next});
  }
  for (Value result : made.getResults())
    draft.bring(result);
}

/// Some of the results have no use.
static void makePragma(TileAADraft &draft) {
  SmallVector<Type> types = chooseTypes(draft, 3), results;
  std::optional<unsigned> written = chooseWritten(draft);
  Value before = tokenBefore(draft, written);
  // Tokens among the values, of the first access and of the last.
  unsigned tokenAt = draft.choices.below(types.size() + 1);
  bool hasFirst = written && draft.choices.oneIn(2);
  results = types;
  if (written)
    results.insert(results.begin() + tokenAt, 1 + hasFirst, draft.token());
  auto made = draft.create<aa::PragmaOp>(
      results, {},
      [&](auto &p) {
        StringRef directive = draft.choices.oneIn(2) ? "fast" : "opt=3";
        if (draft.choices.oneIn(2))
          p.ocgEnterDirectives = draft.builder.getStrArrayAttr(directive);
        if (draft.choices.oneIn(2))
          p.ocgLeaveDirectives = draft.builder.getStrArrayAttr(directive);
      },
      /*regions=*/1);
  {
    TileAADraft::Scope scope(draft, made.getBody());
    SmallVector<Value> values = bodyValues(draft, types);
    if (written) {
      Value first = access(draft, *written, before);
      Value last = hasFirst ? access(draft, *written, first) : first;
      if (hasFirst)
        values.insert(values.begin() + tokenAt, first);
      values.insert(values.begin() + tokenAt + hasFirst, last);
    }
    aa::YieldOp::create(draft.builder, draft.loc, values);
  }
  bool dropsSome = !draft.choices.oneIn(4);
  for (Value result : made.getResults())
    if (result.getType() != draft.token() &&
        !(dropsSome && draft.choices.oneIn(2)))
      draft.bring(result);
  if (written) {
    draft.accessed(*written, /*isStore=*/true,
                   made.getResult(tokenAt + hasFirst));
    if (draft.choices.oneIn(2))
      loadFrom(draft, *written);
  }
}

static void makeAssert(TileAADraft &draft) {
  Value condition = draft.value(draft.chooseTile(draft.i1()));
  Value truth = draft.make<arith::OrIOp>(
      condition.getType(),
      {condition, draft.constant(condition.getType(), int64_t(1))});
  draft.create<aa::AssertOp>({}, truth, [&](auto &p) {
    p.message = draft.builder.getStringAttr("holds");
  });
}

/// Whether a block is left to take over: none is, as all may have started.
static void makeTakeover(TileAADraft &draft) {
  Value id = draft.make<aa::CancelNextProgramIdOp>(
      aa::ProgramIdType::get(draft.builder.getContext()), {});
  draft.define<aa::IsValidProgramIdOp>(draft.i1(), id);
}

/// print, message: after what came before, now and then.
template <typename OpTy> static void makeOutput(TileAADraft &draft) {
  SmallVector<Value, 3> operands;
  std::string format = "at";
  for (unsigned i = 0, count = draft.choices.below(3); i < count; ++i) {
    operands.push_back(draft.value(draft.chooseTile(draft.chooseNumber())));
    format += isa<FloatType>(aa::getTileElementType(operands.back().getType()))
                  ? " %g"
                  : " %i";
  }
  int32_t count = operands.size();
  Value token = draft.choices.oneIn(2) ? draft.anyToken() : Value();
  if (token)
    operands.push_back(token);
  auto made = draft.create<OpTy>(draft.token(), operands, [&](auto &p) {
    p.format = draft.builder.getStringAttr(format + "\n");
    p.operandSegmentSizes = {count, token ? 1 : 0};
  });
  draft.bringToken(made.getResultToken());
}

static constexpr TileAARow rows[] = {
    {"scf.if", makeIf, Group::Branch, 6, false, true},
    {"scf.for", makeFor, Group::Loop, 6, false, true},
    {"scf.while", makeWhile, Group::Loop, 2, false, true},
    {"nv_tileaa.pragma", makePragma, Group::Pragma, 10, false, true},
    {"nv_tileaa.assert", makeAssert, Group::Output, 1},
    {"nv_tileaa.cancel_next_program_id", makeTakeover, Group::Output, 1},
    {"nv_tileaa.is_valid_program_id", makeTakeover, Group::Output, 0},
    {"nv_tileaa.print", makeOutput<aa::PrintOp>, Group::Output, 1, true},
    {"nv_tileaa.message", makeOutput<aa::MessageOp>, Group::Output, 1, true},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAControlRows() { return rows; }
