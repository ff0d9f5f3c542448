//===- PtxEmitter.cpp - Statements of PTX into instructions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxEmitter.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

Error simt::malformedPtx(const Twine &what, StringRef text) {
  return createStringError("PTX: " + what + " '" + text + "'");
}

namespace {
/// What reading a special register gives.
struct SpecialValue {
  unsigned width = 32;
  std::optional<SpecialRegister> reads;
  uint64_t constant = 0;
  bool isUnspecified = false;
};
} // namespace

static const StringMap<SpecialValue> &specialValues() {
  static const auto table = [] {
    StringMap<SpecialValue> map;
#define SIMT_SPECIAL(NAME, PTX, INTRINSIC)                                     \
  map["%" PTX] = {32, SpecialRegister::NAME, 0, false};
#include "interp/Simt/Machine/SpecialRegisters.def"
#define PTX_CONSTANT(PTX, WIDTH, VALUE)                                        \
  map[PTX] = {WIDTH, std::nullopt, VALUE, false};
#define PTX_UNSPECIFIED(PTX, WIDTH) map[PTX] = {WIDTH, std::nullopt, 0, true};
#define PTX_UNSPECIFIED_SERIES(PTX, COUNT, WIDTH, SUFFIX)                      \
  for (unsigned i = 0; i < COUNT; ++i)                                         \
    map[(PTX + Twine(i) + SUFFIX).str()] = {WIDTH, std::nullopt, 0, true};
#include "interp/Simt/Ptx/PtxRegisters.def"
    return map;
  }();
  return table;
}

/// PTX ISA, 4.5: integers; `0f` and `0d` with the bits of a float. A register
/// of bits takes either.
static std::optional<uint64_t> parseConstant(StringRef text,
                                             RegisterType type) {
  uint64_t bits;
  bool isFloat =
      text.starts_with_insensitive("0f") || text.starts_with_insensitive("0d");
  if (isFloat && (type.isFloat() || type.kind == TypeKind::Bits)) {
    unsigned width = text.starts_with_insensitive("0f") ? 32 : 64;
    StringRef digits = text.drop_front(2);
    if (width != type.width || digits.size() != width / 4u ||
        digits.getAsInteger(16, bits))
      return std::nullopt;
    return bits;
  }
  if (type.isFloat())
    return std::nullopt;
  bool isNegative = text.consume_front("-");
  text.consume_front("+");
  text.consume_back("U");
  if (text.getAsInteger(0, bits))
    return std::nullopt;
  return maskTo(isNegative ? -bits : bits, type.width);
}

//===----------------------------------------------------------------------===//
// Slots and names
//===----------------------------------------------------------------------===//

uint32_t PtxEmitter::newSlots(unsigned count) {
  uint32_t first = kernel.frame.size();
  kernel.frame.resize(first + count, Lane{0, 0, /*poison=*/true});
  return first;
}

uint32_t PtxEmitter::newRegister(RegisterType type, StringRef name) {
  uint32_t slot = newSlots(slotsOf(type.width));
  if (type.width <= 64) {
    kernel.namedSlots.push_back({slot, type, name.str()});
    return slot;
  }
  RegisterType half = {type.kind, uint8_t(type.width / 2)};
  kernel.namedSlots.push_back({slot, half, (name + ".lo").str()});
  kernel.namedSlots.push_back({slot + 1, half, (name + ".hi").str()});
  return slot;
}

uint32_t PtxEmitter::constant(uint64_t bits, bool isPoison) {
  if (isPoison) {
    kernel.frame.push_back({0, 0, true});
    return kernel.frame.size() - 1;
  }
  auto [it, isNew] = constants.try_emplace(bits, kernel.frame.size());
  if (isNew)
    kernel.frame.push_back({bits, 0, false});
  return it->second;
}

void PtxEmitter::declare(const PtxRegister &one) {
  scopes.back().registers[one.name] = one;
}

const PtxRegister *PtxEmitter::find(StringRef name) {
  for (Scope &scope : reverse(scopes)) {
    auto it = scope.registers.find(name);
    if (it != scope.registers.end())
      return &it->second;
    // PTX ISA, 5.4.5: %r<13> is %r0 to %r12.
    for (const Range &range : scope.ranges) {
      StringRef digits = name;
      unsigned number;
      if (!digits.consume_front(range.prefix) ||
          digits.getAsInteger(10, number) || number >= range.count ||
          Twine(number).str() != digits)
        continue;
      PtxRegister one = {name.str(), newRegister(range.type, name),
                         range.type.width, /*isWritable=*/true};
      return &(scope.registers[name] = one);
    }
  }
  return nullptr;
}

