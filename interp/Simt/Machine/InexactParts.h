//===- InexactParts.h - What bits of a register may be instead --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A register whose value is not unique holds floats with enclosures at some of
// its bits: one float, the two halves of a packed register, the four bytes of a
// fragment of f8. Instructions that only move bits move the enclosures along.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_INEXACTPARTS_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_INEXACTPARTS_H

#include "interp/Program/Outcome.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz::simt {

/// A float of `format` from `firstBit` on; without a format a truth value.
struct InexactPart {
  unsigned firstBit = 0;
  const llvm::fltSemantics *format = nullptr;
  BufferImage::Enclosure bounds;

  unsigned width() const {
    return format ? llvm::APFloat::getSizeInBits(*format) : 1;
  }
  unsigned endBit() const { return firstBit + width(); }
};

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
