//===- GroupsStructure.cpp - Control flow, vectors and tensors ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace tilefuzz;
using llvm::APInt;
using llvm::SmallVector;
using mlir::Type;
using mlir::Value;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

namespace {
/// A region that is filled before its operation exists.
class RegionDraft {
public:
  RegionDraft(FunctionDraft &d, mlir::OperationState &state,
              llvm::ArrayRef<Type> arguments = {})
      : draft(d), guard(d.builder), visible(d.scope.size()) {
    auto *block = new mlir::Block;
    state.addRegion()->push_back(block);
    for (Type type : arguments)
      d.bring(block->addArgument(type, d.builder.getUnknownLoc()));
    d.builder.setInsertionPointToStart(block);
    ++d.depth;
  }
  ~RegionDraft() {
    draft.scope.resize(visible);
    --draft.depth;
  }
  void fill(unsigned most) {
    for (unsigned n = draft.choices.below(most + 1); n; --n)
      makeSomething(draft);
  }
  void end(llvm::StringRef terminator, llvm::ArrayRef<Value> values) {
    draft.make(terminator, values, {});
  }
  void yield(llvm::ArrayRef<Type> types) {
    SmallVector<Value> values;
    for (Type type : types)
      values.push_back(draft.pick(type));
    end("scf.yield", values);
  }

private:
  FunctionDraft &draft;
  mlir::OpBuilder::InsertionGuard guard;
  size_t visible;
};
} // namespace

static SmallVector<Type> resultTypes(FunctionDraft &d) {
  SmallVector<Type> types;
  for (unsigned n = 1 + d.choices.below(2); n; --n)
    types.push_back(d.choices.oneIn(3) ? d.anyElement()
                                       : d.shaped(d.anyElement()));
  return types;
}
static mlir::Operation *finish(FunctionDraft &d, mlir::OperationState &state) {
  mlir::Operation *op = d.builder.create(state);
  --d.budget;
  for (Value result : op->getResults())
    d.bring(result);
  return op;
}
static mlir::OperationState begin(FunctionDraft &d, llvm::StringRef name) {
  return mlir::OperationState(d.builder.getUnknownLoc(), name);
}

static void makeIf(FunctionDraft &d) {
  if (d.depth > 2)
    return;
  mlir::OperationState state = begin(d, "scf.if");
  state.addOperands(d.pickVariable(d.i1()));
  SmallVector<Type> types = resultTypes(d);
  state.addTypes(types);
  for (unsigned arm = 0; arm < 2; ++arm) {
    RegionDraft region(d, state);
    region.fill(4);
    region.yield(types);
  }
  finish(d, state);
}

/// A division that its condition makes defined.
static void makeGuardedDivision(FunctionDraft &d) {
  if (d.depth > 2)
    return;
  Type type = d.integer();
  if (functionElementWidth(type) < 3)
    return;
  Value divisor = d.pickVariable(type),
        zero = d.splat(type, APInt(functionElementWidth(type), 0));
  // ne; or sgt, so that no signed division overflows.
  bool isSigned = d.choices.oneIn(2);
  Value condition =
      d.add("arith.cmpi", {divisor, zero}, d.i1(),
            d.builder.getNamedAttr(
                "predicate", d.builder.getI64IntegerAttr(isSigned ? 4 : 1)));
  mlir::OperationState state = begin(d, "scf.if");
  state.addOperands(condition);
  state.addTypes(type);
  {
    RegionDraft region(d, state);
    static constexpr llvm::StringRef names[2][4] = {
        {"arith.divui", "arith.remui", "arith.ceildivui", "arith.remui"},
        {"arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi"}};
    Value value = d.add(names[isSigned][d.choices.below(4)],
                        {d.pick(type), divisor}, type);
    region.fill(1);
    region.end("scf.yield", value);
  }
  {
    RegionDraft region(d, state);
    region.yield(type);
  }
  finish(d, state);
}

static void makeFor(FunctionDraft &d) {
  if (d.depth > 1)
    return;
  Type counter = d.choices.oneIn(3) ? Type(d.builder.getI32Type())
                                    : Type(d.builder.getIndexType());
  unsigned width = functionElementWidth(counter);
  auto number = [&](uint64_t n) { return d.splat(counter, APInt(width, n)); };
  Value lower = number(d.choices.below(4)), upper;
  if (d.choices.oneIn(3))
    upper = d.add("arith.remui", {d.pickVariable(counter), number(7)}, counter);
  else
    upper = number(d.choices.below(8));
  Value step = number(1 + d.choices.below(3));
  mlir::OperationState state = begin(d, "scf.for");
  SmallVector<Type> types = resultTypes(d);
  state.addOperands({lower, upper, step});
  for (Type type : types)
    state.addOperands(d.pick(type));
  state.addTypes(types);
  if (d.choices.oneIn(8))
    state.addAttribute("unsignedCmp", d.builder.getUnitAttr());
  SmallVector<Type> arguments = {counter};
  arguments.append(types);
  {
    RegionDraft region(d, state, arguments);
    region.fill(5);
    region.yield(types);
  }
  finish(d, state);
}

