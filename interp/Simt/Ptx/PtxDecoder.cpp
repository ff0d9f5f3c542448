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

PtxEmitter::Known PtxEmitter::byRow(const PtxStatement &statement) {
  auto row = find_if(getPtxRows(), [&](const PtxRow &one) {
    return one.name == statement.name;
  });
  if (row == getPtxRows().end())
    return false;
  ArrayRef<PtxOperand> operands = statement.operands;
  if (Error error = expectOperands(statement, row->arity))
    return std::move(error);
  simt::Instruction op;
  op.opcode = row->opcode;
  op.order = row->order;
  op.scope = row->scope;
  for (auto [i, operand] : enumerate(operands)) {
    Expected<uint32_t> slot = source(operand, {TypeKind::Unsigned, 32});
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  // With all lanes of the warp, which may be at other instructions of the name.
  if (op.opcode == Opcode::ClusterArrive || op.opcode == Opcode::ClusterWait) {
    op.operands[0] = constant(~0u);
    op.count = StringRef(row->name).ends_with(".aligned");
  }
  append(op);
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
  emitter.findProducts(*statements);
  for (const PtxStatement &statement : *statements)
    if (Error error = emitter.statement(statement))
      return error;
  return emitter.finish();
}
