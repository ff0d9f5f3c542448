//===- PtxFloats.cpp - Arithmetic of floats -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.3 (f32 and f64), 9.7.4 (halves) and 9.7.5 (mixed). Sums
// and products that do not say how they round may be contracted
// (PtxContraction.cpp). What is only approximate has an enclosure, where the
// ISA bounds its error by units of the result.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

/// The f32 that a half is, exactly.
static Expected<uint32_t> widened(PtxEmitter &e, const PtxOperand &operand,
                                  RegisterType half) {
  Expected<uint32_t> slot = e.source(operand, half);
  if (!slot)
    return slot.takeError();
  uint32_t wide = e.newSlots();
  e.emit(Opcode::ConvertFloat, half, wide, {*slot}).resultType = {TypeKind::F32,
                                                                  32};
  return wide;
}

/// `add.rn.f32.f16 d, a, c`: all but the last operand are halves.
static Known decodeMixed(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  unsigned halves = match.form->opcode == Opcode::Fma ? 2 : 1;
  if (Error error = e.expectOperands(statement, 2 + halves))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.resultType = op.type;
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  op.result = *result;
  for (unsigned i = 0; i < halves; ++i) {
    Expected<uint32_t> wide =
        widened(e, statement.operands[1 + i], match.types[1].type);
    if (!wide)
      return wide.takeError();
    op.operands[i] = *wide;
  }
  Expected<uint32_t> last = e.source(statement.operands[1 + halves], op.type);
  if (!last)
    return last.takeError();
  op.operands[halves] = *last;
  e.append(op);
  return true;
}

/// `rcp.rn.f32`: one, divided.
static Known decodeReciprocal(PtxEmitter &e, const PtxStatement &statement,
                              const PtxMatch &match) {
  if (Error error = e.expectOperands(statement, 2))
    return std::move(error);
  simt::Instruction op = match.instruction;
  Expected<uint32_t> result =
      e.destination(statement.operands[0], op.type.width);
  if (!result)
    return result.takeError();
  Expected<uint32_t> value = e.source(statement.operands[1], op.type);
  if (!value)
    return value.takeError();
  op.result = *result;
  op.operands = {
      e.constant(op.type.width == 32 ? 0x3f800000 : 0x3ff0000000000000),
      *value};
  e.append(op);
  return true;
}

/// `ex2.approx.f32`: the ISA states its error.
template <semantics::BoundedFunction function>
static Known decodeApproximation(PtxEmitter &e, const PtxStatement &statement,
                                 const PtxMatch &match) {
  unsigned count = semantics::hasTwoOperands(function) ? 2 : 1;
  if (Error error = e.expectOperands(statement, 1 + count))
    return std::move(error);
  simt::Instruction op = match.instruction;
  op.approximation = function;
  Expected<uint32_t> result =
      e.destination(statement.operands[0], match.types[0].width());
  if (!result)
    return result.takeError();
  op.result = *result;
  for (unsigned i = 0; i < count; ++i) {
    Expected<uint32_t> slot =
        e.source(statement.operands[1 + i], match.types[0].whole());
    if (!slot)
      return slot.takeError();
    op.operands[i] = *slot;
  }
  e.append(op);
  return true;
}

/// Of three operands if `.abs` stands alone, else of two or three.
static Known decodeExtremum(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  simt::Instruction op = match.instruction;
  bool ofThree = op.has(Modifier::Magnitudes) || statement.operands.size() == 4;
  if (Error error = e.expectOperands(statement, ofThree ? 4 : 3))
    return std::move(error);
  Expected<uint32_t> result = e.destination(statement.operands[0], 32);
  if (!result)
    return result.takeError();
  uint32_t sources[3];
  for (unsigned i = 0; i < 2u + ofThree; ++i) {
    Expected<uint32_t> slot = e.source(statement.operands[1 + i], op.type);
    if (!slot)
      return slot.takeError();
    sources[i] = *slot;
  }
  op.operands = {sources[0], sources[1]};
  op.result = ofThree ? e.newSlots() : *result;
  e.append(op);
  if (!ofThree)
    return true;
  op.operands = {op.result, sources[2]};
  op.result = *result;
  e.append(op);
  return true;
}

