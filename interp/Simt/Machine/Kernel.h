//===- Kernel.h - A kernel in the machine's form ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What a decoder makes and the machine runs: instructions, the tables that
// they index, the first image of a thread's frame, and the objects that exist
// beside the launch's buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_KERNEL_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_KERNEL_H

#include "interp/Simt/Machine/BulkForm.h"
#include "interp/Simt/Machine/Instruction.h"
#include "interp/Simt/Machine/MatrixForm.h"
#include "interp/Simt/Machine/MatrixProduct.h"
#include "interp/Simt/Machine/WarpgroupForm.h"
#include "llvm/Support/Error.h"
#include <array>
#include <functional>
#include <string>
#include <vector>

namespace tilefuzz {
struct Launch;
} // namespace tilefuzz

namespace tilefuzz::simt {

struct Copy {
  uint32_t to, from, lanes;
};
/// What taking a control-flow edge does: a parallel copy (LLVM's phis; none in
/// PTX) and the jump to instruction `target`.
struct Edge {
  uint32_t target = 0;
  std::vector<Copy> copies;
};
struct Case {
  uint64_t value;
  uint32_t edge;
};
/// The registers of a function, or a part of them.
struct SlotRange {
  uint32_t first = 0, count = 0;
};
/// A term of an address: the sign-extended register times `scale` bytes.
struct Index {
  uint32_t slot;
  uint8_t width;
  int64_t scale;
};

/// A variable of the module.
struct Object {
  std::string name;
  std::vector<uint8_t> bytes;
  /// Global, Shared (one for each CTA) or Constant.
  StateSpace space = StateSpace::Global;
  bool isConstant = false;
  /// Of its address, in bytes; a power of two.
  uint32_t alignment = 16;
  /// The launch says how large it is (PTX: `.extern .shared`; LLVM IR: an array
  /// of no elements that the module does not define).
  bool hasLaunchSize = false;
};

/// A register that the text names.
struct NamedSlot {
  uint32_t slot = 0;
  RegisterType type;
  std::string name;
};

struct Parameter {
  RegisterType type;
  uint32_t slot = 0;
  /// Of a structure, which has slots in a row for 8 bytes each; 0: a number.
  uint32_t bytes = 0;
  /// As the module says it; 0: of the type.
  uint32_t alignment = 0;
};

/// Where an instruction comes from, for people.
struct Place {
  /// As the language spells it: `getelementptr`, `add.rn.f32`.
  std::string operation;
  /// `file:line:col` or `function:%block:index`.
  std::string location;
};

struct Kernel {
  std::string name;
  /// Addresses are numbers (FlatAddress.h): a parameter of 64 bits may be one.
  bool hasFlatAddresses = false;
  /// 0: the kernel does not say, so the launch does.
  uint32_t threadsPerCta = 0;
  /// In three dimensions; 0 of the first: one dimension.
  std::array<uint32_t, 3> ctaShape = {0, 1, 1};
  /// That each thread has at its start (PTX: `.maxnreg`); 0: the kernel does
  /// not say.
  uint32_t registersPerThread = 0;
  /// CTAs of a cluster, and whether the kernel says so.
  std::array<uint32_t, 3> clusterShape = {1, 1, 1};
  bool hasClusters = false;
  /// A launch says how many clusters there are, not how many CTAs (PTX:
  /// `.blocksareclusters`).
  bool blocksAreClusters = false;
  std::vector<Instruction> code;
  std::vector<Edge> edges;
  std::vector<Copy> copies;
  std::vector<Case> cases;
  std::vector<Index> indices;
  /// What SaveRegisters puts aside.
  std::vector<SlotRange> ranges;
  std::vector<BulkForm> bulks;
  std::vector<MatrixForm> matrices;
  std::vector<MatrixProduct> products;
  std::vector<MatrixAccess> fragments;
  std::vector<WarpgroupForm> warpgroups;
  /// Of loads and stores of tensor memory: the slots of their registers.
  std::vector<uint32_t> tensorRegisters;
  /// What is not known, in words: "intrinsic 'llvm.sin.f32'".
  std::vector<std::string> refusals;
  /// The frame before the first instruction: constants filled in. Allocations
  /// in it: 0 no object, 1 + i the launch's buffer i, and then `objects`, those
  /// in shared memory last.
  std::vector<Lane> frame;
  std::vector<Parameter> parameters;
  std::vector<Object> objects;
  /// Where those in shared memory begin, as descriptors of matrices have it;
  /// empty: the kernel has no descriptors.
  std::vector<uint32_t> sharedAddresses;
  /// Of the instruction with this index; asked for outcomes only.
  std::function<Place(uint32_t)> placeOf;
  /// The statement that the instruction is a part of, as it is written; not
  /// set: the language has no such text.
  std::function<std::string(uint32_t)> textOf;
  /// Registers with names, in any order.
  std::vector<NamedSlot> namedSlots;
  /// What the instruction was decoded from, in the language's own form.
  std::function<const void *(uint32_t)> originOf;
};

/// The CTAs of a grid that is launched so; the greatest number where there are
/// more.
std::array<uint32_t, 3> gridOf(const Kernel &kernel,
                               const std::array<uint32_t, 3> &launched);

/// The threads of a CTA: as the kernel says or, if it does not, the launch. An
/// error if neither does, or if they disagree.
llvm::Expected<std::array<uint32_t, 3>> ctaShapeOf(const Kernel &kernel,
                                                   const Launch &launch);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_KERNEL_H
