//===- FunctionGenerator.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Random/Random.h"
#include "fuzz/Sut/FunctionDraft.h"
#include "interp/Function/FunctionProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;
using llvm::APFloat;
using llvm::APInt;
using mlir::Type;
using mlir::Value;

std::unique_ptr<mlir::MLIRContext> tilefuzz::createFunctionContext() {
  auto context = std::make_unique<mlir::MLIRContext>(
      mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                       mlir::bufferization::BufferizationDialect,
                       mlir::linalg::LinalgDialect, mlir::memref::MemRefDialect,
                       mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                       mlir::index::IndexDialect, mlir::LLVM::LLVMDialect,
                       mlir::math::MathDialect, mlir::scf::SCFDialect,
                       mlir::tensor::TensorDialect, mlir::ub::UBDialect,
                       mlir::vector::VectorDialect>();
  // What else a pass leaves is read, and skipped when a run meets it.
  context->allowUnregisteredDialects();
  return context;
}

bool tilefuzz::isFunctionOperation(llvm::StringRef name) {
  static const std::unique_ptr<mlir::MLIRContext> context =
      createFunctionContext();
  return mlir::RegisteredOperationName::lookup(name, context.get()).has_value();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static uint64_t randomBits(ByteSource &choices) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i)
    bits = bits << 8 | choices.byte();
  return bits;
}

static APInt specialFloat(ByteSource &choices, const llvm::fltSemantics &f) {
  auto number = [&](double value) {
    APFloat x(value);
    bool lost;
    x.convert(f, APFloat::rmNearestTiesToEven, &lost);
    return x;
  };
  APFloat x(f);
  switch (choices.below(16)) {
  case 0:
    x = APFloat::getZero(f);
    break;
  case 1:
    x = number(1);
    break;
  case 2:
    x = number(2);
    break;
  case 3:
    x = number(0.5);
    break;
  case 4:
    x = APFloat::semanticsHasInf(f) ? APFloat::getInf(f) : number(3);
    break;
  case 5:
    x = APFloat::getQNaN(f);
    break;
  case 6:
    x = APFloat::getSmallest(f);
    break;
  case 7:
    x = APFloat::getLargest(f);
    break;
  case 8:
    x = APFloat::getSmallestNormalized(f);
    break;
  case 9:
    x = number(choices.below(8) + 0.5);
    break;
  case 10:
    x = number(choices.below(300));
    break;
  case 11:
    // About where integers of 8 to 64 bits end.
    x = number(__builtin_ldexp(1.0, int(choices.below(66))));
    x.next(choices.oneIn(2));
    break;
  case 12:
    x = number(1);
    x.next(choices.oneIn(2));
    break;
  case 13:
    x = number(__builtin_ldexp(1 + choices.below(256) / 256.0,
                               int(choices.below(40)) - 20));
    break;
  default:
    x = APFloat(f, APInt(APFloat::getSizeInBits(f), randomBits(choices),
                         /*isSigned=*/false, /*implicitTrunc=*/true));
  }
  if (choices.oneIn(2))
    x.changeSign();
  return x.bitcastToAPInt();
}

