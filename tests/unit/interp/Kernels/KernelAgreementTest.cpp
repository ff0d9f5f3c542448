//===- KernelAgreementTest.cpp - Kernels against the definition -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every kernel against interp/Semantics, bit for bit: all pairs of 8-bit
// values, all codes of formats up to 16 bits under conversions, and else all
// pairs of more than 200 special values, with random ones.
//
//===----------------------------------------------------------------------===//

#include "../SemanticsSamples.h"
#include "interp/Kernels/Kernels.h"
#include "interp/Kernels/NativeFormat.h"
#include "interp/Semantics/Convert.h"
#include "interp/Semantics/Float.h"
#include "interp/Semantics/FloatFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <optional>

using namespace tilefuzz;
using llvm::APInt;
using D = ConcreteDomain;

static D domain;

static Result<D> exact(APInt value) { return {std::move(value), false}; }

/// None: undefined.
static std::optional<uint64_t> define(const ScalarOp &op,
                                      llvm::ArrayRef<APInt> x) {
  namespace s = semantics;
  auto run = [&]() -> Result<D> {
    switch (op.kind) {
    case ScalarKind::AddI:
      return s::addi(domain, x[0], x[1], op.promise);
    case ScalarKind::SubI:
      return s::subi(domain, x[0], x[1], op.promise);
    case ScalarKind::MulI:
      return s::muli(domain, x[0], x[1], op.promise);
    case ScalarKind::MulHiI:
      return s::mulhii(domain, x[0], x[1]);
    case ScalarKind::NegI:
      return s::negi(domain, x[0], op.promise);
    case ScalarKind::AbsI:
      return s::absi(domain, x[0]);
    case ScalarKind::AndI:
      return s::andi(domain, x[0], x[1]);
    case ScalarKind::OrI:
      return s::ori(domain, x[0], x[1]);
    case ScalarKind::XorI:
      return s::xori(domain, x[0], x[1]);
    case ScalarKind::ShlI:
    case ScalarKind::ShrI: {
      Result<D> r = op.kind == ScalarKind::ShlI
                        ? s::shli(domain, x[0], x[1], op.promise)
                        : s::shri(domain, x[0], x[1], op.read);
      r.undefined |= op.shiftMustFit && x[1].uge(op.width);
      return r;
    }
    case ScalarKind::MaxI:
      return s::maxi(domain, x[0], x[1], op.read);
    case ScalarKind::MinI:
      return s::mini(domain, x[0], x[1], op.read);
    case ScalarKind::DivI:
      return s::divi(domain, x[0], x[1], op.read, op.mode);
    case ScalarKind::RemI:
      return s::remi(domain, x[0], x[1], op.read);
    case ScalarKind::CmpI:
      return exact(APInt(1, s::cmpi(domain, op.relation, x[0], x[1], op.read)));
    case ScalarKind::ExtI:
      return s::exti(domain, x[0], op.resultWidth, op.read);
    case ScalarKind::TruncI:
      return s::trunci(domain, x[0], op.resultWidth, op.promise);
    case ScalarKind::AddF:
      return exact(s::addf(domain, op.format, x[0], x[1], op.mode, op.ftz));
    case ScalarKind::SubF:
      return exact(s::subf(domain, op.format, x[0], x[1], op.mode, op.ftz));
    case ScalarKind::MulF:
      return exact(s::mulf(domain, op.format, x[0], x[1], op.mode, op.ftz));
    case ScalarKind::DivF:
      return exact(s::divf(op.format, x[0], x[1], op.mode, op.ftz));
    case ScalarKind::SqrtF:
      return exact(s::sqrt(op.format, x[0], op.mode, op.ftz));
    case ScalarKind::Fma:
      return exact(
          s::fma(domain, op.format, x[0], x[1], x[2], op.mode, op.ftz));
    case ScalarKind::MaxF:
    case ScalarKind::MinF:
      return exact(s::maxOrMin(domain, op.format, x[0], x[1],
                               op.kind == ScalarKind::MaxF ? s::Extremum::Max
                                                           : s::Extremum::Min,
                               s::propagatesNaN(op.propagateNaN), op.ftz));
    case ScalarKind::CmpF:
      return exact(APInt(
          1, s::cmpf(domain, op.format, op.relation, x[0], x[1], op.ordered)));
    case ScalarKind::AbsF:
      return exact(s::absf(domain, x[0]));
    case ScalarKind::NegF:
      return exact(s::negf(domain, x[0]));
    case ScalarKind::FToF:
      return exact(s::ftof(domain, op.format, op.resultFormat, op.mode, x[0]));
    case ScalarKind::IToF:
      return exact(s::itof(domain, op.resultFormat, op.mode, x[0], op.read));
    case ScalarKind::FToI:
      return s::ftoi(domain, op.format, op.resultWidth, op.read, x[0]);
    case ScalarKind::Select:
      return exact(x[0].isZero() ? x[2] : x[1]);
    }
    llvm_unreachable("unknown kind");
  };
  Result<D> r = run();
  if (r.undefined)
    return std::nullopt;
  return r.value.getZExtValue();
}

