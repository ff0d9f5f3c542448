//===- Mutate.h - Change a program ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A mutation keeps a program well-typed and, mostly, defined: it changes what
// cannot make the program undefined or racy (Definedness.h), but now and then
// anything. The comparison skips what is undefined then, and counts it.
//
// A mutator is one row with a body for each language; one that names no
// operations has the same body for both.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_MUTATE_MUTATE_H
#define TILEFUZZ_FUZZ_MUTATE_MUTATE_H

#include "fuzz/Generate/ByteSource.h"
#include "fuzz/Mutate/Definedness.h"
#include "interp/Program/Program.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace tilefuzz {

class ModuleVerifier;

/// What a mutator changes, and what it chooses with.
struct Mutation {
  Program &program;
  ByteSource &choices;
  /// Another program of the same context, to take code from, which is made when
  /// it is asked for; none, or null: there is none.
  llvm::function_ref<Program *()> donor = nullptr;
  /// Null: anything may change.
  const DefinednessSlice *fixed = nullptr;

  /// The operations in the entries, terminators left out.
  llvm::SmallVector<mlir::Operation *> operations() const;
  /// Those of them that may be replaced or compute something else.
  llvm::SmallVector<mlir::Operation *> freeOperations() const;
  /// Whether the operand may be another value.
  bool isFree(mlir::OpOperand &operand) const;
};

enum class MutatorLanguage { CudaTile, TileAA };

/// One way to change a program. A body picks a place; it is false if it found
/// none or gave up: then the program is as it was.
struct Mutator {
  using Body = bool (*)(const Mutation &mutation);

  llvm::StringLiteral name;
  llvm::StringLiteral summary;
  Body applyCudaTile;
  /// Null: programs of nv_tileaa have nothing of the kind.
  Body applyTileAA;

  Body bodyFor(MutatorLanguage language) const {
    return language == MutatorLanguage::TileAA ? applyTileAA : applyCudaTile;
  }
};
/// The mutators with a body for the language, in the order of Mutators.def.
llvm::ArrayRef<const Mutator *> getMutators(MutatorLanguage language);
MutatorLanguage languageOf(const Program &program);

/// Applies mutators, picked by `choices`, until one changes the program into
/// another that verifies. Returns its name; empty (and the program as it was)
/// if none did within a fixed number of attempts. `verifier`: null for MLIR's.
llvm::StringRef mutate(Program &program, ByteSource &choices,
                       llvm::function_ref<Program *()> donor = nullptr,
                       ModuleVerifier *verifier = nullptr);

//===----------------------------------------------------------------------===//
// The mutators, and what they share
//===----------------------------------------------------------------------===//

/// A tile of integers or floats.
bool isNumber(mlir::Type type);
/// Values of `type` that are defined before `op` and visible there; in
/// nv_tileaa only those that have one legal value.
llvm::SmallVector<mlir::Value> valuesBefore(mlir::Operation *op,
                                            mlir::Type type);
/// A constant of numbers: corners of its element type, or anything.
mlir::TypedAttr chooseConstant(mlir::Type type, ByteSource &choices);
mlir::Value makeConstant(mlir::OpBuilder &builder, mlir::Location location,
                         mlir::Type type, ByteSource &choices);

/// An element type that a number of `element` may get instead, or the same.
mlir::Type otherElement(mlir::Type element, ByteSource &choices);

/// The next stronger order that an access of either dialect can have; none if
/// there is none.
template <typename Ordering>
std::optional<Ordering> strongerThan(Ordering ordering, bool reads, bool writes,
                                     ByteSource &choices) {
  switch (ordering) {
  case Ordering::Weak:
    return Ordering::Relaxed;
  case Ordering::Relaxed:
    if (reads && (!writes || choices.oneIn(2)))
      return Ordering::Acquire;
    return Ordering::Release;
  case Ordering::Acquire:
  case Ordering::Release:
    if (reads && writes)
      return Ordering::AcqRel;
    return std::nullopt;
  case Ordering::AcqRel:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

#define MUTATOR(NAME) extern const Mutator NAME##Row;
#include "fuzz/Mutate/Mutators.def"

/// Bodies for nv_tileaa, where they differ from those for cuda_tile.
namespace tileaa {
bool changeConstant(const Mutation &mutation);
bool changeOpcode(const Mutation &mutation);
bool changeReading(const Mutation &mutation);
bool changeWidth(const Mutation &mutation);
bool compareWithBound(const Mutation &mutation);
bool sumOfConstants(const Mutation &mutation);
bool wrapInIf(const Mutation &mutation);
bool nestIfs(const Mutation &mutation);
bool wrapInLoop(const Mutation &mutation);
bool joinTokens(const Mutation &mutation);
bool strengthenAccess(const Mutation &mutation);
} // namespace tileaa

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_MUTATE_MUTATE_H
