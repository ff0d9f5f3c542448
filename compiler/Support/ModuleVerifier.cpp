//===- ModuleVerifier.cpp - MLIR's verifier, many times -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/ModuleVerifier.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tilefuzz;

/// Deeper ones are MLIR's. Counted from the last isolated operation.
static constexpr unsigned maxDepth = 64;
/// Some hundred bytes each.
static constexpr unsigned maxAccepted = 1 << 15;

//===----------------------------------------------------------------------===//
// What was accepted before
//===----------------------------------------------------------------------===//

/// The verifiers of these dialects' operations see types and attributes, if
/// they have no region and end no block.
static bool seesOnlyItself(OperationName name) {
  StringRef dialect = name.getDialectNamespace();
  if (dialect != "cuda_tile" && dialect != "nv_tileaa" && dialect != "arith" &&
      dialect != "math")
    return false;
  return llvm::StringSwitch<bool>(name.getStringRef())
      // Warn of a constant index.
      .Cases({"cuda_tile.extract", "cuda_tile.insert"}, false)
      // Its type names the function.
      .Case("nv_tileaa.create_mem_token", false)
      .Default(true);
}

ModuleVerifier::Kind ModuleVerifier::kindOf(OperationName name) {
  auto [it, isNew] = kinds.try_emplace(name);
  if (isNew) {
    Kind &kind = it->second;
    kind.isRegistered = name.isRegistered();
    kind.isIsolated = name.hasTrait<OpTrait::IsIsolatedFromAbove>();
    kind.isLocal = kind.isRegistered && seesOnlyItself(name) &&
                   !name.hasTrait<OpTrait::IsTerminator>() &&
                   !name.hasInterface<SymbolUserOpInterface>() &&
                   !name.hasInterface<SymbolOpInterface>();
  }
  return it->second;
}

