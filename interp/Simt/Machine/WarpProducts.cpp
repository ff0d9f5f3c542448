//===- WarpProducts.cpp - Products of matrices of a warp ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, 9.7.14.4 to .6: mma, mma.sp and wmma. All 32 lanes are there.
//
//===----------------------------------------------------------------------===//

#include "interp/Semantics/Enclosure.h"
#include "interp/Semantics/FreeOrder.h"
#include "interp/Simt/Machine/ProductSums.h"
#include "interp/Simt/Machine/Scalar.h"
#include "interp/Simt/Machine/ScalarFloat.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "llvm/ADT/STLExtras.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;

std::optional<semantics::Enclosure> simt::boundsOf(ArrayRef<InexactPart> parts,
                                                   unsigned firstBit,
                                                   RegisterType type) {
  bool isTf32 = type.kind == TypeKind::TF32;
  std::optional<InexactParts> inside =
      partsWithin(parts, firstBit, isTf32 ? 32 : type.width);
  if (!inside || inside->size() > 1)
    return std::nullopt;
  if (inside->empty())
    return semantics::Enclosure();
  InexactPart part = inside->front();
  const fltSemantics *format =
      isTf32 ? &APFloat::IEEEsingle() : &semanticsOf(type.kind);
  if (!type.isFloat() || part.firstBit || part.format != format)
    return std::nullopt;
  // What is not looked at is cut off: towards zero.
  if (isTf32)
    for (double *end : {&part.bounds.lo, &part.bounds.hi})
      *end = realOf(type, bit_cast<uint32_t>(float(*end)));
  return part.bounds;
}

namespace {
/// All elements of one matrix, or of four, by rows; B by columns.
class GatheredMatrix {
public:
  GatheredMatrix(const MatrixProduct &shape, MatrixRole role)
      : shape(shape), role(role), fragment(shape.fragmentOf(role)),
        lines(role == MatrixRole::B ? fragment.columns : fragment.rows),
        length(fragment.rows * fragment.columns / lines),
        isPoison(shape.products() * lines),
        reals(fragment.type.isFloat() ? size() : 0),
        integers(fragment.type.isFloat() ? 0 : size()) {}

  /// What a lane holds, from `slots` on. False: a float that may be another
  /// is not one of the elements.
  template <class PartsOf>
  bool add(uint32_t lane, const Lane *slots, PartsOf partsOf) {
    uint32_t perRegister = fragment.perRegister();
    bool isKnown = true;
    for (uint32_t i = 0; i < fragment.elements; ++i) {
      FragmentPlace place = shape.placeOf(role, lane, i);
      if (place.isCopy)
        continue;
      const Lane &from = slots[i / perRegister];
      uint64_t bits =
          maskTo(from.bits >> (i % perRegister * fragment.containerBits +
                               fragment.shift),
                 fragment.type.width);
      bool isColumn = role == MatrixRole::B;
      uint32_t line =
          place.product * lines + (isColumn ? place.column : place.row);
      isPoison[line] |= from.poison;
      uint32_t at = line * length + (isColumn ? place.row : place.column);
      if (fragment.type.isFloat())
        reals[at] = realOf(fragment.type, bits);
      else
        integers[at] = integerOf(fragment.type, bits);
      if (LLVM_LIKELY(!from.isInexact))
        continue;
      std::optional<semantics::Enclosure> bounds =
          boundsOf(partsOf(from),
                   i % perRegister * fragment.containerBits + fragment.shift,
                   fragment.type);
      if (!bounds)
        isKnown = false;
      else if (!bounds->exact) {
        enclosures.resize(size());
        enclosures[at] = *bounds;
      }
    }
    return isKnown;
  }

  /// `factors` by line and block.
  void scale(ArrayRef<std::optional<double>> factors) {
    uint32_t blocks = factors.size() / lines, block = length / blocks;
    for (size_t at = 0; at < reals.size(); ++at) {
      size_t line = at / length;
      std::optional<double> factor =
          factors[line * blocks + at % length / block];
      isPoison[line] |= !factor;
      reals[at] *= factor.value_or(1);
      if (enclosures.empty() || enclosures[at].exact)
        continue;
      semantics::Enclosure &bounds = enclosures[at];
      if (factor.value_or(1) > 0)
        bounds = {bounds.lo * *factor, bounds.hi * *factor, false,
                  bounds.mayBeNaN};
      else // Infinity by zero is NaN, as all is by NaN.
        bounds = semantics::anything();
    }
  }

