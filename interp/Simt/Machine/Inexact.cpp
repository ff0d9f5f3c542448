//===- Inexact.cpp - Values that are not unique, in threads ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What an approximate instruction gives is one of several legal values: its
// lane has an enclosure (interp/Semantics/Enclosure.h), which arithmetic,
// comparisons, conversions, selects, memory and shuffles carry on. Kernels
// without such instructions never come here.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Simt/Machine/AtomicUpdate.h"
#include "interp/Simt/Machine/EnclosedLane.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using llvm::APInt;

FloatFormat simt::formatOf(RegisterType type) {
  switch (type.kind) {
  case TypeKind::F16:
  case TypeKind::BF16:
  case TypeKind::F32:
  case TypeKind::F64:
  case TypeKind::E4M3:
  case TypeKind::E5M2:
    return &semanticsOf(type.kind);
  default:
    return nullptr;
  }
}
static bool isTruthValue(RegisterType type) {
  return !type.isFloat() && type.width == 1;
}

void Machine::loseExactness(const Instruction &at) {
  if (outcome.unstable)
    return;
  outcome.unstable = true;
  Place place = kernel.placeOf(indexOf(at));
  outcome.unstableSite.operation = std::move(place.operation);
  outcome.unstableSite.location = std::move(place.location);
}

bool Machine::setEnclosure(Lane &lane, FloatFormat format,
                           const BufferImage::Enclosure &bounds,
                           const Instruction &at) {
  return setParts(lane, InexactPart{0, format, bounds}, at);
}

/// `op` on one lane of each operand.
static std::optional<Lane> computeConcretely(const Instruction &op,
                                             llvm::ArrayRef<Lane> operands) {
  // Conversions keep what they do not change of a lane.
  auto exactLane = [&](unsigned i) {
    return Lane{operands[i].bits, 0, operands[i].poison};
  };
  Lane a = exactLane(0), b = operands.size() > 1 ? exactLane(1) : a;
  std::optional<Undefined> undefined;
  Lane result;
  switch (op.opcode) {
  case Opcode::Compare:
    result = compare(op, a, b);
    break;
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    result = convert(op, a);
    break;
  default:
    result = operands.size() > 2 ? computeThree(op, a, b, exactLane(2))
                                 : compute(op, a, b, undefined);
  }
  return undefined ? std::nullopt : std::optional(result);
}

static RegisterType resultTypeOf(const Instruction &op) {
  switch (op.opcode) {
  case Opcode::Compare:
    return {TypeKind::Bits, 1};
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
    return op.resultType;
  default:
    return op.type;
  }
}

/// Operations on one lane of each operand that enclosures go through.
static bool isLanewise(Opcode opcode) {
  switch (opcode) {
  case Opcode::Compare:
  case Opcode::ConvertInteger:
  case Opcode::ConvertFloat:
  case Opcode::FloatToInteger:
  case Opcode::IntegerToFloat:
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Div:
  case Opcode::Fma:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::CopySign:
  case Opcode::SquareRoot:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::MulHigh:
  case Opcode::Rem:
    return true;
  default:
    return false;
  }
}

static bool isWideInteger(RegisterType type) {
  return !type.isFloat() && type.kind != TypeKind::Pointer && type.width > 1;
}

/// How integers of several values go through an operation.
static semantics::EnclosedBy enclosedByIntegers(const Instruction &op) {
  using semantics::EnclosedBy;
  // Which bits are lost, or shared, is not known of a range.
  if (op.packed != 1 || op.has(Modifier::Saturate) ||
      op.has(Modifier::ClampNegatives) || op.has(Modifier::Exact) ||
      op.has(Modifier::Disjoint))
    return EnclosedBy::Nothing;
  switch (op.opcode) {
  case Opcode::Add:
    return EnclosedBy::Sum;
  case Opcode::Sub:
    return EnclosedBy::Difference;
  case Opcode::Mul:
    return EnclosedBy::Product;
  case Opcode::MulHigh:
    return EnclosedBy::HighProduct;
  case Opcode::Neg:
    return EnclosedBy::Negation;
  case Opcode::Abs:
    return EnclosedBy::Magnitude;
  case Opcode::Div:
    return EnclosedBy::Quotient;
  case Opcode::Rem:
    return EnclosedBy::IntegerRemainder;
  case Opcode::And:
    return EnclosedBy::And;
  case Opcode::Or:
    return EnclosedBy::Or;
  case Opcode::Xor:
    return EnclosedBy::Xor;
  case Opcode::Shl:
    return EnclosedBy::ShiftLeft;
  case Opcode::Shr:
    return EnclosedBy::ShiftRight;
  case Opcode::Compare:
    return EnclosedBy::Order;
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::IntegerToFloat:
    return EnclosedBy::Ends;
  case Opcode::ConvertInteger:
    return op.resultType.width < op.type.width ? EnclosedBy::Narrowed
                                               : EnclosedBy::Ends;
  default:
    return EnclosedBy::Nothing;
  }
}

