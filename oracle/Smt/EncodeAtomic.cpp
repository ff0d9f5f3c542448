//===- EncodeAtomic.cpp - Atomic updates as formulas ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// What an update does to memory when no other block interferes, element after
// element, and that it is an update: others could come between its read and its
// write if it were not (SymbolicAccess::role).
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Atomic.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

namespace {
/// The two dialects' operations, by the same names.
struct Update {
  explicit Update(aa::AtomicRMWOp op) : Update(op, op.getRmwMode()) {}
  explicit Update(ct::AtomicRMWTkoOp op)
      : op(op), value(op.getArg()), token(op.getToken()),
        resultToken(op.getResultToken()), mode(atomicUpdateOf(op.getMode())),
        ordering(orderingOf(op.getMemoryOrderingSemantics())),
        scope(scopeOf(op.getMemoryScope())) {}
  explicit Update(aa::AtomicCASOp op) : Update(op, aa::RmwMode::Xchg) {
    expected = op.getCompare();
  }
  explicit Update(ct::AtomicCASTkoOp op)
      : op(op), value(op.getVal()), expected(op.getCmp()), token(op.getToken()),
        resultToken(op.getResultToken()),
        ordering(orderingOf(op.getMemoryOrderingSemantics())),
        scope(scopeOf(op.getMemoryScope())) {}

  mlir::Operation *op;
  /// What is compared with: of a CAS only.
  mlir::Value value, expected, token, resultToken;
  semantics::AtomicUpdate mode = semantics::AtomicUpdate::Xchg;
  AccessOrdering ordering;
  AccessScope scope;

private:
  template <typename OpT>
  Update(OpT op, aa::RmwMode mode)
      : op(op), value(op.getValue()), token(op.getToken()),
        resultToken(op.getResultToken()), mode(atomicUpdateOf(mode)),
        ordering(orderingOf(op.getMemSemantic())),
        scope(scopeOf(op.getMemScope())) {}
};
} // namespace

/// Bits are compared. A masked-off element of a CAS gives what it would have
/// compared with, of others it is unspecified.
template <typename F>
static llvm::Error encodeUpdate(Encoder &e, const Update &update,
                                F findPlaces) {
  S &d = e.domain;
  mlir::Type element = elementOf(update.value);
  if (llvm::Error error = checkStorage(update.op, element))
    return error;
  if (llvm::Error error =
          checkCount(e, update.op, e.valueOf(update.value).elements.size()))
    return error;
  FloatFormat format =
      llvm::isa<mlir::FloatType>(element) ? formatOf(element) : FloatFormat();
  const std::vector<SymbolicElement> values = e.valueOf(update.value).elements;
  std::vector<SymbolicElement> expected;
  if (update.expected)
    expected = e.valueOf(update.expected).elements;
  std::vector<Place> places = findPlaces(element, values.size());
  e.interfere(update.op, places, storageSize(element));
  SymbolicValue result;
  for (auto [i, place] : llvm::enumerate(places)) {
    Term unspecified = values[i].unspecified;
    if (update.expected)
      unspecified = d.lor(unspecified, expected[i].unspecified);
    e.addUndecided(d.land(place.active, unspecified));
    SymbolicElement old = readElement(e, place.address, element);
    Term next =
        update.expected
            ? d.ite(d.eq(old.bits, expected[i].bits), values[i].bits, old.bits)
            : semantics::atomicUpdate(d, update.mode, format, old.bits,
                                      values[i].bits);
    writeElement(e, d.land(e.guard, place.active), place.address, element,
                 {next, spreadOf(d, old)});
    e.given.push_back({termOf(d, update.mode), values[i].bits});
    SymbolicElement missing = unspecifiedElement(e, element, i);
    if (update.expected) {
      missing = expected[i];
      e.given.back().push_back(missing.bits);
    }
    result.elements.push_back(mergeElements(d, place.active, old, missing));
  }
  e.chooseOrder(update.op, places, storageSize(element), /*isWrite=*/true,
                &result);
  e.valueOf(update.op->getResult(0)) = std::move(result);
  return recordAccess(e, update.op, AccessRole::Update, update.token,
                      update.resultToken, update.ordering, update.scope);
}
template <typename OpT>
static llvm::Error atomic(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  return encodeUpdate(
      e, Update(typed), [&](mlir::Type element, [[maybe_unused]] size_t count) {
        if constexpr (std::is_same_v<OpT, ct::AtomicRMWTkoOp> ||
                      std::is_same_v<OpT, ct::AtomicCASTkoOp>)
          return placesOf(e, typed.getPointers(), typed.getMask(),
                          storageSize(element));
        else
          return placesOfElements(e, typed, element, count);
      });
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.atomic_rmw_tko", atomic<ct::AtomicRMWTkoOp>},
    {"cuda_tile.atomic_cas_tko", atomic<ct::AtomicCASTkoOp>},
    {"nv_tileaa.atomic_rmw", atomic<aa::AtomicRMWOp>},
    {"nv_tileaa.atomic_cas", atomic<aa::AtomicCASOp>},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getAtomicEncoders() { return rows; }
