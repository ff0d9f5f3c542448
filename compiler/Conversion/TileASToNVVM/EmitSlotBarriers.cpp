//===- EmitSlotBarriers.cpp - The mbarriers of a ring's slots -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Access.h"
#include "compiler/Conversion/TileASToNVVM/SlotBarriers.h"
#include "compiler/Support/Refusal.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/Pipelines.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

static Value assembly(Emitter &e, Type result, StringRef text,
                      StringRef constraints, ValueRange operands) {
  auto op = LLVM::InlineAsmOp::create(
      e.builder, e.loc, result ? TypeRange(result) : TypeRange(), operands,
      text, constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      /*operand_attrs=*/ArrayAttr());
  return result ? op.getResult(0) : Value();
}

static Value number(Emitter &e, int64_t value) {
  return e.constant(e.builder.getI32Type(), value);
}

/// Slots of the pool lie one behind the other; each has the bytes of the ring
/// that has it.
static int64_t getPlace(aa::FuncOp function, std::optional<uint32_t> slot) {
  int64_t place = 0;
  llvm::DenseSet<uint32_t> seen;
  function.walk([&](as::CreatePipelineOp op) {
    std::optional<uint32_t> other = op.getBarrierSlot();
    if (other && (!slot || *other < *slot) && seen.insert(*other).second)
      place += as::getBarrierBytes(op);
  });
  return place;
}

/// All of the function's, which the first ring makes.
static Value getPool(Emitter &e, aa::FuncOp function) {
  constexpr StringLiteral madeName = "nv_tileas.barriers";
  constexpr uint64_t alignment = 8;
  auto made = function->getAttrOfType<FlatSymbolRefAttr>(madeName);
  if (!made) {
    OpBuilder::InsertionGuard guard(e.builder);
    e.builder.setInsertionPointToStart(e.getModule().getBody());
    Type array = LLVM::LLVMArrayType::get(e.builder.getI8Type(),
                                          getPlace(function, std::nullopt));
    made = FlatSymbolRefAttr::get(LLVM::GlobalOp::create(
        e.builder, e.loc, array, /*isConstant=*/false, LLVM::Linkage::Internal,
        e.makeSymbol("slot_barriers"), Attribute(), alignment,
        unsigned(NVVM::NVVMMemorySpace::Shared)));
    function->setAttr(madeName, made);
  }
  Type pointer = LLVM::LLVMPointerType::get(
      e.builder.getContext(), unsigned(NVVM::NVVMMemorySpace::Shared));
  return LLVM::AddressOfOp::create(e.builder, e.loc, pointer, made);
}

/// Of a slot; `offset`: 0 is the full one, 8 the empty one.
static Value barrierOf(Emitter &e, Value pipeline, Value slot, int32_t offset) {
  Value base = e.slotBarriers.lookup(pipeline);
  Value bytes = LLVM::MulOp::create(e.builder, e.loc, slot,
                                    number(e, as::slotBarrierBytes));
  Type i8 = e.builder.getI8Type();
  Value at =
      LLVM::GEPOp::create(e.builder, e.loc, base.getType(), i8, base, bytes);
  return offset ? Value(LLVM::GEPOp::create(e.builder, e.loc, base.getType(),
                                            i8, at, LLVM::GEPArg(offset)))
                : at;
}
static Value fullOf(Emitter &e, Value pipeline, Value slot) {
  return barrierOf(e, pipeline, slot, 0);
}
static Value emptyOf(Emitter &e, Value pipeline, Value slot) {
  return barrierOf(e, pipeline, slot, as::slotBarrierBytes / 2);
}

/// Of who takes slots, or waits for them.
template <typename OpTy>
static int64_t countThreads(Emitter &e, as::CreatePipelineOp create) {
  int64_t own = e.getNumThreads();
  for (Operation *user : create->getUsers())
    if (isa<OpTy>(user))
      if (std::optional<as::AgentOf> agent = as::findAgent(user))
        // Seeded: every agent has the kernel's threads.
        return e.bugs.pick(SeededBug::AgentSwitchCountOfKernel,
                           agent->getNumWarps() * CommonLimits::threadsPerWarp,
                           own);
  return own;
}

