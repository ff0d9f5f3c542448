//===- MachineTest.cpp - Every opcode of the machine, in no language ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "tests/unit/interp/Simt/MachineKernel.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;

static std::vector<Row> rows() {
  using O = Opcode;
  constexpr uint64_t one = 0x3f800000, nan = 0x7fc00000, tiny = 0x00400000;
  constexpr Relations less = Relations::Less, equal = Relations::Equal,
                      greater = Relations::Greater,
                      unordered = Relations::Unordered;
  std::vector<Row> rows = {
      // Control.
      {O::Exit, [](Builder &b) { b.set(3); }, 3},
      {O::Exit, [](Builder &b) { b.add(O::Exit); }, 7},
      {O::Unreachable, [](Builder &b) { b.add(O::Unreachable); }, 7,
       "unreachable"},
      {O::Jump,
       [](Builder &b) {
         // A parallel copy that exchanges two slots.
         uint32_t x = b.slot(5);
         b.set(9);
         uint32_t edge = b.edge(3, {{b.result, x, 1}, {x, b.result, 1}});
         b.add(O::Jump).edges[0] = edge;
         b.set(1);
         Instruction &sub = b.add(O::Sub);
         sub.operands = {b.result, x, 0};
       },
       uint64_t(5) - 9},
      {O::Branch,
       [](Builder &b) {
         uint32_t taken = b.edge(2), other = b.edge(1);
         b.add(O::Branch, {TypeKind::Bits, 1}, {0}).edges = {taken, other};
         b.set(1);
       },
       1},
      {O::Branch,
       [](Builder &b) {
         uint32_t condition = b.poison();
         b.edge(1);
         b.add(O::Branch).operands[0] = condition;
       },
       7, "branch-on-poison"},
      {O::Switch,
       [](Builder &b) {
         uint32_t other = b.edge(1), wanted = b.edge(2);
         Instruction &op = b.add(O::Switch, b32, {4});
         op.edges[0] = other;
         op.count = 2;
         b.kernel.cases = {{3, other}, {4, wanted}};
         b.set(1);
         b.add(O::Add).operands = {b.result, b.slot(2), 0};
       },
       2},
      {O::Barrier, [](Builder &b) { b.add(O::Barrier); b.set(2); }, 2},
      {O::WarpBarrier,
       [](Builder &b) { b.add(O::WarpBarrier, b32, {1}); b.set(2); }, 2},
      {O::WarpBarrier, [](Builder &b) { b.add(O::WarpBarrier, b32, {2}); }, 7,
       "barrier-divergence"},
      {O::WarpCollective,
       [](Builder &b) {
         uint32_t results = b.slot(0);
         b.slot(0);
         Instruction &op = b.add(O::WarpCollective, b32, {~0u, 21});
         op.warp = WarpOperation::ReduceAdd;
         op.result = results;
         b.add(O::Add).operands = {results, b.slot(1)};
       },
       22},
      {O::Assume, [](Builder &b) { b.add(O::Assume, {}, {1}); b.set(2); }, 2},
      {O::Assume, [](Builder &b) { b.add(O::Assume, {}, {0}); }, 7,
       "false-assumption"},
      {O::Refuse,
       [](Builder &b) {
         b.kernel.refusals = {"instruction 'wgmma'"};
         b.add(O::Refuse);
       },
       7, "instruction 'wgmma'"},
      {O::Trap, [](Builder &b) { b.add(O::Trap); }, 7, "trap"},
      // A format of one argument, which begins where the format does.
      {O::Print,
       [](Builder &b) {
         b.set(0x6425); // "%d"
         b.access(O::Store, b.result);
         b.add(O::Print).operands = {b.out, b.out};
       },
       1},
      // Data movement.
      {O::Move, [](Builder &b) { b.set(11); }, 11},
      lane(O::Select, b32, {0, 1, 2}, 2),
      lane(O::Select, b32, {1, 1, 2}, 1),
      {O::Freeze,
       [](Builder &b) {
         uint32_t value = b.poison();
         b.add(O::Freeze).operands[0] = value;
       },
       0},
      {O::ReadSpecial,
       [](Builder &b) {
         b.add(O::ReadSpecial).special = SpecialRegister::GridY;
       },
       1},
      // Integers.
      lane(O::Add, u8, {200, 100}, 44),
      lane(O::Add, u8, {200, 100}, 255, Modifier::Saturate),
      lane(O::Add, s8, {100, 100}, 127, Modifier::Saturate),
      lane(O::Sub, u8, {1, 2}, 255),
      lane(O::Sub, u8, {1, 2}, 0, Modifier::Saturate),
      lane(O::Sub, s8, {0x80, 1}, 0x80, Modifier::Saturate),
      lane(O::Mul, u8, {20, 20}, 144),
      lane(O::MulHigh, u32, {0xffffffff, 2}, 1),
      lane(O::MulHigh, s32, {0xffffffff, 2}, 0xffffffff),
      lane(O::Div, s8, {0xf9, 2}, 0xfd),
      lane(O::Div, u8, {0xf9, 2}, 0x7c),
      {O::Div, [](Builder &b) { b.add(O::Div, u8, {1, 0}); }, 7,
       "division-by-zero"},
      {O::Div, [](Builder &b) { b.add(O::Div, s8, {0x80, 0xff}); }, 7,
       "division-overflow"},
      lane(O::Rem, s8, {0xf9, 2}, 0xff),
      lane(O::Rem, u8, {0xf9, 2}, 1),
      lane(O::Fma, u8, {20, 20, 1}, 145),
      lane(O::Min, s8, {0xff, 1}, 0xff),
      lane(O::Min, u8, {0xff, 1}, 1),
      lane(O::Max, s8, {0xff, 1}, 1),
      lane(O::Max, u8, {0xff, 1}, 0xff),
      lane(O::Neg, u8, {1}, 0xff),
      lane(O::Abs, s8, {0x80}, 0x80),
      lane(O::Abs, s8, {0xff}, 1),
      // Bits.
      lane(O::And, b32, {12, 10}, 8),
      lane(O::Or, b32, {12, 10}, 14),
      lane(O::Xor, b32, {12, 10}, 6),
      lane(O::Shl, u8, {0x81, 1}, 2),
      lane(O::Shl, u8, {0x81, 9}, 0, Modifier::ClampAmount),
      lane(O::Shr, u8, {0x81, 1}, 0x40),
      lane(O::Shr, s8, {0x81, 1}, 0xc0),
      lane(O::Shr, s8, {0x81, 9}, 0xff, Modifier::ClampAmount),
      lane(O::Shr, u8, {0x81, 9}, 0, Modifier::ClampAmount),
      lane(O::FunnelLeft, u8, {0x12, 0x34, 4}, 0x23),
      lane(O::FunnelRight, u8, {0x12, 0x34, 4}, 0x23),
      lane(O::PopCount, u8, {0xf1}, 5),
      lane(O::ReverseBits, u8, {0x11}, 0x88),
      lane(O::SwapBytes, b32, {0x01020304}, 0x04030201),
      lane(O::LeadingZeros, b32, {0x00010000}, 15),
      lane(O::LeadingZeros, b32, {0}, 32),
      lane(O::PermuteBytes, b32, {0x33221100, 0x77665544, 0x7410}, 0x77441100),
      // The sign of byte 7 of eight, and of byte 0.
      lane(O::PermuteBytes, b32, {0x33221100, 0x80665544, 0x8f21}, 0x00ff2211),
      lane(O::ExtractField, u32, {0x12345678, 4, 8}, 0x67),
      lane(O::ExtractField, s32, {0x00000f80, 7, 5}, 0xffffffff),
      lane(O::ExtractField, s32, {0x80000000, 28, 8}, 0xfffffff8),
      lane(O::ExtractField, u32, {0x80000000, 28, 8}, 8),
      lane(O::ExtractField, s32, {0x80000000, 40, 8}, 0xffffffff),
      lane(O::ExtractField, u32, {0xffffffff, 3, 0}, 0),
      {O::Apply,
       [](Builder &b) {
         Instruction &op = b.add(O::Apply, s32, {5, 0xffffffff, 10});
         op.function = semantics::IntegerFunction::AddDifference;
       },
       16},
      // Floats: 1 + 2^-24 is rounded, 2^-127 is subnormal.
      lane(O::Add, f32, {one, 0x33800000}, one),
      lane(O::Add, f32, {one, 0x33800000}, one + 1, Modifier::None,
           RoundingMode::PositiveInf),
      lane(O::Add, f32, {tiny, 0}, 0, Modifier::FlushSubnormals),
      lane(O::Sub, f64, {0x3ff0000000000000, 0x4000000000000000},
           0xbff0000000000000),
      lane(O::Mul, f32, {one, 0xbf800000}, 0xbf800000),
      lane(O::Div, f32, {one, 0}, 0x7f800000),
      lane(O::Rem, f32, {0x40e00000, 0x40000000}, one),
      // (1 + 2^-23)^2 - (1 + 2^-22) is 2^-46 if it is rounded once.
      lane(O::Fma, f32, {one + 1, one + 1, 0xbf800002}, 0x28800000),
      lane(O::Min, f32, {nan, one}, one),
      lane(O::Min, f32, {nan, one}, nan, Modifier::PropagateNaN),
      lane(O::Max, f32, {one, 0x40000000}, 0x40000000),
      lane(O::Neg, f32, {one}, 0xbf800000),
      lane(O::Abs, f32, {0xffc00001}, 0x7fc00001),
      lane(O::SquareRoot, f32, {0x41100000}, 0x40400000),
      lane(O::CopySign, f32, {one, 0x80000000}, 0xbf800000),
      lane(O::Add, f32, {one, one}, one, Modifier::Saturate),
      lane(O::Sub, f32, {one, 0x40000000}, 0, Modifier::ClampNegatives),
      lane(O::Max, f32, {0xc0000000, one}, 0xc0000000, Modifier::XorSign),
      lane(O::Min, f32, {0xc0000000, one}, one, Modifier::Magnitudes),
      lane(O::Neg, f32, {tiny}, 0x80000000, Modifier::FlushSubnormals),
      {O::Add,
       [](Builder &b) {
         b.add(O::Add, {TypeKind::F16, 16}, {0x3c00c000, 0x3c003c00}).packed =
             2;
       },
       0x4000bc00},
      // Comparison and conversion.
      {O::Classify,
       [](Builder &b) { b.add(O::Classify, f32, {nan}).count = llvm::fcNan; },
       1},
      {O::Classify,
       [](Builder &b) { b.add(O::Classify, f32, {one}).count = llvm::fcZero; },
       0},
      comparison(s8, less, 0xff, 1, 1),
      comparison(u8, less, 0xff, 1, 0),
      comparison(u8, less | greater, 1, 1, 0),
      comparison(f32, less | unordered, nan, one, 1),
      comparison(f32, less | equal | greater, nan, one, 0),
      comparison(f64, equal, 0x8000000000000000, 0, 1),
      conversion(O::ConvertInteger, s8, u32, 0x80, 0xffffff80),
      conversion(O::ConvertInteger, u8, u32, 0x80, 0x80),
      conversion(O::ConvertInteger, u32, u8, 0x1234, 0x34),
      conversion(O::ConvertFloat, f32, {TypeKind::F16, 16}, one + 1, 0x3c00),
      conversion(O::ConvertFloat, f32, {TypeKind::F16, 16}, one + 1, 0x3c01,
                 RoundingMode::PositiveInf),
      conversion(O::FloatToInteger, f32, s8, 0xbfc00000, 0xff,
                 RoundingMode::Zero),
      conversion(O::FloatToInteger, f32, u8, 0x3fc00000, 2),
      saturation(f32, s8, 0x43800000, 0x7f),
      saturation(f32, s8, 0xc3800000, 0x80),
      saturation(f32, u8, 0xbf800000, 0),
      saturation(f32, s8, nan, 0),
      saturation(f64, s32, 0x7ff8000000000000, 0x80000000),
      saturation(f32, {TypeKind::Unsigned, 64}, nan, uint64_t(1) << 63),
      conversion(O::IntegerToFloat, s8, f32, 0xff, 0xbf800000),
      conversion(O::IntegerToFloat, u8, f32, 0xff, 0x437f0000),
  };
  llvm::append_range(rows, getMemoryRows());
  return rows;
}