/// Counts up to a small bound, with other values beside.
static void makeWhile(FunctionDraft &d) {
  if (d.depth > 1)
    return;
  Type counter = d.builder.getI32Type();
  auto number = [&](uint64_t n) { return d.splat(counter, APInt(32, n)); };
  SmallVector<Type> types = {counter};
  types.append(resultTypes(d));
  mlir::OperationState state = begin(d, "scf.while");
  Value bound = number(d.choices.below(6)), one = number(1);
  state.addOperands(number(d.choices.below(3)));
  for (Type type : llvm::drop_begin(types))
    state.addOperands(d.pick(type));
  state.addTypes(types);
  {
    RegionDraft region(d, state, types);
    Value now = d.builder.getInsertionBlock()->getArgument(0);
    region.fill(2);
    Value goesOn =
        d.make("arith.cmpi", {now, bound}, d.i1(),
               d.builder.getNamedAttr(
                   "predicate",
                   d.builder.getI64IntegerAttr(d.choices.oneIn(2) ? 2 : 6)))
            ->getResult(0);
    SmallVector<Value> values = {goesOn, now};
    for (Type type : llvm::drop_begin(types))
      values.push_back(d.pick(type));
    region.end("scf.condition", values);
  }
  {
    RegionDraft region(d, state, types);
    Value now = d.builder.getInsertionBlock()->getArgument(0);
    region.fill(3);
    SmallVector<Value> values = {
        d.make("arith.addi", {now, one}, counter)->getResult(0)};
    for (Type type : llvm::drop_begin(types))
      values.push_back(d.pick(type));
    region.end("scf.yield", values);
  }
  finish(d, state);
}

static void makeSwitch(FunctionDraft &d) {
  if (d.depth > 2)
    return;
  mlir::OperationState state = begin(d, "scf.index_switch");
  Value flag = d.pickVariable(d.builder.getIndexType());
  if (d.choices.oneIn(2))
    flag = d.add("arith.remui", {flag, d.index(3)}, flag.getType());
  state.addOperands(flag);
  SmallVector<Type> types = resultTypes(d);
  state.addTypes(types);
  SmallVector<int64_t> cases;
  for (unsigned n = d.choices.below(3); n; --n)
    cases.push_back(int64_t(n) - 1);
  state.addAttribute("cases", d.builder.getDenseI64ArrayAttr(cases));
  for (size_t arm = 0; arm <= cases.size(); ++arm) {
    RegionDraft region(d, state);
    region.fill(2);
    region.yield(types);
  }
  finish(d, state);
}

static void makeExecuteRegion(FunctionDraft &d) {
  if (d.depth > 2)
    return;
  mlir::OperationState state = begin(d, "scf.execute_region");
  SmallVector<Type> types = resultTypes(d);
  state.addTypes(types);
  {
    RegionDraft region(d, state);
    region.fill(3);
    region.yield(types);
  }
  finish(d, state);
}

//===----------------------------------------------------------------------===//
// Vectors and tensors
//===----------------------------------------------------------------------===//

static Value pickVector(FunctionDraft &d, unsigned rank = 0) {
  return d.pickWhere([&](Type t) {
    auto vector = llvm::dyn_cast<mlir::VectorType>(t);
    return vector && (rank == 0 || vector.getRank() == rank);
  });
}
static llvm::ArrayRef<int64_t> shapeOf(Value value) {
  return llvm::cast<mlir::ShapedType>(value.getType()).getShape();
}

/// One element out of a vector or tensor, or into it.
static void makeElement(FunctionDraft &d) {
  Value from =
      d.pickWhere([](Type t) { return llvm::isa<mlir::ShapedType>(t); });
  if (!from)
    return;
  bool isTensor = llvm::isa<mlir::TensorType>(from.getType());
  Type element = FunctionDraft::elementOf(from.getType());
  SmallVector<Value> dynamic;
  SmallVector<int64_t> fixed;
  for (int64_t extent : shapeOf(from)) {
    int64_t at = int64_t(d.choices.below(unsigned(extent)));
    if (isTensor) {
      dynamic.push_back(d.index(at));
    } else if (d.choices.oneIn(6)) {
      dynamic.push_back(d.index(at));
      fixed.push_back(mlir::ShapedType::kDynamic);
    } else {
      fixed.push_back(at);
    }
  }
  SmallVector<mlir::NamedAttribute> position;
  if (!isTensor)
    position.push_back(d.builder.getNamedAttr(
        "static_position", d.builder.getDenseI64ArrayAttr(fixed)));
  SmallVector<Value> operands;
  if (d.choices.oneIn(2)) {
    operands.push_back(from);
    operands.append(dynamic);
    d.add(isTensor ? "tensor.extract" : "vector.extract", operands, element,
          position);
    return;
  }
  operands = {d.pick(element), from};
  operands.append(dynamic);
  d.add(isTensor ? "tensor.insert" : "vector.insert", operands, from.getType(),
        position);
}