/// How enclosures go through the operation: it is monotone in each operand
/// while none changes its sign, or decided by their order.
static semantics::EnclosedBy enclosedBy(const Instruction &op) {
  using semantics::EnclosedBy;
  if (isTruthValue(op.type)) {
    bool isLogic = op.opcode == Opcode::And || op.opcode == Opcode::Or ||
                   op.opcode == Opcode::Xor ||
                   op.opcode == Opcode::ConvertInteger ||
                   op.opcode == Opcode::IntegerToFloat;
    return isLogic ? EnclosedBy::Ends : EnclosedBy::Nothing;
  }
  if (isWideInteger(op.type))
    return enclosedByIntegers(op);
  bool isKnown = formatOf(op.type) &&
                 (op.opcode != Opcode::ConvertFloat || formatOf(op.resultType));
  if (!isKnown)
    return EnclosedBy::Nothing;
  return op.opcode == Opcode::Compare ? EnclosedBy::Order : EnclosedBy::Ends;
}

/// Whether integers are read unsigned, or a float becomes such a one.
static bool readsUnsigned(const Instruction &op) {
  switch (op.opcode) {
  case Opcode::FloatToInteger:
    return !op.resultType.isSigned();
  case Opcode::Compare:
    // Equality reads neither way.
    return !op.type.isSigned() && op.relations != Relations::Equal &&
           op.relations != (Relations::Less | Relations::Greater);
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
    return op.has(Modifier::NoUnsignedWrap);
  case Opcode::ConvertInteger:
    return op.has(Modifier::NoUnsignedWrap) ||
           (op.resultType.width > op.type.width && !op.type.isSigned());
  default:
    return !op.type.isSigned();
  }
}

std::optional<semantics::EnclosedValue>
simt::enclosedLane(llvm::ArrayRef<LaneEnclosure> enclosures, const Lane &lane,
                   RegisterType type) {
  semantics::EnclosedValue value{formatOf(type), APInt(type.width, lane.bits)};
  if (!lane.isInexact)
    return value;
  const LaneEnclosure &known = enclosures[lane.allocation];
  if (known.next != LaneEnclosure::none || known.part.firstBit ||
      known.part.format != value.format)
    return std::nullopt;
  if (value.format) {
    value.bounds = known.part.bounds;
    return known.part.width() == type.width ? std::optional(value)
                                            : std::nullopt;
  }
  // Above a narrower one there must be zeros.
  unsigned width = std::max<unsigned>(type.width, 1);
  unsigned held = known.part.integerWidth;
  if (held < 64 && width > held && lane.bits >> held)
    return std::nullopt;
  std::optional<BufferImage::Enclosure> bounds = resized(known.part, width);
  if (!bounds)
    return std::nullopt;
  value.bounds = *bounds;
  return value;
}

bool Machine::encloseLane(const Instruction &op, llvm::ArrayRef<Lane> operands,
                          Lane &result) {
  std::optional<Lane> computed = computeConcretely(op, operands);
  if (!computed) // Undefined: it is met when the instruction is executed.
    return true;
  result = *computed;
  if (llvm::none_of(operands, [](const Lane &lane) { return lane.isInexact; }))
    return true;
  RegisterType resultType = resultTypeOf(op);
  semantics::EnclosedBy kind = enclosedBy(op);
  llvm::SmallVector<semantics::EnclosedValue, 3> values;
  if (kind != semantics::EnclosedBy::Nothing)
    for (const Lane &lane : operands)
      if (std::optional<semantics::EnclosedValue> value =
              enclosedLane(enclosures, lane, op.type))
        values.push_back(*value);
  std::optional<BufferImage::Enclosure> bounds;
  if (values.size() == operands.size()) {
    bool isSquare = operands.size() == 2 && operands[0].isInexact &&
                    operands[1].isInexact &&
                    operands[0].allocation == operands[1].allocation;
    auto meaning = [&](llvm::ArrayRef<APInt> bits) -> std::optional<APInt> {
      llvm::SmallVector<Lane, 3> lanes;
      for (const APInt &value : bits)
        lanes.push_back({value.getZExtValue()});
      std::optional<Lane> lane = computeConcretely(op, lanes);
      if (!lane || lane->poison)
        return std::nullopt;
      return APInt(resultType.width, lane->bits);
    };
    bounds = semantics::enclose(kind, isSquare, values, formatOf(resultType),
                                meaning, readsUnsigned(op));
  }
  if (!bounds || result.poison) {
    loseExactness(op);
    return true;
  }
  InexactPart part = {0, formatOf(resultType), *bounds};
  if (!part.format)
    part.integerWidth = std::max<unsigned>(resultType.width, 1);
  return setParts(result, part, op);
}

