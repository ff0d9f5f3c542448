//===- MachineMemoryRows.cpp - Opcodes that access memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/FloatFunctions.h"
#include "interp/Simt/Machine/FlatAddress.h"
#include "tests/unit/interp/Simt/MachineKernel.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;

std::vector<Row> simt::getMemoryRows() {
  using O = Opcode;
  std::vector<Row> rows = {
      {O::ResolveAddress,
       [](Builder &b) {
         // The second element of the only buffer, by its address.
         Instruction &op = b.add(O::ResolveAddress, {}, {globalAddress(1, 16)});
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
      {O::SealObject,
       [](Builder &b) {
         uint32_t object = b.slot(0), value = b.slot(21);
         Instruction &local = b.add(O::LocalObject);
         local.result = object;
         local.immediate = 8;
         b.access(O::Store, value).operands[0] = object;
         b.add(O::SealObject).operands[0] = object;
         b.access(O::Load, 0).operands[0] = object;
       },
       21},
      {O::SealObject,
       [](Builder &b) {
         uint32_t object = b.slot(0), value = b.slot(21);
         Instruction &local = b.add(O::LocalObject);
         local.result = object;
         local.immediate = 8;
         b.add(O::SealObject).operands[0] = object;
         b.access(O::Store, value).operands[0] = object;
       },
       7, "write-to-constant-global"},
      {O::SealObject,
       [](Builder &b) { b.add(O::SealObject).operands[0] = b.slot(3); }, 7,
       "null-access"},
      {O::StackSave,
       [](Builder &b) {
         uint32_t stack = b.slot(0), object = b.slot(0), value = b.slot(21),
                  count = b.slot(2);
         b.add(O::StackSave).result = stack;
         Instruction &local = b.add(O::LocalObject);
         local.result = object;
         local.immediate = 4;
         local.operands[0] = count;
         b.access(O::Store, value).operands[0] = object;
         b.access(O::Load, 0).operands[0] = object;
         b.add(O::StackRestore).operands[0] = stack;
       },
       21},
      {O::StackRestore,
       [](Builder &b) {
         uint32_t stack = b.slot(0), object = b.slot(0);
         b.add(O::StackSave).result = stack;
         Instruction &local = b.add(O::LocalObject);
         local.result = object;
         local.immediate = 8;
         b.add(O::StackRestore).operands[0] = stack;
         b.access(O::Load, 0).operands[0] = object;
       },
       7, "null-access"},
      {O::StackRestore,
       [](Builder &b) { b.add(O::StackRestore).operands[0] = b.slot(3); }, 7,
       "invalid-stack"},
      {O::HeapAllocate,
       [](Builder &b) {
         uint32_t object = b.slot(0), value = b.slot(21), size = b.slot(8);
         Instruction &allocate = b.add(O::HeapAllocate);
         allocate.result = object;
         allocate.operands[0] = size;
         b.access(O::Store, value).operands[0] = object;
         b.access(O::Load, 0).operands[0] = object;
         b.add(O::HeapFree).operands[0] = object;
       },
       21},
      {O::HeapAllocate,
       [](Builder &b) {
         uint32_t object = b.slot(0), size = b.slot(8);
         Instruction &allocate = b.add(O::HeapAllocate);
         allocate.result = object;
         allocate.operands[0] = size;
         b.add(O::HeapFree).operands[0] = object;
         b.access(O::Load, 0).operands[0] = object;
       },
       7, "use-after-free"},
      {O::HeapFree,
       [](Builder &b) {
         b.add(O::HeapFree).operands[0] = b.slot(0);
         b.access(O::Load, 0);
       },
       7},
      {O::HeapFree, [](Builder &b) { b.add(O::HeapFree).operands[0] = b.out; },
       7, "invalid-free"},
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
      // Two and a half, as a sum and as what it may be instead: 1.5 * 1 + 1.
      {O::Contract,
       [](Builder &b) {
         uint32_t factors = b.slot(0x3fc00000);
         b.slot(0x3f800000);
         b.slot(1);
         Instruction &op = b.add(O::Contract, f32, {0x3fc00000, 0x3f800000});
         op.operands[2] = factors;
         op.immediate = 1;
       },
       0x40200000},
      {O::Approximate,
       [](Builder &b) {
         b.add(O::Approximate, f32, {0x40800000}).approximation =
             semantics::BoundedFunction::SqrtApprox;
       },
       0x40000000},
      {O::Store,
       [](Builder &b) {
         b.set(6);
         b.access(O::Store, b.slot(8));
       },
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
  // What is written after it was put aside is forgotten.
  for (bool forgets : {false, true})
    for (Opcode opcode :
         {O::SaveRegisters, O::RestoreRegisters, O::DropObjects})
      if (!(forgets && opcode == O::DropObjects))
        rows.push_back({opcode,
                        [=](Builder &b) {
                          b.set(9);
                          b.kernel.ranges = {{b.result, 1}};
                          b.add(O::SaveRegisters).count = 1;
                          b.set(10);
                          Instruction &restore = b.add(O::RestoreRegisters);
                          restore.count = 1;
                          restore.immediate = forgets;
                          if (!forgets)
                            b.add(O::DropObjects);
                        },
                        9});
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
  // BulkCopyTest has the others.
  rows.push_back({O::Bulk,
                  [](Builder &b) {
                    b.kernel.bulks = {{BulkKind::Copy}};
                    uint32_t size = b.slot(16);
                    Instruction &op = b.add(O::Bulk);
                    op.operands = {b.out, b.out, size};
                    op.space = StateSpace::Shared;
                  },
                  7, "wrong-state-space"});
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
  rows.push_back({O::Warpgroup,
                  [](Builder &b) {
                    b.add(O::Warpgroup).operands[0] = b.slot(1);
                    b.kernel.warpgroups.emplace_back();
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
  // One CTA, whose shared memory has no object.
  rows.push_back({O::MapToRank,
                  [](Builder &b) {
                    uint32_t other = b.slot(0), rank = b.slot(0);
                    Instruction &op = b.add(O::MapToRank);
                    op.result = other;
                    op.operands = {b.out, rank, 0};
                    b.access(O::Load, 0).operands[0] = other;
                  },
                  7, "null-access"});
  rows.push_back({O::RankOfObject,
                  [](Builder &b) {
                    b.add(O::RankOfObject).operands[0] = b.out;
                    b.add(O::Freeze).operands[0] = b.result;
                  },
                  0});
  for (StateSpace space : {StateSpace::Global, StateSpace::SharedCluster})
    rows.push_back({O::IsInSpace,
                    [=](Builder &b) {
                      Instruction &op = b.add(O::IsInSpace);
                      op.operands[0] = b.out;
                      op.space = space;
                    },
                    space == StateSpace::Global});
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
