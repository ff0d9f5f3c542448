//===- ProgramClasses.cpp - What stands together in programs --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/ProgramClasses.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Target/TargetTable.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

static constexpr ProgramClassRow rows[] = {
#define CLASS(NAME, TEXT) {TEXT},
#include "fuzz/Generate/ProgramClasses.def"
#undef CLASS
};
llvm::ArrayRef<ProgramClassRow> tilefuzz::getProgramClasses() { return rows; }

namespace {
/// Of one program.
class Classes {
public:
  explicit Classes(const Program &program) : program(program) {}
  ProgramClassSet find();

private:
  void has(ProgramClass found) { set.set(unsigned(found)); }
  /// The number that every element is, as the launch has it; the compiler need
  /// not know it.
  std::optional<APInt> number(Value value) const;

  void lookAtEntry(ct::EntryOp entry);
  void lookAtShape(Operation *op);
  void lookAtMemory(Operation *op);
  void lookAtOffset(ct::OffsetOp op);
  void lookAtArithmetic(Operation *op);
  void lookAtSelect(ct::SelectOp op);
  void lookAtIf(ct::IfOp op);
  void lookAtFor(ct::ForOp op);
  void lookAtGuarded(ct::IfOp op);
  void lookAtNested(ct::IfOp outer, ct::IfOp inner, bool isInElse);

  const Program &program;
  ProgramClassSet set;
  int64_t threads = 128;
};
} // namespace

/// Through what gives every element of the result one scalar.
static Value scalarOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<ct::ReshapeOp, ct::BroadcastOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

std::optional<APInt> Classes::number(Value value) const {
  value = scalarOf(value);
  DenseIntElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)))
    return elements.isSplat() ? std::optional(elements.getSplatValue<APInt>())
                              : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(value);
  auto type = dyn_cast<ct::TileType>(value.getType());
  if (!argument || !isa<ct::EntryOp>(argument.getOwner()->getParentOp()) ||
      !type || !isa<IntegerType>(type.getElementType()))
    return std::nullopt;
  StringRef text = program.launch.args[argument.getArgNumber()].scalar;
  int64_t parsed;
  if (text.getAsInteger(0, parsed))
    return std::nullopt;
  return APInt(type.getElementType().getIntOrFloatBitWidth(), parsed,
               /*isSigned=*/true, /*implicitTrunc=*/true);
}

/// Whether the value is computed from the other one, or is it.
static bool isMadeOf(Value value, Value from, unsigned depth = 6) {
  if (value == from)
    return true;
  Operation *op = value.getDefiningOp();
  return op && depth && op->getNumRegions() == 0 &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isMadeOf(operand, from, depth - 1);
         });
}
static bool shareASource(Value lhs, Value rhs) {
  if (isMadeOf(lhs, rhs))
    return true;
  Operation *op = rhs.getDefiningOp();
  return op && op->getNumRegions() == 0 &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return !matchPattern(operand, m_Constant()) &&
                  isMadeOf(lhs, operand);
         });
}

static bool isTrueConstant(Value value) {
  DenseIntElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) && elements.isSplat() &&
         elements.getSplatValue<APInt>().isAllOnes();
}

