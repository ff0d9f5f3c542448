//===- EncodeView.cpp - Views as addresses --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A view is its address, its extents and its strides, all numbers of 64 bits
// (elementCount in MemoryEncoding.h); how it is cut into tiles is in its type.
// As interp/Tile/Eval/FamilyView.cpp has it.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Atomic.h"
#include "interp/TileTypes/Tiling.h"
#include "oracle/Smt/MemoryEncoding.h"

using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;
using S = SymbolicDomain;

//===----------------------------------------------------------------------===//
// Making views
//===----------------------------------------------------------------------===//

/// A promise that no other memref overlaps is none that the encoding keeps.
static llvm::Error checkScope(mlir::Operation *op) {
  auto typed = llvm::dyn_cast<aa::MakeMemrefOp>(op);
  if (!typed || typed.getAliasScope() == 0)
    return llvm::Error::success();
  return llvm::createStringError("'nv_tileaa.make_memref' with an alias scope "
                                 "has no encoding");
}

/// The base, then the dynamic extents, then the dynamic strides, which are read
/// unsigned.
static llvm::Error makeView(Encoder &e, mlir::Operation *op) {
  if (llvm::Error error = checkScope(op))
    return error;
  S &d = e.domain;
  StridedShape type = *stridedShapeOf(op->getResult(0).getType());
  SymbolicValue view;
  const SymbolicElement base = e.valueOf(op->getOperand(0)).elements.front();
  e.addUndecided(base.unspecified);
  view.elements.push_back({base.bits, d.truth(false)});
  unsigned next = 1;
  for (llvm::ArrayRef<int64_t> list : {type.shape, type.strides})
    for (int64_t known : list) {
      if (!mlir::ShapedType::isDynamic(known)) {
        view.elements.push_back({d.constant(64, known), d.truth(false)});
        continue;
      }
      const SymbolicElement dynamic =
          e.valueOf(op->getOperand(next++)).elements.front();
      Term wide = d.zext(dynamic.bits, 64);
      e.addUndefined(d.lor(dynamic.unspecified, d.eq(wide, d.constant(64, 0))));
      view.elements.push_back({wide, d.truth(false)});
    }
  e.valueOf(op->getResult(0)) = std::move(view);
  return llvm::Error::success();
}
static llvm::Error sameView(Encoder &e, mlir::Operation *op) {
  SymbolicValue view = e.valueOf(op->getOperand(0));
  e.valueOf(op->getResult(0)) = std::move(view);
  return llvm::Error::success();
}

/// How many tiles begin within the extent.
static Term tilesIn(S &d, Term extent, uint64_t step) {
  Term one = d.constant(64, 1), zero = d.constant(64, 0);
  Term tiles = d.add(d.udiv(d.sub(extent, one), d.constant(64, step)), one);
  return d.ite(d.eq(extent, zero), zero, tiles);
}
static uint64_t stepOf(const Tiling &tiling, size_t k) {
  if (tiling.sparseDim)
    return 1;
  return tiling.steps.empty() ? tiling.tileShape[k] : tiling.steps[k];
}