TEST(Machine, EveryOpcode) {
  std::set<Opcode> tested;
  for (const Row &row : rows()) {
    SCOPED_TRACE(nameOf(row.opcode).str());
    Builder builder;
    row.build(builder);
    Outcome outcome = builder.run();
    EXPECT_EQ(outcome.condition, row.condition);
    EXPECT_EQ(outcome.completed(), row.condition[0] == 0);
    ASSERT_EQ(outcome.buffers.size(), 1u);
    EXPECT_EQ(first(outcome), row.expected);
    EXPECT_TRUE(outcome.buffers[0].unspecified.empty());
    EXPECT_TRUE(llvm::any_of(builder.kernel.code, [&](const Instruction &op) {
      return op.opcode == row.opcode;
    }));
    tested.insert(row.opcode);
  }
  for (unsigned i = 0; i < opcodeCount; ++i)
    EXPECT_TRUE(tested.count(Opcode(i))) << nameOf(Opcode(i)).str();
}

TEST(Machine, GuardsDecideWhetherAnInstructionRuns) {
  for (bool guard : {false, true})
    for (bool isNegated : {false, true}) {
      Builder builder;
      builder.set(1);
      builder.set(2);
      builder.kernel.code.back().guard = builder.slot(guard);
      builder.kernel.code.back().guardIsNegated = isNegated;
      EXPECT_EQ(first(builder.run()), guard != isNegated ? 2u : 1u);
    }
  Builder builder;
  builder.set(2);
  builder.kernel.code.back().guard = builder.poison();
  Outcome outcome = builder.run();
  EXPECT_EQ(outcome.status, RunStatus::UndefinedBehaviour);
  EXPECT_EQ(outcome.condition, "branch-on-poison");
  EXPECT_EQ(outcome.site.operation, "op0");
}

