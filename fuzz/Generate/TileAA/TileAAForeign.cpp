//===- TileAAForeign.cpp - Code that is opaque to the compiler ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Library functions, PTX text and intrinsics, per element, of those names that
// have one meaning (interp/Tile/Eval/OpaqueCode.cpp).
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/TileAA/TileAARows.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
using Group = TileAAGroup;

namespace {
struct Name {
  StringLiteral name;
  ElementKind kind;
  unsigned operands;
};
} // namespace

using K = ElementKind;
static constexpr Name functions[] = {
    {"__nv_fmaf", K::F32, 3},    {"__nv_fma", K::F64, 3},
    {"__nv_fabsf", K::F32, 1},   {"__nv_fabs", K::F64, 1},
    {"__nv_fadd_rn", K::F32, 2}, {"__nv_fmul_rz", K::F32, 2},
    {"__nv_dadd_ru", K::F64, 2}, {"__nv_dmul_rd", K::F64, 2},
    {"__nv_umulhi", K::I32, 2},  {"__nv_umul64hi", K::I64, 2},
    {"__nv_max", K::I32, 2},     {"__nv_min", K::I32, 2},
    {"__nv_umax", K::I32, 2},    {"__nv_umin", K::I32, 2},
    {"__nv_llmax", K::I64, 2},   {"__nv_ullmin", K::I64, 2},
};
static constexpr Name instructions[] = {
    {"add.s32", K::I32, 2},    {"sub.u32", K::I32, 2},
    {"mul.lo.s64", K::I64, 2}, {"mul.hi.u32", K::I32, 2},
    {"min.s16", K::I16, 2},    {"max.u64", K::I64, 2},
    {"and.b32", K::I32, 2},    {"or.b16", K::I16, 2},
    {"xor.b64", K::I64, 2},    {"shl.b32", K::I32, 2},
    {"shr.s32", K::I32, 2},    {"shr.u32", K::I32, 2},
    {"neg.s32", K::I32, 1},    {"abs.s16", K::I16, 1},
    {"add.rn.f32", K::F32, 2}, {"add.rz.ftz.f32", K::F32, 2},
    {"mul.rp.f64", K::F64, 2}, {"fma.rm.f32", K::F32, 3},
    {"sub.rn.f32", K::F32, 2}, {"neg.f32", K::F32, 1},
    {"abs.f64", K::F64, 1},
};
static constexpr Name intrinsics[] = {
    {"llvm.smax", K::I32, 2},
    {"llvm.smin", K::I8, 2},
    {"llvm.umax", K::I64, 2},
    {"llvm.umin", K::I16, 2},
    {"llvm.fabs", K::F16, 1},
    {"llvm.fma", K::F32, 3},
    {"llvm.sqrt", K::F64, 1},
    {"llvm.nvvm.add.rn.f", K::F32, 2},
    {"llvm.nvvm.mul.rz.ftz.f", K::F32, 2},
};

/// `fill` sets the name; `pure` lets the compiler treat it as arithmetic.
template <typename OpTy, typename Fill>
static void makeCode(TileAADraft &draft, const Name &name, Fill fill) {
  Type type = draft.chooseTile(draft.elementOf(name.kind));
  SmallVector<Value, 3> operands;
  for (unsigned i = 0; i < name.operands; ++i)
    operands.push_back(draft.value(type));
  bool isPure = !draft.choices.oneIn(3);
  draft.bring(draft.create<OpTy>(type, operands, [&](auto &p) {
    if (isPure)
      p.pure = draft.builder.getUnitAttr();
    fill(p, draft.builder.getStringAttr(name.name));
  }));
}

static void makeFunction(TileAADraft &draft) {
  makeCode<aa::ExternElementwiseOp>(draft, draft.choices.pick<Name>(functions),
                                    [&](auto &p, StringAttr name) {
                                      p.library = draft.builder.getStringAttr(
                                          "libdevice");
                                      p.symbol = name;
                                    });
}

/// `add.s32 $0, $1, $2;` of registers that hold the type.
static void makeInstruction(TileAADraft &draft) {
  const Name &name = draft.choices.pick<Name>(instructions);
  StringRef letter = name.kind == K::F32   ? "f"
                     : name.kind == K::F64 ? "d"
                     : name.kind == K::I16 ? "h"
                     : name.kind == K::I32 ? "r"
                                           : "l";
  std::string text = (name.name + " $0").str();
  std::string constraints = ("=" + letter).str();
  for (unsigned i = 1; i <= name.operands; ++i) {
    text += ", $" + std::to_string(i);
    constraints += ("," + letter).str();
  }
  text += ";";
  makeCode<aa::ElementwiseInlineAsmOp>(draft, name, [&](auto &p, StringAttr) {
    p.asm_text = draft.builder.getStringAttr(text);
    p.constraints = draft.builder.getStringAttr(constraints);
  });
}

static void makeIntrinsic(TileAADraft &draft) {
  makeCode<aa::CallElementwiseIntrinsicOp>(
      draft, draft.choices.pick<Name>(intrinsics),
      [](auto &p, StringAttr name) { p.intrinsic = name; });
}

static constexpr TileAARow rows[] = {
    {"nv_tileaa.extern_elementwise", makeFunction, Group::Foreign, 2},
    {"nv_tileaa.elementwise_inline_asm", makeInstruction, Group::Foreign, 2},
    {"nv_tileaa.call_elementwise_intrinsic", makeIntrinsic, Group::Foreign, 2},
};
llvm::ArrayRef<TileAARow> tilefuzz::getTileAAForeignRows() { return rows; }
