//===- MachineTest.cpp - Every opcode of the machine, in no language ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <functional>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
/// A kernel of one thread with one parameter, a buffer of eight i64. What is
/// appended may name `result`, which is stored to the buffer's start.
struct Builder {
  Kernel kernel;
  uint32_t out, result;

  Builder() {
    kernel.name = "k";
    kernel.threadsPerCta = 1;
    kernel.frame.emplace_back();
    out = slot(0);
    kernel.parameters.push_back({{TypeKind::Pointer, 64}, out});
    result = slot(0);
    kernel.placeOf = [](uint32_t index) {
      return Place{"op" + std::to_string(index), "here"};
    };
  }
  uint32_t slot(uint64_t bits) {
    kernel.frame.push_back({bits, 0, false});
    return kernel.frame.size() - 1;
  }
  uint32_t poison() {
    kernel.frame.push_back({0, 0, true});
    return kernel.frame.size() - 1;
  }
  uint32_t edge(uint32_t target, std::vector<Copy> copies = {}) {
    kernel.edges.push_back({target, std::move(copies)});
    return kernel.edges.size() - 1;
  }
  uint32_t next() const { return kernel.code.size(); }
  Instruction &add(Opcode opcode, RegisterType type = {TypeKind::Bits, 64},
                   std::vector<uint64_t> operands = {}) {
    Instruction op;
    op.opcode = opcode;
    op.type = op.resultType = type;
    op.result = result;
    for (auto [i, bits] : llvm::enumerate(operands))
      op.operands[i] = slot(bits);
    kernel.code.push_back(op);
    return kernel.code.back();
  }
  Instruction &access(Opcode opcode, uint32_t value) {
    Instruction &op = add(opcode);
    op.operands = {out, value, 0};
    op.bytes = 8;
    op.alignment = 8;
    return op;
  }
  void set(uint64_t bits) {
    Instruction &op = add(Opcode::Move);
    op.first = kernel.copies.size();
    op.count = 1;
    kernel.copies.push_back({result, slot(bits), 1});
  }
  Outcome run(const SimtOptions &options = {}) {
    access(Opcode::Store, result);
    add(Opcode::Exit);
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
                    "// tilefuzz.buffer out : i64[8] = fill(7)\n"
                    "// tilefuzz.args &out\n",
                    "test"));
    return runKernel(kernel, launch, options);
  }
};

struct Row {
  Opcode opcode;
  std::function<void(Builder &)> build;
  uint64_t expected;
  /// Not empty: the run ends with it.
  const char *condition = "";
};
} // namespace

static uint64_t first(const Outcome &outcome) {
  uint64_t bits = 0;
  memcpy(&bits, outcome.buffers[0].bytes.data(), 8);
  return bits;
}

static constexpr RegisterType u8{TypeKind::Unsigned, 8},
    s8{TypeKind::Signed, 8}, u32{TypeKind::Unsigned, 32},
    s32{TypeKind::Signed, 32}, b32{TypeKind::Bits, 32}, f32{TypeKind::F32, 32},
    f64{TypeKind::F64, 64};

