//===- EvalTileAAMemory.cpp - Pointers, updates, output, loops ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// TileAA/TileAS facts, 2.3. What an operation does is what the public operation
// does that becomes it (Family*.h).
//
//===----------------------------------------------------------------------===//

#include "interp/Tile/Eval/FamilyControl.h"
#include "interp/Tile/Eval/FamilyShape.h"
#include "interp/Tile/Eval/FamilyView.h"
#include "interp/Tile/Evaluators.h"
#include "interp/TileTypes/TileTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::nv_tileaa;
using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// Pointers, views, storage
//===----------------------------------------------------------------------===//

static Flow evalPublic(llvm::StringRef name, Machine &machine,
                       const Instruction &in) {
  for (const EvaluatorRow &row : getCudaTileMiscEvaluators())
    if (row.operation == name)
      return row.evaluate(machine, in);
  llvm_unreachable("no such evaluator");
}
static Flow evalPtrToInt(Machine &machine, const Instruction &in) {
  return evalPublic("cuda_tile.ptr_to_int", machine, in);
}
static Flow evalIntToPtr(Machine &machine, const Instruction &in) {
  return evalPublic("cuda_tile.int_to_ptr", machine, in);
}
static Flow evalBitcast(Machine &machine, const Instruction &in) {
  if (pointeeOf(elementOf(in.op->getResult(0))))
    return evalSameElements(machine, in);
  return evalPublic("cuda_tile.bitcast", machine, in);
}

static Flow evalDimSize(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<GetDimSizeOp>(in.op);
  uint64_t size = machine.slots[in.operands[0]].view->shape[op.getDim()];
  if (!llvm::isUIntN(widthOf(op.getType()), size))
    return machine.undefined(in, Undefined::SizeDoesNotFit);
  machine.setTile(in, 0, TileValue{{size}, {}, {}});
  return Flow::Next;
}

