//===- EmitLayout.cpp - Coordinates, constants, grid ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/TileAS/TileASOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

static LogicalResult emitSplat(Emitter &e, Operation *op) {
  auto types = e.lower(op, op->getResult(0).getType());
  if (failed(types))
    return failure();
  e.bind(op->getResult(0),
         Registers(types->size(), e.getScalar(op->getOperand(0))));
  return success();
}

/// The body, once per register, on the coordinates of its element.
static LogicalResult emitGenerate(Emitter &e, Operation *op) {
  auto generate = cast<as::GenerateOp>(op);
  Type type = generate.getType();
  FailureOr<ThreadLayout> layout = e.getLayout(op, type);
  if (failed(layout) || failed(e.lower(op, type)))
    return failure();
  ArrayRef<int64_t> shape = aa::getTileShape(type);
  Block &body = generate.getBody().front();
  Registers result;
  for (unsigned r = 0; r < layout->getNumRegisters(); ++r) {
    e.loc = op->getLoc();
    Value index = e.elementIndex(*layout, r);
    unsigned shift = 0;
    for (size_t d = shape.size(); d-- > 0;) {
      Value at = index;
      if (shift)
        at = LLVM::LShrOp::create(e.builder, e.loc, at,
                                  e.constant(at.getType(), shift));
      if (d)
        at = LLVM::AndOp::create(e.builder, e.loc, at,
                                 e.constant(at.getType(), shape[d] - 1));
      e.bind(body.getArgument(d), {at});
      shift += llvm::Log2_64(shape[d]);
    }
    if (failed(e.emitBody(body)))
      return failure();
    result.push_back(e.getScalar(body.getTerminator()->getOperand(0)));
  }
  e.bind(op->getResult(0), result);
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// A table in global memory, for constants whose elements differ.
static Value emitTable(Emitter &e, DenseElementsAttr dense, Type element) {
  std::string name = e.makeSymbol("constant");
  {
    OpBuilder::InsertionGuard guard(e.builder);
    e.builder.setInsertionPointToStart(e.getModule().getBody());
    e.makeArray(dense, element, name, /*isConstant=*/true,
                e.storageBytes(element));
  }
  return LLVM::AddressOfOp::create(
      e.builder, e.loc, LLVM::LLVMPointerType::get(e.builder.getContext(), 1),
      name);
}

static LogicalResult emitConstant(Emitter &e, Operation *op) {
  Type type = op->getResult(0).getType();
  auto types = e.lower(op, type);
  FailureOr<ThreadLayout> layout = e.getLayout(op, type);
  if (failed(types) || failed(layout))
    return failure();
  Attribute value = cast<arith::ConstantOp>(op).getValue();
  auto dense = dyn_cast<DenseElementsAttr>(value);
  Type element = types->front();
  if (dense && !dense.isSplat()) {
    Value table = emitTable(e, dense, element);
    Registers result;
    for (unsigned r = 0; r < layout->getNumRegisters(); ++r)
      result.push_back(e.loadElement(
          element, LLVM::GEPOp::create(e.builder, e.loc, table.getType(),
                                       e.storageType(element), table,
                                       e.elementIndex(*layout, r))));
    e.bind(op->getResult(0), result);
    return success();
  }
  if (dense)
    value = dense.getSplatValue<Attribute>();
  Value scalar = LLVM::ConstantOp::create(e.builder, e.loc, element,
                                          e.lowerConstant(value));
  e.bind(op->getResult(0), Registers(types->size(), scalar));
  return success();
}

/// Any value will do; one that is defined cannot spread.
static LogicalResult emitPoison(Emitter &e, Operation *op) {
  auto types = e.lower(op, op->getResult(0).getType());
  if (failed(types))
    return failure();
  e.bind(op->getResult(0), Registers(types->size(), e.zero(types->front())));
  return success();
}

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

static Value readClusters(Emitter &e, unsigned axis, bool isExtent) {
  Type i32 = e.builder.getI32Type();
  switch (axis + (isExtent ? 3 : 0)) {
  case 0:
    return NVVM::ClusterIdXOp::create(e.builder, e.loc, i32);
  case 1:
    return NVVM::ClusterIdYOp::create(e.builder, e.loc, i32);
  case 2:
    return NVVM::ClusterIdZOp::create(e.builder, e.loc, i32);
  case 3:
    return NVVM::ClusterDimXOp::create(e.builder, e.loc, i32);
  case 4:
    return NVVM::ClusterDimYOp::create(e.builder, e.loc, i32);
  default:
    return NVVM::ClusterDimZOp::create(e.builder, e.loc, i32);
  }
}

Value Emitter::readLaunch(unsigned axis, bool isExtent) {
  Emitter &e = *this;
  Type i32 = e.builder.getI32Type();
  // A block is a cluster. Seeded: it is a CTA.
  if (e.numCtas > 1 && !e.bugs.acts(isExtent ? SeededBug::ClusterGridOfCtas
                                             : SeededBug::ClusterBlockOfCta))
    return readClusters(e, axis, isExtent);
  switch (axis + (isExtent ? 3 : 0)) {
  case 0:
    return NVVM::BlockIdXOp::create(e.builder, e.loc, i32);
  case 1:
    return NVVM::BlockIdYOp::create(e.builder, e.loc, i32);
  case 2:
    return NVVM::BlockIdZOp::create(e.builder, e.loc, i32);
  case 3:
    return NVVM::GridDimXOp::create(e.builder, e.loc, i32);
  case 4:
    return NVVM::GridDimYOp::create(e.builder, e.loc, i32);
  default:
    return NVVM::GridDimZOp::create(e.builder, e.loc, i32);
  }
}

static Value readGrid(Emitter &e, unsigned axis, bool isExtent) {
  if (isExtent)
    axis = e.bugs.pick(SeededBug::GridExtentOfX, axis, 0u);
  if (!e.persistence || (isExtent && e.persistence->isDynamic))
    return e.readLaunch(axis, isExtent);
  return isExtent ? e.persistence->extents[axis] : e.persistence->block[axis];
}

static LogicalResult bindGrid(Emitter &e, Operation *op, unsigned axis,
                              bool isExtent) {
  Value value = readGrid(e, axis, isExtent);
  if (op->getResult(0).getType().isIndex())
    value =
        LLVM::ZExtOp::create(e.builder, e.loc, e.builder.getI64Type(), value);
  e.bind(op->getResult(0), {value});
  return success();
}
static LogicalResult emitBlockId(Emitter &e, Operation *op) {
  return bindGrid(e, op, unsigned(cast<gpu::BlockIdOp>(op).getDimension()),
                  false);
}
static LogicalResult emitGridDim(Emitter &e, Operation *op) {
  return bindGrid(e, op, unsigned(cast<gpu::GridDimOp>(op).getDimension()),
                  true);
}

static constexpr HandlerRow rows[] = {
    {"nv_tileas.generate", emitGenerate}, {"nv_tileaa.splat", emitSplat},
    {"gpu.block_id", emitBlockId},        {"gpu.grid_dim", emitGridDim},
    {"arith.constant", emitConstant},     {"ub.poison", emitPoison},
};
ArrayRef<HandlerRow> tilefuzz::getLayoutHandlers() { return rows; }