static constexpr semantics::IntegerFunction noFunction{};
static constexpr Modifier none = Modifier::None;
#define MIXED(NAME, OPCODE)                                                    \
  {NAME "." PTX_ROUNDINGS ".sat?.f32.f16|bf16",                                \
   OPCODE,                                                                     \
   "",                                                                         \
   noFunction,                                                                 \
   none,                                                                       \
   decodeMixed}
#define CONTRACTIBLE(SYNTAX, OPCODE, OPERANDS)                                 \
  {SYNTAX, OPCODE, OPERANDS, noFunction, none, decodeContractible}
// Sums and products.
// LLVM writes `.sat.ftz` where the ISA has `.ftz.sat`.
#define BASIC(NAME, OPCODE)                                                    \
  {NAME "." PTX_ROUNDINGS ".ftz?.sat?.f32", OPCODE, "t:tt"},                   \
      {NAME "." PTX_ROUNDINGS ".sat.ftz.f32", OPCODE, "t:tt"},                 \
      {NAME "." PTX_ROUNDINGS ".ftz?.f32x2", OPCODE, "t:tt"},                  \
      {NAME "." PTX_ROUNDINGS ".f64", OPCODE, "t:tt"},                         \
      {NAME ".rn.ftz?.sat?.f16|f16x2", OPCODE, "t:tt"},                        \
      {NAME ".rn.bf16|bf16x2", OPCODE, "t:tt"},                                \
      CONTRACTIBLE(NAME ".ftz?.sat?.f32", OPCODE, "t:tt"),                     \
      CONTRACTIBLE(NAME ".sat.ftz.f32", OPCODE, "t:tt"),                       \
      CONTRACTIBLE(NAME ".ftz?.f32x2", OPCODE, "t:tt"),                        \
      CONTRACTIBLE(NAME ".f64", OPCODE, "t:tt"),                               \
      CONTRACTIBLE(NAME ".ftz?.sat?.f16|f16x2", OPCODE, "t:tt"),               \
      CONTRACTIBLE(NAME ".bf16|bf16x2", OPCODE, "t:tt")
#define OF_THREE(SYNTAX, OPCODE)                                               \
  {SYNTAX, OPCODE, "", noFunction, none, decodeExtremum}
#define EXTREMUM(NAME, OPCODE)                                                 \
  OF_THREE(NAME ".ftz?.NaN?.f32", OPCODE),                                     \
      OF_THREE(NAME ".ftz?.NaN?.abs.f32", OPCODE),                             \
      {NAME ".ftz?.NaN?.xorsign.abs.f32", OPCODE, "t:tt"},                     \
      {NAME ".f64", OPCODE, "t:tt"},                                           \
      {NAME ".ftz?.NaN?.f16|f16x2", OPCODE, "t:tt"},                           \
      {NAME ".ftz?.NaN?.xorsign.abs.f16|f16x2", OPCODE, "t:tt"},               \
      {NAME ".NaN?.bf16|bf16x2", OPCODE, "t:tt"},                              \
      {NAME ".NaN?.xorsign.abs.bf16|bf16x2", OPCODE, "t:tt"}
#define APPROXIMATE(SYNTAX, FUNCTION)                                          \
  {SYNTAX, Opcode::Approximate,                                                \
   "",     noFunction,                                                         \
   none,   decodeApproximation<semantics::BoundedFunction::FUNCTION>}
#define SIGN(NAME, OPCODE)                                                     \
  {NAME ".ftz?.f32", OPCODE, "t:t"}, {NAME ".f64", OPCODE, "t:t"},             \
      {NAME ".ftz?.f16|f16x2", OPCODE, "t:t"},                                 \
      {NAME ".bf16|bf16x2", OPCODE, "t:t"}

