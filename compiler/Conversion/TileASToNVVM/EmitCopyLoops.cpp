//===- EmitCopyLoops.cpp - Layouts that change element by element ---------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A change of layout that carries the mark `nv_tileas.root_reg_to_reg_copy_op`
// goes through shared memory in two loops over registers. Registers have no
// addresses: what the loops index lies in arrays of the thread, which are gone
// again when LLVM has unrolled the loops (docs/schedules.md).
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/CopyLoops.h"
#include "compiler/Target/TargetTable.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
/// The registers of one thread, by number.
class RegisterArray {
public:
  RegisterArray(Emitter &e, Type element, unsigned count)
      : e(e), element(element) {
    // The function's frame, where no loop makes it again.
    OpBuilder::InsertionGuard guard(e.builder);
    Block &entry = e.builder.getInsertionBlock()->getParent()->front();
    e.builder.setInsertionPointToStart(&entry);
    Type pointer = LLVM::LLVMPointerType::get(e.builder.getContext());
    base = LLVM::AllocaOp::create(e.builder, e.loc, pointer,
                                  e.storageType(element),
                                  e.constant(e.builder.getI32Type(), count));
  }
  Value getAddress(Value index) {
    return LLVM::GEPOp::create(e.builder, e.loc, base.getType(),
                               e.storageType(element), base, index);
  }
  Value load(Value index) { return e.loadElement(element, getAddress(index)); }
  void store(Value value, Value index) {
    e.storeElement(value, getAddress(index));
  }

private:
  Emitter &e;
  Type element;
  Value base;
};
} // namespace

/// The element that a register has, by a number that only the run knows.
static Value getElementIndex(Emitter &e, const ThreadLayout &layout,
                             Value number) {
  Type i32 = e.builder.getI32Type();
  Value index = e.threadPart(ThreadLayout({}, layout.tid));
  for (auto [bit, vector] : llvm::enumerate(layout.reg)) {
    Value isSet = LLVM::LShrOp::create(e.builder, e.loc, number,
                                       e.constant(i32, uint64_t(bit)));
    isSet = LLVM::AndOp::create(e.builder, e.loc, isSet, e.constant(i32, 1));
    Value part =
        LLVM::MulOp::create(e.builder, e.loc, isSet, e.constant(i32, vector));
    index = LLVM::XOrOp::create(e.builder, e.loc, index, part);
  }
  return index;
}

static void emitCopyLoop(Emitter &e, unsigned count,
                         LLVM::LoopAnnotationAttr annotation,
                         function_ref<void(Value)> body) {
  Type i32 = e.builder.getI32Type();
  Block *loop = e.addBlock({i32}), *exit = e.addBlock();
  LLVM::BrOp::create(e.builder, e.loc, ValueRange{e.constant(i32, 0)}, loop);
  e.builder.setInsertionPointToEnd(loop);
  Value number = loop->getArgument(0);
  body(number);
  Value next =
      LLVM::AddOp::create(e.builder, e.loc, number, e.constant(i32, 1));
  Value again = LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::ult,
                                     next, e.constant(i32, count));
  auto branch = LLVM::CondBrOp::create(e.builder, e.loc, again, loop,
                                       ValueRange{next}, exit, ValueRange());
  if (annotation)
    branch.setLoopAnnotationAttr(annotation);
  e.builder.setInsertionPointToEnd(exit);
}

bool tilefuzz::isCopiedInLoops(Emitter &e, Operation *op,
                               const ThreadLayout &from, Type element) {
  uint64_t available = e.getFreeSharedBytes();
  return isa<nv_tileas::ConvertLayoutOp>(op) &&
         op->hasAttr("nv_tileas.root_reg_to_reg_copy_op") &&
         from.getNumElements() * e.storageBytes(element) <= available;
}

FailureOr<Registers> tilefuzz::copyInLoops(Emitter &e, Operation *at,
                                           const Registers &source,
                                           const ThreadLayout &from,
                                           const ThreadLayout &target,
                                           Type element) {
  if (failed(
          e.reserveShared(at, from.getNumElements() * e.storageBytes(element))))
    return failure();
  auto annotation =
      at->getAttrOfType<LLVM::LoopAnnotationAttr>("loop_annotation");
  Type i32 = e.builder.getI32Type();
  RegisterArray old(e, element, from.getNumRegisters());
  for (auto [r, value] : llvm::enumerate(source))
    old.store(value, e.constant(i32, uint64_t(r)));
  Value isOwner = e.isOwner(from);
  emitCopyLoop(e, from.getNumRegisters(), annotation, [&](Value number) {
    Value owns = isOwner;
    if (from.redundantRegisters) {
      Value redundant = LLVM::AndOp::create(
          e.builder, e.loc, number, e.constant(i32, from.redundantRegisters));
      owns = e.conjunction(
          owns, LLVM::ICmpOp::create(e.builder, e.loc, LLVM::ICmpPredicate::eq,
                                     redundant, e.constant(i32, 0)));
    }
    e.guarded(owns, [&] {
      e.storeElement(
          old.load(number),
          e.sharedAddress(element, 0, getElementIndex(e, from, number)));
    });
  });
  e.barrier();
  RegisterArray changed(e, element, target.getNumRegisters());
  emitCopyLoop(e, target.getNumRegisters(), annotation, [&](Value number) {
    changed.store(
        e.loadElement(
            element,
            e.sharedAddress(element, 0, getElementIndex(e, target, number))),
        number);
  });
  e.barrier();
  Registers result;
  for (unsigned r = 0; r < target.getNumRegisters(); ++r)
    result.push_back(changed.load(e.constant(i32, r)));
  return result;
}
