//===- PtxWarp.cpp - What lanes of a warp do together ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.9.6 (shfl.sync) and 9.7.13. What names no mask has no
// meaning where lanes have counters of their own, and is refused.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

/// The part of the name that says what is done.
static std::optional<WarpOperation> parseOperation(StringRef first,
                                                   StringRef part) {
  using Row = std::optional<WarpOperation>;
  return StringSwitch<Row>((first + "." + part).str())
      .Case("shfl.up", WarpOperation::ShuffleUp)
      .Case("shfl.down", WarpOperation::ShuffleDown)
      .Case("shfl.bfly", WarpOperation::ShuffleXor)
      .Case("shfl.idx", WarpOperation::ShuffleIndex)
      .Case("vote.all", WarpOperation::VoteAll)
      .Case("vote.any", WarpOperation::VoteAny)
      .Case("vote.uni", WarpOperation::VoteUniform)
      .Case("vote.ballot", WarpOperation::VoteBallot)
      .Case("match.any", WarpOperation::MatchAny)
      .Case("match.all", WarpOperation::MatchAll)
      .Case("redux.add", WarpOperation::ReduceAdd)
      .Case("redux.min", WarpOperation::ReduceMin)
      .Case("redux.max", WarpOperation::ReduceMax)
      .Case("redux.and", WarpOperation::ReduceAnd)
      .Case("redux.or", WarpOperation::ReduceOr)
      .Case("redux.xor", WarpOperation::ReduceXor)
      .Case("elect.sync", WarpOperation::Elect)
      .Case("activemask.b32", WarpOperation::ActiveMask)
      .Default(std::nullopt);
}

/// `NAME d|p, value, more, mask`: the values are those that the form says, a
/// mask stands after them, and which results there may be depends on the name.
static Known decodeWarp(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  simt::Instruction op = match.instruction;
  for (StringRef part : drop_begin(match.parts))
    if (auto operation = parseOperation(match.parts.front(), part)) {
      op.warp = *operation;
      break;
    }
  StringRef letters = match.form->operands;
  bool hasMask = op.warp != WarpOperation::ActiveMask;
  if (Error error = e.expectOperands(statement, 1 + letters.size() + hasMask))
    return std::move(error);
  const PtxOperand &results = statement.operands.front();
  bool isPair = results.kind == PtxOperand::Kind::Pair;
  bool mayBePair = StringSwitch<bool>(match.parts.front())
                       .Cases({"shfl", "elect"}, true)
                       .Default(op.warp == WarpOperation::MatchAll);
  if (isPair ? !mayBePair : op.warp == WarpOperation::Elect)
    return malformedPtx("not the results of", statement.name);
  RegisterType word = {TypeKind::Unsigned, 32};
  RegisterType type = match.types.empty() ? word : match.types.front().type;
  // Votes but ballots are predicates; what is shuffled or reduced keeps its
  // type.
  unsigned width = letters.starts_with("p") && type.width == 1 ? 1 : 32;
  SmallVector<uint32_t, 2> into;
  Expected<uint32_t> result =
      e.destination(isPair ? results.parts[0] : results, width);
  if (!result)
    return result.takeError();
  into.push_back(*result);
  if (isPair) {
    Expected<uint32_t> predicate = e.destination(results.parts[1], 1);
    if (!predicate)
      return predicate.takeError();
    into.push_back(*predicate);
  }
  for (unsigned i = 0; i < letters.size(); ++i) {
    RegisterType wanted = letters[i] == 'p'   ? RegisterType{TypeKind::Bits, 1}
                          : letters[i] == 't' ? type
                                              : word;
    Expected<uint32_t> slot = e.source(statement.operands[1 + i], wanted);
    if (!slot)
      return slot.takeError();
    op.operands[1 + i] = *slot;
  }
  if (hasMask) {
    Expected<uint32_t> mask = e.source(statement.operands.back(), word);
    if (!mask)
      return mask.takeError();
    op.operands[0] = *mask;
  }
  op.result = e.newSlots(2);
  e.append(op);
  SmallVector<std::pair<uint32_t, uint32_t>, 2> moves;
  for (auto [i, slot] : enumerate(into))
    moves.push_back({slot, op.result + i});
  e.emitMoves(moves);
  return true;
}

#define WARP(SYNTAX, OPERANDS)                                                 \
  {SYNTAX, Opcode::WarpCollective, OPERANDS, {}, Modifier::None, decodeWarp}
static constexpr PtxForm forms[] = {
    WARP("shfl.sync.up|down|bfly|idx.b32", "tuu"),
    WARP("vote.sync.all|any|uni.pred", "p"),
    WARP("vote.sync.ballot.b32", "p"),
    WARP("match.any|all.sync.b32|b64", "t"),
    WARP("redux.sync.add|min|max.u32|s32", "t"),
    WARP("redux.sync.and|or|xor.b32", "t"),
    WARP("redux.sync.min|max.abs?.NaN?.f32", "t"),
    WARP("elect.sync", ""),
    WARP("activemask.b32", ""),
    {"shfl.up|down|bfly|idx.b32"},
    {"vote.all|any|uni.pred"},
    {"vote.ballot.b32"},
};
ArrayRef<PtxForm> simt::getPtxWarpForms() { return forms; }