static void makeSplat(FunctionDraft &d) {
  if (d.shape.empty())
    return;
  Type element = d.anyElement();
  d.add(d.isTensor ? "tensor.splat" : "vector.broadcast",
        {d.pickVariable(element)}, d.shaped(element));
}

static void makeShuffle(FunctionDraft &d) {
  Value a = pickVector(d, 1);
  if (!a)
    return;
  int64_t extent = shapeOf(a)[0];
  SmallVector<int64_t> mask;
  for (int64_t i = 0; i < extent; ++i)
    mask.push_back(int64_t(d.choices.below(unsigned(2 * extent))));
  d.add("vector.shuffle", {a, d.pick(a.getType())}, a.getType(),
        d.builder.getNamedAttr("mask", d.builder.getDenseI64ArrayAttr(mask)));
}

static void makeReduction(FunctionDraft &d) {
  using Kind = mlir::vector::CombiningKind;
  static constexpr Kind integers[] = {Kind::ADD,   Kind::MUL,   Kind::MINUI,
                                      Kind::MINSI, Kind::MAXUI, Kind::MAXSI,
                                      Kind::AND,   Kind::OR,    Kind::XOR};
  static constexpr Kind reals[] = {Kind::MINNUMF, Kind::MAXNUMF, Kind::MINIMUMF,
                                   Kind::MAXIMUMF};
  Value from = pickVector(d, 1);
  if (!from)
    return;
  Type element = FunctionDraft::elementOf(from.getType());
  Kind kind = llvm::isa<mlir::FloatType>(element)
                  ? d.choices.pick<Kind>(reals)
                  : d.choices.pick<Kind>(integers);
  SmallVector<Value> operands = {from};
  if (d.choices.oneIn(3))
    operands.push_back(d.pick(element));
  d.add("vector.reduction", operands, element,
        d.builder.getNamedAttr("kind", mlir::vector::CombiningKindAttr::get(
                                           d.builder.getContext(), kind)));
}

/// To another shape and back, or a transposition.
static void makeReshape(FunctionDraft &d) {
  Value from = pickVector(d);
  if (!from)
    return;
  auto type = llvm::cast<mlir::VectorType>(from.getType());
  SmallVector<int64_t> shape(type.getShape());
  if (shape.size() == 2 && d.choices.oneIn(2)) {
    auto turned =
        mlir::VectorType::get({shape[1], shape[0]}, type.getElementType());
    d.add("vector.transpose", {from}, turned,
          d.builder.getNamedAttr("permutation",
                                 d.builder.getDenseI64ArrayAttr({1, 0})));
    return;
  }
  SmallVector<int64_t> other;
  if (shape.size() == 1 && shape[0] % 2 == 0)
    other = {2, shape[0] / 2};
  else
    other = {type.getNumElements()};
  d.add("vector.shape_cast", {from},
        mlir::VectorType::get(other, type.getElementType()));
}

static void makeStrided(FunctionDraft &d) {
  Value from = pickVector(d, 1);
  if (!from || shapeOf(from)[0] < 2)
    return;
  int64_t extent = shapeOf(from)[0];
  int64_t size = 1 + int64_t(d.choices.below(unsigned(extent - 1)));
  int64_t offset = int64_t(d.choices.below(unsigned(extent - size + 1)));
  Type part =
      mlir::VectorType::get({size}, FunctionDraft::elementOf(from.getType()));
  auto numbers = [&](llvm::StringRef name, int64_t n) {
    return d.builder.getNamedAttr(name, d.builder.getI64ArrayAttr(n));
  };
  Value value = d.add("vector.extract_strided_slice", {from}, part,
                      {numbers("offsets", offset), numbers("sizes", size),
                       numbers("strides", 1)});
  if (d.choices.oneIn(2))
    d.add("vector.insert_strided_slice", {value, d.pick(from.getType())},
          from.getType(), {numbers("offsets", offset), numbers("strides", 1)});
}

llvm::ArrayRef<GroupRow> tilefuzz::structureGroups() {
  static constexpr GroupRow groups[] = {
      {makeIf, "scf.if"},
      {makeGuardedDivision, "scf.if arith.cmpi arith.divsi arith.divui"},
      {makeFor, "scf.for"},
      {makeWhile, "scf.while"},
      {makeSwitch, "scf.index_switch arith.index_cast"},
      {makeExecuteRegion, "scf.execute_region"},
      {makeElement, "vector.extract vector.insert tensor.extract"},
      {makeSplat, "vector.broadcast tensor.splat"},
      {makeShuffle, "vector.shuffle"},
      {makeReduction, "vector.reduction"},
      {makeReshape, "vector.shape_cast vector.transpose"},
      {makeStrided,
       "vector.extract_strided_slice vector.insert_strided_slice"}};
  return groups;
}
