//===- EmitMath.cpp - Functions of floats ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Where the program asks for an approximation, the hardware's; else the code of
// MathFunctions.h and MathTrigonometry.h, whose result is one and the same
// wherever it runs. f16 and bf16 are computed in f32 (part 1, 3.2).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/EmitElementwise.h"
#include "compiler/Conversion/TileASToNVVM/MathCode.h"
#include "compiler/Conversion/TileASToNVVM/MathTrigonometry.h"
#include "compiler/Support/FastMath.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAA/SelectLibdevice.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `isWide`: of f64 alone. `isBounded`: with a legal error.
#define TILEFUZZ_UNARY(NAME, FUNCTION, IS_WIDE)                                \
  struct NAME {                                                                \
    static constexpr bool isWide = IS_WIDE, isBounded = true;                  \
    template <class C> static auto call(C &c, ArrayRef<typename C::Real> x) {  \
      return elementary::FUNCTION(c, x[0]);                                    \
    }                                                                          \
  };
#define TILEFUZZ_BINARY(NAME, FUNCTION, IS_WIDE, IS_BOUNDED)                   \
  struct NAME {                                                                \
    static constexpr bool isWide = IS_WIDE, isBounded = IS_BOUNDED;            \
    template <class C> static auto call(C &c, ArrayRef<typename C::Real> x) {  \
      return elementary::FUNCTION(c, x[0], x[1]);                              \
    }                                                                          \
  };
namespace {
TILEFUZZ_UNARY(Exp, exp, false)
TILEFUZZ_UNARY(Exp2, exp2, false)
TILEFUZZ_UNARY(Log, log, false)
TILEFUZZ_UNARY(Log2, log2, false)
TILEFUZZ_UNARY(Sinh, sinh, false)
TILEFUZZ_UNARY(Cosh, cosh, false)
TILEFUZZ_UNARY(Tanh, tanh, false)
TILEFUZZ_UNARY(Sin, sin, true)
TILEFUZZ_UNARY(Cos, cos, true)
TILEFUZZ_UNARY(Tan, tan, true)
TILEFUZZ_BINARY(Pow, pow, false, true)
TILEFUZZ_BINARY(Atan2, atan2, true, true)
TILEFUZZ_BINARY(Remainder, remainder, true, false)
} // namespace
#undef TILEFUZZ_UNARY
#undef TILEFUZZ_BINARY

template <class Function, typename Native>
static Value computeIn(Emitter &e, ArrayRef<Value> x) {
  LlvmCode<Native> code(e);
  SmallVector<typename LlvmCode<Native>::Real> operands;
  for (Value value : x)
    operands.push_back(code.real(value));
  return Function::call(code,
                        ArrayRef<typename LlvmCode<Native>::Real>(operands))
      .value;
}

static Value extendTo(Emitter &e, Type type, Value x) {
  if (x.getType() == type)
    return x;
  return LLVM::FPExtOp::create(e.builder, e.loc, type, x);
}
static Value narrowTo(Emitter &e, Type type, Value x) {
  if (x.getType() == type)
    return x;
  return LLVM::FPTruncOp::create(e.builder, e.loc, type, x);
}

/// A function in f32, or in f64 where it has that alone; a narrower operand has
/// its result rounded to f32 first.
template <class Function>
static Value compute(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  Type f32 = e.builder.getF32Type(), f64 = e.builder.getF64Type();
  // Seeded: through f32.
  if (type.isF64() && Function::isBounded &&
      e.bugs.acts(SeededBug::FunctionsOfDoubleInFloat)) {
    SmallVector<Value> narrow;
    for (Value value : x)
      narrow.push_back(narrowTo(e, f32, value));
    return extendTo(e, type, compute<Function>(e, op, narrow, f32));
  }
  bool inDouble = type.isF64() || Function::isWide;
  SmallVector<Value> wide;
  for (Value value : x)
    wide.push_back(extendTo(e, inDouble ? f64 : f32, value));
  Value result;
  if constexpr (Function::isWide)
    result = computeIn<Function, double>(e, wide);
  else
    result = inDouble ? computeIn<Function, double>(e, wide)
                      : computeIn<Function, float>(e, wide);
  if (inDouble && !type.isF64())
    result = narrowTo(e, f32, result);
  return narrowTo(e, type, result);
}

