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
      : op(op), pointers(op.getPointers()), value(op.getArg()),
        mask(op.getMask()), token(op.getToken()),
        resultToken(op.getResultToken()), mode(uint32_t(op.getMode())),
        ordering(unsigned(op.getMemoryOrderingSemantics())),
        scope(widthOfScope(std::optional(op.getMemoryScope()))) {}
  explicit Update(aa::AtomicCASOp op) : Update(op, aa::RmwMode::Xchg) {
    expected = op.getCompare();
  }
  explicit Update(ct::AtomicCASTkoOp op)
      : op(op), pointers(op.getPointers()), value(op.getVal()),
        expected(op.getCmp()), mask(op.getMask()), token(op.getToken()),
        resultToken(op.getResultToken()),
        ordering(unsigned(op.getMemoryOrderingSemantics())),
        scope(widthOfScope(std::optional(op.getMemoryScope()))) {}

  mlir::Operation *op;
  /// What is compared with: of a CAS only.
  mlir::Value pointers, value, expected, mask, token, resultToken;
  uint32_t mode = 0;
  unsigned ordering, scope;

private:
  template <typename OpT>
  Update(OpT op, aa::RmwMode mode)
      : op(op), pointers(op.getAddresses()), value(op.getValue()),
        mask(op.getMask()), token(op.getToken()),
        resultToken(op.getResultToken()), mode(uint32_t(mode)),
        ordering(unsigned(op.getMemSemantic())),
        scope(widthOfScope(op.getMemScope())) {}
};
} // namespace

/// Bits are compared. A masked-off element of a CAS gives what it would have
/// compared with, of others it is unspecified.
static llvm::Error encodeUpdate(Encoder &e, const Update &update) {
  S &d = e.domain;
  mlir::Type element = elementOf(update.value);
  if (llvm::Error error = checkStorage(update.op, element))
    return error;
  if (llvm::Error error =
          checkCount(e, update.op, e.valueOf(update.value).elements.size()))
    return error;
  FloatFormat format =
      llvm::isa<mlir::FloatType>(element) ? formatOf(element) : FloatFormat();
  unsigned size = storageSize(element), width = widthOf(element);
  const std::vector<SymbolicElement> values = e.valueOf(update.value).elements;
  std::vector<SymbolicElement> expected;
  if (update.expected)
    expected = e.valueOf(update.expected).elements;
  std::vector<Place> places = placesOf(e, update.pointers, update.mask, size);
  SymbolicValue result;
  for (auto [i, place] : llvm::enumerate(places)) {
    Term unspecified = values[i].unspecified;
    if (update.expected)
      unspecified = d.lor(unspecified, expected[i].unspecified);
    e.addUndefined(d.land(place.active, unspecified));
    SymbolicElement old = readElement(e, place.address, size, width);
    Term next =
        update.expected
            ? d.ite(d.eq(old.bits, expected[i].bits), values[i].bits, old.bits)
            : semantics::atomicUpdate(d, semantics::AtomicUpdate(update.mode),
                                      format, old.bits, values[i].bits);
    writeElement(e, d.land(e.guard, place.active), place.address, size,
                 {next, old.unspecified});
    SymbolicElement missing = {d.constant(width, 0), d.truth(true)};
    if (update.expected)
      missing = expected[i];
    result.elements.push_back(
        {d.ite(place.active, old.bits, missing.bits),
         d.ite(place.active, old.unspecified, missing.unspecified)});
  }
  e.valueOf(update.op->getResult(0)) = std::move(result);
  return recordAccess(e, update.op, AccessRole::Update, update.token,
                      update.resultToken, update.ordering, update.scope);
}
template <typename OpT>
static llvm::Error atomic(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = checkPointers(op))
    return error;
  return encodeUpdate(e, Update(llvm::cast<OpT>(op)));
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.atomic_rmw_tko", atomic<ct::AtomicRMWTkoOp>},
    {"cuda_tile.atomic_cas_tko", atomic<ct::AtomicCASTkoOp>},
    {"nv_tileaa.atomic_rmw", atomic<aa::AtomicRMWOp>},
    {"nv_tileaa.atomic_cas", atomic<aa::AtomicCASOp>},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getAtomicEncoders() { return rows; }
