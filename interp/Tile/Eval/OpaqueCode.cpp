//===- OpaqueCode.cpp - Code that the dialects only name ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/OpaqueCode.h"
#include "interp/Semantics/Float.h"
#include "interp/Tile/Eval/FamilyScalar.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::StringRef;
using mlir::nv_tileaa::CallElementwiseIntrinsicOp;
using mlir::nv_tileaa::ElementwiseInlineAsmOp;
using mlir::nv_tileaa::ExternElementwiseOp;
using K = ScalarKind;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// Code before its types are known to agree with the operation's.
struct NamedCode {
  ScalarKind kind;
  unsigned arity, width;
  bool isFloat = false;
  ReadAs read = ReadAs::Unsigned;
  RoundingMode mode = RoundingMode::NearestEven;
  bool ftz = false, propagateNaN = false;
};
} // namespace

static std::optional<RoundingMode> parseRounding(StringRef text) {
  if (text == "rn")
    return RoundingMode::NearestEven;
  if (text == "rz")
    return RoundingMode::Zero;
  // PTX has rm and rp, libdevice rd and ru.
  if (text == "rm" || text == "rd")
    return RoundingMode::NegativeInf;
  if (text == "rp" || text == "ru")
    return RoundingMode::PositiveInf;
  return std::nullopt;
}

/// What is rounded once: PTX ISA, 9.7.3; CUDA libdevice user guide, 3.
static std::optional<std::pair<ScalarKind, unsigned>>
parseRounded(StringRef name) {
  using Row = std::optional<std::pair<ScalarKind, unsigned>>;
  return llvm::StringSwitch<Row>(name)
      .Case("add", {{K::AddF, 2}})
      .Case("sub", {{K::SubF, 2}})
      .Case("mul", {{K::MulF, 2}})
      .Case("div", {{K::DivF, 2}})
      .Case("sqrt", {{K::SqrtF, 1}})
      .Case("fma", {{K::Fma, 3}})
      .Default(std::nullopt);
}

/// The rest of a float instruction's name: rounding, flushing, type. An
/// instruction without a rounding may be contracted, so that it has no one
/// meaning.
static std::optional<NamedCode> parseFloat(llvm::ArrayRef<StringRef> parts) {
  if (parts.size() < 2)
    return std::nullopt;
  StringRef type = parts.back();
  unsigned width = type == "f32" || type == "f"   ? 32
                   : type == "f64" || type == "d" ? 64
                                                  : 0;
  StringRef name = parts.front();
  parts = parts.drop_front().drop_back();
  NamedCode code{K::AddF, 0, width, /*isFloat=*/true};
  if (!parts.empty())
    if (auto mode = parseRounding(parts.front())) {
      auto row = parseRounded(name);
      if (!row || !width)
        return std::nullopt;
      std::tie(code.kind, code.arity) = *row;
      code.mode = *mode;
      parts = parts.drop_front();
      if (!parts.empty() && parts.front() == "ftz" && width == 32) {
        code.ftz = true;
        parts = parts.drop_front();
      }
      return parts.empty() ? std::optional(code) : std::nullopt;
    }
  // Changes of the sign bit: PTX ISA, 9.7.3 (abs, neg).
  if (!parts.empty() || !width || (name != "abs" && name != "neg"))
    return std::nullopt;
  code.kind = name == "abs" ? K::AbsF : K::NegF;
  code.arity = 1;
  return code;
}

