//===- TileAADraft.cpp - An nv_tileaa program under construction ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAADraft.h"
#include "fuzz/Generate/RandomValues.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

/// One, two or three axes.
static std::array<uint32_t, 3> chooseGrid(ByteSource &choices, unsigned most) {
  static constexpr std::array<uint32_t, 3> grids[] = {
      {1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1},
      {2, 2, 1}, {1, 3, 1}, {1, 2, 2}, {2, 1, 2}};
  auto grid = grids[choices.below(choices.oneIn(3) ? 8 : 3)];
  if (grid[0] * grid[1] * grid[2] > most)
    return {most, 1, 1};
  if (most > 4 && choices.oneIn(2))
    grid[choices.below(3)] = 1 + choices.below(most / 4);
  return grid;
}

TileAADraft::TileAADraft(MLIRContext &context, ByteSource &choices,
                         const GenerateOptions &options)
    : InexactValues(choices, options), builder(&context),
      loc(builder.getUnknownLoc()) {
  for (unsigned i = 0; i <= unsigned(ElementKind::F4E2M1FN); ++i)
    elements[i] = typeOfKind(&context, ElementKind(i));
  tokenType = aa::MemTokenType::get(&context);
  static constexpr unsigned widths[] = {4, 8, 8, 16, 32};
  width = choices.pick<unsigned>(widths);
  rows = 1u << choices.below(llvm::Log2_32(width) + 1);
  columns = width / rows;
  launch.kernel = "main";
  launch.grid = chooseGrid(choices, options.blocks);
  grid = launch.grid[0] * launch.grid[1] * launch.grid[2];

  module = ModuleOp::create(loc);
  module.get()->setAttr("nv_tileaa.compute_capability", i32Attr(90));
  builder.setInsertionPointToStart(module->getBody());
  auto gpuModule = gpu::GPUModuleOp::create(builder, loc, "generated");
  container = gpuModule;
  builder.setInsertionPointToStart(gpuModule.getBody());
  function = aa::FuncOp::create(
      builder, loc, "main", builder.getFunctionType({}, {}), ArrayAttr(),
      ArrayAttr(), aa::KernelSpecAttr::get(&context, 4, 1, 1));
  function->setAttr("cute.kernel", builder.getUnitAttr());
  builder.setInsertionPointToStart(&function.getBody().emplaceBlock());
}