/// Objects begin at multiples of 16 bytes: these bits of an address are those
/// of the place in its object.
static bool readsLowBits(const PtxStatement &statement) {
  uint64_t mask;
  return statement.name == "and.b64" && statement.operands.size() == 3 &&
         statement.operands[2].kind == PtxOperand::Kind::Constant &&
         !statement.operands[2].text.getAsInteger(0, mask) && mask < 16;
}

Expected<uint32_t> PtxEmitter::source(const PtxOperand &operand,
                                      RegisterType type) {
  StringRef text = operand.text;
  if (operand.kind == PtxOperand::Kind::Constant) {
    std::optional<uint64_t> bits;
    if (type.width <= 64 && (bits = parseConstant(text, type)))
      return constant(*bits);
    return malformedPtx("not a register or constant", text);
  }
  bool isPlain = operand.kind == PtxOperand::Kind::Name;
  if (!isPlain && operand.kind != PtxOperand::Kind::Sum &&
      operand.kind != PtxOperand::Kind::Element)
    return malformedPtx("not a register or constant in operands of",
                        current->name);
  if (const PtxRegister *one = find(text)) {
    if (!isPlain)
      return malformedPtx("not a variable in memory:", text);
    if (one->width != type.width)
      return malformedPtx("another width has operand", text);
    if (one->isPointer && !readsLowBits(*current))
      return malformedPtx("a pointer is read as a number:", text);
    if (!operand.isNegated)
      return one->slot;
    uint32_t result = newSlots();
    emit(Opcode::Xor, {TypeKind::Bits, 1}, result, {one->slot, constant(1)});
    return result;
  }
  if (isPlain && text == "%is_explicit_cluster" && type.width == 1)
    return constant(kernel.hasClusters);
  auto special = specialValues().find(text);
  if (isPlain && special != specialValues().end()) {
    const SpecialValue &value = special->second;
    if (type.width != value.width)
      return malformedPtx("another width has operand", text);
    if (!value.reads)
      return constant(value.constant, value.isUnspecified);
    uint32_t result = newSlots();
    emit(Opcode::ReadSpecial, type, result, {}).special = *value.reads;
    return result;
  }
  auto symbol = symbols.find(text);
  if (symbol != symbols.end() && !type.isFloat() &&
      (type.width == 32 || type.width == 64) &&
      symbol->second.kind == PtxSymbol::Kind::Address)
    return addressOf(operand, symbol->second, type.width);
  return malformedPtx(isPlain ? "not a register or constant"
                              : "not a variable in memory:",
                      text);
}

/// PTX ISA, 6.4.1 and 6.4.2: a sum is of bytes, an index counts elements.
Expected<uint32_t> PtxEmitter::addressOf(const PtxOperand &operand,
                                         const PtxSymbol &symbol,
                                         unsigned width) {
  bool isElement = operand.kind == PtxOperand::Kind::Element;
  uint64_t offset =
      uint64_t(operand.offset) * (isElement ? symbol.elementBytes : 1);
  RegisterType type = {TypeKind::Signed, uint8_t(width)};
  uint32_t base;
  if (!symbol.hasSlot) {
    base = constant(maskTo(symbol.address + offset, width));
  } else if (offset == 0) {
    base = symbol.slot;
  } else {
    base = newSlots();
    emit(Opcode::Add, type, base,
         {symbol.slot, constant(maskTo(offset, width))});
  }
  if (operand.index.empty())
    return base;
  const PtxRegister *index = find(operand.index);
  if (!index || index->isPointer || index->width < 16)
    return malformedPtx("not an index:", operand.index);
  uint32_t bytes = newSlots(), sum = newSlots();
  uint32_t wide =
      emitResize(index->slot, {TypeKind::Signed, uint8_t(index->width)}, width);
  emit(Opcode::Mul, type, bytes, {wide, constant(symbol.elementBytes)});
  emit(Opcode::Add, type, sum, {base, bytes});
  return sum;
}

Expected<uint32_t> PtxEmitter::destination(const PtxOperand &operand,
                                           unsigned width) {
  const PtxRegister *one =
      operand.kind == PtxOperand::Kind::Name ? find(operand.text) : nullptr;
  if (!one && operand.kind == PtxOperand::Kind::Name && operand.text == "_")
    return newSlots(slotsOf(width));
  if (!one || !one->isWritable || one->width != width)
    return malformedPtx("not a register for this result:", operand.text);
  return one->slot;
}

