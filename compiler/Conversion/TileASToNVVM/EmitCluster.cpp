//===- EmitCluster.cpp - Blocks that a cluster executes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The threads of all CTAs of a cluster run the kernel together: their numbers
// go on from one CTA to the next, and layouts are over all. Exchanges are in
// the shared memory of the first CTA, and who meets, meets in the cluster (PTX
// ISA 9.0, 5.1.7, 9.7.13.3). A block of the program is a cluster of the grid
// (`.blocksareclusters`).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/AgentEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

Value Emitter::inPrologue(function_ref<Value()> function) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(prologueEnd);
  return function();
}

Value Emitter::localThread() {
  if (numCtas == 1)
    return threadIndex();
  if (!local)
    local = inPrologue([&]() -> Value {
      return NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
    });
  return local;
}

Value Emitter::ctaRank() {
  if (!rank)
    rank = inPrologue([&]() -> Value {
      return NVVM::ClusterId::create(builder, loc, builder.getI32Type());
    });
  return rank;
}

Value Emitter::clusterThread() {
  Type i32 = builder.getI32Type();
  Value before = LLVM::MulOp::create(builder, loc, ctaRank(),
                                     constant(i32, getThreadsPerCta()));
  return LLVM::AddOp::create(builder, loc, before, localThread());
}

Value Emitter::inCta(Value place, int64_t rank) {
  auto type = LLVM::LLVMPointerType::get(
      builder.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  return NVVM::MapaOp::create(builder, loc, type, place,
                              constant(builder.getI32Type(), rank));
}

Value Emitter::clusterExchange() {
  if (!exchange)
    exchange = inPrologue([&] { return inCta(ownExchange(), /*rank=*/0); });
  return exchange;
}

void Emitter::meetCluster() {
  UnitAttr aligned = builder.getUnitAttr();
  NVVM::ClusterArriveOp::create(builder, loc, aligned);
  NVVM::ClusterWaitOp::create(builder, loc, aligned);
}

void Emitter::meetBesideAgents() {
  Type i32 = builder.getI32Type();
  if (!meetings)
    meetings = inPrologue([&]() -> Value {
      Value count = LLVM::AllocaOp::create(
          builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), i32,
          constant(i32, 1));
      LLVM::StoreOp::create(builder, loc, constant(i32, 0), count);
      return count;
    });
  Value time = LLVM::LoadOp::create(builder, loc, i32, meetings);
  AgentEmitter(*this).meet(time);
  Value next = LLVM::AddOp::create(builder, loc, time, constant(i32, 1));
  next = LLVM::AndOp::create(builder, loc, next, constant(i32, 3));
  LLVM::StoreOp::create(builder, loc, next, meetings);
}

void Emitter::widenScopes(aa::FuncOp function) {
  constexpr StringLiteral name = "mem_scope";
  auto wider =
      aa::MemScopeAttr::get(function.getContext(), aa::MemScope::Cluster);
  function.walk([&](Operation *op) {
    auto scope = op->getAttrOfType<aa::MemScopeAttr>(name);
    // Seeded: it stays that of a CTA.
    if (scope && scope.getValue() == aa::MemScope::TileBlock &&
        !bugs.acts(SeededBug::ClusterScopeOfCta))
      op->setAttr(name, wider);
  });
}
