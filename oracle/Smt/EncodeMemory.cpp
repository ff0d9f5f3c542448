//===- EncodeMemory.cpp - Accesses, tokens, branches ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/TileTypes/Tiling.h"
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
/// What any of them orders.
SymbolicToken tilefuzz::joinedTokens(Encoder &e,
                                     llvm::ArrayRef<mlir::Value> tokens) {
  SymbolicToken joined;
  for (mlir::Value token : tokens) {
    if (!token)
      continue;
    for (auto [number, condition] : e.valueOf(token).token) {
      auto [entry, isNew] = joined.try_emplace(number, condition);
      if (!isNew)
        entry->second = e.domain.lor(entry->second, condition);
    }
  }
  return joined;
}
static llvm::Error joinTokens(Encoder &e, mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> tokens(op->getOperands());
  e.valueOf(op->getResult(0)).token = joinedTokens(e, tokens);
  return llvm::Error::success();
}

llvm::Error tilefuzz::recordAccess(Encoder &e, mlir::Operation *op,
                                   AccessRole role,
                                   llvm::ArrayRef<mlir::Value> tokens,
                                   llvm::ArrayRef<mlir::Value> resultTokens,
                                   AccessOrdering ordering, AccessScope scope,
                                   std::optional<unsigned> known) {
  if (role == AccessRole::Get)
    e.interfere(op);
  llvm::Expected<unsigned> number =
      known ? llvm::Expected<unsigned>(*known) : e.numberOf(op);
  if (!number)
    return number.takeError();
  e.lastAccess = *number;
  SymbolicAccess access;
  access.op = op;
  access.role = role;
  access.guard = e.guard;
  access.active = e.active;
  e.active = e.domain.truth(true);
  access.places = std::move(e.places);
  access.placeSize = e.placeSize;
  access.given = std::move(e.given);
  e.places.clear();
  e.given.clear();
  access.within = e.within;
  std::tie(access.earlierMemory, access.earlierMarks) =
      e.earlierMemory.value_or(
          std::pair(e.result.memory, e.result.unspecifiedMemory));
  e.earlierMemory.reset();
  access.memory = e.result.memory;
  access.unspecifiedMemory = e.result.unspecifiedMemory;
  access.poisonMemory = e.result.poisonMemory;
  access.before = joinedTokens(e, tokens);
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
  if (role == AccessRole::Read && e.options.replaceLoaded)
    e.options.replaceLoaded(*number, access, e.valueOf(op->getResult(0)));
  e.result.accesses.try_emplace(*number, std::move(access));
  for (mlir::Value token : resultTokens)
    if (token)
      e.valueOf(token).token = after;
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
  const auto &pointers = e.valueOf(addresses).elements;
  for (size_t i = 0; i < pointers.size(); ++i) {
    Term active = d.truth(true);
    if (mask) {
      const SymbolicElement &bit = e.valueOf(mask).elements[i];
      active = e.normal(d.eq(bit.bits, d.constant(1, 1)));
      e.addUndecided(bit.unspecified);
    }
    Place place = {active, e.normal(pointers[i].bits)};
    checkPlace(e, place, pointers[i].unspecified, size);
    places.push_back(place);
    e.active = d.lor(e.active, active);
  }
  e.places = places;
  e.placeSize = size;
  return places;
}