//===----------------------------------------------------------------------===//
// Approximations of the hardware, of f32
//===----------------------------------------------------------------------===//

static Value callAssembly(Emitter &e, StringRef instruction, Value x) {
  Type f32 = e.builder.getF32Type();
  return LLVM::InlineAsmOp::create(
             e.builder, e.loc, f32, x, (instruction + " $0, $1;").str(), "=f,f",
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             /*asm_dialect=*/LLVM::AsmDialectAttr(),
             /*operand_attrs=*/ArrayAttr())
      .getRes();
}

/// Part 1, 3.2: exp2 of x * log2(e).
static Value approximateExp(Emitter &e, Value x) {
  LlvmCode<float> code(e);
  return callAssembly(e, "ex2.approx.f32",
                      (code.real(x) * float(elementary::log2e)).value);
}
static Value approximateTanh(Emitter &e, Value x) {
  return callAssembly(e, "tanh.approx.f32", x);
}

template <class Function, Value (*approximate)(Emitter &, Value)>
static Value computeOrApproximate(Emitter &e, Operation *op, ArrayRef<Value> x,
                                  Type type) {
  if (type.isF32() && mayApproximate(op))
    return approximate(e, x[0]);
  return compute<Function>(e, op, x, type);
}
static Value computeExp(Emitter &e, Operation *op, ArrayRef<Value> x,
                        Type type) {
  if (type.isF32() && !mayApproximate(op) &&
      e.bugs.acts(SeededBug::ExpAlwaysApproximate))
    return approximateExp(e, x[0]);
  return computeOrApproximate<Exp, approximateExp>(e, op, x, type);
}

//===----------------------------------------------------------------------===//
// Flushing
//===----------------------------------------------------------------------===//

/// A subnormal number becomes the zero of its sign.
static Value flush(Emitter &e, Value x) {
  LlvmCode<float> c(e);
  auto number = c.real(x);
  auto isSmall = c.abs(number) < std::numeric_limits<float>::min();
  return c.select(isSmall, c.copySign(c.real(0.0F), number), number).value;
}
template <typename OpTy, Scalar scalar>
static Value flushing(Emitter &e, Operation *op, ArrayRef<Value> x, Type type) {
  if (!cast<OpTy>(op).getFlushToZero())
    return scalar(e, op, x, type);
  Value result = scalar(e, op, flush(e, x[0]), type);
  return flush(e, result);
}

/// Each step rounded to the nearest: together at most 1.5 units off.
static Value reciprocalRoot(Emitter &e, Operation *, ArrayRef<Value> x,
                            Type type) {
  auto computed = [&](auto code) -> Value {
    using C = decltype(code);
    Value wide = extendTo(
        e, C::isDouble ? Type(e.builder.getF64Type()) : e.builder.getF32Type(),
        x[0]);
    auto one = code.real(typename C::Float(1));
    return (one / code.sqrt(code.real(wide))).value;
  };
  Value result = type.isF64() ? computed(LlvmCode<double>(e))
                              : computed(LlvmCode<float>(e));
  return narrowTo(e, type, result);
}

//===----------------------------------------------------------------------===//
// What needs no code of its own
//===----------------------------------------------------------------------===//

/// Of the magnitude: the minimum is its own.
static Value absoluteInteger(Emitter &e, Operation *, ArrayRef<Value> x,
                             Type type) {
  return LLVM::AbsOp::create(e.builder, e.loc, type, x[0],
                             /*is_int_min_poison=*/false);
}
static Value fuseNearest(Emitter &e, Operation *, ArrayRef<Value> x,
                         Type type) {
  return LLVM::FMAOp::create(e.builder, e.loc, type, x[0], x[1], x[2]);
}
/// Seeded: the product is rounded, too.
static Value multiplyThenAdd(Emitter &e, Operation *, ArrayRef<Value> x, Type) {
  Value product = LLVM::FMulOp::create(e.builder, e.loc, x[0], x[1]);
  return LLVM::FAddOp::create(e.builder, e.loc, product, x[2]);
}

