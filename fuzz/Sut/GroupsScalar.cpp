//===- GroupsScalar.cpp - Element-wise operations -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::StringRef;
using mlir::NamedAttribute;
using mlir::Type;
using mlir::Value;
namespace arith = mlir::arith;
using Attributes = llvm::SmallVector<NamedAttribute>;

static Attributes overflow(FunctionDraft &d) {
  if (!d.choices.oneIn(3))
    return {};
  auto flags = arith::IntegerOverflowFlags(1 + d.choices.below(3));
  return {d.builder.getNamedAttr(
      "overflowFlags",
      arith::IntegerOverflowFlagsAttr::get(d.builder.getContext(), flags))};
}
static Attributes exactFlag(FunctionDraft &d) {
  if (!d.choices.oneIn(6))
    return {};
  return {d.builder.getNamedAttr("isExact", d.builder.getUnitAttr())};
}
static Attributes fastMath(FunctionDraft &d) {
  if (!d.choices.oneIn(12))
    return {};
  using F = arith::FastMathFlags;
  static constexpr F flags[] = {F::nnan,    F::ninf,          F::nnan | F::ninf,
                                F::nsz,     F::nnan | F::nsz, F::reassoc,
                                F::contract};
  return {d.builder.getNamedAttr(
      "fastmath", arith::FastMathFlagsAttr::get(d.builder.getContext(),
                                                d.choices.pick<F>(flags)))};
}
/// Scalars now and then, for control flow and shapes.
static Type typeOf(FunctionDraft &d, Type element) {
  return d.choices.oneIn(5) ? element : d.shaped(element);
}
static StringRef pickName(FunctionDraft &d, llvm::ArrayRef<StringRef> names) {
  for (unsigned tries = 0; tries < 8; ++tries) {
    StringRef name = d.choices.pick<StringRef>(names);
    if (d.allows(name))
      return name;
  }
  // What is left out is given up as a whole (generateFunction).
  return names.front();
}

static void integerArithmetic(FunctionDraft &d) {
  static constexpr StringRef names[] = {"arith.addi", "arith.subi",
                                        "arith.muli", "arith.addi",
                                        "arith.subi", "arith.muli"};
  Type type = typeOf(d, d.integer());
  Value a = d.pickVariable(type), b = d.pick(type);
  if (d.choices.oneIn(3))
    std::swap(a, b);
  d.add(pickName(d, names), {a, b}, type, overflow(d));
}
static void integerLogic(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "arith.andi",  "arith.ori",   "arith.xori",  "arith.andi",
      "arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui"};
  Type type = typeOf(d, d.integer());
  Value a = d.pickVariable(type), b = d.pick(type);
  if (d.choices.oneIn(3))
    std::swap(a, b);
  d.add(pickName(d, names), {a, b}, type);
}

static void shift(FunctionDraft &d) {
  Type type = typeOf(d, d.integer());
  unsigned width = functionElementWidth(FunctionDraft::elementOf(type));
  Value amount;
  switch (d.choices.below(4)) {
  case 0:
    amount = d.pick(type);
    break;
  case 1:
    // width itself does not fit the narrowest integers.
    if (width > 3) {
      amount = d.add("arith.remui",
                     {d.pickVariable(type), d.splat(type, APInt(width, width))},
                     type);
      break;
    }
    [[fallthrough]];
  default:
    amount = d.splat(type, APInt(width, d.choices.below(width)));
  }
  Value value = d.pickVariable(type);
  switch (d.choices.below(3)) {
  case 0:
    d.add("arith.shli", {value, amount}, type, overflow(d));
    break;
  case 1:
    d.add("arith.shrsi", {value, amount}, type, exactFlag(d));
    break;
  default:
    d.add("arith.shrui", {value, amount}, type, exactFlag(d));
  }
}

