//===- CounterexampleReplay.cpp - Run what the solver found ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Refine/CounterexampleReplay.h"
#include "interp/Semantics/Enclosure.h"
#include "interp/TileTypes/TileTypes.h"
#include "oracle/Smt/TileEncoding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tilefuzz;

static std::string hex(uint64_t bits) {
  return "0x" + llvm::utohexstr(bits, /*LowerCase=*/true);
}

/// Payloads of NaNs are no part of the outcome (design, decision 3).
static bool isSame(mlir::Type type, uint64_t a, uint64_t b) {
  if (a == b)
    return true;
  auto element = llvm::dyn_cast<mlir::FloatType>(tileShapeOf(type).element);
  auto isNaN = [&](uint64_t bits) {
    return llvm::APFloat(element.getFloatSemantics(),
                         llvm::APInt(element.getWidth(), bits))
        .isNaN();
  };
  return element && isNaN(a) && isNaN(b);
}

/// Of a float or truth value.
static double numberOf(mlir::Type type, uint64_t bits) {
  auto element = llvm::dyn_cast<mlir::FloatType>(tileShapeOf(type).element);
  return element ? semantics::numberOf(&element.getFloatSemantics(),
                                       llvm::APInt(element.getWidth(), bits))
                 : double(bits);
}

/// Names, as in a trace, of accesses.
using AccessNames = llvm::StringSet<>;

template <typename F> static AccessNames accessesOf(mlir::Block &block, F f) {
  AccessNames names;
  block.walk([&](mlir::Operation *op) {
    auto name = llvm::dyn_cast<mlir::NameLoc>(op->getLoc());
    if (name && f(op))
      names.insert(name.getName().getValue());
  });
  return names;
}
static AccessNames updatesOf(mlir::Block &block) {
  return accessesOf(block, [](mlir::Operation *op) {
    return op->getName().stripDialect().contains("atomic");
  });
}
/// Those that touch memory whenever they are executed.
static AccessNames unmaskedOf(mlir::Block &block) {
  namespace ct = mlir::cuda_tile;
  namespace aa = mlir::nv_tileaa;
  return accessesOf(block, [](mlir::Operation *op) {
    return llvm::TypeSwitch<mlir::Operation *, bool>(op)
        .Case<ct::LoadPtrTkoOp, ct::StorePtrTkoOp, aa::LoadOp, aa::StoreOp>(
            [](auto access) { return !access.getMask(); })
        .Default(false);
  });
}

/// Formats of whole bytes whose NaNs have payloads.
static llvm::SmallVector<mlir::FloatType> floatsIn(mlir::Block &block) {
  llvm::SmallVector<mlir::FloatType> types;
  block.walk([&](mlir::Operation *op) {
    for (mlir::Value value : op->getOperands())
      if (auto type = llvm::dyn_cast<mlir::FloatType>(
              tileShapeOf(value.getType()).element))
        if ((type.isF16() || type.isBF16() || type.isF32() || type.isF64()) &&
            !llvm::is_contained(types, type))
          types.push_back(type);
  });
  return types;
}

namespace {
class TraceComparison {
public:
  TraceComparison(const BlockTrace &source, const BlockTrace &target,
                  mlir::Block &sourceBlock, mlir::Block &targetBlock,
                  bool comparesOrder)
      : source(source), target(target), sourceUpdates(updatesOf(sourceBlock)),
        targetUpdates(updatesOf(targetBlock)),
        sourceAccesses(accessesOf(sourceBlock, [](auto *) { return true; })),
        targetUnmasked(unmaskedOf(targetBlock)),
        storedFloats(floatsIn(sourceBlock)), comparesOrder(comparesOrder),
        targetHasPoison(hasPoison(targetBlock)) {}