  ArrayRef<double> realsOf(uint32_t product, uint32_t line) const {
    return ArrayRef(reals).slice((product * lines + line) * length, length);
  }
  ArrayRef<int64_t> integersOf(uint32_t product, uint32_t line) const {
    return ArrayRef(integers).slice((product * lines + line) * length, length);
  }
  /// Empty: all are unique.
  ArrayRef<semantics::Enclosure> enclosuresOf(uint32_t product,
                                              uint32_t line) const {
    return enclosures.empty()
               ? ArrayRef<semantics::Enclosure>()
               : ArrayRef(enclosures)
                     .slice((product * lines + line) * length, length);
  }
  bool isUnspecified(uint32_t product, uint32_t line) const {
    return isPoison[product * lines + line];
  }

private:
  size_t size() const { return shape.products() * lines * length; }

  const MatrixProduct &shape;
  MatrixRole role;
  MatrixFragment fragment;
  uint32_t lines, length;
  /// By line: A and B decide a line of the result.
  std::vector<uint8_t> isPoison;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  std::vector<semantics::Enclosure> enclosures;
};
} // namespace

static uint64_t countBits(BitProduct bits, ArrayRef<int64_t> row,
                          ArrayRef<int64_t> column, int64_t start) {
  uint64_t sum = start;
  for (auto [a, b] : zip_equal(row, column))
    sum += bits == BitProduct::Xor ? a ^ b : a & b;
  return maskTo(sum, 32);
}

/// What of a column of B a row of A is multiplied with; all of it where
/// `columns` is empty.
template <class T>
static ArrayRef<T> pick(ArrayRef<T> column, ArrayRef<uint32_t> columns,
                        SmallVectorImpl<T> &picked) {
  if (column.empty() || columns.empty())
    return column;
  picked.clear();
  for (uint32_t at : columns)
    picked.push_back(column[at]);
  return picked;
}

/// One element of D, from a row of A and a column of B; `columns` are those of
/// the row's elements, where it is sparse.
static uint64_t multiply(const MatrixProduct &shape, const GatheredMatrix &a,
                         const GatheredMatrix &b, const FragmentPlace &place,
                         uint64_t start, ArrayRef<uint32_t> columns) {
  RegisterType sum = shape.typeOf(MatrixRole::D),
               added = shape.typeOf(MatrixRole::C);
  uint32_t product = place.product;
  if (!sum.isFloat()) {
    SmallVector<int64_t, 64> picked;
    ArrayRef<int64_t> row = a.integersOf(product, place.row),
                      column = pick(b.integersOf(product, place.column),
                                    columns, picked);
    int64_t first = integerOf(added, start);
    return shape.bits == BitProduct::None
               ? sumOfIntegers(row, column, first, shape.saturates)
               : countBits(shape.bits, row, column, first);
  }
  SmallVector<double, 64> picked;
  ArrayRef<double> row = a.realsOf(product, place.row),
                   column =
                       pick(b.realsOf(product, place.column), columns, picked);
  double first = realOf(added, start);
  return sum.kind == TypeKind::F64
             ? sumOfDoubles(row, column, first, shape.rounding)
             : sumOfReals(sum, row, column, /*sign=*/1, first);
}

/// What else the element may be, where a factor or the accumulator is not
/// unique: in any order, with the error of tensor cores, as `mmaf` of the tile
/// dialects (semantics::coreUnit).
static semantics::Enclosure
encloseElement(const MatrixProduct &shape, const GatheredMatrix &a,
               const GatheredMatrix &b, const FragmentPlace &place,
               double start, const semantics::Enclosure &ofStart,
               ArrayRef<uint32_t> columns) {
  FloatFormat format = &semanticsOf(shape.typeOf(MatrixRole::D).kind);
  semantics::FreeOrderSum sum(format, semantics::coreUnit(format));
  sum.add(start, ofStart);
  SmallVector<double, 64> picked;
  SmallVector<semantics::Enclosure, 0> pickedBounds;
  ArrayRef<double> row = a.realsOf(place.product, place.row),
                   column = pick(b.realsOf(place.product, place.column),
                                 columns, picked);
  ArrayRef<semantics::Enclosure> ofRow =
                                     a.enclosuresOf(place.product, place.row),
                                 ofColumn = pick(b.enclosuresOf(place.product,
                                                                place.column),
                                                 columns, pickedBounds);
  for (size_t k = 0; k < row.size(); ++k)
    sum.addProduct(row[k], ofRow.empty() ? semantics::Enclosure() : ofRow[k],
                   column[k],
                   ofColumn.empty() ? semantics::Enclosure() : ofColumn[k]);
  return sum.get().bounds;
}

