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
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

/// `next(i, old)` is what element i becomes. Masked-off elements give `other`,
/// or are unspecified without one.
template <typename OpT, typename F>
static llvm::Error update(Encoder &e, OpT op, mlir::Value other,
                          llvm::ArrayRef<mlir::Value> arguments, F next) {
  if (llvm::Error error = checkPointers(op))
    return error;
  S &d = e.domain;
  mlir::Type element = elementOf(op.getValue());
  if (!hasPlainStorage(element))
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' of a narrow float format has no "
                                   "encoding");
  unsigned size = storageSize(element), width = widthOf(element);
  std::vector<Place> places =
      placesOf(e, op.getAddresses(), op.getMask(), size);
  SymbolicValue result;
  for (auto [i, place] : llvm::enumerate(places)) {
    for (mlir::Value argument : arguments)
      e.addUndefined(
          d.land(place.active, e.valueOf(argument).elements[i].unspecified));
    SymbolicElement old = readElement(e, place.address, size, width);
    writeElement(e, d.land(e.guard, place.active), place.address, size,
                 {next(i, old.bits), old.unspecified});
    SymbolicElement missing = {d.constant(width, 0), d.truth(true)};
    if (other)
      missing = e.valueOf(other).elements[i];
    result.elements.push_back(
        {d.ite(place.active, old.bits, missing.bits),
         d.ite(place.active, old.unspecified, missing.unspecified)});
  }
  e.valueOf(op.getResult()) = std::move(result);
  return recordAccess(
      e, op, AccessRole::Update, op.getToken(), op.getResultToken(),
      unsigned(op.getMemSemantic()),
      unsigned(op.getMemScope().value_or(aa::MemScope::TileBlock)));
}

static llvm::Error atomicRMW(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::AtomicRMWOp>(op);
  mlir::Type element = elementOf(typed.getValue());
  FloatFormat format =
      llvm::isa<mlir::FloatType>(element) ? formatOf(element) : FloatFormat();
  const std::vector<SymbolicElement> argument =
      e.valueOf(typed.getValue()).elements;
  return update(e, typed, {}, {typed.getValue()}, [&](size_t i, Term old) {
    return semantics::atomicUpdate(e.domain,
                                   semantics::AtomicUpdate(typed.getRmwMode()),
                                   format, old, argument[i].bits);
  });
}
/// Bits are compared. A masked-off element gives what it would have compared
/// with.
static llvm::Error atomicCAS(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::AtomicCASOp>(op);
  const std::vector<SymbolicElement> expected =
      e.valueOf(typed.getCompare()).elements;
  const std::vector<SymbolicElement> desired =
      e.valueOf(typed.getValue()).elements;
  return update(e, typed, typed.getCompare(),
                {typed.getCompare(), typed.getValue()},
                [&](size_t i, Term old) {
                  return e.domain.ite(e.domain.eq(old, expected[i].bits),
                                      desired[i].bits, old);
                });
}

static constexpr EncoderRow rows[] = {
    {"nv_tileaa.atomic_rmw", atomicRMW},
    {"nv_tileaa.atomic_cas", atomicCAS},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getAtomicEncoders() { return rows; }
