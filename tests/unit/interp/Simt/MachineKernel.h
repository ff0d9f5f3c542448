//===- MachineKernel.h - Kernels of single instructions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MACHINEKERNEL_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MACHINEKERNEL_H

#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace tilefuzz::simt {

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

inline uint64_t first(const Outcome &outcome) {
  uint64_t bits = 0;
  memcpy(&bits, outcome.buffers[0].bytes.data(), 8);
  return bits;
}

inline constexpr RegisterType u8{TypeKind::Unsigned, 8},
    s8{TypeKind::Signed, 8}, u32{TypeKind::Unsigned, 32},
    s32{TypeKind::Signed, 32}, b32{TypeKind::Bits, 32}, f32{TypeKind::F32, 32},
    f64{TypeKind::F64, 64};

/// An operation on lanes.
inline Row lane(Opcode opcode, RegisterType type,
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
inline Row conversion(Opcode opcode, RegisterType from, RegisterType to,
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
inline Row saturation(RegisterType from, RegisterType to, uint64_t operand,
                      uint64_t expected) {
  return {Opcode::FloatToInteger,
          [=](Builder &b) {
            Instruction &op = b.add(Opcode::FloatToInteger, from, {operand});
            op.resultType = to;
            op.modifiers = Modifier::Saturate;
          },
          expected};
}
inline Row comparison(RegisterType type, Relations relations, uint64_t x,
                      uint64_t y, uint64_t expected) {
  return {Opcode::Compare,
          [=](Builder &b) {
            b.add(Opcode::Compare, type, {x, y}).relations = relations;
          },
          expected};
}

/// Of opcodes that access memory, or that threads synchronise with.
std::vector<Row> getMemoryRows();

} // namespace tilefuzz::simt

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_MACHINEKERNEL_H
