//===- PtxForms.cpp - Names and operands by table -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

std::optional<PtxOperandType> simt::findPtxOperandType(StringRef name) {
  if (const PtxTypeRow *row = findPtxType(name))
    return PtxOperandType{row->registerType, 1};
  using Row = std::optional<PtxOperandType>;
  return StringSwitch<Row>(name)
      .Case("f16x2", PtxOperandType{{TypeKind::F16, 16}, 2})
      .Case("bf16x2", PtxOperandType{{TypeKind::BF16, 16}, 2})
      .Case("f32x2", PtxOperandType{{TypeKind::F32, 32}, 2})
      .Case("u16x2", PtxOperandType{{TypeKind::Unsigned, 16}, 2})
      .Case("s16x2", PtxOperandType{{TypeKind::Signed, 16}, 2})
      .Case("tf32", PtxOperandType{{TypeKind::TF32, 32}, 1})
      .Case("e4m3x2", PtxOperandType{{TypeKind::E4M3, 8}, 2})
      .Case("e5m2x2", PtxOperandType{{TypeKind::E5M2, 8}, 2})
      .Case("e2m3x2", PtxOperandType{{TypeKind::E2M3, 8}, 2})
      .Case("e3m2x2", PtxOperandType{{TypeKind::E3M2, 8}, 2})
      .Case("e2m1x2", PtxOperandType{{TypeKind::E2M1, 4}, 2})
      .Case("ue8m0x2", PtxOperandType{{TypeKind::UE8M0, 8}, 2})
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isOneOf(StringRef alternatives, StringRef part) {
  while (!alternatives.empty()) {
    auto [first, rest] = alternatives.split('|');
    if (first == part)
      return true;
    alternatives = rest;
  }
  return false;
}

static bool fits(ArrayRef<StringRef> syntax, ArrayRef<StringRef> parts) {
  if (syntax.empty())
    return parts.empty();
  StringRef first = syntax.front();
  bool isOptional = first.consume_back("?");
  if (!parts.empty() && isOneOf(first, parts.front()) &&
      fits(syntax.drop_front(), parts.drop_front()))
    return true;
  return isOptional && fits(syntax.drop_front(), parts);
}

/// The parts in the order of the syntax; empty: they do not fit in any.
/// NVIDIA's own compilers write qualifiers of updates and conversions in other
/// orders than the ISA has them, and ptxas takes those
/// (`atom.global.cta.acq_rel.cas.b64`, `cvt.f16.f32.rz`). Types keep theirs:
/// they are of the result and of the source.
static SmallVector<StringRef, 8> inOrderOf(ArrayRef<StringRef> syntax,
                                           ArrayRef<StringRef> parts) {
  SmallVector<StringRef, 8> left(parts), ordered;
  for (StringRef place : syntax) {
    bool isOptional = place.consume_back("?");
    auto *found =
        find_if(left, [&](StringRef part) { return isOneOf(place, part); });
    if (found != left.end()) {
      ordered.push_back(*found);
      left.erase(found);
    } else if (!isOptional) {
      return {};
    }
  }
  auto types = [](ArrayRef<StringRef> parts) {
    return SmallVector<StringRef>(make_filter_range(
        parts, [](StringRef part) { return findPtxOperandType(part); }));
  };
  bool fits = left.empty() && types(ordered) == types(parts);
  return fits ? ordered : SmallVector<StringRef, 8>();
}

/// What a part that is no type says of every instruction that has it. What a
/// row alone gives a meaning, as `hi`, says nothing here.
static void apply(StringRef part, simt::Instruction &op) {
  op.modifiers |= StringSwitch<Modifier>(part)
                      .Case("ftz", Modifier::FlushSubnormals)
                      .Case("sat", Modifier::Saturate)
                      .Case("satfinite", Modifier::SaturateFinite)
                      .Case("NaN", Modifier::PropagateNaN)
                      .Case("relu", Modifier::ClampNegatives)
                      .Case("abs", Modifier::Magnitudes)
                      .Case("xorsign", Modifier::XorSign)
                      .Case("rna", Modifier::TiesAway)
                      .Cases({"rni", "rzi", "rmi", "rpi"}, Modifier::ToIntegral)
                      .Default(Modifier::None);
  part.consume_back("i");
  op.rounding = parsePtxRounding(part).value_or(op.rounding);
}

static const StringMap<SmallVector<const PtxForm *>> &formsByFirstPart() {
  static const auto forms = [] {
    StringMap<SmallVector<const PtxForm *>> map;
    for (ArrayRef<PtxForm> table : getPtxForms())
      for (const PtxForm &form : table)
        map[StringRef(form.syntax).split('.').first].push_back(&form);
    return map;
  }();
  return forms;
}

/// What the parts, in the form's order, say.
static PtxMatch read(const PtxForm &form, ArrayRef<StringRef> parts) {
  PtxMatch match;
  match.form = &form;
  match.parts.assign(parts.begin(), parts.end());
  simt::Instruction &op = match.instruction;
  op.opcode = form.opcode;
  op.function = form.function;
  op.modifiers = form.modifiers;
  for (StringRef part : drop_begin(parts)) {
    if (auto type = findPtxOperandType(part))
      match.types.push_back(*type);
    else
      apply(part, op);
  }
  if (!match.types.empty()) {
    op.type = match.types.front().type;
    op.resultType = match.types.back().type;
    op.packed = match.types.front().packed;
  }
  return match;
}

std::optional<PtxMatch> simt::matchPtxForm(StringRef name) {
  auto forms = formsByFirstPart().find(name.split('.').first);
  if (forms == formsByFirstPart().end())
    return std::nullopt;
  SmallVector<StringRef, 8> parts, syntax;
  name.split(parts, '.');
  for (const PtxForm *form : forms->second) {
    syntax.clear();
    StringRef(form->syntax).split(syntax, '.');
    if (fits(syntax, parts))
      return read(*form, parts);
  }
  if (!is_contained({"atom", "red", "cvt"}, parts.front()))
    return std::nullopt;
  for (const PtxForm *form : forms->second) {
    syntax.clear();
    StringRef(form->syntax).split(syntax, '.');
    if (auto ordered = inOrderOf(syntax, parts); !ordered.empty())
      return read(*form, ordered);
  }
  return std::nullopt;
}

std::vector<std::string> simt::namesOf(const PtxForm &form) {
  SmallVector<StringRef> syntax;
  StringRef(form.syntax).split(syntax, '.');
  std::vector<std::string> names = {""};
  for (StringRef part : syntax) {
    bool isOptional = part.consume_back("?");
    SmallVector<StringRef> alternatives;
    part.split(alternatives, '|');
    std::vector<std::string> longer =
        isOptional ? names : std::vector<std::string>();
    for (const std::string &name : names)
      for (StringRef alternative : alternatives)
        longer.push_back(name + (name.empty() ? "" : ".") + alternative.str());
    names = std::move(longer);
  }
  return names;
}

std::vector<ArrayRef<PtxForm>> simt::getPtxForms() {
  return {getPtxFloatForms(),         getPtxIntegerForms(),
          getPtxComparisonForms(),    getPtxConversionForms(),
          getPtxWarpForms(),          getPtxAtomicForms(),
          getPtxMatrixForms(),        getPtxAsyncForms(),
          getPtxBarrierForms(),       getPtxBulkForms(),
          getPtxLaunchControlForms(), getPtxTensorForms(),
          getPtxWarpgroupForms(),     getPtxTcgen05Forms(),
          getPtxHintForms(),          getPtxVideoForms(),
          getPtxStackForms()};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static RegisterType typeOfLetter(char letter, const PtxMatch &match) {
  switch (letter) {
  case 't':
    return match.types.front().whole();
  case 'w': {
    RegisterType type = match.types.front().type;
    return {type.kind, uint8_t(2 * type.width)};
  }
  case 'p':
    return {TypeKind::Bits, 1};
  default:
    return {TypeKind::Unsigned, 32};
  }
}

PtxEmitter::Known PtxEmitter::byForm(const PtxStatement &statement) {
  std::optional<PtxMatch> match = matchPtxForm(statement.name);
  if (!match || match->form->opcode == Opcode::Refuse)
    return false;
  if (match->form->decode)
    return match->form->decode(*this, statement, *match);
  auto [resultLetter, letters] = StringRef(match->form->operands).split(':');
  size_t count = count_if(letters, isAlpha);
  if (Error error = expectOperands(statement, 1 + count))
    return std::move(error);
  simt::Instruction op = match->instruction;
  Expected<uint32_t> result = destination(
      statement.operands[0], typeOfLetter(resultLetter.front(), *match).width);
  if (!result)
    return result.takeError();
  op.result = *result;
  for (unsigned i = 0; !letters.empty(); ++i) {
    char letter = letters.front();
    letters = letters.drop_front();
    unsigned place = i;
    if (!letters.empty() && isDigit(letters.front())) {
      place = letters.front() - '0';
      letters = letters.drop_front();
    }
    const PtxOperand &operand = statement.operands[1 + i];
    if (letter == 'i' && operand.kind != PtxOperand::Kind::Constant)
      return malformedPtx("not a constant:", operand.text);
    Expected<uint32_t> slot = source(operand, typeOfLetter(letter, *match));
    if (!slot)
      return slot.takeError();
    op.operands[place] = *slot;
  }
  append(op);
  return true;
}