TEST(Machine, PromisesMakePoison) {
  struct {
    Opcode opcode;
    RegisterType type;
    uint64_t x, y;
    Modifier promise;
  } rows[] = {
      {Opcode::Add, s8, 100, 100, Modifier::NoSignedWrap},
      {Opcode::Sub, u8, 1, 2, Modifier::NoUnsignedWrap},
      {Opcode::Mul, u8, 20, 20, Modifier::NoUnsignedWrap},
      {Opcode::Shl, u8, 0x81, 1, Modifier::NoUnsignedWrap},
      {Opcode::Shl, s8, 0x41, 1, Modifier::NoSignedWrap},
      {Opcode::Shl, u8, 1, 8, Modifier::None},
      {Opcode::Shr, u8, 1, 1, Modifier::Exact},
      {Opcode::Div, u8, 3, 2, Modifier::Exact},
      {Opcode::Or, u8, 3, 2, Modifier::Disjoint},
      {Opcode::Abs, s8, 0x80, 0, Modifier::PoisonOnMinimum},
      {Opcode::Div, u8, 3, 0, Modifier::UnspecifiedQuotient},
      {Opcode::Rem, s8, 0x80, 0xff, Modifier::UnspecifiedQuotient},
      {Opcode::Compare, s8, 0x80, 0, Modifier::SameSign},
      {Opcode::ConvertInteger, u8, 0x80, 0, Modifier::NonNegative},
      {Opcode::IntegerToFloat, u8, 0x80, 0, Modifier::NonNegative},
  };
  for (const auto &row : rows) {
    SCOPED_TRACE(nameOf(row.opcode).str());
    Builder builder;
    Instruction &op = builder.add(row.opcode, row.type, {row.x, row.y});
    op.modifiers = row.promise;
    if (row.opcode == Opcode::IntegerToFloat)
      op.resultType = f32;
    Outcome outcome = builder.run();
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    ASSERT_FALSE(outcome.buffers[0].unspecified.empty());
    EXPECT_TRUE(outcome.buffers[0].unspecified[0]);
  }
}
