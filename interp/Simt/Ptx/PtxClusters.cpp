//===- PtxClusters.cpp - Shared memory of other CTAs ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.9: mapa, getctarank, isspacep. All is arithmetic on the
// fields of an address (FlatAddress.h).
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Unsigned, 32},
                              wide = {TypeKind::Unsigned, 64};
static constexpr uint64_t rankMask = 31;

static uint32_t emitOf(PtxEmitter &e, Opcode opcode, RegisterType type,
                       ArrayRef<uint32_t> operands) {
  uint32_t result = e.newSlots();
  e.emit(opcode, type, result, operands);
  return result;
}

static uint32_t isEqual(PtxEmitter &e, RegisterType type, uint32_t slot,
                        uint32_t other) {
  uint32_t result = e.newSlots();
  simt::Instruction &op = e.emit(Opcode::Compare, type, result, {slot, other});
  op.relations = Relations::Equal;
  op.resultType = {TypeKind::Bits, 1};
  return result;
}

/// Whether a generic address is in a window.
static uint32_t isInWindow(PtxEmitter &e, uint32_t address, uint64_t tag) {
  uint32_t tagOfIt =
      emitOf(e, Opcode::Shr, wide, {address, e.constant(tagShift)});
  return isEqual(e, wide, tagOfIt, e.constant(tag));
}

/// Of an address of shared memory: 0, or one more than the rank of its CTA.
static uint32_t ctaField(PtxEmitter &e, RegisterType type, uint32_t address) {
  uint32_t shifted =
      emitOf(e, Opcode::Shr, type, {address, e.constant(rankShift)});
  return e.emitResize(
      emitOf(e, Opcode::And, type, {shifted, e.constant(rankMask)}), type, 32);
}

static uint32_t ownRank(PtxEmitter &e) {
  uint32_t result = e.newSlots();
  e.emit(Opcode::ReadSpecial, word, result, {}).special =
      SpecialRegister::CtaRank;
  return result;
}

/// The value is unspecified unless the generic address is one of shared memory.
static uint32_t ifShared(PtxEmitter &e, RegisterType type, uint32_t address,
                         uint32_t value) {
  return emitOf(e, Opcode::Select, type,
                {isInWindow(e, address, sharedTag), value,
                 e.constant(0, /*isPoison=*/true)});
}

/// `[.shared::cluster].u32|u64`; generic addresses have 64 bits.
static std::optional<RegisterType> addressType(PtxEmitter::Parts parts,
                                               bool &isGeneric) {
  isGeneric = parts.size() == 1;
  if (parts.empty() || parts.size() > 2 ||
      (!isGeneric && parts[0] != "shared::cluster"))
    return std::nullopt;
  if (parts.back() == "u64")
    return wide;
  if (parts.back() == "u32" && !isGeneric)
    return word;
  return std::nullopt;
}

/// `mapa d, a, rank`: the same place in that CTA's memory. A rank that the
/// cluster does not have gives an address of nothing.
Known simt::decodePtxMap(PtxEmitter &e, const PtxStatement &statement,
                         PtxEmitter::Parts parts) {
  bool isGeneric;
  std::optional<RegisterType> type = addressType(parts, isGeneric);
  if (!type)
    return false;
  if (Error error = e.expectOperands(statement, 3))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], type->width);
  if (!result)
    return result.takeError();
  Expected<uint32_t> address = e.source(statement.operands[1], *type);
  if (!address)
    return address.takeError();
  Expected<uint32_t> rank = e.source(statement.operands[2], word);
  if (!rank)
    return rank.takeError();
  uint32_t bounded =
      emitOf(e, Opcode::Min, word, {*rank, e.constant(rankMask - 1)});
  uint32_t field =
      e.emitResize(emitOf(e, Opcode::Add, word, {bounded, e.constant(1)}), word,
                   type->width);
  uint32_t high = emitOf(e, Opcode::Shl, *type, {field, e.constant(rankShift)});
  uint64_t rest = maskTo(~(rankMask << rankShift), type->width);
  uint32_t low = emitOf(e, Opcode::And, *type, {*address, e.constant(rest)});
  uint32_t mapped = emitOf(e, Opcode::Or, *type, {low, high});
  e.emitMove(*result,
             isGeneric ? ifShared(e, *type, *address, mapped) : mapped);
  return true;
}

