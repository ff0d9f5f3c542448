//===- CarryAttributes.h - What operations carry along ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A discardable attribute is a note on an operation: a witness of a copy, a tag
// of a tool, a hint. Every conversion and rewrite obeys the law (TileAA/TileAS
// facts, 5.6):
//
// - An operation that takes the place of another carries what that one did:
//   each that gives a result of it, and each of its kind that a rewrite makes.
//   Helpers beside them carry nothing.
// - Where operations of one kind become one, it carries what all did.
// - An operation without a successor, because a value that was there takes its
//   place or because nothing uses it, takes its notes along.
// - A note never becomes an attribute that gives the new operation its meaning.
//   `setAttr` and `OperationState::addAttributes` would make it one where the
//   names agree: `cmpi {predicate = 0 : i64}` must not become `arith.cmpi eq`.
//
// A note whose name is taken on the new operation, by an attribute of its own
// or by another note with another value, is kept as `tilefuzz.foreign.NAME`
// (then `tilefuzz.foreign.NAME.2`, ...).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_CARRYATTRIBUTES_H
#define TILEFUZZ_COMPILER_SUPPORT_CARRYATTRIBUTES_H

#include "mlir/IR/PatternMatch.h"

namespace tilefuzz {

/// Before the name of a note whose own name is taken.
inline constexpr llvm::StringLiteral foreignPrefix = "tilefuzz.foreign.";

/// Whether operations like this one have an attribute of that name that is part
/// of their meaning, set or not.
bool ownsAttribute(mlir::Operation *op, llvm::StringRef name);

/// The attribute of that name that is part of an operation's meaning; null if
/// it is not set, or of another kind. A note of that name is none.
template <typename AttrT = mlir::Attribute>
AttrT getOwnAttribute(mlir::Operation *op, llvm::StringRef name) {
  if (!ownsAttribute(op, name))
    return {};
  return llvm::dyn_cast_if_present<AttrT>(
      op->getInherentAttr(name).value_or(mlir::Attribute()));
}

/// Notes `value` on `op` under `name`, or under the first name of those that
/// are made of it by `foreignPrefix` that is free.
void addNote(mlir::Operation *op, llvm::StringRef name, mlir::Attribute value);

/// `to` carries what `from` does.
void carryAttributes(mlir::Operation *from, mlir::Operation *to);
/// As above, for the operations that give `results`; those that are among
/// `operands` are passed through and belong to another operation.
void carryAttributes(mlir::Operation *from, mlir::ValueRange operands,
                     mlir::ValueRange results);

/// `to` takes over whatever attributes of `from` both have a use for: those of
/// its own that agree in name, the notes as above. For a change of the kind of
/// an operation within a family.
void carryAllAttributes(mlir::Operation *from, mlir::Operation *to);

/// Carries attributes along wherever a pattern replaces an operation by values
/// of operations that it made. To be told of a rewriter's doings.
class AttributeCarrier : public mlir::RewriterBase::Listener {
public:
  /// What was made before belongs to other patterns.
  void begin() { made.clear(); }

  void notifyPatternBegin(const mlir::Pattern &, mlir::Operation *) override {
    inPattern = true;
    begin();
  }
  void notifyPatternEnd(const mlir::Pattern &, llvm::LogicalResult) override {
    inPattern = false;
    begin();
  }
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      made.push_back(op);
  }
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange values) override;
  void notifyOperationErased(mlir::Operation *op) override;

private:
  /// By the pattern that is applied, or by the fold.
  llvm::SmallVector<mlir::Operation *> made;
  bool inPattern = false;
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_CARRYATTRIBUTES_H