/// Seeded: cos(x) as sin(x + pi / 2).
static Value sineOfSum(Emitter &e, Operation *op, ArrayRef<Value> x,
                       Type type) {
  Value quarter = LLVM::ConstantOp::create(
      e.builder, e.loc, type,
      e.builder.getFloatAttr(type, elementary::halfPi1));
  Value sum = LLVM::FAddOp::create(e.builder, e.loc, x[0], quarter);
  return compute<Sin>(e, op, sum, type);
}
/// Seeded: |x|^y.
static Value powerOfMagnitude(Emitter &e, Operation *op, ArrayRef<Value> x,
                              Type type) {
  Value base = LLVM::FAbsOp::create(e.builder, e.loc, x[0]);
  return compute<Pow>(e, op, {base, x[1]}, type);
}
/// The bits of the exponent's magnitude from the highest on: each squares the
/// product, and multiplies it by the base where it is set.
template <typename Native>
static Value integerPower(Emitter &e, Value base, Value exponent) {
  LlvmCode<Native> c(e);
  using Bits = typename LlvmCode<Native>::Bits;
  using Real = typename LlvmCode<Native>::Real;
  struct Product {
    Real value;
    Bits rest;
  };
  unsigned width = exponent.getType().getIntOrFloatBitWidth();
  constexpr unsigned wordWidth = 8 * sizeof(Native);
  Type word = e.builder.getIntegerType(wordWidth);
  // Seeded: it has no sign.
  if (width < wordWidth && e.bugs.acts(SeededBug::PowerExponentUnsigned))
    exponent = LLVM::ZExtOp::create(e.builder, e.loc, word, exponent);
  else if (width < wordWidth)
    exponent = LLVM::SExtOp::create(e.builder, e.loc, word, exponent);
  Bits number = c.bits(exponent);
  auto isNegative = c.signedShift(number, wordWidth - 1) !=
                    typename LlvmCode<Native>::Word(0);
  auto zero = c.bits(typename LlvmCode<Native>::Word(0));
  Bits magnitude = c.select(isNegative, zero - number, number);
  Real x = c.real(base);
  constexpr auto top = typename LlvmCode<Native>::Word(1) << (wordWidth - 1);
  Product product = {c.real(Native(1)),
                     magnitude << typename LlvmCode<Native>::Word(
                         wordWidth - std::min(width, wordWidth))};
  product = c.repeat(
      c.bits(typename LlvmCode<Native>::Word(width)), product, [&](Product at) {
        Real square = at.value * at.value;
        auto isSet = (at.rest & top) != typename LlvmCode<Native>::Word(0);
        return Product{c.select(isSet, square * x, square), at.rest + at.rest};
      });
  Real reciprocal = c.real(Native(1)) / product.value;
  return c.select(isNegative, reciprocal, product.value).value;
}
static Value raiseToInteger(Emitter &e, Operation *, ArrayRef<Value> x,
                            Type type) {
  if (type.isF64())
    return integerPower<double>(e, x[0], x[1]);
  Value base = extendTo(e, e.builder.getF32Type(), x[0]);
  return narrowTo(e, type, integerPower<float>(e, base, x[1]));
}

/// Seeded: 0 - x.
static Value subtractFromZero(Emitter &e, Operation *, ArrayRef<Value> x,
                              Type type) {
  return LLVM::FSubOp::create(e.builder, e.loc, e.zero(type), x[0]);
}
/// Seeded: the sign of x is lost.
static Value positiveRemainder(Emitter &e, Operation *op, ArrayRef<Value> x,
                               Type type) {
  Value rest = compute<Remainder>(e, op, x, type);
  return LLVM::FAbsOp::create(e.builder, e.loc, rest);
}
/// Seeded: of integers, too.
static Value floorAndOne(Emitter &e, Operation *, ArrayRef<Value> x,
                         Type type) {
  Value one = LLVM::ConstantOp::create(e.builder, e.loc, type,
                                       e.builder.getFloatAttr(type, 1));
  Value below = LLVM::FFloorOp::create(e.builder, e.loc, x[0]);
  return LLVM::FAddOp::create(e.builder, e.loc, below, one);
}

