//===- LaneLoopsTest.cpp - Loops over lanes against their definition ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/LaneLoops.h"
#include "interp/Simt/Machine/Scalar.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;

static constexpr RegisterType types[] = {
    {TypeKind::Bits, 1},      {TypeKind::Bits, 8},
    {TypeKind::Bits, 16},     {TypeKind::Bits, 32},
    {TypeKind::Bits, 33},     {TypeKind::Bits, 64},
    {TypeKind::Unsigned, 8},  {TypeKind::Unsigned, 16},
    {TypeKind::Unsigned, 32}, {TypeKind::Unsigned, 64},
    {TypeKind::Signed, 8},    {TypeKind::Signed, 16},
    {TypeKind::Signed, 32},   {TypeKind::Signed, 64},
    {TypeKind::F16, 16},      {TypeKind::BF16, 16},
    {TypeKind::F32, 32},      {TypeKind::F64, 64}};

static constexpr Modifier modifiers[] = {Modifier::None,
                                         Modifier::NoSignedWrap,
                                         Modifier::NoUnsignedWrap,
                                         Modifier::NoSignedWrap |
                                             Modifier::NoUnsignedWrap,
                                         Modifier::Exact,
                                         Modifier::Disjoint,
                                         Modifier::NonNegative,
                                         Modifier::SameSign,
                                         Modifier::FlushSubnormals,
                                         Modifier::Saturate,
                                         Modifier::ClampAmount,
                                         Modifier::PropagateNaN,
                                         Modifier::PoisonOnMinimum,
                                         Modifier::ClampNegatives};

namespace {
using Values = std::array<uint64_t, warpSize>;

/// Numbers at the ends of types, of floats of every class, and any.
class Samples {
public:
  uint64_t draw(RegisterType type) {
    uint64_t bits = random();
    switch (random() % 6) {
    case 0:
      bits %= 5;
      break;
    case 1:
      bits = ~(bits % 5);
      break;
    case 2:
      bits = (uint64_t(1) << (type.width - 1)) + bits % 5 - 2;
      break;
    case 3:
      if (type.kind == TypeKind::F32)
        bits = special32[bits % std::size(special32)];
      if (type.kind == TypeKind::F64)
        bits = special64[bits % std::size(special64)];
      break;
    case 4: {
      double number = double(int64_t(bits)) / (uint64_t(1) << bits % 60);
      if (type.kind == TypeKind::F32)
        bits = llvm::bit_cast<uint32_t>(float(number));
      if (type.kind == TypeKind::F64)
        bits = llvm::bit_cast<uint64_t>(number);
      break;
    }
    default:
      break;
    }
    return maskTo(bits, type.width);
  }
  /// Of operand `index`. Tame ones keep every promise of integers, and are
  /// small floats.
  Values drawAll(RegisterType type, unsigned index, bool isTame) {
    Values values;
    for (uint64_t &value : values) {
      value = draw(type);
      if (!isTame)
        continue;
      if (type.kind == TypeKind::F32)
        value = llvm::bit_cast<uint32_t>(float(value % 1000 + 1) / 8);
      else if (type.kind == TypeKind::F64)
        value = llvm::bit_cast<uint64_t>(double(value % 1000 + 1) / 8);
      else if (type.width == 1)
        value = 0;
      else
        value = index == 0 ? 4 + 4 * (value % 2) : value % 4;
    }
    return values;
  }

private:
  static constexpr uint32_t special32[] = {
      0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000,
      0x3f800000, 0xbf800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
      0xffc00001, 0x7f800001, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f7fffff};
  static constexpr uint64_t special64[] = {0,
                                           0x8000000000000000,
                                           1,
                                           0x000fffffffffffff,
                                           0x0010000000000000,
                                           0x3ff0000000000000,
                                           0x7fefffffffffffff,
                                           0x7ff0000000000000,
                                           0xfff0000000000000,
                                           0x7ff8000000000000,
                                           0x7ff0000000000001,
                                           0x41dfffffffffffff,
                                           0x41e0000000000000,
                                           0xc1e0000000000001,
                                           0x36a0000000000000,
                                           0x47efffffffffffff};
  std::mt19937_64 random;
};
} // namespace

