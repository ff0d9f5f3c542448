//===- Draft.cpp - A program under construction ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/Draft.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

Draft::Draft(MLIRContext &context, ByteSource &choices,
             const GenerateOptions &options, bool whole, bool goesFurther)
    : InexactValues(choices, options), whole(whole), goesFurther(goesFurther),
      builder(&context) {
  context.loadDialect<ct::CudaTileDialect>();
  hasStorageFloats = whole || (goesFurther && choices.below(3));
  // With 128 elements, each thread of a block has its own; fewer are shared
  // right after they were loaded.
  static constexpr unsigned widths[] = {4, 8, 16, 32, 64};
  width = choices.oneIn(10) ? 128 : choices.pick<unsigned>(widths);
  // Then a thread has several elements, as it has where there are few threads.
  if (width == 128 && choices.oneIn(4))
    width = 256;
  static constexpr unsigned warpCounts[] = {1, 1, 2, 8};
  if (choices.oneIn(12)) {
    warps = choices.pick<unsigned>(warpCounts);
    if (warps < 4 && choices.oneIn(2))
      width = 64;
  }
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
  if (whole)
    addDecorations();
  if (warps && !entryOp.getOptimizationHintsAttr())
    entryOp.setOptimizationHintsAttr(
        hints("default", named("num_worker_warps_per_cta",
                               builder.getI64IntegerAttr(warps))));
  launch.seed = choices.below(1000);
  if (launch.seed % 4 == 3)
    turnGrid();
  return std::move(module);
}

/// What says nothing of what is computed.
void Draft::addDecorations() {
  if (choices.oneIn(8))
    tileModule.setProducerAttr(builder.getStringAttr("tilefuzz"));
  if (!choices.oneIn(8))
    return;
  uint64_t number = 1 + choices.below(4);
  static constexpr StringLiteral archs[] = {"default", "sm_90", "sm_100"};
  StringRef arch = choices.pick<StringLiteral>(archs);
  // Clusters are of a power of two, where there are any.
  bool isCluster = arch != "default" && number % 2 == 0;
  entryOp.setOptimizationHintsAttr(
      hints(arch, named(isCluster ? "num_cta_in_cga" : "occupancy",
                        builder.getI64IntegerAttr(int64_t(number)))));
}

ct::OptimizationHintsAttr Draft::hints(StringRef arch, NamedAttribute hint) {
  NamedAttribute own = named(arch, builder.getDictionaryAttr(hint));
  return ct::OptimizationHintsAttr::get(builder.getContext(),
                                        builder.getDictionaryAttr(own));
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

Type Draft::elementOf(ElementKind kind) {
  return typeOfKind(builder.getContext(), kind);
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
  TileType &known = tileTypes[element][unsigned(shape)];
  if (!known)
    known = TileType::get(sizes(shape), element);
  return known;
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
  if (favoured)
    return favoured.getElementType();
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
bool Draft::choosesFloat() {
  // Half and half takes one byte of choices.
  return options.floats == 50 ? choices.oneIn(2)
                              : choices.below(100) < options.floats;
}
Type Draft::chooseNumber() {
  return choosesFloat() ? chooseFloat() : chooseInteger();
}
Type Draft::chooseAnyNumber() {
  return hasStorageFloats && choices.oneIn(3) ? chooseStorageFloat()
                                              : chooseNumber();
}
Type Draft::chooseAnyElement() {
  return whole && choices.oneIn(12) ? integer(4) : chooseAnyNumber();
}

/// Pairs of f4E2M1FN share a byte, so that a tile has an even number.
ct::TileType Draft::chooseTile(Type element) {
  if (favoured && element == favoured.getElementType())
    return favoured;
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
  auto known = names.find(name);
  if (known == names.end())
    known = names
                .try_emplace(name, OperationName(("cuda_tile." + name).str(),
                                                 builder.getContext()))
                .first;
  Operation *made = builder.insert(
      Operation::create(builder.getUnknownLoc(), known->second, results,
                        operands, DictionaryAttr::get(builder.getContext()),
                        OpaqueProperties(nullptr), BlockRange(), regions));
  // One by one: no dictionary of them is made.
  for (NamedAttribute attribute : attributes)
    made->setAttr(attribute.getName(), attribute.getValue());
  if (llvm::any_of(operands, [&](Value value) { return isInexact(value); }))
    for (Value result : made->getResults())
      if (isa<TileType>(result.getType()))
        markInexact(result);
  return made;
}

NamedAttribute Draft::named(StringRef name, Attribute value) {
  StringAttr &known = attributeNames[name];
  if (!known)
    known = builder.getStringAttr(name);
  return {known, value};
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
// Regions
//===----------------------------------------------------------------------===//

Draft::Scope::Scope(Draft &draft, Region &region, TypeRange arguments,
                    const DraftLoop *loop)
    : block(region.emplaceBlock()), draft(draft), guard(draft.builder),
      values(draft.values.size()), tokens(draft.tokens.size()),
      shared(draft.known.mark()), isLoop(loop != nullptr) {
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
  draft.known.forgetSince(shared);
}

Value Draft::bodyValue(TileType type) {
  makeSteps(*this, 1 + choices.below(3));
  return value(type);
}

void Draft::endWithContinue() {
  SmallVector<Value> next;
  DraftLoop loop = loops.back();
  for (auto [i, type] : llvm::enumerate(loop.carried)) {
    if (i == 0 && loop.counter) {
      next.push_back(
          make("addi", type,
               {loop.counter, constant(cast<TileType>(type), int64_t(1))}));
    } else {
      Taking taking(*this, loop.inexactCarried >> i & 1);
      next.push_back(value(cast<TileType>(type)));
    }
  }
  create("continue", {}, next);
}

void Draft::endWithBreak() {
  SmallVector<Value> results;
  DraftLoop loop = loops.back();
  for (auto [i, type] : llvm::enumerate(loop.results)) {
    Taking taking(*this, loop.inexactResults >> i & 1);
    results.push_back(value(cast<TileType>(type)));
  }
  create("break", {}, results);
}