/// `getctarank d, a`: whose memory the address is in.
Known simt::decodePtxCtaRank(PtxEmitter &e, const PtxStatement &statement,
                             PtxEmitter::Parts parts) {
  bool isGeneric;
  std::optional<RegisterType> type = addressType(parts, isGeneric);
  if (!type)
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  Expected<uint32_t> address = e.source(statement.operands[1], *type);
  if (!address)
    return address.takeError();
  uint32_t field = ctaField(e, *type, *address);
  uint32_t rank =
      emitOf(e, Opcode::Select, word,
             {isEqual(e, word, field, e.constant(0)), ownRank(e),
              emitOf(e, Opcode::Sub, word, {field, e.constant(1)})});
  e.emitMove(*result, isGeneric ? ifShared(e, word, *address, rank) : rank);
  return true;
}

static constexpr RegisterType predicate = {TypeKind::Bits, 1};

/// Whether a generic address is in the space.
static uint32_t isInSpace(PtxEmitter &e, uint32_t address, StateSpace space) {
  switch (space) {
  case StateSpace::Local:
    return isInWindow(e, address, localTag);
  case StateSpace::SharedCluster:
    return isInWindow(e, address, sharedTag);
  case StateSpace::Shared: {
    // Shared memory without more is that of the CTA.
    uint32_t field = ctaField(e, wide, address);
    uint32_t own = emitOf(e, Opcode::Add, word, {ownRank(e), e.constant(1)});
    uint32_t isOwn = emitOf(
        e, Opcode::Or, predicate,
        {isEqual(e, word, field, e.constant(0)), isEqual(e, word, field, own)});
    return emitOf(e, Opcode::And, predicate,
                  {isInWindow(e, address, sharedTag), isOwn});
  }
  case StateSpace::Constant: {
    // Each object has a window of its own.
    uint32_t holds = isInWindow(e, address, parameterTag);
    for (auto [i, object] : enumerate(e.kernel.objects))
      if (object.space == StateSpace::Constant)
        holds = emitOf(e, Opcode::Or, predicate,
                       {holds, isInWindow(e, address, e.firstObject + i)});
    return holds;
  }
  default: {
    // PTX ISA, 9.7.9 (isspacep): what is in no window of another space.
    uint32_t isOther = emitOf(
        e, Opcode::Or, predicate,
        {isInWindow(e, address, localTag), isInWindow(e, address, sharedTag)});
    isOther = emitOf(e, Opcode::Or, predicate,
                     {isOther, isInSpace(e, address, StateSpace::Constant)});
    return emitOf(e, Opcode::Xor, predicate, {isOther, e.constant(1)});
  }
  }
}

/// `isspacep.space p, a`. A kernel's parameters are in constant memory, too.
Known simt::decodePtxSpaceTest(PtxEmitter &e, const PtxStatement &statement,
                               PtxEmitter::Parts parts) {
  if (parts.size() != 1)
    return false;
  auto space = parsePtxSpace(parts[0]);
  bool isOfParameters = parts[0] == "param" || parts[0] == "param::entry";
  // Inline assembly does not know the objects of its module.
  bool needsObjects =
      space && (*space == StateSpace::Global || *space == StateSpace::Constant);
  if (!(space || isOfParameters) || (needsObjects && e.isInline))
    return false;
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 1);
  if (!result)
    return result.takeError();
  Expected<uint32_t> address = e.source(statement.operands[1], wide);
  if (!address)
    return address.takeError();
  e.emitMove(*result, isOfParameters ? isInWindow(e, *address, parameterTag)
                                     : isInSpace(e, *address, *space));
  return true;
}
