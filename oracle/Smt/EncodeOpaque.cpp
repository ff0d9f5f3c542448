//===- EncodeOpaque.cpp - Operations that only are what they are ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An operation without an encoding as an uninterpreted function: of the same
// operands and, with effects, of the same memory it gives the same results,
// leaves the same memory and is undefined alike. Nothing else is known of it,
// so that what is proved holds whatever it does; a counterexample counts only
// if the interpreter sees it, too.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "oracle/Smt/MemoryEncoding.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// Larger tiles would make terms that no solver reads.
static constexpr size_t maxElements = 4096;

namespace {
/// How an access takes part in the order of accesses.
struct Kind {
  AccessRole role;
  AccessOrdering ordering;
  AccessScope scope;
};
} // namespace

/// Loads leave memory as it is, and neither they nor stores order more than
/// they say. Of others: acquire and release at once, of the widest scope, so
/// that they stay where they are.
static Kind kindOf(mlir::Operation *op) {
  auto ofPublic = [](AccessRole role, auto access) {
    return Kind{role, orderingOf(access.getMemoryOrderingSemantics()),
                scopeOf(access.getMemoryScope())};
  };
  auto ofLowered = [](AccessRole role, auto access) {
    return Kind{role, orderingOf(access.getMemSemantic()),
                scopeOf(access.getMemScope())};
  };
  return llvm::TypeSwitch<mlir::Operation *, Kind>(op)
      .Case<ct::LoadPtrTkoOp, ct::LoadViewTkoOp>(
          [&](auto load) { return ofPublic(AccessRole::Read, load); })
      .Case<ct::StorePtrTkoOp, ct::StoreViewTkoOp>(
          [&](auto store) { return ofPublic(AccessRole::Write, store); })
      .Case<aa::LoadOp, aa::TiledLoadOp, aa::GatherLoadOp>(
          [&](auto load) { return ofLowered(AccessRole::Read, load); })
      .Case<aa::StoreOp, aa::TiledStoreOp, aa::ScatterStoreOp>(
          [&](auto store) { return ofLowered(AccessRole::Write, store); })
      .Default([](auto *) {
        return Kind{AccessRole::Update, AccessOrdering::AcqRel,
                    AccessScope::System};
      });
}

llvm::Error tilefuzz::encodeOpaque(Encoder &e, mlir::Operation *op) {
  SymbolicDomain &d = e.domain;
  std::string name = op->getName().getStringRef().str();
  e.result.opaque.insert(name);
  llvm::raw_string_ostream os(name);
  // Hints change no value and no order.
  for (mlir::NamedAttribute attribute : op->getAttrDictionary())
    if (!llvm::is_contained(
            {"optimization_hints", "cache_modifier", "eviction_policy"},
            attribute.getName().getValue()))
      os << ' ' << attribute.getName() << '=' << attribute.getValue();
  os << ' ' << op->getOperandTypes() << ' ' << op->getResultTypes();

  llvm::SmallVector<mlir::Value> tokens, resultTokens;
  std::vector<std::pair<mlir::Value, size_t>> results;
  for (mlir::Value result : op->getResults()) {
    if (isTokenType(result.getType()))
      continue;
    size_t count = elementCount(result.getType());
    if (count > maxElements)
      return llvm::createStringError("'" + op->getName().getStringRef() +
                                     "' of so many elements has no encoding");
    results.push_back({result, count});
  }
  // All operands in one term.
  Term key = d.constant(64, 0);
  for (mlir::Value operand : op->getOperands()) {
    if (isTokenType(operand.getType())) {
      tokens.push_back(operand);
      continue;
    }
    // Views and indices: of large tiles that would take minutes.
    bool isSmall = e.valueOf(operand).elements.size() <= 16;
    for (const SymbolicElement &element : e.valueOf(operand).elements) {
      Term unspecified =
          d.ite(element.unspecified, d.constant(1, 1), d.constant(1, 0));
      Term bits = element.bits;
      if (isSmall) {
        bits = e.normal(bits);
        unspecified = e.normal(unspecified);
      }
      key = d.function("with", {key, bits, unspecified}, 64);
    }
  }
  e.result.used.push_back(key);
  std::vector<Term> operands = {key};
  bool hasEffects = !mlir::isMemoryEffectFree(op);
  if (hasEffects) {
    e.interfere(op);
    operands.push_back(e.result.memory);
    operands.push_back(e.result.unspecifiedMemory);
  }
  auto isTrue = [&](Term bit) { return d.eq(bit, d.constant(1, 1)); };
  e.addUndefined(isTrue(d.function(name + " undefined", operands, 1)));
  for (auto [k, result] : llvm::enumerate(results)) {
    SymbolicValue value;
    unsigned width = widthOf(elementOf(result.first));
    for (size_t i = 0; i < result.second; ++i) {
      std::string at =
          name + " #" + std::to_string(k) + "." + std::to_string(i);
      value.elements.push_back(
          {d.function(at, operands, width),
           isTrue(d.function(at + " unspecified", operands, 1))});
    }
    e.valueOf(result.first) = std::move(value);
  }
  for (mlir::Value result : op->getResults())
    if (isTokenType(result.getType()))
      resultTokens.push_back(result);
  if (!hasEffects) {
    if (!resultTokens.empty())
      return llvm::createStringError("'" + op->getName().getStringRef() +
                                     "' has no encoding");
    return llvm::Error::success();
  }
  Kind kind = kindOf(op);
  if (kind.role == AccessRole::Read)
    return recordAccess(e, op, kind.role, tokens, resultTokens, kind.ordering,
                        kind.scope);
  Term memory = d.memoryFunction(name, operands);
  Term unspecified = d.memoryFunction(name + " unspecified", operands);
  e.result.memory = d.ite(e.guard, memory, e.result.memory);
  e.result.unspecifiedMemory =
      d.ite(e.guard, unspecified, e.result.unspecifiedMemory);
  return recordAccess(e, op, kind.role, tokens, resultTokens, kind.ordering,
                      kind.scope);
}
