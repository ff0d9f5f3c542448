//===- EmitExchange.cpp - Values between threads --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Exchanges use the CTA's shared memory from its start: each writes, meets at
// a barrier, reads, and meets again, so that the next one may overwrite.
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;

static constexpr StringLiteral sharedName = "global_smem";
static constexpr uint64_t maxSharedBytes = CommonLimits::staticSharedBytes;

void Emitter::meetCta() {
  if (!agents && !group.barrier) {
    NVVM::Barrier0Op::create(builder, loc);
  } else {
    // Threads of other agents take no part.
    Type i32 = builder.getI32Type();
    int64_t count = getThreadsPerCta();
    if (agents)
      count =
          bugs.pick(SeededBug::AgentsBarrierOfAll, count, agents->threads());
    LLVM::CallIntrinsicOp::create(
        builder, loc,
        builder.getStringAttr("llvm.nvvm.barrier.cta.sync.aligned.count"),
        {constant(i32, std::max(group.barrier, 1u)), constant(i32, count)});
  }
}

void Emitter::barrier() {
  // Seeded: other CTAs may not be there yet.
  if (numCtas == 1 || bugs.acts(SeededBug::ClusterBarrierOfCta))
    meetCta();
  else if (agents)
    meetBesideAgents();
  else
    meetCluster();
  // Everything before is complete for all threads.
  pending.passBarrier();
}

void Emitter::leaveExchange() {
  // Seeded: the next exchange may overwrite what others have not read.
  if (bugs.acts(SeededBug::ExchangeOverwrites))
    return;
  // Seeded: threads of another CTA may still read.
  if (numCtas == 1 || !bugs.acts(SeededBug::ClusterExitEarly))
    return barrier();
  meetCta();
  pending.passBarrier();
}

uint64_t Emitter::getFreeSharedBytes() const {
  uint64_t available = maxSharedBytes - allocatedBytes - ringBytes;
  if (agents && agents->isDynamic)
    available = std::min<uint64_t>(
        available, nv_tileas::mostSharedBytes - agents->sharedBytes() -
                       (persistence ? persistence->sharedBytes() : 0));
  available -= std::min(available, group.exchangeBase);
  return std::min(available, group.mostBytes.value_or(available));
}

LogicalResult Emitter::reserveShared(Operation *at, uint64_t bytes) {
  uint64_t available = getFreeSharedBytes();
  if (bytes > available)
    return refuse(at) << "exchanges " << bytes
                      << " bytes through shared memory; at most " << available
                      << " are available";
  group.exchangeBytes = std::max(group.exchangeBytes, bytes);
  sharedBytes = std::max(sharedBytes, group.exchangeBase + bytes);
  return success();
}

LogicalResult Emitter::finish() {
  if (!sharedBytes)
    return success();
  if (Operation *other = module.lookupSymbol(sharedName))
    return other->emitError("the symbol '") << sharedName << "' is reserved";
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), sharedBytes);
  LLVM::GlobalOp::create(builder, module.getLoc(), bytes, /*isConstant=*/false,
                         LLVM::Linkage::Internal, sharedName, Attribute(),
                         /*alignment=*/16, /*addrSpace=*/3);
  return success();
}

Value Emitter::ownExchange() {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext(), 3);
  return LLVM::AddressOfOp::create(builder, loc, pointer, sharedName);
}

Value Emitter::sharedAddress(Type element, uint64_t byteOffset, Value index) {
  // Seeded: each CTA has its own.
  bool isOfCluster = numCtas > 1 && !bugs.acts(SeededBug::ClusterOwnMemory);
  Value base = isOfCluster ? clusterExchange() : ownExchange();
  Type pointer = base.getType();
  byteOffset += group.exchangeBase;
  if (byteOffset)
    base = LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                               LLVM::GEPArg(int32_t(byteOffset)));
  return LLVM::GEPOp::create(builder, loc, pointer, storageType(element), base,
                             index);
}

uint64_t tilefuzz::getExtent(const ThreadLayout &layout) {
  uint64_t bits = 0;
  for (uint64_t vector : layout.reg)
    bits |= vector;
  for (uint64_t vector : layout.tid)
    bits |= vector;
  return llvm::bit_ceil(bits + 1);
}