/// A size that its type cannot hold is undefined.
static void setSize(Encoder &e, mlir::Value result, Term size) {
  S &d = e.domain;
  Term held = d.trunc(size, widthOf(elementOf(result)));
  e.addUndefined(d.lnot(d.eq(d.zext(held, 64), size)));
  e.valueOf(result).elements = {{held, d.truth(false)}};
}
static llvm::Error tensorShape(Encoder &e, mlir::Operation *op) {
  const SymbolicValue view = e.valueOf(op->getOperand(0));
  for (auto [k, result] : llvm::enumerate(op->getResults()))
    setSize(e, result, view.elements[1 + k].bits);
  return llvm::Error::success();
}
static llvm::Error dimSize(Encoder &e, mlir::Operation *op) {
  const SymbolicValue view = e.valueOf(op->getOperand(0));
  unsigned dim = llvm::cast<aa::GetDimSizeOp>(op).getDim();
  setSize(e, op->getResult(0), view.elements[1 + dim].bits);
  return llvm::Error::success();
}
static llvm::Error indexSpace(Encoder &e, mlir::Operation *op) {
  Tiling tiling = tilingOf(op->getOperand(0).getType());
  if (tiling.sparseDim)
    return llvm::createStringError("'" + op->getName().getStringRef() +
                                   "' of a gather_scatter_view has no "
                                   "encoding");
  const SymbolicValue view = e.valueOf(op->getOperand(0));
  // Quotients that bound loops make questions that take minutes.
  for (size_t k = 0; k < op->getNumResults(); ++k)
    if (e.options.allowOpaque &&
        !e.domain.isNumeral(view.elements[1 + tiling.dimMap[k]].bits))
      return llvm::createStringError("'" + op->getName().getStringRef() +
                                     "' of a dynamic extent has no encoding");
  for (auto [k, result] : llvm::enumerate(op->getResults()))
    setSize(e, result,
            tilesIn(e.domain, view.elements[1 + tiling.dimMap[k]].bits,
                    stepOf(tiling, k)));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

namespace {
/// An access through a view.
struct ViewAccess {
  mlir::Operation *op;
  mlir::Value view;
  mlir::ValueRange indices;
  mlir::Value token, resultToken;
  AccessOrdering ordering;
  AccessScope scope;
  mlir::Value mask = {}, other = {};
  llvm::ArrayRef<bool> promises = {};

  template <typename OpT> static ViewAccess of(OpT op) {
    if constexpr (requiresPublic<OpT>(0)) {
      ViewAccess access = {op,
                           op.getView(),
                           op.getIndex(),
                           op.getToken(),
                           op.getResultToken(),
                           orderingOf(op.getMemoryOrderingSemantics()),
                           scopeOf(op.getMemoryScope())};
      if constexpr (!std::is_same_v<OpT, ct::AtomicRedViewTkoOp>)
        access.promises = op.getInbounds().value_or(llvm::ArrayRef<bool>());
      return access;
    } else {
      ViewAccess access = {op,
                           op.getView(),
                           op.getIndices(),
                           op.getToken(),
                           op.getResultToken(),
                           orderingOf(op.getMemSemantic()),
                           scopeOf(op.getMemScope())};
      if constexpr (std::is_same_v<OpT, aa::TiledLoadOp>)
        access.other = op.getOther();
      if constexpr (std::is_same_v<OpT, aa::TiledLoadOp> ||
                    std::is_same_v<OpT, aa::TiledStoreOp>)
        access.mask = op.getMask();
      return access;
    }
  }
  llvm::Error record(Encoder &e, AccessRole role) const {
    return recordAccess(e, op, role, token, resultToken, ordering, scope);
  }

private:
  template <typename OpT>
  static constexpr auto requiresPublic(int)
      -> decltype(std::declval<OpT>().getIndex(), true) {
    return true;
  }
  template <typename OpT> static constexpr bool requiresPublic(long) {
    return false;
  }
};

/// Where the elements of one tile lie.
class TilePlaces {
public:
  TilePlaces(Encoder &e, const ViewAccess &access)
      : e(e), d(e.domain), tiling(tilingOf(access.view.getType())),
        view(e.valueOf(access.view)) {
    for (auto [k, index] : llvm::enumerate(access.indices)) {
      addIndex(k, e.valueOf(index));
      if (k < access.promises.size() && access.promises[k])
        addPromise(k);
    }
    if (access.mask)
      mask = e.valueOf(access.mask).elements;
  }
  /// Whether the mask, if there is one, lets element `i` take part.
  Term isOn(size_t i) const {
    return mask.empty() ? d.truth(true) : d.eq(mask[i].bits, d.constant(1, 1));
  }
  std::vector<Place> all();

  Encoder &e;
  S &d;
  const Tiling tiling;

private:
  /// Copies: the map of values grows.
  const SymbolicValue view;
  std::vector<Term> starts;
  std::vector<SymbolicElement> rows, mask;

  Term extent(size_t dim) const { return view.elements[1 + dim].bits; }
  Term stride(size_t dim) const {
    return view.elements[1 + (view.elements.size() - 1) / 2 + dim].bits;
  }
  void addIndex(size_t k, const SymbolicValue &index);
  /// That the tile lies inside along its axis `k`.
  void addPromise(size_t k);
  Place place(size_t i);
};
} // namespace

void TilePlaces::addIndex(size_t k, const SymbolicValue &index) {
  // Any index may lie outside the index space, which is undefined; of rows that
  // is a reading of what part 2, 5.5, leaves open.
  for (const SymbolicElement &element : index.elements)
    e.addUndefined(element.unspecified);
  if (tiling.sparseDim == k) {
    rows = index.elements;
    starts.push_back(d.constant(64, 0));
    return;
  }
  uint64_t step = stepOf(tiling, k);
  Term at = d.zext(index.elements.front().bits, 64);
  e.addUndefined(d.lnot(d.ult(at, tilesIn(d, extent(tiling.dimMap[k]), step))));
  starts.push_back(d.mul(at, d.constant(64, step)));
}

void TilePlaces::addPromise(size_t k) {
  Term most = extent(tiling.dimMap[k]);
  if (tiling.sparseDim == k) {
    for (const SymbolicElement &row : rows)
      e.addUndefined(d.lnot(d.ult(d.zext(row.bits, 64), most)));
    return;
  }
  // The start is inside: that the index is in its space is undefined else.
  Term size = d.constant(64, tiling.tileShape[k]);
  e.addUndefined(d.ult(d.sub(most, starts[k]), size));
}

Place TilePlaces::place(size_t i) {
  llvm::ArrayRef<int64_t> tile = tiling.tileShape;
  unsigned size = storageSize(tiling.element);
  Term inside = isOn(i);
  if (!mask.empty())
    e.addUndecided(mask[i].unspecified);
  ViewOffset offset(e, view.elements.front().bits);
  for (size_t k = tile.size(); k-- > 0;) {
    Term at = tiling.sparseDim == k
                  ? d.zext(rows[i % tile[k]].bits, 64)
                  : d.add(starts[k], d.constant(64, i % tile[k]));
    i /= tile[k];
    unsigned dim = tiling.dimMap[k];
    inside = d.land(inside, d.ult(at, extent(dim)));
    offset.add(at, stride(dim), size);
    // What is allocated ends where addresses do. Asked of one axis with a known
    // stride only: more makes questions that take minutes.
    if (tile.size() == 1 && !e.options.bufferSize && d.isNumeral(stride(dim))) {
      constexpr unsigned wide = 136;
      Term moved = d.mul(d.zext(at, wide), d.mul(d.zext(stride(dim), wide),
                                                 d.constant(wide, size)));
      Term end = d.add(d.zext(view.elements.front().bits, wide), moved);
      offset.overflows = d.lnot(d.eq(d.zext(d.trunc(end, 64), wide), end));
    }
  }
  Place found = {e.normal(inside), e.normal(offset.address)};
  checkPlace(e, found, offset.overflows, size);
  return found;
}

std::vector<Place> TilePlaces::all() {
  std::vector<Place> places;
  size_t count = 1;
  for (int64_t size : tiling.tileShape)
    count *= size;
  e.active = d.truth(false);
  for (size_t i = 0; i < count; ++i) {
    places.push_back(place(i));
    e.active = d.lor(e.active, places.back().active);
  }
  e.places = places;
  e.placeSize = storageSize(tiling.element);
  return places;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Fails for what has no encoding, before anything is encoded.
static llvm::Error checkView(Encoder &e, mlir::Operation *op, mlir::Type view) {
  Tiling tiling = tilingOf(view);
  size_t count = 1;
  for (int64_t size : tiling.tileShape)
    count *= size;
  if (llvm::Error error = checkCount(e, op, count))
    return error;
  return checkStorage(op, tiling.element);
}

/// An element outside of the view.
static SymbolicElement outside(Encoder &e, PaddingKind padding,
                               mlir::Type element, size_t i) {
  if (padding == PaddingKind::Unspecified)
    return unspecifiedElement(e, element, i);
  return {e.domain.constant(widthOf(element), paddingBits(padding, element)),
          e.domain.truth(false)};
}

template <typename OpT>
static llvm::Error loadView(Encoder &e, mlir::Operation *op) {
  ViewAccess access = ViewAccess::of(llvm::cast<OpT>(op));
  if (llvm::Error error = checkView(e, op, access.view.getType()))
    return error;
  TilePlaces tile(e, access);
  std::vector<Place> places = tile.all();
  mlir::Type element = tile.tiling.element;
  PaddingKind padding = tile.tiling.padding;
  e.interfere(op, places, storageSize(element));
  SymbolicValue result = readPlaces(e, places, element, [&](size_t i) {
    SymbolicElement padded = outside(e, padding, element, i);
    if (!access.mask)
      return padded;
    SymbolicElement off = access.other ? e.valueOf(access.other).elements[i]
                                       : unspecifiedElement(e, element, i);
    return mergeElements(e.domain, tile.isOn(i), padded, off);
  });
  e.chooseOrder(op, places, storageSize(element), /*isWrite=*/false, &result);
  e.valueOf(op->getResult(0)) = std::move(result);
  return access.record(e, AccessRole::Read);
}

template <typename OpT>
static llvm::Error storeView(Encoder &e, mlir::Operation *op) {
  auto typed = llvm::cast<OpT>(op);
  ViewAccess access = ViewAccess::of(typed);
  if (llvm::Error error = checkView(e, op, access.view.getType()))
    return error;
  mlir::Value value;
  if constexpr (std::is_same_v<OpT, ct::StoreViewTkoOp>)
    value = typed.getTile();
  else
    value = typed.getValue();
  TilePlaces tile(e, access);
  std::vector<Place> places = tile.all();
  const std::vector<SymbolicElement> elements = e.valueOf(value).elements;
  unsigned size = storageSize(tile.tiling.element);
  e.acquireLate(op);
  writePlaces(e, places, tile.tiling.element, elements);
  e.chooseOrder(op, places, size, /*isWrite=*/true);
  return access.record(e, AccessRole::Write);
}

template <typename OpT>
static llvm::Error updateView(Encoder &e, mlir::Operation *op) {
  S &d = e.domain;
  auto typed = llvm::cast<OpT>(op);
  ViewAccess access = ViewAccess::of(typed);
  if (llvm::Error error = checkView(e, op, access.view.getType()))
    return error;
  semantics::AtomicUpdate update;
  if constexpr (std::is_same_v<OpT, ct::AtomicRedViewTkoOp>)
    update = atomicUpdateOf(typed.getMode());
  else
    update = atomicUpdateOf(typed.getRmwMode());
  TilePlaces tile(e, access);
  std::vector<Place> places = tile.all();
  mlir::Type element = tile.tiling.element;
  FloatFormat format =
      llvm::isa<mlir::FloatType>(element) ? formatOf(element) : FloatFormat();
  PaddingKind padding = tile.tiling.padding;
  const std::vector<SymbolicElement> values =
      e.valueOf(typed.getValue()).elements;
  e.interfere(op, places, storageSize(element));
  SymbolicValue result;
  for (auto [i, place] : llvm::enumerate(places)) {
    e.addUndecided(d.land(place.active, values[i].unspecified));
    SymbolicElement old = readElement(e, place.address, element),
                    other = outside(e, padding, element, i);
    Term next =
        semantics::atomicUpdate(d, update, format, old.bits, values[i].bits);
    writeElement(e, d.land(e.guard, place.active), place.address, element,
                 {next, spreadOf(d, old)});
    e.given.push_back({termOf(d, update), values[i].bits});
    result.elements.push_back(mergeElements(d, place.active, old, other));
  }
  e.chooseOrder(op, places, storageSize(element), /*isWrite=*/true, &result);
  if (op->getNumResults() > 1)
    e.valueOf(op->getResult(0)) = std::move(result);
  return access.record(e, AccessRole::Update);
}

static constexpr EncoderRow rows[] = {
    {"cuda_tile.make_tensor_view", makeView},
    {"cuda_tile.make_partition_view", sameView},
    {"cuda_tile.make_strided_view", sameView},
    {"cuda_tile.make_gather_scatter_view", sameView},
    {"cuda_tile.get_tensor_shape", tensorShape},
    {"cuda_tile.get_index_space_shape", indexSpace},
    {"cuda_tile.load_view_tko", loadView<ct::LoadViewTkoOp>},
    {"cuda_tile.store_view_tko", storeView<ct::StoreViewTkoOp>},
    {"cuda_tile.atomic_red_view_tko", updateView<ct::AtomicRedViewTkoOp>},
    {"nv_tileaa.make_memref", makeView},
    {"nv_tileaa.block_tile", sameView},
    {"nv_tileaa.get_dim_size", dimSize},
    {"nv_tileaa.tiled_load", loadView<aa::TiledLoadOp>},
    {"nv_tileaa.tiled_store", storeView<aa::TiledStoreOp>},
    {"nv_tileaa.gather_load", loadView<aa::GatherLoadOp>},
    {"nv_tileaa.scatter_store", storeView<aa::ScatterStoreOp>},
    {"nv_tileaa.tiled_atomic_rmw", updateView<aa::TiledAtomicRMWOp>},
};
llvm::ArrayRef<EncoderRow> tilefuzz::getViewEncoders() { return rows; }