OwningOpRef<ModuleOp> TileAADraft::finish() {
  aa::ReturnOp::create(builder, loc);
  function.setFunctionType(
      builder.getFunctionType(function.getBody().getArgumentTypes(), {}));
  launch.seed = choices.below(1000);
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type TileAADraft::chooseInteger() {
  static constexpr ElementKind kinds[] = {ElementKind::I32, ElementKind::I32,
                                          ElementKind::I8,  ElementKind::I64,
                                          ElementKind::I16, ElementKind::I8};
  return elementOf(choices.pick<ElementKind>(kinds));
}

Type TileAADraft::chooseFloat() {
  static constexpr ElementKind kinds[] = {ElementKind::F32, ElementKind::F32,
                                          ElementKind::F16, ElementKind::BF16,
                                          ElementKind::F64};
  return elementOf(choices.pick<ElementKind>(kinds));
}

Type TileAADraft::chooseNumber() {
  return choices.below(100) < options.floats ? chooseFloat() : chooseInteger();
}

SmallVector<int64_t, 3> TileAADraft::chooseShape() {
  switch (choices.below(8)) {
  case 0:
  case 1:
    return {};
  case 2:
  case 3:
    return {rows, columns};
  case 4:
    return {2, width / 4, 2};
  default:
    return {width};
  }
}

Type TileAADraft::chooseTensor(Type element) {
  SmallVector<int64_t, 3> shape = chooseShape();
  return tile(element, shape.empty() ? SmallVector<int64_t, 3>{width} : shape);
}

Operation *TileAADraft::made(const OperationState &state) {
  Operation *op = builder.create(state);
  if (llvm::any_of(state.operands,
                   [&](Value value) { return isInexact(value); }))
    for (Value result : op->getResults())
      if (result.getType() != tokenType)
        markInexact(result);
  return op;
}

void TileAADraft::bringInexact(Value value) {
  markInexact(value);
  if (choosesInexact() || depth > 0)
    bring(value);
  else
    observe(value);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value TileAADraft::constant(TypedAttr value) {
  return create<arith::ConstantOp>(value.getType(), {},
                                   [&](auto &p) { p.value = value; });
}

static APFloat floatOf(Type element, double number) {
  APFloat value(number);
  bool losesInfo;
  value.convert(cast<FloatType>(element).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// As the conversion makes them: of one scalar, or dense.
static Value everywhere(TileAADraft &draft, Type type, TypedAttr element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return draft.constant(element);
  if (draft.choices.oneIn(2))
    return draft.make<aa::SplatOp>(type, draft.constant(element));
  return draft.constant(DenseElementsAttr::get(tensor, Attribute(element)));
}

Value TileAADraft::constant(Type type, int64_t number) {
  Type element = aa::getTileElementType(type);
  APInt bits(element.getIntOrFloatBitWidth(), number, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return shared.get(SharedValues::keyOf(type, number), choices, 6, [&] {
    return everywhere(*this, type, IntegerAttr::get(element, bits));
  });
}

Value TileAADraft::constant(Type type, double number) {
  Type element = aa::getTileElementType(type);
  return everywhere(*this, type,
                    FloatAttr::get(element, floatOf(element, number)));
}

Attribute TileAADraft::randomElement(Type element) {
  bool atEdge = choices.below(100) < options.edges;
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(element, chooseFloatOf(choices, type, atEdge));
  return IntegerAttr::get(
      element,
      chooseIntegerOf(choices, element.getIntOrFloatBitWidth(), atEdge));
}

DenseElementsAttr TileAADraft::randomElements(Type type, bool isSplat) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<Attribute> elements;
  for (int64_t i = 0, e = isSplat ? 1 : tensor.getNumElements(); i < e; ++i)
    elements.push_back(randomElement(tensor.getElementType()));
  return DenseElementsAttr::get(tensor, elements);
}

Value TileAADraft::randomConstant(Type type) {
  Type element = aa::getTileElementType(type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getNumElements() <= 16 && choices.oneIn(2))
    return bring(constant(randomElements(type, /*isSplat=*/false)));
  return bring(
      everywhere(*this, type, cast<TypedAttr>(randomElement(element))));
}

Value TileAADraft::parameter(Type element, StringRef literal) {
  ArgSpec arg;
  arg.scalar = literal.str();
  launch.args.push_back(arg);
  return function.getBody().front().addArgument(element, loc);
}

Value TileAADraft::number(Type element, int64_t value) {
  if (launch.args.size() < 24 && choices.oneIn(4))
    return parameter(element, std::to_string(value));
  return constant(element, value);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value TileAADraft::inScope(Type type) {
  // `x op x` is worth a try now and then.
  bool mayRepeat = choices.oneIn(6);
  unsigned fitting = 0, unused = 0;
  auto fits = [&](Value value) {
    return value.getType() == type && (mayRepeat || value != lastGiven) &&
           mayTake(value);
  };
  for (Value value : values)
    if (fits(value)) {
      ++fitting;
      unused += value.use_empty();
    }
  if (!fitting)
    return {};
  bool wantsUnused = unused && choices.oneIn(2);
  unsigned count = wantsUnused ? unused : fitting;
  // The smaller of two draws: recent results are used, so chains grow.
  unsigned first = choices.below(count), second = choices.below(count);
  unsigned skip = std::min(first, second);
  for (Value value : llvm::reverse(values))
    if (fits(value) && !(wantsUnused && !value.use_empty()) && skip-- == 0)
      return lastGiven = value;
  return {};
}

Value TileAADraft::splat(Value scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  Type element = scalar.getType(), result = tile(element, shape);
  return shared.get(SharedValues::keyOf(scalar, result), choices, 6, [&] {
    // As a public broadcast becomes.
    if (choices.oneIn(4)) {
      SmallVector<int64_t, 3> ones(shape.size(), 1);
      Value one = make<aa::SplatOp>(tile(element, ones), scalar);
      return make<aa::BroadcastOp>(result, one);
    }
    return make<aa::SplatOp>(result, scalar);
  });
}

Value TileAADraft::view(Value value, ArrayRef<int64_t> shape) {
  Type type = tile(aa::getTileElementType(value.getType()), shape);
  return type == value.getType() ? value : make<aa::ViewOp>(type, value);
}

Value TileAADraft::value(Type type) {
  if (!choices.oneIn(8))
    if (Value found = inScope(type))
      return found;
  if (!choices.oneIn(3))
    if (Value result = newValue(type))
      return lastGiven = result;
  return lastGiven = randomConstant(type);
}

Value TileAADraft::converted(Type type) {
  Type to = aa::getTileElementType(type);
  ArrayRef<int64_t> shape = aa::getTileShape(type);
  auto fits = [&](Value value) {
    Type from = aa::getTileElementType(value.getType());
    return from != to && isa<IntegerType, FloatType>(from) &&
           !(isa<FloatType>(from) && isa<IntegerType>(to)) &&
           !(from.isInteger(1) && isa<FloatType>(to)) && mayTake(value) &&
           aa::getTileShape(value.getType()) == shape;
  };
  unsigned fitting = llvm::count_if(values, fits);
  if (!fitting)
    return {};
  unsigned skip = choices.below(fitting);
  Value from = *llvm::find_if(
      values, [&](Value value) { return fits(value) && skip-- == 0; });
  Type source = aa::getTileElementType(from.getType());
  bool isSigned = choices.oneIn(2);
  if (isa<FloatType>(source))
    return define<aa::FpToFpOp>(type, from);
  if (isa<FloatType>(to))
    return isSigned ? define<arith::SIToFPOp>(type, from)
                    : define<arith::UIToFPOp>(type, from);
  if (source.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth())
    return define<arith::TruncIOp>(type, from);
  return isSigned ? define<arith::ExtSIOp>(type, from)
                  : define<arith::ExtUIOp>(type, from);
}

Value TileAADraft::newValue(Type type) {
  Type element = aa::getTileElementType(type);
  ArrayRef<int64_t> shape = aa::getTileShape(type);
  switch (choices.below(8)) {
  case 0:
  case 1:
    // The same scalar everywhere.
    if (!shape.empty())
      if (Value found = inScope(element))
        return bring(splat(found, shape));
    return {};
  case 2:
    // Another shape of as many elements.
    if (!shape.empty())
      for (Type from : {vector(element), matrix(element)})
        if (from != type &&
            llvm::product_of(aa::getTileShape(from)) == llvm::product_of(shape))
          if (Value found = inScope(from))
            return bring(view(found, shape));
    return {};
  case 3:
  case 4:
    return loaded(type);
  default:
    return converted(type);
  }
}

/// Often of a form that rewrites look for.
Value TileAADraft::condition(Type type) {
  switch (choices.below(5)) {
  case 0:
    return constant(type, int64_t(choices.below(2)));
  case 1:
    return randomConstant(type);
  case 2: {
    Type compared = like(type, i32());
    Value lhs = value(compared), rhs = value(compared);
    auto predicate = arith::CmpIPredicate(choices.below(10));
    return bring(create<arith::CmpIOp>(type, {lhs, rhs}, [&](auto &p) {
      p.predicate =
          arith::CmpIPredicateAttr::get(builder.getContext(), predicate);
    }));
  }
  default:
    return value(type);
  }
}

Value TileAADraft::blockNumber() {
  if (block && !choices.oneIn(8))
    return block;
  auto ask = [&](int32_t axis, auto op) -> Value {
    return create<decltype(op)>(i32(), {},
                                [&](auto &p) { p.axis = i32Attr(axis); });
  };
  // x + nx * (y + ny * z)
  Value number;
  for (int32_t axis = 2; axis >= 0; --axis) {
    if (launch.grid[axis] == 1 && (axis || number))
      continue;
    Value id = ask(axis, aa::GetProgramIdOp());
    if (number) {
      Value extent = choices.oneIn(2) ? ask(axis, aa::GetNumProgramsOp())
                                      : this->number(i32(), launch.grid[axis]);
      id = make<arith::AddIOp>(
          i32(), {id, make<arith::MulIOp>(i32(), {number, extent})});
    }
    number = id;
  }
  if (depth == 0)
    block = number;
  return number;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

TileAADraft::Scope::Scope(TileAADraft &draft, Region &region,
                          TypeRange arguments)
    : block(region.empty() ? region.emplaceBlock() : region.front()),
      draft(draft), guard(draft.builder), values(draft.values.size()),
      tokens(draft.tokens.size()), shared(draft.shared.mark()) {
  for (Type type : arguments)
    block.addArgument(type, draft.loc);
  draft.builder.setInsertionPointToEnd(&block);
  ++draft.depth;
}

TileAADraft::Scope::~Scope() {
  --draft.depth;
  draft.values.resize(values);
  draft.tokens.resize(tokens);
  draft.shared.forgetSince(shared);
}

Value TileAADraft::bodyValue(Type type) {
  makeTileAASteps(*this, 1 + choices.below(3));
  return value(type);
}
