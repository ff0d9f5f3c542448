//===- InstanceEdits.cpp - Random edits of instances ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/InstanceEdits.h"
#include "compiler/Support/Random/Random.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace tilefuzz;

static constexpr llvm::StringLiteral inputName = "tilefuzz.input",
                                     observeName = "tilefuzz.observe";

static llvm::StringRef nameOf(mlir::Operation *op) {
  return op->getName().getStringRef();
}

static mlir::Block *bodyOf(mlir::ModuleOp module) {
  mlir::Block *body = nullptr;
  module.walk([&](mlir::FunctionOpInterface function) {
    body = &function.getFunctionBody().front();
  });
  return body;
}

/// What stands in `body`, but for its frame: inputs, the observation and what
/// follows it.
static std::vector<mlir::Operation *> codeOf(mlir::Block *body) {
  std::vector<mlir::Operation *> code;
  for (mlir::Operation &top : *body) {
    if (nameOf(&top) == observeName || &top == &body->back())
      break;
    if (nameOf(&top) != inputName)
      top.walk([&](mlir::Operation *op) { code.push_back(op); });
  }
  return code;
}

size_t InstanceEdits::pick(size_t count) {
  return count ? nextRandom(state) % count : 0;
}

void InstanceEdits::addToPool(mlir::ModuleOp module) {
  for (mlir::Operation *op : codeOf(bodyOf(module)))
    if (!op->hasTrait<mlir::OpTrait::IsTerminator>())
      pool.push_back(op);
}

void InstanceEdits::editOnce(mlir::ModuleOp module) {
  static constexpr Edit edits[] = {&InstanceEdits::replaceOperand,
                                   &InstanceEdits::replaceOperand,
                                   &InstanceEdits::changeConstant,
                                   &InstanceEdits::changeConstant,
                                   &InstanceEdits::insertFromPool,
                                   &InstanceEdits::insertFromPool,
                                   &InstanceEdits::deepen,
                                   &InstanceEdits::copyAttributes,
                                   &InstanceEdits::copyAttributes,
                                   &InstanceEdits::swapOperands,
                                   &InstanceEdits::observeMore,
                                   &InstanceEdits::observeLess,
                                   &InstanceEdits::changeRegions,
                                   &InstanceEdits::erase,
                                   &InstanceEdits::move};
  body = bodyOf(module);
  operations = codeOf(body);
  inputs = 0;
  for (mlir::Operation &op : *body)
    inputs += nameOf(&op) == inputName;
  (this->*edits[pick(std::size(edits))])();
}

mlir::Operation *InstanceEdits::pickOperation() {
  return operations.empty() ? nullptr : operations[pick(operations.size())];
}

