//===- PtxMemory.cpp - Loads, stores, addresses ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA, 9.7.9.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Parts = PtxEmitter::Parts;
using Known = PtxEmitter::Known;

std::optional<StateSpace> simt::parsePtxSpace(StringRef text) {
  return StringSwitch<std::optional<StateSpace>>(text)
      .Case("global", StateSpace::Global)
      .Cases({"shared", "shared::cta"}, StateSpace::Shared)
      .Case("shared::cluster", StateSpace::SharedCluster)
      .Case("const", StateSpace::Constant)
      .Case("local", StateSpace::Local)
      .Default(std::nullopt);
}
std::optional<Scope> simt::parsePtxScope(StringRef text) {
  return StringSwitch<std::optional<Scope>>(text)
      .Case("cta", Scope::Cta)
      .Case("cluster", Scope::Cluster)
      .Case("gpu", Scope::Gpu)
      .Case("sys", Scope::System)
      .Default(std::nullopt);
}
std::optional<MemoryOrder> simt::parsePtxOrder(StringRef text) {
  return StringSwitch<std::optional<MemoryOrder>>(text)
      .Case("weak", MemoryOrder::Weak)
      .Case("relaxed", MemoryOrder::Relaxed)
      .Case("acquire", MemoryOrder::Acquire)
      .Case("release", MemoryOrder::Release)
      .Case("acq_rel", MemoryOrder::AcquireRelease)
      .Default(std::nullopt);
}
/// Hints for caches, which change no value (PTX ISA, 9.7.9.1 and .2). One that
/// is an operand, too, is not known.
static bool isHint(StringRef text) {
  return StringSwitch<bool>(text)
             .Cases({"ca", "cg", "cs", "lu", "cv", "wb", "wt"}, true)
             .Default(false) ||
         ((text.starts_with("L1::") || text.starts_with("L2::")) &&
          text != "L2::cache_hint");
}

namespace {
/// What the modifiers of an access say.
struct AccessForm {
  StateSpace space = StateSpace::Generic;
  MemoryOrder order = MemoryOrder::Weak;
  Scope scope = Scope::System;
  unsigned lanes = 1;
  bool isParameter = false;
  /// `.nc`
  bool isReadOnly = false;
  /// `.L2::cache_hint`: the last operand is a policy.
  bool hasPolicy = false;
  const PtxTypeRow *type = nullptr;
};
} // namespace

/// `.b128`: two lanes of 64 bits, which are one access, and one register.
static bool isWide(const AccessForm &form) {
  return form.type->registerType.width > 64;
}

/// Takes the leading part if `parse` knows it.
template <typename T, typename F>
static bool take(Parts &parts, T &into, F parse) {
  if (parts.empty())
    return false;
  auto value = parse(parts.front());
  if (!value)
    return false;
  into = *value;
  parts = parts.drop_front();
  return true;
}

/// ld and st: none if a part is not known.
static std::optional<AccessForm> parseAccess(Parts parts) {
  AccessForm form;
  if (parts.empty() || !(form.type = findPtxType(parts.back())) ||
      form.type->registerType.width < 8)
    return std::nullopt;
  parts = parts.drop_back();
  if (!parts.empty() && parts.front() == "volatile") {
    // PTX ISA, 9.7.9.8: as relaxed with the scope of the system.
    form.order = MemoryOrder::Relaxed;
    parts = parts.drop_front();
  } else if (take(parts, form.order, parsePtxOrder) &&
             form.order != MemoryOrder::Weak &&
             !take(parts, form.scope, parsePtxScope)) {
    return std::nullopt;
  }
  if (!take(parts, form.space, parsePtxSpace) && !parts.empty() &&
      (parts.front() == "param" || parts.front() == "param::entry")) {
    form.isParameter = true;
    parts = parts.drop_front();
  }
  for (StringRef part : parts) {
    if (part == "v2" || part == "v4" || part == "v8")
      form.lanes = part[1] - '0';
    else if (part == "nc")
      form.isReadOnly = true;
    else if (part == "L2::cache_hint")
      form.hasPolicy = true;
    else if (!isHint(part))
      return std::nullopt;
  }
  if (isWide(form) && form.lanes > 1)
    return std::nullopt;
  bool isGlobal =
      form.space == StateSpace::Global || form.space == StateSpace::Generic;
  if (form.hasPolicy && (form.isParameter || !isGlobal))
    return std::nullopt;
  return form;
}

/// The operands that an access needs, and, where its name says so, a policy.
static Error expectAccess(PtxEmitter &e, const PtxStatement &statement,
                          const AccessForm &form) {
  if (Error error = e.expectOperands(statement, 2 + form.hasPolicy))
    return error;
  if (!form.hasPolicy)
    return Error::success();
  return e.source(statement.operands[2], {TypeKind::Bits, 64}).takeError();
}

