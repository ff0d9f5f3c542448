//===- OperationsConvert.cpp - Conversions, bits, pointers as numbers -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/ModuleVersion.h"
#include "fuzz/Generate/CudaTile/DraftMemory.h"
#include "fuzz/Generate/CudaTile/Operations.h"
#include "fuzz/Generate/RandomValues.h"
#include "fuzz/Generate/RelatedOperands.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
using ct::TileType;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Two widths, the smaller first.
static std::pair<unsigned, unsigned> chooseWidths(Draft &draft) {
  static constexpr unsigned whole[] = {1, 4, 8, 16, 32, 64};
  static constexpr unsigned lowered[] = {1, 8, 16, 32, 64};
  ArrayRef<unsigned> widths = draft.whole ? ArrayRef(whole) : lowered;
  unsigned small = draft.choices.below(widths.size() - 1);
  unsigned more = draft.choices.below(widths.size() - 1 - small);
  return {widths[small], widths[small + 1 + more]};
}

static void makeExtI(Draft &draft, StringRef name) {
  auto [from, to] = chooseWidths(draft);
  TileType type = draft.chooseTile(draft.integer(from));
  Value source = draft.value(type);
  draft.define(name, draft.tile(draft.integer(to), type.getShape()), source,
               draft.chooseSignedness());
}

