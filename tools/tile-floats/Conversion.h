//===- Conversion.h - One conversion under every rule -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TOOLS_TILE_FLOATS_CONVERSION_H
#define TILEFUZZ_TOOLS_TILE_FLOATS_CONVERSION_H

#include "interp/Semantics/FloatBits.h"
#include <optional>
#include <string>
#include <vector>

namespace tilefuzz {

/// An element type with a reading: a float, or an integer read signed (`si8`)
/// or unsigned (`ui8`).
struct ScalarType {
  std::string name;
  FloatFormat format = nullptr;
  unsigned width = 0;
  ReadAs read = ReadAs::Signed;

  static std::optional<ScalarType> parse(llvm::StringRef name);
  bool isFloat() const { return format != nullptr; }

  /// The code as `0x..` of the type's width.
  std::string codeText(const llvm::APInt &code) const;
  /// The exact value; floats as the shortest decimal that names it.
  std::string valueText(const llvm::APInt &code) const;
  /// A code `0x..`, or a number: an integer exactly, a float as the f64 nearest
  /// to it rounded to nearest-even. Nothing if it is neither, or too wide.
  std::optional<llvm::APInt> parseCode(llvm::StringRef text) const;

  /// The codes that are numbers, ascending by value (-0 before +0), are
  /// numbered 0 ... lastIndex().
  uint64_t lastIndex() const;
  llvm::APInt codeAt(uint64_t index) const;
};

struct Rule {
  RoundingMode rounding;
  Saturation saturation;
  /// The dialect allows the rounding for these types, and saturates so.
  bool inDialect;
  /// The dialect's word for the rounding, and `+satfinite`.
  std::string name;
};

class FloatConversion {
public:
  /// Null for types that the dialect does not convert, with the reason.
  static std::optional<FloatConversion> make(ScalarType from, ScalarType to,
                                             std::string &reason);

  ScalarType from, to;
  std::vector<Rule> rules;

  /// Nothing where the conversion is undefined.
  std::optional<llvm::APInt> apply(const Rule &rule,
                                   const llvm::APInt &code) const;

  /// Source codes, ascending by value from `first` to `last`, of one result.
  struct Range {
    llvm::APInt first, last;
    std::optional<llvm::APInt> result;
  };
  std::vector<Range> ranges(const Rule &rule) const;
};

} // namespace tilefuzz

#endif // TILEFUZZ_TOOLS_TILE_FLOATS_CONVERSION_H
