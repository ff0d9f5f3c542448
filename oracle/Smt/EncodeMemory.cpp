//===- EncodeMemory.cpp - Accesses, tokens, branches ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static llvm::Error makeToken(Encoder &e, mlir::Operation *op) {
  e.valueOf(op->getResult(0)) = {};
  return llvm::Error::success();
}
static llvm::Error joinTokens(Encoder &e, mlir::Operation *op) {
  SymbolicToken joined;
  for (mlir::Value operand : op->getOperands())
    for (auto [number, condition] : e.valueOf(operand).token) {
      auto [entry, isNew] = joined.try_emplace(number, condition);
      if (!isNew)
        entry->second = e.domain.lor(entry->second, condition);
    }
  e.valueOf(op->getResult(0)).token = std::move(joined);
  return llvm::Error::success();
}

llvm::Error tilefuzz::recordAccess(Encoder &e, mlir::Operation *op,
                                   AccessRole role, mlir::Value token,
                                   mlir::Value resultToken, unsigned ordering,
                                   unsigned scope) {
  llvm::Expected<unsigned> number = e.numberOf(op);
  if (!number)
    return number.takeError();
  e.lastAccess = *number;
  SymbolicAccess access;
  access.op = op;
  access.role = role;
  access.guard = e.guard;
  access.active = e.active;
  e.active = e.domain.truth(true);
  if (token)
    access.before = e.valueOf(token).token;
  access.ordering = ordering;
  access.scope = scope;
  SymbolicToken after = access.before;
  after[*number] = e.guard;
  if (e.options.numberByOrder)
    for (mlir::Value operand : op->getOperands()) {
      if (isTokenType(operand.getType()))
        continue;
      bool isAddress = bool(pointeeOf(elementOf(operand)));
      std::vector<Term> &terms = access.operands.emplace_back();
      for (const SymbolicElement &element : e.valueOf(operand).elements)
        terms.push_back(isAddress ? e.domain.simplified(element.bits)
                                  : element.bits);
    }
  e.result.accesses.try_emplace(*number, std::move(access));
  if (resultToken)
    e.valueOf(resultToken).token = std::move(after);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

std::vector<Place> tilefuzz::placesOf(Encoder &e, mlir::Value addresses,
                                      mlir::Value mask, unsigned size) {
  S &d = e.domain;
  std::vector<Place> places;
  e.active = d.truth(false);
  Term valid = d.initialMemory("valid");
  const auto &pointers = e.valueOf(addresses).elements;
  for (size_t i = 0; i < pointers.size(); ++i) {
    Term active = d.truth(true);
    if (mask) {
      const SymbolicElement &bit = e.valueOf(mask).elements[i];
      active = d.eq(bit.bits, d.constant(1, 1));
      e.addUndefined(bit.unspecified);
    }
    Term address = pointers[i].bits;
    Term bad = pointers[i].unspecified;
    if (std::optional<uint64_t> bytes = e.options.bufferSize) {
      Term inside = d.ult(address, d.constant(64, *bytes - size + 1));
      Term aligned =
          d.eq(d.band(address, d.constant(64, size - 1)), d.constant(64, 0));
      bad = d.lor(bad, d.lnot(d.land(inside, aligned)));
    } else {
      for (unsigned byte = 0; byte < size; ++byte)
        bad = d.lor(
            bad, d.eq(d.loadByte(valid, d.add(address, d.constant(64, byte))),
                      d.constant(8, 0)));
    }
    e.addUndefined(d.land(active, bad));
    places.push_back({active, address});
    e.active = d.lor(e.active, active);
  }
  return places;
}

static llvm::Error narrowFormat(mlir::Operation *op) {
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' of a narrow float format has no encoding");
}

SymbolicElement tilefuzz::readElement(Encoder &e, Term address, unsigned size,
                                      unsigned width) {
  S &d = e.domain;
  Term bits = d.constant(8 * size, 0), unspecified = d.truth(false);
  for (unsigned byte = 0; byte < size; ++byte) {
    Term at = d.add(address, d.constant(64, byte));
    Term read = d.zext(d.loadByte(e.result.memory, at), 8 * size);
    bits = d.bor(bits, d.shl(read, d.constant(8 * size, 8 * byte)));
    unspecified = d.lor(unspecified,
                        d.lnot(d.eq(d.loadByte(e.result.unspecifiedMemory, at),
                                    d.constant(8, 0))));
  }
  // Any byte but 0 reads as true (part 2, 1.6).
  if (width == 1)
    bits =
        d.ite(d.eq(bits, d.constant(8, 0)), d.constant(1, 0), d.constant(1, 1));
  return {bits, unspecified};
}
void tilefuzz::writeElement(Encoder &e, Term guard, Term address, unsigned size,
                            const SymbolicElement &element) {
  S &d = e.domain;
  Term bits = d.zext(element.bits, 8 * size);
  Term mark = d.ite(element.unspecified, d.constant(8, 1), d.constant(8, 0));
  for (unsigned byte = 0; byte < size; ++byte) {
    Term at = d.add(address, d.constant(64, byte));
    Term written = d.trunc(d.lshr(bits, d.constant(8 * size, 8 * byte)), 8);
    d.storeByte(e.result.memory, guard, at, written);
    d.storeByte(e.result.unspecifiedMemory, guard, at, mark);
  }
}

static llvm::Error load(Encoder &e, mlir::Operation *op, mlir::Value addresses,
                        mlir::Value mask, mlir::Value other) {
  S &d = e.domain;
  mlir::Type element = elementOf(op->getResult(0));
  if (!hasPlainStorage(element))
    return narrowFormat(op);
  unsigned size = storageSize(element), width = widthOf(element);
  SymbolicValue value;
  std::vector<Place> places = placesOf(e, addresses, mask, size);
  for (auto [i, place] : llvm::enumerate(places)) {
    SymbolicElement read = readElement(e, place.address, size, width);
    SymbolicElement missing = {d.constant(width, 0), d.truth(true)};
    if (other)
      missing = e.valueOf(other).elements[i];
    value.elements.push_back(
        {d.ite(place.active, read.bits, missing.bits),
         d.ite(place.active, read.unspecified, missing.unspecified)});
  }
  e.valueOf(op->getResult(0)) = std::move(value);
  return llvm::Error::success();
}

static llvm::Error store(Encoder &e, mlir::Operation *op, mlir::Value addresses,
                         mlir::Value value, mlir::Value mask) {
  S &d = e.domain;
  mlir::Type element = elementOf(value);
  if (!hasPlainStorage(element))
    return narrowFormat(op);
  unsigned size = storageSize(element);
  const std::vector<SymbolicElement> elements = e.valueOf(value).elements;
  std::vector<Place> places = placesOf(e, addresses, mask, size);
  for (auto [i, place] : llvm::enumerate(places))
    writeElement(e, d.land(e.guard, place.active), place.address, size,
                 elements[i]);
  return llvm::Error::success();
}

static llvm::Error tileLoad(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::LoadPtrTkoOp>(op);
  if (llvm::Error error = load(e, op, typed.getSource(), typed.getMask(),
                               typed.getPaddingValue()))
    return error;
  return recordAccess(
      e, op, AccessRole::Read, typed.getToken(), typed.getResultToken(),
      unsigned(typed.getMemoryOrderingSemantics()),
      unsigned(typed.getMemoryScope().value_or(ct::MemoryScope::TileBlock)));
}
static llvm::Error tileStore(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::StorePtrTkoOp>(op);
  if (llvm::Error error = store(e, op, typed.getDestination(), typed.getValue(),
                                typed.getMask()))
    return error;
  return recordAccess(
      e, op, AccessRole::Write, typed.getToken(), typed.getResultToken(),
      unsigned(typed.getMemoryOrderingSemantics()),
      unsigned(typed.getMemoryScope().value_or(ct::MemoryScope::TileBlock)));
}
llvm::Error tilefuzz::checkPointers(mlir::Operation *op) {
  if (!llvm::isa<aa::StridedMemRefType>(op->getOperand(0).getType()))
    return llvm::Error::success();
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' of a memref at indices has no encoding");
}

static llvm::Error aaLoad(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::LoadOp>(op);
  if (llvm::Error error = checkPointers(op))
    return error;
  if (llvm::Error error =
          load(e, op, typed.getAddresses(), typed.getMask(), typed.getOther()))
    return error;
  return recordAccess(
      e, op, AccessRole::Read, typed.getToken(), typed.getResultToken(),
      unsigned(typed.getMemSemantic()),
      unsigned(typed.getMemScope().value_or(aa::MemScope::TileBlock)));
}
static llvm::Error aaStore(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::StoreOp>(op);
  if (llvm::Error error = checkPointers(op))
    return error;
  if (llvm::Error error =
          store(e, op, typed.getAddresses(), typed.getValue(), typed.getMask()))
    return error;
  return recordAccess(
      e, op, AccessRole::Write, typed.getToken(), typed.getResultToken(),
      unsigned(typed.getMemSemantic()),
      unsigned(typed.getMemScope().value_or(aa::MemScope::TileBlock)));
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static llvm::Error terminator(Encoder &e, mlir::Operation *op) {
  e.carried.clear();
  for (mlir::Value operand : op->getOperands())
    e.carried.push_back(e.valueOf(operand));
  return llvm::Error::success();
}

/// Ends the run: nothing after it is executed where it is.
static llvm::Error leave(Encoder &e, mlir::Operation *op) {
  e.guard = e.domain.truth(false);
  e.carried.clear();
  return llvm::Error::success();
}

SymbolicValue tilefuzz::mergeValues(S &d, Term condition,
                                    const SymbolicValue &a,
                                    const SymbolicValue &b) {
  SymbolicValue merged;
  for (auto [x, y] : llvm::zip_equal(a.elements, b.elements))
    merged.elements.push_back({d.ite(condition, x.bits, y.bits),
                               d.ite(condition, x.unspecified, y.unspecified)});
  for (auto [number, holds] : a.token)
    merged.token[number] = d.land(condition, holds);
  for (auto [number, holds] : b.token) {
    Term there = d.land(d.lnot(condition), holds);
    auto [entry, isNew] = merged.token.try_emplace(number, there);
    if (!isNew)
      entry->second = d.lor(entry->second, there);
  }
  return merged;
}

SymbolicValue tilefuzz::unreachedValue(S &d, mlir::Type type) {
  SymbolicValue value;
  if (isTokenType(type))
    return value;
  TileShape shape = tileShapeOf(type);
  value.elements.assign(shape.numElements(),
                        {d.constant(widthOf(shape.element), 0), d.truth(true)});
  return value;
}

static llvm::Error branch(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  const SymbolicElement condition =
      e.valueOf(op->getOperand(0)).elements.front();
  e.addUndefined(condition.unspecified);
  Term holds = d.eq(condition.bits, d.constant(1, 1)), outer = e.guard;
  std::vector<SymbolicValue> results[2];
  // Under which condition a side reaches what comes after the `if`.
  Term reaches[2];
  bool yields[2], someLeaves = false;
  for (unsigned side : {0, 1}) {
    mlir::Region &region = op->getRegion(side);
    Term enters = d.land(outer, side ? d.lnot(holds) : holds);
    reaches[side] = enters;
    yields[side] = region.empty();
    if (region.empty())
      continue;
    llvm::StringRef end = region.front().back().getName().stripDialect();
    yields[side] = end == "yield";
    e.guard = enters;
    if (llvm::Error error = e.encodeBlock(region.front()))
      return error;
    someLeaves |= !(e.guard == enters);
    reaches[side] = e.guard;
    results[side] = std::move(e.carried);
    e.carried.clear();
  }
  e.guard = someLeaves ? d.lor(reaches[0], reaches[1]) : outer;
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    SymbolicValue &value = e.valueOf(result);
    if (yields[0] && yields[1])
      value = mergeValues(d, holds, results[0][i], results[1][i]);
    else if (yields[0] || yields[1])
      value = results[yields[0] ? 0 : 1][i];
    else
      value = unreachedValue(d, result.getType());
  }
  return llvm::Error::success();
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.make_token", makeToken},
    {"cuda_tile.join_tokens", joinTokens},
    {"cuda_tile.load_ptr_tko", tileLoad},
    {"cuda_tile.store_ptr_tko", tileStore},
    {"cuda_tile.if", branch},
    {"cuda_tile.yield", terminator},
    {"cuda_tile.return", leave},
    {"nv_tileaa.create_mem_token", makeToken},
    {"nv_tileaa.join_mem_token", joinTokens},
    {"nv_tileaa.load", aaLoad},
    {"nv_tileaa.store", aaStore},
    {"nv_tileaa.return", terminator},
    {"nv_tileaa.yield", terminator},
    {"nv_tileaa.queue.yield", terminator},
    {"scf.if", branch},
    {"scf.yield", terminator},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getMemoryEncoders() { return rows; }
