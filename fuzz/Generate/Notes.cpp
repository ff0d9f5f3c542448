//===- Notes.cpp - Attributes that mean nothing ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Notes.h"
#include "compiler/Support/CarryAttributes.h"
#include "compiler/TileAA/TileAAOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;

using Make = Attribute (*)(Builder &builder, ByteSource &choices);

template <unsigned width, unsigned count>
static Attribute integer(Builder &builder, ByteSource &choices) {
  return builder.getIntegerAttr(builder.getIntegerType(width),
                                choices.below(count));
}
static Attribute unit(Builder &builder, ByteSource &) {
  return builder.getUnitAttr();
}
static Attribute boolean(Builder &builder, ByteSource &choices) {
  return builder.getBoolAttr(choices.oneIn(2));
}
template <typename AttrT, typename E, unsigned count>
static Attribute enumeration(Builder &builder, ByteSource &choices) {
  return AttrT::get(builder.getContext(), E(choices.below(count)));
}
/// No flag that makes poison of NaN or of an infinity, or another function of
/// `exp`: these change what the source means.
static Attribute fastMath(Builder &builder, ByteSource &choices) {
  using F = arith::FastMathFlags;
  static constexpr F flags[] = {F::none, F::contract, F::reassoc,
                                F::contract | F::nsz, F::arcp};
  F flag = choices.pick(llvm::ArrayRef(flags));
  if (choices.oneIn(2))
    return builder.getStringAttr(arith::stringifyFastMathFlags(flag));
  return arith::FastMathFlagsAttr::get(builder.getContext(), flag);
}
static Attribute overflow(Builder &builder, ByteSource &choices) {
  using F = arith::IntegerOverflowFlags;
  static constexpr F flags[] = {F::none, F::nsw, F::nuw, F::nsw | F::nuw};
  return arith::IntegerOverflowFlagsAttr::get(
      builder.getContext(), choices.pick(llvm::ArrayRef(flags)));
}
static Attribute numbers(Builder &builder, ByteSource &choices) {
  return builder.getDenseI32ArrayAttr(
      {int32_t(choices.below(4)), int32_t(choices.below(4))});
}
static Attribute booleans(Builder &builder, ByteSource &) {
  return builder.getDenseBoolArrayAttr({true, true});
}
static Attribute values(Builder &builder, ByteSource &) {
  return builder.getArrayAttr({builder.getI32IntegerAttr(7)});
}
static Attribute tile(Builder &builder, ByteSource &choices) {
  auto type = RankedTensorType::get({4}, builder.getI32Type());
  return DenseElementsAttr::get(type, APInt(32, choices.below(8)));
}
static Attribute text(Builder &builder, ByteSource &choices) {
  static constexpr llvm::StringLiteral texts[] = {"x", "", "tf32", "contract"};
  return builder.getStringAttr(choices.pick(llvm::ArrayRef(texts)));
}
static Attribute dictionary(Builder &builder, ByteSource &choices) {
  return builder.getDictionaryAttr(builder.getNamedAttr(
      "sm_90", builder.getDictionaryAttr(builder.getNamedAttr(
                   "latency", integer<64, 10>(builder, choices)))));
}

namespace {
struct Note {
  llvm::StringLiteral name;
  /// A value of the kind that the name's owners have.
  Make make;
};
} // namespace