/// PTX ISA, 9.7.1 (integers) and 9.7.8 (logic and shifts, whose amounts are
/// clamped to the width).
static std::optional<NamedCode> parseInteger(StringRef name) {
  auto [rest, type] = name.rsplit('.');
  unsigned width;
  if (type.size() != 3 || type.drop_front().getAsInteger(10, width) ||
      (width != 16 && width != 32 && width != 64))
    return std::nullopt;
  char letter = type.front();
  NamedCode code{K::AddI, 2, width};
  code.read = letter == 's' ? ReadAs::Signed : ReadAs::Unsigned;
  if (letter == 'b') {
    // The amount of a shift has 32 bits.
    auto kind =
        llvm::StringSwitch<std::optional<K>>(rest)
            .Case("and", K::AndI)
            .Case("or", K::OrI)
            .Case("xor", K::XorI)
            .Case("shl", width == 32 ? std::optional(K::ShlI) : std::nullopt)
            .Default(std::nullopt);
    if (!kind)
      return std::nullopt;
    code.kind = *kind;
    return code;
  }
  if (letter != 's' && letter != 'u')
    return std::nullopt;
  bool isSigned = letter == 's';
  auto kind =
      llvm::StringSwitch<std::optional<K>>(rest)
          .Case("add", K::AddI)
          .Case("sub", K::SubI)
          .Case("mul.lo", K::MulI)
          .Case("mul.hi", isSigned ? std::nullopt : std::optional(K::MulHiI))
          .Case("min", K::MinI)
          .Case("max", K::MaxI)
          .Case("shr", width == 32 ? std::optional(K::ShrI) : std::nullopt)
          .Case("neg", isSigned ? std::optional(K::NegI) : std::nullopt)
          .Case("abs", isSigned ? std::optional(K::AbsI) : std::nullopt)
          .Default(std::nullopt);
  if (!kind)
    return std::nullopt;
  code.kind = *kind;
  if (code.kind == K::NegI || code.kind == K::AbsI)
    code.arity = 1;
  return code;
}

static std::optional<NamedCode> parsePtxInstruction(StringRef name) {
  llvm::SmallVector<StringRef> parts;
  name.split(parts, '.');
  // Those of an intrinsic's name are not of an instruction's.
  if (parts.back() == "f" || parts.back() == "d")
    return std::nullopt;
  if (std::optional<NamedCode> code = parseFloat(parts))
    return code;
  return parseInteger(name);
}

/// One instruction over all operands in order: `add.rn.f32 $0, $1, $2;`.
static std::optional<NamedCode> parseAsm(StringRef text, StringRef constraints,
                                         unsigned arity) {
  text = text.trim();
  if (!text.consume_back(";"))
    return std::nullopt;
  auto [name, rest] = text.split(' ');
  llvm::SmallVector<StringRef> places;
  rest.split(places, ',');
  if (places.size() != arity + 1)
    return std::nullopt;
  for (auto [i, place] : llvm::enumerate(places))
    if (place.trim() != "$" + std::to_string(i))
      return std::nullopt;
  std::optional<NamedCode> code = parsePtxInstruction(name);
  if (!code)
    return std::nullopt;
  llvm::SmallVector<StringRef> letters;
  constraints.split(letters, ',');
  StringRef wanted = code->isFloat       ? (code->width == 32 ? "f" : "d")
                     : code->width == 16 ? "h"
                     : code->width == 32 ? "r"
                                         : "l";
  if (letters.size() != arity + 1 || letters[0] != ("=" + wanted).str() ||
      llvm::any_of(llvm::drop_begin(letters),
                   [&](StringRef letter) { return letter != wanted; }))
    return std::nullopt;
  return code;
}

/// CUDA libdevice user guide, 3. Subnormals are kept: `__CUDA_FTZ` is 0 unless
/// a compiler says otherwise.
static std::optional<NamedCode> parseLibdevice(StringRef symbol) {
  if (!symbol.consume_front("__nv_"))
    return std::nullopt;
  auto [name, rounding] = symbol.split('_');
  if (auto mode = parseRounding(rounding)) {
    bool isDouble = name == "fma" || name.front() == 'd';
    if (name == "fmaf")
      name = "fma";
    else if (name != "fma" && !name.consume_front(isDouble ? "d" : "f"))
      return std::nullopt;
    auto row = parseRounded(name);
    if (!row)
      return std::nullopt;
    NamedCode code{row->first, row->second, isDouble ? 64u : 32u, true};
    code.mode = *mode;
    return code;
  }
  auto integer = [](K kind, unsigned width, ReadAs read) {
    return NamedCode{kind, 2, width, /*isFloat=*/false, read};
  };
  constexpr ReadAs s = ReadAs::Signed, u = ReadAs::Unsigned;
  return llvm::StringSwitch<std::optional<NamedCode>>(symbol)
      .Case("fmaf", NamedCode{K::Fma, 3, 32, true})
      .Case("fma", NamedCode{K::Fma, 3, 64, true})
      .Case("fabsf", NamedCode{K::AbsF, 1, 32, true})
      .Case("fabs", NamedCode{K::AbsF, 1, 64, true})
      .Case("umulhi", integer(K::MulHiI, 32, u))
      .Case("umul64hi", integer(K::MulHiI, 64, u))
      .Case("max", integer(K::MaxI, 32, s))
      .Case("min", integer(K::MinI, 32, s))
      .Case("umax", integer(K::MaxI, 32, u))
      .Case("umin", integer(K::MinI, 32, u))
      .Case("llmax", integer(K::MaxI, 64, s))
      .Case("llmin", integer(K::MinI, 64, s))
      .Case("ullmax", integer(K::MaxI, 64, u))
      .Case("ullmin", integer(K::MinI, 64, u))
      .Default(std::nullopt);
}

