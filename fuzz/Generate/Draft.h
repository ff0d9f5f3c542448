//===- Draft.h - A program under construction -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Knows the values in scope with their types, and the memory: which buffers
// exist, what part of them this block owns, and which tokens order the accesses
// to each.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_GENERATE_DRAFT_H
#define TILEFUZZ_FUZZ_GENERATE_DRAFT_H

#include "fuzz/Generate/ByteSource.h"
#include "interp/Launch.h"
#include "llvm/ADT/SmallVector.h"

namespace tilefuzz {

/// The shapes of a program: a scalar, a vector of n, a matrix of a x b = n.
enum class TileShape { Scalar, Vector, Matrix };

struct DraftType {
  ElementKind element = ElementKind::I32;
  TileShape shape = TileShape::Vector;
  bool operator==(const DraftType &other) const {
    return element == other.element && shape == other.shape;
  }
};

struct DraftValue {
  std::string name;
  DraftType type;
};

/// A buffer and what orders accesses to it.
struct DraftBuffer {
  std::string name;
  ElementKind kind;
  uint64_t count;
  std::string init;
  /// Token of the last store, and of the loads after it; empty: none.
  std::string lastStore;
  llvm::SmallVector<std::string> loads;
  bool readOnly = true;
};

class Draft {
public:
  explicit Draft(ByteSource &source);

  ByteSource &choices;
  /// Elements of a vector; rows and columns of a matrix.
  unsigned width, rows, columns;
  unsigned grid;
  llvm::SmallVector<DraftBuffer> buffers;

  std::string typeText(DraftType type) const;
  std::string shapePrefix(TileShape shape) const;

  /// Emits `NAME = TEXT : ...` and brings the value into scope.
  DraftValue define(DraftType type, const llvm::Twine &text);
  /// For operations with a value and a token.
  DraftValue defineWithToken(DraftType type, const std::string &token,
                             const llvm::Twine &text);
  /// Brings a value into scope that the caller defines in the text.
  void bring(const DraftValue &value) { values.push_back(value); }
  void emit(const llvm::Twine &line);
  std::string freshName();

  /// A value of the type: one in scope, or a new constant or converted one.
  DraftValue value(DraftType type);
  /// One in scope, if any; the newer ones are likelier.
  const DraftValue *inScope(DraftType type);
  DraftValue constant(DraftType type, llvm::StringRef literal);
  DraftValue randomConstant(DraftType type);
  /// The same scalar in every element.
  DraftValue splat(const DraftValue &scalar, TileShape shape);
  /// Block index, i32.
  DraftValue blockIndex();

  /// Values of a region go out of scope at its end.
  struct Scope {
    size_t values;
  };
  Scope enter() {
    ++depth;
    return {values.size()};
  }
  void leave(Scope scope) {
    --depth;
    values.resize(scope.values);
  }
  unsigned depth = 0;
  unsigned maxDepth = 2;
  /// Rows of the step table that this program uses.
  uint32_t swarm = 0;

  /// A new buffer (and entry parameter); returns its index.
  unsigned addBuffer(ElementKind kind, llvm::StringRef init, bool readOnly);
  /// The token that an access needs: a load comes after the last store, a store
  /// also after the loads since. Empty: none.
  std::string tokenFor(DraftBuffer &buffer, bool isStore);

  std::string finish();

private:
  llvm::SmallVector<DraftValue> values;
  std::string body;
  unsigned nextName = 0;
  std::string blockName;
};

/// All steps that change `draft`; see Generate.cpp for the table.
DraftValue loadTile(Draft &draft, DraftType type);
void storeTile(Draft &draft, const DraftValue &value);
/// Reads and rewrites this block's part of a shared buffer, ordered by tokens.
void updateInPlace(Draft &draft);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_GENERATE_DRAFT_H