static unsigned arityOf(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::NegI:
  case ScalarKind::AbsI:
  case ScalarKind::ExtI:
  case ScalarKind::TruncI:
  case ScalarKind::SqrtF:
  case ScalarKind::AbsF:
  case ScalarKind::NegF:
  case ScalarKind::FToF:
  case ScalarKind::IToF:
  case ScalarKind::FToI:
    return 1;
  case ScalarKind::Fma:
  case ScalarKind::Select:
    return 3;
  default:
    return 2;
  }
}

static std::string describe(const ScalarOp &op) {
  auto name = [](FloatFormat format) {
    for (const NamedFormat &row : floatFormats())
      if (row.format == format)
        return row.name.str();
    return std::string("integer");
  };
  return "kind " + std::to_string(int(op.kind)) + ", " +
         std::to_string(op.width) + " bits " + name(op.format) + " to " +
         std::to_string(op.resultWidth) + " bits " + name(op.resultFormat) +
         ", promise " + std::to_string(int(op.promise)) + ", read " +
         std::to_string(int(op.read)) + ", mode " +
         std::to_string(int(op.mode)) + ", relation " +
         std::to_string(int(op.relation)) + ", ftz " + std::to_string(op.ftz) +
         ", ordered " + std::to_string(op.ordered) + ", propagate " +
         std::to_string(op.propagateNaN);
}

namespace {
/// Values of one width, packed as kernels read them.
class Packed {
public:
  explicit Packed(unsigned width)
      : size(width <= 8    ? 1
             : width <= 16 ? 2
             : width <= 32 ? 4
                           : 8) {}
  void add(uint64_t bits) {
    for (unsigned i = 0; i < size; ++i)
      bytes.push_back(bits >> (8 * i));
  }
  void resize(size_t count) { bytes.resize(count * size); }
  uint64_t operator[](size_t i) const {
    uint64_t bits = 0;
    for (unsigned k = 0; k < size; ++k)
      bits |= uint64_t(bytes[i * size + k]) << (8 * k);
    return bits;
  }
  void *data() { return bytes.data(); }
  void *at(size_t i) { return bytes.data() + i * size; }
  size_t count() const { return bytes.size() / size; }

private:
  unsigned size;
  std::vector<uint8_t> bytes;
};

using Operands = std::array<uint64_t, 3>;
} // namespace

static std::vector<uint64_t> valuesOf(unsigned width, FloatFormat format,
                                      unsigned exhaustiveWidth) {
  std::vector<uint64_t> out;
  if (width <= exhaustiveWidth) {
    for (uint64_t n = 0; n < uint64_t(1) << width; ++n)
      out.push_back(n);
    return out;
  }
  if (!format) { // Around the powers of two, and random ones.
    for (unsigned bit = 0; bit < width; ++bit)
      for (int delta : {-1, 0}) {
        out.push_back((uint64_t(1) << bit) + delta);
        out.push_back(-((uint64_t(1) << bit) + delta));
      }
    std::mt19937_64 generator(width);
    while (out.size() < 220)
      out.push_back(generator() >> (generator() % width));
    for (uint64_t &n : out)
      n &= llvm::maskTrailingOnes<uint64_t>(width);
    return out;
  }
  for (const APInt &code : samples::special(format))
    out.push_back(code.getZExtValue());
  return out;
}