bool Machine::splitLane(const Lane &whole, unsigned firstBit, unsigned width,
                        const Instruction &op, Lane &part) {
  part = {maskTo(whole.bits >> firstBit, width), 0, whole.poison};
  if (!whole.isInexact)
    return true;
  if (auto inside = partsWithin(partsOf(whole), firstBit, width))
    return setParts(part, *inside, op);
  loseExactness(op);
  return true;
}

/// Of several values in a register each by itself.
bool Machine::enclosePacked(const Instruction &op,
                            llvm::ArrayRef<Lane> operands, Lane &result) {
  Instruction one = op;
  one.packed = 1;
  InexactParts parts;
  for (unsigned i = 0; i < op.packed; ++i) {
    unsigned into = i * resultTypeOf(op).width;
    llvm::SmallVector<Lane, 3> values(operands.size());
    for (auto [whole, value] : llvm::zip_equal(operands, values))
      if (!splitLane(whole, i * op.type.width, op.type.width, op, value))
        return false;
    Lane value;
    if (!encloseLane(one, values, value))
      return false;
    result.bits |= value.bits << into;
    result.poison |= value.poison;
    for (InexactPart part : partsOf(value)) {
      part.firstBit += into;
      parts.push_back(part);
    }
  }
  return result.poison || setParts(result, parts, op);
}

/// By a condition that is not decided: either.
bool Machine::selectLane(const Instruction &op, const Lane &yes, const Lane &no,
                         Lane &result) {
  if (!yes.isInexact && !no.isInexact && yes.bits == no.bits &&
      yes.allocation == no.allocation && yes.poison == no.poison) {
    result = yes;
    return true;
  }
  bool isPointer =
      !(yes.isInexact || no.isInexact) && (yes.allocation || no.allocation);
  FloatFormat format = formatOf(op.type);
  InexactParts ofYes = partsOf(yes), ofNo = partsOf(no), parts = ofYes;
  for (const InexactPart &part : ofNo)
    if (llvm::none_of(ofYes, [&](const InexactPart &other) {
          return other.firstBit == part.firstBit &&
                 other.format == part.format && other.width() == part.width();
        }))
      parts.push_back(part);
  if (parts.empty() && (format || isTruthValue(op.type)))
    parts.push_back({0, format, {}});
  else if (parts.empty() && isWideInteger(op.type))
    parts.push_back({0, nullptr, {}, op.type.width});
  llvm::sort(parts, [](const InexactPart &a, const InexactPart &b) {
    return a.firstBit < b.firstBit;
  });
  uint64_t covered = 0;
  bool isKnown = !isPointer && !yes.poison && !no.poison;
  for (InexactPart &part : parts) {
    uint64_t bits = maskTo(~uint64_t(0), part.width()) << part.firstBit;
    isKnown &= !(covered & bits);
    covered |= bits;
    semantics::Hull hull;
    auto add = [&](const Lane &lane, llvm::ArrayRef<InexactPart> held) {
      for (const InexactPart &one : held)
        if (one.firstBit == part.firstBit)
          return hull.add(one.bounds);
      uint64_t value = maskTo(lane.bits >> part.firstBit, part.width());
      if (part.format)
        return hull.add(
            semantics::numberOf(part.format, APInt(part.width(), value)));
      double number = part.integerWidth == 1
                          ? double(value)
                          : double(llvm::SignExtend64(value, part.width()));
      isKnown &= std::fabs(number) <= semantics::largestInteger;
      hull.add(number);
    };
    add(yes, ofYes);
    add(no, ofNo);
    part.bounds = hull.get();
  }
  if (!isKnown || ((yes.bits ^ no.bits) & ~covered)) {
    loseExactness(op);
    return true;
  }
  result.isInexact = false;
  result.allocation = 0;
  return setParts(result, parts, op);
}

