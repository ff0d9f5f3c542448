//===- Compare.cpp - Does a target outcome refine a source's? -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Compare/Compare.h"
#include "interp/Program/Launch.h"
#include "llvm/Support/ErrorHandling.h"
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
  if (ignored || !isFloat(source.kind))
    return sameBytes ? ElementAnswer::Same : ElementAnswer::Different;

  bool isExact =
      index >= source.enclosures.size() || source.enclosures[index].exact;
  if (isExact && sameBytes)
    return ElementAnswer::Same;
  double value = floatValue(target.bitsOf(index), target.kind);
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

static std::string describe(const BufferImage &source,
                            const BufferImage &target, size_t index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << source.name << '[' << index << "]: source ";
  if (index < source.enclosures.size() && !source.enclosures[index].exact) {
    const BufferImage::Enclosure &bounds = source.enclosures[index];
    os << "in [" << bounds.lo << ", " << bounds.hi << ']';
    if (bounds.mayBeNaN)
      os << " or nan";
  } else {
    printElement(os, source, index);
    os << " (0x";
    os.write_hex(source.bitsOf(index)) << ')';
  }
  os << ", target ";
  printElement(os, target, index);
  os << " (0x";
  os.write_hex(target.bitsOf(index)) << ')';
  return text;
}

static std::string whereUnstable(const Outcome &outcome) {
  const AccessSite &site = outcome.unstableSite;
  if (site.operation.empty())
    return "";
  return ": " + site.operation + " (" + site.location + ")";
}

ComparisonVerdict tilefuzz::compare(const Outcome &source,
                                    const Outcome &target) {
  if (std::optional<ComparisonVerdict> verdict = judgeSource(source))
    return *verdict;
  // What an unstable run shows may depend on a value that was only enclosed,
  // also the target's undefined behaviour.
  if (source.unstable || target.unstable)
    return answer(ComparisonKind::Unstable,
                  "an inexact value decided control flow, an address or an "
                  "integer" +
                      whereUnstable(source.unstable ? source : target));
  if (std::optional<ComparisonVerdict> verdict = judgeTarget(target))
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
        return answer(ComparisonKind::Differs, describe(expected, *actual, i),
                      observed);
    }
  }
  if (isOpen)
    return answer(ComparisonKind::ResourceLimit,
                  "the target computes an element from an unspecified one",
                  observed);
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