/// What the operation is tried with.
static std::vector<Operands> operandsOf(const ScalarOp &op) {
  std::vector<Operands> out;
  unsigned arity = arityOf(op.kind);
  std::mt19937_64 generator(uint64_t(op.kind) * 64 + op.width);
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(op.width);
  if (arity == 1) {
    for (uint64_t a : valuesOf(op.width, op.format, 16))
      out.push_back({a, 0, 0});
    if (op.width > 16)
      for (unsigned i = 0; i < 20000; ++i)
        out.push_back({generator() & mask, 0, 0});
    if (op.width > 16 && op.format)
      for (const APInt &code : samples::codes(op.format, 20000))
        out.push_back({code.getZExtValue(), 0, 0});
    return out;
  }
  std::vector<uint64_t> values = valuesOf(op.width, op.format, 8);
  EXPECT_GE(values.size(), op.width == 1 ? 2u : 200u);
  for (uint64_t a : values)
    for (uint64_t b : values)
      out.push_back({a, b, values[generator() % values.size()]});
  for (unsigned i = 0; i < 4000; ++i)
    out.push_back({generator() & mask, generator() & mask, generator() & mask});
  if (op.kind == ScalarKind::Fma) { // Sums that almost vanish, or almost tie.
    for (unsigned i = 0; i < 100000; ++i) {
      uint64_t a = values[generator() % values.size()];
      uint64_t b = generator() & mask;
      APInt product =
          semantics::mulf(domain, op.format, APInt(op.width, a),
                          APInt(op.width, b), RoundingMode::NearestEven, false);
      uint64_t c = product.getZExtValue() ^ (uint64_t(1) << (op.width - 1));
      out.push_back({a, b, (c + generator() % 3 - 1) & mask});
    }
  }
  if (op.kind == ScalarKind::Select)
    for (Operands &operands : out)
      operands = {generator() & 1, operands[0], operands[1]};
  return out;
}

/// Compares; the number of undefined operands found.
static void check(const ScalarOp &op) {
  Kernel kernel = selectKernel(op);
  ASSERT_TRUE(bool(kernel)) << describe(op) << ": no kernel";
  unsigned arity = arityOf(op.kind);
  std::vector<Packed> operands;
  for (unsigned k = 0; k < arity; ++k)
    operands.emplace_back(op.kind == ScalarKind::Select && k == 0 ? 1
                                                                  : op.width);
  std::vector<uint64_t> expected;
  bool foundUndefined = false;
  for (const Operands &x : operandsOf(op)) {
    llvm::SmallVector<APInt, 3> args;
    Packed single[3] = {Packed(64), Packed(64), Packed(64)};
    const void *places[3];
    for (unsigned k = 0; k < arity; ++k) {
      args.push_back(
          APInt(op.kind == ScalarKind::Select && k == 0 ? 1 : op.width, x[k]));
      single[k].add(x[k]);
      places[k] = single[k].data();
    }
    std::optional<uint64_t> value = define(op, args);
    if (value) {
      for (unsigned k = 0; k < arity; ++k)
        operands[k].add(x[k]);
      expected.push_back(*value);
      continue;
    }
    foundUndefined = true;
    uint64_t ignored;
    ASSERT_FALSE(kernel(1, places, &ignored))
        << describe(op) << ": defined by the kernel for " << x[0] << ", "
        << x[1];
  }
  EXPECT_LE(foundUndefined, canBeUndefined(op)) << describe(op);
  Packed result(op.resultWidth);
  result.resize(expected.size());
  const void *places[3];
  for (unsigned k = 0; k < arity; ++k)
    places[k] = operands[k].data();
  ASSERT_TRUE(kernel(expected.size(), places, result.data())) << describe(op);
  for (size_t i = 0; i < expected.size(); ++i)
    if (result[i] != expected[i]) {
      std::string text = describe(op) + " of";
      for (unsigned k = 0; k < arity; ++k)
        text += " 0x" + llvm::utohexstr(operands[k][i]);
      FAIL() << text << ": kernel 0x" << llvm::utohexstr(result[i])
             << ", definition 0x" << llvm::utohexstr(expected[i]);
    }
}

static constexpr RoundingMode modes[] = {
    RoundingMode::NearestEven, RoundingMode::Zero, RoundingMode::NegativeInf,
    RoundingMode::PositiveInf};
static constexpr WrapPromise promises[] = {
    WrapPromise::None, WrapPromise::NoSigned, WrapPromise::NoUnsigned,
    WrapPromise::Neither};