Expected<const PtxRegister *>
PtxEmitter::wideRegister(const PtxOperand &operand, unsigned width) {
  const PtxRegister *one =
      operand.kind == PtxOperand::Kind::Name ? find(operand.text) : nullptr;
  if (!one || one->width < width || slotsOf(one->width) != slotsOf(width))
    return malformedPtx("not a register for this type:", operand.text);
  return one;
}

Expected<uint32_t> PtxEmitter::pointer(const PtxOperand &operand,
                                       StateSpace space) {
  auto named = symbols.find(operand.text);
  // `ld.shared.u32 r, name[3]`: without brackets of its own.
  bool isElement = operand.kind == PtxOperand::Kind::Element &&
                   named != symbols.end() &&
                   named->second.kind == PtxSymbol::Kind::Address;
  if (operand.kind != PtxOperand::Kind::Address && !isElement)
    return malformedPtx("not an address in operands of", current->name);
  uint32_t base;
  int64_t offset = isElement ? 0 : operand.offset;
  if (isElement) {
    Expected<uint32_t> address = addressOf(operand, named->second, 64);
    if (!address)
      return address.takeError();
    base = *address;
  } else if (operand.text.empty()) {
    base = constant(0);
  } else if (const PtxRegister *one = find(operand.text)) {
    if (one->width < 32)
      return malformedPtx("not an address:", operand.text);
    base = one->slot;
    if (one->isPointer) {
      if (operand.offset == 0)
        return base;
      uint32_t result = newSlots();
      emit(Opcode::Address, {TypeKind::Pointer, 64}, result, {base}).immediate =
          operand.offset;
      return result;
    }
  } else if (named != symbols.end() &&
             named->second.kind == PtxSymbol::Kind::Address) {
    base = addressSlot(named->second);
  } else {
    return malformedPtx("not an address:", operand.text);
  }
  uint32_t result = newSlots();
  Instruction &op =
      emit(Opcode::ResolveAddress, {TypeKind::Bits, 64}, result, {base});
  op.immediate = offset;
  op.space = space;
  return result;
}

uint32_t PtxEmitter::addressSlot(const PtxSymbol &symbol) {
  return symbol.hasSlot ? symbol.slot : constant(symbol.address);
}

uint32_t PtxEmitter::localPointer(const PtxSymbol &object) {
  uint32_t result = newSlots();
  emit(Opcode::ResolveAddress, {TypeKind::Bits, 64}, result,
       {addressSlot(object)})
      .space = StateSpace::Local;
  return result;
}