/// Sums, extrema and exchanges of one float; comparing with one tells its bits.
bool Machine::updateInexact(const Instruction &op, const Allocation &allocation,
                            uint32_t offset, const Lane &operand,
                            const Lane &other, Lane &old, Lane &value) {
  if (!operand.isInexact && !other.isInexact &&
      !allocation.holdsInexact(offset, op.bytes))
    return true;
  value.isInexact = false;
  value.allocation = 0;
  if (!loadInexact(op, allocation, offset, old))
    return false;
  if (op.atomic == AtomicOperation::Exchange) {
    value.isInexact = operand.isInexact;
    value.allocation = operand.isInexact ? operand.allocation : 0;
    return true;
  }
  bool isMonotone =
      op.packed == 1 && formatOf(op.type) &&
      (op.atomic == AtomicOperation::Add || op.atomic == AtomicOperation::Min ||
       op.atomic == AtomicOperation::Max);
  std::optional<semantics::EnclosedValue> x, y;
  if (isMonotone) {
    x = enclosedLane(enclosures, old, op.type);
    y = enclosedLane(enclosures, operand, op.type);
  }
  std::optional<BufferImage::Enclosure> bounds;
  if (x && y && !other.isInexact && !value.poison)
    bounds = semantics::enclose(
        semantics::EnclosedBy::Ends, /*isSquare=*/false, {*x, *y}, x->format,
        [&](llvm::ArrayRef<APInt> bits) -> std::optional<APInt> {
          std::optional<Lane> next =
              updated(op, {bits[0].getZExtValue()}, {bits[1].getZExtValue()},
                      other, allocation.space == StateSpace::Global);
          if (!next || next->poison)
            return std::nullopt;
          return APInt(op.type.width, next->bits);
        });
  if (!bounds) {
    loseExactness(op);
    return true;
  }
  return setEnclosure(value, x->format, *bounds, op);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether an operand that is not only copied is inexact.
bool Machine::readsInexact(const Thread &thread, const Instruction &op) const {
  const Lane *frame = thread.frame.data();
  auto anyOf = [&](unsigned operand, uint32_t lanes) {
    const Lane *first = frame + op.operands[operand];
    return std::any_of(first, first + lanes,
                       [](const Lane &lane) { return lane.isInexact; });
  };
  auto anyOfFirst = [&](unsigned operands, uint32_t lanes) {
    for (unsigned i = 0; i < operands; ++i)
      if (anyOf(i, lanes))
        return true;
    return false;
  };
  switch (op.opcode) {
  case Opcode::Exit:
  case Opcode::Unreachable:
  case Opcode::Jump:
  case Opcode::Barrier:
  case Opcode::Call:
  case Opcode::Return:
  case Opcode::Refuse:
  case Opcode::Move:
  case Opcode::Freeze:
  case Opcode::ReadSpecial:
  case Opcode::StackSave:
  case Opcode::Fence:
  case Opcode::ProxyFence:
  case Opcode::Approximate:
  case Opcode::Contract:
  // Their lanes meet elsewhere.
  case Opcode::WarpBarrier:
  case Opcode::WarpCollective:
  case Opcode::MatrixProduct:
  case Opcode::Warpgroup:
    return false;
  // What is stored or transposed may be inexact.
  case Opcode::Matrix:
    return kernel.matrices[op.first].operation != MatrixOperation::Transpose &&
           anyOf(1, 1);
  case Opcode::MatrixAccess:
    return anyOf(1, 1) || anyOf(2, 1);
  case Opcode::Select:
    return anyOf(0, op.has(Modifier::LanewiseCondition) ? op.lanes : 1);
  case Opcode::Load:
  // What it stores may be inexact.
  case Opcode::Store:
    return anyOf(0, 1);
  case Opcode::MapToRank:
    return anyOfFirst(2, 1);
  case Opcode::Address:
    for (uint32_t i = op.first, e = op.first + op.count; i < e; ++i)
      if (frame[kernel.indices[i].slot].isInexact)
        return true;
    return anyOf(0, 1);
  case Opcode::Apply:
    return anyOfFirst(arityOf(op.function), 1);
  case Opcode::Branch:
  case Opcode::Switch:
  case Opcode::Assume:
  case Opcode::CallIndirect:
  case Opcode::Classify:
  case Opcode::RankOfObject:
  case Opcode::IsInSpace:
  case Opcode::ResolveAddress:
  case Opcode::SharedAddress:
  case Opcode::LocalObject:
  case Opcode::SealObject:
  case Opcode::StackRestore:
  case Opcode::HeapAllocate:
  case Opcode::HeapFree:
    return anyOf(0, 1);
  case Opcode::ConvertSpace:
    return anyOf(0, op.lanes);
  case Opcode::Print:
    return anyOfFirst(2, 1);
  // What it brings may be inexact.
  case Opcode::Atomic:
    return anyOf(0, 1);
  case Opcode::CopyBytes:
  case Opcode::FillBytes:
  case Opcode::Mbarrier:
    return anyOfFirst(3, 1);
  case Opcode::Bulk:
    return anyOfFirst(4, 1) || anyOf(4, op.count);
  case Opcode::Fma:
  case Opcode::PermuteBytes:
  case Opcode::ExtractField:
  case Opcode::FunnelLeft:
  case Opcode::FunnelRight:
    return anyOfFirst(3, op.lanes);
  case Opcode::Compare:
    return anyOfFirst(2, op.lanes);
  default:
    break;
  }
  if (op.opcode >= Opcode::Add && op.opcode <= Opcode::IntegerToFloat)
    return anyOfFirst(arityOf(op.opcode), op.lanes);
  // Whatever they read lies behind their operands.
  for (uint32_t slot : op.operands)
    for (uint32_t i = slot,
                  e = std::min<size_t>(slot + 64, thread.frame.size());
         slot && i < e; ++i)
      if (frame[i].isInexact)
        return true;
  return false;
}

bool Machine::executeInexact(Thread &thread, const Instruction &op) {
  Lane *frame = thread.frame.data();
  if (op.opcode == Opcode::Select) {
    const Lane *conditions = frame + op.operands[0];
    for (uint32_t i = 0; i < op.lanes; ++i) {
      const Lane condition =
          conditions[op.has(Modifier::LanewiseCondition) ? i : 0];
      const Lane yes = frame[op.operands[1] + i],
                 no = frame[op.operands[2] + i];
      Lane &result = frame[op.result + i];
      result = condition.bits ? yes : no;
      result.poison |= condition.poison;
      if (condition.isInexact && !result.poison &&
          !selectLane(op, yes, no, result))
        return false;
    }
    return true;
  }
  bool canMove = movesBits(op);
  if (!canMove && !isLanewise(op.opcode)) {
    // A branch, an address, bits of a float: the representative decides.
    loseExactness(op);
    return execute(thread, op);
  }
  unsigned arity =
      op.opcode == Opcode::Apply ? arityOf(op.function) : arityOf(op.opcode);
  llvm::SmallVector<Lane, 4> results(op.lanes);
  for (uint32_t i = 0; i < op.lanes; ++i) {
    llvm::SmallVector<Lane, 4> operands;
    for (unsigned k = 0; k < arity; ++k)
      operands.push_back(frame[op.operands[k] + i]);
    // A register that holds other parts than one number of its type.
    bool isNumber = enclosedBy(op) != semantics::EnclosedBy::Nothing &&
                    all_of(operands, [&](const Lane &lane) {
                      return enclosedLane(enclosures, lane, op.type);
                    });
    // What is moved keeps its bounds; a range of logic or shifts is wider.
    bool movesFirst =
        canMove && (!isNumber || (isWideInteger(op.type) &&
                                  op.opcode != Opcode::ConvertInteger));
    InexactParts parts;
    bool goesOn = true;
    if (movesFirst && moveParts(op, operands, results[i], parts))
      goesOn = setParts(results[i], parts, op);
    else if (canMove && !isNumber)
      loseExactness(op);
    else
      goesOn = op.packed == 1 ? encloseLane(op, operands, results[i])
                              : enclosePacked(op, operands, results[i]);
    if (!goesOn)
      return false;
  }
  if (!execute(thread, op))
    return false;
  for (auto [i, result] : llvm::enumerate(results)) {
    result.poison = frame[op.result + i].poison;
    frame[op.result + i] = result;
  }
  return true;
}