mlir::Operation *InstanceEdits::observation() {
  for (mlir::Operation &op : *body)
    if (nameOf(&op) == observeName)
      return &op;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

mlir::Value InstanceEdits::newInput(mlir::Type type) {
  builder.setInsertionPointToStart(body);
  mlir::OperationState state(builder.getUnknownLoc(), inputName);
  state.addTypes(type);
  state.addAttribute("name",
                     builder.getStringAttr("s" + std::to_string(inputs++)));
  return builder.create(state)->getResult(0);
}

mlir::Value InstanceEdits::valueOf(mlir::Type type, mlir::Operation *op) {
  std::vector<mlir::Value> usable;
  for (mlir::Operation *at = op; at; at = at->getParentOp()) {
    for (mlir::Operation *before = at->getPrevNode(); before;
         before = before->getPrevNode())
      for (mlir::Value result : before->getResults())
        if (result.getType() == type)
          usable.push_back(result);
    if (at->getBlock() == body)
      break;
    for (mlir::Value argument : at->getBlock()->getArguments())
      if (argument.getType() == type)
        usable.push_back(argument);
  }
  size_t choice = pick(usable.size() + 1);
  return choice < usable.size() ? usable[choice] : newInput(type);
}

/// Zero, ones, the boundaries of width and sign, powers of two, what was asked
/// for, each plus and minus one; up to eight bits any.
llvm::APInt InstanceEdits::integerOf(unsigned width) {
  if (width <= 8 && pick(2))
    return llvm::APInt(width, pick(size_t(1) << width));
  llvm::APInt value(width, 0);
  switch (pick(6)) {
  case 0:
    value = llvm::APInt::getSignedMinValue(width);
    break;
  case 1:
    value = llvm::APInt::getOneBitSet(width, pick(width));
    break;
  case 2:
    value = llvm::APInt(64, width).zextOrTrunc(width);
    break;
  case 3:
  case 4:
    if (!literals.empty())
      value = llvm::APInt(64, literals[pick(literals.size())], true)
                  .sextOrTrunc(width);
    break;
  default:
    break;
  }
  return value + (llvm::APInt(width, pick(3), false, true) - 1);
}

llvm::APFloat InstanceEdits::floatOf(const llvm::fltSemantics &format) {
  bool isNegative = pick(2) && llvm::APFloat::semanticsHasSignedRepr(format);
  switch (pick(8)) {
  case 0:
  case 1:
    return llvm::APFloat::getZero(format, isNegative);
  case 2:
    return llvm::APFloat::getSmallest(format, isNegative);
  case 3:
    return llvm::APFloat::getSmallestNormalized(format, isNegative);
  case 4:
    return llvm::APFloat::getLargest(format, isNegative);
  case 5:
    if (llvm::APFloat::semanticsHasInf(format))
      return llvm::APFloat::getInf(format, isNegative);
    break;
  case 6:
    if (llvm::APFloat::semanticsHasNaN(format))
      return pick(2) ? llvm::APFloat::getQNaN(format, isNegative)
                     : llvm::APFloat::getSNaN(format, isNegative);
    break;
  default:
    break;
  }
  // One and its neighbour, half of whose distance is a tie.
  llvm::APFloat one = llvm::APFloat::getOne(format, isNegative);
  if (pick(2))
    one.next(pick(2));
  return one;
}

mlir::Attribute InstanceEdits::elementOf(mlir::Type type) {
  if (auto floatType = mlir::dyn_cast<mlir::FloatType>(type))
    return builder.getFloatAttr(floatType,
                                floatOf(floatType.getFloatSemantics()));
  if (type.isInteger())
    return builder.getIntegerAttr(type,
                                  integerOf(type.getIntOrFloatBitWidth()));
  return {};
}

mlir::DenseElementsAttr InstanceEdits::constantOf(mlir::ShapedType type) {
  mlir::Attribute first = elementOf(type.getElementType());
  if (!first)
    return {};
  llvm::SmallVector<mlir::Attribute> elements(
      std::max<int64_t>(1, type.getNumElements()), first);
  for (size_t changes = pick(3); changes; --changes)
    elements[pick(elements.size())] = elementOf(type.getElementType());
  return mlir::DenseElementsAttr::get(type, elements);
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void InstanceEdits::replaceOperand() {
  mlir::Operation *op = pickOperation();
  if (!op || !op->getNumOperands())
    return;
  mlir::OpOperand &operand = op->getOpOperand(pick(op->getNumOperands()));
  operand.set(valueOf(operand.get().getType(), op));
}

void InstanceEdits::changeConstant() {
  std::vector<std::pair<mlir::Operation *, mlir::NamedAttribute>> constants;
  for (mlir::Operation *op : operations)
    for (mlir::NamedAttribute attribute : op->getAttrDictionary())
      if (mlir::isa<mlir::DenseElementsAttr>(attribute.getValue()) ||
          (op->hasTrait<mlir::OpTrait::ConstantLike>() &&
           mlir::isa<mlir::IntegerAttr, mlir::FloatAttr>(attribute.getValue())))
        constants.push_back({op, attribute});
  if (constants.empty())
    return;
  auto [op, attribute] = constants[pick(constants.size())];
  mlir::Attribute value;
  if (auto dense =
          mlir::dyn_cast<mlir::DenseElementsAttr>(attribute.getValue()))
    value = constantOf(dense.getType());
  else
    value =
        elementOf(mlir::cast<mlir::TypedAttr>(attribute.getValue()).getType());
  if (value)
    op->setAttr(attribute.getName(), value);
}

void InstanceEdits::insertFromPool() {
  mlir::Operation *at = pickOperation();
  if (!at || pool.empty())
    return;
  mlir::Operation *model = pool[pick(pool.size())];
  mlir::IRMapping mapping;
  // What its regions use, too.
  model->walk([&](mlir::Operation *inner) {
    for (mlir::Value operand : inner->getOperands()) {
      mlir::Operation *region = operand.getParentBlock()->getParentOp();
      if (!model->isAncestor(region) && !mapping.contains(operand))
        mapping.map(operand, valueOf(operand.getType(), at));
    }
  });
  builder.setInsertionPoint(at);
  mlir::Operation *made = builder.clone(*model, mapping);
  // It is of use where something of its type is used from here on.
  std::vector<std::pair<mlir::OpOperand *, mlir::Value>> uses;
  auto addUses = [&](mlir::Operation *user) {
    for (mlir::OpOperand &operand : user->getOpOperands())
      for (mlir::Value result : made->getResults())
        if (operand.get().getType() == result.getType())
          uses.push_back({&operand, result});
  };
  for (mlir::Operation *user = at; user; user = user->getNextNode())
    addUses(user);
  if (!uses.empty() && pick(4)) {
    auto [operand, result] = uses[pick(uses.size())];
    operand->set(result);
  }
}

void InstanceEdits::deepen() {
  mlir::Operation *op = pickOperation();
  if (!op || op->hasTrait<mlir::OpTrait::IsTerminator>())
    return;
  builder.setInsertionPoint(op);
  mlir::Operation *inner = builder.clone(*op);
  std::vector<std::pair<unsigned, mlir::Value>> places;
  for (mlir::OpOperand &operand : op->getOpOperands())
    for (mlir::Value result : inner->getResults())
      if (operand.get().getType() == result.getType())
        places.push_back({operand.getOperandNumber(), result});
  if (!places.empty()) {
    auto [number, result] = places[pick(places.size())];
    op->setOperand(number, result);
  }
  if (inner->getNumOperands())
    inner->setOperand(pick(inner->getNumOperands()),
                      valueOf(inner->getOperand(0).getType(), inner));
}

void InstanceEdits::copyAttributes() {
  mlir::Operation *op = pickOperation();
  if (!op)
    return;
  std::vector<mlir::Operation *> models;
  for (mlir::Operation *model : pool)
    if (model->getName() == op->getName() &&
        model->getNumOperands() == op->getNumOperands() &&
        !op->hasTrait<mlir::OpTrait::ConstantLike>())
      models.push_back(model);
  if (models.empty())
    return;
  // One without an attribute says that it is optional.
  mlir::DictionaryAttr ofModel =
      models[pick(models.size())]->getAttrDictionary();
  std::vector<mlir::StringAttr> names;
  for (mlir::DictionaryAttr attributes : {ofModel, op->getAttrDictionary()})
    for (mlir::NamedAttribute attribute : attributes)
      names.push_back(attribute.getName());
  if (names.empty())
    return;
  mlir::StringAttr name = names[pick(names.size())];
  if (mlir::Attribute value = ofModel.get(name))
    op->setAttr(name, value);
  else
    op->removeAttr(name);
}

void InstanceEdits::swapOperands() {
  mlir::Operation *op = pickOperation();
  if (!op || op->getNumOperands() < 2)
    return;
  unsigned a = pick(op->getNumOperands()), b = pick(op->getNumOperands());
  mlir::Value x = op->getOperand(a), y = op->getOperand(b);
  if (x.getType() == y.getType()) {
    op->setOperand(a, y);
    op->setOperand(b, x);
  }
}

void InstanceEdits::observeMore() {
  mlir::Operation *observe = observation(), *op = pickOperation();
  if (observe && op && op->getBlock() == body && op->getNumResults())
    observe->insertOperands(observe->getNumOperands(),
                            op->getResult(pick(op->getNumResults())));
}

void InstanceEdits::observeLess() {
  mlir::Operation *observe = observation();
  if (observe && observe->getNumOperands() > 1)
    observe->eraseOperand(pick(observe->getNumOperands()));
}

void InstanceEdits::changeRegions() {
  std::vector<mlir::Operation *> parents;
  for (mlir::Operation *op : operations)
    if (op->getNumRegions())
      parents.push_back(op);
  if (parents.empty())
    return;
  mlir::Operation *op = parents[pick(parents.size())];
  mlir::Region &first = op->getRegion(0),
               &last = op->getRegion(op->getNumRegions() - 1);
  switch (pick(3)) {
  case 0:
    // Without an else.
    if (&first != &last && op->getNumResults() == 0) {
      last.dropAllReferences();
      last.getBlocks().clear();
    }
    break;
  case 1:
    if (&first != &last && last.empty()) {
      mlir::IRMapping mapping;
      first.cloneInto(&last, mapping);
    }
    break;
  default:
    // Nothing but what it ends with.
    mlir::Region &region = pick(2) ? first : last;
    if (region.empty())
      break;
    mlir::Operation *terminator = &region.front().back();
    for (mlir::OpOperand &operand : terminator->getOpOperands())
      if (operand.get().getParentRegion() == &region)
        operand.set(valueOf(operand.get().getType(), op));
    while (&region.front().front() != terminator) {
      mlir::Operation *before = terminator->getPrevNode();
      before->dropAllUses();
      before->erase();
    }
  }
}

void InstanceEdits::erase() {
  mlir::Operation *op = pickOperation();
  if (!op || op->hasTrait<mlir::OpTrait::IsTerminator>())
    return;
  for (mlir::Value result : op->getResults())
    if (!result.use_empty())
      result.replaceAllUsesWith(valueOf(result.getType(), op));
  op->erase();
}

void InstanceEdits::move() {
  mlir::Operation *op = pickOperation();
  if (!op || op->hasTrait<mlir::OpTrait::IsTerminator>() ||
      !op->getPrevNode() || nameOf(op->getPrevNode()) == inputName)
    return;
  op->moveBefore(op->getPrevNode());
}
