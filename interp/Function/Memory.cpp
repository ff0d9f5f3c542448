//===- Memory.cpp - memref, and what bufferization leaves -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What nothing has written is some value. An access beside a memref, or after
// its buffer has ended, is undefined (MemRefOps.td). A tensor that is made of
// a memref is what stands there at that moment.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMemory.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::APInt;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::ShapedType;

/// Of all buffers of a run.
static constexpr uint64_t mostElements = 1 << 20;

int64_t View::numElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

FunctionValue View::value() const {
  auto number = [](int64_t n) {
    return Element{uint64_t(n), Certainty::Exact};
  };
  FunctionValue value = {number(int64_t(buffer)), number(offset)};
  for (int64_t size : sizes)
    value.push_back(number(size));
  for (int64_t stride : strides)
    value.push_back(number(stride));
  return value;
}

bool function::isSupportedMemRef(mlir::Type type) {
  auto memref = llvm::dyn_cast<mlir::MemRefType>(type);
  return memref && widthOf(memref.getElementType()) != 0;
}

std::optional<View> function::readView(Machine &machine, const Instruction &in,
                                       unsigned i) {
  const FunctionValue &value = machine.operand(in, i);
  Certainty least = Certainty::Exact;
  for (const Element &element : value)
    least = std::max(least, element.certainty);
  if (least != Certainty::Exact) {
    if (least == Certainty::Poison)
      machine.undefined(in, Undefined::PoisonAddress);
    else
      machine.unstable(in, "a memref is not determined");
    return std::nullopt;
  }
  View view;
  view.buffer = value[0].bits;
  view.offset = int64_t(value[1].bits);
  size_t rank = (value.size() - 2) / 2;
  for (size_t d = 0; d < rank; ++d) {
    view.sizes.push_back(int64_t(value[2 + d].bits));
    view.strides.push_back(int64_t(value[2 + rank + d].bits));
  }
  return view;
}

std::optional<int64_t> function::readIndex(Machine &machine,
                                           const Instruction &in, unsigned i) {
  const Element &element = machine.operand(in, i).front();
  if (element.certainty == Certainty::Exact)
    return int64_t(element.bits);
  if (element.certainty == Certainty::Poison)
    machine.undefined(in, Undefined::PoisonAddress);
  else
    machine.unstable(in, "an index is not determined");
  return std::nullopt;
}

Element *function::elementAt(Machine &machine, const Instruction &in,
                             const View &view, ArrayRef<int64_t> at,
                             bool isWrite) {
  Buffer &buffer = machine.memory[view.buffer];
  if (!buffer.isLive) {
    machine.undefined(in, Undefined::UseAfterFree);
    return nullptr;
  }
  int64_t place = view.offset;
  bool isInside = at.size() == view.rank();
  for (auto [index, size, stride] : llvm::zip(at, view.sizes, view.strides)) {
    isInside &= index >= 0 && index < size;
    place += index * stride;
  }
  if (!isInside || place < 0 || place >= int64_t(buffer.elements.size())) {
    machine.undefined(in, Undefined::OutOfBounds);
    return nullptr;
  }
  if (isWrite && buffer.kind == Buffer::Kind::Constant) {
    machine.undefined(in, Undefined::WriteToConstant);
    return nullptr;
  }
  return &buffer.elements[size_t(place)];
}

static SmallVector<int64_t, 4> rowMajor(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t, 4> strides(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;)
    strides[d - 1] = strides[d] * sizes[d];
  return strides;
}

std::optional<View> function::allocate(Machine &machine, const Instruction &in,
                                       ArrayRef<int64_t> sizes,
                                       Buffer::Kind kind) {
  uint64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 0) {
      machine.undefined(in, Undefined::OutOfBounds);
      return std::nullopt;
    }
    count = std::min(count * std::min<uint64_t>(uint64_t(size), mostElements),
                     mostElements);
  }
  machine.allocated += count;
  if (count >= mostElements || machine.allocated > mostElements) {
    machine.unsupported(in, "too much memory");
    return std::nullopt;
  }
  View view;
  view.buffer = machine.memory.size();
  view.sizes.assign(sizes.begin(), sizes.end());
  view.strides = rowMajor(sizes);
  Buffer buffer;
  buffer.kind = kind;
  buffer.elements.assign(count, Element{0, Certainty::Unspecified});
  machine.memory.push_back(std::move(buffer));
  if (kind == Buffer::Kind::Stack)
    machine.stack.push_back(view.buffer);
  return view;
}