/// The registers of a vector operand, or the one.
static ArrayRef<PtxOperand> lanesOf(const PtxOperand &operand) {
  return operand.kind == PtxOperand::Kind::Vector ? ArrayRef(operand.parts)
                                                  : ArrayRef(operand);
}

/// A number, or a part of a structure, which has a slot for each 8 bytes.
static Known loadParameter(PtxEmitter &e, const PtxStatement &statement,
                           const AccessForm &form) {
  const PtxOperand &from = statement.operands[1];
  if (from.kind != PtxOperand::Kind::Address)
    return false;
  auto found = e.symbols.find(from.text);
  RegisterType type = form.type->registerType;
  if (found == e.symbols.end() ||
      found->second.kind != PtxSymbol::Kind::Parameter || from.offset < 0 ||
      isWide(form))
    return false;
  const PtxSymbol &symbol = found->second;
  uint64_t bytes = symbol.bytes ? symbol.bytes : symbol.type.width / 8;
  unsigned laneBytes = type.width / 8;
  ArrayRef<PtxOperand> results = lanesOf(statement.operands[0]);
  if (uint64_t(from.offset) + laneBytes * form.lanes > bytes ||
      results.size() != form.lanes)
    return false;
  RegisterType whole = {TypeKind::Bits, symbol.type.width};
  SmallVector<std::pair<uint32_t, uint32_t>> moves;
  for (auto [i, result] : enumerate(results)) {
    uint64_t offset = from.offset + i * laneBytes;
    // A number is a structure of one slot.
    unsigned within = offset % 8 * 8;
    if (within + type.width > whole.width)
      return false;
    if (result.text == "_")
      continue;
    auto into = e.wideRegister(result, type.width);
    if (!into)
      return into.takeError();
    uint32_t value = symbol.slot + offset / 8;
    if (within) {
      uint32_t shifted = e.newSlots();
      e.emit(Opcode::Shr, whole, shifted, {value, e.constant(within)});
      value = shifted;
    }
    moves.push_back(
        {(*into)->slot, e.emitResize(e.emitResize(value, whole, type.width),
                                     type, (*into)->width)});
  }
  e.emitMoves(moves);
  return true;
}

/// Whether the operand is a parameter of a function or of a call, or one of the
/// kernel whose address is taken: an object in local memory. What a register
/// points to is one.
static bool isParameterObject(PtxEmitter &e, const PtxOperand &operand) {
  auto symbol = e.symbols.find(operand.text);
  return symbol != e.symbols.end() ? symbol->second.isParameterObject
                                   : !e.isInline && e.find(operand.text);
}

static Known decodeLoad(PtxEmitter &e, const PtxStatement &statement,
                        Parts parts) {
  std::optional<AccessForm> form = parseAccess(parts);
  if (!form || releases(form->order))
    return false;
  // PTX ISA, 9.7.9.9: of global memory, and weak.
  if (form->isReadOnly &&
      (form->space != StateSpace::Global || isAtomic(form->order)))
    return false;
  if (Error error = expectAccess(e, statement, *form))
    return std::move(error);
  if (form->isParameter) {
    if (!isParameterObject(e, statement.operands[1]))
      return loadParameter(e, statement, *form);
    form->space = StateSpace::Local;
  }
  RegisterType type = form->type->registerType;
  ArrayRef<PtxOperand> results = lanesOf(statement.operands[0]);
  if (results.size() != form->lanes)
    return malformedPtx("wrong number of operands of", statement.name);
  SmallVector<const PtxRegister *> registers;
  for (const PtxOperand &result : results) {
    if (result.text == "_") {
      registers.push_back(nullptr);
      continue;
    }
    auto one = e.wideRegister(result, type.width);
    if (!one)
      return one.takeError();
    registers.push_back(*one);
  }
  Expected<uint32_t> pointer = e.pointer(statement.operands[1], form->space);
  if (!pointer)
    return pointer.takeError();
  unsigned lanes = isWide(*form) ? 2 : form->lanes;
  uint8_t width = isWide(*form) ? type.width / 2 : type.width;
  uint32_t loaded = e.newSlots(lanes);
  simt::Instruction &op =
      e.emit(Opcode::Load, {TypeKind::Bits, width}, loaded, {*pointer});
  op.lanes = lanes;
  op.bytes = width / 8;
  op.alignment = op.bytes * op.lanes;
  op.space = form->space;
  op.order = form->order;
  op.scope = form->scope;
  if (form->isReadOnly)
    op.modifiers |= Modifier::ReadOnly;
  if (isWide(*form))
    op.modifiers |= Modifier::WholeAccess;
  if (isWide(*form)) {
    if (registers.front())
      e.emitMoves({{registers.front()->slot, loaded},
                   {registers.front()->slot + 1, loaded + 1}});
    return true;
  }
  for (auto [i, one] : enumerate(registers))
    if (one)
      e.emitMove(one->slot, e.emitResize(loaded + i, type, one->width));
  return true;
}