static constexpr Relation relations[] = {
    Relation::Equal,       Relation::NotEqual, Relation::Less,
    Relation::LessOrEqual, Relation::Greater,  Relation::GreaterOrEqual};
static constexpr ReadAs reads[] = {ReadAs::Unsigned, ReadAs::Signed};

static ScalarOp integerOp(ScalarKind kind, unsigned width) {
  ScalarOp op{kind};
  op.width = op.resultWidth = width;
  return op;
}

class IntegerKernels : public ::testing::TestWithParam<unsigned> {};

TEST_P(IntegerKernels, Arithmetic) {
  for (ScalarKind kind :
       {ScalarKind::AndI, ScalarKind::OrI, ScalarKind::XorI, ScalarKind::MulHiI,
        ScalarKind::AbsI, ScalarKind::Select})
    check(integerOp(kind, GetParam()));
  for (ScalarKind kind :
       {ScalarKind::AddI, ScalarKind::SubI, ScalarKind::MulI, ScalarKind::NegI})
    for (WrapPromise promise : promises) {
      ScalarOp op = integerOp(kind, GetParam());
      op.promise = promise;
      check(op);
    }
  for (ReadAs read : reads)
    for (ScalarKind kind :
         {ScalarKind::MaxI, ScalarKind::MinI, ScalarKind::RemI}) {
      ScalarOp op = integerOp(kind, GetParam());
      op.read = read;
      check(op);
    }
}

TEST_P(IntegerKernels, Shifts) {
  for (bool mustFit : {false, true}) {
    for (WrapPromise promise : promises) {
      ScalarOp op = integerOp(ScalarKind::ShlI, GetParam());
      op.promise = promise;
      op.shiftMustFit = mustFit;
      check(op);
    }
    for (ReadAs read : reads) {
      ScalarOp op = integerOp(ScalarKind::ShrI, GetParam());
      op.read = read;
      op.shiftMustFit = mustFit;
      check(op);
    }
  }
}

TEST_P(IntegerKernels, Division) {
  for (ReadAs read : reads)
    for (RoundingMode mode : {RoundingMode::Zero, RoundingMode::NegativeInf,
                              RoundingMode::PositiveInf}) {
      ScalarOp op = integerOp(ScalarKind::DivI, GetParam());
      op.read = read;
      op.mode = mode;
      check(op);
    }
}

TEST_P(IntegerKernels, Comparison) {
  for (ReadAs read : reads)
    for (Relation relation : relations) {
      ScalarOp op = integerOp(ScalarKind::CmpI, GetParam());
      op.resultWidth = 1;
      op.read = read;
      op.relation = relation;
      check(op);
    }
}

TEST_P(IntegerKernels, Conversion) {
  for (unsigned to : {1u, 8u, 16u, 32u, 64u}) {
    if (to > GetParam())
      for (ReadAs read : reads) {
        ScalarOp op = integerOp(ScalarKind::ExtI, GetParam());
        op.resultWidth = to;
        op.read = read;
        check(op);
      }
    if (to < GetParam())
      for (WrapPromise promise : promises) {
        ScalarOp op = integerOp(ScalarKind::TruncI, GetParam());
        op.resultWidth = to;
        op.promise = promise;
        check(op);
      }
  }
  for (const NamedFormat &row : floatFormats())
    for (RoundingMode mode : modes)
      for (ReadAs read : reads) {
        if (row.name == "f64" && mode != RoundingMode::NearestEven)
          continue;
        ScalarOp op = integerOp(ScalarKind::IToF, GetParam());
        op.resultFormat = row.format;
        op.resultWidth = FormatInfo::of(row.format).width;
        op.mode = mode;
        op.read = read;
        check(op);
      }
}

INSTANTIATE_TEST_SUITE_P(Widths, IntegerKernels,
                         ::testing::Values(8u, 16u, 32u, 64u));

TEST(BitKernels, OneBit) {
  for (ScalarKind kind : {ScalarKind::AndI, ScalarKind::OrI, ScalarKind::XorI,
                          ScalarKind::Select})
    check(integerOp(kind, 1));
  for (Relation relation : relations) {
    ScalarOp op = integerOp(ScalarKind::CmpI, 1);
    op.relation = relation;
    check(op);
  }
  for (unsigned to : {8u, 16u, 32u, 64u})
    for (ReadAs read : reads) {
      ScalarOp op = integerOp(ScalarKind::ExtI, 1);
      op.resultWidth = to;
      op.read = read;
      check(op);
    }
}