bool function::forEachPlace(ArrayRef<int64_t> sizes,
                            llvm::function_ref<bool(ArrayRef<int64_t>)> visit) {
  if (llvm::any_of(sizes, [](int64_t size) { return size <= 0; }))
    return true;
  SmallVector<int64_t, 4> at(sizes.size(), 0);
  while (true) {
    if (!visit(at))
      return false;
    size_t d = sizes.size();
    while (d > 0 && ++at[d - 1] == sizes[d - 1])
      at[--d] = 0;
    if (d == 0)
      return true;
  }
}

//===----------------------------------------------------------------------===//
// Allocation and access
//===----------------------------------------------------------------------===//

template <Buffer::Kind kind>
static Step evalAllocate(Machine &machine, const Instruction &in) {
  auto type = llvm::cast<mlir::MemRefType>(in.op->getResult(0).getType());
  if (!type.getLayout().isIdentity())
    return machine.unsupported(in, "a layout");
  SmallVector<int64_t> sizes(type.getShape());
  unsigned next = 0;
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size)) {
      std::optional<int64_t> given = readIndex(machine, in, next++);
      if (!given)
        return Step::Stop;
      size = *given;
    }
  std::optional<View> view = allocate(machine, in, sizes, kind);
  if (!view)
    return Step::Stop;
  machine.setResult(in, 0, view->value());
  return Step::Next;
}

static Step evalFree(Machine &machine, const Instruction &in) {
  std::optional<View> view = readView(machine, in, 0);
  if (!view)
    return Step::Stop;
  Buffer &buffer = machine.memory[view->buffer];
  if (buffer.kind != Buffer::Kind::Heap || !buffer.isLive)
    return machine.undefined(in, Undefined::InvalidFree);
  buffer.isLive = false;
  return Step::Next;
}

/// A variable of the module is there once.
static Step evalGlobal(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::memref::GetGlobalOp>(in.op);
  auto global =
      mlir::SymbolTable::lookupNearestSymbolFrom<mlir::memref::GlobalOp>(
          op, op.getNameAttr());
  if (!global || global.isExternal())
    return machine.unsupported(in, "a variable of another module");
  auto [it, isNew] = machine.globals.try_emplace(op.getName(), 0);
  if (isNew) {
    std::optional<View> view = allocate(
        machine, in, global.getType().getShape(), Buffer::Kind::Tensor);
    if (!view)
      return Step::Stop;
    it->second = view->buffer;
    Buffer &buffer = machine.memory[view->buffer];
    if (global.getConstant())
      buffer.kind = Buffer::Kind::Constant;
    if (!global.isUninitialized()) {
      std::optional<FunctionValue> value =
          constantValue(*global.getInitialValue());
      if (!value)
        return machine.unsupported(in, "this initial value");
      buffer.elements.assign(value->begin(), value->end());
    }
  }
  View view;
  view.buffer = it->second;
  view.sizes.assign(global.getType().getShape().begin(),
                    global.getType().getShape().end());
  view.strides = rowMajor(view.sizes);
  machine.setResult(in, 0, view.value());
  return Step::Next;
}

/// Operands from `first` on.
static std::optional<SmallVector<int64_t>>
readIndices(Machine &machine, const Instruction &in, unsigned first) {
  SmallVector<int64_t> at;
  for (unsigned i = first; i < in.operands.size(); ++i) {
    std::optional<int64_t> index = readIndex(machine, in, i);
    if (!index)
      return std::nullopt;
    at.push_back(*index);
  }
  return at;
}