static constexpr Note notes[] = {
    // Owned by arith, math and scf.
    {"predicate", integer<64, 10>},
    {"fastmath", fastMath},
    {"overflowFlags", overflow},
    {"isExact", unit},
    {"unsignedCmp", unit},
    {"value", tile},
    {"roundingmode", integer<32, 5>},
    // By nv_tileaa and nv_tileas.
    {"axis", integer<32, 3>},
    {"inclusive", boolean},
    {"mem_semantic", enumeration<aa::MemSemanticAttr, aa::MemSemantic, 5>},
    {"mem_scope", enumeration<aa::MemScopeAttr, aa::MemScope, 3>},
    {"rmw_mode", enumeration<aa::RmwModeAttr, aa::RmwMode, 10>},
    {"rounding_mode", enumeration<aa::RoundingModeAttr, aa::RoundingMode, 4>},
    {"signedness_a", enumeration<aa::SignednessAttr, aa::Signedness, 2>},
    {"signedness_b", enumeration<aa::SignednessAttr, aa::Signedness, 2>},
    {"cache_modifier",
     enumeration<aa::CacheModifierAttr, aa::CacheModifier, 4>},
    {"padding_value", enumeration<aa::PaddingAttr, aa::Padding, 6>},
    {"input_precision", text},
    {"fast_acc", unit},
    {"flush_to_zero", unit},
    {"propagate_nan", unit},
    {"in_bounds", booleans},
    {"permutation", numbers},
    {"reverse", boolean},
    {"alias_scope", integer<32, 3>},
    {"symbol", text},
    {"pure", unit},
    {"kernel_spec", dictionary},
    // By several levels, of other kinds.
    {"identities", values},
    {"dim", integer<32, 3>},
    {"alignment", integer<64, 64>},
    {"operandSegmentSizes", numbers},
    {"message", text},
    // Hints and witnesses.
    {"optimization_hints", dictionary},
    {"copy_atom", text},
    {"reduce_atom", text},
    {"layout", values},
    {"my.tag", integer<32, 8>},
    {"nv_tileaa.witness", values},
    {"nv_tileas.atom", text},
    {"cuda_tile.note", unit},
    {"arith.note", integer<32, 8>},
    {"tilefuzz.foreign.axis", integer<32, 8>},
};

std::vector<llvm::StringRef> tilefuzz::noteNames() {
  std::vector<llvm::StringRef> names;
  for (const Note &note : notes)
    names.push_back(note.name);
  return names;
}

static void relocate(Operation *op, Builder &builder, ByteSource &choices) {
  Location file =
      FileLineColLoc::get(builder.getStringAttr("note.py"),
                          1 + choices.below(32), 1 + choices.below(32));
  Location named = NameLoc::get(builder.getStringAttr("note"), file);
  switch (choices.below(5)) {
  case 0:
    return op->setLoc(file);
  case 1:
    return op->setLoc(named);
  case 2:
    return op->setLoc(CallSiteLoc::get(named, file));
  case 3:
    return op->setLoc(FusedLoc::get({op->getLoc(), named}, Attribute(),
                                    builder.getContext()));
  default:
    return op->setLoc(
        FusedLoc::get({file}, text(builder, choices), builder.getContext()));
  }
}

bool tilefuzz::addNote(Operation *op, ByteSource &choices) {
  op->getContext()->getOrLoadDialect<aa::TileAADialect>();
  op->getContext()->getOrLoadDialect<arith::ArithDialect>();
  Builder builder(op->getContext());
  // Of functions and modules the dialects say which locations they may have.
  if (choices.oneIn(4) && !isa<SymbolOpInterface>(op))
    relocate(op, builder, choices);
  const Note &note = choices.pick(llvm::ArrayRef(notes));
  if (ownsAttribute(op, note.name))
    return false;
  static constexpr Make anything[] = {integer<32, 4>, text, unit, dictionary};
  Make make =
      choices.oneIn(3) ? choices.pick(llvm::ArrayRef(anything)) : note.make;
  op->setDiscardableAttr(note.name, make(builder, choices));
  return true;
}

void tilefuzz::addNotes(ModuleOp module, ByteSource &choices) {
  unsigned oneIn = 1 + choices.below(6);
  module->walk([&](Operation *op) {
    if (op != module.getOperation() && choices.oneIn(oneIn))
      for (unsigned i = 0, count = 1 + choices.below(3); i < count; ++i)
        addNote(op, choices);
  });
}