bool Machine::multiplyMatrices(MutableArrayRef<Thread *> lanes,
                               const Instruction &op) {
  const MatrixProduct &shape = kernel.products[op.first];
  GatheredMatrix a(shape, MatrixRole::A), b(shape, MatrixRole::B);
  MatrixFragment c = shape.fragmentOf(MatrixRole::C),
                 d = shape.fragmentOf(MatrixRole::D);
  // C may have another layout than D.
  uint32_t all = shape.products() * shape.m * shape.n;
  std::vector<Lane> starts(all);
  std::vector<semantics::Enclosure> startBounds;
  auto indexOf = [&](const FragmentPlace &place) {
    return (place.product * shape.m + place.row) * shape.n + place.column;
  };
  auto parts = [&](const Lane &lane) { return partsOf(lane); };
  bool isKnown = true;
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    const Lane *frame = lanes[lane]->frame.data();
    isKnown &= a.add(lane, frame + op.operands[1], parts);
    isKnown &= b.add(lane, frame + op.operands[2], parts);
    for (uint32_t i = 0; i < c.elements; ++i) {
      const Lane &from = frame[op.operands[3] + i / c.perRegister()];
      unsigned bit = i % c.perRegister() * c.containerBits;
      uint32_t index = indexOf(shape.placeOf(MatrixRole::C, lane, i));
      starts[index] = {maskTo(from.bits >> bit, c.type.width), 0, from.poison};
      if (LLVM_LIKELY(!from.isInexact))
        continue;
      std::optional<semantics::Enclosure> bounds =
          boundsOf(partsOf(from), bit, c.type);
      isKnown &= bounds.has_value();
      startBounds.resize(all);
      if (bounds)
        startBounds[index] = *bounds;
    }
  }
  if (!isKnown)
    loseExactness(op);
  std::vector<uint32_t> columns;
  if (shape.isSparse() && !readMetadata(lanes, op, columns))
    return false;
  auto columnsOf = [&](const FragmentPlace &place) {
    return columns.empty()
               ? ArrayRef<uint32_t>()
               : ArrayRef(columns).slice(place.row * shape.storedDepth(),
                                         shape.storedDepth());
  };
  for (auto [role, matrix] :
       {std::pair(MatrixRole::A, &a), {MatrixRole::B, &b}})
    if (shape.scales) {
      SmallVector<std::optional<double>, 64> factors;
      if (!readScales(lanes, op, role, factors))
        return false;
      matrix->scale(factors);
    }
  auto isInexact = [&](const FragmentPlace &place) {
    auto anyOf = [](ArrayRef<semantics::Enclosure> set) {
      return any_of(set, [](const auto &one) { return !one.exact; });
    };
    return (!startBounds.empty() && !startBounds[indexOf(place)].exact) ||
           anyOf(a.enclosuresOf(place.product, place.row)) ||
           anyOf(b.enclosuresOf(place.product, place.column));
  };
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    Lane *result = lanes[lane]->frame.data() + op.result;
    std::fill_n(result, d.registers(), Lane());
    SmallVector<InexactParts, 8> held(d.registers());
    for (uint32_t i = 0; i < d.elements; ++i) {
      FragmentPlace place = shape.placeOf(MatrixRole::D, lane, i);
      const Lane &start = starts[indexOf(place)];
      Lane &into = result[i / d.perRegister()];
      unsigned bit = i % d.perRegister() * d.containerBits;
      into.poison |= start.poison ||
                     a.isUnspecified(place.product, place.row) ||
                     b.isUnspecified(place.product, place.column);
      if (into.poison)
        continue;
      into.bits |= multiply(shape, a, b, place, start.bits, columnsOf(place))
                   << bit;
      if (LLVM_LIKELY(!isInexact(place)))
        continue;
      double first = realOf(c.type, start.bits);
      held[i / d.perRegister()].push_back(
          {bit, &semanticsOf(d.type.kind),
           encloseElement(shape, a, b, place, first,
                          startBounds.empty() ? semantics::Enclosure()
                                              : startBounds[indexOf(place)],
                          columnsOf(place))});
    }
    for (auto [slot, inside] : enumerate(held))
      if (!setParts(result[slot], inside, op))
        return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Fragments in memory
