//===- EmitGlobal.cpp - Arrays in global memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"

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
  LLVM::GlobalOp array = makeArray(global.getDense(), element, makeSymbol(name),
                                   /*isConstant=*/false, alignment);
  global.erase();
  array.setSymName(name);
  return success();
}

static LogicalResult emitGetGlobal(Emitter &e, Operation *op) {
  auto get = cast<aa::GetGlobalOp>(op);
  e.bind(op->getResult(0),
         {LLVM::AddressOfOp::create(
             e.builder, e.loc, e.lowerElement(get.getType()), get.getName())});
  return success();
}

static constexpr HandlerRow rows[] = {
    {"nv_tileaa.get_global", emitGetGlobal},
};
ArrayRef<HandlerRow> tilefuzz::getGlobalHandlers() { return rows; }