/// Of an element, or of a vector along the last dimensions.
static Step load(Machine &machine, const Instruction &in, const View &view,
                 SmallVector<int64_t> at) {
  auto vector = llvm::dyn_cast<mlir::VectorType>(in.op->getResult(0).getType());
  FunctionValue result;
  ArrayRef<int64_t> shape = vector ? vector.getShape() : ArrayRef<int64_t>();
  size_t first = at.size() - shape.size();
  bool isDone = forEachPlace(shape, [&](ArrayRef<int64_t> place) {
    SmallVector<int64_t> whole = at;
    for (auto [d, index] : llvm::enumerate(place))
      whole[first + d] += index;
    Element *element = elementAt(machine, in, view, whole);
    if (element)
      result.push_back(*element);
    return element != nullptr;
  });
  if (!isDone)
    return Step::Stop;
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}
static Step store(Machine &machine, const Instruction &in, const View &view,
                  SmallVector<int64_t> at) {
  auto vector =
      llvm::dyn_cast<mlir::VectorType>(in.op->getOperand(0).getType());
  const FunctionValue &value = machine.operand(in, 0);
  ArrayRef<int64_t> shape = vector ? vector.getShape() : ArrayRef<int64_t>();
  size_t first = at.size() - shape.size(), next = 0;
  bool isDone = forEachPlace(shape, [&](ArrayRef<int64_t> place) {
    SmallVector<int64_t> whole = at;
    for (auto [d, index] : llvm::enumerate(place))
      whole[first + d] += index;
    Element *element = elementAt(machine, in, view, whole, /*isWrite=*/true);
    if (element)
      *element = value[next++];
    return element != nullptr;
  });
  return isDone ? Step::Next : Step::Stop;
}

/// memref.load, vector.load; with a map, affine.load and affine.vector_load.
static std::optional<SmallVector<int64_t>>
placeOf(Machine &machine, const Instruction &in, unsigned first) {
  std::optional<SmallVector<int64_t>> at = readIndices(machine, in, first);
  auto map = in.op->getAttrOfType<mlir::AffineMapAttr>("map");
  if (!at || !map)
    return at;
  ArrayRef<int64_t> all(*at);
  unsigned dims = map.getValue().getNumDims();
  SmallVector<int64_t> mapped;
  for (mlir::AffineExpr expr : map.getValue().getResults()) {
    std::optional<int64_t> value =
        evaluateAffine(expr, all.take_front(dims), all.drop_front(dims));
    if (!value) {
      machine.undefined(in, Undefined::DivisorNotPositive);
      return std::nullopt;
    }
    mapped.push_back(*value);
  }
  return mapped;
}
static Step evalLoad(Machine &machine, const Instruction &in) {
  std::optional<View> view = readView(machine, in, 0);
  std::optional<SmallVector<int64_t>> at;
  if (!view || !(at = placeOf(machine, in, 1)))
    return Step::Stop;
  return load(machine, in, *view, *at);
}
static Step evalStore(Machine &machine, const Instruction &in) {
  std::optional<View> view = readView(machine, in, 1);
  std::optional<SmallVector<int64_t>> at;
  if (!view || !(at = placeOf(machine, in, 2)))
    return Step::Stop;
  return store(machine, in, *view, *at);
}

/// All elements of a memref as a value; none: the run is over.
static std::optional<FunctionValue>
readAll(Machine &machine, const Instruction &in, const View &view) {
  FunctionValue value;
  bool isDone = forEachPlace(view.sizes, [&](ArrayRef<int64_t> at) {
    Element *element = elementAt(machine, in, view, at);
    if (element)
      value.push_back(*element);
    return element != nullptr;
  });
  return isDone ? std::optional(std::move(value)) : std::nullopt;
}
static bool writeAll(Machine &machine, const Instruction &in, const View &view,
                     ArrayRef<Element> value) {
  size_t next = 0;
  return forEachPlace(view.sizes, [&](ArrayRef<int64_t> at) {
    Element *element = elementAt(machine, in, view, at, /*isWrite=*/true);
    if (element)
      *element = value[next++];
    return element != nullptr;
  });
}

static Step evalCopy(Machine &machine, const Instruction &in) {
  std::optional<View> from = readView(machine, in, 0), to;
  if (!from || !(to = readView(machine, in, 1)))
    return Step::Stop;
  if (from->sizes != to->sizes)
    return machine.undefined(in, Undefined::OutOfBounds);
  // What is copied onto itself in part is not said to be anything.
  bool isSame = from->offset == to->offset && from->strides == to->strides;
  if (from->buffer == to->buffer && !isSame)
    return machine.unstable(in, "a copy within a buffer");
  std::optional<FunctionValue> value = readAll(machine, in, *from);
  return value && writeAll(machine, in, *to, *value) ? Step::Next : Step::Stop;
}