std::vector<Place> tilefuzz::placesInMemref(Encoder &e, mlir::Value memref,
                                            mlir::ValueRange indices,
                                            mlir::Value mask,
                                            llvm::ArrayRef<bool> inBounds,
                                            mlir::Type element, size_t count) {
  S &d = e.domain;
  unsigned size = storageSize(element);
  const SymbolicValue view = e.valueOf(memref);
  size_t rank = indices.size();
  std::vector<Place> places;
  e.active = d.truth(false);
  for (size_t i = 0; i < count; ++i) {
    Term asked = d.truth(true);
    if (mask) {
      const SymbolicElement &bit = e.valueOf(mask).elements[i];
      asked = d.eq(bit.bits, d.constant(1, 1));
      e.addUndecided(bit.unspecified);
    }
    Term inside = d.truth(true), broken = d.truth(false),
         unspecified = d.truth(false);
    ViewOffset offset(e, view.elements.front().bits);
    for (size_t axis = 0; axis < rank; ++axis) {
      const auto &index = e.valueOf(indices[axis]).elements;
      const SymbolicElement &entry = index[index.size() == 1 ? 0 : i];
      Term at = d.zext(entry.bits, 64);
      Term below = d.ult(at, view.elements[1 + axis].bits);
      inside = d.land(inside, below);
      unspecified = d.lor(unspecified, entry.unspecified);
      if (!inBounds.empty() && inBounds[axis])
        broken = d.lor(broken, d.lnot(below));
      offset.add(at, view.elements[1 + rank + axis].bits, size);
    }
    e.addUndefined(d.land(asked, broken));
    e.addUndecided(d.land(asked, unspecified));
    Place place = {e.normal(d.land(asked, inside)), e.normal(offset.address)};
    checkPlace(e, place, offset.overflows, size);
    places.push_back(place);
    e.active = d.lor(e.active, place.active);
  }
  e.places = places;
  e.placeSize = size;
  return places;
}

ViewOffset::ViewOffset(Encoder &e, Term base)
    : address(base), overflows(e.domain.truth(false)), e(e) {}

void ViewOffset::add(Term index, Term stride, unsigned size) {
  S &d = e.domain;
  Term bytes = d.constant(64, size);
  if (!e.options.bufferSize) {
    address = d.add(address, d.mul(index, d.mul(stride, bytes)));
    return;
  }
  // Products of two numbers of 64 bits, and sums of them, fit.
  constexpr unsigned wide = 136;
  auto narrowed = [&](Term value) {
    Term low = d.trunc(value, 64);
    overflows = d.lor(overflows, d.lnot(d.eq(d.sext(low, wide), value)));
    return low;
  };
  auto product = [&](Term a, Term b) {
    return narrowed(d.mul(d.sext(a, wide), d.sext(b, wide)));
  };
  Term moved = product(index, product(stride, bytes));
  address = narrowed(d.add(d.sext(address, wide), d.sext(moved, wide)));
}

void tilefuzz::checkPlace(Encoder &e, Place place, Term bad, unsigned size) {
  S &d = e.domain;
  Term valid = d.initialMemory("valid");
  // To its size (part 2, 1.6).
  if (size > 1)
    bad =
        d.lor(bad, d.lnot(d.eq(d.band(place.address, d.constant(64, size - 1)),
                               d.constant(64, 0))));
  if (std::optional<uint64_t> bytes = e.options.bufferSize) {
    Term inside = d.ult(place.address, d.constant(64, *bytes - size + 1));
    bad = d.lor(bad, d.lnot(inside));
  } else {
    for (unsigned byte = 0; byte < size; ++byte)
      bad = d.lor(bad, d.eq(d.loadByte(valid, d.add(place.address,
                                                    d.constant(64, byte))),
                            d.constant(8, 0)));
  }
  e.addUndefined(d.land(place.active, bad));
}

llvm::Error tilefuzz::checkCount(Encoder &e, mlir::Operation *op,
                                 size_t places) {
  size_t maxPlaces = e.options.allowOpaque ? 16 : 64;
  if (places <= maxPlaces)
    return llvm::Error::success();
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' of so many elements has no encoding");
}
llvm::Error tilefuzz::checkStorage(mlir::Operation *op, mlir::Type element) {
  if (hasPlainStorage(element))
    return llvm::Error::success();
  return llvm::createStringError("'" + op->getName().getStringRef() +
                                 "' of a narrow float format has no encoding");
}

/// Of a byte of a NaN whose payload is no part of the outcome (design, decision
/// 3): one mark for each byte of each format. None: of other types.
static std::optional<uint64_t> nanMark(mlir::Type type, unsigned byte) {
  unsigned format = type.isF16()    ? 0
                    : type.isBF16() ? 1
                    : type.isF32()  ? 2
                    : type.isF64()  ? 3
                                    : 4;
  if (format == 4)
    return std::nullopt;
  return firstNaNByte + 8 * format + byte;
}