//===----------------------------------------------------------------------===//

/// wmma.load and wmma.store: operand 1 is the address, 2 the stride if there is
/// one, 3 what is stored.
bool Machine::moveFragments(MutableArrayRef<Thread *> lanes,
                            const Instruction &op) {
  const MatrixAccess &form = kernel.fragments[op.first];
  bool isStore = form.role == MatrixRole::D;
  MatrixFragment fragment = form.shape.fragmentOf(form.role);
  const Lane &pointer = lanes.front()->frame[op.operands[1]],
             &given = lanes.front()->frame[op.operands[2]];
  for (const Thread *thread : lanes) {
    const Lane &other = thread->frame[op.operands[1]],
               &otherStride = thread->frame[op.operands[2]];
    if (other.poison || otherStride.poison)
      return undefined(Undefined::PoisonAddress, op);
    // PTX ISA, wmma.load: the same in all lanes.
    if (other.bits != pointer.bits || other.allocation != pointer.allocation ||
        otherStride.bits != given.bits)
      return undefined(Undefined::MatrixOperands, op);
  }
  int64_t stride = op.operands[2] ? SignExtend64<32>(given.bits)
                                  : int64_t(form.usualStride());
  uint32_t width = fragment.type.width;
  // Lines are aligned to the fragment (PTX ISA, 9.7.14.4.2), or to the 16 bytes
  // that CUDA C++ asks for.
  uint32_t alignment =
      std::min(16u, fragment.registers() * fragment.registerBits / 8);
  if (pointer.bits % alignment || (stride * width / 8) % alignment)
    return undefined(Undefined::MisalignedAccess, op);
  auto bitOf = [&](uint32_t lane, uint32_t i) -> int64_t {
    FragmentPlace place = form.shape.placeOf(form.role, lane, i);
    return form.isByColumn ? (place.column * stride + place.row) * width
                           : (place.row * stride + place.column) * width;
  };
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    Lane *slots =
        lanes[lane]->frame.data() + (isStore ? op.operands[3] : op.result);
    if (!isStore)
      std::fill_n(slots, fragment.registers(), Lane());
    SmallVector<InexactParts, 8> held(fragment.registers());
    for (uint32_t i = 0, next; i < fragment.elements; i = next) {
      // What lies side by side, in whole bytes.
      int64_t first = bitOf(lane, i);
      for (next = i + 1;
           next < fragment.elements &&
           bitOf(lane, next) == first + int64_t((next - i) * width);)
        ++next;
      Lane at = pointer;
      at.bits += first / 8;
      Allocation *allocation;
      uint32_t offset, size = (next - i) * width / 8;
      if (!access(*lanes[lane], op,
                  {at, size, op.space, /*alignment=*/1, isStore,
                   /*isAtomic=*/false},
                  allocation, offset))
        return false;
      if (allocation->space != StateSpace::Shared &&
          allocation->space != StateSpace::Global)
        return undefined(Undefined::WrongStateSpace, op);
      if (isStore)
        allocation->forget(offset, size);
      for (uint32_t e = i; e < next && width >= 8; ++e) {
        uint32_t bit = e * width, place = offset + (e - i) * width / 8;
        Lane &slot = slots[bit / fragment.registerBits];
        if (isStore && slot.isInexact &&
            !keepInexact(op, *allocation, place, slot,
                         bit % fragment.registerBits, width))
          return false;
        if (!isStore)
          readInexact(op, *allocation, place, width / 8,
                      bit % fragment.registerBits,
                      held[bit / fragment.registerBits]);
      }
      if (!isStore && width < 8 && allocation->holdsInexact(offset, size))
        loseExactness(op);
      for (uint32_t byte = 0; byte < size; ++byte, ++offset) {
        uint32_t bit = i * width + 8 * byte;
        Lane &slot = slots[bit / fragment.registerBits];
        bit %= fragment.registerBits;
        if (isStore) {
          allocation->bytes[offset] = slot.bits >> bit;
          allocation->undefined[offset] = slot.poison;
          continue;
        }
        if (allocation->undefined[offset] == 2)
          return undefined(Undefined::UninitialisedRead, op);
        slot.bits |= uint64_t(allocation->bytes[offset]) << bit;
        slot.poison |= allocation->undefined[offset] != 0;
      }
    }
    for (auto [slot, inside] : enumerate(held))
      if (!setParts(slots[slot], inside, op))
        return false;
  }
  return true;
}