static Lane define(const simt::Instruction &op, uint64_t a, uint64_t b,
                   uint64_t c, std::optional<Undefined> &undefined) {
  switch (op.opcode) {
  case Opcode::Apply: {
    std::array<Lane, 4> values = {Lane{a}, Lane{b}, Lane{c}};
    return applyFunction(
        op, llvm::ArrayRef(values).take_front(arityOf(op.function)));
  }
  case Opcode::Fma:
    return computeThree(op, {a}, {b}, {c});
  case Opcode::Compare:
    return compare(op, {a}, {b});
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    return convert(op, {a});
  default:
    return compute(op, {a}, {b}, undefined);
  }
}

namespace {
struct Count {
  unsigned loops = 0, agreed = 0, refused = 0;
};
} // namespace

static void tryLoop(const simt::Instruction &op, Samples &samples,
                    Count &count) {
  LaneLoop loop = findLaneLoop(op);
  if (!loop)
    return;
  ++count.loops;
  bool everGoes = false;
  RegisterType wide = {op.type.kind, uint8_t(std::min(64, 2 * op.type.width))};
  bool hasWideThird = op.opcode == Opcode::Apply &&
                      op.function == semantics::IntegerFunction::WideProductAdd;
  for (unsigned round = 0; round < 40; ++round) {
    bool isTame = round % 2;
    Values a = samples.drawAll(op.type, 0, isTame),
           b = samples.drawAll(op.type, 1, isTame),
           c = samples.drawAll(hasWideThird ? wide : op.type, 2, isTame),
           result;
    if (!loop(laneParametersOf(op), result.data(), a.data(), b.data(),
              c.data())) {
      ++count.refused;
      continue;
    }
    everGoes = true;
    ++count.agreed;
    for (unsigned i = 0; i < warpSize; ++i) {
      std::optional<Undefined> undefined;
      Lane expected = define(op, a[i], b[i], c[i], undefined);
      ASSERT_FALSE(expected.poison || undefined)
          << nameOf(op.opcode).str() << " " << a[i] << " " << b[i];
      ASSERT_EQ(result[i], expected.bits)
          << nameOf(op.opcode).str() << " kind " << unsigned(op.type.kind)
          << " width " << unsigned(op.type.width) << " to "
          << unsigned(op.resultType.width) << " modifiers "
          << unsigned(op.modifiers) << ": " << a[i] << " " << b[i] << " "
          << c[i];
    }
  }
  EXPECT_TRUE(everGoes) << nameOf(op.opcode).str() << " kind "
                        << unsigned(op.type.kind) << " width "
                        << unsigned(op.type.width);
}

TEST(LaneLoopsTest, AgreeWithTheDefinition) {
  Samples samples;
  Count count;
  constexpr RoundingMode roundings[] = {RoundingMode::NearestEven,
                                        RoundingMode::Zero};
  for (unsigned opcode = unsigned(Opcode::Add);
       opcode <= unsigned(Opcode::IntegerToFloat); ++opcode)
    for (RegisterType type : types)
      for (Modifier modifier : modifiers)
        for (RoundingMode rounding : roundings) {
          simt::Instruction op;
          op.opcode = Opcode(opcode);
          op.type = op.resultType = type;
          op.modifiers = modifier;
          op.rounding = rounding;
          switch (op.opcode) {
          case Opcode::Contract:
          case Opcode::Approximate:
          case Opcode::Classify:
            continue;
          case Opcode::Apply:
            for (auto function : {semantics::IntegerFunction::WideProduct,
                                  semantics::IntegerFunction::WideProductAdd})
              if (!type.isFloat() && type.width >= 16 && type.width <= 32) {
                op.function = function;
                tryLoop(op, samples, count);
              }
            continue;
          case Opcode::Compare:
            for (unsigned relations = 0; relations < 16; ++relations) {
              op.relations = Relations(relations);
              tryLoop(op, samples, count);
            }
            continue;
          case Opcode::ConvertInteger:
          case Opcode::ConvertFloat:
          case Opcode::FloatToInteger:
          case Opcode::IntegerToFloat: {
            bool fromFloat = op.opcode == Opcode::ConvertFloat ||
                             op.opcode == Opcode::FloatToInteger,
                 toFloat = op.opcode == Opcode::ConvertFloat ||
                           op.opcode == Opcode::IntegerToFloat;
            for (RegisterType result : types) {
              op.resultType = result;
              if (type.isFloat() == fromFloat && result.isFloat() == toFloat)
                tryLoop(op, samples, count);
            }
            continue;
          }
          default:
            tryLoop(op, samples, count);
          }
        }
  llvm::outs() << "LaneLoopsTest: " << count.loops << " loops, " << count.agreed
               << " runs agree, " << count.refused
               << " are left to the definition\n";
  EXPECT_GT(count.loops, 900u);
}