SymbolicElement tilefuzz::readElement(Encoder &e, Term address,
                                      mlir::Type type) {
  S &d = e.domain;
  unsigned size = storageSize(type), width = widthOf(type);
  Term bits = d.constant(8 * size, 0), unspecified = d.truth(false),
       poison = d.truth(false);
  for (unsigned byte = 0; byte < size; ++byte) {
    Term at = d.add(address, d.constant(64, byte));
    Term read = d.zext(d.loadByte(e.result.memory, at), 8 * size);
    bits = d.bor(bits, d.shl(read, d.constant(8 * size, 8 * byte)));
    unspecified =
        d.lor(unspecified, d.eq(d.loadByte(e.result.unspecifiedMemory, at),
                                d.constant(8, unspecifiedByte)));
    if (e.result.storesPoison)
      poison = d.lor(poison, d.eq(d.loadByte(e.result.poisonMemory, at),
                                  d.constant(8, 1)));
  }
  // Any byte but 0 reads as true (part 2, 1.6).
  if (width == 1)
    bits =
        d.ite(d.eq(bits, d.constant(8, 0)), d.constant(1, 0), d.constant(1, 1));
  // Of whole functions what lies there is as any other value.
  SymbolicElement element = {bits, unspecified};
  if (e.options.allowOpaque && !e.result.hasPoison)
    element.isAnyValue = d.truth(true);
  makePoison(d, element, poison);
  return element;
}
void tilefuzz::writeElement(Encoder &e, Term guard, Term address,
                            mlir::Type type, const SymbolicElement &element) {
  S &d = e.domain;
  Term poison = e.options.allowOpaque && !e.result.hasPoison
                    ? spreadOf(d, element)
                    : d.truth(false);
  e.result.storesPoison |= !d.isFalse(poison);
  unsigned size = storageSize(type);
  Term value = e.normal(element.bits), bits = d.zext(value, 8 * size);
  if (e.options.allowOpaque)
    e.result.written.push_back(value);
  for (unsigned byte = 0; byte < size; ++byte) {
    Term mark = d.constant(8, 0);
    if (std::optional<uint64_t> nan = nanMark(type, byte)) {
      e.result.marksNaNs = true;
      mark = d.ite(d.isNaN(formatOf(type), value), d.constant(8, *nan), mark);
    }
    mark = d.ite(element.unspecified, d.constant(8, unspecifiedByte), mark);
    Term at = d.add(address, d.constant(64, byte));
    Term written = d.trunc(d.lshr(bits, d.constant(8 * size, 8 * byte)), 8);
    d.storeByte(e.result.memory, guard, at, written);
    d.storeByte(e.result.unspecifiedMemory, guard, at, mark);
    if (e.result.storesPoison)
      d.storeByte(e.result.poisonMemory, guard, at,
                  d.ite(poison, d.constant(8, 1), d.constant(8, 0)));
  }
}

SymbolicValue
tilefuzz::readPlaces(Encoder &e, llvm::ArrayRef<Place> places,
                     mlir::Type element,
                     llvm::function_ref<SymbolicElement(size_t)> missing) {
  S &d = e.domain;
  SymbolicValue value;
  for (auto [i, place] : llvm::enumerate(places)) {
    SymbolicElement read = readElement(e, place.address, element);
    SymbolicElement other = missing(i);
    value.elements.push_back(mergeElements(d, place.active, read, other));
  }
  return value;
}
void tilefuzz::writePlaces(Encoder &e, llvm::ArrayRef<Place> places,
                           mlir::Type element,
                           llvm::ArrayRef<SymbolicElement> elements) {
  for (auto [i, place] : llvm::enumerate(places)) {
    writeElement(e, e.domain.land(e.guard, place.active), place.address,
                 element, elements[i]);
    e.given.push_back({elements[i].bits});
  }
}

SymbolicElement tilefuzz::unspecifiedElement(Encoder &e, mlir::Type element,
                                             size_t i) {
  S &d = e.domain;
  unsigned width = widthOf(element);
  if (!e.options.allowOpaque)
    return {d.constant(width, 0), d.truth(true)};
  // The accesses so far tell one access from the others.
  std::string name = anyValuePrefix.str() +
                     std::to_string(e.result.accesses.size()) + "[" +
                     std::to_string(i) + "]";
  Term any = d.input(name, width);
  if (e.options.fixedValues.count(name))
    return {any, d.truth(false)};
  return {any, d.truth(true), d.truth(!e.result.hasPoison)};
}

