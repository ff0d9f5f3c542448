//===- Draft.cpp - A program under construction ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Draft.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

Draft::Draft(MLIRContext &context, ByteSource &choices,
             const GenerateOptions &options, bool whole)
    : choices(choices), options(options), whole(whole), builder(&context) {
  context.loadDialect<ct::CudaTileDialect>();
  static constexpr unsigned widths[] = {4, 8, 16, 32, 64};
  width = choices.pick<unsigned>(widths);
  rows = 1u << choices.below(llvm::Log2_32(width) + 1);
  columns = width / rows;
  grid = 1 + choices.below(std::min(options.blocks, 3u));
  if (options.blocks > 4 && choices.oneIn(2))
    grid = 1 + choices.below(options.blocks);
  launch.kernel = "main";
  launch.grid = {grid, 1, 1};
  Location loc = builder.getUnknownLoc();
  module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  Operation *made = create(
      "module", {}, {}, {named("sym_name", builder.getStringAttr("generated"))},
      /*regions=*/1);
  tileModule = cast<ct::ModuleOp>(made);
  builder.setInsertionPointToStart(&made->getRegion(0).emplaceBlock());
  made = create(
      "entry", {}, {},
      {named("sym_name", builder.getStringAttr("main")),
       named("function_type", TypeAttr::get(builder.getFunctionType({}, {})))},
      /*regions=*/1);
  entryOp = cast<ct::EntryOp>(made);
  builder.setInsertionPointToStart(&made->getRegion(0).emplaceBlock());
}

OwningOpRef<ModuleOp> Draft::finish() {
  create("return", {}, {});
  SmallVector<Type> inputs(entryOp.getBody().getArgumentTypes());
  entryOp.setFunctionType(builder.getFunctionType(inputs, {}));
  launch.seed = choices.below(1000);
  if (launch.seed % 4 == 3)
    turnGrid();
  return std::move(module);
}

/// The blocks stand along the second axis, or the third.
void Draft::turnGrid() {
  unsigned axis = 1 + launch.seed / 4 % 2;
  std::swap(launch.grid[0], launch.grid[axis]);
  entryOp->walk([&](Operation *op) {
    if (!isa<ct::GetTileBlockIdOp, ct::GetNumTileBlocksOp>(op))
      return;
    Value first = op->getResult(0), other = op->getResult(axis);
    SmallVector<OpOperand *> uses =
        llvm::to_vector(llvm::make_pointer_range(first.getUses()));
    other.replaceAllUsesWith(first);
    for (OpOperand *use : uses)
      use->set(other);
  });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type tilefuzz::typeOfKind(MLIRContext *context, ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
    return IntegerType::get(context, 1);
  case ElementKind::I8:
    return IntegerType::get(context, 8);
  case ElementKind::I16:
    return IntegerType::get(context, 16);
  case ElementKind::I32:
    return IntegerType::get(context, 32);
  case ElementKind::I64:
    return IntegerType::get(context, 64);
  case ElementKind::F16:
    return Float16Type::get(context);
  case ElementKind::BF16:
    return BFloat16Type::get(context);
  case ElementKind::F32:
    return Float32Type::get(context);
  case ElementKind::F64:
    return Float64Type::get(context);
  case ElementKind::TF32:
    return FloatTF32Type::get(context);
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  }
  llvm_unreachable("unknown kind");
}

Type Draft::elementOf(ElementKind kind) {
  return typeOfKind(builder.getContext(), kind);
}