//===----------------------------------------------------------------------===//
// Between tensors and memrefs
//===----------------------------------------------------------------------===//

static Step evalToTensor(Machine &machine, const Instruction &in) {
  std::optional<View> view = readView(machine, in, 0);
  std::optional<FunctionValue> value;
  if (!view || !(value = readAll(machine, in, *view)))
    return Step::Stop;
  machine.setResult(in, 0, std::move(*value));
  return Step::Next;
}
static Step evalToBuffer(Machine &machine, const Instruction &in) {
  auto tensor =
      llvm::cast<mlir::RankedTensorType>(in.op->getOperand(0).getType());
  std::optional<View> view =
      allocate(machine, in, tensor.getShape(), Buffer::Kind::Tensor);
  if (!view || !writeAll(machine, in, *view, machine.operand(in, 0)))
    return Step::Stop;
  machine.setResult(in, 0, view->value());
  return Step::Next;
}
static Step evalClone(Machine &machine, const Instruction &in) {
  std::optional<View> from = readView(machine, in, 0), to;
  std::optional<FunctionValue> value;
  if (!from || !(value = readAll(machine, in, *from)) ||
      !(to = allocate(machine, in, from->sizes, Buffer::Kind::Heap)) ||
      !writeAll(machine, in, *to, *value))
    return Step::Stop;
  machine.setResult(in, 0, to->value());
  return Step::Next;
}
/// A tensor of which nothing is known, or a copy of another one.
static Step evalTensorAllocation(Machine &machine, const Instruction &in) {
  if (!in.operands.empty()) {
    if (in.op->getOperand(0).getType() != in.op->getResult(0).getType())
      return machine.unsupported(in, "this form");
    machine.setResult(in, 0, machine.operand(in, 0));
    return Step::Next;
  }
  machine.setResult(in, 0,
                    FunctionValue(numElements(in.op->getResult(0).getType()),
                                  Element{0, Certainty::Unspecified}));
  return Step::Next;
}
static Step evalMaterialize(Machine &machine, const Instruction &in) {
  if (in.operands.size() != 2)
    return machine.unsupported(in, "this form");
  if (in.op->getNumResults() == 1) {
    machine.setResult(in, 0, machine.operand(in, 0));
    return Step::Next;
  }
  std::optional<View> view = readView(machine, in, 1);
  return view && writeAll(machine, in, *view, machine.operand(in, 0))
             ? Step::Next
             : Step::Stop;
}
static Step evalNothing(Machine &, const Instruction &) { return Step::Next; }
static Step evalScopeEnd(Machine &machine, const Instruction &in) {
  machine.carryOperands(in);
  return Step::Leave;
}
static Step evalScope(Machine &machine, const Instruction &in) {
  if (machine.runRegion(in.regions[0], {}) == Step::Stop)
    return Step::Stop;
  return machine.setResults(in);
}

static constexpr EvaluatorRow rows[] = {
    {"memref.alloc", evalAllocate<Buffer::Kind::Heap>},
    {"memref.alloca", evalAllocate<Buffer::Kind::Stack>},
    {"memref.alloca_scope", evalScope},
    {"memref.alloca_scope.return", evalScopeEnd},
    {"memref.get_global", evalGlobal},
    {"memref.dealloc", evalFree},
    {"memref.load", evalLoad},
    {"memref.store", evalStore},
    {"vector.load", evalLoad},
    {"vector.store", evalStore},
    {"affine.load", evalLoad},
    {"affine.store", evalStore},
    {"affine.vector_load", evalLoad},
    {"affine.vector_store", evalStore},
    {"affine.prefetch", evalNothing},
    {"memref.copy", evalCopy},
    {"bufferization.to_tensor", evalToTensor},
    {"bufferization.to_buffer", evalToBuffer},
    {"bufferization.clone", evalClone},
    {"bufferization.alloc_tensor", evalTensorAllocation},
    {"bufferization.dealloc_tensor", evalNothing},
    {"bufferization.materialize_in_destination", evalMaterialize},
    {"tensor.empty", evalTensorAllocation},
};
ArrayRef<EvaluatorRow> function::getMemoryEvaluators() { return rows; }