/// `findPlaces` gives the places, once the type is known to have an encoding.
template <typename F>
static llvm::Error load(Encoder &e, mlir::Operation *op, F findPlaces,
                        mlir::Value other) {
  mlir::Type element = elementOf(op->getResult(0));
  if (llvm::Error error = checkStorage(op, element))
    return error;
  std::vector<Place> places = findPlaces(element);
  e.interfere(op, places, storageSize(element));
  SymbolicValue result =
      readPlaces(e, places, element, [&](size_t i) -> SymbolicElement {
        if (other)
          return e.valueOf(other).elements[i];
        return unspecifiedElement(e, element, i);
      });
  e.chooseOrder(op, places, storageSize(element), /*isWrite=*/false, &result);
  e.valueOf(op->getResult(0)) = std::move(result);
  return llvm::Error::success();
}

template <typename F>
static llvm::Error store(Encoder &e, mlir::Operation *op, F findPlaces,
                         mlir::Value value) {
  mlir::Type element = elementOf(value);
  if (llvm::Error error = checkStorage(op, element))
    return error;
  const std::vector<SymbolicElement> elements = e.valueOf(value).elements;
  std::vector<Place> places = findPlaces(element);
  e.acquireLate(op);
  writePlaces(e, places, element, elements);
  e.chooseOrder(op, places, storageSize(element), /*isWrite=*/true);
  return llvm::Error::success();
}

static llvm::Error tileLoad(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::LoadPtrTkoOp>(op);
  auto places = [&](mlir::Type element) {
    return placesOf(e, typed.getSource(), typed.getMask(),
                    storageSize(element));
  };
  if (llvm::Error error = load(e, op, places, typed.getPaddingValue()))
    return error;
  return recordAccess(e, op, AccessRole::Read, typed.getToken(),
                      typed.getResultToken(),
                      orderingOf(typed.getMemoryOrderingSemantics()),
                      scopeOf(typed.getMemoryScope()));
}
static llvm::Error tileStore(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<ct::StorePtrTkoOp>(op);
  auto places = [&](mlir::Type element) {
    return placesOf(e, typed.getDestination(), typed.getMask(),
                    storageSize(element));
  };
  if (llvm::Error error = store(e, op, places, typed.getValue()))
    return error;
  return recordAccess(e, op, AccessRole::Write, typed.getToken(),
                      typed.getResultToken(),
                      orderingOf(typed.getMemoryOrderingSemantics()),
                      scopeOf(typed.getMemoryScope()));
}

static llvm::Error aaLoad(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::LoadOp>(op);
  auto places = [&](mlir::Type element) {
    return placesOfElements(e, typed, element,
                            elementCount(typed.getResult().getType()));
  };
  if (llvm::Error error = load(e, op, places, typed.getOther()))
    return error;
  return recordAccess(
      e, op, AccessRole::Read, typed.getToken(), typed.getResultToken(),
      orderingOf(typed.getMemSemantic()), scopeOf(typed.getMemScope()));
}
static llvm::Error aaStore(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<aa::StoreOp>(op);
  auto places = [&](mlir::Type element) {
    return placesOfElements(e, typed, element,
                            elementCount(typed.getValue().getType()));
  };
  if (llvm::Error error = store(e, op, places, typed.getValue()))
    return error;
  return recordAccess(
      e, op, AccessRole::Write, typed.getToken(), typed.getResultToken(),
      orderingOf(typed.getMemSemantic()), scopeOf(typed.getMemScope()));
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
    merged.elements.push_back(mergeElements(d, condition, x, y));
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

size_t tilefuzz::elementCount(mlir::Type type) {
  if (isTokenType(type))
    return 0;
  if (std::optional<StridedShape> strided = stridedShapeOf(type))
    return 1 + 2 * strided->shape.size();
  return tileShapeOf(type).numElements();
}

SymbolicValue tilefuzz::unreachedValue(S &d, mlir::Type type) {
  SymbolicValue value;
  value.elements.assign(
      elementCount(type),
      {d.constant(widthOf(tileShapeOf(type).element), 0), d.truth(true)});
  return value;
}

static llvm::Error branch(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  const SymbolicElement condition =
      e.valueOf(op->getOperand(0)).elements.front();
  e.addUndecided(condition.unspecified);
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