static void makeTruncI(Draft &draft, StringRef name) {
  auto [to, from] = chooseWidths(draft);
  TileType type = draft.chooseTile(draft.integer(from));
  Value source = draft.value(type);
  auto overflow = ct::Overflow::None;
  // The promise is kept by bits that both readings of the result have; there
  // is no arithmetic of i4.
  if (from > 4 && draft.choices.oneIn(3)) {
    overflow = ct::Overflow(draft.choices.below(4));
    if (overflow != ct::Overflow::None)
      source = draft.masked(source, (int64_t(1) << (to - 1)) - 1);
  }
  draft.define(
      name, draft.tile(draft.integer(to), type.getShape()), source,
      draft.named("overflow",
                  ct::OverflowAttr::get(draft.builder.getContext(), overflow)));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Type chooseFloatOfAnyKind(Draft &draft) {
  return draft.hasStorageFloats && draft.choices.oneIn(2)
             ? draft.chooseStorageFloat()
             : draft.chooseFloat();
}

static ct::Rounding conversionRounding(Draft &draft, Type from, Type to) {
  if (isa<Float8E8M0FNUType>(to))
    return draft.choices.oneIn(2) ? ct::Rounding::Zero
                                  : ct::Rounding::PositiveInf;
  if (!draft.goesFurther || draft.choices.below(3))
    return ct::Rounding::NearestEven;
  static constexpr ct::Rounding modes[] = {
      ct::Rounding::Zero, ct::Rounding::NegativeInf, ct::Rounding::PositiveInf,
      ct::Rounding::NearestAway};
  ct::Rounding mode = modes[draft.choices.below(4)];
  return ct::allowsRounding(from, to, mode) ? mode : ct::Rounding::NearestEven;
}

static void makeFToF(Draft &draft, StringRef name) {
  Type from = chooseFloatOfAnyKind(draft), to = chooseFloatOfAnyKind(draft);
  if (from == to)
    return;
  TileType type = draft.chooseTile(isF4(to) ? to : from);
  Value source = draft.value(draft.tile(from, type.getShape()));
  draft.define(name, draft.tile(to, type.getShape()), source,
               draft.rounding(conversionRounding(draft, from, to)));
}

static void makeIToF(Draft &draft, StringRef name) {
  Type from = draft.chooseInteger(), to = chooseFloatOfAnyKind(draft);
  if (isa<Float8E8M0FNUType>(to))
    return;
  TileType type = draft.chooseTile(to);
  Value source = draft.value(draft.tile(from, type.getShape()));
  draft.define(
      name, type, source,
      {draft.chooseSignedness(), draft.rounding(ct::Rounding::NearestEven)});
}

/// Some of `choose`, over and over.
template <typename Number, typename F>
static Value constantOfSome(Draft &draft, TileType type, F choose) {
  SmallVector<Number> elements;
  for (int64_t i = 0; i < std::min<int64_t>(type.getNumElements(), 8); ++i)
    elements.push_back(choose());
  while (int64_t(elements.size()) < type.getNumElements())
    elements.push_back(elements[elements.size() % 8]);
  return draft.constant(DenseElementsAttr::get(type, elements));
}

/// Of integers that no float of the type is.
static void makeTieToFloat(Draft &draft, StringRef name) {
  Type to = chooseFloatOfAnyKind(draft);
  if (draft.hasStorageFloats && draft.choices.oneIn(4))
    to = draft.elementOf(ElementKind::TF32);
  // No number of one bit has a middle.
  if (isF4(to) || isa<Float8E8M0FNUType>(to))
    to = draft.chooseFloat();
  unsigned precision = cast<FloatType>(to).getFPMantissaWidth();
  // The greatest f16 is 65504.
  bool isShort = to.isF16() || to.getIntOrFloatBitWidth() == 8;
  unsigned width = isShort || precision < 15 ? 16u << draft.choices.below(3)
                                             : 32u << draft.choices.below(2);
  if (width <= precision + 1)
    width = 64;
  unsigned bits = isShort ? 16 : width;
  if (isa<Float8E4M3FNType>(to))
    bits = 10;
  TileType type = draft.tile(draft.integer(width), DraftShape::Vector);
  auto choose = [&] {
    return chooseTieOf(draft.choices, bits, precision).sext(width);
  };
  Value source;
  if (draft.choices.oneIn(3) && draft.launch.args.size() < 24) {
    source =
        draft.splat(draft.parameter(type.getElementType(),
                                    std::to_string(choose().getSExtValue())),
                    type.getShape());
  } else {
    source = constantOfSome<APInt>(draft, type, choose);
  }
  NamedAttribute sign = draft.signedness(draft.choices.below(4) != 3);
  auto convert = [&](Type format) {
    draft.define(name, draft.tile(format, type.getShape()), source,
                 {sign, draft.rounding(ct::Rounding::NearestEven)});
  };
  convert(to);
  // To as many bits with another range, and to others.
  if (to.isF16() && draft.hasStorageFloats)
    convert(draft.elementOf(ElementKind::TF32));
  else if (draft.choices.oneIn(2))
    convert(draft.chooseFloat());
}

/// Numbers that the compiler may know or not.
template <typename F>
static Value boundaries(Draft &draft, TileType type, F choose) {
  if (draft.choices.oneIn(2) || !draft.options.memory ||
      draft.launch.args.size() >= 22)
    return constantOfSome<APFloat>(draft, type, choose);
  std::string init;
  for (unsigned i = 0; i < 16; ++i)
    init += (i ? ", 0x" : "list(0x") +
            llvm::utohexstr(choose().bitcastToAPInt().getZExtValue(),
                            /*LowerCase=*/true);
  unsigned buffer = draft.addBuffer(*elementKindOf(type.getElementType()),
                                    draft.width, init + ")", /*readOnly=*/true);
  AccessForm form;
  form.byPointers = form.isWhole = true;
  Value loaded = loadFrom(draft, buffer, form);
  draft.buffers.erase(draft.buffers.begin() + buffer);
  return draft.reshape(loaded, type.getShape());
}

/// Of floats where the format that they become rounds or ends, in every
/// rounding that there is.
static void makeFloatAtBoundary(Draft &draft, StringRef name) {
  Type from = draft.chooseFloat(), to = chooseFloatOfAnyKind(draft);
  // Of these f32 alone has other roundings.
  if (draft.hasStorageFloats && draft.choices.oneIn(2))
    to = draft.elementOf(ElementKind::TF32);
  if (from == to || from.isBF16() || draft.choices.oneIn(4))
    from = draft.elementOf(draft.choices.oneIn(3) && !to.isF64()
                               ? ElementKind::F64
                               : ElementKind::F32);
  if (isF4(to) || from == to)
    to = draft.elementOf(draft.choices.oneIn(2) ? ElementKind::F16
                                                : ElementKind::BF16);
  if (from == to)
    from = draft.elementOf(ElementKind::F32);
  TileType type = draft.tile(from, DraftShape::Vector);
  bool isTwice = from.isF64() && ct::isBaseFloatElement(to);
  Value source = boundaries(draft, type, [&] {
    // Rounded to f32 first it may come out otherwise.
    if (isTwice && draft.choices.oneIn(2))
      return chooseTieOf(draft.choices, cast<FloatType>(from),
                         cast<FloatType>(to));
    return chooseAtBoundary(draft.choices, cast<FloatType>(from),
                            cast<FloatType>(to));
  });
  // In each of its roundings, or some.
  for (ct::Rounding mode :
       {ct::Rounding::NearestEven, ct::Rounding::Zero,
        ct::Rounding::NegativeInf, ct::Rounding::PositiveInf,
        ct::Rounding::NearestAway}) {
    bool isUsual = mode == ct::Rounding::NearestEven;
    if ((!draft.goesFurther && !isUsual) ||
        !ct::allowsRounding(from, to, mode) ||
        draft.choices.below(3) == (isUsual ? 2 : 0))
      continue;
    Value made = draft.define(name, draft.tile(to, type.getShape()), source,
                              draft.rounding(mode));
    // Back, to compute with.
    if (!ct::isBaseFloatElement(to) && draft.choices.oneIn(2))
      draft.define(
          name, draft.tile(draft.elementOf(ElementKind::F32), type.getShape()),
          made, draft.rounding(ct::Rounding::NearestEven));
  }
}

/// Of floats between two of the narrower format, which rounding to f32 first
/// would change.
static void makeTieBetweenFloats(Draft &draft, StringRef name) {
  static constexpr ElementKind narrow[] = {ElementKind::F16, ElementKind::BF16};
  auto from = cast<FloatType>(draft.elementOf(ElementKind::F64));
  auto to = cast<FloatType>(draft.elementOf(narrow[draft.choices.below(2)]));
  TileType type = draft.tile(from, DraftShape::Vector);
  Value source = constantOfSome<APFloat>(
      draft, type, [&] { return chooseTieOf(draft.choices, from, to); });
  draft.define(name, draft.tile(to, type.getShape()), source,
               draft.rounding(ct::Rounding::NearestEven));
}

/// Of floats where integers of the width end.
static void makeIntegerAtBoundary(Draft &draft, StringRef name) {
  Type from = draft.chooseFloat(), to = draft.chooseWideInteger();
  bool isSigned = draft.choices.oneIn(2);
  bool saturates = draft.goesFurther && draft.choices.oneIn(2);
  TileType type = draft.tile(from, DraftShape::Vector);
  Value source = boundaries(draft, type, [&] {
    return chooseAtIntegerBoundary(draft.choices, cast<FloatType>(from),
                                   to.getIntOrFloatBitWidth(), isSigned,
                                   /*isInside=*/!saturates);
  });
  SmallVector<NamedAttribute> attributes = {
      draft.signedness(isSigned),
      draft.rounding(ct::Rounding::NearestIntToZero)};
  if (saturates)
    attributes.push_back(
        draft.named("saturating", draft.builder.getUnitAttr()));
  draft.define(name, draft.tile(to, type.getShape()), source, attributes);
}

/// Clamped: neither NaN nor out of range is left. Types without arithmetic are
/// converted to, which keeps integers between the bounds there.
static void makeFToI(Draft &draft, StringRef name) {
  Type from = chooseFloatOfAnyKind(draft), to = draft.chooseInteger();
  bool isSigned = draft.choices.oneIn(2);
  bool isBase = ct::isBaseFloatElement(from);
  TileType type = draft.chooseTile(from);
  // What saturates needs no clamp; every number has a result.
  if (draft.goesFurther && draft.choices.oneIn(4)) {
    draft.define(name, draft.tile(to, type.getShape()), draft.value(type),
                 {draft.signedness(isSigned),
                  draft.rounding(ct::Rounding::NearestIntToZero),
                  draft.named("saturating", draft.builder.getUnitAttr())});
    return;
  }
  TileType clamped =
      isBase ? type
             : draft.tile(draft.elementOf(ElementKind::F32), type.getShape());
  // Only 0 is an i1 of both signs.
  bool isBool = to.isInteger(1);
  bool mayBeNegative =
      draft.whole && isSigned && !isBool && !isa<Float8E8M0FNUType>(from);
  // What rounds to zero is no less than zero, when unsigned, too.
  bool mayBeFraction = isBase && !isSigned && draft.choices.below(4);
  Value low = draft.constant(clamped, mayBeNegative   ? -100.0
                                      : mayBeFraction ? -0.9375
                                      : isBase        ? -0.0
                                                      : 0.0);
  Value high = draft.constant(clamped, isBool ? 0.5 : 100.0);
  // Numbers that others are made of are seldom subnormal.
  Value value = isBase && draft.choices.oneIn(4)
                    ? draft.constant(draft.randomElements(type, false))
                    : draft.value(clamped);
  value = draft.define("maxf", clamped, {value, low});
  value = draft.define("minf", clamped, {value, high});
  if (!isBase)
    value = draft.define("ftof", type, value,
                         draft.rounding(isa<Float8E8M0FNUType>(from)
                                            ? ct::Rounding::Zero
                                            : ct::Rounding::NearestEven));
  draft.define(name, draft.tile(to, type.getShape()), value,
               {draft.signedness(isSigned),
                draft.rounding(ct::Rounding::NearestIntToZero)});
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static void makeBitcast(Draft &draft, StringRef name) {
  static constexpr ElementKind bytes[] = {
      ElementKind::I8, ElementKind::F8E4M3FN, ElementKind::F8E5M2,
      ElementKind::F8E8M0FNU};
  static constexpr ElementKind halves[] = {ElementKind::I16, ElementKind::F16,
                                           ElementKind::BF16};
  static constexpr ElementKind words[] = {ElementKind::I32, ElementKind::F32};
  // Only themselves are as wide as others.
  if (draft.choices.below(6) == 5) {
    static constexpr ElementKind alone[] = {ElementKind::I1, ElementKind::TF32,
                                            ElementKind::F4E2M1FN};
    TileType type = draft.chooseTile(
        draft.elementOf(draft.choices.pick<ElementKind>(alone)));
    draft.define(name, type, draft.value(type));
    return;
  }
  static constexpr ElementKind longs[] = {ElementKind::I64, ElementKind::F64};
  static constexpr ArrayRef<ElementKind> classes[] = {bytes, halves, words,
                                                      longs};
  ArrayRef<ElementKind> kinds = classes[draft.choices.below(4)];
  unsigned from = draft.choices.below(kinds.size());
  unsigned to =
      (from + 1 + draft.choices.below(kinds.size() - 1)) % kinds.size();
  TileType type = draft.chooseTile(draft.elementOf(kinds[from]));
  Value source = draft.value(type);
  draft.define(name, draft.tile(draft.elementOf(kinds[to]), type.getShape()),
               source);
}

static Type choosePacked(Draft &draft) {
  if (draft.choices.oneIn(8))
    return draft.integer(4);
  Type element = draft.chooseAnyNumber();
  return element.getIntOrFloatBitWidth() == 8 ? draft.integer(1) : element;
}
static unsigned packedWidth(Type element) {
  return isa<FloatTF32Type>(element) ? 32 : element.getIntOrFloatBitWidth();
}

static void makePack(Draft &draft, StringRef name) {
  Type element = choosePacked(draft);
  int64_t bits = draft.width * packedWidth(element);
  if (bits % 8)
    return;
  Value source = draft.value(draft.tile(element, DraftShape::Vector));
  draft.define(name, draft.tile(draft.integer(8), {bits / 8}), source);
}

static void makeUnpack(Draft &draft, StringRef name) {
  Type element = choosePacked(draft);
  int64_t bits = draft.width * 8, width = packedWidth(element);
  if (bits % width || (isF4(element) && bits / width % 2))
    return;
  Value source = draft.value(draft.tile(draft.integer(8), DraftShape::Vector));
  draft.define(name, draft.tile(element, {bits / width}), source);
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Addresses are the device's choice: only what comes back from one is used.
static void makeAddressNumbers(Draft &draft, StringRef) {
  ElementKind kind =
      draft.choices.oneIn(2) ? ElementKind::I32 : ElementKind::F16;
  unsigned buffer = draft.readOnlyBuffer(kind);
  Value pointers = draft.addresses(buffer);
  auto type = cast<TileType>(pointers.getType());
  Value numbers = draft.make(
      "ptr_to_int", draft.tile(draft.integer(64), type.getShape()), pointers);
  Value again = draft.make("int_to_ptr", type, numbers);
  Operation *load = draft.create(
      "load_ptr_tko",
      {draft.tile(draft.elementOf(kind), type.getShape()), draft.token()},
      again,
      {orderingAttr(draft, ct::MemoryOrdering::Weak),
       draft.segments({1, 0, 0, 0})});
  draft.bring(load->getResult(0));
}

/// Any other pointee, and back.
static void makePointerCast(Draft &draft, StringRef name) {
  ElementKind kind =
      draft.choices.oneIn(2) ? ElementKind::I16 : ElementKind::F32;
  unsigned buffer = draft.readOnlyBuffer(kind);
  Value pointers = draft.addresses(buffer);
  auto type = cast<TileType>(pointers.getType());
  Type other = ct::PointerType::get(draft.chooseAnyNumber());
  if (other != type.getElementType()) {
    Value cast = draft.make(name, draft.tile(other, type.getShape()), pointers);
    pointers = draft.make(name, type, cast);
  }
  Operation *load = draft.create(
      "load_ptr_tko",
      {draft.tile(draft.elementOf(kind), type.getShape()), draft.token()},
      pointers,
      {orderingAttr(draft, ct::MemoryOrdering::Weak),
       draft.segments({1, 0, 0, 0})});
  draft.bring(load->getResult(0));
}

using Group = OperationGroup;
static constexpr OperationRow rows[] = {
    {"exti", makeExtI, Group::Convert, 3, Lowered},
    {"trunci", makeTruncI, Group::Convert, 3, Lowered},
    {"itof", makeIToF, Group::Convert, 2, Lowered | TakesInexact},
    {"itof", makeTieToFloat, Group::Convert, 3, Lowered},
    {"ftof", makeFToF, Group::Convert, 3, Lowered | TakesInexact},
    {"ftof", makeFloatAtBoundary, Group::Convert, 5, Lowered},
    {"ftof", makeTieBetweenFloats, Group::Convert, 1, Lowered},
    {"ftoi", makeFToI, Group::Convert, 3, Lowered | TakesInexact},
    {"ftoi", makeIntegerAtBoundary, Group::Convert, 4, Lowered},
    {"bitcast", makeBitcast, Group::Bits, 8, Further | TakesInexact},
    {"pack", makePack, Group::Bits, 10, Further},
    {"unpack", makeUnpack, Group::Bits, 10, Further},
    {"ptr_to_int", makeAddressNumbers, Group::Addresses, 3, Accesses},
    {"int_to_ptr", makeAddressNumbers, Group::Addresses, 3, Accesses},
    {"ptr_to_ptr", makePointerCast, Group::Bits, 2, Further | Accesses},
};
llvm::ArrayRef<OperationRow> tilefuzz::getConvertOperations() { return rows; }