  /// The first promise that the target breaks; empty if it keeps all.
  std::string firstDifference() const;
  /// What is unspecified in the target may be computed to what the source has.
  bool isOpen() const {
    return target.outcome.derivesUnspecified && !targetHasPoison;
  }

private:
  static const BlockTrace::Access *find(const BlockTrace &trace,
                                        llvm::StringRef name) {
    for (const BlockTrace::Access &access : trace.accesses)
      if (access.name == name)
        return &access;
    return nullptr;
  }
  const BlockTrace::Access *inTarget(llvm::StringRef name) const {
    return find(target, name);
  }
  /// An access that the source orders before something and the target, which
  /// executes it, does not.
  std::string lostOrder(llvm::ArrayRef<std::string> before,
                        llvm::ArrayRef<std::string> after) const {
    for (const std::string &name : before)
      if (inTarget(name) && !llvm::is_contained(after, name))
        return name;
    return "";
  }
  std::string observedDifference() const;
  std::string placeDifference() const;
  std::string accessDifference() const;
  std::string memoryDifference() const;
  bool isByteOfNaN(const BufferImage &a, const BufferImage &b,
                   size_t byte) const;

  const BlockTrace &source, &target;
  AccessNames sourceUpdates, targetUpdates, sourceAccesses, targetUnmasked;
  llvm::SmallVector<mlir::FloatType> storedFloats;
  bool comparesOrder, targetHasPoison;
};
} // namespace

std::string TraceComparison::observedDifference() const {
  if (source.observed.size() != target.observed.size())
    return "the target observes " + std::to_string(target.observed.size()) +
           " values, the source " + std::to_string(source.observed.size());
  for (size_t k = 0; k < source.observed.size(); ++k) {
    const BlockTrace::Observed &a = source.observed[k], &b = target.observed[k];
    std::string name = "observed value " + std::to_string(k);
    if (a.bits.size() != b.bits.size())
      return name + " has " + std::to_string(a.bits.size()) +
             " elements in the source, " + std::to_string(b.bits.size()) +
             " in the target";
    for (size_t i = 0; i < a.bits.size(); ++i) {
      if (a.unspecified[i])
        continue;
      // Another order of a sum is no mistake.
      bool isLegal = a.bounds.empty() || a.bounds[i].exact
                         ? isSame(a.type, a.bits[i], b.bits[i])
                         : a.bounds[i].contains(numberOf(a.type, b.bits[i]));
      if (!b.unspecified[i] && isLegal)
        continue;
      if (b.unspecified[i] && isOpen())
        continue;
      if (!isLegal && !b.unspecified[i] && !a.bounds.empty() &&
          !a.bounds[i].exact)
        return "element " + std::to_string(i) + " of " + name + " is " +
               hex(b.bits[i]) + " in the target, outside of what " +
               hex(a.bits[i]) + " in the source may be";
      if (b.unspecified[i] || !isLegal)
        return "element " + std::to_string(i) + " of " + name + " is " +
               hex(a.bits[i]) + " in the source, " +
               (b.unspecified[i] ? "unspecified" : hex(b.bits[i])) +
               " in the target";
    }
    std::string lost =
        comparesOrder ? lostOrder(a.ordered, b.ordered) : std::string();
    if (!lost.empty())
      return "'" + lost + "' is ordered before " + name + " in the source only";
  }
  return "";
}

namespace {
enum class Bytes { Read, Written, Acquired, Released };
} // namespace

static std::set<int64_t> bytesOf(const BlockTrace &trace, Bytes kind) {
  std::set<int64_t> all;
  for (const BlockTrace::Access &access : trace.accesses) {
    if (kind == Bytes::Read ||
        (kind == Bytes::Acquired && acquires(access.ordering)))
      all.insert(access.read.begin(), access.read.end());
    if (kind == Bytes::Written ||
        (kind == Bytes::Released && releases(access.ordering)))
      all.insert(access.written.begin(), access.written.end());
  }
  return all;
}

static std::optional<int64_t> firstMissing(const std::set<int64_t> &wanted,
                                           const std::set<int64_t> &from) {
  for (int64_t byte : wanted)
    if (!from.count(byte))
      return byte;
  return std::nullopt;
}