APInt tilefuzz::specialBits(ByteSource &choices, Type element) {
  if (auto real = llvm::dyn_cast<mlir::FloatType>(element))
    return specialFloat(choices, real.getFloatSemantics());
  unsigned width = functionElementWidth(element);
  auto of = [&](uint64_t bits) {
    return APInt(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  };
  switch (choices.below(14)) {
  case 0:
  case 1:
    return of(0);
  case 2:
    return of(1);
  case 3:
    return of(~uint64_t(0));
  case 4:
    return APInt::getSignedMinValue(width);
  case 5:
    return APInt::getSignedMaxValue(width);
  case 6:
    return of(2 + choices.below(7));
  case 7:
    return of(uint64_t(0) - 2 - choices.below(7));
  case 8:
    return APInt::getOneBitSet(width, choices.below(width));
  case 9:
    return APInt::getOneBitSet(width, choices.below(width)) - 1;
  case 10:
    return of(width - 1 + choices.below(3));
  case 11:
    return APInt::getSignedMinValue(width) + choices.below(3);
  default:
    return of(randomBits(choices));
  }
}

std::vector<FunctionValue>
tilefuzz::generateArguments(llvm::ArrayRef<Type> types, uint64_t seed,
                            unsigned index) {
  ByteSource choices(seed * randomIncrement + index);
  std::vector<FunctionValue> arguments;
  for (Type type : types) {
    FunctionValue value(functionNumElements(type));
    for (Element &element : value)
      element.bits =
          specialBits(choices, FunctionDraft::elementOf(type)).getZExtValue();
    arguments.push_back(std::move(value));
  }
  // Relations between arguments are what many rewrites ask for.
  if (arguments.size() > 1 && choices.oneIn(3)) {
    unsigned i = choices.below(arguments.size());
    for (unsigned j = 0; j < arguments.size(); ++j)
      if (types[i] == types[j])
        arguments[j] = arguments[i];
  }
  return arguments;
}

static mlir::TypedAttr attributeOf(Type type, llvm::ArrayRef<APInt> bits) {
  Type element = FunctionDraft::elementOf(type);
  auto real = llvm::dyn_cast<mlir::FloatType>(element);
  auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
  if (!shaped) {
    if (real)
      return mlir::FloatAttr::get(
          type, APFloat(real.getFloatSemantics(), bits.front()));
    return mlir::IntegerAttr::get(type, bits.front());
  }
  if (!real)
    return mlir::DenseElementsAttr::get(shaped, bits);
  llvm::SmallVector<APFloat> values;
  for (const APInt &x : bits)
    values.push_back(APFloat(real.getFloatSemantics(), x));
  return mlir::DenseElementsAttr::get(shaped, values);
}

Value FunctionDraft::splat(Type type, const APInt &bits) {
  return make("arith.constant", {}, type,
              builder.getNamedAttr("value", attributeOf(type, bits)))
      ->getResult(0);
}
Value FunctionDraft::constant(Type type) {
  size_t count = functionNumElements(type);
  if (count == 1 || choices.oneIn(2))
    return splat(type, specialBits(choices, elementOf(type)));
  llvm::SmallVector<APInt> bits;
  for (size_t i = 0; i < count; ++i)
    bits.push_back(specialBits(choices, elementOf(type)));
  return make("arith.constant", {}, type,
              builder.getNamedAttr("value", attributeOf(type, bits)))
      ->getResult(0);
}
Value FunctionDraft::index(int64_t value) {
  return splat(builder.getIndexType(), APInt(64, uint64_t(value)));
}

Value FunctionDraft::pickWhere(llvm::function_ref<bool(Type)> wanted) {
  llvm::SmallVector<Value> found;
  for (Value value : llvm::reverse(scope))
    if (wanted(value.getType()))
      found.push_back(value);
  if (found.empty())
    return {};
  // Recent values, so that operations meet.
  if (choices.oneIn(2))
    return found[choices.below(std::min<unsigned>(found.size(), 3))];
  return found[choices.below(found.size())];
}
Value FunctionDraft::pickVariable(Type type) {
  Value value = pickWhere([&](Type t) { return t == type; });
  return value ? value : constant(type);
}
Value FunctionDraft::pick(Type type) {
  return choices.oneIn(4) ? constant(type) : pickVariable(type);
}

mlir::Operation *
FunctionDraft::make(llvm::StringRef name, mlir::ValueRange operands,
                    mlir::TypeRange results,
                    llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  mlir::OperationState state(builder.getUnknownLoc(), name);
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(attributes);
  return builder.create(state);
}
Value FunctionDraft::add(llvm::StringRef name, mlir::ValueRange operands,
                         Type result,
                         llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  mlir::Operation *op = make(name, operands, result, attributes);
  --budget;
  bring(op->getResult(0));
  return op->getResult(0);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool tilefuzz::isExcluded(const FunctionGeneratorOptions &options,
                          llvm::StringRef name) {
  return llvm::any_of(options.without, [&](llvm::StringRef without) {
    return without.ends_with(".") ? name.starts_with(without) : name == without;
  });
}

/// The groups that may be used, by bit.
static unsigned allowedGroups(const FunctionGeneratorOptions &options,
                              llvm::ArrayRef<GroupRow> groups) {
  unsigned allowed = 0;
  for (auto [i, group] : llvm::enumerate(groups)) {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::SplitString(group.uses, names);
    if (llvm::none_of(names, [&](llvm::StringRef name) {
          return isExcluded(options, name);
        }))
      allowed |= 1u << i;
  }
  return allowed;
}
static constexpr unsigned firstStructure = 20;

unsigned tilefuzz::allowedGroups(const FunctionGeneratorOptions &options) {
  return ::allowedGroups(options, scalarGroups()) |
         ::allowedGroups(options, structureGroups()) << firstStructure;
}

void tilefuzz::makeSomething(FunctionDraft &draft) {
  // One in five shapes or controls.
  bool structured = draft.choices.oneIn(5);
  llvm::ArrayRef<GroupRow> from =
      structured ? structureGroups() : scalarGroups();
  unsigned offset = structured ? firstStructure : 0;
  unsigned at = draft.choices.below(from.size());
  for (unsigned k = 0; k < from.size(); ++k, at = (at + 1) % from.size())
    if (draft.groups >> (offset + at) & 1)
      return from[at].make(draft);
  draft.bring(draft.constant(draft.shaped(draft.integer())));
}

/// Scalars; of tensors a few shapes that fit each other.
static llvm::SmallVector<Type> topicArguments(FunctionDraft &draft) {
  ByteSource &choices = draft.choices;
  llvm::SmallVector<Type> arguments;
  for (unsigned n = 1 + choices.below(3); n; --n)
    arguments.push_back(draft.anyElement());
  arguments.push_back(draft.i1());
  if (draft.options.topic == FunctionTopic::Loops)
    return arguments;
  static constexpr int64_t extents[] = {1, 2, 3, 4, 5};
  int64_t sides[] = {choices.pick<int64_t>(extents),
                     choices.pick<int64_t>(extents)};
  for (unsigned n = 2 + choices.below(3); n; --n) {
    llvm::SmallVector<int64_t> shape;
    for (unsigned rank = 1 + choices.below(2); rank; --rank)
      shape.push_back(sides[choices.below(2)]);
    arguments.push_back(mlir::RankedTensorType::get(shape, draft.anyElement()));
  }
  return arguments;
}

static void chooseTypes(FunctionDraft &draft) {
  ByteSource &choices = draft.choices;
  mlir::Builder &builder = draft.builder;
  static constexpr unsigned widths[] = {8, 16, 32, 64, 32, 8, 1, 7, 24, 33, 3};
  for (unsigned n = 1 + choices.below(3); n; --n)
    draft.integers.push_back(builder.getIntegerType(
        draft.options.widths.empty()
            ? choices.pick<unsigned>(widths)
            : choices.pick<unsigned>(draft.options.widths)));
  if (draft.options.hasIndex && choices.oneIn(4))
    draft.integers.push_back(builder.getIndexType());
  llvm::SmallVector<Type> reals = {builder.getF32Type(), builder.getF64Type(),
                                   builder.getF16Type(), builder.getBF16Type()};
  for (unsigned n = 1 + choices.below(2); n; --n)
    draft.reals.push_back(choices.oneIn(3) ? reals[0]
                                           : choices.pick<Type>(reals));
  if (draft.options.topic != FunctionTopic::Values)
    return;
  switch (choices.below(8)) {
  case 0:
  case 1:
    draft.shape = {4};
    break;
  case 2:
    draft.shape = {2, 3};
    break;
  case 3:
    draft.shape = {3};
    draft.isTensor = draft.allows("tensor.splat");
    break;
  case 4:
    draft.shape = {1};
    break;
  default:
    break;
  }
}

mlir::func::FuncOp
tilefuzz::generateFunction(mlir::ModuleOp module, llvm::StringRef name,
                           uint64_t seed,
                           const FunctionGeneratorOptions &options) {
  ByteSource choices(seed * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019);
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
  FunctionDraft draft(builder, choices, options);
  chooseTypes(draft);
  draft.groups = unsigned(randomBits(choices)) | unsigned(randomBits(choices));
  draft.groups &= allowedGroups(options);
  llvm::SmallVector<Type> arguments;
  if (options.topic != FunctionTopic::Values) {
    arguments = topicArguments(draft);
  } else {
    for (unsigned n = 1 + choices.below(4); n; --n) {
      Type element = draft.anyElement();
      arguments.push_back(choices.oneIn(4) ? element : draft.shaped(element));
    }
    if (choices.oneIn(2))
      arguments.push_back(draft.i1());
  }
  auto function = mlir::func::FuncOp::create(
      builder.getUnknownLoc(), name, builder.getFunctionType(arguments, {}));
  module.push_back(function);
  mlir::Block *entry = function.addEntryBlock();
  draft.builder.setInsertionPointToStart(entry);
  for (Value argument : entry->getArguments())
    draft.bring(argument);
  llvm::SmallVector<Value> results;
  switch (options.topic) {
  case FunctionTopic::Values:
    draft.budget = 2 + int(choices.below(options.maxOperations));
    while (draft.budget > 0) {
      // A group that finds nothing to do must not hold the function up.
      --draft.budget;
      makeSomething(draft);
    }
    break;
  case FunctionTopic::Loops:
    results = makeLoops(draft);
    break;
  case FunctionTopic::Tensors:
    makeTensors(draft);
  }
  for (Value value : llvm::reverse(draft.scope))
    if (value.use_empty() && !llvm::isa<mlir::BlockArgument>(value))
      results.push_back(value);
  if (results.size() > 8)
    results.truncate(8);
  if (results.empty() || choices.oneIn(4))
    results.push_back(draft.scope[choices.below(draft.scope.size())]);
  draft.make("func.return", results, {});
  function.setType(
      builder.getFunctionType(arguments, mlir::ValueRange(results).getTypes()));
  return function;
}