/// What the conversion from cuda_tile names (ConvertMath.cpp).
static Value callNamed(Emitter &e, Operation *op, ArrayRef<Value> x,
                       Type type) {
  StringRef name = cast<aa::CallElementwiseIntrinsicOp>(op).getIntrinsic();
  bool isFloat = isa<FloatType>(type) && x.size() == 2 &&
                 x[0].getType() == type && x[1].getType() == type;
  if (name == "atan2" && isFloat)
    return compute<Atan2>(e, op, x, type);
  refuse(op) << "calls '" << name
             << "', which the lowering to NVVM does not know";
  return {};
}

/// What translating to LLVM IR links (Backend.h).
static Value callLibrary(Emitter &e, Operation *op, ArrayRef<Value> x,
                         Type type) {
  auto call = cast<aa::ExternElementwiseOp>(op);
  if (call.getLibrary() != libdeviceName ||
      !call.getSymbol().starts_with(libdevicePrefix)) {
    refuse(op) << "calls '" << call.getSymbol() << "' of '" << call.getLibrary()
               << "', which the lowering to NVVM does not know";
    return {};
  }
  auto isScalar = [](Type operand) { return operand.isIntOrFloat(); };
  if (!isScalar(type) || !llvm::all_of(ValueRange(x).getTypes(), isScalar)) {
    refuse(op) << "calls '" << call.getSymbol()
               << "' of other than numbers, which the lowering to NVVM does "
                  "not support";
    return {};
  }
  LLVM::LLVMFuncOp function = e.getLibraryFunction(
      call.getSymbol(), LLVM::LLVMFunctionType::get(
                            type, SmallVector<Type>(ValueRange(x).getTypes())));
  if (!function) {
    refuse(op) << "calls '" << call.getSymbol()
               << "' with other types than an operation before it";
    return {};
  }
  return LLVM::CallOp::create(e.builder, e.loc, function, x).getResult();
}

static constexpr HandlerRow rows[] = {
    {"math.exp", emitElementwise<computeExp>},
    {"math.tanh", emitElementwise<computeOrApproximate<Tanh, approximateTanh>>},
    {"math.log", emitElementwise<compute<Log>>},
    {"math.log2", emitElementwise<compute<Log2>>},
    {"math.sin", emitElementwise<compute<Sin>>},
    {"math.cos", emitElementwise<compute<Cos>>},
    {"math.tan", emitElementwise<compute<Tan>>},
    {"math.sinh", emitElementwise<compute<Sinh>>},
    {"math.cosh", emitElementwise<compute<Cosh>>},
    {"math.powf", emitElementwise<compute<Pow>>},
    {"math.atan2", emitElementwise<compute<Atan2>>},
    {"math.fpowi", emitElementwise<raiseToInteger>},
    {"nv_tileaa.call_elementwise_intrinsic", emitElementwise<callNamed>},
    {"nv_tileaa.extern_elementwise", emitElementwise<callLibrary>},
    {"nv_tileaa.exp2", emitElementwise<flushing<aa::Exp2Op, compute<Exp2>>>},
    {"nv_tileaa.rsqrt", emitElementwise<flushing<aa::RsqrtOp, reciprocalRoot>>},
    {"arith.remf", emitElementwise<compute<Remainder>>},
    {"arith.negf", emitElementwise<emitUnary<LLVM::FNegOp>>},
    {"math.absf", emitElementwise<emitUnary<LLVM::FAbsOp>>},
    {"math.absi", emitElementwise<absoluteInteger>},
    {"math.ceil", emitElementwise<emitUnary<LLVM::FCeilOp>>},
    {"math.floor", emitElementwise<emitUnary<LLVM::FFloorOp>>},
    {"math.fma", emitElementwise<fuseNearest>},
    // Wrong ones.
    {"math.fma", emitElementwise<multiplyThenAdd>, SeededBug::FmaUnfused},
    {"math.cos", emitElementwise<sineOfSum>, SeededBug::CosineAddsQuarter},
    {"math.powf", emitElementwise<powerOfMagnitude>,
     SeededBug::PowerOfMagnitude},
    {"arith.negf", emitElementwise<subtractFromZero>,
     SeededBug::NegationSubtracts},
    {"arith.remf", emitElementwise<positiveRemainder>,
     SeededBug::RemainderLosesSign},
    {"math.ceil", emitElementwise<floorAndOne>, SeededBug::CeilAddsOne},
};
ArrayRef<HandlerRow> tilefuzz::getMathHandlers() { return rows; }
