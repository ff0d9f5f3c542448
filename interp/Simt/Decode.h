//===- Decode.h - A function in the executor's compact form ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every SSA value occupies consecutive slots of a frame, one per scalar lane
// (vectors and structs are flattened), so that extracts, inserts and shuffles
// are copies. Constants are slots that the frame's initial image fills.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_DECODE_H
#define TILEFUZZ_INTERP_SIMT_DECODE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace tilefuzz::simt {

/// One scalar lane. For pointers `bits` is the offset into `allocation`.
struct Lane {
  uint64_t bits = 0;
  uint32_t allocation = 0;
  bool poison = false;
};

enum class LaneKind : uint8_t { Int, F16, BF16, F32, F64, Ptr };
struct LaneType {
  LaneKind kind = LaneKind::Int;
  uint8_t width = 0;
};

struct Copy {
  uint32_t to, from, lanes;
};
/// What taking a control-flow edge does: the phis' parallel copy and the jump.
struct Edge {
  uint32_t target = 0;
  std::vector<Copy> copies;
};
struct Case {
  uint64_t value;
  uint32_t edge;
};

struct Decoded {
  unsigned opcode = 0;
  /// Intrinsic, predicate or atomic operation.
  unsigned sub = 0;
  LaneType from, to;
  uint32_t result = 0, lanes = 0;
  uint32_t a = 0, b = 0, c = 0;
  bool nsw = false, nuw = false, exact = false, flag = false;
  /// For memory: bytes per lane and required alignment.
  uint32_t bytes = 0;
  uint64_t align = 1;
  /// Getelementptr: constant part; (slot, scale) pairs in `scales`.
  int64_t offset = 0;
  std::vector<std::pair<uint32_t, int64_t>> scales;
  std::vector<Copy> copies;
  std::vector<Case> cases;
  std::vector<uint32_t> operands;
  uint32_t edge0 = 0, edge1 = 0;
  const llvm::Instruction *origin = nullptr;
};

struct DecodedFunction {
  std::vector<Decoded> code;
  std::vector<Edge> edges;
  /// The frame before the first instruction: constants filled in.
  std::vector<Lane> frame;
  std::vector<uint32_t> arguments;
};

/// Fails, naming the construct, on what the executor cannot run.
/// `globals` maps global variables to allocations.
llvm::Expected<DecodedFunction>
decode(const llvm::Function &function,
       const llvm::DenseMap<const llvm::GlobalVariable *, uint32_t> &globals);

/// The lanes of a type; false if it has no such form.
bool flatten(llvm::Type *type, llvm::SmallVectorImpl<LaneType> &lanes);

/// `file:line:col` or `function:%block:index`.
std::string locationOf(const llvm::Instruction &instruction);
std::string nameOf(const llvm::Instruction &instruction);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_DECODE_H