/// Which access stands for which is no matter here.
std::string TraceComparison::placeDifference() const {
  std::set<int64_t> written = bytesOf(source, Bytes::Written),
                    touched = bytesOf(source, Bytes::Read);
  touched.insert(written.begin(), written.end());
  if (auto byte = firstMissing(bytesOf(target, Bytes::Written), written))
    return "the target writes byte " + std::to_string(*byte) +
           ", which the source does not";
  if (auto byte = firstMissing(bytesOf(target, Bytes::Read), touched))
    return "the target reads byte " + std::to_string(*byte) +
           ", which the source does not";
  for (auto [kind, name] : {std::pair(Bytes::Acquired, "acquires"),
                            std::pair(Bytes::Released, "releases")})
    if (auto byte = firstMissing(bytesOf(source, kind), bytesOf(target, kind)))
      return std::string("the source ") + name + " by byte " +
             std::to_string(*byte) + ", which the target does not";
  return "";
}

std::string TraceComparison::accessDifference() const {
  if (!comparesOrder)
    return "";
  for (const BlockTrace::Access &access : source.accesses) {
    const BlockTrace::Access *other = inTarget(access.name);
    if (!other) {
      if (ordersOthers(access.ordering))
        return "the target does not execute '" + access.name +
               "', which orders other accesses";
      continue;
    }
    llvm::StringRef location = llvm::StringRef(access.name).split(" #").first;
    if (sourceUpdates.contains(location) && !targetUpdates.contains(location))
      return "'" + access.name +
             "' is an atomic update in the source, and not in the target";
    if (!ordersAll(other->ordering, access.ordering) ||
        other->scope < access.scope)
      return "the target executes '" + access.name +
             "' with a weaker ordering or scope";
    std::set<int64_t> touched = access.read;
    touched.insert(access.written.begin(), access.written.end());
    for (const std::set<int64_t> *bytes : {&other->read, &other->written})
      if (auto byte = firstMissing(*bytes, touched))
        return "the target executes '" + access.name + "' at byte " +
               std::to_string(*byte) + ", the source does not";
    std::string lost = lostOrder(access.orderedBefore, other->orderedBefore);
    if (!lost.empty())
      return "'" + lost + "' is ordered before '" + access.name +
             "' in the source only";
  }
  for (const BlockTrace::Access &access : target.accesses) {
    llvm::StringRef location = llvm::StringRef(access.name).split(" #").first;
    if (sourceAccesses.contains(location) &&
        targetUnmasked.contains(location) && !find(source, access.name))
      return "the target executes '" + access.name +
             "', which the source does not";
  }
  return "";
}

/// Whether both have a NaN of one of the formats there: memory has no types.
bool TraceComparison::isByteOfNaN(const BufferImage &a, const BufferImage &b,
                                  size_t byte) const {
  return llvm::any_of(storedFloats, [&](mlir::FloatType type) {
    size_t size = type.getWidth() / 8, first = byte / size * size;
    auto isNaN = [&](const BufferImage &image) {
      uint64_t bits = 0;
      for (size_t k = 0; k < size && first + k < image.bytes.size(); ++k)
        bits |= uint64_t(image.bytes[first + k]) << 8 * k;
      return llvm::APFloat(type.getFloatSemantics(),
                           llvm::APInt(type.getWidth(), bits))
          .isNaN();
    };
    return isNaN(a) && isNaN(b);
  });
}

std::string TraceComparison::memoryDifference() const {
  const BufferImage &a = source.outcome.buffers.front(),
                    &b = target.outcome.buffers.front();
  auto isUnspecified = [](const BufferImage &image, size_t byte) {
    return !image.unspecified.empty() && image.unspecified[byte];
  };
  for (size_t i = 0; i < a.bytes.size(); ++i) {
    if (isUnspecified(a, i))
      continue;
    if (!a.enclosures.empty() || !b.enclosures.empty())
      continue;
    if (isUnspecified(b, i) ? isOpen()
                            : a.bytes[i] == b.bytes[i] || isByteOfNaN(a, b, i))
      continue;
    return "byte " + std::to_string(i) + " of memory is " + hex(a.bytes[i]) +
           " after the source, " +
           (isUnspecified(b, i) ? "unspecified" : hex(b.bytes[i])) +
           " after the target";
  }
  return "";
}