/// An operation on lanes.
static Row lane(Opcode opcode, RegisterType type,
                std::vector<uint64_t> operands, uint64_t expected,
                Modifier modifiers = Modifier::None,
                RoundingMode rounding = RoundingMode::NearestEven) {
  return {opcode,
          [=](Builder &b) {
            Instruction &op = b.add(opcode, type, operands);
            op.modifiers = modifiers;
            op.rounding = rounding;
          },
          expected};
}
static Row conversion(Opcode opcode, RegisterType from, RegisterType to,
                      uint64_t operand, uint64_t expected,
                      RoundingMode rounding = RoundingMode::NearestEven) {
  return {opcode,
          [=](Builder &b) {
            Instruction &op = b.add(opcode, from, {operand});
            op.resultType = to;
            op.rounding = rounding;
          },
          expected};
}
static Row saturation(RegisterType from, RegisterType to, uint64_t operand,
                      uint64_t expected) {
  return {Opcode::FloatToInteger,
          [=](Builder &b) {
            Instruction &op = b.add(Opcode::FloatToInteger, from, {operand});
            op.resultType = to;
            op.modifiers = Modifier::Saturate;
          },
          expected};
}
static Row comparison(RegisterType type, Relations relations, uint64_t x,
                      uint64_t y, uint64_t expected) {
  return {Opcode::Compare,
          [=](Builder &b) {
            b.add(Opcode::Compare, type, {x, y}).relations = relations;
          },
          expected};
}

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
      // Memory.
      {O::ResolveAddress,
       [](Builder &b) {
         // The second element of the only buffer, by its address.
         Instruction &op =
             b.add(O::ResolveAddress, {}, {globalAddress(1, 16)});
         op.immediate = -8;
         b.access(O::Load, 0).operands[0] = b.result;
       },
       7},
      {O::ResolveAddress,
       [](Builder &b) {
         b.add(O::ResolveAddress, {}, {globalAddress(1)}).immediate = -8;
         b.access(O::Load, 0).operands[0] = b.result;
       },
       7, "out-of-bounds"},
      {O::ResolveAddress,
       [](Builder &b) {
         b.add(O::ResolveAddress, {}, {0});
         b.access(O::Load, 0).operands[0] = b.result;
       },
       7, "null-access"},
      {O::Address,
       [](Builder &b) {
         Instruction &op = b.add(O::Address, {TypeKind::Pointer, 64});
         op.operands[0] = b.out;
         op.immediate = 24;
         op.count = 1;
         b.kernel.indices = {{b.slot(0xfe), 8, 8}};
       },
       8},
      {O::LocalObject,
       [](Builder &b) {
         uint32_t object = b.slot(0), value = b.slot(21);
         Instruction &local = b.add(O::LocalObject);
         local.result = object;
         local.immediate = 8;
         b.access(O::Store, value).operands[0] = object;
         b.access(O::Load, 0).operands[0] = object;
       },
       21},
      {O::Load, [](Builder &b) { b.access(O::Load, 0); }, 7},
      {O::Load,
       [](Builder &b) { b.access(O::Load, 0).space = StateSpace::Shared; }, 7,
       "wrong-state-space"},
      {O::Load,
       [](Builder &b) {
         uint32_t narrow = b.slot(4);
         b.kernel.frame[narrow].allocation = 1;
         b.access(O::Load, 0).operands[0] = narrow;
       },
       7, "misaligned-access"},
      {O::Approximate,
       [](Builder &b) {
         b.add(O::Approximate, f32, {0x40800000}).approximation =
             semantics::BoundedFunction::SqrtApprox;
       },
       0x40000000},
      {O::Store, [](Builder &b) { b.set(6); b.access(O::Store, b.slot(8)); },
       6},
      {O::Fence,
       [](Builder &b) {
         Instruction &op = b.add(O::Fence);
         op.order = MemoryOrder::AcquireRelease;
         op.scope = Scope::Gpu;
         b.set(4);
       },
       4},
  };
  // Main calls what stands after the store and the exit of `run`.
  auto callee = [](Builder &b, Opcode opcode) {
    Instruction &call = b.add(opcode);
    uint32_t target = b.next() + 1;
    if (opcode == O::Call) {
      call.edges[0] = b.edge(target);
    } else {
      call.operands[0] = b.slot(0);
      b.kernel.frame[call.operands[0]].allocation = functionBit | 3;
      call.first = b.kernel.cases.size();
      call.count = 1;
      uint32_t edge = b.edge(target);
      b.kernel.cases.push_back({3, edge});
    }
    uint32_t back = b.next();
    b.add(O::Jump);
    b.set(11);
    b.add(O::Return);
    uint32_t over = b.edge(b.next());
    b.kernel.code[back].edges[0] = over;
  };
  for (Opcode opcode : {O::Call, O::Return})
    rows.push_back({opcode, [=](Builder &b) { callee(b, O::Call); }, 11});
  rows.push_back(
      {O::CallIndirect, [=](Builder &b) { callee(b, O::CallIndirect); }, 11});
  rows.push_back(
      {O::CallIndirect,
       [](Builder &b) { b.add(O::CallIndirect).operands[0] = b.out; }, 7,
       "call-of-no-function"});
  rows.push_back({O::Return, [](Builder &b) { b.add(O::Return); }, 7,
                  "a return without a call"});
  rows.push_back({O::CopyBytes,
                  [](Builder &b) {
                    uint32_t object = b.slot(0);
                    Instruction &local = b.add(O::LocalObject);
                    local.result = object;
                    local.immediate = 8;
                    b.add(O::CopyBytes).operands = {object, b.out, b.slot(8)};
                    b.access(O::Load, 0).operands[0] = object;
                  },
                  7});
  // From the first byte to the second of the same object.
  rows.push_back({O::CopyBytes,
                  [](Builder &b) {
                    uint32_t second = b.slot(0);
                    Instruction &address = b.add(O::Address);
                    address.result = second;
                    address.operands[0] = b.out;
                    address.immediate = 1;
                    Instruction &op = b.add(O::CopyBytes);
                    op.operands = {second, b.out, b.slot(8)};
                    op.count = 1;
                  },
                  7, "overlapping-copy"});
  rows.push_back({O::FillBytes,
                  [](Builder &b) {
                    b.add(O::FillBytes).operands = {b.out, b.slot(1),
                                                    b.slot(2)};
                    b.access(O::Load, 0);
                  },
                  0x0101});
  rows.push_back({O::FillBytes,
                  [](Builder &b) {
                    b.add(O::FillBytes).operands = {b.out, b.slot(1),
                                                    b.slot(65)};
                  },
                  7, "out-of-bounds"});
  // MbarrierTest has the others; a buffer is no shared memory.
  rows.push_back(
      {O::Mbarrier,
       [](Builder &b) { b.add(O::Mbarrier).operands = {b.out, b.slot(1)}; }, 7,
       "wrong-state-space"});
  rows.push_back({O::SharedAddress,
                  [](Builder &b) {
                    Instruction &op = b.add(O::SharedAddress);
                    op.operands[0] = b.out;
                    op.result = b.slot(0);
                  },
                  7, "wrong-state-space"});
  // What it orders is in TensorProductsTest.
  rows.push_back(
      {O::ProxyFence, [](Builder &b) { b.add(O::ProxyFence), b.set(4); }, 4});
  // TensorMemoryTest has the others; this one is a lane's alone.
  rows.push_back({O::Tensor,
                  [](Builder &b) {
                    b.add(O::Tensor).tensor = TensorOperation::FenceAfter;
                    b.set(4);
                  },
                  4});
  // ClusterBarrierTest has the others; this thread is its warp and cluster.
  rows.push_back({O::ClusterWait,
                  [](Builder &b) {
                    for (Opcode opcode : {O::ClusterArrive, O::ClusterWait}) {
                      uint32_t mask = b.slot(1);
                      b.add(opcode).operands[0] = mask;
                    }
                    b.set(4);
                  },
                  4});
  rows.push_back({O::ClusterArrive,
                  [](Builder &b) {
                    uint32_t mask = b.slot(1);
                    b.add(O::ClusterArrive).operands[0] = mask;
                    b.add(O::ClusterArrive).operands[0] = mask;
                  },
                  7, "cluster-barrier-order"});
  // AsyncCopyTest has the others; a buffer is no shared memory.
  rows.push_back({O::AsyncCopy,
                  [](Builder &b) {
                    Instruction &op = b.add(O::AsyncCopy);
                    op.operands = {b.out, b.out};
                    op.bytes = 4;
                    op.space = StateSpace::Shared;
                  },
                  7, "wrong-state-space"});
  for (Opcode opcode : {O::AsyncCommit, O::AsyncWait})
    rows.push_back({opcode, [=](Builder &b) { b.add(opcode), b.set(4); }, 4});
  rows.push_back({O::AsyncArrive,
                  [](Builder &b) { b.add(O::AsyncArrive).operands[0] = b.out; },
                  7, "mbarrier-lifetime"});
  // MatrixTest has what whole warps do; one thread is none.
  rows.push_back({O::Matrix,
                  [](Builder &b) {
                    b.add(O::Matrix).operands[0] = b.slot(1);
                    b.kernel.matrices.push_back({MatrixOperation::Transpose});
                  },
                  7, "barrier-divergence"});
  rows.push_back({O::MatrixProduct,
                  [](Builder &b) {
                    b.add(O::MatrixProduct).operands[0] = b.slot(1);
                    b.kernel.products.emplace_back();
                  },
                  7, "barrier-divergence"});
  rows.push_back({O::MatrixAccess,
                  [](Builder &b) {
                    b.add(O::MatrixAccess).operands[0] = b.slot(1);
                    b.kernel.fragments.emplace_back();
                  },
                  7, "barrier-divergence"});
  auto convert = [](Builder &b, StateSpace space) {
    uint32_t other = b.slot(0);
    Instruction &op = b.add(O::ConvertSpace);
    op.result = other;
    op.operands[0] = b.out;
    op.space = space;
    b.access(O::Load, 0).operands[0] = other;
  };
  rows.push_back({O::ConvertSpace,
                  [=](Builder &b) { convert(b, StateSpace::Global); }, 7});
  rows.push_back({O::ConvertSpace,
                  [=](Builder &b) { convert(b, StateSpace::Shared); }, 7,
                  "poison-address"});
  using A = AtomicOperation;
  for (auto [operation, expected] : {std::pair(A::Exchange, 5),
                                     {A::Add, 12},
                                     {A::Sub, 2},
                                     {A::And, 5},
                                     {A::Or, 7},
                                     {A::Xor, 2},
                                     {A::Min, 5},
                                     {A::Max, 7},
                                     {A::Increment, 0},
                                     {A::Decrement, 5},
                                     {A::CompareExchange, 7}})
    rows.push_back({O::Atomic,
                    [operation = operation](Builder &b) {
                      Instruction &op = b.access(O::Atomic, b.slot(5));
                      op.atomic = operation;
                      op.order = MemoryOrder::Relaxed;
                      b.access(O::Load, 0);
                    },
                    uint64_t(expected)});
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
