//===- Linalg.cpp - Structured operations over tensors and memrefs --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// All of them mean what their region does with the elements that the maps
// choose, at each place of the iteration space (LinalgInterfaces.td). The
// places come in row-major order; where the sums of floats in another order
// differ, they are no bug of whoever reorders.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "interp/Function/FunctionMemory.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
/// An operand: a tensor's elements, a memref, or a scalar.
struct Operand {
  FunctionValue elements;
  SmallVector<int64_t, 4> shape;
  std::optional<View> view;
  mlir::AffineMap map;
};
} // namespace

static std::optional<Operand> readOperand(Machine &machine,
                                          const Instruction &in, unsigned i) {
  Operand operand;
  mlir::Type type = in.op->getOperand(i).getType();
  if (llvm::isa<mlir::MemRefType>(type)) {
    operand.view = readView(machine, in, i);
    if (!operand.view)
      return std::nullopt;
    operand.shape = operand.view->sizes;
    return operand;
  }
  operand.elements = machine.operand(in, i);
  if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
    operand.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
  return operand;
}

/// The element at the place that the operand's map gives; null: the run is
/// over.
static Element *chosen(Machine &machine, const Instruction &in,
                       Operand &operand, ArrayRef<int64_t> place,
                       bool isWrite = false) {
  SmallVector<int64_t, 4> at;
  for (mlir::AffineExpr expr : operand.map.getResults()) {
    std::optional<int64_t> value = evaluateAffine(expr, place, {});
    at.push_back(value.value_or(-1));
  }
  if (operand.view)
    return elementAt(machine, in, *operand.view, at, isWrite);
  int64_t index = 0;
  for (auto [i, extent] : llvm::zip_equal(at, operand.shape)) {
    if (i < 0 || i >= extent) {
      machine.undefined(in, Undefined::OutOfBounds);
      return nullptr;
    }
    index = index * extent + i;
  }
  return &operand.elements[size_t(index)];
}

static Step evalStructured(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::linalg::LinalgOp>(in.op);
  std::vector<Operand> operands;
  SmallVector<int64_t> extents;
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray())) {
    std::optional<Operand> operand = readOperand(machine, in, i);
    if (!operand)
      return Step::Stop;
    operand->map = map;
    llvm::append_range(extents, operand->shape);
    operands.push_back(std::move(*operand));
  }
  mlir::AffineMap toLoops = op.getShapesToLoopsMap();
  if (!toLoops)
    return machine.unsupported(in, "loops without extents");
  SmallVector<int64_t> trips;
  for (mlir::AffineExpr expr : toLoops.getResults())
    trips.push_back(evaluateAffine(expr, extents, {}).value_or(0));
  unsigned numInputs = op.getNumDpsInputs();
  unsigned numArguments = in.regions[0].front().arguments.size();
  bool isDone = forEachPlace(trips, [&](ArrayRef<int64_t> place) {
    if (!machine.takeTrip(in))
      return false;
    std::vector<FunctionValue> arguments;
    for (Operand &operand : operands) {
      if (arguments.size() == numArguments)
        break;
      Element *element = chosen(machine, in, operand, place);
      if (!element)
        return false;
      arguments.push_back({*element});
    }
    machine.iterations.push_back(place);
    Step step = machine.runRegion(in.regions[0], arguments);
    machine.iterations.pop_back();
    if (step == Step::Stop)
      return false;
    std::vector<FunctionValue> yielded = std::move(machine.carried);
    for (auto [i, value] : llvm::enumerate(yielded)) {
      Element *element =
          chosen(machine, in, operands[numInputs + i], place, /*isWrite=*/true);
      if (!element)
        return false;
      *element = value.front();
    }
    return true;
  });
  if (!isDone)
    return Step::Stop;
  unsigned next = 0;
  for (Operand &operand : llvm::drop_begin(operands, numInputs))
    if (!operand.view)
      machine.setResult(in, next++, std::move(operand.elements));
  return Step::Next;
}

