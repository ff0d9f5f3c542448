//===- PtxDecoder.cpp - PTX instructions by table -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxDecoder.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

namespace {
class PtxDecoder {
public:
  PtxDecoder(ArrayRef<PtxRegister> registers, Kernel &kernel)
      : registers(registers.begin(), registers.end()), kernel(kernel) {}
  Error run(StringRef text);

private:
  Error statement(StringRef text);
  Error declaration(StringRef text);
  Error instruction(StringRef name, ArrayRef<StringRef> operands);
  Expected<uint32_t> source(StringRef text, RegisterType type);
  Expected<uint32_t> destination(StringRef text, unsigned width);
  void appendMove(uint32_t to, uint32_t from);
  const PtxRegister *find(StringRef name) const {
    auto it = find_if(registers,
                      [&](const PtxRegister &one) { return one.name == name; });
    return it == registers.end() ? nullptr : &*it;
  }
  uint32_t constant(uint64_t bits, bool isPoison = false) {
    kernel.frame.push_back({bits, 0, isPoison});
    return kernel.frame.size() - 1;
  }

  std::vector<PtxRegister> registers;
  Kernel &kernel;
  /// Of the statement that is being decoded.
  uint32_t guard = 0;
  bool guardIsNegated = false;
};
} // namespace

static Error malformed(const Twine &what, StringRef text) {
  return createStringError("PTX: " + what + " '" + text + "'");
}

static const PtxTypeRow *findType(StringRef name) {
  auto it = find_if(getPtxTypeRows(),
                    [&](const PtxTypeRow &row) { return row.name == name; });
  return it == getPtxTypeRows().end() ? nullptr : it;
}

static std::optional<SpecialRegister> findSpecial(StringRef name) {
  return StringSwitch<std::optional<SpecialRegister>>(name)
#define SIMT_SPECIAL(NAME, PTX, INTRINSIC) .Case("%" PTX, SpecialRegister::NAME)
#include "interp/Simt/Machine/SpecialRegisters.def"
      .Default(std::nullopt);
}

/// PTX ISA, 4.5: integers; `0f` and `0d` with the bits of a float.
static std::optional<uint64_t> parseConstant(StringRef text,
                                             RegisterType type) {
  uint64_t bits;
  if (type.isFloat()) {
    StringRef prefix = type.kind == TypeKind::F32 ? "0f" : "0d";
    if (!text.consume_front_insensitive(prefix) ||
        text.size() != type.width / 4u || text.getAsInteger(16, bits))
      return std::nullopt;
    return bits;
  }
  bool isNegative = text.consume_front("-");
  text.consume_back("U");
  if (text.getAsInteger(0, bits))
    return std::nullopt;
  return maskTo(isNegative ? -bits : bits, type.width);
}

Expected<uint32_t> PtxDecoder::source(StringRef text, RegisterType type) {
  if (const PtxRegister *one = find(text)) {
    if (one->width != type.width)
      return malformed("another width has operand", text);
    return one->slot;
  }
  if (std::optional<uint64_t> bits = parseConstant(text, type))
    return constant(*bits);
  return malformed("not a register or constant", text);
}

Expected<uint32_t> PtxDecoder::destination(StringRef text, unsigned width) {
  const PtxRegister *one = find(text);
  if (!one || !one->isWritable || one->width != width)
    return malformed("not a register for this result:", text);
  return one->slot;
}

void PtxDecoder::appendMove(uint32_t to, uint32_t from) {
  simt::Instruction op;
  op.opcode = Opcode::Move;
  op.first = kernel.copies.size();
  op.count = 1;
  op.guard = guard;
  op.guardIsNegated = guardIsNegated;
  kernel.copies.push_back({to, from, 1});
  kernel.code.push_back(op);
}

static std::optional<RoundingMode> parseRounding(StringRef text) {
  return StringSwitch<std::optional<RoundingMode>>(text)
      .Case("rn", RoundingMode::NearestEven)
      .Case("rz", RoundingMode::Zero)
      .Case("rm", RoundingMode::NegativeInf)
      .Case("rp", RoundingMode::PositiveInf)
      .Default(std::nullopt);
}

