//===- CarryAttributes.cpp - What operations carry along ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/CarryAttributes.h"

using namespace mlir;
using namespace tilefuzz;

bool tilefuzz::ownsAttribute(Operation *op, StringRef name) {
  // Without properties, MLIR looks among the discardable ones.
  if (op->getPropertiesStorageSize() && op->getInherentAttr(name).has_value())
    return true;
  return llvm::any_of(op->getName().getAttributeNames(),
                      [&](StringAttr own) { return own.getValue() == name; });
}

void tilefuzz::addNote(Operation *op, StringRef name, Attribute value) {
  std::string base = name.str(), free = base;
  if (!name.starts_with(foreignPrefix))
    base = (foreignPrefix + name).str();
  for (unsigned tried = 1;; ++tried) {
    if (!ownsAttribute(op, free)) {
      Attribute before = op->getDiscardableAttr(free);
      if (!before)
        return op->setDiscardableAttr(free, value);
      if (before == value)
        return;
    }
    free = tried == 1 ? base : base + "." + std::to_string(tried);
  }
}

void tilefuzz::carryAttributes(Operation *from, Operation *to) {
  if (from == to || from->getDiscardableAttrDictionary().empty())
    return;
  for (NamedAttribute note : from->getDiscardableAttrs())
    addNote(to, note.getName(), note.getValue());
}

void tilefuzz::carryAttributes(Operation *from, ValueRange operands,
                               ValueRange results) {
  if (from->getDiscardableAttrDictionary().empty())
    return;
  for (Value result : results)
    if (Operation *made = result.getDefiningOp();
        made && !llvm::is_contained(operands, result))
      carryAttributes(from, made);
}

void tilefuzz::carryAllAttributes(Operation *from, Operation *to) {
  NamedAttrList own;
  if (from->getPropertiesStorageSize())
    from->getName().populateInherentAttrs(from, own);
  for (NamedAttribute attribute : own)
    if (ownsAttribute(to, attribute.getName()))
      to->setAttr(attribute.getName(), attribute.getValue());
  carryAttributes(from, to);
}

void AttributeCarrier::notifyOperationReplaced(Operation *op,
                                               ValueRange values) {
  for (Value value : values) {
    Operation *giver = value.getDefiningOp();
    if (!giver)
      continue;
    bool isMade = llvm::is_contained(made, giver);
    // Beside patterns, drivers merge equal constants.
    if (isMade || (!inPattern && op->hasTrait<OpTrait::ConstantLike>() &&
                   giver->getName() == op->getName()))
      carryAttributes(op, giver);
    if (!isMade)
      continue;
    // What only `op` read, and is of the kind of what takes its place, became
    // one with it.
    for (Value operand : op->getOperands())
      if (Operation *read = operand.getDefiningOp();
          read && read->getName() == giver->getName() &&
          llvm::all_of(read->getUsers(),
                       [&](Operation *user) { return user == op; }))
        carryAttributes(read, giver);
  }
  // It was moved; another operation gives the results.
  for (Operation *other : made)
    if (other->getName() == op->getName())
      carryAttributes(op, other);
}

void AttributeCarrier::notifyOperationErased(Operation *op) {
  llvm::erase(made, op);
  if (!inPattern)
    begin();
}