static constexpr PtxForm forms[] = {
    BASIC("add", Opcode::Add),
    MIXED("add", Opcode::Add),
    {"add.sat?.f32.f16|bf16"},
    BASIC("sub", Opcode::Sub),
    MIXED("sub", Opcode::Sub),
    {"sub.sat?.f32.f16|bf16"},
    BASIC("mul", Opcode::Mul),
    {"fma." PTX_ROUNDINGS ".ftz?.sat?.f32", Opcode::Fma, "t:ttt"},
    {"fma." PTX_ROUNDINGS ".ftz?.f32x2", Opcode::Fma, "t:ttt"},
    {"fma." PTX_ROUNDINGS ".f64", Opcode::Fma, "t:ttt"},
    {"fma.rn.ftz?.sat?.f16|f16x2", Opcode::Fma, "t:ttt"},
    {"fma.rn.ftz?.relu.f16|f16x2", Opcode::Fma, "t:ttt"},
    {"fma.rn.relu?.bf16|bf16x2", Opcode::Fma, "t:ttt"},
    {"fma.rn.oob.relu?.f16|f16x2|bf16|bf16x2"},
    MIXED("fma", Opcode::Fma),
    {"mad." PTX_ROUNDINGS ".ftz?.sat?.f32", Opcode::Fma, "t:ttt"},
    {"mad." PTX_ROUNDINGS ".f64", Opcode::Fma, "t:ttt"},
    {"div." PTX_ROUNDINGS ".ftz?.f32", Opcode::Div, "t:tt"},
    {"div." PTX_ROUNDINGS ".f64", Opcode::Div, "t:tt"},
    APPROXIMATE("div.approx.ftz?.f32", DivApprox),
    APPROXIMATE("div.full.ftz?.f32", DivFull),
    {"rcp." PTX_ROUNDINGS ".ftz?.f32", Opcode::Div, "", noFunction, none,
     decodeReciprocal},
    {"rcp." PTX_ROUNDINGS ".f64", Opcode::Div, "", noFunction, none,
     decodeReciprocal},
    APPROXIMATE("rcp.approx.ftz?.f32", RcpApprox),
    APPROXIMATE("rcp.approx.ftz.f64", RcpOfUpperWord),
    {"sqrt." PTX_ROUNDINGS ".ftz?.f32", Opcode::SquareRoot, "t:t"},
    {"sqrt." PTX_ROUNDINGS ".f64", Opcode::SquareRoot, "t:t"},
    APPROXIMATE("sqrt.approx.ftz?.f32", SqrtApprox),
    APPROXIMATE("rsqrt.approx.ftz?.f32", Rsqrt),
    APPROXIMATE("rsqrt.approx.f64", Rsqrt),
    APPROXIMATE("rsqrt.approx.ftz.f64", RsqrtOfUpperWord),
    APPROXIMATE("sin.approx.ftz?.f32", SinApprox),
    APPROXIMATE("cos.approx.ftz?.f32", CosApprox),
    APPROXIMATE("lg2.approx.ftz?.f32", Log2Approx),
    APPROXIMATE("ex2.approx.ftz?.f32", Exp2),
    APPROXIMATE("tanh.approx.f32", TanHApprox),
    APPROXIMATE("tanh.approx.f16|f16x2|bf16|bf16x2", TanHApproxHalf),
    APPROXIMATE("ex2.approx.f16|f16x2", Exp2ApproxHalf),
    APPROXIMATE("ex2.approx.ftz.bf16|bf16x2", Exp2ApproxHalf),
    EXTREMUM("min", Opcode::Min),
    EXTREMUM("max", Opcode::Max),
    CONTRACTIBLE("neg.ftz?.f32", Opcode::Neg, "t:t"),
    CONTRACTIBLE("neg.f64", Opcode::Neg, "t:t"),
    CONTRACTIBLE("neg.ftz?.f16|f16x2", Opcode::Neg, "t:t"),
    CONTRACTIBLE("neg.bf16|bf16x2", Opcode::Neg, "t:t"),
    SIGN("abs", Opcode::Abs),
    // The sign of the first operand; the machine has the magnitude first.
    {"copysign.f32|f64", Opcode::CopySign, "t:t1t0"},
};
ArrayRef<PtxForm> simt::getPtxFloatForms() { return forms; }