/// PTX ISA, 9.3.1; those of unsigned integers (lo, ls, hi, hs) and of floats
/// with NaN for their types only.
static std::optional<Relations> parseComparison(StringRef text,
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
  const PtxTypeRow *type = findType(parts.pop_back_val());
  if (!type || (type->type & row.types) == PtxTypes::None)
    return std::nullopt;
  op.type = op.resultType = type->registerType;
  ArrayRef<StringRef> rest = parts;
  if (row.opcode == Opcode::Compare) {
    auto relations =
        rest.empty() ? std::nullopt : parseComparison(rest.front(), op.type);
    if (!relations)
      return std::nullopt;
    op.relations = *relations;
    op.resultType = {TypeKind::Bits, 1};
    rest = rest.drop_front();
  }
  if (row.isRounded) {
    auto mode = rest.empty() ? std::nullopt : parseRounding(rest.front());
    if (!mode)
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
  take("NaN", Modifier::PropagateNaN, PtxTypes::F32);
  take("sat", Modifier::Saturate, PtxTypes::S32);
  return rest.empty() ? std::optional(op) : std::nullopt;
}

Error PtxDecoder::instruction(StringRef name, ArrayRef<StringRef> operands) {
  const PtxRow *found = nullptr;
  simt::Instruction op;
  for (const PtxRow &row : getPtxRows())
    if (auto matched = match(row, name)) {
      found = &row;
      op = *matched;
    }
  op.guard = guard;
  op.guardIsNegated = guardIsNegated;
  if (!found) {
    op.opcode = Opcode::Refuse;
    op.first = kernel.refusals.size();
    kernel.refusals.push_back(("PTX instruction '" + name + "'").str());
    kernel.code.push_back(op);
    return Error::success();
  }
  bool hasResult = found->types != PtxTypes::None;
  if (operands.size() != found->arity + hasResult)
    return malformed("wrong number of operands of", name);
  if (hasResult) {
    Expected<uint32_t> slot =
        destination(operands.front(), op.resultType.width);
    if (!slot)
      return slot.takeError();
    op.result = *slot;
    operands = operands.drop_front();
  }
  if (op.opcode == Opcode::Move)
    if (auto special = findSpecial(operands.front())) {
      if (op.type.width != 32)
        return malformed("another width has operand", operands.front());
      op.opcode = Opcode::ReadSpecial;
      op.special = *special;
      kernel.code.push_back(op);
      return Error::success();
    }
  // Each barrier but the first is another one; the machine has one.
  if (op.opcode == Opcode::Barrier && operands.front() != "0")
    return malformed("a barrier other than 0:", operands.front());
  for (auto [i, text] : enumerate(operands)) {
    RegisterType type = op.type;
    // The amounts of shifts have 32 bits, whatever is shifted; the last operand
    // of selp is a predicate.
    if (!hasResult ||
        (i == 1 && (op.opcode == Opcode::Shl || op.opcode == Opcode::Shr)))
      type = {TypeKind::Unsigned, 32};
    if (i == 2 && op.opcode == Opcode::Select)
      type = {TypeKind::Bits, 1};
    Expected<uint32_t> slot = source(text, type);
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  if (op.opcode == Opcode::Move) {
    appendMove(op.result, op.operands[0]);
    return Error::success();
  }
  // selp d, a, b, p: the machine has the condition first.
  if (op.opcode == Opcode::Select)
    op.operands = {op.operands[2], op.operands[0], op.operands[1]};
  kernel.code.push_back(op);
  return Error::success();
}

/// `.reg .TYPE a, b`
Error PtxDecoder::declaration(StringRef text) {
  StringRef rest = text.ltrim();
  rest.consume_front(".reg");
  auto [typeName, names] = rest.ltrim().split(' ');
  const PtxTypeRow *type =
      typeName.consume_front(".") ? findType(typeName) : nullptr;
  SmallVector<StringRef> list;
  names.split(list, ',');
  if (!type)
    return malformed("a declaration without support", text);
  for (StringRef name : list) {
    name = name.trim();
    if (name.empty() || name.find_first_of("<> ") != StringRef::npos ||
        find(name))
      return malformed("a declaration without support", text);
    uint32_t slot = constant(0, /*isPoison=*/true);
    registers.push_back(
        {name.str(), slot, type->registerType.width, /*isWritable=*/true});
    // What an earlier execution wrote is gone.
    appendMove(slot, constant(0, /*isPoison=*/true));
  }
  return Error::success();
}

Error PtxDecoder::statement(StringRef text) {
  guard = 0;
  guardIsNegated = false;
  if (text.starts_with(".reg"))
    return declaration(text);
  if (text.consume_front("@")) {
    guardIsNegated = text.consume_front("!");
    auto [name, rest] = text.split(' ');
    Expected<uint32_t> slot = source(name, {TypeKind::Bits, 1});
    if (!slot)
      return slot.takeError();
    guard = *slot;
    text = rest.ltrim();
  }
  auto [name, rest] = text.split(' ');
  if (name.empty() || name.find_first_of(":{}[]") != StringRef::npos ||
      rest.find_first_of("{}") != StringRef::npos)
    return malformed("a statement without support", text);
  SmallVector<StringRef> operands;
  if (!rest.trim().empty())
    rest.split(operands, ',');
  for (StringRef &operand : operands)
    operand = operand.trim();
  return instruction(name, operands);
}

Error PtxDecoder::run(StringRef text) {
  // A write under a false guard leaves a register that holds nothing.
  if (text.contains('@'))
    for (const PtxRegister &one : registers)
      if (one.isWritable)
        appendMove(one.slot, constant(0, /*isPoison=*/true));
  std::string spaced = text.str();
  std::replace_if(
      spaced.begin(), spaced.end(),
      [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  SmallVector<StringRef> statements;
  StringRef(spaced).split(statements, ';');
  bool isOpen = false;
  for (auto [i, one] : enumerate(statements)) {
    StringRef statementText = one.trim();
    if (i == 0 && statementText.consume_front("{")) {
      isOpen = true;
      statementText = statementText.trim();
    }
    bool isLast = i + 1 == statements.size();
    if (isLast && isOpen && statementText == "}") {
      isOpen = false;
      continue;
    }
    if (statementText.empty())
      continue;
    if (isLast)
      return malformed("no semicolon after", statementText);
    if (Error error = statement(statementText))
      return error;
  }
  return isOpen ? malformed("no closing brace in", text) : Error::success();
}

Error simt::decodePtx(StringRef text, ArrayRef<PtxRegister> registers,
                      Kernel &kernel) {
  return PtxDecoder(registers, kernel).run(text);
}
