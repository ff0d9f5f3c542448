//===- InexactParts.h - What bits of a register may be instead --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A register whose value is not unique holds floats or integers with enclosures
// at some of its bits: one float, the two halves of a packed register, the four
// bytes of a fragment of f8. Instructions that only move bits move the
// enclosures along.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_INEXACTPARTS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_INEXACTPARTS_H

#include "interp/Program/Outcome.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tilefuzz::simt {

/// A float of `format` from `firstBit` on; without a format an integer, whose
/// bounds are read signed, or a truth value.
struct InexactPart {
  unsigned firstBit = 0;
  const llvm::fltSemantics *format = nullptr;
  BufferImage::Enclosure bounds;
  /// 1: a truth value.
  unsigned integerWidth = 1;

  unsigned width() const {
    return format ? llvm::APFloat::getSizeInBits(*format) : integerWidth;
  }
  unsigned endBit() const { return firstBit + width(); }
};

/// Bounds of the integer that the lowest `width` bits of an integer's are, or
/// that it is below zeros; none: no enclosure says it.
std::optional<BufferImage::Enclosure> resized(const InexactPart &part,
                                              unsigned width);

/// In ascending order of their bits, which do not overlap.
using InexactParts = llvm::SmallVector<InexactPart, 2>;

/// A part in the table of a run, and the number of the next one of its lane.
struct LaneEnclosure {
  static constexpr uint32_t none = ~0u;

  InexactPart part;
  uint32_t next = none;
};

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_INEXACTPARTS_H