/// Of all that `isEqual` compares.
static unsigned hashOf(Operation *op) {
  uint64_t hash = op->hashProperties();
  auto add = [&](const void *pointer) {
    hash = (hash ^ uintptr_t(pointer)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  };
  add(op->getName().getAsOpaquePointer());
  add(op->getRawDictionaryAttrs().getAsOpaquePointer());
  for (OpOperand &operand : op->getOpOperands())
    add(operand.get().getType().getAsOpaquePointer());
  for (Type type : op->getResultTypes())
    add(type.getAsOpaquePointer());
  return hash;
}

bool ModuleVerifier::AcceptedInfo::isEqual(const Key &key,
                                           const Accepted *entry) {
  Operation *op = key.op;
  if (entry == getEmptyKey() || entry == getTombstoneKey() ||
      entry->hash != key.hash || entry->name != op->getName() ||
      entry->attributes != op->getRawDictionaryAttrs() ||
      entry->operandTypes.size() != op->getNumOperands() ||
      entry->resultTypes.size() != op->getNumResults())
    return false;
  for (auto [type, operand] :
       llvm::zip_equal(entry->operandTypes, op->getOpOperands()))
    if (type != operand.get().getType())
      return false;
  if (!llvm::equal(entry->resultTypes, op->getResultTypes()))
    return false;
  return !op->getPropertiesStorage() ||
         entry->name.compareOpProperties(entry->properties,
                                         op->getPropertiesStorage());
}

void ModuleVerifier::accept(const Key &key) {
  Operation &op = *key.op;
  if (accepted.size() >= maxAccepted)
    forget();
  auto copy = [&](auto types) {
    MutableArrayRef<Type> held(storage.Allocate<Type>(types.size()),
                               types.size());
    llvm::uninitialized_copy(types, held.begin());
    return ArrayRef<Type>(held);
  };
  OpaqueProperties properties(nullptr);
  OperationName name = op.getName();
  if (op.getPropertiesStorage()) {
    properties = storage.Allocate(name.getOpPropertyByteSize(), 16);
    name.initOpProperties(properties, op.getPropertiesStorage());
    // Without the defaults that were filled in.
    name.copyOpProperties(properties, op.getPropertiesStorage());
  }
  auto *entry =
      new (storage.Allocate<Accepted>()) Accepted{name,
                                                  op.getRawDictionaryAttrs(),
                                                  properties,
                                                  copy(op.getOperandTypes()),
                                                  copy(op.getResultTypes()),
                                                  key.hash};
  accepted.insert(entry);
}

void ModuleVerifier::forget() {
  for (Accepted *entry : accepted)
    if (entry->properties)
      entry->name.destroyOpProperties(entry->properties);
  accepted.clear();
  storage.Reset();
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

/// Whether the value is sure to be there: it is given before, in the same block
/// or in one around it.
static bool isGivenBefore(Value value, Operation *user) {
  Block *block = value.getParentBlock();
  while (user->getBlock() != block) {
    user = user->getParentOp();
    if (!user || !user->getBlock())
      return false;
  }
  Operation *giver = value.getDefiningOp();
  return !giver || (giver != user && giver->isBeforeInBlock(user));
}

/// Its verifiers, and those of its attributes.
LogicalResult ModuleVerifier::verifyLocally(Operation &op, const Kind &kind) {
  if (!op.getRawDictionaryAttrs().empty())
    for (NamedAttribute attribute : op.getDiscardableAttrDictionary())
      if (Dialect *dialect = attribute.getNameDialect())
        if (failed(dialect->verifyOperationAttribute(&op, attribute)))
          return failure();
  return op.getName().getRegisteredInfo()->verifyInvariants(&op);
}

LogicalResult ModuleVerifier::verifyOperation(Operation &op, unsigned depth) {
  for (Value operand : op.getOperands()) {
    if (!operand)
      return giveUp();
    isOrderUndecided |= !isGivenBefore(operand, &op);
  }
  Kind kind = kindOf(op.getName());
  if (!kind.isRegistered || op.getNumSuccessors() != 0)
    return giveUp();
  if (op.getNumRegions() != 0) {
    if (failed(verifyLocally(op, kind)) || failed(verifyRegions(op, depth)))
      return failure();
    return op.getName().getRegisteredInfo()->verifyRegionInvariants(&op);
  }
  Key key{&op, 0};
  if (kind.isLocal) {
    key.hash = hashOf(&op);
    if (accepted.find_as(key) != accepted.end()) {
      ++remembered;
      return success();
    }
  }
  if (failed(verifyLocally(op, kind)) ||
      failed(op.getName().getRegisteredInfo()->verifyRegionInvariants(&op)))
    return failure();
  if (kind.isLocal)
    accept(key);
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult ModuleVerifier::verifyRegions(Operation &op, unsigned depth) {
  SmallVector<Operation *, 4> isolated;
  if (depth == maxDepth)
    return giveUp();
  for (Region &region : op.getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    if (!region.hasOneBlock() || !block.hasNoPredecessors())
      return giveUp();
    for (BlockArgument argument : block.getArguments())
      if (argument.getOwner() != &block)
        return giveUp();
    for (Operation &inner : block) {
      if (inner.getNumRegions() != 0 && kindOf(inner.getName()).isIsolated)
        isolated.push_back(&inner);
      else if (failed(verifyOperation(inner, depth + 1)))
        return failure();
    }
    if (!op.mightHaveTrait<OpTrait::NoTerminator>() &&
        (block.empty() ||
         !block.back().mightHaveTrait<OpTrait::IsTerminator>()))
      return giveUp();
  }
  // As MLIR: after everything around them.
  for (Operation *inner : isolated)
    if (failed(verifyIsolated(*inner)))
      return failure();
  return success();
}

LogicalResult ModuleVerifier::verifyIsolated(Operation &op) {
  bool before = std::exchange(isOrderUndecided, false);
  if (failed(verifyOperation(op, 0)))
    return failure();
  if (isOrderUndecided)
    return giveUp();
  isOrderUndecided = before;
  return success();
}

LogicalResult ModuleVerifier::verify(Operation *root) {
  isUndecided = false;
  isOrderUndecided = false;
  LogicalResult result = verifyIsolated(*root);
  return isUndecided ? mlir::verify(root) : result;
}
