//===- PtxDecoder.cpp - PTX instructions by table -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

const PtxTypeRow *simt::findPtxType(StringRef name) {
  auto it = find_if(getPtxTypeRows(),
                    [&](const PtxTypeRow &row) { return row.name == name; });
  return it == getPtxTypeRows().end() ? nullptr : it;
}

std::optional<RoundingMode> simt::parsePtxRounding(StringRef text) {
  return StringSwitch<std::optional<RoundingMode>>(text)
      .Case("rn", RoundingMode::NearestEven)
      .Case("rz", RoundingMode::Zero)
      .Case("rm", RoundingMode::NegativeInf)
      .Case("rp", RoundingMode::PositiveInf)
      .Default(std::nullopt);
}

/// PTX ISA, 9.3.1; those of unsigned integers (lo, ls, hi, hs) and of floats
/// with NaN for their types only.
std::optional<Relations> simt::parsePtxComparison(StringRef text,
                                                  RegisterType type) {
  constexpr Relations less = Relations::Less, equal = Relations::Equal,
                      greater = Relations::Greater,
                      unordered = Relations::Unordered;
  using Row = std::optional<Relations>;
  Row row = StringSwitch<Row>(text)
                .Case("eq", equal)
                .Case("ne", less | greater)
                .Default(std::nullopt);
  if (row || type.kind == TypeKind::Bits)
    return row;
  row = StringSwitch<Row>(text)
            .Case("lt", less)
            .Case("le", less | equal)
            .Case("gt", greater)
            .Case("ge", greater | equal)
            .Default(std::nullopt);
  if (row)
    return row;
  if (type.kind == TypeKind::Unsigned)
    return StringSwitch<Row>(text)
        .Case("lo", less)
        .Case("ls", less | equal)
        .Case("hi", greater)
        .Case("hs", greater | equal)
        .Default(std::nullopt);
  if (!type.isFloat())
    return std::nullopt;
  return StringSwitch<Row>(text)
      .Case("equ", equal | unordered)
      .Case("neu", less | greater | unordered)
      .Case("ltu", less | unordered)
      .Case("leu", less | equal | unordered)
      .Case("gtu", greater | unordered)
      .Case("geu", greater | equal | unordered)
      .Case("num", less | equal | greater)
      .Case("nan", unordered)
      .Default(std::nullopt);
}

/// The instruction that `name` is by `row`, if it is one.
static std::optional<simt::Instruction> match(const PtxRow &row,
                                              StringRef name) {
  simt::Instruction op;
  op.opcode = row.opcode;
  op.modifiers = row.modifiers;
  op.order = row.order;
  op.scope = row.scope;
  if (row.types == PtxTypes::None)
    return row.name == name ? std::optional(op) : std::nullopt;
  if (!name.consume_front(row.name) || !name.consume_front("."))
    return std::nullopt;
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  const PtxTypeRow *type = findPtxType(parts.pop_back_val());
  if (!type || (type->type & row.types) == PtxTypes::None)
    return std::nullopt;
  op.type = op.resultType = type->registerType;
  ArrayRef<StringRef> rest = parts;
  if (row.opcode == Opcode::Compare) {
    auto relations =
        rest.empty() ? std::nullopt : parsePtxComparison(rest.front(), op.type);
    if (!relations)
      return std::nullopt;
    op.relations = *relations;
    op.resultType = {TypeKind::Bits, 1};
    rest = rest.drop_front();
  }
  if (row.isRounded) {
    auto mode = rest.empty() ? std::nullopt : parsePtxRounding(rest.front());
    if (!mode)
      return std::nullopt;
    // PTX ISA, 9.7.4: half-precision arithmetic rounds to nearest only.
    if (op.type.width == 16 && *mode != RoundingMode::NearestEven)
      return std::nullopt;
    op.rounding = *mode;
    rest = rest.drop_front();
  }
  auto take = [&](StringRef part, Modifier modifier, PtxTypes forTypes) {
    if (rest.empty() || rest.front() != part ||
        (row.allowed & modifier) == Modifier::None ||
        (type->type & forTypes) == PtxTypes::None)
      return;
    op.modifiers |= modifier;
    rest = rest.drop_front();
  };
  take("ftz", Modifier::FlushSubnormals, PtxTypes::F32);
  take("NaN", Modifier::PropagateNaN,
       PtxTypes::F32 | PtxTypes::F16 | PtxTypes::BF16);
  take("sat", Modifier::Saturate, PtxTypes::S32);
  return rest.empty() ? std::optional(op) : std::nullopt;
}

PtxEmitter::Known PtxEmitter::byRow(const PtxStatement &statement) {
  const PtxRow *found = nullptr;
  simt::Instruction op;
  for (const PtxRow &row : getPtxRows())
    if (auto matched = match(row, statement.name)) {
      found = &row;
      op = *matched;
    }
  if (!found)
    return false;
  bool hasResult = found->types != PtxTypes::None;
  ArrayRef<PtxOperand> operands = statement.operands;
  if (Error error = expectOperands(statement, found->arity + hasResult))
    return std::move(error);
  if (hasResult) {
    Expected<uint32_t> slot =
        destination(operands.front(), op.resultType.width);
    if (!slot)
      return slot.takeError();
    op.result = *slot;
    operands = operands.drop_front();
  }
  // Each barrier but the first is another one; the machine has one.
  if (op.opcode == Opcode::Barrier && operands.front().text != "0")
    return malformedPtx("a barrier other than 0:", operands.front().text);
  for (auto [i, operand] : enumerate(operands)) {
    RegisterType type = op.type;
    // The amounts of shifts have 32 bits, whatever is shifted; the last operand
    // of selp is a predicate.
    if (!hasResult ||
        (i == 1 && (op.opcode == Opcode::Shl || op.opcode == Opcode::Shr)))
      type = {TypeKind::Unsigned, 32};
    if (i == 2 && op.opcode == Opcode::Select)
      type = {TypeKind::Bits, 1};
    Expected<uint32_t> slot = source(operand, type);
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  // selp d, a, b, p: the machine has the condition first.
  if (op.opcode == Opcode::Select)
    op.operands = {op.operands[2], op.operands[0], op.operands[1]};
  simt::Instruction &emitted = emit(op.opcode);
  op.guard = emitted.guard;
  op.guardIsNegated = emitted.guardIsNegated;
  emitted = op;
  return true;
}

Error simt::decodePtx(StringRef text, ArrayRef<PtxRegister> registers,
                      Kernel &kernel) {
  auto statements = parsePtxStatements(text);
  if (!statements)
    return createStringError("PTX: " + toString(statements.takeError()));
  std::vector<const PtxStatement *> origins;
  PtxEmitter emitter(kernel, origins);
  emitter.isInline = true;
  // A write under a false guard leaves a register that holds nothing.
  bool isGuarded = any_of(
      *statements, [](const PtxStatement &one) { return !one.guard.empty(); });
  for (const PtxRegister &one : registers) {
    emitter.declare(one);
    if (isGuarded && one.isWritable)
      emitter.emitMove(one.slot, emitter.constant(0, /*isPoison=*/true));
  }
  for (const PtxStatement &statement : *statements)
    if (Error error = emitter.statement(statement))
      return error;
  return emitter.finish();
}
