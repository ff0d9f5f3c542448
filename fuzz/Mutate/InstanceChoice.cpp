//===- InstanceChoice.cpp - Instances that fit into a program -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/InstanceChoice.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/Mutate.h"
#include "fuzz/Mutate/TileAARoles.h"
#include "interp/Program/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/InstanceEdits.h"
#include "oracle/Patterns/Templates.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

InstanceCode::InstanceCode(OwningOpRef<ModuleOp> owned)
    : module(std::move(owned)) {
  Block *body = nullptr;
  module->walk([&](FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  for (Operation &op : *body) {
    if (op.getName().getStringRef() == "tilefuzz.input")
      inputs.push_back(op.getResult(0));
    else if (op.getName().getStringRef() == "tilefuzz.observe")
      observed.append(op.operand_begin(), op.operand_end());
    else if (&op != &body->back())
      code.push_back(&op);
  }
}

bool tilefuzz::isTokenType(Type type) {
  return isa<ct::TokenType, aa::MemTokenType>(type);
}

/// Elements that share no byte with others.
static bool isStored(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0 &&
         elementKindOf(element);
}

bool tilefuzz::isInstanceNumber(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isNumber(type) && (element.isInteger(1) || isStored(element));
}

Type tilefuzz::storedPointeeOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  Type pointee;
  if (auto pointer = dyn_cast<ct::PointerType>(element))
    pointee = pointer.getPointeeType();
  else if (auto pointer = dyn_cast<aa::PtrType>(element);
           pointer && pointer == aa::PtrType::get(pointer.getPointeeType(), 1))
    pointee = pointer.getPointeeType();
  return pointee && isStored(pointee) ? pointee : Type();
}

//===----------------------------------------------------------------------===//
// Which there are
//===----------------------------------------------------------------------===//

using TemplateList = llvm::SmallVector<const PatternTemplate *>;

/// By pattern.
static std::vector<TemplateList>
listsOf(llvm::ArrayRef<PatternTemplate> templates, StringRef prefix) {
  llvm::MapVector<StringRef, TemplateList> byPattern;
  for (const PatternTemplate &row : templates)
    if (row.pattern.starts_with(prefix))
      byPattern[row.pattern].push_back(&row);
  std::vector<TemplateList> lists;
  for (auto &[pattern, rows] : byPattern)
    lists.push_back(std::move(rows));
  return lists;
}

namespace {
/// Of one dialect.
struct Choice {
  explicit Choice(bool isTileAA)
      : rewrites(listsOf(getPatternTemplates(),
                         isTileAA ? "tileaa-" : "cuda-tile-")),
        conversions(listsOf(getConversionTemplates(isTileAA), "")) {}

  /// Of those that every compilation applies.
  std::vector<TemplateList> rewrites;
  std::vector<TemplateList> conversions;
};
} // namespace

/// Whose bodies may be applied in any order: another body need not allow that.
static bool hasCombiner(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<ct::ReduceOp, ct::ScanOp, aa::ReduceOp, aa::ScanOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Which fit
//===----------------------------------------------------------------------===//

/// Whether its result is one number, bit for bit, whoever computes it.
static bool isExact(Operation *op) {
  if (op->getNumResults() == 0 ||
      !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return true;
  return isa<ct::AddFOp, ct::SubFOp, ct::MulFOp, ct::FmaOp, ct::NegFOp,
             ct::AbsFOp, ct::MaxFOp, ct::MinFOp, ct::SelectOp, ct::ConstantOp,
             ct::FToFOp, ct::IToFOp, ct::ReshapeOp, ct::BroadcastOp,
             ct::PermuteOp, ct::ExtractOp, ct::CatOp, ct::IfOp, ct::ForOp,
             ct::LoadPtrTkoOp, aa::AddFOp, aa::SubFOp, aa::MulFOp, aa::FmaOp,
             aa::SplatOp, aa::BroadcastOp, aa::ViewOp, aa::ExpandDimsOp,
             aa::CatOp, aa::PermuteOp, aa::ExtractOp, aa::ExtractSliceOp,
             aa::LoadOp, aa::FpToFpOp, arith::ConstantOp, arith::SelectOp,
             arith::NegFOp, arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp,
             scf::IfOp>(op);
}

/// Without results that are not unique or not specified, promises, and what
/// waits for others.
static bool isDefined(Operation *op) {
  if (!isExact(op) || op->getName().getStringRef() == "ub.poison" ||
      isa<ct::AssumeOp, ct::AssertOp, aa::AssumeOp, aa::QueuePutOp,
          aa::QueueGetOp, aa::CreateQueueOp>(op))
    return false;
  // The bits of a NaN.
  if (isa<ct::BitcastOp, arith::BitcastOp, aa::BitcastOp>(op) &&
      isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType())))
    return false;
  if (auto load = dyn_cast<ct::LoadPtrTkoOp>(op))
    return !load.getMask() || load.getPaddingValue();
  return op->getNumResults() == 0 || !tileaa::isUnspecified(op->getResult(0));
}

static bool isAccess(Operation *op) {
  return !op->getNumRegions() && !isPure(op) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

static bool isRead(Operation *access) {
  return isa<ct::LoadPtrTkoOp, ct::LoadViewTkoOp, aa::LoadOp, aa::TiledLoadOp>(
      access);
}

/// Where its pointers come from: an input.
static Value rootOf(Operation *access) {
  Value pointer = access->getOperand(0);
  while (Operation *op = pointer.getDefiningOp()) {
    if (op->getNumOperands() == 0)
      break;
    pointer = op->getOperand(0);
  }
  return pointer;
}

/// Whether a chain of tokens leads from one to the other.
static bool isAfter(Operation *later, Operation *earlier) {
  llvm::SmallVector<Operation *> pending = {later};
  llvm::DenseSet<Operation *> seen;
  auto follow = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && isTokenType(operand.getType()) &&
          seen.insert(source).second)
        pending.push_back(source);
  };
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (op == earlier)
      return true;
    follow(op);
    for (Region &region : op->getRegions())
      if (!region.empty())
        follow(&region.front().back());
  }
  return false;
}

