//===- EmitGlobal.cpp - Arrays in global memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

LLVM::GlobalOp Emitter::makeArray(DenseElementsAttr dense, Type element,
                                  StringRef name, bool isConstant,
                                  unsigned alignment) {
  Type storage = storageType(element);
  if (storage != dense.getElementType()) {
    SmallVector<Attribute> elements;
    for (Attribute value : dense.getValues<Attribute>()) {
      TypedAttr lowered = lowerConstant(value);
      if (auto bits = dyn_cast<IntegerAttr>(lowered))
        lowered = IntegerAttr::get(
            storage, bits.getValue().zext(storage.getIntOrFloatBitWidth()));
      elements.push_back(lowered);
    }
    dense = DenseElementsAttr::get(
        RankedTensorType::get({dense.size()}, storage), elements);
  }
  auto flat = dense.reshape(RankedTensorType::get({dense.size()}, storage));
  return LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(storage, dense.size()), isConstant,
      LLVM::Linkage::Internal, name, flat, alignment, /*addrSpace=*/1);
}

/// Elements of four bits as they lie in memory, the first of two lower.
static DenseElementsAttr packHalves(Emitter &e, DenseElementsAttr dense) {
  SmallVector<uint8_t> bytes(llvm::divideCeil(dense.getNumElements(), 2));
  for (auto [i, value] : llvm::enumerate(dense.getValues<Attribute>())) {
    auto code = cast<IntegerAttr>(e.lowerConstant(value)).getValue();
    bytes[i / 2] |= code.getZExtValue() << (i % 2 * 4);
  }
  auto type =
      RankedTensorType::get({int64_t(bytes.size())}, e.builder.getI8Type());
  return DenseElementsAttr::get(type, ArrayRef<uint8_t>(bytes));
}

LogicalResult Emitter::emitGlobal(aa::GlobalOp global) {
  Type type = global.getDense().getElementType(), element = lowerElement(type);
  if (!element)
    return refuse(global) << "has elements of type " << type
                          << ", which the lowering to NVVM does not support";
  loc = global.getLoc();
  builder.setInsertionPoint(global);
  std::string name = global.getSymName().str();
  unsigned alignment =
      std::max<uint64_t>(global.getAlignment(), storageBytes(element));
  // A constant is none here: LLVM 22 crashes where it selects an atomic load of
  // one (corpus/findings/nvptx-atomic-load-of-constant).
  DenseElementsAttr dense = global.getDense();
  if (isPartOfByte(type)) {
    dense = packHalves(*this, dense);
    element = builder.getI8Type();
  }
  LLVM::GlobalOp array = makeArray(dense, element, makeSymbol(name),
                                   /*isConstant=*/false, alignment);
  global.erase();
  array.setSymName(name);
  return success();
}

static LogicalResult emitGetGlobal(Emitter &e, Operation *op) {
  auto get = cast<aa::GetGlobalOp>(op);
  Type type = LLVM::LLVMPointerType::get(
      e.builder.getContext(),
      cast<aa::PtrType>(get.getType()).getAddressSpace());
  Value address =
      LLVM::AddressOfOp::create(e.builder, e.loc, type, get.getName());
  e.bind(op->getResult(0), {e.castPointer(address)});
  return success();
}

//===----------------------------------------------------------------------===//
// Storage of a block
//===----------------------------------------------------------------------===//

/// Exchanges between threads keep at least what is left of 48 KiB.
static constexpr uint64_t maxAllocated = 32 << 10;

