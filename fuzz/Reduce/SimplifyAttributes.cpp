//===- SimplifyAttributes.cpp - Simpler constants, fewer flags ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/Reductions.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tilefuzz;

namespace {
struct Place {
  Operation *operation;
  StringAttr name;
};
} // namespace

static llvm::SmallVector<Place>
attributesOf(ModuleOp module,
             llvm::function_ref<bool(NamedAttribute)> isWanted) {
  llvm::SmallVector<Place> places;
  module.walk<WalkOrder::PreOrder>([&](Operation *operation) {
    for (NamedAttribute attribute : operation->getAttrDictionary())
      if (isWanted(attribute))
        places.push_back({operation, attribute.getName()});
  });
  return places;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static llvm::SmallVector<Place> numbersOf(ModuleOp module) {
  return attributesOf(module, [](NamedAttribute attribute) {
    return isa<IntegerAttr, FloatAttr, DenseIntOrFPElementsAttr>(
        attribute.getValue());
  });
}

static unsigned countNumbers(const Subject &subject, unsigned) {
  return numbersOf(subject.module.get()).size();
}

static llvm::APInt half(const llvm::APInt &value) {
  if (value.getBitWidth() < 4 || (value.sle(3) && value.sge(-3)))
    return value;
  return value.sdiv(llvm::APInt(value.getBitWidth(), 2));
}

/// Without a fraction; half, if it has none.
static APFloat half(const APFloat &value) {
  if (!value.isFinite())
    return value;
  APFloat result = value;
  if (!value.isInteger()) {
    result.roundToIntegral(APFloat::rmTowardZero);
  } else {
    result = scalbn(value, -1, APFloat::rmTowardZero);
    result.roundToIntegral(APFloat::rmTowardZero);
  }
  // The sign of zero is no simplification.
  return result.isZero() ? value : result;
}

static Attribute halve(Attribute attribute) {
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return IntegerAttr::get(number.getType(), half(number.getValue()));
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return FloatAttr::get(number.getType(), half(number.getValue()));
  auto elements = cast<DenseElementsAttr>(attribute);
  Type type = elements.getElementType();
  if (isa<FloatType>(type))
    return elements.mapValues(type, [](const APFloat &value) {
      return half(value).bitcastToAPInt();
    });
  return elements.mapValues(
      type, [](const llvm::APInt &value) { return half(value); });
}

static Attribute simplify(Attribute attribute, unsigned level) {
  auto elements = dyn_cast<DenseElementsAttr>(attribute);
  switch (level) {
  case 0:
  case 1:
    return splatOf(cast<TypedAttr>(attribute).getType(), level);
  case 2:
    if (!elements || elements.isSplat() || elements.empty())
      return attribute;
    return DenseElementsAttr::get(elements.getType(),
                                  *elements.getValues<Attribute>().begin());
  default:
    return halve(attribute);
  }
}

static bool simplifyNumbers(Subject &subject, unsigned level, unsigned begin,
                            unsigned size) {
  llvm::SmallVector<Place> places = numbersOf(subject.module.get());
  if (begin + size > places.size())
    return false;
  bool changed = false;
  for (Place place : llvm::ArrayRef(places).slice(begin, size)) {
    Attribute old = place.operation->getAttrDictionary().get(place.name);
    Attribute simple = simplify(old, level);
    if (!simple || simple == old)
      continue;
    place.operation->setAttr(place.name, simple);
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Attributes that may be absent
//===----------------------------------------------------------------------===//

static llvm::SmallVector<Place> droppableAttributes(ModuleOp module) {
  return attributesOf(module, [](NamedAttribute attribute) {
    llvm::StringRef name = attribute.getName().strref();
    return name != "operandSegmentSizes" && name != "resultSegmentSizes" &&
           name != SymbolTable::getSymbolAttrName() && name != "value" &&
           name != "function_type";
  });
}

/// Attributes that may be left out: hints, flags, fast-math, rounding.
static unsigned countAttributes(const Subject &subject, unsigned) {
  return droppableAttributes(subject.module.get()).size();
}

static bool dropAttributes(Subject &subject, unsigned, unsigned begin,
                           unsigned size) {
  llvm::SmallVector<Place> places = droppableAttributes(subject.module.get());
  if (begin + size > places.size())
    return false;
  llvm::ArrayRef<Place> left = llvm::ArrayRef(places).slice(begin, size);
  llvm::SmallVector<std::pair<Operation *, llvm::SmallVector<llvm::StringRef>>>
      byOperation;
  for (Place place : left) {
    if (byOperation.empty() || byOperation.back().first != place.operation)
      byOperation.push_back({place.operation, {}});
    byOperation.back().second.push_back(place.name.strref());
  }
  // Made anew, so that defaults take the places; inner ones first.
  for (auto &[operation, names] : llvm::reverse(byOperation)) {
    if (operation == subject.module.get().getOperation()) {
      for (llvm::StringRef name : names)
        operation->removeAttr(name);
      continue;
    }
    rebuild(operation, llvm::BitVector(operation->getNumResults()), names);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Memory orderings
//===----------------------------------------------------------------------===//

static bool isOrdering(llvm::StringRef name) {
  return name == "memory_ordering_semantics" || name == "mem_semantic";
}
static bool isScope(llvm::StringRef name) {
  return name == "memory_scope" || name == "mem_scope";
}

/// Those that are stored as numbers, 0 being the weakest.
static llvm::SmallVector<Place> orderingsOf(ModuleOp module) {
  return attributesOf(module, [](NamedAttribute attribute) {
    auto number = dyn_cast<IntegerAttr>(attribute.getValue());
    llvm::StringRef name = attribute.getName().strref();
    return number && number.getInt() > 0 && (isOrdering(name) || isScope(name));
  });
}

/// Levels: weak, else the least ordering; the least scope.
static unsigned countOrderings(const Subject &subject, unsigned) {
  return orderingsOf(subject.module.get()).size();
}

static bool weakenOrderings(Subject &subject, unsigned level, unsigned begin,
                            unsigned size) {
  llvm::SmallVector<Place> places = orderingsOf(subject.module.get());
  if (begin + size > places.size())
    return false;
  bool changed = false;
  for (Place place : llvm::ArrayRef(places).slice(begin, size)) {
    Operation *operation = place.operation;
    auto old = operation->getAttrOfType<IntegerAttr>(place.name);
    // A level before it in the same range may have taken it.
    if (!old || old.getInt() == 0)
      continue;
    bool toNothing = level == 0 && isOrdering(place.name);
    int64_t least = isScope(place.name) || toNothing ? 0 : 1;
    if (old.getInt() == least)
      continue;
    operation->setAttr(place.name, IntegerAttr::get(old.getType(), least));
    // A weak access has no scope.
    if (toNothing)
      for (llvm::StringRef scope : {"memory_scope", "mem_scope"})
        operation->removeAttr(scope);
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

const Reduction tilefuzz::dropAttributesRow = {
    "drop-attributes", "leave attributes and flags out",
    oneLevel,          countAttributes,
    dropAttributes,    /*ranged=*/true};
const Reduction tilefuzz::weakenOrderingsRow = {
    "weaken-orderings", "weaker memory orderings and scopes",
    twoLevels,          countOrderings,
    weakenOrderings,    /*ranged=*/true};
const Reduction tilefuzz::simplifyNumbersRow = {
    "simplify-numbers", "constants and numbers in attributes: 0, 1, splats",
    fourLevels,         countNumbers,
    simplifyNumbers,    /*ranged=*/true};