static Flow evalAlloca(Machine &machine, const Instruction &in) {
  return evalAllocation(machine, in, llvm::cast<AllocaOp>(in.op).getNumElem());
}
static Flow evalGetGlobal(Machine &machine, const Instruction &in) {
  return evalGlobalAddress(machine, in,
                           llvm::cast<GetGlobalOp>(in.op).getName());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

template <typename OpT> static AccessKind kindOf(OpT op) {
  return accessKindOf(op.getMemSemantic(), op.getMemScope(),
                      bool(op.getToken()));
}

/// An access of single elements; its indices begin at operand `firstIndex`.
template <typename OpT>
static std::optional<MemrefIndices> memrefOf(OpT op, mlir::Type value,
                                             unsigned firstIndex) {
  if (!llvm::isa<StridedMemRefType>(op.getAddresses().getType()))
    return std::nullopt;
  TileShape shape = tileShapeOf(value);
  return MemrefIndices{firstIndex, shape.element, shape.numElements(),
                       op.getInBounds().value_or(llvm::ArrayRef<bool>())};
}
template <typename OpT>
static std::optional<unsigned> maskOf(OpT op, unsigned firstIndex) {
  if (!op.getMask())
    return std::nullopt;
  return firstIndex + op.getIndices().size();
}

static Flow evalLoad(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<LoadOp>(in.op);
  std::optional<unsigned> other;
  if (op.getOther())
    other = 1 + op.getIndices().size() + bool(op.getMask());
  return evalPointerLoad(machine, in, kindOf(op), maskOf(op, 1), other,
                         memrefOf(op, op.getResult().getType(), 1));
}
static Flow evalStore(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<StoreOp>(in.op);
  return evalPointerStore(machine, in, kindOf(op), maskOf(op, 2),
                          memrefOf(op, op.getValue().getType(), 2));
}
static Flow evalTiledLoad(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TiledLoadOp>(in.op);
  std::optional<unsigned> mask = maskOf(op, 1), other;
  if (op.getOther())
    other = *mask + 1;
  return evalTiledLoad(machine, in, kindOf(op),
                       tilingOf(op.getView().getType()), 0, 1, mask, other);
}
static Flow evalTiledStore(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TiledStoreOp>(in.op);
  return evalTiledStore(machine, in, kindOf(op),
                        tilingOf(op.getView().getType()), 0, 1, 2,
                        maskOf(op, 2));
}
static Flow evalGather(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<GatherLoadOp>(in.op);
  return evalTiledLoad(machine, in, kindOf(op),
                       tilingOf(op.getView().getType()), 0, 1);
}
static Flow evalScatter(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<ScatterStoreOp>(in.op);
  return evalTiledStore(machine, in, kindOf(op),
                        tilingOf(op.getView().getType()), 0, 1, 2);
}

static Flow evalRMW(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AtomicRMWOp>(in.op);
  return evalAtomicUpdate(machine, in, kindOf(op),
                          atomicUpdateOf(op.getRmwMode()), maskOf(op, 2),
                          memrefOf(op, op.getValue().getType(), 2));
}

static Flow evalCAS(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<AtomicCASOp>(in.op);
  return evalCompareAndSwap(machine, in, kindOf(op), maskOf(op, 3),
                            memrefOf(op, op.getValue().getType(), 3));
}

static Flow evalTiledRMW(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<TiledAtomicRMWOp>(in.op);
  return evalTiledAtomic(machine, in, kindOf(op),
                         tilingOf(op.getView().getType()), 0, 1, 2,
                         atomicUpdateOf(op.getRmwMode()));
}

//===----------------------------------------------------------------------===//
// Values that pass through, output
//===----------------------------------------------------------------------===//

static Flow evalIdentity(Machine &machine, const Instruction &in) {
  machine.slots[in.results[0]] = machine.slots[in.operands[0]];
  return Flow::Next;
}
static Flow evalNothing(Machine &, const Instruction &) { return Flow::Next; }

static Flow evalAssert(Machine &machine, const Instruction &in) {
  return evalAssertion(machine, in, llvm::cast<AssertOp>(in.op).getMessage());
}
template <typename OpT>
static Flow evalPrinted(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<OpT>(in.op);
  return evalOutput(machine, in, op.getFormat(), op.getArgs().size(),
                    bool(op.getToken()));
}

//===----------------------------------------------------------------------===//
// Of scf and ub
//===----------------------------------------------------------------------===//

static Flow evalCondition(Machine &machine, const Instruction &in) {
  const TileValue &condition = machine.tile(in, 0);
  if (condition.isUnspecified(0))
    return machine.unstable(in, "control flow");
  machine.carried.clear();
  for (unsigned operand : llvm::ArrayRef(in.operands).drop_front())
    machine.carried.push_back(machine.slots[operand]);
  return condition.bits[0] ? Flow::Continue : Flow::Break;
}

static Flow evalPoison(Machine &machine, const Instruction &in) {
  mlir::Type type = in.op->getResult(0).getType();
  if (llvm::isa<StridedMemRefType, TiledViewType>(type)) {
    auto memref = llvm::dyn_cast<StridedMemRefType>(type);
    if (!memref)
      memref = llvm::cast<TiledViewType>(type).getMemref();
    // In no buffer: every access of it is out of bounds.
    auto view = makeShared<ViewValue>();
    view->shape.assign(memref.getRank(), 0);
    view->strides.assign(memref.getRank(), 0);
    machine.slots[in.results[0]] = {nullptr, nullptr, std::move(view)};
    return Flow::Next;
  }
  return evalUnspecified(machine, in);
}

static constexpr EvaluatorRow rows[] = {
    {"nv_tileaa.ptr_to_int", evalPtrToInt},
    {"nv_tileaa.int_to_ptr", evalIntToPtr},
    {"nv_tileaa.bitcast", evalBitcast},
    {"nv_tileaa.get_dim_size", evalDimSize},
    {"nv_tileaa.alloca", evalAlloca},
    {"nv_tileaa.get_global", evalGetGlobal},
    {"nv_tileaa.load", evalLoad},
    {"nv_tileaa.store", evalStore},
    {"nv_tileaa.tiled_load", evalTiledLoad},
    {"nv_tileaa.tiled_store", evalTiledStore},
    {"nv_tileaa.gather_load", evalGather},
    {"nv_tileaa.scatter_store", evalScatter},
    {"nv_tileaa.atomic_rmw", evalRMW},
    {"nv_tileaa.atomic_cas", evalCAS},
    {"nv_tileaa.tiled_atomic_rmw", evalTiledRMW},
    {"nv_tileaa.mark_for_reuse", evalNothing},
    {"nv_tileaa.optimization_barrier", evalIdentity},
    {"nv_tileaa.pragma", evalRegion},
    {"nv_tileaa.assert", evalAssert},
    {"nv_tileaa.print", evalPrinted<PrintOp>},
    {"nv_tileaa.message", evalPrinted<MessageOp>},
    {"scf.while", evalWhile},
    {"scf.condition", evalCondition},
    {"ub.poison", evalPoison},
};
llvm::ArrayRef<EvaluatorRow> tilefuzz::getTileAAMemoryEvaluators() {
  return rows;
}
