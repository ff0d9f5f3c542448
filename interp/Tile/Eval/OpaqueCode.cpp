//===- OpaqueCode.cpp - Code that the dialects only name ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/OpaqueCode.h"
#include "compiler/TileAA/SelectLibdevice.h"
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

namespace {
/// Whether a name says how the result is rounded. An instruction without a
/// rounding may be contracted, so that it has no one meaning.
enum class RoundingPart { None, Required, Optional };

/// Code with one meaning, by its name without types and roundings.
struct CodeRow {
  llvm::StringLiteral name;
  ScalarKind kind;
  unsigned arity;
  /// The types that it takes: (s)igned and (u)nsigned integers, (b)its,
  /// (f)loats.
  llvm::StringLiteral types;
  /// The sum of the widths that it takes, in bits.
  unsigned widths;
  RoundingPart rounding = RoundingPart::None;

  NamedCode as(char type, unsigned width) const {
    NamedCode code{kind, arity, width, /*isFloat=*/type == 'f'};
    code.read = type == 's' ? ReadAs::Signed : ReadAs::Unsigned;
    return code;
  }
};
} // namespace

/// PTX ISA, 9.7.1 (integers), 9.7.3 (floats, of which `abs` and `neg` change
/// the sign bit) and 9.7.8 (logic and shifts, whose amounts have 32 bits and
/// are clamped to the width).
static constexpr CodeRow ptxRows[] = {
    {"add", K::AddI, 2, "su", 16 + 32 + 64},
    {"sub", K::SubI, 2, "su", 16 + 32 + 64},
    {"mul.lo", K::MulI, 2, "su", 16 + 32 + 64},
    {"mul.hi", K::MulHiI, 2, "u", 16 + 32 + 64},
    {"min", K::MinI, 2, "su", 16 + 32 + 64},
    {"max", K::MaxI, 2, "su", 16 + 32 + 64},
    {"shr", K::ShrI, 2, "su", 32},
    {"neg", K::NegI, 1, "s", 16 + 32 + 64},
    {"abs", K::AbsI, 1, "s", 16 + 32 + 64},
    {"and", K::AndI, 2, "b", 16 + 32 + 64},
    {"or", K::OrI, 2, "b", 16 + 32 + 64},
    {"xor", K::XorI, 2, "b", 16 + 32 + 64},
    {"shl", K::ShlI, 2, "b", 32},
    {"add", K::AddF, 2, "f", 32 + 64, RoundingPart::Required},
    {"sub", K::SubF, 2, "f", 32 + 64, RoundingPart::Required},
    {"mul", K::MulF, 2, "f", 32 + 64, RoundingPart::Required},
    {"div", K::DivF, 2, "f", 32 + 64, RoundingPart::Required},
    {"sqrt", K::SqrtF, 1, "f", 32 + 64, RoundingPart::Required},
    {"fma", K::Fma, 3, "f", 32 + 64, RoundingPart::Required},
    {"abs", K::AbsF, 1, "f", 32 + 64},
    {"neg", K::NegF, 1, "f", 32 + 64},
};

/// CUDA libdevice user guide, 3. Subnormals are kept: `__CUDA_FTZ` is 0 unless
/// a compiler says otherwise.
static constexpr CodeRow libdeviceRows[] = {
    {"fadd", K::AddF, 2, "f", 32, RoundingPart::Required},
    {"dadd", K::AddF, 2, "f", 64, RoundingPart::Required},
    {"fsub", K::SubF, 2, "f", 32, RoundingPart::Required},
    {"dsub", K::SubF, 2, "f", 64, RoundingPart::Required},
    {"fmul", K::MulF, 2, "f", 32, RoundingPart::Required},
    {"dmul", K::MulF, 2, "f", 64, RoundingPart::Required},
    {"fdiv", K::DivF, 2, "f", 32, RoundingPart::Required},
    {"ddiv", K::DivF, 2, "f", 64, RoundingPart::Required},
    {"fsqrt", K::SqrtF, 1, "f", 32, RoundingPart::Required},
    {"dsqrt", K::SqrtF, 1, "f", 64, RoundingPart::Required},
    {"fmaf", K::Fma, 3, "f", 32, RoundingPart::Optional},
    {"fma", K::Fma, 3, "f", 64, RoundingPart::Optional},
    {"fabsf", K::AbsF, 1, "f", 32},
    {"fabs", K::AbsF, 1, "f", 64},
    {"umulhi", K::MulHiI, 2, "u", 32},
    {"umul64hi", K::MulHiI, 2, "u", 64},
    {"max", K::MaxI, 2, "s", 32},
    {"min", K::MinI, 2, "s", 32},
    {"umax", K::MaxI, 2, "u", 32},
    {"umin", K::MinI, 2, "u", 32},
    {"llmax", K::MaxI, 2, "s", 64},
    {"llmin", K::MinI, 2, "s", 64},
    {"ullmax", K::MaxI, 2, "u", 64},
    {"ullmin", K::MinI, 2, "u", 64},
};

/// LLVM language reference: of every width.
static constexpr CodeRow llvmRows[] = {
    {"fma", K::Fma, 3, "f", ~0u},   {"sqrt", K::SqrtF, 1, "f", ~0u},
    {"fabs", K::AbsF, 1, "f", ~0u}, {"smax", K::MaxI, 2, "s", ~0u},
    {"smin", K::MinI, 2, "s", ~0u}, {"umax", K::MaxI, 2, "u", ~0u},
    {"umin", K::MinI, 2, "u", ~0u},
};

