//===- CarryPublicAttributes.cpp - What public operations carry along -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/CudaTileToTileAA/Patterns.h"
#include "compiler/CudaTile/CudaTileFastMath.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;

/// What the operation has beside the source's flags comes from the source's
/// attributes: `afn` stands for approximate rounding.
static void addFastMath(Operation *made, arith::FastMathFlags flags) {
  if (auto own =
          getOwnAttribute<arith::FastMathFlagsAttr>(made, ct::fastMathName))
    flags = flags | own.getValue();
  made->setAttr(ct::fastMathName,
                arith::FastMathFlagsAttr::get(made->getContext(), flags));
}

/// Seeded: what has the name and the kind of an attribute of the new
/// operation's own overwrites it.
static bool overwrites(Operation *made, NamedAttribute note,
                       const BugSet &bugs) {
  auto own = getOwnAttribute<Attribute>(made, note.getName());
  if (!own || own == note.getValue() ||
      own.getTypeID() != note.getValue().getTypeID() ||
      !bugs.acts(SeededBug::NoteBecomesProperty))
    return false;
  made->setAttr(note.getName(), note.getValue());
  return true;
}

void tilefuzz::carryPublicAttributes(Operation *op, Operation *made,
                                     const BugSet &bugs) {
  if (op->getDiscardableAttrDictionary().empty())
    return;
  std::optional<arith::FastMathFlags> flags = ct::getFastMath(op);
  for (NamedAttribute note : op->getDiscardableAttrs())
    if (flags && note.getName() == ct::fastMathName &&
        ownsAttribute(made, ct::fastMathName))
      addFastMath(made, *flags);
    else if (!overwrites(made, note, bugs))
      addNote(made, note.getName(), note.getValue());
}

void tilefuzz::carryPublicAttributes(Operation *op, ValueRange operands,
                                     ValueRange results, const BugSet &bugs) {
  if (op->getDiscardableAttrDictionary().empty())
    return;
  // An operand that is passed through belongs to another operation.
  for (Value result : results)
    if (Operation *made = result.getDefiningOp();
        made && !llvm::is_contained(operands, result))
      carryPublicAttributes(op, made, bugs);
}