/// LLVM language reference, and for `llvm.nvvm.` the instruction of that name.
static std::optional<NamedCode> parseIntrinsic(StringRef name,
                                               mlir::Type element) {
  if (!name.consume_front("llvm."))
    return std::nullopt;
  if (name.consume_front("nvvm.")) {
    llvm::SmallVector<StringRef> parts;
    name.split(parts, '.');
    if (parts.size() < 3 || (parts.back() != "f" && parts.back() != "d"))
      return std::nullopt;
    return parseFloat(parts);
  }
  unsigned width = widthOf(element);
  bool isFloat = llvm::isa<mlir::FloatType>(element);
  auto integer = [&](K kind, ReadAs read) {
    return NamedCode{kind, 2, width, /*isFloat=*/false, read};
  };
  auto code = llvm::StringSwitch<std::optional<NamedCode>>(name)
                  .Case("fma", NamedCode{K::Fma, 3, width, true})
                  .Case("sqrt", NamedCode{K::SqrtF, 1, width, true})
                  .Case("fabs", NamedCode{K::AbsF, 1, width, true})
                  .Case("smax", integer(K::MaxI, ReadAs::Signed))
                  .Case("smin", integer(K::MinI, ReadAs::Signed))
                  .Case("umax", integer(K::MaxI, ReadAs::Unsigned))
                  .Case("umin", integer(K::MinI, ReadAs::Unsigned))
                  .Default(std::nullopt);
  return code && code->isFloat == isFloat ? code : std::nullopt;
}