/// Never zero, and never -1 where that may overflow.
static Value divisor(FunctionDraft &d, Type type, bool isSigned) {
  unsigned width = functionElementWidth(FunctionDraft::elementOf(type));
  if (d.choices.oneIn(2)) {
    APInt bits = specialBits(d.choices, FunctionDraft::elementOf(type));
    if (bits.isZero() || (isSigned && bits.isAllOnes()))
      bits = APInt(width, width > 2 ? 3 : 1);
    return d.splat(type, bits);
  }
  Value x = d.pickVariable(type);
  if (isSigned)
    x = d.add("arith.andi", {x, d.splat(type, APInt::getSignedMaxValue(width))},
              type);
  return d.add("arith.ori", {x, d.splat(type, APInt(width, 1))}, type);
}
static void division(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "arith.divsi",      "arith.divui",     "arith.remsi",    "arith.remui",
      "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui"};
  Type type = typeOf(d, d.integer());
  // Of one bit, 1 is -1.
  if (functionElementWidth(FunctionDraft::elementOf(type)) == 1)
    return;
  StringRef name = pickName(d, names);
  bool isSigned = name.ends_with("si");
  Value by = divisor(d, type, isSigned);
  bool mayBeExact = name == "arith.divsi" || name == "arith.divui";
  d.add(name, {d.pick(type), by}, type,
        mayBeExact ? exactFlag(d) : Attributes());
}

static void extended(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended"};
  Type type = typeOf(d, d.integer());
  StringRef name = pickName(d, names);
  Type second =
      name == names[0] ? FunctionDraft::withElement(type, d.i1()) : type;
  mlir::Operation *op =
      d.make(name, {d.pickVariable(type), d.pick(type)}, {type, second});
  --d.budget;
  d.bring(op->getResult(0));
  d.bring(op->getResult(1));
}

static void compareIntegers(FunctionDraft &d) {
  Type type = typeOf(d, d.integer());
  auto predicate = d.builder.getI64IntegerAttr(d.choices.below(10));
  d.add("arith.cmpi", {d.pickVariable(type), d.pick(type)},
        FunctionDraft::withElement(type, d.i1()),
        d.builder.getNamedAttr("predicate", predicate));
}
static void compareFloats(FunctionDraft &d) {
  Type type = typeOf(d, d.real());
  auto predicate = d.builder.getI64IntegerAttr(d.choices.below(16));
  Attributes attributes = fastMath(d);
  attributes.push_back(d.builder.getNamedAttr("predicate", predicate));
  d.add("arith.cmpf", {d.pickVariable(type), d.pick(type)},
        FunctionDraft::withElement(type, d.i1()), attributes);
}
static void select(FunctionDraft &d) {
  Type type = typeOf(d, d.anyElement());
  Type condition =
      d.choices.oneIn(3) ? d.i1() : FunctionDraft::withElement(type, d.i1());
  d.add("arith.select", {d.pickVariable(condition), d.pick(type), d.pick(type)},
        type);
}

static void resize(FunctionDraft &d) {
  // Widths that are not the function's own show what was cut off.
  static constexpr unsigned widths[] = {1, 8, 16, 32, 64, 5, 24, 48};
  Value from = d.pickWhere(
      [](Type t) { return FunctionDraft::elementOf(t).isSignlessInteger(); });
  if (!from)
    return;
  unsigned width =
      FunctionDraft::elementOf(from.getType()).getIntOrFloatBitWidth();
  unsigned to = d.choices.oneIn(2) ? functionElementWidth(d.integer())
                                   : d.choices.pick<unsigned>(widths);
  Type type =
      FunctionDraft::withElement(from.getType(), d.builder.getIntegerType(to));
  if (to == width) {
    if (d.options.hasIndex && d.allows("arith.index_cast"))
      d.add(
          "arith.index_cast", {from},
          FunctionDraft::withElement(from.getType(), d.builder.getIndexType()));
    return;
  }
  if (to < width)
    d.add("arith.trunci", {from}, type, overflow(d));
  else if (d.choices.oneIn(2))
    d.add("arith.extsi", {from}, type);
  else
    d.add("arith.extui", {from}, type);
}
static void indexCast(FunctionDraft &d) {
  Value from = d.pickWhere([](Type t) {
    return FunctionDraft::elementOf(t).isSignlessIntOrIndex();
  });
  if (!from)
    return;
  bool isIndex = FunctionDraft::elementOf(from.getType()).isIndex();
  Type element = isIndex
                     ? Type(d.builder.getIntegerType(8u << d.choices.below(4)))
                     : Type(d.builder.getIndexType());
  d.add(d.choices.oneIn(2) ? "arith.index_cast" : "arith.index_castui", {from},
        FunctionDraft::withElement(from.getType(), element));
}