std::optional<ElementKind> tilefuzz::elementKindOf(Type element) {
  using Kind = std::optional<ElementKind>;
  if (auto integer = dyn_cast<IntegerType>(element)) {
    switch (integer.isSignless() ? integer.getWidth() : 0) {
    case 1:
      return ElementKind::I1;
    case 8:
      return ElementKind::I8;
    case 16:
      return ElementKind::I16;
    case 32:
      return ElementKind::I32;
    case 64:
      return ElementKind::I64;
    }
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, Kind>(element)
      .Case([](Float16Type) { return ElementKind::F16; })
      .Case([](BFloat16Type) { return ElementKind::BF16; })
      .Case([](Float32Type) { return ElementKind::F32; })
      .Case([](Float64Type) { return ElementKind::F64; })
      .Case([](FloatTF32Type) { return ElementKind::TF32; })
      .Case([](Float8E4M3FNType) { return ElementKind::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return ElementKind::F8E5M2; })
      .Case([](Float8E8M0FNUType) { return ElementKind::F8E8M0FNU; })
      .Case([](Float4E2M1FNType) { return ElementKind::F4E2M1FN; })
      .Default([](Type) { return Kind(); });
}

bool tilefuzz::isF4(Type element) { return isa<Float4E2M1FNType>(element); }

llvm::SmallVector<int64_t> Draft::sizes(DraftShape shape) const {
  switch (shape) {
  case DraftShape::Scalar:
    return {};
  case DraftShape::Vector:
    return {width};
  case DraftShape::Matrix:
    return {rows, columns};
  case DraftShape::Cube:
    return {2, width / 4, 2};
  }
  llvm_unreachable("unknown shape");
}

ct::TileType Draft::tile(Type element, DraftShape shape) {
  return TileType::get(sizes(shape), element);
}

Type Draft::token() { return ct::TokenType::get(builder.getContext()); }

DraftShape Draft::chooseShape() {
  static constexpr DraftShape shapes[] = {
      DraftShape::Vector, DraftShape::Vector, DraftShape::Vector,
      DraftShape::Scalar, DraftShape::Matrix, DraftShape::Cube};
  return shapes[choices.below(6)];
}

Type Draft::chooseInteger() {
  static constexpr unsigned widths[] = {32, 32, 8, 64, 16, 16, 8, 1};
  return integer(widths[choices.below(whole ? 8 : 7)]);
}
Type Draft::chooseWideInteger() {
  static constexpr unsigned widths[] = {32, 32, 8, 64, 16};
  return integer(widths[choices.below(5)]);
}
Type Draft::chooseFloat() {
  static constexpr ElementKind kinds[] = {ElementKind::F32, ElementKind::F32,
                                          ElementKind::F16, ElementKind::BF16,
                                          ElementKind::F64};
  return elementOf(kinds[choices.below(5)]);
}
Type Draft::chooseStorageFloat() {
  static constexpr ElementKind kinds[] = {
      ElementKind::TF32, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
      ElementKind::F8E8M0FNU, ElementKind::F4E2M1FN};
  return elementOf(choices.pick<ElementKind>(kinds));
}
Type Draft::chooseNumber() {
  // Half and half takes one byte of choices.
  bool isFloat = options.floats == 50 ? choices.oneIn(2)
                                      : choices.below(100) < options.floats;
  return isFloat ? chooseFloat() : chooseInteger();
}
Type Draft::chooseAnyNumber() {
  return whole && choices.oneIn(3) ? chooseStorageFloat() : chooseNumber();
}
Type Draft::chooseAnyElement() {
  return whole && choices.oneIn(12) ? integer(4) : chooseAnyNumber();
}

/// Pairs of f4E2M1FN share a byte, so that a tile has an even number.
ct::TileType Draft::chooseTile(Type element) {
  DraftShape shape = chooseShape();
  return tile(element, isF4(element) && shape == DraftShape::Scalar
                           ? DraftShape::Vector
                           : shape);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Operation *Draft::create(StringRef name, TypeRange results, ValueRange operands,
                         Attributes attributes, unsigned regions) {
  OperationState state(builder.getUnknownLoc(), ("cuda_tile." + name).str());
  state.addTypes(results);
  state.addOperands(operands);
  for (unsigned i = 0; i < regions; ++i)
    state.addRegion();
  Operation *made = builder.create(state);
  // One by one: no dictionary of them is made.
  for (NamedAttribute attribute : attributes)
    made->setAttr(attribute.getName(), attribute.getValue());
  return made;
}

Value Draft::make(StringRef name, Type result, ValueRange operands,
                  Attributes attributes) {
  return create(name, result, operands, attributes)->getResult(0);
}

Value Draft::define(StringRef name, Type result, ValueRange operands,
                    Attributes attributes) {
  values.push_back(make(name, result, operands, attributes));
  return values.back();
}

NamedAttribute Draft::signedness(bool isSigned) {
  return named("signedness",
               ct::SignednessAttr::get(builder.getContext(),
                                       isSigned ? ct::Signedness::Signed
                                                : ct::Signedness::Unsigned));
}

NamedAttribute Draft::rounding(ct::Rounding mode, StringRef name) {
  return named(name, ct::RoundingAttr::get(builder.getContext(), mode));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value Draft::inScope(TileType type) {
  SmallVector<Value> found, unused;
  // `x op x` is worth a try now and then.
  bool mayRepeat = choices.oneIn(6);
  for (Value value : llvm::reverse(values)) {
    if (value.getType() != type || (value == lastGiven && !mayRepeat))
      continue;
    found.push_back(value);
    if (value.use_empty())
      unused.push_back(value);
  }
  if (found.empty())
    return {};
  ArrayRef<Value> from = found;
  if (!unused.empty() && choices.oneIn(2))
    from = unused;
  // The smaller of two draws: recent results are used, so chains grow.
  unsigned first = choices.below(from.size());
  unsigned second = choices.below(from.size());
  return lastGiven = from[std::min(first, second)];
}

Value Draft::constant(DenseElementsAttr elements) {
  return define("constant", elements.getType(), {}, {named("value", elements)});
}

Value Draft::constant(TileType type, int64_t splat) {
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  return constant(DenseElementsAttr::get(
      type, APInt(width, splat, /*isSigned=*/true, /*implicitTrunc=*/true)));
}

static APFloat floatOf(Type element, double number) {
  APFloat value(number);
  bool losesInfo;
  value.convert(cast<FloatType>(element).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

Value Draft::constant(TileType type, double splat) {
  return constant(
      DenseElementsAttr::get(type, floatOf(type.getElementType(), splat)));
}

DenseElementsAttr Draft::randomElements(TileType type, bool splat) {
  Type element = type.getElementType();
  size_t count = splat ? 1 : type.getNumElements();
  if (isa<FloatType>(element)) {
    static constexpr double numbers[] = {0.0,  1.0,   -1.5,  0.5,  3.0,
                                         -0.0, 100.0, -7.25, 0.125};
    // f4E2M1FN ends at 6; f8E8M0FNU has powers of two only.
    static constexpr double small[] = {0.0,  1.0, -1.5, 0.5, 3.0,
                                       -0.0, 6.0, -4.0, 2.0};
    static constexpr double scales[] = {1.0, 2.0, 0.5, 64.0, 0.125, 4.0};
    ArrayRef<double> from = isF4(element)                     ? ArrayRef(small)
                            : isa<Float8E8M0FNUType>(element) ? ArrayRef(scales)
                                                              : numbers;
    SmallVector<APFloat> elements;
    for (size_t i = 0; i < count; ++i)
      elements.push_back(floatOf(element, choices.pick(from)));
    return DenseElementsAttr::get(type, elements);
  }
  static constexpr int64_t numbers[] = {0,    1,   -1, 2,  3, 7,
                                        -128, 127, 85, -2, 64};
  SmallVector<APInt> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(APInt(element.getIntOrFloatBitWidth(),
                             choices.pick<int64_t>(numbers), /*isSigned=*/true,
                             /*implicitTrunc=*/true));
  return DenseElementsAttr::get(type, elements);
}

Value Draft::randomConstant(TileType type) {
  bool splat = !whole || type.getNumElements() > 128 || !choices.oneIn(3);
  return constant(randomElements(type, splat));
}

Value Draft::masked(Value value, int64_t bits) {
  auto type = cast<TileType>(value.getType());
  return define("andi", type, {value, constant(type, bits)});
}

Value Draft::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<TileType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return make("reshape", tile(type.getElementType(), shape), value);
}

Value Draft::splat(Value scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  SmallVector<int64_t> ones(shape.size(), 1);
  Type element = cast<TileType>(scalar.getType()).getElementType();
  return make("broadcast", tile(element, shape), reshape(scalar, ones));
}

Value Draft::value(TileType type) {
  if (!choices.oneIn(8))
    if (Value found = inScope(type))
      return found;
  Type element = type.getElementType();
  if (!choices.oneIn(3))
    if (Value result = newValue(type))
      return lastGiven = result;
  // Constants have no i4.
  if (element.isInteger(4)) {
    Value byte = value(tile(integer(8), type.getShape()));
    return define("trunci", type, byte);
  }
  return lastGiven = randomConstant(type);
}

/// One operation from any number to any other, defined for every value; empty:
/// there is none.
static StringRef conversionName(Type from, Type to, bool whole) {
  if (from == to)
    return {};
  if (isa<IntegerType>(from) && isa<IntegerType>(to))
    return from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth() ? "exti"
                                                                     : "trunci";
  if (isa<Float8E8M0FNUType>(to) || !isa<FloatType>(to))
    return {};
  if (!isa<IntegerType>(from))
    return "ftof";
  // i4 has no arithmetic, and the levels below have none of i1.
  return from.isInteger(4) || (from.isInteger(1) && !whole) ? "" : "itof";
}

Value Draft::converted(TileType type) {
  Type to = type.getElementType();
  SmallVector<Value> found;
  for (Value value : llvm::reverse(values)) {
    auto from = dyn_cast<TileType>(value.getType());
    if (from && from.getShape() == type.getShape() &&
        isa<IntegerType, FloatType>(from.getElementType()) &&
        !conversionName(from.getElementType(), to, whole).empty())
      found.push_back(value);
  }
  if (found.empty())
    return {};
  Value from =
      found[std::min(choices.below(found.size()), choices.below(found.size()))];
  StringRef name = conversionName(
      cast<TileType>(from.getType()).getElementType(), to, whole);
  SmallVector<NamedAttribute> attributes;
  if (name == "trunci")
    attributes = {named("overflow", ct::OverflowAttr::get(builder.getContext(),
                                                          ct::Overflow::None))};
  if (name == "exti" || name == "itof")
    attributes.push_back(chooseSignedness());
  if (name == "itof" || name == "ftof")
    attributes.push_back(rounding(ct::Rounding::NearestEven));
  return define(name, type, from, attributes);
}

Value Draft::newValue(TileType type) {
  Type element = type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  switch (choices.below(8)) {
  case 0:
  case 1:
    // The same scalar everywhere.
    if (!shape.empty() && !isF4(element))
      if (Value found = inScope(scalar(element))) {
        bring(splat(found, shape));
        return values.back();
      }
    return {};
  case 2:
  case 3:
    // Another shape of as many elements.
    if (!shape.empty())
      for (DraftShape other : {DraftShape::Vector, DraftShape::Matrix}) {
        TileType from = tile(element, other);
        if (from == type || from.getNumElements() != type.getNumElements())
          continue;
        if (Value found = inScope(from)) {
          bring(reshape(found, shape));
          return values.back();
        }
      }
    return {};
  case 4:
    return loaded(type);
  default:
    return converted(type);
  }
}

Value Draft::select(Value condition, Value yes, Value no) {
  return define("select", yes.getType(), {condition, yes, no});
}

/// Often of a form that rewrites look for.
Value Draft::condition(TileType type) {
  switch (choices.below(5)) {
  case 0:
    return constant(type, int64_t(choices.below(2)));
  case 1:
    return define("xori", type, {value(type), constant(type, int64_t(1))});
  case 2: {
    TileType compared = tile(integer(32), type.getShape());
    auto predicate = ct::ComparisonPredicate(choices.below(6));
    Value lhs = value(compared), rhs = value(compared);
    return define(
        "cmpi", type, {lhs, rhs},
        {named("comparison_predicate", ct::ComparisonPredicateAttr::get(
                                           builder.getContext(), predicate)),
         chooseSignedness()});
  }
  default:
    return value(type);
  }
}

Value Draft::blockIndex(Type type) {
  Value index = block;
  if (!index) {
    Type i32 = scalar(integer(32));
    index = create("get_tile_block_id", {i32, i32, i32}, {})->getResult(0);
    if (depth == 0)
      block = index;
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width > 32)
    return make("exti", scalar(type), index, {signedness(false)});
  return width == 32 ? index : make("trunci", scalar(type), index);
}

Value Draft::parameter(Type element, StringRef literal) {
  ArgSpec arg;
  arg.scalar = literal.str();
  launch.args.push_back(arg);
  return entryOp.getBody().front().addArgument(scalar(element),
                                               builder.getUnknownLoc());
}

Value Draft::number(Type element, int64_t value) {
  if (launch.args.size() < 24 && choices.oneIn(4))
    return parameter(element, std::to_string(value));
  return constant(scalar(element), value);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

Draft::Scope::Scope(Draft &draft, Region &region, TypeRange arguments,
                    const DraftLoop *loop)
    : block(region.emplaceBlock()), draft(draft), guard(draft.builder),
      values(draft.values.size()), tokens(draft.tokens.size()),
      isLoop(loop != nullptr) {
  for (Type type : arguments)
    block.addArgument(type, draft.builder.getUnknownLoc());
  draft.builder.setInsertionPointToStart(&block);
  ++draft.depth;
  if (loop)
    draft.loops.push_back(*loop);
}

Draft::Scope::~Scope() {
  --draft.depth;
  if (isLoop)
    draft.loops.pop_back();
  draft.values.resize(values);
  draft.tokens.resize(tokens);
}

Value Draft::bodyValue(TileType type) {
  makeSteps(*this, 1 + choices.below(3));
  return value(type);
}

void Draft::endWithContinue() {
  SmallVector<Value> next;
  DraftLoop loop = loops.back();
  for (auto [i, type] : llvm::enumerate(loop.carried)) {
    if (i == 0 && loop.counter)
      next.push_back(
          make("addi", type,
               {loop.counter, constant(cast<TileType>(type), int64_t(1))}));
    else
      next.push_back(value(cast<TileType>(type)));
  }
  create("continue", {}, next);
}

void Draft::endWithBreak() {
  SmallVector<Value> results;
  for (Type type : SmallVector<Type>(loops.back().results))
    results.push_back(value(cast<TileType>(type)));
  create("break", {}, results);
}