std::optional<ScalarOp> tilefuzz::opaqueScalarOp(mlir::Operation *op) {
  mlir::Type type = op->getResult(0).getType();
  mlir::Type element = tileShapeOf(type).element;
  if (!element.isIntOrFloat() || op->getNumOperands() == 0)
    return std::nullopt;
  std::optional<NamedCode> code;
  if (auto library = llvm::dyn_cast<ExternElementwiseOp>(op)) {
    if (library.getLibrary() == "libdevice")
      code = parseLibdevice(library.getSymbol());
  } else if (auto text = llvm::dyn_cast<ElementwiseInlineAsmOp>(op)) {
    code = parseAsm(text.getAsmText(), text.getConstraints(),
                    op->getNumOperands());
  } else {
    code = parseIntrinsic(
        llvm::cast<CallElementwiseIntrinsicOp>(op).getIntrinsic(), element);
  }
  if (!code || code->arity != op->getNumOperands() ||
      code->width != widthOf(element) ||
      code->isFloat != llvm::isa<mlir::FloatType>(element) ||
      (code->isFloat && !mlir::cuda_tile::isBaseFloatElement(element)) ||
      llvm::any_of(op->getOperandTypes(),
                   [&](mlir::Type operand) { return operand != type; }))
    return std::nullopt;
  ScalarOp scalar{code->kind};
  scalar.width = scalar.resultWidth = code->width;
  if (code->isFloat)
    scalar.format = scalar.resultFormat = formatOf(element);
  scalar.read = code->read;
  scalar.mode = code->mode;
  scalar.ftz = code->ftz;
  return scalar;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// As interp/Semantics defines it.
static ScalarResult define(const ScalarOp &op, llvm::ArrayRef<APInt> x) {
  ConcreteDomain d;
  switch (op.kind) {
  case K::AddI:
    return semantics::addi(d, x[0], x[1], WrapPromise::None);
  case K::SubI:
    return semantics::subi(d, x[0], x[1], WrapPromise::None);
  case K::MulI:
    return semantics::muli(d, x[0], x[1], WrapPromise::None);
  case K::MulHiI:
    return semantics::mulhii(d, x[0], x[1]);
  case K::NegI:
    return semantics::negi(d, x[0], WrapPromise::None);
  case K::AbsI:
    return semantics::absi(d, x[0]);
  case K::AndI:
    return semantics::andi(d, x[0], x[1]);
  case K::OrI:
    return semantics::ori(d, x[0], x[1]);
  case K::XorI:
    return semantics::xori(d, x[0], x[1]);
  case K::ShlI:
    return semantics::shli(d, x[0], x[1], WrapPromise::None);
  case K::ShrI:
    return semantics::shri(d, x[0], x[1], op.read);
  case K::MaxI:
    return semantics::maxi(d, x[0], x[1], op.read);
  case K::MinI:
    return semantics::mini(d, x[0], x[1], op.read);
  case K::AddF:
    return definedResult(
        semantics::addf(d, op.format, x[0], x[1], op.mode, op.ftz));
  case K::SubF:
    return definedResult(
        semantics::subf(d, op.format, x[0], x[1], op.mode, op.ftz));
  case K::MulF:
    return definedResult(
        semantics::mulf(d, op.format, x[0], x[1], op.mode, op.ftz));
  case K::DivF:
    return definedResult(
        semantics::divf(op.format, x[0], x[1], op.mode, op.ftz));
  case K::SqrtF:
    return definedResult(semantics::sqrt(op.format, x[0], op.mode, op.ftz));
  case K::Fma:
    return definedResult(
        semantics::fma(d, op.format, x[0], x[1], x[2], op.mode, op.ftz));
  case K::AbsF:
    return definedResult(semantics::absf(d, x[0]));
  case K::NegF:
    return definedResult(semantics::negf(d, x[0]));
  default:
    llvm_unreachable("no name stands for this");
  }
}

static Flow evalKnown(Machine &machine, const Instruction &in,
                      const llvm::Twine &what) {
  std::optional<ScalarOp> scalar = opaqueScalarOp(in.op);
  if (!scalar)
    return machine.unsupported(
        in, (what + ", whose meaning for these types is not known").str());
  return mapElements(
      machine, in, IfUndefined::Never,
      [&](llvm::ArrayRef<APInt> x) { return define(*scalar, x); });
}

static Flow evalExtern(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ExternElementwiseOp>(in.op);
  return evalKnown(machine, in,
                   "'" + op.getSymbol() + "' of '" + op.getLibrary() + "'");
}
static Flow evalAsm(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ElementwiseInlineAsmOp>(in.op);
  return evalKnown(machine, in, "PTX '" + op.getAsmText() + "'");
}
static Flow evalIntrinsic(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<CallElementwiseIntrinsicOp>(in.op);
  // What the public atan2 becomes.
  if (op.getIntrinsic() == "atan2" && op.getOperands().size() == 2 &&
      mlir::cuda_tile::isBaseFloatElement(elementOf(op.getResult())) &&
      op.getOperandTypes()[0] == op.getType() &&
      op.getOperandTypes()[1] == op.getType())
    return evalBounded(machine, in, semantics::BoundedFunction::Atan2,
                       /*ftz=*/false);
  return evalKnown(machine, in, "intrinsic '" + op.getIntrinsic() + "'");
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.extern_elementwise", evalExtern},
    {"nv_tileaa.elementwise_inline_asm", evalAsm},
    {"nv_tileaa.call_elementwise_intrinsic", evalIntrinsic},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getOpaqueEvaluators() { return rows; }

//===----------------------------------------------------------------------===//
// What no run executes
//===----------------------------------------------------------------------===//

static constexpr RefusalRow refusals[] = {
    {"cuda_tile.module", "holds functions and globals", ""},
    {"cuda_tile.entry", "is started by a launch", ""},
    {"cuda_tile.global", "is placed before the run begins", ""},
    {"nv_tileaa.func", "is started by a launch or a call", ""},
    {"nv_tileaa.global", "is placed before the run begins", ""},
    {"nv_tileaa.launch_func", "a kernel is launched by the host", "kernel"},
    {"nv_tileaa.plugin", "the code of a plugin is no part of the program",
     "name"},
    {"nv_tileaa.inject_ir", "nothing says in which language a fragment is",
     "fragment"},
};
llvm::ArrayRef<RefusalRow> tilefuzz::getRefusals() { return refusals; }