static void convertNumber(FunctionDraft &d) {
  bool toFloat = d.choices.oneIn(2);
  Value from = d.pickWhere([&](Type t) {
    Type element = FunctionDraft::elementOf(t);
    return toFloat ? element.isSignlessInteger()
                   : llvm::isa<mlir::FloatType>(element);
  });
  if (!from)
    return;
  bool isSigned = d.choices.oneIn(2);
  Type element = toFloat ? d.real() : d.integer();
  if (element.isIndex())
    element = d.builder.getI64Type();
  d.add(toFloat ? (isSigned ? "arith.sitofp" : "arith.uitofp")
                : (isSigned ? "arith.fptosi" : "arith.fptoui"),
        {from}, FunctionDraft::withElement(from.getType(), element));
}
static void convertFloat(FunctionDraft &d) {
  Value from = d.pickWhere([](Type t) {
    return llvm::isa<mlir::FloatType>(FunctionDraft::elementOf(t));
  });
  if (!from)
    return;
  mlir::Builder &b = d.builder;
  llvm::SmallVector<Type> formats = {b.getF16Type(),
                                     b.getF32Type(),
                                     b.getF64Type(),
                                     b.getBF16Type(),
                                     d.real(),
                                     d.real(),
                                     b.getType<mlir::Float8E5M2Type>(),
                                     b.getType<mlir::Float8E4M3FNType>(),
                                     b.getType<mlir::Float4E2M1FNType>(),
                                     b.getType<mlir::Float8E8M0FNUType>()};
  Type element = d.choices.pick<Type>(formats);
  unsigned width =
      FunctionDraft::elementOf(from.getType()).getIntOrFloatBitWidth();
  unsigned to = element.getIntOrFloatBitWidth();
  Type type = FunctionDraft::withElement(from.getType(), element);
  if (to == width)
    return;
  Value converted = to > width ? d.add("arith.extf", {from}, type, fastMath(d))
                               : d.add("arith.truncf", {from}, type);
  // Narrow formats are for conversions only.
  if (to < 16)
    d.add(
        "arith.extf", {converted},
        FunctionDraft::withElement(
            from.getType(),
            d.choices.pick<Type>(llvm::ArrayRef<Type>(formats).take_front(4))));
}
static void bitcast(FunctionDraft &d) {
  Value from = d.pickWhere([](Type t) {
    Type element = FunctionDraft::elementOf(t);
    return !element.isIndex() && (element.getIntOrFloatBitWidth() == 16 ||
                                  element.getIntOrFloatBitWidth() == 32 ||
                                  element.getIntOrFloatBitWidth() == 64);
  });
  if (!from)
    return;
  Type old = FunctionDraft::elementOf(from.getType());
  unsigned width = old.getIntOrFloatBitWidth();
  mlir::Builder &b = d.builder;
  Type real = width == 64          ? Type(b.getF64Type())
              : width == 32        ? Type(b.getF32Type())
              : d.choices.oneIn(2) ? Type(b.getF16Type())
                                   : Type(b.getBF16Type());
  Type to =
      llvm::isa<mlir::FloatType>(old) ? Type(b.getIntegerType(width)) : real;
  d.add("arith.bitcast", {from},
        FunctionDraft::withElement(from.getType(), to));
}