static Step evalIndex(Machine &machine, const Instruction &in) {
  uint64_t dimension = llvm::cast<mlir::linalg::IndexOp>(in.op).getDim();
  if (machine.iterations.empty() ||
      dimension >= machine.iterations.back().size())
    return machine.unsupported(in, "an index without a loop");
  machine.setResult(
      in, 0,
      {exact(APInt(64, uint64_t(machine.iterations.back()[dimension])))});
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

/// For each element of a slice in row-major order, where it is in the whole.
/// None: the run is over.
static std::optional<SmallVector<size_t>>
placesOf(Machine &machine, const Instruction &in,
         mlir::OffsetSizeAndStrideOpInterface op, ArrayRef<int64_t> whole) {
  unsigned next = op.getOffsetSizeAndStrideStartOperandIndex();
  auto offsets = readMixed(machine, in, op.getStaticOffsets(), next);
  if (!offsets)
    return std::nullopt;
  auto sizes = readMixed(machine, in, op.getStaticSizes(), next);
  if (!sizes)
    return std::nullopt;
  auto strides = readMixed(machine, in, op.getStaticStrides(), next);
  if (!strides)
    return std::nullopt;
  SmallVector<size_t> places;
  bool isInside = forEachPlace(*sizes, [&](ArrayRef<int64_t> at) {
    int64_t place = 0;
    for (auto [d, index] : llvm::enumerate(at)) {
      int64_t i = (*offsets)[d] + index * (*strides)[d];
      if (i < 0 || i >= whole[d])
        return false;
      place = place * whole[d] + i;
    }
    places.push_back(size_t(place));
    return true;
  });
  if (isInside)
    return places;
  machine.undefined(in, Undefined::OutOfBounds);
  return std::nullopt;
}

static Step evalExtractSlice(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::tensor::ExtractSliceOp>(in.op);
  auto places = placesOf(
      machine, in,
      llvm::cast<mlir::OffsetSizeAndStrideOpInterface>(op.getOperation()),
      op.getSourceType().getShape());
  if (!places)
    return Step::Stop;
  FunctionValue part;
  for (size_t place : *places)
    part.push_back(machine.operand(in, 0)[place]);
  if (part.size() != numElements(op.getType()))
    return machine.undefined(in, Undefined::OutOfBounds);
  machine.setResult(in, 0, std::move(part));
  return Step::Next;
}

static Step evalInsertSlice(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::tensor::InsertSliceOp>(in.op);
  auto places = placesOf(
      machine, in,
      llvm::cast<mlir::OffsetSizeAndStrideOpInterface>(op.getOperation()),
      op.getDestType().getShape());
  if (!places)
    return Step::Stop;
  FunctionValue whole = machine.operand(in, 1);
  const FunctionValue &part = machine.operand(in, 0);
  if (part.size() != places->size())
    return machine.undefined(in, Undefined::OutOfBounds);
  for (auto [element, place] : llvm::zip_equal(part, *places))
    whole[place] = element;
  machine.setResult(in, 0, std::move(whole));
  return Step::Next;
}

static Step evalPad(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::tensor::PadOp>(in.op);
  unsigned next = 1;
  auto low = readMixed(machine, in, op.getStaticLow(), next);
  if (!low)
    return Step::Stop;
  ArrayRef<int64_t> from = op.getSourceType().getShape();
  FunctionValue result;
  bool isDone =
      forEachPlace(op.getResultType().getShape(), [&](ArrayRef<int64_t> at) {
        int64_t place = 0;
        bool isInside = true;
        std::vector<FunctionValue> arguments;
        for (auto [d, index] : llvm::enumerate(at)) {
          int64_t i = index - (*low)[d];
          isInside &= i >= 0 && i < from[d];
          place = place * from[d] + i;
          arguments.push_back({exact(APInt(64, uint64_t(index)))});
        }
        if (isInside) {
          result.push_back(machine.operand(in, 0)[size_t(place)]);
          return true;
        }
        if (machine.runRegion(in.regions[0], arguments) == Step::Stop)
          return false;
        result.push_back(machine.carried.front().front());
        return true;
      });
  if (!isDone)
    return Step::Stop;
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

/// Each element is what the region gives for its place.
static Step evalGenerate(Machine &machine, const Instruction &in) {
  auto type = llvm::cast<mlir::ShapedType>(in.op->getResult(0).getType());
  FunctionValue result;
  bool isDone = forEachPlace(type.getShape(), [&](ArrayRef<int64_t> at) {
    std::vector<FunctionValue> arguments;
    for (int64_t index : at)
      arguments.push_back({exact(APInt(64, uint64_t(index)))});
    if (!machine.takeTrip(in) ||
        machine.runRegion(in.regions[0], arguments) == Step::Stop)
      return false;
    result.push_back(machine.carried.front().front());
    return true;
  });
  if (!isDone)
    return Step::Stop;
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static Step leave(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  return Step::Leave;
}

static constexpr EvaluatorRow rows[] = {
    {"linalg.generic", evalStructured},
    {"linalg.map", evalStructured},
    {"linalg.reduce", evalStructured},
    {"linalg.transpose", evalStructured},
    {"linalg.broadcast", evalStructured},
    {"linalg.fill", evalStructured},
    {"linalg.copy", evalStructured},
    {"linalg.elementwise", evalStructured},
    {"linalg.add", evalStructured},
    {"linalg.sub", evalStructured},
    {"linalg.mul", evalStructured},
    {"linalg.max", evalStructured},
    {"linalg.min", evalStructured},
    {"linalg.select", evalStructured},
    {"linalg.contract", evalStructured},
    {"linalg.matmul", evalStructured},
    {"linalg.batch_matmul", evalStructured},
    {"linalg.matvec", evalStructured},
    {"linalg.vecmat", evalStructured},
    {"linalg.dot", evalStructured},
    {"linalg.conv_1d", evalStructured},
    {"linalg.index", evalIndex},
    {"linalg.yield", leave},
    {"tensor.extract_slice", evalExtractSlice},
    {"tensor.insert_slice", evalInsertSlice},
    {"tensor.pad", evalPad},
    {"tensor.generate", evalGenerate},
    {"tensor.yield", leave},
};
ArrayRef<EvaluatorRow> function::getLinalgEvaluators() { return rows; }