/// Whether they stand in the two branches of one `if`, or the program returns
/// before it comes to the other.
static bool areAlternatives(Operation *one, Operation *other) {
  for (Operation *at = one; at->getParentOp(); at = at->getParentOp()) {
    Region *branch = at->getParentRegion();
    if (!isa<ct::IfOp, scf::IfOp>(at->getParentOp()) ||
        branch->isAncestor(other->getParentRegion()))
      continue;
    if (isa<ct::ReturnOp>(branch->front().back()) ||
        at->getParentOp()->isAncestor(other))
      return true;
  }
  return false;
}

/// Accesses through one input that nothing orders, of which one writes.
static bool mayRace(const InstanceCode &instance) {
  llvm::SmallVector<Operation *> accesses;
  for (Operation *top : instance.code)
    top->walk([&](Operation *op) {
      if (isAccess(op) && op->getNumOperands())
        accesses.push_back(op);
    });
  for (auto [i, later] : llvm::enumerate(accesses))
    for (Operation *earlier : ArrayRef(accesses).take_front(i))
      if (rootOf(later) == rootOf(earlier) &&
          !(isRead(later) && isRead(earlier)) && !isAfter(later, earlier) &&
          !areAlternatives(earlier, later))
        return true;
  return false;
}

static bool fits(const InstanceCode &instance) {
  bool accesses = false;
  for (Operation *top : instance.code) {
    WalkResult result = top->walk([&](Operation *op) {
      accesses |= isAccess(op);
      return isDefined(op) ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return false;
  }
  if (accesses && mayRace(instance))
    return false;
  for (Value input : instance.inputs)
    if (!isTokenType(input.getType()) && !isInstanceNumber(input.getType()) &&
        !storedPointeeOf(input.getType()))
      return false;
  return accesses || llvm::any_of(instance.observed, [](Value value) {
           return isInstanceNumber(value.getType());
         });
}

static std::optional<InstanceCode> drawInstance(MLIRContext &context,
                                                ByteSource &choices,
                                                const InstanceWish &wish) {
  static const Choice ofTileAA(true), ofCudaTile(false);
  const Choice &all = wish.isTileAA ? ofTileAA : ofCudaTile;
  // As often as the other: what no random program has, and no proof looks at.
  bool isConversion = choices.oneIn(2);
  const TemplateList &rows = choices.pick(
      llvm::ArrayRef(isConversion ? all.conversions : all.rewrites));
  const PatternTemplate &row = *choices.pick(llvm::ArrayRef(rows));
  llvm::ArrayRef<llvm::StringLiteral> elements = elementTypesOf(row.elements);
  std::string element;
  if (!elements.empty())
    element = choices.pick(elements).str();
  if (wish.element && choices.oneIn(2)) {
    std::string wished;
    llvm::raw_string_ostream(wished) << wish.element;
    if (llvm::is_contained(elements, StringRef(wished)))
      element = wished;
  }
  static constexpr llvm::StringLiteral offsets[] = {"i8", "i16", "i32", "i64"};
  std::string shape;
  for (int64_t size : wish.shape)
    shape += std::to_string(size) + "x";
  // A tensor of rank 0 is a bare scalar, which templates write themselves.
  if (shape.empty() && wish.isTileAA)
    shape = "4x";
  auto module = parseSourceString<ModuleOp>(
      instantiate(row, element, choices.pick(llvm::ArrayRef(offsets)), shape),
      &context);
  if (!module)
    return std::nullopt;
  // Few of those that are edited fit.
  unsigned count = isConversion && choices.oneIn(2) ? 0 : choices.below(3);
  bool isEdited = count && !hasCombiner(*module);
  if (isEdited) {
    uint64_t seed = 0;
    for (unsigned byte = 0; byte < 8; ++byte)
      seed = seed << 8 | choices.byte();
    InstanceEdits edits(context, seed, {});
    OwningOpRef<ModuleOp> pool = module->clone();
    edits.addToPool(*pool);
    for (; count; --count)
      edits.editOnce(*module);
    if (failed(verify(*module)))
      return std::nullopt;
  }
  InstanceCode instance(std::move(module));
  instance.row = &row;
  if ((isConversion && !isEdited) || fits(instance))
    return instance;
  return std::nullopt;
}

std::optional<InstanceCode> tilefuzz::chooseInstance(MLIRContext &context,
                                                     ByteSource &choices,
                                                     const InstanceWish &wish) {
  static constexpr unsigned draws = 6;
  for (unsigned i = 0; i < draws && !choices.exhausted(); ++i)
    if (auto instance = drawInstance(context, choices, wish))
      return instance;
  return std::nullopt;
}