static void floatArithmetic(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "arith.addf", "arith.subf", "arith.mulf", "arith.divf",
      "arith.addf", "arith.subf", "arith.mulf", "arith.remf"};
  Type type = typeOf(d, d.real());
  Value a = d.pickVariable(type), b = d.pick(type);
  if (d.choices.oneIn(3))
    std::swap(a, b);
  d.add(pickName(d, names), {a, b}, type, fastMath(d));
}
static void floatMinMax(FunctionDraft &d) {
  static constexpr StringRef names[] = {"arith.maximumf", "arith.minimumf",
                                        "arith.maxnumf", "arith.minnumf"};
  Type type = typeOf(d, d.real());
  d.add(pickName(d, names), {d.pickVariable(type), d.pick(type)}, type,
        fastMath(d));
}
static void floatUnary(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "arith.negf", "math.absf",  "math.ceil",      "math.floor",
      "math.trunc", "math.round", "math.roundeven", "math.sqrt"};
  Type type = typeOf(d, d.real());
  d.add(pickName(d, names), {d.pickVariable(type)}, type, fastMath(d));
}
static void floatOther(FunctionDraft &d) {
  Type type = typeOf(d, d.real());
  Type i1 = FunctionDraft::withElement(type, d.i1());
  static constexpr StringRef classes[] = {"math.isnan", "math.isinf",
                                          "math.isfinite", "math.isnormal"};
  switch (d.choices.below(3)) {
  case 0:
    d.add("math.copysign", {d.pick(type), d.pickVariable(type)}, type,
          fastMath(d));
    break;
  case 1:
    d.add("math.fma", {d.pick(type), d.pickVariable(type), d.pick(type)}, type,
          fastMath(d));
    break;
  default:
    d.add(pickName(d, classes), {d.pickVariable(type)}, i1, fastMath(d));
  }
}
static void nearFunction(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "math.rsqrt", "math.cbrt", "math.exp",   "math.exp2",  "math.expm1",
      "math.log",   "math.log2", "math.log10", "math.log1p", "math.sin",
      "math.cos",   "math.tan",  "math.sinh",  "math.cosh",  "math.tanh",
      "math.asin",  "math.acos", "math.atan",  "math.asinh", "math.acosh",
      "math.atanh", "math.erf",  "math.erfc",  "math.powf",  "math.atan2",
      "math.fpowi", "math.powf", "math.fpowi"};
  Type type = typeOf(d, d.real());
  StringRef name = pickName(d, names);
  if (!d.allows(name))
    return;
  if (name == "math.fpowi") {
    Type integer = FunctionDraft::withElement(type, d.builder.getI32Type());
    d.add(name, {d.pick(type), d.pick(integer)}, type, fastMath(d));
  } else if (name == "math.powf" || name == "math.atan2") {
    d.add(name, {d.pick(type), d.pick(type)}, type, fastMath(d));
  } else {
    d.add(name, {d.pick(type)}, type, fastMath(d));
  }
}
static void integerFunction(FunctionDraft &d) {
  static constexpr StringRef names[] = {"math.absi", "math.ctlz", "math.cttz",
                                        "math.ctpop", "math.ipowi"};
  Type type = typeOf(d, d.integer());
  StringRef name = pickName(d, names);
  if (name == "math.ipowi") {
    if (functionElementWidth(FunctionDraft::elementOf(type)) > 1)
      d.add(name, {d.pick(type), d.pick(type)}, type);
    return;
  }
  d.add(name, {d.pick(type)}, type);
}

static void indexDialect(FunctionDraft &d) {
  static constexpr StringRef names[] = {
      "index.add",      "index.sub",      "index.mul",  "index.and",
      "index.or",       "index.xor",      "index.maxs", "index.maxu",
      "index.mins",     "index.minu",     "index.shl",  "index.shrs",
      "index.shru",     "index.divs",     "index.divu", "index.floordivs",
      "index.ceildivs", "index.ceildivu", "index.rems", "index.remu"};
  Type type = d.builder.getIndexType();
  if (d.choices.oneIn(5)) {
    auto predicate = mlir::index::IndexCmpPredicateAttr::get(
        d.builder.getContext(),
        mlir::index::IndexCmpPredicate(d.choices.below(10)));
    d.add("index.cmp", {d.pickVariable(type), d.pick(type)}, d.i1(),
          d.builder.getNamedAttr("pred", predicate));
    return;
  }
  StringRef name = pickName(d, names);
  Value a = d.pick(type), b;
  if (name.contains("div") || name.contains("rem"))
    b = divisor(d, type, name.ends_with("s"));
  else if (name.starts_with("index.sh"))
    b = d.index(d.choices.below(64));
  else
    b = d.pick(type);
  d.add(name, {a, b}, type);
}

llvm::ArrayRef<GroupRow> tilefuzz::scalarGroups() {
  static constexpr GroupRow groups[] = {
      {integerArithmetic, ""},
      {integerLogic, ""},
      {shift, "arith.shli arith.shrsi arith.shrui arith.remui"},
      {division, "arith.andi arith.ori"},
      {extended, ""},
      {compareIntegers, "arith.cmpi"},
      {compareFloats, "arith.cmpf"},
      {select, "arith.select"},
      {resize, "arith.trunci arith.extsi arith.extui"},
      {convertNumber, "arith.sitofp arith.uitofp arith.fptosi arith.fptoui"},
      {convertFloat, "arith.extf arith.truncf"},
      {bitcast, "arith.bitcast"},
      {floatArithmetic, ""},
      {floatMinMax, ""},
      {floatUnary, ""},
      {floatOther, "math.copysign math.fma"},
      {nearFunction, ""},
      {integerFunction, ""},
      {indexDialect, "index."},
      {indexCast, "arith.index_cast"}};
  return groups;
}