std::string TraceComparison::firstDifference() const {
  if (!target.outcome.completed())
    return "the target ends with " + target.outcome.summary();
  for (auto part :
       {&TraceComparison::observedDifference,
        &TraceComparison::accessDifference, &TraceComparison::memoryDifference,
        &TraceComparison::placeDifference})
    if (std::string difference = (this->*part)(); !difference.empty())
      return difference;
  return "";
}

Replay tilefuzz::replay(mlir::Block &source, mlir::Block &target,
                        const BlockInputs &inputs,
                        const ReplayOptions &options) {
  BlockRunOptions run;
  run.stepLimit = options.stepLimit;
  run.recordsBytes = true;
  llvm::Expected<BlockTrace> before = runBlock(source, inputs, run);
  if (!before)
    return {Replay::Kind::NotInterpreted, llvm::toString(before.takeError())};
  // Whatever the value, it may be defined.
  auto decidesDefinedness = [](const Outcome &outcome) {
    return llvm::StringRef(outcome.condition).contains("decides definedness");
  };
  if (!before->outcome.completed())
    return {before->outcome.status == RunStatus::Unsupported &&
                    !decidesDefinedness(before->outcome)
                ? Replay::Kind::NotInterpreted
                : Replay::Kind::Impossible,
            "the source ends with " + before->outcome.summary()};
  if (!before->outcome.races.empty())
    return {Replay::Kind::Impossible, "the source has a race"};
  if (before->choseOrder)
    return {Replay::Kind::Impossible,
            "accesses of the source meet that nothing orders, and it may do "
            "otherwise"};
  if (before->outcome.unstable)
    return {Replay::Kind::Impossible,
            "another order of what the source combines may show something "
            "else"};
  run.stepLimit *= 4;
  llvm::Expected<BlockTrace> after = runBlock(target, inputs, run);
  if (!after)
    return {Replay::Kind::NotInterpreted, llvm::toString(after.takeError())};
  const Outcome &end = after->outcome;
  bool isOpen = end.status == RunStatus::StepLimit || decidesDefinedness(end);
  if (isOpen || end.status == RunStatus::Unsupported)
    return {isOpen ? Replay::Kind::Impossible : Replay::Kind::NotInterpreted,
            "the target ends with " + end.summary()};
  bool mayBeUnused = target
                         .walk([](mlir::cuda_tile::FToIOp convert) {
                           return isSurelyUsed(convert)
                                      ? mlir::WalkResult::advance()
                                      : mlir::WalkResult::interrupt();
                         })
                         .wasInterrupted();
  if (mayBeUnused && end.condition == toString(Undefined::FloatToIntRange))
    return {Replay::Kind::Impossible,
            "the target converts what is out of range, and may not use it"};
  if (end.unstable)
    return {Replay::Kind::Impossible,
            "another order of what the target combines may show something "
            "else"};
  TraceComparison comparison(*before, *after, source, target,
                             options.comparesOrder);
  std::string difference = comparison.firstDifference();
  if (difference.empty() && options.asksForRaces &&
      !after->outcome.races.empty())
    difference = "the target has a race";
  if (difference.empty() && !options.comparesOrder)
    return {
        Replay::Kind::Impossible,
        "values, memory and places are the same, and which access stands for "
        "which is not known"};
  if (difference.empty() && comparison.isOpen())
    return {Replay::Kind::Impossible,
            "the target computes with an unspecified value"};
  if (difference.empty())
    return {Replay::Kind::Denied, ""};
  return {Replay::Kind::Confirmed, difference};
}
