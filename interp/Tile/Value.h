//===- Value.h - What operands and results hold -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Tiles, tokens and views, as the tile interpreter holds them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_TILE_VALUE_H
#define TILEFUZZ_INTERP_TILE_VALUE_H

#include "interp/Memory/Memory.h"
#include "interp/Semantics/AffineForm.h"
#include "interp/Tile/ElementBits.h"

namespace tilefuzz {

/// A tile's elements in row-major order, as raw bits in the low bits. Pointers
/// are byte offsets into the buffer of the same position.
struct TileValue {
  ElementBits bits;
  /// Empty: all elements are specified.
  std::vector<uint8_t> unspecified;
  /// Only for pointers: index of the launch buffer.
  std::vector<int32_t> buffers;
  /// Of inexact floats, what other orders of evaluation may give; `bits` is
  /// one representative. Empty: all elements are exact.
  std::vector<BufferImage::Enclosure> bounds = {};
  /// Of some inexact floats, what they depend on; the others' forms have no
  /// terms. Empty: nothing is known of any.
  std::vector<semantics::AffineForm> forms = {};

  bool isInexact(size_t i) const { return !bounds.empty() && !bounds[i].exact; }
  void setBounds(size_t i, const BufferImage::Enclosure &enclosure) {
    bounds.resize(bits.size());
    bounds[i] = enclosure;
    if (!forms.empty())
      forms[i] = {};
  }
  /// Null: none is known.
  const semantics::AffineForm *formAt(size_t i) const {
    return forms.empty() || !forms[i].hasTerms() ? nullptr : &forms[i];
  }
  /// Of an inexact element, whose bounds hold.
  void setForm(size_t i, semantics::AffineForm form) {
    forms.resize(bits.size());
    forms[i] = std::move(form);
  }
  /// Element i becomes the source's element j, but for its bits.
  void copyMarks(size_t i, const TileValue &source, size_t j) {
    if (source.isUnspecified(j))
      markUnspecified(i);
    else if (!unspecified.empty())
      unspecified[i] = 0;
    if (source.isInexact(j)) {
      setBounds(i, source.bounds[j]);
      if (const semantics::AffineForm *form = source.formAt(j))
        setForm(i, *form);
    } else if (!bounds.empty()) {
      setBounds(i, {});
    }
  }

  bool isUnspecified(size_t i) const {
    return !unspecified.empty() && unspecified[i];
  }
  void markUnspecified(size_t i) {
    unspecified.resize(bits.size());
    unspecified[i] = 1;
  }
};

struct ViewValue {
  int32_t buffer = -1;
  /// Byte offset of element 0.
  int64_t base = 0;
  /// Extents and strides in elements.
  llvm::SmallVector<uint64_t> shape, strides;
};

/// Exactly one member is set; none where the explorer does not know it yet.
struct Value {
  Shared<const TileValue> tile;
  TokenRef token;
  Shared<const ViewValue> view;
};

} // namespace tilefuzz

#endif // TILEFUZZ_INTERP_TILE_VALUE_H