LogicalResult Emitter::publish(Operation *at, const Registers &source,
                               const ThreadLayout &layout, Type element) {
  if (failed(reserveShared(at, getExtent(layout) * storageBytes(element))))
    return failure();
  storeOwned(source, layout, element);
  barrier();
  return success();
}

void Emitter::storeOwned(const Registers &source, const ThreadLayout &layout,
                         Type element, uint64_t byteOffset) {
  guarded(isOwner(layout), [&] {
    for (auto [r, value] : llvm::enumerate(source))
      if (ownsRegister(layout, r))
        storeElement(
            value, sharedAddress(element, byteOffset, elementIndex(layout, r)));
  });
}

FailureOr<Registers> Emitter::share(Operation *at, const Registers &source,
                                    const ThreadLayout &layout, Type element) {
  if (!layout.isReplicated())
    return source;
  if (failed(publish(at, source, layout, element)))
    return failure();
  Registers result;
  for (unsigned r = 0; r < layout.getNumRegisters(); ++r)
    result.push_back(loadElement(
        element, sharedAddress(element, 0, elementIndex(layout, r))));
  leaveExchange();
  return result;
}

FailureOr<Registers> Emitter::remap(Operation *at, const Registers &source,
                                    const ThreadLayout &from,
                                    const ThreadLayout &target, Type element,
                                    function_ref<uint64_t(uint64_t)> toSource) {
  Registers result;
  if (auto local = from.findLocal(target, toSource)) {
    for (unsigned r : *local)
      result.push_back(source[r]);
    return result;
  }
  // The thread's share of the source index: the same map, on every vector.
  SmallVector<uint64_t> moved;
  for (uint64_t vector : target.tid)
    moved.push_back(toSource(vector));
  Value part = threadPart(ThreadLayout({}, moved));
  SmallVector<Value> places;
  for (unsigned r = 0; r < target.getNumRegisters(); ++r) {
    Value index = part;
    if (uint64_t own = toSource(target.getRegisterIndex(r)))
      index = LLVM::XOrOp::create(builder, loc, index,
                                  constant(index.getType(), own));
    places.push_back(index);
  }
  return fetch(at, source, from, element, places);
}

FailureOr<Registers> Emitter::fetch(Operation *at, const Registers &source,
                                    const ThreadLayout &from, Type element,
                                    ArrayRef<Value> places) {
  uint64_t extent = getExtent(from), size = storageBytes(element);
  // Elements of one round.
  uint64_t count =
      std::min(extent, llvm::bit_floor(getFreeSharedBytes() / size));
  if (failed(reserveShared(at, count * size)))
    return failure();
  Type i32 = builder.getI32Type();
  // Null: all elements are of the only round.
  auto isOfRound = [&](Value index, uint64_t first) -> Value {
    if (count == extent)
      return {};
    Value round =
        LLVM::AndOp::create(builder, loc, index, constant(i32, ~(count - 1)));
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, round,
                                constant(i32, first));
  };
  auto addressOf = [&](Value index) {
    if (count != extent)
      index =
          LLVM::AndOp::create(builder, loc, index, constant(i32, count - 1));
    return sharedAddress(element, 0, index);
  };
  Registers result(places.size(), count == extent ? Value() : zero(element));
  uint64_t end = extent;
  // Seeded: the last round is left out.
  if (count != extent && bugs.acts(SeededBug::FetchForgetsLastRound))
    end -= count;
  for (uint64_t first = 0; first < end; first += count) {
    guarded(isOwner(from), [&] {
      for (auto [r, value] : llvm::enumerate(source)) {
        if (!ownsRegister(from, r))
          continue;
        Value index = elementIndex(from, r);
        guarded(isOfRound(index, first),
                [&, value = value] { storeElement(value, addressOf(index)); });
      }
    });
    barrier();
    for (auto [value, index] : llvm::zip_equal(result, places))
      value = guarded(isOfRound(index, first), value, [&, index = index] {
        return loadElement(element, addressOf(index));
      });
    leaveExchange();
  }
  return result;
}