static Operation *loopOf(Operation *op) {
  return op->getParentOfType<ct::ForOp>()
             ? op->getParentOfType<ct::ForOp>().getOperation()
             : op->getParentOfType<ct::LoopOp>().getOperation();
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

void Classes::lookAtEntry(ct::EntryOp entry) {
  // Whatever the target is: the hints of one, or of all.
  if (ct::OptimizationHintsAttr hints = entry.getOptimizationHintsAttr())
    for (NamedAttribute arch : hints.getHints())
      if (auto own = dyn_cast<DictionaryAttr>(arch.getValue()))
        if (auto warps = own.getAs<IntegerAttr>("num_worker_warps_per_cta"))
          threads = warps.getInt() * 32;
  if (threads == 32)
    has(ProgramClass::OneWarp);
  if (threads == 64)
    has(ProgramClass::TwoWarps);
  if (threads == 256)
    has(ProgramClass::EightWarps);
}

static bool isShapeOperation(Operation *op) {
  return op && isa<ct::ReshapeOp, ct::BroadcastOp, ct::PermuteOp, ct::CatOp,
                   ct::ExtractOp>(op);
}

void Classes::lookAtShape(Operation *op) {
  for (Type type : op->getResultTypes())
    if (auto tile = dyn_cast<ct::TileType>(type))
      if (tile.getNumElements() > threads)
        has(ProgramClass::TileBeyondThreads);
  for (Value operand : op->getOperands())
    if (isShapeOperation(op) && isShapeOperation(operand.getDefiningOp()) &&
        (isa<ct::PermuteOp>(op) || operand.getDefiningOp<ct::PermuteOp>()))
      has(ProgramClass::ComposedShapes);
  if (auto permute = dyn_cast<ct::PermuteOp>(op)) {
    ArrayRef<int32_t> order = permute.getPermutation();
    for (auto [i, dim] : llvm::enumerate(order))
      if (order[dim] != int32_t(i))
        has(ProgramClass::Rotation);
    auto type = cast<ct::TileType>(permute.getResult().getType());
    if (type.getElementType().isIntOrFloat() &&
        type.getNumElements() *
                (type.getElementType().getIntOrFloatBitWidth() / 8) >
            CommonLimits::staticSharedBytes)
      has(ProgramClass::TileBeyondShared);
  }
  if (auto view = dyn_cast<ct::MakeTensorViewOp>(op)) {
    auto type = cast<ct::TensorViewType>(view.getResult().getType());
    if (type.getShape().size() == 3)
      has(ProgramClass::CubeView);
    for (Value size : view.getDynamicShape())
      if (std::optional<APInt> known = number(size))
        if (known->isNegative())
          has(ProgramClass::TopBitSize);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {
/// What loads and stores have in common.
struct Access {
  ct::MemoryOrdering ordering = ct::MemoryOrdering::Weak;
  std::optional<ct::MemoryScope> scope;
  Value token, mask;
  bool isLoad = false;
};
} // namespace

static std::optional<Access> accessOf(Operation *op) {
  auto describe = [](auto access, bool isLoad) {
    return Access{access.getMemoryOrderingSemantics(), access.getMemoryScope(),
                  access.getToken(), Value(), isLoad};
  };
  if (auto load = dyn_cast<ct::LoadPtrTkoOp>(op)) {
    Access access = describe(load, true);
    access.mask = load.getMask();
    return access;
  }
  if (auto load = dyn_cast<ct::LoadViewTkoOp>(op))
    return describe(load, true);
  if (auto store = dyn_cast<ct::StorePtrTkoOp>(op))
    return describe(store, false);
  if (auto store = dyn_cast<ct::StoreViewTkoOp>(op))
    return describe(store, false);
  return std::nullopt;
}

static bool storesInside(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<ct::StorePtrTkoOp, ct::StoreViewTkoOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void Classes::lookAtMemory(Operation *op) {
  std::optional<Access> access = accessOf(op);
  if (!access)
    return;
  if (access->scope == ct::MemoryScope::Device)
    has(ProgramClass::DeviceScope);
  if (access->ordering == ct::MemoryOrdering::Release)
    has(ProgramClass::ReleaseStore);
  if (access->ordering == ct::MemoryOrdering::Acquire) {
    has(ProgramClass::AcquireLoad);
    if (loopOf(op))
      has(ProgramClass::AcquireInLoop);
  }
  if (access->isLoad && access->token)
    if (auto loop = access->token.getDefiningOp<ct::ForOp>())
      if (storesInside(loop))
        has(ProgramClass::LoopReadBack);
  // The branch that it stands in asks what an acquire load gave.
  auto branch = dyn_cast<ct::IfOp>(op->getParentOp());
  auto first = access->token ? access->token.getDefiningOp<ct::LoadPtrTkoOp>()
                             : ct::LoadPtrTkoOp();
  if (access->isLoad && branch && first &&
      first.getMemoryOrderingSemantics() == ct::MemoryOrdering::Acquire &&
      first.getMemoryScope() != ct::MemoryScope::TileBlock &&
      isMadeOf(branch.getCondition(), first.getResult()))
    has(ProgramClass::Message);
}

void Classes::lookAtOffset(ct::OffsetOp op) {
  Type width = cast<ct::TileType>(op.getOffset().getType()).getElementType();
  if (auto inner = op.getPtr().getDefiningOp<ct::OffsetOp>())
    if (cast<ct::TileType>(inner.getOffset().getType()).getElementType() !=
        width)
      has(ProgramClass::MixedOffsets);
  if (std::optional<APInt> known = number(op.getOffset()))
    if (known->isNegative())
      has(ProgramClass::NegativeOffset);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Of numbers that a conversion to a float has to round.
static bool liesBetweenFloats(APInt number, bool isSigned, FloatType type) {
  unsigned bits =
      isSigned ? number.abs().getActiveBits() : number.getActiveBits();
  APFloat value(type.getFloatSemantics());
  return bits > type.getFPMantissaWidth() &&
         value.convertFromAPInt(number, isSigned,
                                APFloat::rmNearestTiesToEven) ==
             APFloat::opInexact;
}

/// Whether rounding to f32 first comes to something else.
static bool roundsTwice(const APFloat &number, const llvm::fltSemantics &to) {
  APFloat once(number), twice(number);
  bool losesInfo;
  once.convert(to, APFloat::rmNearestTiesToEven, &losesInfo);
  twice.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  twice.convert(to, APFloat::rmNearestTiesToEven, &losesInfo);
  return !once.isNaN() && !once.bitwiseIsEqual(twice);
}

/// Of 16 bits and more; -128 and 127 are common numbers.
static bool isNarrowerBound(const APInt &number) {
  for (unsigned width : {16u, 32u})
    if (width < number.getBitWidth() &&
        (number == APInt::getSignedMinValue(width).sext(number.getBitWidth()) ||
         number == APInt::getSignedMaxValue(width).sext(number.getBitWidth())))
      return true;
  return false;
}

void Classes::lookAtArithmetic(Operation *op) {
  if (isa<ct::ShLIOp, ct::ShRIOp>(op)) {
    Value amount = op->getOperand(1);
    unsigned width = cast<ct::TileType>(amount.getType())
                         .getElementType()
                         .getIntOrFloatBitWidth();
    std::optional<APInt> known = number(amount);
    if (known && known->uge(width - 1) && known->ule(width + 1))
      has(ProgramClass::ShiftByWidth);
    auto mask = amount.getDefiningOp<ct::AndIOp>();
    std::optional<APInt> bits = mask ? number(mask.getRhs()) : std::nullopt;
    if (known ? known->uge(width) : !bits || bits->uge(width))
      has(ProgramClass::WideShift);
  } else if (auto convert = dyn_cast<ct::FToIOp>(op)) {
    // What clamps it says that it may be negative.
    auto below = convert.getFrom().getDefiningOp<ct::MinFOp>();
    auto above =
        below ? below.getLhs().getDefiningOp<ct::MaxFOp>() : ct::MaxFOp();
    DenseFPElementsAttr low;
    if (convert.getSignedness() == ct::Signedness::Unsigned && above &&
        matchPattern(above.getRhs(), m_Constant(&low)) && low.isSplat() &&
        low.getSplatValue<APFloat>().isNegative())
      has(ProgramClass::NegativeToUnsigned);
  } else if (auto convert = dyn_cast<ct::IToFOp>(op)) {
    auto type = dyn_cast<FloatType>(
        cast<ct::TileType>(convert.getTo().getType()).getElementType());
    bool isSigned = convert.getSignedness() == ct::Signedness::Signed;
    auto check = [&](const APInt &number) {
      if (liesBetweenFloats(number, isSigned, type))
        has(ProgramClass::TieToFloat);
    };
    DenseIntElementsAttr elements;
    if (std::optional<APInt> known = number(convert.getFrom()))
      check(*known);
    else if (matchPattern(scalarOf(convert.getFrom()), m_Constant(&elements)))
      llvm::for_each(elements.getValues<APInt>(), check);
  } else if (auto convert = dyn_cast<ct::FToFOp>(op)) {
    auto to = cast<FloatType>(
        cast<ct::TileType>(convert.getTo().getType()).getElementType());
    DenseFPElementsAttr elements;
    if (matchPattern(scalarOf(convert.getFrom()), m_Constant(&elements)) &&
        llvm::any_of(elements.getValues<APFloat>(), [&](const APFloat &x) {
          return roundsTwice(x, to.getFloatSemantics());
        }))
      has(ProgramClass::TwiceRounded);
  } else if (auto constant = dyn_cast<ct::ConstantOp>(op)) {
    DenseIntElementsAttr elements;
    if (matchPattern(constant.getResult(), m_Constant(&elements)) &&
        llvm::any_of(elements.getValues<APInt>(), isNarrowerBound))
      has(ProgramClass::NarrowerBound);
  } else if (auto update = dyn_cast<ct::AtomicRMWTkoOp>(op)) {
    DenseFPElementsAttr elements;
    if (matchPattern(scalarOf(update.getArg()), m_Constant(&elements)) &&
        llvm::any_of(elements.getValues<APFloat>(),
                     [](const APFloat &x) { return x.isDenormal(); }))
      has(ProgramClass::TinyUpdate);
  } else if (auto compare = dyn_cast<ct::CmpIOp>(op)) {
    auto sum = compare.getLhs().getDefiningOp<ct::AddIOp>();
    if (sum && matchPattern(compare.getRhs(), m_Constant()) &&
        matchPattern(sum.getRhs(), m_Constant()) &&
        !matchPattern(sum.getLhs(), m_Constant()))
      has(ProgramClass::CompareSum);
  } else if (auto sum = dyn_cast<ct::AddIOp>(op)) {
    for (auto [one, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                              std::pair(sum.getRhs(), sum.getLhs())})
      if (auto difference = one.getDefiningOp<ct::SubIOp>())
        if (auto rest = other.getDefiningOp<ct::AddIOp>())
          if (llvm::is_contained(rest->getOperands(), difference.getRhs()))
            has(ProgramClass::CancelledSum);
  }
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

static bool isEquality(ct::ComparisonPredicate predicate) {
  return predicate == ct::ComparisonPredicate::Equal ||
         predicate == ct::ComparisonPredicate::NotEqual;
}

void Classes::lookAtSelect(ct::SelectOp op) {
  Value yes = op.getValIfTrue(), no = op.getValIfFalse(), cond = op.getCond();
  auto areArms = [&](Operation *compare) {
    Value lhs = compare->getOperand(0), rhs = compare->getOperand(1);
    return (lhs == yes && rhs == no) || (lhs == no && rhs == yes);
  };
  if (auto compare = cond.getDefiningOp<ct::CmpIOp>()) {
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    bool isEqual = isEquality(compare.getComparisonPredicate());
    if (!isEqual && areArms(compare))
      has(ProgramClass::SelectOfInequality);
    if (isEqual && !areArms(compare) && yes != no &&
        llvm::any_of(ValueRange{yes, no},
                     [&](Value arm) { return arm == lhs || arm == rhs; }))
      has(ProgramClass::SelectThird);
    if (cast<ct::TileType>(lhs.getType()).getElementType().isInteger(1) &&
        isEqual && matchPattern(rhs, m_Constant()))
      has(ProgramClass::SelectOnTruth);
  }
  if (auto compare = cond.getDefiningOp<ct::CmpFOp>())
    if (isEquality(compare.getComparisonPredicate()) && areArms(compare))
      has(ProgramClass::SelectOfCmpF);
  if (auto both = cond.getDefiningOp<ct::XOrIOp>())
    if (!matchPattern(both.getLhs(), m_Constant()) &&
        !matchPattern(both.getRhs(), m_Constant()))
      has(ProgramClass::SelectOnXor);
  for (Value arm : {yes, no})
    if (auto inner = arm.getDefiningOp<ct::SelectOp>())
      if (inner.getCond() != cond)
        has(ProgramClass::SelectSelect);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static bool isNegationOf(Value one, Value other) {
  auto negated = one.getDefiningOp<ct::XOrIOp>();
  return negated && negated.getLhs() == other &&
         isTrueConstant(negated.getRhs());
}

/// What undefined behaviour stands in a branch whose condition excludes it.
void Classes::lookAtGuarded(ct::IfOp op) {
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      if (isa<ct::DivIOp, ct::RemIOp>(inner)) {
        Value divisor = scalarOf(inner.getOperand(1));
        if (!matchPattern(divisor, m_Constant()) &&
            isMadeOf(op.getCondition(), divisor))
          has(ProgramClass::GuardedDivision);
      }
      if (auto load = dyn_cast<ct::LoadPtrTkoOp>(inner))
        if (auto offset = load.getSource().getDefiningOp<ct::OffsetOp>()) {
          Value index = scalarOf(offset.getOffset());
          if (!matchPattern(index, m_Constant()) &&
              isMadeOf(op.getCondition(), index))
            has(ProgramClass::GuardedLoad);
        }
    }
}

static Operation *yieldOf(Region &region) {
  return region.empty() ? nullptr
                        : dyn_cast<ct::YieldOp>(region.front().back());
}

void Classes::lookAtNested(ct::IfOp outer, ct::IfOp inner, bool isInElse) {
  if (shareASource(inner.getCondition(), outer.getCondition()) ||
      shareASource(outer.getCondition(), inner.getCondition())) {
    has(ProgramClass::NestedIfs);
    if (!outer.getElseRegion().empty() && !inner.getElseRegion().empty())
      has(ProgramClass::NestedElse);
  }
  Operation *one = yieldOf(outer.getElseRegion()),
            *other = yieldOf(inner.getElseRegion());
  if (!isInElse && one && other)
    for (auto [lhs, rhs] : llvm::zip(one->getOperands(), other->getOperands()))
      if (matchPattern(lhs, m_Constant()) != matchPattern(rhs, m_Constant()))
        has(ProgramClass::NestedConstant);
  for (Operation &op : *outer->getBlock())
    if (auto load = dyn_cast<ct::LoadPtrTkoOp>(op))
      if (load.getMask() == outer.getCondition() && !load.getPaddingValue() &&
          isMadeOf(inner.getCondition(), load.getResult()))
        has(ProgramClass::NestedMaskedLoad);
}

void Classes::lookAtIf(ct::IfOp op) {
  lookAtGuarded(op);
  // Side by side: nothing with regions between them.
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    auto other = dyn_cast<ct::IfOp>(next);
    if (!other) {
      if (next->getNumRegions())
        break;
      continue;
    }
    if (other.getCondition() == op.getCondition())
      has(ProgramClass::AdjacentIfs);
    if (isNegationOf(other.getCondition(), op.getCondition()) ||
        isNegationOf(op.getCondition(), other.getCondition()))
      has(ProgramClass::OppositeIfs);
    break;
  }
  for (auto [i, region] : llvm::enumerate(op->getRegions()))
    for (auto inner : region.getOps<ct::IfOp>())
      lookAtNested(op, inner, /*isInElse=*/i == 1);
}

void Classes::lookAtFor(ct::ForOp op) {
  bool isUnsigned = op.getUnsignedCmp();
  std::optional<APInt> low = number(op.getLowerBound()),
                       high = number(op.getUpperBound()),
                       step = number(op.getStep());
  if (isUnsigned &&
      ((low && low->isNegative()) || (high && high->isNegative())))
    has(ProgramClass::TopBitBounds);
  if (low && high) {
    bool runs = isUnsigned ? low->ult(*high) : low->slt(*high);
    bool reduces = op->walk([](ct::ReduceOp) {
                       return WalkResult::interrupt();
                     }).wasInterrupted();
    if (!runs && reduces)
      has(ProgramClass::EmptyExchange);
    if (!runs)
      for (Value given : op.getRegion().front().back().getOperands())
        if (given.getDefiningOp<ct::MakeTokenOp>())
          has(ProgramClass::SkippedToken);
    if (runs && step && !step->isZero() && !(*high - *low).urem(*step).isZero())
      has(ProgramClass::RemainingBound);
  }
  op.getRegion().walk([&](Operation *inner) {
    if (isa<ct::LoadPtrTkoOp>(inner) && step && step->sgt(1) &&
        isMadeOf(inner->getOperand(0), op.getRegion().getArgument(0)))
      has(ProgramClass::StridingLoad);
    // A divisor from outside of which a bound is made.
    if (isa<ct::DivIOp, ct::RemIOp>(inner)) {
      Value divisor = scalarOf(inner->getOperand(1));
      if (divisor.getParentRegion()->isProperAncestor(&op.getRegion()) &&
          !matchPattern(divisor, m_Constant()) &&
          isMadeOf(op.getUpperBound(), divisor))
        has(ProgramClass::DivisionInLoop);
    }
    if (isa<ct::ContinueOp>(inner) && inner->getParentOp() != op &&
        llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<ct::TokenType>))
      has(ProgramClass::TokenExit);
  });
}

ProgramClassSet Classes::find() {
  program.module.get()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto entry = dyn_cast<ct::EntryOp>(op))
      return lookAtEntry(entry);
    lookAtShape(op);
    lookAtMemory(op);
    lookAtArithmetic(op);
    if (auto offset = dyn_cast<ct::OffsetOp>(op))
      lookAtOffset(offset);
    else if (auto select = dyn_cast<ct::SelectOp>(op))
      lookAtSelect(select);
    else if (auto branch = dyn_cast<ct::IfOp>(op))
      lookAtIf(branch);
    else if (auto loop = dyn_cast<ct::ForOp>(op))
      lookAtFor(loop);
  });
  return set;
}

ProgramClassSet tilefuzz::classesOf(const Program &program) {
  ProgramClassSet found = Classes(program).find();
  findRelatedClasses(program, found);
  return found;
}
