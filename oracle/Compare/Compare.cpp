//===- Compare.cpp - Does a target outcome refine a source's? -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Compare/Compare.h"
#include "interp/Program/Launch.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <optional>

using namespace tilefuzz;

static ComparisonVerdict answer(ComparisonKind kind, const llvm::Twine &reason,
                                uint64_t observed = 0) {
  return {kind, reason.str(), observed};
}

/// The verdict that the source's status alone decides.
static std::optional<ComparisonVerdict> judgeSource(const Outcome &source) {
  switch (source.status) {
  case RunStatus::UndefinedBehaviour:
  case RunStatus::Race:
    return answer(ComparisonKind::SourceUndefined,
                  "source: " + source.summary());
  case RunStatus::StepLimit:
  case RunStatus::Deadlock:
    // No final state to compare with, hence no answer.
    return answer(ComparisonKind::ResourceLimit, "source: " + source.summary());
  case RunStatus::Unsupported:
    return answer(ComparisonKind::Unsupported, "source: " + source.summary());
  case RunStatus::Trap:
  case RunStatus::Completed:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static std::optional<ComparisonVerdict> judgeTarget(const Outcome &target) {
  switch (target.status) {
  case RunStatus::UndefinedBehaviour:
  case RunStatus::Race:
  // A target that hangs where the source completes is as wrong as one that is
  // undefined.
  case RunStatus::Deadlock:
    return answer(ComparisonKind::TargetUndefined,
                  "target: " + target.summary());
  case RunStatus::StepLimit:
    return answer(ComparisonKind::ResourceLimit, "target: " + target.summary());
  case RunStatus::Unsupported:
    return answer(ComparisonKind::Unsupported, "target: " + target.summary());
  case RunStatus::Trap:
  case RunStatus::Completed:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static bool isUnspecified(const BufferImage &image, size_t byte) {
  return byte < image.unspecified.size() && image.unspecified[byte];
}

namespace {
/// Open: only the target does not specify it.
enum class ElementAnswer { Same, Ignored, Different, Open };
} // namespace

/// Integers are read signed, as their enclosures are.
static double numberOf(const BufferImage &image, size_t index) {
  uint64_t bits = image.bitsOf(index);
  if (isFloat(image.kind))
    return floatValue(bits, image.kind);
  return double(llvm::SignExtend64(bits, 8 * byteSize(image.kind)));
}

static ElementAnswer compareElement(const BufferImage &source,
                                    const BufferImage &target, size_t index) {
  unsigned size = byteSize(source.kind);
  unsigned ignored = 0;
  bool isWhole = elementsPerByteGroup(source.kind) == 1;
  bool sameBytes = isWhole || source.bitsOf(index) == target.bitsOf(index);
  for (size_t i = source.byteOf(index), e = i + size; i < e; ++i) {
    if (isUnspecified(source, i)) {
      ++ignored;
      continue;
    }
    if (isUnspecified(target, i))
      return ElementAnswer::Open;
    sameBytes &= !isWhole || source.bytes[i] == target.bytes[i];
  }
  if (ignored == size)
    return ElementAnswer::Ignored;
  bool isExact =
      index >= source.enclosures.size() || source.enclosures[index].exact;
  if (ignored || (!isFloat(source.kind) && isExact))
    return sameBytes ? ElementAnswer::Same : ElementAnswer::Different;

  if (isExact && sameBytes)
    return ElementAnswer::Same;
  double value = numberOf(target, index);
  if (!isExact) {
    bool isInside = source.enclosures[index].contains(value);
    return isInside ? ElementAnswer::Same : ElementAnswer::Different;
  }
  if (std::isnan(value) &&
      std::isnan(floatValue(source.bitsOf(index), source.kind)))
    return ElementAnswer::Same;
  return ElementAnswer::Different;
}

/// Whether all elements are specified, exact and equal: most buffers of most
/// comparisons.
static bool areSameBits(const BufferImage &source, const BufferImage &target) {
  auto isInexact = [](const BufferImage::Enclosure &bounds) {
    return !bounds.exact;
  };
  return source.bytes == target.bytes &&
         !llvm::is_contained(source.unspecified, true) &&
         !llvm::is_contained(target.unspecified, true) &&
         llvm::none_of(source.enclosures, isInexact);
}

//===----------------------------------------------------------------------===//
// What differs, and how far
//===----------------------------------------------------------------------===//

/// A unit in the last place at a finite x.
static double unitAt(double x, ElementKind kind) {
  const llvm::fltSemantics &format = getFloatSemantics(kind);
  int least = llvm::APFloat::semanticsMinExponent(format);
  int exponent = x == 0 ? least : std::max(std::ilogb(x), least);
  int digits = int(llvm::APFloat::semanticsPrecision(format));
  return std::ldexp(1.0, exponent - digits + 1);
}

static std::optional<ElementDifference::Distance>
distanceFrom(double lo, double hi, double value, ElementKind kind) {
  if (!std::isfinite(value) || !(lo <= hi))
    return std::nullopt;
  ElementDifference::Distance distance;
  distance.isAbove = value >= hi;
  double end = distance.isAbove ? hi : lo;
  // All that is finite lies on the other side of an infinite end.
  if (!std::isfinite(end))
    return std::nullopt;
  double away = std::fabs(value - end);
  distance.units = away / unitAt(end, kind);
  // Zeros of both signs are no distance apart.
  distance.widths = away == 0 ? 0 : away / (hi - lo);
  return distance;
}

static void printAllowed(llvm::raw_ostream &os,
                         const BufferImage::Enclosure &allowed,
                         ElementKind kind) {
  // No number at all.
  if (allowed.lo > allowed.hi) {
    os << "nan";
    return;
  }
  if (kind == ElementKind::F64 || !isFloat(kind))
    os << llvm::format("in [%.17g, %.17g]", allowed.lo, allowed.hi);
  else
    os << llvm::format("in [%.9g, %.9g]", allowed.lo, allowed.hi);
  if (allowed.mayBeNaN)
    os << " or nan";
}

static void printDistance(llvm::raw_ostream &os,
                          const ElementDifference &difference) {
  if (!difference.distance)
    return;
  const ElementDifference::Distance &distance = *difference.distance;
  if (distance.units == 0) {
    os << ", a zero of the other sign";
    return;
  }
  os << llvm::format(", %.3g unit", distance.units)
     << (distance.units == 1 ? "" : "s") << " in the last place "
     << (distance.isAbove ? "above" : "below");
  if (std::isfinite(distance.widths) && distance.widths > 0)
    os << llvm::format(", %.3g times its width", distance.widths);
}

static ElementDifference describe(const BufferImage &source,
                                  const BufferImage &target, size_t index) {
  ElementDifference difference;
  difference.buffer = source.name;
  difference.kind = source.kind;
  difference.index = index;
  if (index < source.enclosures.size())
    difference.allowed = source.enclosures[index];
  if (isFloat(source.kind)) {
    difference.value = floatValue(target.bitsOf(index), target.kind);
    const BufferImage::Enclosure &allowed = difference.allowed;
    double only = floatValue(source.bitsOf(index), source.kind);
    difference.distance = distanceFrom(allowed.exact ? only : allowed.lo,
                                       allowed.exact ? only : allowed.hi,
                                       difference.value, source.kind);
  }
  llvm::raw_string_ostream os(difference.description);
  os << source.name << '[' << index << "]: source ";
  if (!difference.allowed.exact) {
    printAllowed(os, difference.allowed, source.kind);
  } else {
    printElement(os, source, index);
    os << " (0x";
    os.write_hex(source.bitsOf(index)) << ')';
  }
  os << ", target ";
  printElement(os, target, index);
  os << " (0x";
  os.write_hex(target.bitsOf(index)) << ')';
  printDistance(os, difference);
  return difference;
}

std::vector<ElementDifference>
tilefuzz::findDifferences(const Outcome &source, const Outcome &target) {
  std::vector<ElementDifference> differences;
  for (const BufferImage &expected : source.buffers)
    for (const BufferImage &actual : target.buffers) {
      if (actual.name != expected.name || actual.kind != expected.kind ||
          actual.bytes.size() != expected.bytes.size())
        continue;
      for (size_t i = 0, e = expected.numElements(); i < e; ++i)
        if (compareElement(expected, actual, i) == ElementAnswer::Different)
          differences.push_back(describe(expected, actual, i));
    }
  return differences;
}

static std::string whereUnstable(const Outcome &outcome) {
  const AccessSite &site = outcome.unstableSite;
  if (site.operation.empty())
    return "";
  return ": " + site.operation + " (" + site.location + ")";
}

static bool comparesLines(const Outcome &source, const Outcome &target) {
  const PrintedLines &from = source.printedLines, &to = target.printedLines;
  return from.isKept && to.isKept && !from.isLoose && !to.isLoose;
}

/// The first line that only one of them printed.
static std::string describeLines(llvm::StringRef source,
                                 llvm::StringRef target) {
  llvm::SmallVector<llvm::StringRef> from, to;
  source.split(from, '\n', -1, /*KeepEmpty=*/false);
  target.split(to, '\n', -1, /*KeepEmpty=*/false);
  llvm::sort(from);
  llvm::sort(to);
  auto [only, other] =
      std::mismatch(from.begin(), from.end(), to.begin(), to.end());
  auto quote = [](bool isThere, llvm::StringRef line) {
    return isThere ? "'" + line.take_front(80).str() + "'" : "nothing more";
  };
  return "printed: source " +
         quote(only != from.end(), only != from.end() ? *only : "") +
         ", target " +
         quote(other != to.end(), other != to.end() ? *other : "");
}

/// What the host is told and shown. Once an assertion has failed the rest may
/// be executed or not (part 1, 3.7), so that memory and text say nothing.
static std::optional<ComparisonVerdict> judgeOutput(const Outcome &source,
                                                    const Outcome &target) {
  bool isKept = source.printedLines.isKept && target.printedLines.isKept;
  if (isKept && source.signalsError() != target.signalsError())
    return answer(ComparisonKind::Differs,
                  source.signalsError()
                      ? "an assertion fails in the source only"
                      : "an assertion fails in the target only");
  if (source.status == RunStatus::Trap || target.status == RunStatus::Trap)
    return isKept ? answer(ComparisonKind::Equal, "", 1)
                  : answer(ComparisonKind::Unsupported,
                           "what the host is told is not known");
  if (!source.signalsError() && comparesLines(source, target) &&
      source.printedLines.digest() != target.printedLines.digest())
    return answer(ComparisonKind::Differs,
                  describeLines(source.printed, target.printed));
  return std::nullopt;
}

ComparisonVerdict tilefuzz::compare(const Outcome &source,
                                    const Outcome &target) {
  if (std::optional<ComparisonVerdict> verdict = judgeSource(source))
    return *verdict;
  // What an unstable run shows may depend on a value that was only enclosed,
  // also the target's undefined behaviour. But a target that completed did so
  // with one legal result of each operation, and what it left is one of its
  // outcomes.
  bool isTargetOpen = target.unstable && !target.completed();
  if (source.unstable || isTargetOpen)
    return answer(ComparisonKind::Unstable,
                  "an inexact value decided control flow, an address or an "
                  "integer" +
                      whereUnstable(source.unstable ? source : target));
  if (std::optional<ComparisonVerdict> verdict = judgeTarget(target))
    return *verdict;
  if (std::optional<ComparisonVerdict> verdict = judgeOutput(source, target))
    return *verdict;

  if (source.buffers.size() != target.buffers.size())
    return answer(ComparisonKind::Differs,
                  "source has " + llvm::Twine(source.buffers.size()) +
                      " buffers, target " + llvm::Twine(target.buffers.size()));
  uint64_t observed = 0;
  // What is computed from an unspecified element of cuda_tile has some value,
  // and may have only one (interp/TileTypes/Unspecified.h).
  bool mayBeSpecified = target.derivesUnspecified, isOpen = false;
  for (const BufferImage &expected : source.buffers) {
    const BufferImage *actual = nullptr;
    for (const BufferImage &candidate : target.buffers)
      if (candidate.name == expected.name)
        actual = &candidate;
    if (!actual)
      return answer(ComparisonKind::Differs,
                    "target has no buffer '" + expected.name + "'", observed);
    if (actual->kind != expected.kind ||
        actual->bytes.size() != expected.bytes.size())
      return answer(ComparisonKind::Differs,
                    "buffer '" + expected.name +
                        "' has another type or size in the target",
                    observed);
    size_t count = expected.numElements();
    if (areSameBits(expected, *actual)) {
      observed += count;
      continue;
    }
    for (size_t i = 0; i < count; ++i) {
      ElementAnswer element = compareElement(expected, *actual, i);
      if (element == ElementAnswer::Ignored)
        continue;
      if (element == ElementAnswer::Open && mayBeSpecified) {
        isOpen = true;
        continue;
      }
      ++observed;
      if (element == ElementAnswer::Different || element == ElementAnswer::Open)
        return answer(ComparisonKind::Differs,
                      describe(expected, *actual, i).description, observed);
    }
  }
  if (isOpen)
    return answer(ComparisonKind::ResourceLimit,
                  "the target computes an element from an unspecified one",
                  observed);
  observed += comparesLines(source, target) && !source.printedLines.empty();
  if (observed == 0)
    return answer(ComparisonKind::ResourceLimit, "nothing observed");
  return answer(ComparisonKind::Equal, "", observed);
}

ComparisonVerdict tilefuzz::refines(llvm::ArrayRef<Outcome> sourceOutcomes,
                                    const Outcome &target) {
  if (sourceOutcomes.empty())
    return answer(ComparisonKind::ResourceLimit, "nothing observed");
  // A racy or undefined execution makes the whole source undefined.
  for (const Outcome &source : sourceOutcomes)
    if (source.status == RunStatus::UndefinedBehaviour ||
        source.status == RunStatus::Race)
      return *judgeSource(source);

  std::optional<ComparisonVerdict> undecided, mismatch;
  for (const Outcome &source : sourceOutcomes) {
    ComparisonVerdict verdict = compare(source, target);
    if (verdict.kind == ComparisonKind::Equal)
      return verdict;
    std::optional<ComparisonVerdict> &slot =
        verdict.isFinding() ? mismatch : undecided;
    if (!slot)
      slot = verdict;
  }
  if (undecided)
    return *undecided;
  if (mismatch->kind == ComparisonKind::Differs && sourceOutcomes.size() > 1)
    mismatch->reason = "none of " + std::to_string(sourceOutcomes.size()) +
                       " allowed outcomes; first: " + mismatch->reason;
  return *mismatch;
}