/// An instruction's name without its type: for floats with the rounding and
/// the flushing, `add.rn.ftz`.
static std::optional<NamedCode> parseInstruction(StringRef name, char type,
                                                 unsigned width) {
  auto [first, modifiers] = name.split('.');
  StringRef stem = type == 'f' ? first : name;
  const auto *row = llvm::find_if(ptxRows, [&](const CodeRow &row) {
    return row.name == stem && row.types.contains(type) &&
           llvm::isPowerOf2_32(width) && (row.widths & width);
  });
  if (row == std::end(ptxRows))
    return std::nullopt;
  NamedCode code = row->as(type, width);
  if (row->rounding == RoundingPart::None)
    return name == stem ? std::optional(code) : std::nullopt;
  auto [rounding, flushing] = modifiers.split('.');
  std::optional<RoundingMode> mode = parseRounding(rounding);
  code.ftz = flushing == "ftz" && width == 32;
  if (!mode || (!code.ftz && rounding != modifiers))
    return std::nullopt;
  code.mode = *mode;
  return code;
}

static std::optional<NamedCode> parsePtxInstruction(StringRef name) {
  auto [stem, type] = name.rsplit('.');
  unsigned width;
  if (type.size() != 3 || type.drop_front().getAsInteger(10, width))
    return std::nullopt;
  return parseInstruction(stem, type.front(), width);
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

/// `__nv_fadd_rn`, `__nv_fmaf`.
static std::optional<NamedCode> parseLibdevice(StringRef symbol) {
  if (!symbol.consume_front("__nv_"))
    return std::nullopt;
  StringRef name = symbol.split('_').first, rounding = symbol.split('_').second;
  const auto *row = llvm::find_if(
      libdeviceRows, [&](const CodeRow &row) { return row.name == name; });
  if (row == std::end(libdeviceRows))
    return std::nullopt;
  NamedCode code = row->as(row->types.front(), row->widths);
  if (name == symbol)
    return row->rounding == RoundingPart::Required ? std::nullopt
                                                   : std::optional(code);
  std::optional<RoundingMode> mode = parseRounding(rounding);
  if (!mode || row->rounding == RoundingPart::None)
    return std::nullopt;
  code.mode = *mode;
  return code;
}

/// CUDA C++ Programming Guide, "Mathematical Functions", says how far off those
/// of libdevice are, which it does not name: `__nv_expf` is `expf`, and
/// `__nv_fast_expf` is `__expf`.
static std::optional<semantics::BoundedFunction>
parseBounded(ExternElementwiseOp op) {
  using semantics::BoundedFunction;
  struct Row {
    llvm::StringLiteral name;
    BoundedFunction function;
    unsigned arity = 1;
    bool isFloatAlone = false;
  };
  static constexpr Row functions[] = {
      {"exp", BoundedFunction::Exp},
      {"exp2", BoundedFunction::Exp2},
      {"log", BoundedFunction::Log},
      {"log2", BoundedFunction::Log2},
      {"sin", BoundedFunction::Sin},
      {"cos", BoundedFunction::Cos},
      {"tan", BoundedFunction::Tan},
      {"sinh", BoundedFunction::SinH},
      {"cosh", BoundedFunction::CosH},
      {"tanh", BoundedFunction::TanH},
      {"rsqrt", BoundedFunction::Rsqrt},
      {"pow", BoundedFunction::Pow, 2},
      {"atan2", BoundedFunction::Atan2, 2},
      {"fast_exp", BoundedFunction::ExpApprox, 1, /*isFloatAlone=*/true},
      {"fast_tanh", BoundedFunction::TanHApprox, 1, /*isFloatAlone=*/true},
  };
  StringRef name = op.getSymbol();
  mlir::Type type = op.getType(), element = elementOf(op.getResult());
  bool isFloat = element.isF32();
  if (op.getLibrary() != libdeviceName || !(isFloat || element.isF64()) ||
      !name.consume_front(libdevicePrefix) ||
      (isFloat && !name.consume_back("f")) ||
      llvm::any_of(op->getOperandTypes(),
                   [&](mlir::Type operand) { return operand != type; }))
    return std::nullopt;
  for (const Row &row : functions)
    if (row.name == name && row.arity == op->getNumOperands() &&
        (isFloat || !row.isFloatAlone))
      return row.function;
  return std::nullopt;
}

/// An intrinsic of LLVM, and for `llvm.nvvm.` the instruction of that name,
/// which there has a rounding and `f` or `d` for its type.
static std::optional<NamedCode> parseIntrinsic(StringRef name,
                                               mlir::Type element) {
  if (!name.consume_front("llvm."))
    return std::nullopt;
  if (name.consume_front("nvvm.")) {
    auto [stem, type] = name.rsplit('.');
    if (!stem.contains('.') || (type != "f" && type != "d"))
      return std::nullopt;
    return parseInstruction(stem, 'f', type == "f" ? 32 : 64);
  }
  const auto *row = llvm::find_if(
      llvmRows, [&](const CodeRow &row) { return row.name == name; });
  if (row == std::end(llvmRows))
    return std::nullopt;
  NamedCode code = row->as(row->types.front(), widthOf(element));
  if (code.isFloat != llvm::isa<mlir::FloatType>(element))
    return std::nullopt;
  return code;
}

std::optional<ScalarOp> tilefuzz::opaqueScalarOp(mlir::Operation *op) {
  mlir::Type type = op->getResult(0).getType();
  mlir::Type element = tileShapeOf(type).element;
  if (!element.isIntOrFloat() || op->getNumOperands() == 0)
    return std::nullopt;
  std::optional<NamedCode> code;
  if (auto library = llvm::dyn_cast<ExternElementwiseOp>(op)) {
    if (library.getLibrary() == libdeviceName)
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
  if (std::optional<semantics::BoundedFunction> function = parseBounded(op))
    return evalBounded(machine, in, *function, /*ftz=*/false);
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