/// What each thread fills of an allocation.
static uint64_t getShare(const Emitter &e, aa::AllocaOp op) {
  auto pointer = cast<aa::PtrType>(op.getType());
  Type type = pointer.getPointeeType(), element = e.lowerElement(type);
  uint64_t bytes = isPartOfByte(type)
                       ? llvm::divideCeil(op.getNumElem(), 2)
                       : op.getNumElem() * e.storageBytes(element);
  return llvm::divideCeil(std::max<uint64_t>(bytes, 1), e.getNumThreads());
}
static uint64_t getBytes(const Emitter &e, aa::AllocaOp op) {
  return getShare(e, op) * e.getNumThreads();
}
static uint64_t getAlignment(const Emitter &e, aa::AllocaOp op) {
  Type type = cast<aa::PtrType>(op.getType()).getPointeeType();
  return std::max<uint64_t>(op.getAlignment(),
                            e.storageBytes(e.lowerElement(type)));
}

FailureOr<uint64_t> tilefuzz::sumAllocations(Emitter &e, aa::FuncOp function) {
  uint64_t sum = 0;
  // Pointers lie in no memory, so that other blocks learn of none but by its
  // number.
  bool hasNumbers =
      function.walk([](aa::PtrToIntOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  WalkResult result = function.walk([&](aa::AllocaOp op) -> WalkResult {
    Type type = cast<aa::PtrType>(op.getType()).getPointeeType();
    if (!e.lowerElement(type))
      return refuse(op) << "has elements of type " << type
                        << ", which the lowering to NVVM does not support";
    if (op.getGlobal() && hasNumbers)
      return refuse(op) << "of global storage, whose address may become a "
                           "number, is not supported by the lowering to NVVM";
    constexpr uint64_t maxElements = 1 << 20;
    if (op.getNumElem() > maxElements)
      sum += maxElements;
    else
      sum = llvm::alignTo(sum, getAlignment(e, op)) + getBytes(e, op);
    if (sum > maxAllocated)
      return refuse(op) << "brings the storage of a block to more than "
                        << maxAllocated
                        << " bytes of shared memory, which the lowering to "
                           "NVVM does not support";
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return sum;
}

/// Storage of the block lies in shared memory. What an earlier iteration of a
/// loop did to it is over: nothing orders that by tokens. To read what was
/// never written gives some value, which is no undefined behaviour.
static LogicalResult emitAlloca(Emitter &e, Operation *rawOp) {
  auto op = cast<aa::AllocaOp>(rawOp);
  // Seeded: nobody has it yet.
  if (!op->getParentOfType<LoopLikeOpInterface>() ||
      !e.bugs.acts(SeededBug::AllocaReusedAtOnce))
    e.barrier();
  LLVM::GlobalOp array;
  {
    OpBuilder::InsertionGuard guard(e.builder);
    e.builder.setInsertionPointToStart(e.getModule().getBody());
    Type type =
        LLVM::LLVMArrayType::get(e.builder.getI8Type(), getBytes(e, op));
    array = LLVM::GlobalOp::create(
        e.builder, e.loc, type, /*isConstant=*/false, LLVM::Linkage::Internal,
        e.makeSymbol("alloca"), Attribute(), getAlignment(e, op),
        /*addrSpace=*/3);
  }
  Value address = LLVM::AddressOfOp::create(e.builder, e.loc, array);
  Type i8 = e.builder.getI8Type(), i32 = e.builder.getI32Type();
  uint64_t share = getShare(e, op);
  Value start = LLVM::MulOp::create(e.builder, e.loc, e.threadIndex(),
                                    e.constant(i32, share));
  Value own = LLVM::GEPOp::create(e.builder, e.loc, address.getType(), i8,
                                  address, start);
  LLVM::MemsetOp::create(e.builder, e.loc, own, e.constant(i8, 0),
                         e.constant(i32, share), /*isVolatile=*/false);
  // Seeded: every thread clears what it will write itself.
  if (!e.bugs.acts(SeededBug::AllocaClearedLate))
    e.barrier();
  e.bind(op.getResult(), {e.castPointer(address)});
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.get_global", emitGetGlobal},
    {"nv_tileaa.alloca", emitAlloca},
};
ArrayRef<HandlerRow> tilefuzz::getGlobalHandlers() { return rows; }