class FloatKernels : public ::testing::TestWithParam<const char *> {
protected:
  FloatFormat format = formatByName(GetParam());
  ScalarOp floatOp(ScalarKind kind) {
    ScalarOp op{kind};
    op.width = op.resultWidth = FormatInfo::of(format).width;
    op.format = op.resultFormat = format;
    return op;
  }
};

TEST_P(FloatKernels, Arithmetic) {
  for (RoundingMode mode : modes)
    for (bool ftz : {false, true})
      for (ScalarKind kind :
           {ScalarKind::AddF, ScalarKind::SubF, ScalarKind::MulF,
            ScalarKind::DivF, ScalarKind::SqrtF, ScalarKind::Fma}) {
        // Nothing is wide enough for f64.
        if (mode != RoundingMode::NearestEven &&
            format == &llvm::APFloat::IEEEdouble())
          continue;
        // The square root of the definition is slow.
        if (kind == ScalarKind::SqrtF && ftz && mode != RoundingMode::Zero)
          continue;
        ScalarOp op = floatOp(kind);
        op.mode = mode;
        op.ftz = ftz;
        check(op);
      }
}

TEST_P(FloatKernels, Choice) {
  for (ScalarKind kind : {ScalarKind::AbsF, ScalarKind::NegF})
    check(floatOp(kind));
  for (ScalarKind kind : {ScalarKind::MaxF, ScalarKind::MinF})
    for (bool ftz : {false, true})
      for (bool propagateNaN : {false, true}) {
        ScalarOp op = floatOp(kind);
        op.ftz = ftz;
        op.propagateNaN = propagateNaN;
        check(op);
      }
  for (Relation relation : relations)
    for (bool ordered : {false, true}) {
      ScalarOp op = floatOp(ScalarKind::CmpF);
      op.resultWidth = 1;
      op.resultFormat = nullptr;
      op.relation = relation;
      op.ordered = ordered;
      check(op);
    }
}

TEST_P(FloatKernels, ToInteger) {
  for (unsigned width : {8u, 16u, 32u, 64u})
    for (ReadAs read : reads) {
      ScalarOp op = floatOp(ScalarKind::FToI);
      op.resultWidth = width;
      op.resultFormat = nullptr;
      op.read = read;
      check(op);
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, FloatKernels,
                         ::testing::Values("f16", "bf16", "f32", "f64"));

class ConversionKernels : public ::testing::TestWithParam<int> {};

TEST_P(ConversionKernels, ToEveryFormat) {
  FloatFormat from = floatFormats()[GetParam()].format;
  for (const NamedFormat &to : floatFormats())
    for (RoundingMode mode : modes) {
      ScalarOp op{ScalarKind::FToF};
      op.format = from;
      op.width = FormatInfo::of(from).width;
      op.resultFormat = to.format;
      op.resultWidth = FormatInfo::of(to.format).width;
      op.mode = mode;
      check(op);
    }
}

TEST_P(ConversionKernels, ThroughDouble) {
  FloatFormat format = floatFormats()[GetParam()].format;
  unsigned width = FormatInfo::of(format).width;
  const NativeFormat &native = nativeFormat(format);
  for (const APInt &code : samples::codes(format, 20000)) {
    double value = toDouble(native, code.getZExtValue());
    ASSERT_EQ(domain.ftof(format, &llvm::APFloat::IEEEdouble(),
                          RoundingMode::NearestEven, code),
              domain.ftof(&llvm::APFloat::IEEEdouble(),
                          &llvm::APFloat::IEEEdouble(),
                          RoundingMode::NearestEven,
                          llvm::APFloat(value).bitcastToAPInt()));
    for (RoundingMode mode : modes)
      for (Saturation saturation : {Saturation::None, Saturation::Finite})
        for (double scale : {1.0, 3.0, 1e30, 1e-30}) {
          APInt scaled = llvm::APFloat(value * scale).bitcastToAPInt();
          ASSERT_EQ(fromDouble(native, value * scale, mode, saturation),
                    domain
                        .ftof(&llvm::APFloat::IEEEdouble(), format, mode,
                              scaled, saturation)
                        .getZExtValue())
              << width << " bits, " << value << " * " << scale;
        }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ConversionKernels,
                         ::testing::Range(0, int(floatFormats().size())));