LogicalResult tilefuzz::makeSlotBarriers(Emitter &e, as::CreatePipelineOp op) {
  if (op->getParentOfType<LoopLikeOpInterface>())
    return refuse(op)
           << "makes mbarriers in a loop, which the lowering to NVVM "
              "does not support";
  bool isCopied = as::isCopied(op);
  for (Operation *user : op->getUsers())
    if (auto write = dyn_cast<as::ProducerWriteOp>(user);
        write && as::isCopy(write) != isCopied)
      return refuse(op) << "is written by copies and by threads, which the "
                           "lowering to NVVM does not support";
  auto function = op->getParentOfType<aa::FuncOp>();
  Value pool = getPool(e, function);
  e.slotBarriers[op.getResult()] = LLVM::GEPOp::create(
      e.builder, e.loc, pool.getType(), e.builder.getI8Type(), pool,
      LLVM::GEPArg(int32_t(getPlace(function, op.getBarrierSlot()))));
  Value isFirst = LLVM::ICmpOp::create(
      e.builder, e.loc, LLVM::ICmpPredicate::eq, e.threadIndex(), number(e, 0));
  int64_t producers = countThreads<as::ProducerAcquireOp>(e, op),
          consumers = countThreads<as::ConsumerWaitOp>(e, op);
  // Seeded: whoever stores first completes the phase.
  int64_t stores =
      e.bugs.pick(SeededBug::QueueFullCountOne, producers, int64_t(1));
  e.guarded(isFirst, [&] {
    for (int64_t i = 0; i < op.getType().getDepth(); ++i) {
      Value slot = number(e, i);
      for (auto [barrier, count] :
           {std::pair(fullOf(e, op.getResult(), slot),
                      isCopied ? producers + stores : stores),
            {emptyOf(e, op.getResult(), slot), consumers}})
        assembly(e, {}, "mbarrier.init.shared.b64 [$0], $1;", "l,r,~{memory}",
                 {barrier, number(e, count)});
    }
  });
  // Seeded: the others may be there first.
  if (!e.bugs.acts(SeededBug::QueueInitUnseen))
    e.barrier();
  return success();
}

/// Until the phase of that parity is complete.
static void waitFor(Emitter &e, Operation *op, Value barrier, Value parity) {
  // PTX ISA, mbarrier.try_wait: of sm_90 and later.
  constexpr int64_t firstWithTry = 90;
  std::string text =
      ("{\n.reg .pred p;\nmbarrier." +
       Twine(findCapability(op) >= firstWithTry ? "try" : "test") +
       "_wait.parity.shared.b64 p, [$1], $2;\nselp.b32 $0, 1, 0, p;\n}")
          .str();
  Block *again = e.addBlock(), *after = e.addBlock();
  LLVM::BrOp::create(e.builder, e.loc, ValueRange(), again);
  e.builder.setInsertionPointToEnd(again);
  Value isOver = assembly(e, e.builder.getI32Type(), text, "=r,l,r,~{memory}",
                          {barrier, parity});
  Value goesOn = LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::ne,
                                      isOver, number(e, 0));
  LLVM::CondBrOp::create(e.builder, e.loc, goesOn, after, ValueRange(), again,
                         ValueRange());
  e.builder.setInsertionPointToEnd(after);
}

static void arrive(Emitter &e, Value barrier) {
  assembly(e, {},
           "{\n.reg .b64 state;\nmbarrier.arrive.shared.b64 state, [$0];\n}",
           "l,~{memory}", {barrier});
}

/// In its first phase the barrier has not been used, and the slot is empty:
/// the phase before that counts as complete.
void tilefuzz::waitUntilEmpty(Emitter &e, as::ProducerAcquireOp op) {
  const Registers &iterator = e.get(op.getIterator());
  Value parity =
      LLVM::XOrOp::create(e.builder, e.loc, iterator[1], number(e, 1));
  waitFor(e, op, emptyOf(e, op.getPipeline(), iterator[0]), parity);
}

void tilefuzz::arriveAtFull(Emitter &e, as::ProducerCommitOp op) {
  Value full = fullOf(e, op.getPipeline(), e.getScalar(op.getToken()));
  auto create = op.getPipeline().getDefiningOp<as::CreatePipelineOp>();
  if (create && as::isCopied(create)) {
    // Seeded: nobody waits for the copies.
    if (e.bugs.acts(SeededBug::AsyncCopiesUnwaited))
      arrive(e, full);
    else
      assembly(e, {}, "cp.async.mbarrier.arrive.noinc.shared.b64 [$0];",
               "l,~{memory}", {full});
  }
  arrive(e, full);
}

void tilefuzz::waitUntilFull(Emitter &e, as::ConsumerWaitOp op) {
  const Registers &iterator = e.get(op.getIterator());
  waitFor(e, op, fullOf(e, op.getPipeline(), iterator[0]), iterator[1]);
}

void tilefuzz::arriveAtEmpty(Emitter &e, as::ConsumerReleaseOp op) {
  arrive(e, emptyOf(e, op.getPipeline(), e.getScalar(op.getToken())));
}