static Known decodeStore(PtxEmitter &e, const PtxStatement &statement,
                         Parts parts) {
  std::optional<AccessForm> form = parseAccess(parts);
  if (!form || acquires(form->order) || form->isReadOnly)
    return false;
  if (Error error = expectAccess(e, statement, *form))
    return std::move(error);
  if (form->isParameter) {
    if (!isParameterObject(e, statement.operands[0]))
      return false;
    form->space = StateSpace::Local;
  }
  RegisterType type = form->type->registerType;
  ArrayRef<PtxOperand> values = lanesOf(statement.operands[1]);
  if (values.size() != form->lanes)
    return malformedPtx("wrong number of operands of", statement.name);
  unsigned lanes = isWide(*form) ? 2 : form->lanes;
  uint8_t width = isWide(*form) ? type.width / 2 : type.width;
  uint32_t stored = e.newSlots(lanes);
  for (auto [i, value] : enumerate(values)) {
    Expected<uint32_t> slot = 0;
    if (isWide(*form)) {
      if (!(slot = e.source(value, type)))
        return slot.takeError();
      e.emitMoves({{stored, *slot}, {stored + 1, *slot + 1}});
      continue;
    }
    if (value.kind == PtxOperand::Kind::Name && e.find(value.text)) {
      auto one = e.wideRegister(value, type.width);
      if (!one)
        return one.takeError();
      slot = e.emitResize((*one)->slot,
                          {TypeKind::Bits, uint8_t((*one)->width)}, type.width);
    } else if (!(slot = e.source(value, type))) {
      return slot.takeError();
    }
    e.emitMove(stored + i, *slot);
  }
  Expected<uint32_t> pointer = e.pointer(statement.operands[0], form->space);
  if (!pointer)
    return pointer.takeError();
  simt::Instruction &op =
      e.emit(Opcode::Store, {TypeKind::Bits, width}, 0, {*pointer, stored});
  op.lanes = lanes;
  op.bytes = width / 8;
  op.alignment = op.bytes * op.lanes;
  op.space = form->space;
  op.order = form->order;
  op.scope = form->scope;
  if (isWide(*form))
    op.modifiers |= Modifier::WholeAccess;
  return true;
}

/// `cvta.shared.u64` makes a generic address, `cvta.to.shared.u64` one of the
/// space. Those of global and constant memory are the same.
static Known decodeAddressConversion(PtxEmitter &e,
                                     const PtxStatement &statement,
                                     Parts parts) {
  bool isTo = !parts.empty() && parts.front() == "to";
  if (isTo)
    parts = parts.drop_front();
  StateSpace space = StateSpace::Generic;
  uint64_t base;
  // Parameters lie in local memory.
  bool isOfParameters = !parts.empty() && parts.front() == "param";
  if (isOfParameters) {
    space = StateSpace::Local;
    parts = parts.drop_front();
  } else if (!take(parts, space, parsePtxSpace)) {
    return false;
  }
  if (parts.size() != 1 || parts[0] != "u64")
    return false;
  // In a kernel they are the kernel's own (PTX ISA, 9.7.9.22).
  base = isOfParameters && e.returning == Opcode::Exit
             ? parameterTag << tagShift
             : windowBase(space);
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  RegisterType type = {TypeKind::Unsigned, 64};
  Expected<uint32_t> result = e.destination(statement.operands[0], 64);
  if (!result)
    return result.takeError();
  Expected<uint32_t> from = e.source(statement.operands[1], type);
  if (!from)
    return from.takeError();
  if (space == StateSpace::Global || space == StateSpace::Constant)
    e.emitMove(*result, *from);
  else
    e.emit(isTo ? Opcode::Sub : Opcode::Add, type, *result,
           {*from, e.constant(base)});
  return true;
}

static constexpr PtxFamilyRow rows[] = {
    {"ld", decodeLoad},
    {"st", decodeStore},
    {"cvta", decodeAddressConversion},
    {"mapa", decodePtxMap},
    {"getctarank", decodePtxCtaRank},
    {"isspacep", decodePtxSpaceTest},
    {"mbarrier", decodePtxMbarrier},
};
ArrayRef<PtxFamilyRow> simt::getPtxMemoryFamilies() { return rows; }