Error PtxEmitter::expectOperands(const PtxStatement &statement, size_t count) {
  if (statement.operands.size() == count)
    return Error::success();
  return malformedPtx("wrong number of operands of", statement.name);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Instruction &PtxEmitter::emit(Opcode opcode) {
  Instruction &op = kernel.code.emplace_back();
  op.opcode = opcode;
  op.guard = guard;
  op.guardIsNegated = guardIsNegated;
  origins.resize(kernel.code.size(), current);
  return op;
}

Instruction &PtxEmitter::emit(Opcode opcode, RegisterType type, uint32_t result,
                              ArrayRef<uint32_t> operands) {
  Instruction &op = emit(opcode);
  op.type = op.resultType = type;
  op.result = result;
  llvm::copy(operands, op.operands.begin());
  return op;
}

void PtxEmitter::append(const Instruction &op) {
  Instruction &emitted = emit(op.opcode);
  uint32_t sameGuard = emitted.guard;
  bool isNegated = emitted.guardIsNegated;
  emitted = op;
  emitted.guard = sameGuard;
  emitted.guardIsNegated = isNegated;
}

void PtxEmitter::emitReturn() {
  if (stackSlot)
    emit(Opcode::StackRestore, {TypeKind::Bits, 64}, 0, {stackSlot});
  emit(returning);
}

void PtxEmitter::emitMove(uint32_t to, uint32_t from) {
  emitMoves({{to, from}});
}

void PtxEmitter::emitMoves(ArrayRef<std::pair<uint32_t, uint32_t>> toFrom) {
  Instruction &op = emit(Opcode::Move);
  op.first = kernel.copies.size();
  op.count = toFrom.size();
  for (auto [to, from] : toFrom)
    kernel.copies.push_back({to, from, 1});
}

uint32_t PtxEmitter::carrySlot() {
  if (!carry)
    carry = newSlots();
  return carry;
}

void PtxEmitter::forgetCarry() {
  if (carry)
    emitMove(carry, constant(0, /*isPoison=*/true));
}

uint32_t PtxEmitter::emitResize(uint32_t from, RegisterType type,
                                unsigned width) {
  if (type.width == width)
    return from;
  uint32_t result = newSlots();
  emit(Opcode::ConvertInteger, type, result, {from}).resultType = {
      type.kind, uint8_t(width)};
  return result;
}

void PtxEmitter::emitJump(StringRef label) {
  // An edge chooses; what is guarded goes on where it is not taken.
  uint32_t condition = guard;
  bool isNegated = guardIsNegated;
  guard = 0;
  Instruction &op = emit(condition ? Opcode::Branch : Opcode::Jump);
  op.operands[0] = condition;
  op.edges[isNegated ? 1 : 0] = kernel.edges.size();
  pending.push_back({uint32_t(kernel.edges.size()), label});
  kernel.edges.emplace_back();
  if (condition) {
    op.edges[isNegated ? 0 : 1] = kernel.edges.size();
    kernel.edges.emplace_back().target = kernel.code.size();
  }
}

std::optional<uint32_t> PtxEmitter::beginGuarded() {
  if (!guard)
    return std::nullopt;
  uint32_t past = kernel.edges.size();
  kernel.edges.resize(past + 2);
  Instruction &op = emit(Opcode::Branch);
  op.operands[0] = op.guard;
  op.edges[guardIsNegated ? 0 : 1] = past;
  op.edges[guardIsNegated ? 1 : 0] = past + 1;
  op.guard = guard = 0;
  op.guardIsNegated = guardIsNegated = false;
  kernel.edges[past + 1].target = kernel.code.size();
  return past;
}

void PtxEmitter::endGuarded(std::optional<uint32_t> edge) {
  if (edge)
    kernel.edges[*edge].target = kernel.code.size();
}

Error PtxEmitter::emitJumps(StringRef targets, uint32_t slot) {
  auto found = branchTargets.find(targets);
  if (found == branchTargets.end())
    return malformedPtx("not branch targets before this instruction:", targets);
  Instruction &op = emit(Opcode::Switch);
  op.operands[0] = slot;
  op.first = kernel.cases.size();
  op.count = found->second.size();
  op.edges[0] = kernel.edges.size();
  beyondTargets.push_back({uint32_t(kernel.edges.size()), current});
  kernel.edges.emplace_back();
  for (auto [i, target] : enumerate(found->second)) {
    if (target.kind != PtxOperand::Kind::Name)
      return malformedPtx("no label", target.text);
    kernel.cases.push_back({i, uint32_t(kernel.edges.size())});
    pending.push_back({uint32_t(kernel.edges.size()), target.text});
    kernel.edges.emplace_back();
  }
  return Error::success();
}

void PtxEmitter::refuse(const Twine &what) {
  Instruction &op = emit(Opcode::Refuse);
  op.first = kernel.refusals.size();
  kernel.refusals.push_back(what.str());
}

/// What they wrote has the factors that they say.
static bool carriesFactors(const PtxStatement &statement) {
  bool isMove = statement.name.starts_with("mov.") &&
                statement.operands[0].kind == PtxOperand::Kind::Name &&
                statement.operands[1].kind != PtxOperand::Kind::Vector;
  return isMove || isContractible(statement.name);
}

PtxEmitter::Known PtxEmitter::decode(const PtxStatement &statement) {
  SmallVector<StringRef> parts;
  statement.name.split(parts, '.');
  size_t before = kernel.code.size();
  // Of tensors alone; textures and surfaces are not known.
  if (!is_contained(parts, "tensor") &&
      any_of(statement.operands, [](const PtxOperand &operand) {
        return operand.kind == PtxOperand::Kind::Address &&
               !operand.parts.empty();
      }))
    return false;
  for (ArrayRef<PtxFamilyRow> families :
       {getPtxMemoryFamilies(), getPtxDataFamilies()})
    for (const PtxFamilyRow &family : families) {
      if (family.name != parts.front())
        continue;
      Known known =
          family.decode(*this, statement, ArrayRef(parts).drop_front());
      if (!known || *known)
        return known;
      assert(before == kernel.code.size() && "half an instruction");
    }
  (void)before;
  Known known = byForm(statement);
  return known && !*known ? byRow(statement) : std::move(known);
}

Error PtxEmitter::instruction(const PtxStatement &statement) {
  Known known = decode(statement);
  if (!known)
    return known.takeError();
  if (!*known)
    refuse("PTX instruction '" + statement.name + "'");
  else if (!products.empty() && !carriesFactors(statement))
    forgetFactors(statement);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Registers of a block are made anew whenever it is entered, one by one.
static constexpr uint32_t maxRangeOfBlock = 256;

static Error unsupportedDeclaration(const PtxVariable &variable) {
  return malformedPtx("a declaration without support:", variable.name);
}

Error PtxEmitter::variables(const PtxStatement &statement) {
  for (const PtxVariable &variable : statement.variables) {
    if (variable.space != "reg") {
      auto object = objects.find(&variable);
      if (object != objects.end())
        symbols[variable.name] = object->second;
      continue;
    }
    const PtxTypeRow *type = findPtxType(variable.type);
    if (!type || variable.lanes != 1 || !variable.extents.empty())
      return unsupportedDeclaration(variable);
    RegisterType registerType = type->registerType;
    Scope &scope = scopes.back();
    // `%r` and `%r<9>` are different registers.
    bool isAgain = variable.count
                       ? any_of(scope.ranges,
                                [&](const Range &range) {
                                  return range.prefix == variable.name;
                                }) ||
                             scope.registers.count((variable.name + "0").str())
                       : scope.registers.count(variable.name);
    if (isAgain)
      return malformedPtx("declared twice:", variable.name);
    bool mayComeAgain = isInline || scopes.size() > 1;
    if (variable.count && !mayComeAgain) {
      scope.ranges.push_back({variable.name, *variable.count, registerType});
      continue;
    }
    if (variable.count > maxRangeOfBlock)
      return unsupportedDeclaration(variable);
    auto declareOne = [&](std::string name) {
      uint32_t slot = newRegister(registerType, name);
      declare({std::move(name), slot, registerType.width,
               /*isWritable=*/true});
      // What an earlier execution wrote is gone.
      for (unsigned i = 0; mayComeAgain && i < slotsOf(registerType.width); ++i)
        emitMove(slot + i, constant(0, /*isPoison=*/true));
    };
    if (!variable.count)
      declareOne(variable.name.str());
    for (uint32_t i = 0, n = variable.count.value_or(0); i < n; ++i)
      declareOne((variable.name + Twine(i)).str());
  }
  return Error::success();
}

Error PtxEmitter::statement(const PtxStatement &statement) {
  current = &statement;
  guard = 0;
  guardIsNegated = false;
  switch (statement.kind) {
  case PtxStatement::Kind::OpenBlock:
    scopes.emplace_back();
    return Error::success();
  case PtxStatement::Kind::CloseBlock:
    scopes.pop_back();
    return Error::success();
  case PtxStatement::Kind::Variables:
    return variables(statement);
  case PtxStatement::Kind::Label:
    // In a block it is the block's own, however often the assembly is copied.
    if (isInline && scopes.size() == 1)
      return malformedPtx("a label in inline assembly:", statement.name);
    if (!labels.try_emplace(statement.name, kernel.code.size()).second)
      return malformedPtx("declared twice:", statement.name);
    if (!statement.operands.empty())
      branchTargets[statement.name] = statement.operands;
    return Error::success();
  case PtxStatement::Kind::Instruction:
    break;
  }
  if (!statement.guard.empty()) {
    const PtxRegister *predicate = find(statement.guard);
    if (!predicate)
      return malformedPtx("not a register or constant", statement.guard);
    if (predicate->width != 1)
      return malformedPtx("another width has operand", statement.guard);
    guard = predicate->slot;
    guardIsNegated = statement.guardIsNegated;
  }
  return instruction(statement);
}

Error PtxEmitter::finish() {
  for (auto [edge, label] : pending) {
    auto it = labels.find(label);
    if (it == labels.end())
      return malformedPtx("no label", label);
    kernel.edges[edge].target = it->second;
  }
  // Behind the last statement.
  guard = 0;
  for (auto [edge, statement] : beyondTargets) {
    current = statement;
    kernel.edges[edge].target = kernel.code.size();
    emit(Opcode::Unreachable);
  }
  return Error::success();
}
